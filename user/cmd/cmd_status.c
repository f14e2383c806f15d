// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libsmartcols.h>

#include "events/event_machine.h"
#include "events/midr.h"
#include "kernel/ask.h"
#include "model/cores.h"
#include "tasks/busy.h"
#include "reading/chosen.h"
#include "reading/session.h"
#include "text/units.h"
#include "view/json.h"
#include "view/print.h"
#include "cmd.h"
#include "command.h"
#include "repeat.h"

struct options {
	struct common common;
	struct ranges only;	/* of CPUs these; empty: all of them */
};

static const struct argp_option options[] = {
	{ "cpu", 'C', "LIST", 0, "show only these CPUs in the table, such as 0-3,8; sums are of all CPUs", 0 },
	{ "all-cpus", 'a', NULL, 0, "all CPUs, which is the default", 0 },
	{ "output", 'o', "FILE", 0, "write to FILE instead of standard output", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'C':
		option_cpus(state, arg, &o->only);
		return 0;
	case 'a':
		return 0;
	case 'o':
		o->common.file = arg;
		return 0;
	default:
		return options_other(key, arg, state);
	}
}

static const struct argp_child children[] = {
	{ &options_readings, 0, NULL, 0 }, { &options_plain_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = options, .parser = parse, .children = children,
	.doc = "Show what is counted on which CPUs, what the module has done so far, and an estimate of what that cost.",
};

/* GET_INFO is open to all; the rest may be refused, and is then left out. */
struct status {
	struct cpus cpus;
	struct stats stats;
	bool refused;
	double asked;		/* when */
};

static void keep(struct cpus *cpus, const struct ranges *only)
{
	size_t nr = 0;

	for (size_t i = 0; i < cpus->nr; i++)
		if (ranges_have(only, cpus->cpu[i].cpu))
			cpus->cpu[nr++] = cpus->cpu[i];
	cpus->nr = nr;
}

static int choose(struct status *r, const struct ranges *only)
{
	if (!only->nr)
		return 0;
	keep(&r->cpus, only);
	if (r->cpus.nr)
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
	if (!err && choose(r, only))
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

static const char *unit_name(uint32_t unit)
{
	static const char *const names[] = {
		[TDACCT_UNIT_SLOTS] = "slots", [TDACCT_UNIT_EVENTS] = "events",
		[TDACCT_UNIT_CYCLES] = "cycles",
	};

	return unit < sizeof(names) / sizeof(*names) ? names[unit] : "unknown";
}

static const char *kind_name(uint32_t kind)
{
	static const char *const names[] = {
		[TDACCT_KIND_FIXED] = "fixed", [TDACCT_KIND_METRIC] = "metric",
		[TDACCT_KIND_EVENT] = "event", [TDACCT_KIND_GAP] = "gap",
	};

	return kind < sizeof(names) / sizeof(*names) ? names[kind] : "unknown";
}

/* Only where it is not the first do numbers of two ages stand side by side. */
static void put_epoch(const struct info *i)
{
	char name[64];
	unsigned int nr = 0;

	if (!sample_has(i->have, TDACCT_A_EPOCH))
		return;
	for (unsigned int n = 0; n < i->nr_values; n++)
		nr += i->value[n].of_set;
	printf("events %s, ", chosen_name(name, sizeof(name), i) ? name :
	       nr ? "of no named set" : "none");
	printf("epoch %" PRIu64 "%s\n", i->epoch,
	       sample_has(i->have, TDACCT_A_LEASE) ?
	       ", for as long as a command with --set lasts" : "");
}

/* Numbers of Arm's cores say nothing to people. "": what they have is enough. */
static const char *cpu_name(const struct session *s, char *name, size_t size)
{
	struct event_machine m = { .family = s->info.family,
				   .model = s->info.model };

	snprintf(m.vendor, sizeof(m.vendor), "%s", s->info.vendor);
	*name = 0;
	if (arm_is(&m))
		arm_name_below(&m, session_root(s), name, size);
	return name;
}

/* What is counted; and what was, and is kept. */
static void put_values(const struct info *i)
{
	unsigned int present = i->nr_values - i->nr_past;

	printf("values");
	for (unsigned int n = 0; n < i->nr_values; n++)
		printf("%s%s", n == present ? "\nnot counted any more, and kept: " :
			       n ? ", " : " ", i->value[n].name);
	putchar('\n');
	if (i->past_forgotten)
		printf("forgotten, as no more than %u are kept: %" PRIu64 " events\n",
		       i->past_max, i->past_forgotten);
}

static void put_info(const struct session *s)
{
	const struct info *i = &s->info;
	char name[160];

	printf("module %s, counters %s\n", i->version, i->pmu);
	printf("CPU %s, family %u, model 0x%x", i->vendor, i->family,
	       i->model);
	printf("%s%s\n", *cpu_name(s, name, sizeof(name)) ? ": " : "", name);
	if (*i->other_vendor)
		printf("other cores %s, model 0x%x: %s\n", i->other_vendor,
		       i->other_model, cores_name(i, true));
	printf("state %s", state_name(i->state));
	if (info_will_resume(i))
		printf(", resumes in %.3f s", (double)i->resume_ms / 1e3);
	putchar('\n');
	if (i->clear_slots)
		printf("metrics cleared after %" PRIu64 " slots\n",
		       i->clear_slots);
	else if (sample_has(i->have, TDACCT_A_CLEAR_SLOTS))
		printf("metrics cleared at every switch\n");
	if (sample_has(i->have, TDACCT_A_GUESTS))
		printf("virtual machines %s\n", i->guests ?
		       "counted too" : "not counted");
	put_epoch(i);
	put_values(i);
}

/* Of which sort it is, where the counters do not say it. NULL: all are alike. */
static const char *cores_of(const struct info *i, const struct cpu_sample *c)
{
	if (!*i->other_vendor || !*c->pmu)
		return NULL;
	return cores_name(i, sample_has(c->have, TDACCT_A_OTHER_MODEL));
}

static const char *put_counters(char *to, size_t size, const struct info *i,
				const struct cpu_sample *c)
{
	const char *cores = cores_of(i, c);

	snprintf(to, size, "%s%s%s", c->pmu, cores ? ", " : "",
		 cores ? cores : "");
	return to;
}

static int put_cpu(struct libscols_table *table, const struct info *i,
		   const struct cpu_sample *c)
{
	char counters[96];
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char text[UNITS_SIZE];
	struct sample s;
	int err;

	if (!line)
		return -ENOMEM;
	sample_cpu(&s, c);
	snprintf(text, sizeof(text), "%u", c->cpu);
	err = scols_line_set_data(line, 0, text);
	err |= scols_line_set_data(line, 1, state_name(c->state));
	err |= scols_line_set_data(line, 2, units_share(text,
			sample_coverage(&s)));
	err |= scols_line_set_data(line, 3, units_count(text,
			stat(&c->stats, TDACCT_STAT_A_SWITCHES)));
	err |= scols_line_set_data(line, 4, units_count(text,
			stat(&c->stats, TDACCT_STAT_A_CLEARS)));
	err |= scols_line_set_data(line, 5, units_time(text,
			charge_ns(&c->stats)));
	err |= scols_line_set_data(line, 6, units_share(text,
			busy_share(&c->busy)));
	err |= scols_line_set_data(line, 7, c->reason);
	if (*c->pmu)
		err |= scols_line_set_data(line, 8,
			put_counters(counters, sizeof(counters), i, c));
	return err ? -ENOMEM : 0;
}

/* How each counts is told where they differ. */
static int put_cpus(const struct info *info, const struct cpus *cpus)
{
	static const char *const headings[] = {
		"CPU", "STATE", "COVERAGE", "SWITCHES", "CLEARS", "PER-CHARGE",
		"%CPU", "REASON", "COUNTERS",
	};
	struct libscols_table *table = print_new_table();
	int err = table ? 0 : -ENOMEM;
	size_t nr = cpus->nr && *cpus->cpu[0].pmu ? 9 : 8;

	for (size_t i = 0; !err && i < nr; i++)
		if (!scols_table_new_column(table, headings[i], 0,
					    i == 1 || i >= 7 ? 0 :
					    SCOLS_FL_RIGHT))
			err = -ENOMEM;
	for (size_t i = 0; !err && i < cpus->nr; i++)
		err = put_cpu(table, info, &cpus->cpu[i]);
	if (!err)
		return print_table(stdout, table);
	scols_unref_table(table);
	return err;
}

/* What only an average is made of is not shown by itself. */
static bool is_raw(unsigned int which)
{
	return which == TDACCT_STAT_A_SAMPLED_NS ||
	       which == TDACCT_STAT_A_CLEAR_SAMPLED_NS ||
	       which == TDACCT_STAT_A_SAMPLES ||
	       which == TDACCT_STAT_A_CLEAR_SAMPLES;
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

static void put_stats(const struct stats *s)
{
	char text[UNITS_SIZE];

	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++)
		if (stat_name(i) && !is_raw(i))
			printf("%-19s %s\n", stat_name(i),
			       i == TDACCT_STAT_A_MEMORY ?
			       units_bytes(text, stat(s, i)) :
			       units_count(text, stat(s, i)));
	putchar('\n');
	put_cost(s);
}

static const char *const change_names[] = {
	[TDACCT_CMD_PAUSE] = "pause", [TDACCT_CMD_RESUME] = "resume",
	[TDACCT_CMD_SET_EVENTS] = "set_events",
};

static const char *change_name(uint32_t command)
{
	const char *name = NULL;

	if (command < sizeof(change_names) / sizeof(*change_names))
		name = change_names[command];
	return name ? name : "unknown";
}

/* A recording does not tell how long ago it was. */
static void put_change(const struct change *c, double now)
{
	static const char *const done[] = {
		[TDACCT_CMD_PAUSE] = "paused", [TDACCT_CMD_RESUME] = "resumed",
		[TDACCT_CMD_SET_EVENTS] = "events changed",
	};
	double at = (double)c->at_ns / 1e9;
	char name[PRINT_SAFE_SIZE], text[UNITS_SIZE];
	bool known = strcmp(change_name(c->command), "unknown");

	if (!c->command)
		return;
	printf("last change: %s by pid %" PRIu32 ", uid %" PRIu32 " (%s), ",
	       known ? done[c->command] : "something", c->pid, c->uid,
	       print_safe(name, c->comm));
	if (isnan(now))
		printf("%.3f s after the machine was started\n", at);
	else
		printf("%s ago\n", units_time(text, (now - at) * 1e9));
}

/* Of what only some may see. */
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

static int print_text(const struct session *s, const struct status *r)
{
	char why[300];
	int err;

	put_info(s);
	if (r->refused) {
		printf("CPUs and statistics are not shown: %s\n",
		       why_refused(s, why, sizeof(why)));
		return 0;
	}
	putchar('\n');
	err = put_cpus(&s->info, &r->cpus);
	putchar('\n');
	put_stats(&r->stats);
	put_change(&r->stats.change, r->asked);
	return err;
}

static json_t *json_values(const struct info *i)
{
	json_t *a = json_array();

	for (unsigned int n = 0; n < i->nr_values; n++) {
		const struct value_info *v = &i->value[n];
		json_t *o = json_object();

		json_object_set_new(o, "name", json_string(v->name));
		json_object_set_new(o, "unit", json_string(unit_name(v->unit)));
		json_object_set_new(o, "kind", json_string(kind_name(v->kind)));
		if (v->kind == TDACCT_KIND_EVENT)
			json_object_set_new(o, "config",
					    json_count(v->config));
		if (v->config1)
			json_object_set_new(o, "config1",
					    json_count(v->config1));
		if (v->of_set)
			json_object_set_new(o, "of_set", json_true());
		if (v->past)
			json_object_set_new(o, "past", json_true());
		json_array_append_new(a, o);
	}
	return a;
}

static json_t *json_cpus(const struct session *s, const struct cpus *cpus)
{
	json_t *a = json_array();

	for (size_t i = 0; i < cpus->nr; i++) {
		const struct cpu_sample *c = &cpus->cpu[i];
		struct sample sample;
		json_t *o;

		sample_cpu(&sample, c);
		o = json_sample(&sample);
		json_object_set_new(o, "state", json_state(c->state));
		json_object_set_new(o, "reason", *c->reason ?
				    json_string(c->reason) : json_null());
		if (*c->pmu)
			json_object_set_new(o, "pmu", json_string(c->pmu));
		if (cores_of(&s->info, c))
			json_object_set_new(o, "cores",
				json_string(cores_of(&s->info, c)));
		json_object_set_new(o, "counts",
				    json_counts(&s->info, &c->counts));
		json_object_set_new(o, "idle", json_counts(&s->info, &c->idle));
		json_object_set_new(o, "untracked",
				    json_counts(&s->info, &c->untracked));
		json_object_set_new(o, "busy_share",
				    json_known(busy_share(&c->busy)));
		json_object_set_new(o, "stats", json_stats(&c->stats));
		json_array_append_new(a, o);
	}
	return a;
}

static void json_epoch(json_t *o, const struct info *i)
{
	bool known = sample_has(i->have, TDACCT_A_EPOCH);
	char name[64];

	json_object_set_new(o, "epoch", known ? json_count(i->epoch) :
						json_null());
	json_object_set_new(o, "epoch_ns", known ? json_count(i->epoch_ns) :
						   json_null());
	json_object_set_new(o, "set", chosen_name(name, sizeof(name), i) ?
			    json_string(name) : json_null());
}

/* The cores of a second sort. */
static json_t *json_other(const struct info *i)
{
	json_t *o = json_object();

	json_object_set_new(o, "vendor", json_string(i->other_vendor));
	json_object_set_new(o, "model", json_integer(i->other_model));
	json_object_set_new(o, "name", json_string(cores_name(i, true)));
	return o;
}

static json_t *json_change(const struct change *c)
{
	json_t *o;

	if (!c->command)
		return json_null();
	o = json_object();
	json_object_set_new(o, "command", json_string(change_name(c->command)));
	json_object_set_new(o, "pid", json_integer(c->pid));
	json_object_set_new(o, "uid", json_integer(c->uid));
	json_object_set_new(o, "comm", json_text(c->comm));
	json_object_set_new(o, "at_ns", json_count(c->at_ns));
	return o;
}

static json_t *json_status(const struct session *s, const struct status *r)
{
	const struct info *i = &s->info;
	json_t *o = json_object();
	char name[160];

	json_object_set_new(o, "version", json_string(i->version));
	json_object_set_new(o, "pmu", json_string(i->pmu));
	json_object_set_new(o, "cpu_vendor", json_string(i->vendor));
	json_object_set_new(o, "cpu_family", json_integer(i->family));
	json_object_set_new(o, "cpu_model", json_integer(i->model));
	if (*cpu_name(s, name, sizeof(name)))
		json_object_set_new(o, "cpu_name", json_string(name));
	if (*i->other_vendor)
		json_object_set_new(o, "other_cpu", json_other(i));
	json_object_set_new(o, "clear_slots",
			    sample_has(i->have, TDACCT_A_CLEAR_SLOTS) ?
			    json_count(i->clear_slots) : json_null());
	json_object_set_new(o, "state", json_state(i->state));
	json_object_set_new(o, "resume_ms",
			    info_will_resume(i) ?
			    json_count(i->resume_ms) : json_null());
	json_object_set_new(o, "guests",
			    sample_has(i->have, TDACCT_A_GUESTS) ?
			    json_boolean(i->guests) : json_null());
	json_epoch(o, i);
	json_object_set_new(o, "values", json_values(i));
	json_object_set_new(o, "cpus", r->refused ? json_null() :
			    json_cpus(s, &r->cpus));
	json_object_set_new(o, "stats", r->refused ? json_null() :
			    json_stats(&r->stats));
	json_object_set_new(o, "last_change", json_change(&r->stats.change));
	json_object_set_new(o, "charge_ns", json_ns(charge_ns(&r->stats)));
	json_object_set_new(o, "clear_ns", json_ns(clear_ns(&r->stats)));
	json_object_set_new(o, "cost_ns", json_ns(cost_ns(&r->stats)));
	return o;
}

static int print_csv(const struct session *s, const struct status *r,
		     struct repeat *series)
{
	static const char *const names[] = {
		"cpu", "state", "coverage", "switches", "clears", "charge_ns",
		"reason",
	};
	struct csv *csv = &series->csv;
	char why[300];

	if (r->refused) {
		fprintf(stderr, "tdacct: there are no lines of CPUs: %s\n",
			why_refused(s, why, sizeof(why)));
		return -EPERM;
	}
	repeat_csv_names(series, names, sizeof(names) / sizeof(*names));
	for (size_t i = 0; i < r->cpus.nr; i++) {
		const struct cpu_sample *c = &r->cpus.cpu[i];
		struct sample one;

		sample_cpu(&one, c);
		repeat_csv_begin(series);
		csv_number(csv, c->cpu);
		csv_text(csv, state_name(c->state));
		csv_number(csv, sample_coverage(&one));
		csv_number(csv, stat(&c->stats, TDACCT_STAT_A_SWITCHES));
		csv_number(csv, stat(&c->stats, TDACCT_STAT_A_CLEARS));
		csv_number(csv, charge_ns(&c->stats));
		csv_text(csv, *c->reason ? c->reason : NULL);
		csv_end(csv);
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
	const struct common *c = series->common;
	json_t *top;

	if (c->separator)
		return print_csv(s, r, series);
	if (c->json) {
		top = json_status(s, r);
		json_stamp(top, &series->stamp);
		return repeat_json(series, top);
	}
	repeat_head(series);
	if (series->stamp.interval > 0)
		printf("in %.3f s:\n", series->stamp.interval);
	return print_text(s, r);
}

/* CPUs stay what they are: one that came has counted nothing before. */
static void subtract(struct status *to, const struct status *from)
{
	for (size_t i = 0; i < to->cpus.nr; i++)
		for (size_t k = 0; k < from->cpus.nr; k++)
			if (to->cpus.cpu[i].cpu == from->cpus.cpu[k].cpu)
				cpu_sample_since(&to->cpus.cpu[i],
						 &from->cpus.cpu[k]);
	stats_since(&to->stats, &from->stats);
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

/* An interval that events were changed in: what they counted is not known. */
static void forget_set(struct status *r, uint64_t lasting)
{
	for (size_t i = 0; i < r->cpus.nr; i++) {
		struct cpu_sample *c = &r->cpus.cpu[i];

		c->counts.have &= lasting;
		c->idle.have &= lasting;
		c->untracked.have &= lasting;
	}
}

/* What is counted may have changed meanwhile; from here on it is that. */
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
	double seconds = series->common->series.interval;
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
	subtract(r, &w->was);
	if (changed)
		forget_set(r, counts_mask(s->client.epoch.lasting));
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
		err = repeat_run(common, s, show_status, &w);
	cpus_free(&w.was.cpus);
	return command_status(err);
}

int cmd_status(int argc, char **argv)
{
	static const struct command status = {
		.argp = &argp, .plain = true, .run = run,
	};
	struct options o = { .common.json = false };

	return command_run(&status, argc, argv, &o);
}
