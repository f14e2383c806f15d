// SPDX-License-Identifier: GPL-2.0
/*
 * Which events fit beside which: at load, and for another set.
 *
 * Which counters an event may have, perf alone knows. So it is asked before
 * anything counts, on one CPU: the events are enabled one after the other, and
 * what gets no counter beside those before it is left out. Otherwise nothing
 * would ever count.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>

#include "base/arch.h"
#include "charge/counter.h"
#include "events.h"
#include "events_private.h"

struct trial {
	struct perf_event	*held[TDA_MAX_COUNTERS]; /* come before all */
	unsigned int		nr_held;
	struct perf_event	*extra[TDA_MAX_EVENTS];	/* that got one */
	unsigned int		nr;
	unsigned int		nr_own;	/* the first were not asked for */
};

/*
 * As the parameter of the module has it. Where no event has an extra register,
 * the module itself has set config1 (tda_arch_ask()), and no user gave it.
 */
static const char *text_of(char to[TDA_EVENT_TEXT],
			   const struct perf_event *event)
{
	const struct tda_event e = {
		.config = event->attr.config,
		.config1 = tda_arch_raw()->registers ? event->attr.config1 : 0,
	};

	return tda_event_text(to, &e);
}

static struct perf_event_attr raw_attr(const struct tda_event *e)
{
	return (struct perf_event_attr){
		.type		= PERF_TYPE_RAW,
		.config		= e->config,
		.config1	= e->config1,
	};
}

/*
 * An event for the trial. It takes a counter as any other would, but counts in
 * no mode: what it counted would be in no record.
 */
static struct perf_event *make_mute(unsigned int cpu,
				    struct perf_event_attr *attr)
{
	attr->exclude_user = 1;
	attr->exclude_kernel = 1;
	return tda_events_make(cpu, attr);
}

static unsigned int nr_with_counter(const struct trial *t)
{
	unsigned int i, nr = 0;

	for (i = 0; i < t->nr_held; i++)
		nr += tda_events_has_counter(t->held[i]);
	for (i = 0; i < t->nr; i++)
		nr += tda_events_has_counter(t->extra[i]);
	return nr;
}

/* Enable @event. Does it get a counter, and takes none away? */
static bool gets_counter(const struct trial *t, struct perf_event *event)
{
	unsigned int before = nr_with_counter(t);

	perf_event_enable(event);
	return tda_events_has_counter(event) && nr_with_counter(t) == before;
}

/* Would @event have a counter if extra event @i were not there? */
static bool competes(const struct trial *t, unsigned int i,
		     struct perf_event *event)
{
	bool got;

	perf_event_disable(t->extra[i]);
	got = gets_counter(t, event);
	perf_event_disable(event);
	perf_event_enable(t->extra[i]);
	return got;
}

/* Lists the extra events that have the counters which @event needs; none: others have. */
static void name_competitors(const struct trial *t, struct perf_event *event,
			     char *names, size_t size)
{
	char text[TDA_EVENT_TEXT];
	size_t len = 0;
	unsigned int i;

	names[0] = '\0';
	for (i = 0; i < t->nr; i++) {
		int counter = tda_arch_counter(t->extra[i]);

		if (competes(t, i, event))
			len += scnprintf(names + len, size - len,
					 "%s%s on counter %d", len ? ", " : "",
					 text_of(text, t->extra[i]), counter);
	}
}

/* An event that nobody asked for may give way, as to the NMI watchdog. */
static void tell_left_out(const struct trial *t, unsigned int i,
			  const struct tda_event *e, const char *why)
{
	char text[TDA_EVENT_TEXT];

	tda_event_text(text, e);
	if (i < t->nr_own)
		pr_notice("events[%u]=%s is left out: %s\n", i, text, why);
	else
		pr_err("events[%u]=%s is left out: %s\n", i, text, why);
}

static void leave_out(const struct trial *t, unsigned int i,
		      const struct tda_event *e, struct perf_event *event)
{
	char names[240], why[280];

	perf_event_disable(event);
	name_competitors(t, event, names, sizeof(names));
	if (names[0])
		snprintf(why, sizeof(why), "it competes for counters with %s",
			 names);
	else
		snprintf(why, sizeof(why), "no free counter that can count it; somebody else holds it (perf, the NMI watchdog, a profiler)");
	tell_left_out(t, i, e, why);
}

static void begin_trial(struct trial *t, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < tda_nr_fixed(); i++) {
		struct perf_event_attr attr = { };
		struct perf_event *event;

		tda_events_ask_for(per_cpu_ptr(&tda_cpus, cpu), i, &attr);
		event = make_mute(cpu, &attr);
		if (IS_ERR(event))
			continue;
		t->held[t->nr_held++] = event;
		perf_event_enable(event);
	}
}

/* Does the @i-th event fit, which is @e? Then it is kept. */
static bool try_event(struct trial *t, unsigned int cpu, unsigned int i,
		      const struct tda_event *e)
{
	struct perf_event_attr attr = raw_attr(e);
	struct perf_event *event = make_mute(cpu, &attr);
	char why[64];

	if (IS_ERR(event)) {
		snprintf(why, sizeof(why), "perf refuses it, error %ld",
			 PTR_ERR(event));
		tell_left_out(t, i, e, why);
		return false;
	}
	if (gets_counter(t, event)) {
		t->extra[t->nr++] = event;
		return true;
	}
	leave_out(t, i, e, event);
	perf_event_release_kernel(event);
	return false;
}

/**
 * tda_events_fit - leave out what would keep everything from counting
 * @cpu: try it there
 * @events: raw ones that are wanted; those that fit are moved together
 * @nr: how many are wanted
 * @nr_own: the first of them were not asked for
 *
 * Says what is left out and which others it competes with. The caller keeps
 * CPUs from coming and going. May sleep.
 *
 * Return: how many fit.
 */
unsigned int tda_events_fit(unsigned int cpu, struct tda_event *events,
			    unsigned int nr, unsigned int nr_own)
{
	struct trial t = { .nr_own = nr_own };
	unsigned int i, kept;

	if (!nr)
		return 0;
	begin_trial(&t, cpu);
	for (i = 0; i < nr; i++)
		if (try_event(&t, cpu, i, &events[i]))
			events[t.nr - 1] = events[i];
	kept = t.nr;
	while (t.nr)
		perf_event_release_kernel(t.extra[--t.nr]);
	while (t.nr_held)
		perf_event_release_kernel(t.held[--t.nr_held]);
	return kept;
}

/* Let go of the set's events, whatever set that is. May sleep. */
void tda_events_release_set(struct tda_cpu *c)
{
	unsigned int i;

	for (i = tda_nr_kept; i < TDA_MAX_COUNTERS; i++)
		tda_events_release_one(c, i);
}

/* Have the events of @set made; none counts yet. */
static int make_set(struct tda_cpu *c, unsigned int cpu,
		    const struct tda_set *set, unsigned int *i)
{
	for (*i = 0; *i < set->nr; ++*i) {
		struct perf_event_attr attr = raw_attr(&set->event[*i]);
		struct perf_event *event = tda_events_make(cpu, &attr);

		if (IS_ERR(event))
			return PTR_ERR(event);
		tda_events_take(c, tda_nr_kept + *i, event);
	}
	return 0;
}

/* For people: perf does not let @event count on @cpu, beside the others. */
static void tell_no_counter(const struct trial *t, unsigned int cpu,
			    struct perf_event *event, char *why, size_t size)
{
	char names[160], text[TDA_EVENT_TEXT];

	perf_event_disable(event);
	name_competitors(t, event, names, sizeof(names));
	snprintf(why, size, "CPU %u cannot count %s with the others: %s%s",
		 cpu, text_of(text, event),
		 names[0] ? "it competes for counters with " :
			    "no free counter that can count it; what is counted in any case has it, or somebody else (perf, the NMI watchdog, a profiler)",
		 names);
}

static void tell_refused(unsigned int cpu, const struct tda_event *e, int err,
			 char *why, size_t size)
{
	enum tdacct_state unused;
	char text[TDA_EVENT_TEXT];

	snprintf(why, size, "CPU %u cannot count %s: %s, error %d", cpu,
		 tda_event_text(text, e),
		 tda_events_why_not(err, &unused) ?: "perf refuses the event",
		 err);
}

/**
 * tda_events_try_set - have another set counted, all of it or nothing
 * @c: the CPU, which has let go of the set before
 * @cpu: its number
 * @set: what to count
 * @why: room for a text for people
 * @size: of it
 *
 * What else the CPU counts goes on. If it worked, the events count, and the CPU
 * shall regain them when the set is @set. If not, they are to be released. May
 * sleep.
 *
 * Return: 0, or an error with @why naming the event and who competes with it.
 */
int tda_events_try_set(struct tda_cpu *c, unsigned int cpu,
		       const struct tda_set *set, char *why, size_t size)
{
	struct trial t = { };
	unsigned int i;
	int err;

	err = make_set(c, cpu, set, &i);
	if (err) {
		tell_refused(cpu, &set->event[i], err, why, size);
		return err;
	}
	for (i = 0; i < tda_nr_kept; i++)
		if (!tda_events_is_missing(c, i) && tda_events_has(c, i))
			t.held[t.nr_held++] = c->counter[i].event;
	for (i = tda_nr_kept; t.nr < set->nr; i++) {
		struct perf_event *event = c->counter[i].event;

		if (!gets_counter(&t, event)) {
			tell_no_counter(&t, cpu, event, why, size);
			return -EBUSY;
		}
		t.extra[t.nr++] = event;
	}
	return 0;
}
