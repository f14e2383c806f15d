/* SPDX-License-Identifier: GPL-2.0 */
/* How the record of a thread begins and ends. See lifecycle.c. */
#ifndef _TDA_LIFECYCLE_H
#define _TDA_LIFECYCLE_H

struct task_struct;
struct tda_task;

struct tda_task *tda_lifecycle_begin(struct task_struct *task);
struct tda_task *tda_lifecycle_begin_idle(struct tda_task *t,
					  struct task_struct *task);
void tda_lifecycle_end(struct task_struct *task);

#endif /* _TDA_LIFECYCLE_H */
