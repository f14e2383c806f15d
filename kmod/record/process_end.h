/* SPDX-License-Identifier: GPL-2.0 */
/* How the counts of a thread, and then of a process, move on when it ends. */
#ifndef _TDA_PROCESS_END_H
#define _TDA_PROCESS_END_H

#include "base/counts.h"
#include "process.h"

/* Threads that are looked at in one go. */
#define TDA_PROCESS_BATCH	64

void tda_process_put(struct tda_process *p);
void tda_process_join(struct tda_process *p, struct tda_task *t);
void tda_process_leave(struct tda_process *p, struct tda_task *t);
void tda_process_end_thread(struct tda_process *p, struct tda_task *t);
void tda_process_merge_late(struct tda_process *p);
void tda_processes_flush(void);
void tda_processes_exit(void);

/* The sum of all processes that have ended; one walk at a time. */
u64 tda_exited_begin_walk(struct tda_sum *sum);
void tda_exited_end_walk(struct tda_sum *sum);
void tda_exited_end_epoch(void);

#endif /* _TDA_PROCESS_END_H */
