/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Work that a switch wants done and cannot do itself, nor wake anybody for: it
 * leaves a request.
 */
#ifndef _TDA_DEFERRED_H
#define _TDA_DEFERRED_H

#include <linux/irq_work.h>
#include <linux/workqueue.h>

/**
 * struct tda_deferred - what a switch may ask for
 * @irq: from where nothing may be woken to where it may
 * @work: does it; constant
 * @delay: after so many jiffies; constant
 * @pending: somebody has asked since the work last began; without a lock
 */
struct tda_deferred {
	struct irq_work		irq;
	struct delayed_work	*work;
	unsigned long		delay;
	bool			pending;
};

/* Perf has taken a counter away: see to the CPUs, in cpus/reconcile.c. */
extern struct tda_deferred tda_deferred_retry;

/* A task was left without a record: look for such, in adopt.c. */
extern struct tda_deferred tda_deferred_adopt;

void tda_deferred_init(struct tda_deferred *r, struct delayed_work *work,
		       unsigned long delay);
void tda_deferred_exit(struct tda_deferred *r);

void tda_defer(struct tda_deferred *r);
void tda_defer_once(struct tda_deferred *r);
void tda_deferred_begin(struct tda_deferred *r);
void tda_defer_later(struct tda_deferred *r, unsigned long delay);

#endif /* _TDA_DEFERRED_H */
