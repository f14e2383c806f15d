/* SPDX-License-Identifier: GPL-2.0 */
/* Charge what runs, because somebody asks for its numbers. */
#ifndef _TDA_REFRESH_H
#define _TDA_REFRESH_H

#include <linux/types.h>

struct cpumask;
struct cred;
struct task_struct;
struct tda_process;
struct tda_task;

void tda_refresh(bool isolated);
void tda_refresh_thread(const struct task_struct *task,
			const struct tda_task *t, bool isolated);
void tda_refresh_process(const struct tda_process *p,
			 const struct cpumask *cpus, bool isolated);
void tda_refresh_user(const struct cred *cred);
void tda_refresh_all(bool idle);

#endif /* _TDA_REFRESH_H */
