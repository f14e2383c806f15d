/* SPDX-License-Identifier: GPL-2.0 */
/* Threads follow their tasks from one cgroup to another. */
#ifndef _TDA_MOVE_H
#define _TDA_MOVE_H

#include <linux/types.h>

struct task_struct;

#ifdef CONFIG_CGROUPS

void tda_move(struct task_struct *task, bool whole);
void tda_move_hurry(void);
void tda_moves_finish(void);

#else

static inline void tda_moves_finish(void) { }

#endif

#endif /* _TDA_MOVE_H */
