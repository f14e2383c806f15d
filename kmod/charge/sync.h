/* SPDX-License-Identifier: GPL-2.0 */
/* Charges without a switch, and what a CPU was charged in all. */
#ifndef _TDA_SYNC_H
#define _TDA_SYNC_H

#include "base/counts.h"
#include "record/cpu.h"

struct tda_task;

enum tdacct_state tda_sync_start(struct tda_cpu *c, const char **why);
void tda_sync_regain(struct tda_cpu *c);
void tda_sync_leave(struct tda_cpu *c, unsigned int mask);
void tda_sync_stop(struct tda_cpu *c);
void tda_sync_cpu(struct tda_cpu *c);
void tda_sync_follow(struct irq_work *work);
int tda_sync_task(const struct tda_task *t);
void tda_sync_total(unsigned int cpu, struct tda_sum *sum);
void tda_sync_rest(struct tda_cpu *c);

#endif /* _TDA_SYNC_H */
