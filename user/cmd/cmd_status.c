// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/active_set.h"
#include "collect/machine.h"
#include "collect/session.h"
#include "events/event_machine.h"
#include "events/midr.h"
#include "kernel/ask.h"
#include "model/cores.h"
#include "tasks/busy.h"
#include "text/units.h"
#include "view/json_report.h"
#include "view/table.h"
#include "cmd.h"
#include "command.h"
#include "repeat.h"

struct options {
	struct common common;
	struct ranges only;	/* of CPUs these; empty: all of them */
};

static const struct option_row options[] = {
	OPT_CPUS(struct options, only, "show only these CPUs in the table, such as 0-3,8; sums are of all CPUs"),
	OPT_NOTHING("all-cpus", 'a', "all CPUs, which is the default"),
	OPT_TEXT("output", 'o', "FILE", struct options, common.file, "write to FILE instead of standard output"),
	OPT_END,
};

/* GET_INFO is open to all; the rest may be refused, and is then left out. */
struct status {
	struct cpus cpus;
	struct stats stats;
	bool refused;
	double asked;		/* when */
};

static int choose(struct cpus *cpus, const struct ranges *only)
{
	size_t nr = 0;

	if (!only->nr)
		return 0;
	for (size_t i = 0; i < cpus->nr; i++)
		if (ranges_have(only, cpus->cpu[i].cpu))
			cpus->cpu[nr++] = cpus->cpu[i];
	cpus->nr = nr;
	if (nr)
		return 0;
	fprintf(stderr, "tdacct: none of these CPUs exists; see tdacct status\n");
	return -ERANGE;
}

static int read_all(struct session *s, const struct ranges *only,
		    struct status *r)
{
	int err = ask_cpus(&s->client, -1, &r->cpus);

	r->asked = s->client.last.asked;
	busy_read(session_root(s), &r->cpus);
	if (!err && choose(&r->cpus, only))
		return -ERANGE;
	if (!err)
		err = ask_stats(&s->client, &r->stats);
	if (err == -EPERM) {
		r->refused = true;
		return 0;
	}
	if (err)
		client_complain(&s->client, err, "the state of the CPUs");
	return err;
}

static double stat(const struct stats *s, unsigned int which)
{
	return sample_has(s->have, which) ? (double)s->value[which] : NAN;
}

/* The average of those that were timed; NAN: none was. */
static double average(const struct stats *s, unsigned int sum,
		      unsigned int number)
{
	double samples = stat(s, number);

	return samples > 0 ? stat(s, sum) / samples : NAN;
}

static double charge_ns(const struct stats *s)
{
	return average(s, TDACCT_STAT_A_SAMPLED_NS, TDACCT_STAT_A_SAMPLES);
}

static double clear_ns(const struct stats *s)
{
	return average(s, TDACCT_STAT_A_CLEAR_SAMPLED_NS,
		       TDACCT_STAT_A_CLEAR_SAMPLES);
}

/* Every switch is a charge, a few of them clear too. */
static double cost_ns(const struct stats *s)
{
	return charge_ns(s) * stat(s, TDACCT_STAT_A_SWITCHES) +
	       clear_ns(s) * stat(s, TDACCT_STAT_A_CLEARS);
}

static const char *const unit_names[] = {
	[TDACCT_UNIT_SLOTS] = "slots", [TDACCT_UNIT_EVENTS] = "events",
	[TDACCT_UNIT_CYCLES] = "cycles",
};

static const char *const kind_names[] = {
	[TDACCT_KIND_FIXED] = "fixed", [TDACCT_KIND_METRIC] = "metric",
	[TDACCT_KIND_EVENT] = "event", [TDACCT_KIND_GAP] = "gap",
};

/* A later module may have more of them than this tool knows. */
#define NAME_OF(names, i) \
	((i) < sizeof(names) / sizeof(*(names)) ? (names)[i] : "unknown")

/* Numbers of Arm's cores say nothing to people. "": what they have is enough. */
static const char *cpu_name(const struct session *s, char *name, size_t size)
{
	struct event_machine m;

	machine_describe(&m, &s->info);
	*name = 0;
	if (arm_is(&m))
		arm_name_below(&m, session_root(s), name, size);
	return name;
}

static void put_machine(struct printer *p, const struct session *s)
{
	const struct info *i = &s->info;
	char name[160];

	print_string(p, "version", "module %s", i->version);
	print_string(p, "pmu", ", counters %s\n", i->pmu);
	print_string(p, "cpu_vendor", "CPU %s", i->vendor);
	print_count(p, "cpu_family", ", family %u", i->family);
	print_count(p, "cpu_model", ", model 0x%x", i->model);
	if (*cpu_name(s, name, sizeof(name)))
		print_string(p, "cpu_name", ": %s", name);
	print_words(p, "\n");
	for (unsigned int type = 1; type < CORE_TYPES_MAX; type++) {
		const struct core_type *c = &i->core_type[type];

		if (!*c->vendor)
			continue;
		print_open(p, type > 1 ? "other2_cpu" : "other_cpu", '{');
		print_string(p, "vendor", "other cores %s", c->vendor);
		print_count(p, "model", ", model 0x%x", c->model);
		print_string(p, "name", ": %s\n", cores_name(i, type));
		print_close(p, '}');
	}
}

static void put_state(struct printer *p, const struct info *i)
{
	bool clears = sample_has(i->have, TDACCT_A_CLEAR_SLOTS);
	bool guests = sample_has(i->have, TDACCT_A_GUESTS);

	print_member(p, json_maybe, "clear_slots", clears, i->clear_slots);
	print_string(p, "state", "state %s", state_name(i->state));
	print_member(p, json_maybe, "resume_ms", info_will_resume(i),
		     i->resume_ms);
	if (info_will_resume(i))
		print_words(p, ", resumes in %.3f s", (double)i->resume_ms / 1e3);
	print_words(p, "\n");
	if (i->clear_slots)
		print_words(p, "metrics cleared after %" PRIu64 " slots\n",
			    i->clear_slots);
	else if (clears)
		print_words(p, "metrics cleared at every switch\n");
	if (guests)
		print_member(p, json_flag, "guests", i->guests);
	else
		print_member(p, json_text, "guests", NULL);
	if (guests)
		print_words(p, "virtual machines %s\n", i->guests ?
			    "counted too" : "not counted");
}

/* Only where it is not the first do numbers of two ages stand side by side. */
static void put_epoch(struct printer *p, const struct info *i)
{
	bool known = sample_has(i->have, TDACCT_A_EPOCH);
	char name[64];
	bool named = active_set_name(name, sizeof(name), i);
	unsigned int nr = 0;

	for (unsigned int n = 0; n < i->nr_values; n++)
		nr += i->value[n].of_set;
	print_member(p, json_maybe, "epoch", known, i->epoch);
	print_member(p, json_maybe, "epoch_ns", known, i->epoch_ns);
	print_member(p, json_text, "set", named ? name : NULL);
	if (known)
		print_words(p, "events %s, epoch %" PRIu64 "%s\n", named ? name :
			    nr ? "of no named set" : "none", i->epoch,
			    sample_has(i->have, TDACCT_A_LEASE) ?
			    ", for as long as a command with --set lasts" : "");
}

/* The events that are counted, then those that were, whose counts are kept. */
static void put_values(struct printer *p, const struct info *i)
{
	unsigned int present = i->nr_values - i->nr_past;

	print_words(p, "values");
	print_open(p, "values", '[');
	for (unsigned int n = 0; n < i->nr_values; n++) {
		const struct value_info *v = &i->value[n];

		print_words(p, "%s", n == present ?
			    "\nnot counted any more, and kept: " :
			    n ? ", " : " ");
		print_open(p, NULL, '{');
		print_string(p, "name", "%s", v->name);
		print_member(p, json_text, "unit", NAME_OF(unit_names, v->unit));
		print_member(p, json_text, "kind", NAME_OF(kind_names, v->kind));
		if (v->kind == TDACCT_KIND_EVENT)
			print_member(p, json_count, "config", v->config);
		if (v->config1)
			print_member(p, json_count, "config1", v->config1);
		if (v->of_set)
			print_member(p, json_flag, "of_set", true);
		if (v->past)
			print_member(p, json_flag, "past", true);
		print_close(p, '}');
	}
	print_close(p, ']');
	print_words(p, "\n");
	if (i->past_forgotten)
		print_words(p, "forgotten, as no more than %u are kept: %" PRIu64 " events\n",
			    i->past_max, i->past_forgotten);
}

/* The type of @c's core where its counters do not tell; NULL: all are alike, or they do. */
static const char *cores_of(const struct info *i, const struct cpu_sample *c)
{
	unsigned int type = c->core_type;

	/* modules without CORE_TYPE have two types at most */
	if (sample_has(c->have, TDACCT_A_OTHER_MODEL))
		type = 1;
	if (!*c->pmu || type >= CORE_TYPES_MAX ||
	    (!*i->core_type[1].vendor && !i->core_type[2].prefix))
		return NULL;
	return cores_name(i, type);
}

/* A line for each CPU, of which CSV has those with a name. */
static const struct {
	const char *heading, *name;
} cpu_columns[] = {
	{ "CPU", "cpu" }, { "STATE", "state" }, { "COVERAGE", "coverage" },
	{ "SWITCHES", "switches" }, { "CLEARS", "clears" },
	{ "PER-CHARGE", "charge_ns" }, { "%CPU", NULL }, { "REASON", "reason" },
	{ "COUNTERS", NULL },
};

enum { CPU_COLUMNS = sizeof(cpu_columns) / sizeof(*cpu_columns) };

struct cpu_line {
	struct cell cell[CPU_COLUMNS];
	char counters[96];
};

static struct cell number(enum cell_type type, double x)
{
	return (struct cell){
		.type = isnan(x) ? CELL_UNKNOWN : type, .number = x,
	};
}

static struct cell text(const char *text)
{
	return (struct cell){ .type = CELL_TEXT, .text = text };
}

static void fill_line(struct cpu_line *l, const struct info *i,
		      const struct cpu_sample *c)
{
	const char *cores = cores_of(i, c);
	const struct stats *s = &c->stats;
	struct sample one;

	sample_cpu(&one, c);
	snprintf(l->counters, sizeof(l->counters), "%s%s%s", c->pmu,
		 cores ? ", " : "", cores ? cores : "");
	l->cell[0] = number(CELL_NUMBER, c->cpu);
	l->cell[1] = text(state_name(c->state));
	l->cell[2] = number(CELL_SHARE, sample_coverage(&one));
	l->cell[3] = number(CELL_COUNT, stat(s, TDACCT_STAT_A_SWITCHES));
	l->cell[4] = number(CELL_COUNT, stat(s, TDACCT_STAT_A_CLEARS));
	l->cell[5] = number(CELL_TIME, charge_ns(s));
	l->cell[6] = number(CELL_SHARE, busy_share(&c->busy));
	l->cell[7] = text(c->reason);
	l->cell[8] = text(l->counters);
}

static void put_json(struct json *j, const struct info *info,
		     const struct cpu_sample *c)
{
	struct sample sample;

	sample_cpu(&sample, c);
	json_open(j, NULL, '{');
	json_sample(j, &sample);
	json_text(j, "state", state_name(c->state));
	json_text(j, "reason", *c->reason ? c->reason : NULL);
	if (*c->pmu)
		json_text(j, "pmu", c->pmu);
	if (cores_of(info, c))
		json_text(j, "cores", cores_of(info, c));
	json_counts(j, "counts", info, &c->counts);
	json_counts(j, "idle", info, &c->idle);
	json_counts(j, "untracked", info, &c->untracked);
	json_known(j, "busy_share", busy_share(&c->busy));
	json_stats(j, &c->stats);
	json_close(j, '}');
}

/* In a table, how each counts is told where they differ. */
static int put_cpus(struct printer *p, const struct info *info,
		    const struct cpus *cpus)
{
	unsigned int nr = CPU_COLUMNS - !(cpus->nr && *cpus->cpu[0].pmu);
	struct table t = { .to = p->to };
	char number_text[CELL_SIZE];
	struct cpu_line line;

	for (unsigned int k = 0; k < nr; k++)
		table_column(&t, cpu_columns[k].heading, k == 1 || k >= 7);
	print_open(p, "cpus", '[');
	for (size_t i = 0; i < cpus->nr; i++) {
		print_member(p, put_json, info, &cpus->cpu[i]);
		fill_line(&line, info, &cpus->cpu[i]);
		for (unsigned int k = 0; k < nr && !print_is_json(p); k++)
			table_text(&t, cell_text(number_text, &line.cell[k]));
	}
	print_close(p, ']');
	if (!print_is_json(p))
		return table_end(&t);
	table_free(&t);
	return 0;
}

/* Numbers from which only an average is made, and sums, are not shown by themselves. */
static bool has_line(const struct stats *s, unsigned int i)
{
	if (i >= TDACCT_STAT_A_SUMS_TO_238)
		return i > TDACCT_STAT_A_SUMS_ABOVE_271 && sample_has(s->have, i);
	return i != TDACCT_STAT_A_SAMPLED_NS &&
	       i != TDACCT_STAT_A_CLEAR_SAMPLED_NS &&
	       i != TDACCT_STAT_A_SAMPLES && i != TDACCT_STAT_A_CLEAR_SAMPLES;
}

/* What the four top fields of PERF_METRICS added up to, and how often. */
static void put_sums(const struct stats *s)
{
	static const char *const ranges[] = {
		"0-238", "239-246", "247-251", "252", "253", "254", "255",
		"256", "257-263", "264-271", "272-1020",
	};
	const char *before = "fields add up to    ";
	char text[UNITS_SIZE];

	for (unsigned int i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
		double times = stat(s, TDACCT_STAT_A_SUMS_TO_238 + i);

		if (!(times > 0))
			continue;
		printf("%s%s: %s", before, ranges[i], units_count(text, times));
		before = ", ";
	}
	if (*before == ',')
		putchar('\n');
}

static void put_stats(const struct stats *s)
{
	char text[UNITS_SIZE];

	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++)
		if (stat_name(i) && has_line(s, i))
			printf("%-19s %s\n", stat_name(i),
			       i == TDACCT_STAT_A_MEMORY ?
			       units_bytes(text, stat(s, i)) :
			       units_count(text, stat(s, i)));
	put_sums(s);
	putchar('\n');
}

static void put_cost(const struct stats *s)
{
	char a[UNITS_SIZE], b[UNITS_SIZE];

	if (isnan(cost_ns(s))) {
		printf("cost: not known yet, nothing was timed so far\n");
		return;
	}
	printf("cost: %s per switch, %s per clear",
	       units_time(a, charge_ns(s)), units_time(b, clear_ns(s)));
	printf(" (averages of %s and %s that were timed)",
	       units_count(a, stat(s, TDACCT_STAT_A_SAMPLES)),
	       units_count(b, stat(s, TDACCT_STAT_A_CLEAR_SAMPLES)));
	printf("; about %s in all\n", units_time(a, cost_ns(s)));
}

static const struct {
	const char *name, *done;
} changes[] = {
	[TDACCT_CMD_PAUSE] = { "pause", "paused" },
	[TDACCT_CMD_RESUME] = { "resume", "resumed" },
	[TDACCT_CMD_SET_EVENTS] = { "set_events", "events changed" },
};

/* A recording does not tell how long ago it was: @now is NAN. */
static void put_change(struct printer *p, const struct change *c, double now)
{
	bool known = c->command < sizeof(changes) / sizeof(*changes) &&
		     changes[c->command].name;
	double at = (double)c->at_ns / 1e9;
	char name[PRINT_SAFE_SIZE], ago[UNITS_SIZE];

	if (!c->command) {
		print_member(p, json_text, "last_change", NULL);
		return;
	}
	print_open(p, "last_change", '{');
	print_member(p, json_text, "command", known ?
		     changes[c->command].name : "unknown");
	print_words(p, "last change: %s", known ? changes[c->command].done :
		    "something");
	print_count(p, "pid", " by pid %" PRIu32, c->pid);
	print_count(p, "uid", ", uid %" PRIu32, c->uid);
	print_member(p, json_text, "comm", c->comm);
	print_member(p, json_count, "at_ns", c->at_ns);
	print_close(p, '}');
	print_words(p, " (%s), ", print_safe(name, c->comm));
	if (isnan(now))
		print_words(p, "%.3f s after the machine was started\n", at);
	else
		print_words(p, "%s ago\n", units_time(ago, (now - at) * 1e9));
}

/* Why CPUs and statistics, which only some users may see, are not shown. */
static const char *why_refused(const struct session *s, char *to, size_t size)
{
	const char *why = s->client.last.text;

	if (*why && !strstr(why, "CAP_"))
		snprintf(to, size, "%s", why);
	else
		snprintf(to, size, "they need CAP_PERFMON; %s",
			 client_advice());
	return to;
}

/* CPUs and statistics may be refused; costs are null in JSON then. */
static int put_all(struct printer *p, const struct session *s,
		   const struct status *r)
{
	const struct stats *stats = &r->stats;
	char why[300];
	int err = 0;

	if (r->refused) {
		print_member(p, json_text, "cpus", NULL);
		print_member(p, json_text, "stats", NULL);
		print_words(p, "CPUs and statistics are not shown: %s\n",
			    why_refused(s, why, sizeof(why)));
	} else {
		print_words(p, "\n");
		err = put_cpus(p, &s->info, &r->cpus);
		print_words(p, "\n");
		print_member(p, json_stats, stats);
	}
	if (!r->refused && !print_is_json(p)) {
		put_stats(stats);
		put_cost(stats);
	}
	put_change(p, &stats->change, r->asked);
	print_member(p, json_ns, "charge_ns", charge_ns(stats));
	print_member(p, json_ns, "clear_ns", clear_ns(stats));
	print_member(p, json_ns, "cost_ns", cost_ns(stats));
	return err;
}

static int print_csv(const struct session *s, const struct status *r,
		     struct repeat *series)
{
	const char *names[CPU_COLUMNS];
	struct cpu_line line;
	char why[300];
	size_t nr = 0;

	if (r->refused) {
		fprintf(stderr, "tdacct: there are no lines of CPUs: %s\n",
			why_refused(s, why, sizeof(why)));
		return -EPERM;
	}
	for (unsigned int k = 0; k < CPU_COLUMNS; k++)
		if (cpu_columns[k].name)
			names[nr++] = cpu_columns[k].name;
	repeat_csv_names(series, names, nr);
	for (size_t i = 0; i < r->cpus.nr; i++) {
		fill_line(&line, &s->info, &r->cpus.cpu[i]);
		repeat_csv_begin(series);
		for (unsigned int k = 0; k < CPU_COLUMNS; k++)
			if (cpu_columns[k].name)
				csv_cell(&series->out.csv, &line.cell[k]);
		csv_end(&series->out.csv);
	}
	return 0;
}

/* A status while it goes on. */
struct watching {
	struct session *session;
	const struct ranges *only;
	struct status was;	/* where the next interval begins */
};

static int print(const struct session *s, const struct status *r,
		 struct repeat *series)
{
	struct printer *p = &series->out;
	int err;

	if (p->form == PRINT_CSV)
		return print_csv(s, r, series);
	if (p->form == PRINT_WORDS)
		repeat_head(series);
	if (series->stamp.interval > 0)
		print_words(p, "in %.3f s:\n", series->stamp.interval);
	print_open(p, NULL, '{');
	put_machine(p, s);
	put_state(p, &s->info);
	put_epoch(p, &s->info);
	put_values(p, &s->info);
	err = put_all(p, s, r);
	print_member(p, json_stamp, &series->stamp);
	print_close(p, '}');
	return err ? err : print_end(p);
}

static int copy(struct status *to, const struct status *from)
{
	size_t size = from->cpus.nr * sizeof(*from->cpus.cpu);

	*to = *from;
	to->cpus.room = from->cpus.nr;
	to->cpus.cpu = malloc(size + 1);
	if (!to->cpus.cpu)
		return -ENOMEM;
	if (size)
		memcpy(to->cpus.cpu, from->cpus.cpu, size);
	return 0;
}

/*
 * CPUs stay what they are: one that came has counted nothing before. Where events were
 * @changed, what the set counted of those that are not @lasting is not known.
 */
static void subtract(struct status *to, const struct status *from, bool changed,
		     uint64_t lasting)
{
	for (size_t i = 0; i < to->cpus.nr; i++) {
		struct cpu_sample *c = &to->cpus.cpu[i];

		for (size_t k = 0; k < from->cpus.nr; k++)
			if (c->cpu == from->cpus.cpu[k].cpu)
				cpu_sample_since(c, &from->cpus.cpu[k]);
		if (!changed)
			continue;
		c->counts.have &= lasting;
		c->idle.have &= lasting;
		c->untracked.have &= lasting;
	}
	stats_since(&to->stats, &from->stats);
}

/* Other events may be counted since the last reading; later ones have these. */
static int ask_again(struct session *s, bool *changed)
{
	uint64_t epoch = s->info.epoch;
	int err = ask_info(&s->client, &s->info);

	if (err)
		client_complain(&s->client, err, "what is counted");
	else
		client_expect(&s->client, &s->info);
	*changed = s->info.epoch != epoch;
	return err;
}

static int read_later(struct repeat *series, struct watching *w,
		      struct status *r)
{
	struct session *s = w->session;
	double seconds = series->common->repeat.interval;
	struct status now;
	bool changed;
	int err;

	stop_sleep(&series->stop, &s->client, seconds);
	err = ask_again(s, &changed);
	if (!err)
		err = read_all(s, w->only, r);
	if (!err)
		err = copy(&now, r);
	if (err)
		return err;
	repeat_stamp(series, client_between(w->was.asked, r->asked, seconds));
	subtract(r, &w->was, changed, counts_mask(s->client.epoch.lasting));
	cpus_free(&w->was.cpus);
	w->was = now;
	return 0;
}

static int show_status(struct repeat *series, void *arg)
{
	struct watching *w = arg;
	struct status r = { .refused = false };
	int err;

	if (repeat_has_intervals(series->common)) {
		err = read_later(series, w, &r);
	} else {
		err = read_all(w->session, w->only, &r);
		repeat_stamp(series, 0);
	}
	repeat_begin(series);
	if (!err)
		err = print(w->session, &r, series);
	repeat_end(series);
	cpus_free(&r.cpus);
	return err;
}

static int run(struct session *s, void *arg)
{
	const struct options *o = arg;
	const struct common *common = &o->common;
	struct watching w = { .session = s, .only = &o->only };
	int err = 0;

	if (repeat_has_intervals(common))
		err = read_all(s, &o->only, &w.was);
	if (!err)
		err = repeat_run(common, s, show_status, NULL, &w);
	cpus_free(&w.was.cpus);
	return command_status(err);
}

int cmd_status(int argc, char **argv)
{
	static const struct command status = {
		.options = options, .plain = true, .run = run,
		.takes = OPTIONS_PLAIN | OPTIONS_READINGS | OPTIONS_CSV,
		.doc = "Show what is counted on which CPUs, what the module has done so far, and an estimate of what that cost.",
	};
	struct options o = { .common.json = false };

	return command_run(&status, argc, argv, &o);
}
