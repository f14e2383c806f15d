// SPDX-License-Identifier: GPL-2.0
/*
 * Does the kernel find counters for just those sets of events of which the tool
 * says that they fit? Each set is tried beside what the module counts in any case,
 * and beside the NMI watchdog if that is on. Does not need the module.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/families.h"
#include "events/schedule_set.h"
#include "harness.h"
#include "perf.h"
#include "sets.h"

static const char usage[] =
"usage: admission [OPTION...] [ROW...]\n"
"       admission --try EVENT,...\n"
"\n"
"Tries all pairs, and sets at random, of the events of this CPU's table, and\n"
"whether the kernel counts those at the same time of which the tool says that\n"
"they fit; or says that of one set.\n"
"\n"
"  --among EVENT,...     these are among the events, besides those of the table,\n"
"                        and any three of them are tried, too\n"
"  --no-hyper-threading  so older CPUs have twice the counters\n";

/* The numbers that are to be seen at least, of answers of a kind. */
enum { OFTEN = 100, SOMETIMES = 20 };

enum { TOLD_MAX = 10, SEED = 20260101 };

static const char *among;
static bool without_ht;

static bool watchdog_is_on(void)
{
	FILE *f = fopen("/proc/sys/kernel/nmi_watchdog", "re");
	int on = 0;

	check(f, "this kernel has no NMI watchdog that could be asked for");
	if (fscanf(f, "%d", &on) != 1)
		on = 0;
	fclose(f);
	return on;
}

static struct event_data *this_cpu(void)
{
	struct event_machine m;
	struct event_data *d;

	check(!event_machine_read(&m, "/proc/cpuinfo") &&
	      !families_of_machine(&d, &m),
	      "the tool has no table for this CPU");
	if (without_ht)
		event_data_without_ht(d);
	return d;
}

/* What a row works with. */
struct trial {
	struct pool pool;
	bool watchdog;
	unsigned int tried;
	unsigned int fit;
	unsigned int other;	/* answers that the watchdog makes others */
	unsigned int disagreed;
};

static void begin(struct trial *t)
{
	memset(t, 0, sizeof(*t));
	t->watchdog = watchdog_is_on();
	pool_fill(&t->pool, this_cpu(), among);
}

static void admit_set(struct set_schedule *a, const struct trial *t,
		      const struct set *s, bool watchdog)
{
	const struct schedule_request r = {
		.data = t->pool.data, .event = s->event, .nr = s->nr,
		.watchdog = watchdog,
	};

	check(!schedule_set(a, &r), "the table does not say which counters there are");
}

/* What the tool says, by itself. */
static bool judge(struct set_schedule *a, struct trial *t, const struct set *s)
{
	admit_set(a, t, s, !t->watchdog);
	t->other -= a->fit.fits;
	admit_set(a, t, s, t->watchdog);
	t->other += a->fit.fits;
	t->tried++;
	t->fit += a->fit.fits;
	return a->fit.fits;
}

static void tell(struct trial *t, const struct set *s,
		 const struct set_schedule *a, int without)
{
	char text[900];

	if (t->disagreed++ >= TOLD_MAX)
		return;
	set_print(s, text, sizeof(text));
	note("the tool says that these %s; the kernel has %s%s: %s",
	     a->fit.fits ? "fit" : "do not fit",
	     without == PERF_ALL ? "counters for all" : "none for ",
	     without == PERF_ALL ? "" : a->event[a->first + without].name,
	     text);
}

/* What it says, and what the kernel does, which has the first events already. */
static void compare_from(struct trial *t, const struct set *s,
			 unsigned int first)
{
	struct set_schedule a;
	bool fits = judge(&a, t, s);
	int without;

	a.first += first;
	without = perf_try(a.event + a.first, a.nr - a.first);
	if (fits != (without == PERF_ALL))
		tell(t, s, &a, without);
}

static void compare(struct trial *t, const struct set *s)
{
	compare_from(t, s, 0);
}

static void end(const struct trial *t)
{
	check(!t->disagreed, "%u of %u sets", t->disagreed, t->tried);
	note("%u sets, of which %u fit", t->tried, t->fit);
}

static void hold(const struct trial *t)
{
	/*
	 * The module has slots where a fixed counter has them, and instructions
	 * where these have one: elsewhere they give way to a set.
	 */
	perf_hold(t->pool.data->counters >> (COUNTER_FIXED + 3) & 1,
		  !t->pool.data->cycles, t->pool.always, t->pool.nr_always);
}

static void for_random(struct trial *t,
		       void (*each)(struct trial *t, const struct set *s))
{
	uint64_t seed = SEED;
	struct set s;

	for (unsigned int i = 0; i < RANDOM_SETS; i++) {
		set_random(&s, &t->pool, &seed);
		each(t, &s);
	}
}

static void all_pairs(void)
{
	static struct trial t;
	struct set s;

	begin(&t);
	hold(&t);
	for (unsigned int i = 0; i < t.pool.nr; i++)
		for (unsigned int j = 0; j < i; j++) {
			set_pair(&s, &t.pool, i, j);
			compare(&t, &s);
		}
	end(&t);
}

/* Of a register it matters who comes first, and who wants the same of it. */
static void threes(void)
{
	static struct trial t;
	struct set s;

	begin(&t);
	hold(&t);
	for (unsigned int n = 0; set_three(&s, &t.pool, n); n++)
		compare(&t, &s);
	end(&t);
}

static void random_sets(void)
{
	static struct trial t;

	begin(&t);
	hold(&t);
	for_random(&t, compare);
	end(&t);
}

/* Less what the watchdog and the module have. */
static void fill(struct trial *t, struct set *s)
{
	struct set_schedule a;

	for (admit_set(&a, t, s, t->watchdog); !a.fit.fits;
	     admit_set(&a, t, s, t->watchdog))
		s->nr--;
	perf_hold_events(s->event, s->nr);
}

/* The umasks of which the kernel has rules of their own, and all single bits. */
static void try_code(struct trial *t, struct set *s, unsigned int code,
		     unsigned int copies)
{
	static const unsigned int umasks[] = {
		0x00, 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80,
		0x0a, 0x0c, 0x14,
	};
	unsigned int nr = s->nr;

	for (size_t i = 0; i < sizeof(umasks) / sizeof(*umasks); i++) {
		if (set_add(s, &t->pool, code, umasks[i], copies))
			compare_from(t, s, nr);
		s->nr = nr;
	}
}

/* Eight bits on Intel's CPUs, and 0xff is none of theirs; twelve on AMD's. */
static unsigned int last_code(const struct event_data *d)
{
	unsigned int last = 0xfe;

	for (size_t i = 0; i < d->nr_rules; i++)
		if (d->rule[i].last > last)
			last = d->rule[i].last;
	return last > 0xff ? last : 0xfe;
}

/* On AMD's, and no others, floating-point operations take two counters at once. */
static bool takes_two(const struct event_data *d, unsigned int code)
{
	return code == 0x003 && last_code(d) > 0xff;
}

static void try_codes(struct trial *t, struct set *s, unsigned int copies)
{
	const struct event_data *d = t->pool.data;

	for (unsigned int code = 0x01; code <= last_code(d); code++)
		if (!takes_two(d, code))
			try_code(t, s, code, copies);
}

static bool is_first_rule(const struct event_data *d, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (d->rule[k].counters == d->rule[i].counters)
			return false;
	return true;
}

/* Where all counters of a kind are taken, an event fits if it can use others. */
static void try_beside(struct trial *t, size_t rule)
{
	struct set s;

	if (!is_first_rule(t->pool.data, rule) ||
	    !set_fill(&s, &t->pool, rule))
		return;
	fill(t, &s);
	try_codes(t, &s, 1);
	perf_release_events();
}

/* This finds what the table does not have a rule for, too. */
static void every_code(void)
{
	struct set none = { .nr = 0 };
	static struct trial t;

	begin(&t);
	hold(&t);
	try_codes(&t, &none, 2);
	for (size_t i = 0; i < t.pool.data->nr_rules; i++)
		try_beside(&t, i);
	end(&t);
}

static void only_judge(struct trial *t, const struct set *s)
{
	struct set_schedule a;

	judge(&a, t, s);
}

/* Otherwise it would be no wonder that they agree. */
static void both_answers(void)
{
	static struct trial t;
	unsigned int other;

	begin(&t);
	for_random(&t, only_judge);
	other = (unsigned int)abs((int)t.other);
	note("%u fit, %u do not; the watchdog decides %u", t.fit,
	     t.tried - t.fit, other);
	check(t.fit >= OFTEN && t.tried - t.fit >= OFTEN,
	      "of %u sets %u fit", t.tried, t.fit);
	check(other >= SOMETIMES, "the watchdog decides %u", other);
}

static const struct row rows[] = {
	{ "admission: all pairs of events", all_pairs, 600 },
	{ "admission: 2,000 sets at random", random_sets, 600 },
	{ "admission: every code, twice, and beside full counters", every_code, 600 },
	{ "admission: sets that fit, that do not, that the watchdog decides",
	  both_answers },
	/* Only where some are asked for. */
	{ "admission: any three of those that were asked for", threes, 600 },
};

static int try(const char *events)
{
	static struct trial t;
	struct set s = { .nr = 0 };
	struct set_schedule a;
	int without;

	harness_alone();
	begin(&t);
	hold(&t);
	set_spell(&s, t.pool.data, events);
	admit_set(&a, &t, &s, t.watchdog);
	without = perf_try(a.event + a.first, a.nr - a.first);
	printf("tool: %s; kernel: %s%s\n", a.fit.fits ? "fit" : "do not fit",
	       without == PERF_ALL ? "all count" : "no counter for ",
	       without == PERF_ALL ? "" : a.event[a.first + without].name);
	return a.fit.fits != (without == PERF_ALL);
}

static int wrong_usage(void)
{
	fputs(usage, stderr);
	return 2;
}

/* How many words it takes; 0: it is none. */
static int take_option(const char *option, const char *value)
{
	if (!strcmp(option, "--no-hyper-threading")) {
		without_ht = true;
		return 1;
	}
	if (strcmp(option, "--among") != 0)
		return 0;
	among = value;
	return value ? 2 : 0;
}

int main(int argc, char **argv)
{
	int at = 1, words;

	if (argc == 3 && !strcmp(argv[1], "--try"))
		return try(argv[2]);
	for (; at < argc && !strncmp(argv[at], "--", 2); at += words) {
		words = take_option(argv[at], argv[at + 1]);
		if (!words)
			return wrong_usage();
	}
	return harness(rows, N_ROWS(rows) - !among, argc - at + 1,
		       argv + at - 1);
}
