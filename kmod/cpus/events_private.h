/* SPDX-License-Identifier: GPL-2.0 */
/*
 * events.c and events_*.c share this, and no other file includes it. Context and locks
 * as in events.h; what makes an event or releases one may sleep.
 */
#ifndef _TDA_EVENTS_PRIVATE_H
#define _TDA_EVENTS_PRIVATE_H

#include <linux/perf_event.h>

#include "record/cpu.h"

/*
 * Has @event, which was enabled, a counter? Otherwise it is in error, as it is
 * pinned. One that is inactive has: we look from another CPU, and perf takes
 * all events of a CPU off and puts them on again for each switch between
 * cgroups that it counts, and for each event of others.
 */
static inline bool tda_events_has_counter(const struct perf_event *event)
{
	return event && READ_ONCE(event->state) >= PERF_EVENT_STATE_INACTIVE;
}

static inline bool tda_events_is_missing(const struct tda_cpu *c,
					 unsigned int i)
{
	/* Once the bit is set, the CPU looks at the event no more. */
	return smp_load_acquire(&c->missing) & 1U << i;
}

/* Has one been made for counter @i? */
static inline bool tda_events_has(const struct tda_cpu *c, unsigned int i)
{
	return c->counter[i].event;
}

/* events_make.c */
const char *tda_events_why_not(long err, enum tdacct_state *state);
void tda_events_ask_for(const struct tda_cpu *c, unsigned int i,
			struct perf_event_attr *attr);
struct perf_event *tda_events_make(unsigned int cpu,
				   struct perf_event_attr *attr);
void tda_events_take(struct tda_cpu *c, unsigned int i,
		     struct perf_event *event);
void tda_events_release_one(struct tda_cpu *c, unsigned int i);

#endif /* _TDA_EVENTS_PRIVATE_H */
