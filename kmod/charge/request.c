// SPDX-License-Identifier: GPL-2.0
/* From a switch to those who work for it. See request.h. */
#include "base/compat.h"
#include "base/work.h"
#include "request.h"

struct tda_request tda_request_retry;
struct tda_request tda_request_scan;

/* Interrupts on, no lock held: here waking is allowed. */
static void pass_on(struct irq_work *irq)
{
	struct tda_request *r = container_of(irq, struct tda_request, irq);

	mod_delayed_work(tda_wq, r->work, r->delay);
}

/* Before anybody asks. @work is done @delay after the last who did. */
void tda_request_init(struct tda_request *r, struct delayed_work *work,
		      unsigned long delay)
{
	r->irq = IRQ_WORK_INIT_HARD(pass_on);
	r->work = work;
	r->pending = false;
	r->delay = delay;
}

/* Nobody asks any more; the work is still to be cancelled. May sleep. */
void tda_request_exit(struct tda_request *r)
{
	irq_work_sync(&r->irq);
}

/* Any context but NMI; may be called under the runqueue lock. */
void tda_request(struct tda_request *r)
{
	/* The caller stored first what the work is to find: see tda_request_begin(). */
	smp_mb();
	WRITE_ONCE(r->pending, true);
	irq_work_queue(&r->irq);
}

/* Do tda_request(), unless it was done since the work last began. */
void tda_request_once(struct tda_request *r)
{
	if (!READ_ONCE(r->pending))
		tda_request(r);
}

/* The work begins: what is asked for from here on is for the next time. */
void tda_request_begin(struct tda_request *r)
{
	/*
	 * The work looks at everything behind this barrier, which pairs with the one
	 * in tda_request(): if it misses what a caller has stored, it finds pending
	 * true, and runs again.
	 */
	smp_store_mb(r->pending, false);
}

/* Do the work in @delay jiffies; sooner if somebody asks, or has since it began. */
void tda_request_later(struct tda_request *r, unsigned long delay)
{
	mod_delayed_work(tda_wq, r->work, delay);
	if (READ_ONCE(r->pending))
		mod_delayed_work(tda_wq, r->work, r->delay);
}
