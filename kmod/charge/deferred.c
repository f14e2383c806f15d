// SPDX-License-Identifier: GPL-2.0
/* From a switch to those who work for it. See deferred.h. */
#include "base/compat.h"
#include "base/work.h"
#include "deferred.h"

struct tda_deferred tda_deferred_retry;
struct tda_deferred tda_deferred_adopt;

/* Interrupts on, no lock held: here waking is allowed. */
static void pass_on(struct irq_work *irq)
{
	struct tda_deferred *r = container_of(irq, struct tda_deferred, irq);

	mod_delayed_work(tda_wq, r->work, r->delay);
}

/* Before anybody asks. @work is done @delay after the last who did. */
void tda_deferred_init(struct tda_deferred *r, struct delayed_work *work,
		       unsigned long delay)
{
	r->irq = IRQ_WORK_INIT_HARD(pass_on);
	r->work = work;
	r->pending = false;
	r->delay = delay;
}

/* Nobody asks any more; the work is still to be cancelled. May sleep. */
void tda_deferred_exit(struct tda_deferred *r)
{
	irq_work_sync(&r->irq);
}

/* Any context but NMI; may be called under the runqueue lock. */
void tda_defer(struct tda_deferred *r)
{
	/* The caller stored first what the work is to find: see tda_deferred_begin(). */
	smp_mb();
	WRITE_ONCE(r->pending, true);
	irq_work_queue(&r->irq);
}

/* Do tda_defer(), unless it was done since the work last began. */
void tda_defer_once(struct tda_deferred *r)
{
	if (!READ_ONCE(r->pending))
		tda_defer(r);
}

/* The work begins: what is asked for from here on is for the next time. */
void tda_deferred_begin(struct tda_deferred *r)
{
	/*
	 * The work looks at everything behind this barrier, which pairs with the one
	 * in tda_defer(): if it misses what a caller has stored, it finds pending
	 * true, and runs again.
	 */
	smp_store_mb(r->pending, false);
}

/* Do the work in @delay jiffies; sooner if somebody asks, or has since it began. */
void tda_defer_later(struct tda_deferred *r, unsigned long delay)
{
	mod_delayed_work(tda_wq, r->work, delay);
	if (READ_ONCE(r->pending))
		mod_delayed_work(tda_wq, r->work, r->delay);
}
