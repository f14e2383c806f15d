// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <libsmartcols.h>

#include "kernel/ask.h"
#include "model/inspect.h"
#include "reading/session.h"
#include "text/embedded.h"
#include "view/json.h"
#include "view/print.h"
#include "cmd.h"
#include "command.h"

static const struct argp argp = {
	.parser = options_other, .children = options_all,
	.doc = "Test whether the counts obey the laws that all counts must obey. For example, the counts of all tasks, of idle and of untracked add up to what the CPUs counted, and no part is larger than its whole.\v"
	       "The exit status is 1 when a law is broken, and when nothing was counted that could be tested. While counting is paused, sums must be equal to the unit; otherwise they must lie between two readings.",
};

static int check_totals(struct session *s, struct laws *l, size_t nr_cpus,
			struct totals *t)
{
	int err = ask_totals(&s->client, t);

	if (err)
		client_complain(&s->client, err, "the totals");
	else
		inspect_totals(l, &s->info, nr_cpus, t);
	return err;
}

static int check_all(struct session *s, struct laws *l,
		     const struct snapshot *all)
{
	for (size_t i = 0; i < all->nr; i++)
		inspect_sample(l, s->plan, snapshot_at(all, i));
	return 0;
}

static int check_tasks(struct session *s, struct laws *l)
{
	struct snapshot all = { 0 };
	int err = ask_threads(&s->client, 0, 0, &all);

	if (!err)
		err = check_all(s, l, &all);
	if (!err)
		err = ask_processes(&s->client, 0, &all);
	if (!err)
		err = check_all(s, l, &all);
	else
		client_complain(&s->client, err, "all tasks");
	snapshot_free(&all);
	return err;
}

static int check_cpus(struct session *s, struct laws *l, struct cpus *cpus)
{
	int err = ask_cpus(&s->client, -1, cpus);

	if (err)
		client_complain(&s->client, err, "all CPUs");
	for (size_t i = 0; !err && i < cpus->nr; i++) {
		struct sample one;

		sample_cpu(&one, &cpus->cpu[i]);
		if (sample_has(cpus->cpu[i].have, TDACCT_A_COUNTS))
			inspect_sample(l, s->plan, &one);
	}
	return err;
}

static int read_cgroups(struct client *c, struct cgroup_reading *r)
{
	int err = ask_totals(c, &r->before);

	if (!err)
		err = ask_cgroups(c, &r->all);
	return err ? err : ask_totals(c, &r->after);
}

/* Where there are none, and in old recordings, their laws say nothing. */
static int check_cgroups(struct session *s, struct laws *l, size_t nr_cpus)
{
	struct cgroup_reading r = { .all = { 0 } };
	int err = read_cgroups(&s->client, &r);
	bool replay = !client_is_live(&s->client);

	if (!err)
		inspect_cgroups(l, &s->info, nr_cpus, &r);
	if (!err)
		err = check_all(s, l, &r.all);
	else if (err == -EOPNOTSUPP || (err == -ENOENT && replay))
		err = 0;
	else
		client_complain(&s->client, err, "all cgroups");
	snapshot_free(&r.all);
	return err;
}

static const char *verdict(const struct law *law)
{
	if (law->broken)
		return "BROKEN";
	return law->checked ? "ok" : "-";
}

static int put_row(struct libscols_table *table, const struct law *law)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char number[32];
	int err;

	if (!line)
		return -ENOMEM;
	err = scols_line_set_data(line, 0, verdict(law));
	err |= scols_line_set_data(line, 1, law->name);
	snprintf(number, sizeof(number), "%zu", law->checked);
	err |= scols_line_set_data(line, 2, number);
	snprintf(number, sizeof(number), "%zu", law->broken);
	err |= scols_line_set_data(line, 3, number);
	err |= scols_line_set_data(line, 4, law->numbers);
	return err ? -ENOMEM : 0;
}

static int print_text(const struct laws *l)
{
	static const char *const headings[] = {
		"RESULT", "LAW", "CHECKED", "BROKEN", "NUMBERS",
	};
	struct libscols_table *table = print_new_table();
	int err = table ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < 5; i++)
		if (!scols_table_new_column(table, headings[i], 0,
					    i == 2 || i == 3 ?
					    SCOLS_FL_RIGHT : 0))
			err = -ENOMEM;
	for (size_t i = 0; !err && i < l->nr; i++)
		err = put_row(table, &l->law[i]);
	if (!err)
		return print_table(stdout, table);
	scols_unref_table(table);
	return err;
}

static json_t *json_law(const struct law *law)
{
	json_t *o = json_object();

	json_object_set_new(o, "name", json_string(law->name));
	json_object_set_new(o, "law", json_string(law->text));
	json_object_set_new(o, "held", law->checked ?
			    json_boolean(!law->broken) : json_null());
	json_object_set_new(o, "checked", json_count(law->checked));
	json_object_set_new(o, "broken", json_count(law->broken));
	json_object_set_new(o, "numbers", json_string(law->numbers));
	return o;
}

static json_t *json_totals(const struct info *info, const struct totals *t)
{
	json_t *o = json_object();

	json_object_set_new(o, "before", json_counts(info, &t->before));
	json_object_set_new(o, "live", json_counts(info, &t->live));
	json_object_set_new(o, "exited", json_counts(info, &t->exited));
	json_object_set_new(o, "idle", json_counts(info, &t->idle));
	json_object_set_new(o, "untracked", json_counts(info, &t->untracked));
	json_object_set_new(o, "after", json_counts(info, &t->after));
	return o;
}

static size_t count_broken(const struct laws *l)
{
	size_t broken = 0;

	for (size_t i = 0; i < l->nr; i++)
		broken += l->law[i].broken != 0;
	return broken;
}

/* Slots of any sort of cores: what is not told was not counted either. */
static bool has_counted(const struct info *info, const struct totals *t)
{
	for (unsigned int i = 0; i < info->nr_values; i++) {
		const char *sort = strchr(info->value[i].name, '.');
		const char *name = sort ? sort + 1 : info->value[i].name;

		if (!strcmp(name, "slots") &&
		    count_number(info, &t->after, i) > 0)
			return true;
	}
	return false;
}

/*
 * Laws hold of nothing, whatever the module does. While counting is paused
 * what was counted before is held against them; while it waits, nobody knows
 * whether it ever will.
 */
static const char *why_nothing(const struct session *s, const struct totals *t)
{
	if (s->info.state != TDACCT_STATE_COUNTING &&
	    s->info.state != TDACCT_STATE_PAUSED)
		return "no CPU counts";
	if (!has_counted(&s->info, t))
		return "no CPU has counted a single slot";
	return NULL;
}

static bool counts(const struct cpu_sample *c)
{
	return c->state == TDACCT_STATE_COUNTING;
}

static bool is_like(const struct cpu_sample *a, const struct cpu_sample *b)
{
	return a->state == b->state && !strcmp(a->reason, b->reason);
}

/* "CPUs 0 1 do not count: waiting, ...": each reason once. */
static void put_idlers(FILE *to, const struct cpus *cpus)
{
	for (size_t i = 0; i < cpus->nr; i++) {
		const struct cpu_sample *c = &cpus->cpu[i];
		size_t before = 0;

		while (before < i && !is_like(&cpus->cpu[before], c))
			before++;
		if (counts(c) || before < i)
			continue;
		fprintf(to, "CPU");
		for (size_t k = i; k < cpus->nr; k++)
			if (is_like(&cpus->cpu[k], c))
				fprintf(to, " %u", cpus->cpu[k].cpu);
		fprintf(to, ": %s%s%s\n", state_name(c->state),
			*c->reason ? ", " : "", c->reason);
	}
}

/* What is known of all of it: null where nothing could be proven. */
static json_t *json_held(const struct laws *l, const char *nothing)
{
	if (count_broken(l))
		return json_false();
	return nothing ? json_null() : json_true();
}

static json_t *json_check(const struct session *s, const struct laws *l,
			  const struct totals *t)
{
	json_t *o = json_object(), *laws = json_array();
	const char *nothing = why_nothing(s, t);

	for (size_t i = 0; i < l->nr; i++)
		json_array_append_new(laws, json_law(&l->law[i]));
	json_object_set_new(o, "held", json_held(l, nothing));
	json_object_set_new(o, "nothing", nothing ? json_string(nothing) :
						    json_null());
	json_object_set_new(o, "state", json_state(s->info.state));
	json_object_set_new(o, "laws", laws);
	json_object_set_new(o, "totals", json_totals(&s->info, t));
	return o;
}

static void put_verdict(const struct session *s, const struct laws *l,
			const char *nothing)
{
	size_t broken = count_broken(l);

	if (broken)
		printf("\n%zu of %zu laws are BROKEN\n", broken, l->nr);
	else if (nothing)
		printf("\nnothing is proven: %s\n", nothing);
	else
		printf("\nall laws hold; counting is %s\n",
		       s->info.state == TDACCT_STATE_PAUSED ?
		       "paused, so the sums are equal to the unit" :
		       "running, so the sums lie between two readings");
}

/* CPUs that do not count are told in any case: no law is tried on them. */
static int print(const struct session *s, const struct common *o,
		 const struct laws *l, const struct cpus *cpus,
		 const struct totals *t)
{
	int err;

	if (o->json)
		return json_print(stdout, json_check(s, l, t));
	err = print_text(l);
	if (err)
		return err;
	put_verdict(s, l, why_nothing(s, t));
	put_idlers(stdout, cpus);
	return 0;
}

static int check(struct session *s, const struct common *o, struct laws *l)
{
	struct cpus cpus = { 0 };
	struct totals totals;
	int err = check_cpus(s, l, &cpus);

	if (!err)
		err = check_totals(s, l, cpus.nr, &totals);
	if (!err)
		err = check_tasks(s, l);
	if (!err)
		err = check_cgroups(s, l, cpus.nr);
	if (!err)
		err = print(s, o, l, &cpus, &totals);
	if (!err && (count_broken(l) || why_nothing(s, &totals)))
		err = -EIO;
	cpus_free(&cpus);
	return err;
}

static int run(struct session *s, void *arg)
{
	struct laws_error why = { "" };
	struct laws laws;
	int err = laws_parse(&laws, embedded_laws->name, embedded_laws->text,
			     &why);

	if (err)
		fprintf(stderr, "tdacct: %s\n", why.text);
	else
		err = check(s, arg, &laws);
	laws_free(&laws);
	return command_status(err);
}

int cmd_check(int argc, char **argv)
{
	static const struct command check = { .argp = &argp, .run = run };
	struct common common = { .json = false };

	return command_run(&check, argc, argv, &common);
}
