/* SPDX-License-Identifier: GPL-2.0 */
/* Threads follow their tasks from one cgroup to another. */
#ifndef _TDA_CGROUP_MOVE_H
#define _TDA_CGROUP_MOVE_H

#include <linux/types.h>

struct task_struct;

#ifdef CONFIG_CGROUPS

void tda_cgroup_move(struct task_struct *task, bool whole);
void tda_cgroup_move_hurry(void);
void tda_cgroup_moves_finish(void);

#else

static inline void tda_cgroup_moves_finish(void) { }

#endif

#endif /* _TDA_CGROUP_MOVE_H */
