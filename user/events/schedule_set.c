// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "event_parse.h"
#include "schedule_set.h"

#define FIXED(_n) (UINT64_C(1) << (COUNTER_FIXED + (_n)))
#define GENERAL ((UINT64_C(1) << COUNTER_FIXED) - 1)

/* event, umask, edge, any, inv, cmask: others the module does not take. */
#define MODULE_BITS UINT64_C(0xffa4ffff)
/* On AMD, codes have four bits more, and there is no "any". */
#define MODULE_BITS_LONG UINT64_C(0xfff84ffff)
#define REF_CYCLES UINT64_C(0x300)

static void add_always(struct set_schedule *a, const char *name, uint64_t config,
		       uint64_t counters)
{
	struct event *e = &a->event[a->nr++];

	*e = (struct event){ .config = config, .counters = counters };
	snprintf(e->name, sizeof(e->name), "%s", name);
}

/*
 * The kernel lets instructions and cycles move to a general counter, slots not.
 * On AMD's CPUs that is all there is; Arm's have a counter of cycles. PERF_METRICS,
 * where there is such a thing, is one more to be read.
 */
static void begin(struct set_schedule *a, const struct schedule_request *r)
{
	uint64_t cycles = r->data->cycles ? r->data->cycles : 0x3c;
	uint64_t general = r->data->counters & GENERAL;
	uint64_t can = general | (r->data->cycles ? r->data->counters &
				  FIXED(1) : FIXED(1));
	const struct event_set *own = &r->data->always;
	bool slots = r->data->counters & FIXED(3);
	struct event_error why;

	if (slots)
		add_always(a, "slots", 0x400, FIXED(3));
	if (!r->data->cycles)
		add_always(a, "instructions", 0xc0, FIXED(0) | general);
	add_always(a, "cycles", cycles, can);
	if (r->watchdog)
		add_always(a, "cycles of the NMI watchdog", cycles, can);
	/* The data was read, so these are known. */
	for (unsigned int i = 0; i < own->nr_events; i++)
		if (!event_parse(&a->event[a->nr], r->data, own->event[i], &why))
			a->nr++;
	a->fixed = !r->data->cycles;
	a->always = a->nr - r->watchdog + slots;
	a->first = a->nr;
}

/* The index of the same event from @from on below @end, or @end. */
static unsigned int find_same(const struct set_schedule *a, const struct event *e,
			      unsigned int from, unsigned int end)
{
	while (from < end && (a->event[from].config != e->config ||
			      a->event[from].config1 != e->config1))
		from++;
	return from;
}

static void ask(struct set_schedule *a, const struct schedule_request *r,
		const struct event *e)
{
	struct asked_event *to = &a->asked[a->nr_asked++];

	if (e->value || find_same(a, e, 0, a->first) < a->first) {
		to->kind = ASKED_FREE;
		return;
	}
	to->guessed = !e->counters;
	to->index = find_same(a, e, a->first, a->nr);
	to->kind = to->index < a->nr ? ASKED_AGAIN : ASKED_COUNTER;
	if (to->kind == ASKED_AGAIN)
		return;
	a->event[a->nr++] = *e;
	if (to->guessed)
		a->event[to->index].counters = r->data->counters & GENERAL;
}

int schedule_set(struct set_schedule *a, const struct schedule_request *r)
{
	uint64_t keep;

	memset(a, 0, sizeof(*a));
	if (!r->data->counters)
		return -ENODATA;
	begin(a, r);
	for (unsigned int i = 0; i < r->nr; i++)
		ask(a, r, &r->event[i]);
	keep = (UINT64_C(1) << a->first) - 1;
	schedule_find(&a->fit, a->event, a->nr, r->data->counters & ~r->without,
		      keep);
	a->reads = a->always + a->nr - a->first;
	return 0;
}

static int refuse(struct event_error *why, const struct event *e,
		  const char *reason)
{
	snprintf(why->text, sizeof(why->text), "the module cannot count '%s' yet: %s",
		 e->name, reason);
	return -ENOTSUP;
}

static int check(const struct event *e, bool fixed, struct event_error *why)
{
	if (e->extra == EXTRA_OTHER || (e->extra != EXTRA_NONE && !fixed))
		return refuse(why, e, EVENT_REGISTER);
	if (e->config == REF_CYCLES && fixed)
		return 0;
	if (!(e->config & 0xff) && fixed)
		return refuse(why, e, "only a fixed counter has it");
	if (e->config & ~(fixed ? MODULE_BITS : MODULE_BITS_LONG))
		return refuse(why, e, "its umask has more than eight bits");
	return 0;
}

struct line {
	char *to;
	size_t size;
	size_t len;
	unsigned int nr;
};

static void put_number(struct line *l, const char *before, uint64_t number)
{
	if (l->len < l->size)
		l->len += (size_t)snprintf(l->to + l->len, l->size - l->len,
					   "%s%#" PRIx64, before, number);
}

int schedule_set_parameter(const struct set_schedule *a, char *to, size_t size,
			   struct event_error *why)
{
	struct line l = { .to = to, .size = size };
	bool ref_cycles = false;

	*to = 0;
	for (unsigned int i = a->first; i < a->nr; i++) {
		const struct event *e = &a->event[i];
		int err = check(e, a->fixed, why);

		if (err)
			return err;
		if (e->config == REF_CYCLES) {
			ref_cycles = true;
			continue;
		}
		if (l.nr == MODULE_EVENTS_MAX)
			return refuse(why, e, "it takes eight events");
		put_number(&l, l.nr++ ? "," : "events=", e->config);
		if (e->config1)
			put_number(&l, ":", e->config1);
	}
	if (ref_cycles && l.len < size)
		snprintf(to + l.len, size - l.len, "%sref_cycles=1",
			 l.nr ? " " : "");
	return 0;
}
