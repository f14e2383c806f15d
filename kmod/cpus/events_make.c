// SPDX-License-Identifier: GPL-2.0
/* One perf event of a CPU: how it is asked for, and why it cannot be had. */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/perf_event.h>

#include "base/arch_cpu.h"
#include "charge/counter.h"
#include "events.h"
#include "events_private.h"

static bool count_guests;		/* constant */
static bool many_pmus;			/* constant: a PMU for each core_type */

/* @guests: are the counters on while a virtual machine has the CPU? */
void tda_events_init(bool guests)
{
	count_guests = guests;
}

bool tda_events_count_guests(void)
{
	return count_guests;
}

/* Before any event is made: has the machine cores of several types? */
void tda_events_many_pmus(bool many)
{
	many_pmus = many;
}

/* Why perf does not let us have a counter, for people, after its name. */
const char *tda_events_why_not(long err, enum tdacct_state *state)
{
	*state = TDACCT_STATE_WAITING;
	switch (err) {
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

/* Says in @attr what perf is asked for to have counter @i of @c. */
void tda_events_ask_for(const struct tda_cpu *c, unsigned int i,
			struct perf_event_attr *attr)
{
	const struct tda_value *v = tda_value(tda_value_on(c, i));
	bool raw = v->kind == TDACCT_KIND_EVENT || v->unit == TDACCT_UNIT_SLOTS;

	attr->type = raw ? PERF_TYPE_RAW : PERF_TYPE_HARDWARE;
	attr->config = v->config;
	attr->config1 = v->config1;
}

/*
 * Finds the type that perf has for a raw event of @cpu. Where cores are of several
 * types, perf has a PMU for each, and PERF_TYPE_RAW means the first of them. An event
 * that it has a name for finds the right one by itself: so have one made, and see. May
 * sleep.
 */
static int find_raw_type(unsigned int cpu, u32 *type)
{
	struct perf_event_attr attr = {
		.size		= sizeof(attr),
		.type		= PERF_TYPE_HARDWARE,
		.config		= PERF_COUNT_HW_CPU_CYCLES,
		.disabled	= 1,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, cpu, NULL, NULL, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	*type = event->pmu->type;
	perf_event_release_kernel(event);
	return 0;
}

/* An error says that it cannot be learned now, not that perf refuses the event. */
static int set_raw_type(unsigned int cpu, struct perf_event_attr *attr)
{
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);
	int err = 0;

	if (!many_pmus)
		return 0;
	if (!c->raw_type)
		err = find_raw_type(cpu, &c->raw_type);
	if (!err)
		attr->type = c->raw_type;
	return err;
}

/* A pinned event of @cpu as @attr says; it does not count yet. May sleep. */
struct perf_event *tda_events_make(unsigned int cpu,
				   struct perf_event_attr *attr)
{
	int err = 0;

	if (attr->type == PERF_TYPE_RAW)
		err = set_raw_type(cpu, attr);
	if (err)
		return ERR_PTR(err);
	attr->size = sizeof(*attr);
	attr->pinned = 1;
	attr->disabled = 1;
	attr->exclude_guest = !count_guests;
	tda_arch_ask(attr);
	return perf_event_create_kernel_counter(attr, cpu, NULL, NULL, NULL);
}

/* Counter @i of @c is counted by @event from here on. */
void tda_events_take(struct tda_cpu *c, unsigned int i,
		     struct perf_event *event)
{
	struct tda_counter *k = &c->counter[i];
	struct tda_tally *t = &c->tally[i];

	k->event = event;
	t->before = t->base + k->last;
	t->base = t->before;
	k->last = 0;
	k->prev = TDA_PREV_TOUCHED;
}

void tda_events_release_one(struct tda_cpu *c, unsigned int i)
{
	if (c->counter[i].event)
		perf_event_release_kernel(c->counter[i].event);
	c->counter[i].event = NULL;
}
