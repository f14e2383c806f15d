// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collect/session.h"
#include "kernel/ask.h"
#include "model/check.h"
#include "text/embedded.h"
#include "view/json_report.h"
#include "view/table.h"
#include "cmd.h"
#include "command.h"

static int try_totals(struct session *s, struct laws *l, size_t nr_cpus,
		      struct totals *t)
{
	int err = ask_totals(&s->client, t);

	if (err)
		client_complain(&s->client, err, "the totals");
	else
		check_totals(l, &s->info, nr_cpus, t);
	return err;
}

static int try_all(struct session *s, struct laws *l,
		   const struct snapshot *all)
{
	for (size_t i = 0; i < all->nr; i++)
		check_sample(l, s->plan, snapshot_at(all, i));
	return 0;
}

static int try_tasks(struct session *s, struct laws *l)
{
	struct snapshot all = { 0 };
	int err = ask_threads(&s->client, 0, 0, &all);

	if (!err)
		err = try_all(s, l, &all);
	if (!err)
		err = ask_processes(&s->client, 0, &all);
	if (!err)
		err = try_all(s, l, &all);
	else
		client_complain(&s->client, err, "all tasks");
	snapshot_free(&all);
	return err;
}

static int try_cpus(struct session *s, struct laws *l, struct cpus *cpus)
{
	int err = ask_cpus(&s->client, -1, cpus);

	if (err)
		client_complain(&s->client, err, "all CPUs");
	for (size_t i = 0; !err && i < cpus->nr; i++) {
		struct sample one;

		sample_cpu(&one, &cpus->cpu[i]);
		if (sample_has(cpus->cpu[i].have, TDACCT_A_COUNTS))
			check_sample(l, s->plan, &one);
	}
	return err;
}

/* Leaves their laws untried where there are none, and in old recordings. */
static int try_cgroups(struct session *s, struct laws *l, size_t nr_cpus)
{
	struct cgroup_reading r = { .all = { 0 } };
	bool replay = !client_is_live(&s->client);
	int err = ask_totals(&s->client, &r.before);

	if (!err)
		err = ask_cgroups(&s->client, &r.all);
	if (!err)
		err = ask_totals(&s->client, &r.after);
	if (!err)
		check_cgroups(l, &s->info, nr_cpus, &r);
	if (!err)
		err = try_all(s, l, &r.all);
	else if (err == -EOPNOTSUPP || (err == -ENOENT && replay))
		err = 0;
	else
		client_complain(&s->client, err, "all cgroups");
	snapshot_free(&r.all);
	return err;
}

static int print_table(const struct laws *l)
{
	static const char *const headings[] = {
		"RESULT", "LAW", "CHECKED", "BROKEN", "NUMBERS", NULL,
	};
	char checked[32], broken[32];
	struct table t;

	table_begin(&t, stdout, headings, 1 << 2 | 1 << 3);
	for (size_t i = 0; i < l->nr; i++) {
		const struct law *law = &l->law[i];

		snprintf(checked, sizeof(checked), "%zu", law->checked);
		snprintf(broken, sizeof(broken), "%zu", law->broken);
		table_line(&t, (const char *[]){
			law->broken ? "BROKEN" : law->checked ? "ok" : "-",
			law->name, checked, broken, law->numbers,
		}, 5);
	}
	return table_end(&t);
}

/* Puts whether laws hold: null where nothing could be proven. */
static void json_held(struct json *j, const char *key, bool broken, bool proven)
{
	if (broken || proven)
		json_flag(j, key, !broken);
	else
		json_text(j, key, NULL);
}

static void json_law(struct json *j, const struct law *law)
{
	json_open(j, NULL, '{');
	json_text(j, "name", law->name);
	json_text(j, "law", law->text);
	json_held(j, "held", law->checked && law->broken, law->checked);
	json_count(j, "checked", law->checked);
	json_count(j, "broken", law->broken);
	json_text(j, "numbers", law->numbers);
	json_close(j, '}');
}

static void json_totals(struct json *j, const struct info *info,
			const struct totals *t)
{
	json_open(j, "totals", '{');
	json_counts(j, "before", info, &t->before);
	json_counts(j, "live", info, &t->live);
	json_counts(j, "exited", info, &t->exited);
	json_counts(j, "idle", info, &t->idle);
	json_counts(j, "untracked", info, &t->untracked);
	json_counts(j, "after", info, &t->after);
	json_close(j, '}');
}

static size_t count_broken(const struct laws *l)
{
	size_t broken = 0;

	for (size_t i = 0; i < l->nr; i++)
		broken += l->law[i].broken != 0;
	return broken;
}

/* Slots of any core type: what is not told was not counted either. */
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
		if (c->state == TDACCT_STATE_COUNTING || before < i)
			continue;
		fprintf(to, "CPU");
		for (size_t k = i; k < cpus->nr; k++)
			if (is_like(&cpus->cpu[k], c))
				fprintf(to, " %u", cpus->cpu[k].cpu);
		fprintf(to, ": %s%s%s\n", state_name(c->state),
			*c->reason ? ", " : "", c->reason);
	}
}

static int print_json(const struct session *s, const struct laws *l,
		      const struct totals *t)
{
	struct json j = json_to(stdout, false);
	const char *nothing = why_nothing(s, t);

	json_open(&j, NULL, '{');
	json_held(&j, "held", count_broken(l), !nothing);
	json_text(&j, "nothing", nothing);
	json_text(&j, "state", state_name(s->info.state));
	json_open(&j, "laws", '[');
	for (size_t i = 0; i < l->nr; i++)
		json_law(&j, &l->law[i]);
	json_close(&j, ']');
	json_totals(&j, &s->info, t);
	json_close(&j, '}');
	return json_end(&j);
}

/* CPUs that do not count are told in any case: no law is tried on them. */
static int print(const struct session *s, const struct common *o,
		 const struct laws *l, const struct cpus *cpus,
		 const struct totals *t)
{
	const char *nothing = why_nothing(s, t);
	size_t broken = count_broken(l);
	int err;

	if (o->json)
		return print_json(s, l, t);
	err = print_table(l);
	if (err)
		return err;
	if (broken)
		printf("\n%zu of %zu laws are BROKEN\n", broken, l->nr);
	else if (nothing)
		printf("\nnothing is proven: %s\n", nothing);
	else
		printf("\nall laws hold; counting is %s\n",
		       s->info.state == TDACCT_STATE_PAUSED ?
		       "paused, so the sums are equal to the unit" :
		       "running, so the sums lie between two readings");
	put_idlers(stdout, cpus);
	return 0;
}

static int check(struct session *s, const struct common *o, struct laws *l)
{
	struct cpus cpus = { 0 };
	struct totals totals;
	int err = try_cpus(s, l, &cpus);

	if (!err)
		err = try_totals(s, l, cpus.nr, &totals);
	if (!err)
		err = try_tasks(s, l);
	if (!err)
		err = try_cgroups(s, l, cpus.nr);
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
	static const struct command check = {
		.takes = OPTIONS_ALL, .run = run,
		.doc = "Test whether the counts obey the laws that all counts must obey. For example, the counts of all tasks, of idle and of untracked add up to what the CPUs counted, and no part is larger than its whole.\v"
		       "The exit status is 1 when a law is broken, and when nothing was counted that could be tested. While counting is paused, sums must be equal to the unit; otherwise they must lie between two readings.",
	};
	struct common common = { .json = false };

	return command_run(&check, argc, argv, &common);
}
