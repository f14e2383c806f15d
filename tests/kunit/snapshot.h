/* SPDX-License-Identifier: GPL-2.0 */
/* What a reader of all cgroups was told last. */
#ifndef _TDA_SNAPSHOT_H
#define _TDA_SNAPSHOT_H

#include "record/group.h"

struct fake_cgroup;
struct fake_task;
struct kunit;

extern struct tda_groups *snapshot;

void snapshot_take(struct kunit *test);
void snapshot_forget(void);
const struct tda_group_row *row_of_id(u64 id);
const struct tda_group_row *row_of(const struct fake_cgroup *g);
const struct tda_group_sum *everything(void);

u64 slots_in(const struct tda_group_sum *sum);
u64 own(const struct fake_cgroup *g);
u64 total(const struct fake_cgroup *g);
u64 threads(const struct fake_cgroup *g);
u64 exited(const struct fake_cgroup *g);
u64 cpu_ns(const struct fake_cgroup *g);

void give(struct fake_task *t, u64 slots);
void end_four(void);

#endif /* _TDA_SNAPSHOT_H */
