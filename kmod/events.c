// SPDX-License-Identifier: GPL-2.0
/*
 * The perf events of a CPU: have them made, enabled and released, and say why
 * that cannot be. perf sees pinned events like any other user's.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>

#include "events.h"
#include "pmu/intel_metrics.h"

static bool count_guests;		/* constant */

/* @guests: are the counters on while a virtual machine has the CPU? */
void tda_events_init(bool guests)
{
	count_guests = guests;
}

bool tda_events_count_guests(void)
{
	return count_guests;
}

/* Have them count no more. False if not all of them were made. May sleep. */
bool tda_events_disable(struct tda_cpu *c)
{
	unsigned int i, made = 0;

	for (i = 0; i < tda_nr_counters; i++)
		if (c->counter[i].event) {
			perf_event_disable(c->counter[i].event);
			made++;
		}
	return made == tda_nr_counters;
}

/* May sleep. */
void tda_events_release(struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_counters; i++) {
		if (c->counter[i].event)
			perf_event_release_kernel(c->counter[i].event);
		c->counter[i].event = NULL;
	}
}

/* Why perf does not let us have a counter, for people, after its name. */
static const char *why_no_event(long err, enum tdacct_state *state)
{
	*state = TDACCT_STATE_WAITING;
	switch (err) {
	case 0:
	case -EBUSY:
	case -ENOSPC:
	case -EAGAIN:
		return "no free counter; somebody else holds it (perf, the NMI watchdog, a profiler)";
	case -ENOMEM:
	case -EINTR:
		return "no memory for the event";
	case -EOPNOTSUPP:
		if (count_guests)
			return "a virtual machine may have the PMU for itself; count_guests=0 would count beside it";
		break;
	}
	*state = TDACCT_STATE_CANNOT;
	switch (err) {
	case -ENOENT:
	case -EOPNOTSUPP:
	case -ENODEV:
		return "this kernel has no driver for the PMU of this CPU";
	}
	return NULL;
}

/* What is said when perf does not let us have counter @i. */
static void explain(struct tda_cpu *c, unsigned int i, long err)
{
	const char *name = tda_value(tda_value_of(i))->name;
	const char *why = why_no_event(err, &c->state);

	if (why)
		snprintf(c->reason, sizeof(c->reason), "%s: %s", name, why);
	else
		snprintf(c->reason, sizeof(c->reason),
			 "%s: perf refuses the event, error %ld", name, err);
}

/*
 * Have the event made that counter @i of @cpu, which @c is of, counts; it does
 * not count yet. Returns 0, or an error with the reason noted.
 */
static int create_event(struct tda_cpu *c, unsigned int cpu, unsigned int i)
{
	struct perf_event_attr attr = {
		.size		= sizeof(attr),
		.pinned		= 1,
		.disabled	= 1,
		.exclude_guest	= !count_guests,
	};
	struct tda_counter *k = &c->counter[i];
	struct perf_event *event;

	tda_intel_metrics_attr(i, &attr);
	event = perf_event_create_kernel_counter(&attr, cpu, NULL, NULL, NULL);
	if (IS_ERR(event)) {
		explain(c, i, PTR_ERR(event));
		return PTR_ERR(event);
	}
	k->event = event;
	k->before = k->base + k->last;
	k->base = k->before;
	k->last = 0;
	k->prev = TDA_PREV_TOUCHED;
	return 0;
}

/* A pinned event that finds no counter is in error. */
static int check_event(struct tda_cpu *c, unsigned int i)
{
	if (READ_ONCE(c->counter[i].event->state) == PERF_EVENT_STATE_ACTIVE)
		return 0;
	explain(c, i, 0);
	return -EBUSY;
}

static int enable_event(struct tda_cpu *c, unsigned int i)
{
	perf_event_enable(c->counter[i].event);
	return check_event(c, i);
}

/*
 * Own all counters of @cpu, which @c is of. Returns 0, or an error with state
 * and reason noted; what was made by then is to be released. May sleep.
 *
 * Making events takes long, and what they count before a task can be charged
 * is nobody's: so none begins before all are made, and SLOTS begins last. perf
 * hands out counters in the order in which events were made: each that is
 * enabled may push out a later one, so at the end all are looked at again.
 */
int tda_events_create(struct tda_cpu *c, unsigned int cpu)
{
	unsigned int i;
	int err = 0;

	for (i = 0; !err && i < tda_nr_counters; i++)
		err = create_event(c, cpu, i);
	for (i = tda_nr_counters; !err && i-- > 0;)
		err = enable_event(c, i);
	for (i = 0; !err && i < tda_nr_counters; i++)
		err = check_event(c, i);
	return err;
}
