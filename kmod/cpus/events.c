// SPDX-License-Identifier: GPL-2.0
/*
 * The perf events of a CPU: have them made, enabled and released, and say why
 * that cannot be. perf sees pinned events like any other user's.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "charge/counter.h"
#include "events.h"
#include "events_private.h"

/*
 * Have them count no more. False if not all were made of those that are always
 * counted: then none was enabled. May sleep.
 */
bool tda_events_disable(struct tda_cpu *c)
{
	unsigned int i, made = 0;

	for (i = 0; i < tda_nr_counters_of(c); i++)
		if (c->counter[i].event) {
			perf_event_disable(c->counter[i].event);
			made += i < tda_nr_fixed_of(c);
		}
	return made == tda_nr_fixed_of(c);
}

/* May sleep. */
void tda_events_release(struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_counters_of(c); i++)
		tda_events_release_one(c, i);
}

/* Notes for people why perf does not let @c have counter @i: @err. */
static void explain(struct tda_cpu *c, unsigned int i, long err)
{
	const char *name = tda_value(tda_value_on(c, i))->name;
	const char *why = tda_events_why_not(err, &c->state);

	if (why)
		snprintf(c->reason, sizeof(c->reason), "%s: %s", name, why);
	else
		snprintf(c->reason, sizeof(c->reason),
			 "%s: perf refuses the event, error %ld", name, err);
}

/*
 * Have the event made that counter @i of @cpu, which @c is of, counts; it does
 * not count yet. Returns 0, or an error.
 */
static int create_event(struct tda_cpu *c, unsigned int cpu, unsigned int i)
{
	struct perf_event_attr attr = { };
	struct perf_event *event;

	tda_events_ask_for(c, i, &attr);
	event = tda_events_make(cpu, &attr);
	if (IS_ERR(event))
		return PTR_ERR(event);
	tda_events_take(c, i, event);
	return 0;
}

static int check_event(struct tda_cpu *c, unsigned int i)
{
	return tda_events_has_counter(c->counter[i].event) ? 0 : -EBUSY;
}

static int enable_event(struct tda_cpu *c, unsigned int i)
{
	perf_event_enable(c->counter[i].event);
	return check_event(c, i);
}

/* Name in @c->without what @c does not count, and @why. */
static void name_missing(struct tda_cpu *c, const char *why)
{
	size_t len = 0, size = sizeof(c->without);
	unsigned int i;

	c->without[0] = '\0';
	if (!c->missing)
		return;
	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++)
		if (tda_events_is_missing(c, i))
			len += scnprintf(c->without + len, size - len, "%s%s",
					 len ? ", " : "without ",
					 tda_value(tda_value_on(c, i))->name);
	scnprintf(c->without + len, size - len, ": %s", why);
}

static const char *why_missing(int err)
{
	enum tdacct_state unused;

	return tda_events_why_not(err, &unused) ?: "perf refuses the event";
}

/*
 * Settles that counter @i of @c, which does not count yet, met @err: @c counts without
 * what is counted on request. Returns 0, or the error with the reason noted.
 */
static int settle(struct tda_cpu *c, unsigned int i, int err)
{
	if (!err)
		return 0;
	if (i < tda_nr_fixed_of(c)) {
		explain(c, i, err);
		return err;
	}
	tda_events_release_one(c, i);
	if (!c->missing)
		c->gap_from = c->tally[0].base + c->counter[0].last;
	c->missing |= 1U << i;
	name_missing(c, why_missing(err));
	return 0;
}

/*
 * The counter that is made at place @n. When perf finds no counter for a pinned event,
 * it gives none to those that were made later either, until they are asked for
 * anew. Reference cycles have one counter only, and that is where others want
 * them, too: they come last, so that whoever takes it takes nothing else.
 */
static unsigned int made_at(const struct tda_cpu *c, unsigned int n)
{
	unsigned int first = tda_nr_fixed_of(c), nr = tda_nr_counters_of(c);

	if (n < first ||
	    tda_value(tda_value_on(c, first))->kind != TDACCT_KIND_FIXED)
		return n;
	return n == nr - 1 ? first : n + 1;
}

/*
 * Own all counters of @cpu, which @c is of; those of what is counted on request
 * as far as they are to be had. Returns 0, or an error with state and reason
 * noted; what was made by then is to be released. May sleep.
 *
 * Making events takes long, and no task is charged what they count before that is
 * done: so none begins before all are made, and SLOTS begins last. perf
 * hands out counters in the order in which events were made: each that is
 * enabled may push out a later one, so at the end all are looked at again.
 */
int tda_events_create(struct tda_cpu *c, unsigned int cpu)
{
	unsigned int i, n;
	int err = 0;

	c->missing = 0;
	c->without[0] = '\0';
	for (n = 0; !err && n < tda_nr_counters_of(c); n++) {
		i = made_at(c, n);
		err = settle(c, i, create_event(c, cpu, i));
	}
	for (i = tda_nr_counters_of(c); !err && i-- > 0;)
		if (tda_events_has(c, i))
			err = settle(c, i, enable_event(c, i));
	for (i = 0; !err && i < tda_nr_counters_of(c); i++)
		if (tda_events_has(c, i))
			err = settle(c, i, check_event(c, i));
	return err;
}

/* Has @c lost a counter, and the event is there still? */
bool tda_events_lost(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++)
		if (tda_events_is_missing(c, i) && tda_events_has(c, i))
			return true;
	return false;
}

/*
 * An event as the first that @cpu counts, which is never enabled: it is in perf's
 * list of the CPU, and has no counter. An error pointer where there is none. May sleep.
 */
struct perf_event *tda_events_make_idle(unsigned int cpu)
{
	struct perf_event_attr attr = { };

	tda_events_ask_for(per_cpu_ptr(&tda_cpus, cpu), 0, &attr);
	return tda_events_make(cpu, &attr);
}

/* Let go of events that are missing, @why. May sleep. */
void tda_events_drop_missing(struct tda_cpu *c, const char *why)
{
	unsigned int i;

	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++)
		if (tda_events_is_missing(c, i))
			tda_events_release_one(c, i);
	name_missing(c, why);
}

/*
 * Ask perf once more for what is missing on @cpu, which @c is of: by new events,
 * since an older one would take the counter from whoever has it now. What is to
 * be had counts when this returns, and the CPU shall regain it. Returns why the
 * rest is not. May sleep.
 */
const char *tda_events_ask_again(struct tda_cpu *c, unsigned int cpu)
{
	const char *why = "taken away again";
	unsigned int i;
	int err;

	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++) {
		/* One that was lost a moment ago has its event still. */
		if (!tda_events_is_missing(c, i) || tda_events_has(c, i))
			continue;
		err = create_event(c, cpu, i) ?: enable_event(c, i);
		if (!err)
			continue;
		tda_events_release_one(c, i);
		why = why_missing(err);
	}
	return why;
}
