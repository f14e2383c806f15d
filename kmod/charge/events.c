// SPDX-License-Identifier: GPL-2.0
/*
 * The perf events of a CPU: have them made, enabled and released, and say why
 * that cannot be. perf sees pinned events like any other user's.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "base/arch_cpu.h"
#include "counter.h"
#include "events.h"
#include "kind.h"

static bool count_guests;		/* constant */
static bool many_pmus;			/* constant: a PMU for each sort of core */

/* @guests: are the counters on while a virtual machine has the CPU? */
void tda_events_init(bool guests)
{
	count_guests = guests;
}

bool tda_events_count_guests(void)
{
	return count_guests;
}

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

static void release_event(struct tda_cpu *c, unsigned int i)
{
	if (c->counter[i].event)
		perf_event_release_kernel(c->counter[i].event);
	c->counter[i].event = NULL;
}

/* May sleep. */
void tda_events_release(struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_counters_of(c); i++)
		release_event(c, i);
}

/* Why perf does not let us have a counter, for people, after its name. */
static const char *why_no_event(long err, enum tdacct_state *state)
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

/* What is said when perf does not let us have counter @i. */
static void explain(struct tda_cpu *c, unsigned int i, long err)
{
	const char *name = tda_value(tda_value_on(c, i))->name;
	const char *why = why_no_event(err, &c->state);

	if (why)
		snprintf(c->reason, sizeof(c->reason), "%s: %s", name, why);
	else
		snprintf(c->reason, sizeof(c->reason),
			 "%s: perf refuses the event, error %ld", name, err);
}

/* What counter @i of @c is to perf. */
static void ask_for(const struct tda_cpu *c, unsigned int i,
		    struct perf_event_attr *attr)
{
	const struct tda_value *v = tda_value(tda_value_on(c, i));

	if (v->kind != TDACCT_KIND_EVENT) {
		tda_kind_of(c)->attr(i, attr);
		return;
	}
	attr->type = PERF_TYPE_RAW;
	attr->config = v->config;
	attr->config1 = v->config1;
}

/* Before any event is made: has the machine cores of different sorts? */
void tda_events_many_pmus(bool many)
{
	many_pmus = many;
}

/*
 * What perf calls a raw event of @cpu. Where cores are of different sorts, perf has
 * a PMU for each, and PERF_TYPE_RAW means the first of them. An event that it has a
 * name for finds the right one by itself: so have one made, and see. May sleep.
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

/* If it cannot be learned now, nobody may conclude that perf refuses the event. */
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
static struct perf_event *make_event(unsigned int cpu,
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
static void take_event(struct tda_cpu *c, unsigned int i,
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

/*
 * Have the event made that counter @i of @cpu, which @c is of, counts; it does
 * not count yet. Returns 0, or an error.
 */
static int create_event(struct tda_cpu *c, unsigned int cpu, unsigned int i)
{
	struct perf_event_attr attr = { };
	struct perf_event *event;

	ask_for(c, i, &attr);
	event = make_event(cpu, &attr);
	if (IS_ERR(event))
		return PTR_ERR(event);
	take_event(c, i, event);
	return 0;
}

/*
 * Has @event, which was enabled, a counter? Otherwise it is in error, as it is
 * pinned. One that is inactive has: we look from another CPU, and perf takes
 * all events of a CPU off and puts them on again for each switch between
 * cgroups that it counts, and for each event of others.
 */
static bool has_counter(const struct perf_event *event)
{
	return event && READ_ONCE(event->state) >= PERF_EVENT_STATE_INACTIVE;
}

static int check_event(struct tda_cpu *c, unsigned int i)
{
	return has_counter(c->counter[i].event) ? 0 : -EBUSY;
}

static int enable_event(struct tda_cpu *c, unsigned int i)
{
	perf_event_enable(c->counter[i].event);
	return check_event(c, i);
}

static bool is_missing(const struct tda_cpu *c, unsigned int i)
{
	/* Once the bit is set, the CPU looks at the event no more. */
	return smp_load_acquire(&c->missing) & 1U << i;
}

static bool has_event(const struct tda_cpu *c, unsigned int i)
{
	return c->counter[i].event;
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
		if (is_missing(c, i))
			len += scnprintf(c->without + len, size - len, "%s%s",
					 len ? ", " : "without ",
					 tda_value(tda_value_on(c, i))->name);
	scnprintf(c->without + len, size - len, ": %s", why);
}

static const char *why_missing(int err)
{
	enum tdacct_state unused;

	return why_no_event(err, &unused) ?: "perf refuses the event";
}

/* @c, which does not count yet, will do so without counter @i. */
static void do_without(struct tda_cpu *c, unsigned int i, int err)
{
	release_event(c, i);
	if (!c->missing)
		c->gap_from = c->tally[0].base + c->counter[0].last;
	c->missing |= 1U << i;
	name_missing(c, why_missing(err));
}

/*
 * What comes of it that counter @i of @c met @err: what is counted on request
 * can be done without. Returns 0, or the error with the reason noted.
 */
static int settle(struct tda_cpu *c, unsigned int i, int err)
{
	if (!err)
		return 0;
	if (i < tda_nr_fixed_of(c)) {
		explain(c, i, err);
		return err;
	}
	do_without(c, i, err);
	return 0;
}

/* Is that counter reference cycles, which were asked for? */
static bool is_ref_cycles(const struct tda_cpu *c, unsigned int i)
{
	return i >= tda_nr_fixed_of(c) &&
	       tda_value(tda_value_on(c, i))->kind == TDACCT_KIND_FIXED;
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

	if (n < first || !is_ref_cycles(c, first))
		return n;
	return n == nr - 1 ? first : n + 1;
}

/*
 * Own all counters of @cpu, which @c is of; those of what is counted on request
 * as far as they are to be had. Returns 0, or an error with state and reason
 * noted; what was made by then is to be released. May sleep.
 *
 * Making events takes long, and what they count before a task can be charged
 * is nobody's: so none begins before all are made, and SLOTS begins last. perf
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
		if (has_event(c, i))
			err = settle(c, i, enable_event(c, i));
	for (i = 0; !err && i < tda_nr_counters_of(c); i++)
		if (has_event(c, i))
			err = settle(c, i, check_event(c, i));
	return err;
}

/* ---- what is missing while the rest is counted --------------------------- */

/* Has @c lost a counter, and the event is there still? */
bool tda_events_lost(const struct tda_cpu *c)
{
	unsigned int i;

	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++)
		if (is_missing(c, i) && has_event(c, i))
			return true;
	return false;
}

/* Let go of events that are missing, @why. May sleep. */
void tda_events_drop_missing(struct tda_cpu *c, const char *why)
{
	unsigned int i;

	for (i = tda_nr_fixed_of(c); i < tda_nr_counters_of(c); i++)
		if (is_missing(c, i))
			release_event(c, i);
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
		if (!is_missing(c, i) || has_event(c, i))
			continue;
		err = create_event(c, cpu, i) ?: enable_event(c, i);
		if (!err)
			continue;
		release_event(c, i);
		why = why_missing(err);
	}
	return why;
}

/* ---- what fits beside what ----------------------------------------------- */

/*
 * Which counters an event may have, perf alone knows. So it is asked before
 * anything counts, on one CPU: the events are enabled one after the other, and
 * what gets no counter beside those before it is left out. Otherwise nothing
 * would ever count.
 */
struct trial {
	struct perf_event	*held[TDA_MAX_COUNTERS]; /* come before all */
	unsigned int		nr_held;
	struct perf_event	*extra[TDA_MAX_EVENTS];	/* that got one */
	unsigned int		nr;
	unsigned int		nr_own;	/* the first were not asked for */
};

/* As the parameter of the module has it. */
static const char *text_of(char to[TDA_EVENT_TEXT],
			   const struct perf_event *event)
{
	const struct tda_event e = {
		.config = event->attr.config, .config1 = event->attr.config1,
	};

	return tda_event_text(to, &e);
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
	return make_event(cpu, attr);
}

static unsigned int nr_with_counter(const struct trial *t)
{
	unsigned int i, nr = 0;

	for (i = 0; i < t->nr_held; i++)
		nr += has_counter(t->held[i]);
	for (i = 0; i < t->nr; i++)
		nr += has_counter(t->extra[i]);
	return nr;
}

/* Enable @event. Does it get a counter, and takes none away? */
static bool gets_counter(const struct trial *t, struct perf_event *event)
{
	unsigned int before = nr_with_counter(t);

	perf_event_enable(event);
	return has_counter(event) && nr_with_counter(t) == before;
}

static struct perf_event *make_raw(unsigned int cpu, const struct tda_event *e)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_RAW,
		.config		= e->config,
		.config1	= e->config1,
	};

	return make_mute(cpu, &attr);
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

/* Who has the counters that @event needs: a list of ours, or somebody else. */
static void name_competitors(const struct trial *t, struct perf_event *event,
			     char *names, size_t size)
{
	char text[TDA_EVENT_TEXT];
	size_t len = 0;
	unsigned int i;

	names[0] = '\0';
	for (i = 0; i < t->nr; i++) {
		int counter = READ_ONCE(t->extra[i]->hw.idx);

		if (competes(t, i, event))
			len += scnprintf(names + len, size - len,
					 "%s%s on counter %d", len ? ", " : "",
					 text_of(text, t->extra[i]), counter);
	}
}

/* What the kind of counters counts unasked may give way, as to the NMI watchdog. */
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

	for (i = 0; i < tda_nr_fixed; i++) {
		struct perf_event_attr attr = { };
		struct perf_event *event;

		ask_for(per_cpu_ptr(&tda_cpus, cpu), i, &attr);
		event = make_mute(cpu, &attr);
		if (IS_ERR(event))
			continue;
		t->held[t->nr_held++] = event;
		perf_event_enable(event);
	}
}

static void end_trial(struct trial *t)
{
	while (t->nr)
		perf_event_release_kernel(t->extra[--t->nr]);
	while (t->nr_held)
		perf_event_release_kernel(t->held[--t->nr_held]);
}

/* Does the @i-th event fit, which is @e? Then it is kept. */
static bool try_event(struct trial *t, unsigned int cpu, unsigned int i,
		      const struct tda_event *e)
{
	struct perf_event *event = make_raw(cpu, e);
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
	end_trial(&t);
	return kept;
}

/* ---- another set --------------------------------------------------------- */

/* Let go of the set's events, whatever set that is. May sleep. */
void tda_events_release_set(struct tda_cpu *c)
{
	unsigned int i;

	for (i = tda_nr_kept; i < TDA_MAX_COUNTERS; i++)
		release_event(c, i);
}

/* What else @c has goes on counting. */
static void hold_kept(struct trial *t, const struct tda_cpu *c)
{
	unsigned int i;

	for (i = 0; i < tda_nr_kept; i++)
		if (!is_missing(c, i) && has_event(c, i))
			t->held[t->nr_held++] = c->counter[i].event;
}

/* Have the events of @set made; none counts yet. */
static int make_set(struct tda_cpu *c, unsigned int cpu,
		    const struct tda_set *set, unsigned int *i)
{
	for (*i = 0; *i < set->nr; ++*i) {
		struct perf_event_attr attr = {
			.type		= PERF_TYPE_RAW,
			.config		= set->event[*i].config,
			.config1	= set->event[*i].config1,
		};
		struct perf_event *event = make_event(cpu, &attr);

		if (IS_ERR(event))
			return PTR_ERR(event);
		take_event(c, tda_nr_kept + *i, event);
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
		 tda_event_text(text, e), why_no_event(err, &unused) ?: "perf refuses the event",
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
	hold_kept(&t, c);
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
