/* SPDX-License-Identifier: GPL-2.0 */
/* Charges without a switch, and what a CPU was charged in all. */
#ifndef _TDA_FOLD_H
#define _TDA_FOLD_H

#include "base/counts.h"
#include "record/cpu.h"

struct tda_task;

enum tdacct_state tda_switch_start(struct tda_cpu *c, const char **why);
void tda_switch_regain(struct tda_cpu *c);
void tda_switch_leave(struct tda_cpu *c, unsigned int mask);
void tda_switch_stop(struct tda_cpu *c);
void tda_switch_fold(struct tda_cpu *c);
void tda_switch_follow(struct irq_work *work);
int tda_switch_charge(const struct tda_task *t);
void tda_switch_total(unsigned int cpu, struct tda_sum *sum);
void tda_switch_charge_rest(struct tda_cpu *c);

#endif /* _TDA_FOLD_H */
