// SPDX-License-Identifier: GPL-2.0
/* Take one, and find in it what a test wants to know. */
#include <kunit/test.h>
#include <linux/slab.h>

#include "charge/cgroup_move.h"
#include "fake.h"
#include "fake_cgroup.h"
#include "snapshot.h"

struct tda_groups *snapshot;

void snapshot_forget(void)
{
	tda_groups_put(snapshot);
	snapshot = NULL;
}

void snapshot_take(struct kunit *test)
{
	struct tda_groups *all;

	tda_cgroup_moves_finish();
	all = tda_groups_take();
	snapshot_forget();
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, all);
	snapshot = all;
}

const struct tda_group_row *row_of_id(u64 id)
{
	unsigned int i;

	for (i = 0; i < snapshot->nr; i++)
		if (tda_groups_row(snapshot, i)->id == id)
			return tda_groups_row(snapshot, i);
	return NULL;
}

const struct tda_group_row *row_of(const struct fake_cgroup *g)
{
	return row_of_id(fake_id(g));
}

/* Over all rows. */
const struct tda_group_sum *everything(void)
{
	static struct tda_group_sum sum;
	unsigned int i, j;
	const u64 *own;

	memset(&sum, 0, sizeof(sum));
	for (i = 0; i < snapshot->nr; i++) {
		own = (u64 *)&tda_groups_row(snapshot, i)->own;
		for (j = 0; j < sizeof(sum) / sizeof(u64); j++)
			((u64 *)&sum)[j] += own[j];
	}
	return &sum;
}

/* ---- of one of them: U64_MAX if it has no row --------------------------- */

u64 slots_in(const struct tda_group_sum *sum)
{
	return sum->counts.val[TDA_VALUE_SLOTS];
}

u64 own(const struct fake_cgroup *g)
{
	return row_of(g) ? slots_in(&row_of(g)->own) : U64_MAX;
}

u64 total(const struct fake_cgroup *g)
{
	return row_of(g) ? slots_in(&row_of(g)->total) : U64_MAX;
}

u64 threads(const struct fake_cgroup *g)
{
	return row_of(g) ? row_of(g)->own.threads : U64_MAX;
}

u64 exited(const struct fake_cgroup *g)
{
	return row_of(g) ? row_of(g)->own.exited : U64_MAX;
}

u64 cpu_ns(const struct fake_cgroup *g)
{
	return row_of(g) ? row_of(g)->own.cpu_ns : U64_MAX;
}

/* Let @t run for so many slots, on its own. */
void give(struct fake_task *t, u64 slots)
{
	fake_switch(t);
	fake_run(slots, &fake_retiring);
	fake_switch(fake.idle);
}

/* A process of two threads and its cgroup, which is nobody else's. */
void end_four(void)
{
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *leader = fake_fork_in(a), *t = fake_thread(leader);

	give(leader, 1000);
	give(t, 200);
	fake_exit(leader);
	fake_exit(t);
	fake_rmdir(a);
}
