/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Work that a switch wants done and cannot do itself, nor wake anybody for: it
 * leaves a request.
 */
#ifndef _TDA_REQUEST_H
#define _TDA_REQUEST_H

#include <linux/irq_work.h>
#include <linux/workqueue.h>

/**
 * struct tda_request - what a switch may ask for
 * @irq: from where nothing may be woken to where it may
 * @work: does it; constant
 * @delay: after so many jiffies; constant
 * @pending: somebody has asked since the work last began; without a lock
 */
struct tda_request {
	struct irq_work		irq;
	struct delayed_work	*work;
	unsigned long		delay;
	bool			pending;
};

/* Perf has taken a counter away: see to the CPUs, in cpus/reconcile.c. */
extern struct tda_request tda_request_retry;

/* A task was left without a record: look for such, in scan.c. */
extern struct tda_request tda_request_scan;

void tda_request_init(struct tda_request *r, struct delayed_work *work,
		      unsigned long delay);
void tda_request_exit(struct tda_request *r);

void tda_request(struct tda_request *r);
void tda_request_once(struct tda_request *r);
void tda_request_begin(struct tda_request *r);
void tda_request_later(struct tda_request *r, unsigned long delay);

#endif /* _TDA_REQUEST_H */
