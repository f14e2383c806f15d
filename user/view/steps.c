// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/advice.h"
#include "model/resolver.h"
#include "model/needs.h"
#include "text/text.h"
#include "text/units.h"
#include "print.h"
#include "steps.h"

enum { NAME_SIZE = 256, COMMAND_SIZE = PRINT_SAFE_SIZE + 512 };

const struct node *steps_node(const struct explain *e)
{
	return &e->plan->model->node[e->node];
}

void steps_share(char *to, size_t size, const struct explain *e,
		      size_t node)
{
	const struct node_result *r = &e->report->result->node[node];
	const struct node *n = &e->plan->model->node[node];
	char share[UNITS_SIZE], error[UNITS_SIZE];

	if (isnan(r->shown)) {
		snprintf(to, size, "%s", units_share(share, NAN));
		return;
	}
	if (n->unit == UNIT_NUMBER)
		snprintf(to, size, "%.4g", r->shown);
	else
		snprintf(to, size, "%s%s", r->approximate ? "~" : "",
			 units_share(share, r->shown));
	if (n->unit != UNIT_NUMBER && r->error >= 0.0005)
		snprintf(to + strlen(to), size - strlen(to),
			 ", at most %s points off",
			 units_error(error, r->error));
	if (r->known < KNOWN_WHOLE)
		snprintf(to + strlen(to), size - strlen(to),
			 ", known for %s of its slots", units_share(share, r->known));
}

/*
 * Nothing but letters, digits and @signs is in it: a line that is pasted must not mean
 * something else to a shell, and anybody may name a cgroup.
 */
static bool has_only(const char *text, const char *signs)
{
	while (isalnum((unsigned char)*text) || (*text && strchr(signs, *text)))
		text++;
	return !*text;
}

static void put_cgroup(char *to, size_t size, const struct sample *s, bool perf)
{
	if (*s->path != '/' || !has_only(s->path, "/._-@:+"))
		snprintf(to, size, perf ? "-a" : "--cgroup id:%llu",
			 (unsigned long long)s->id);
	else if (perf && s->path[1])
		snprintf(to, size, "-a -G %s", s->path + 1);
	else if (perf)
		snprintf(to, size, "-a");
	else
		snprintf(to, size, "--cgroup %s", s->path);
}

/* perf record wants a cgroup for each event. */
static void put_cgroups(char *to, size_t size, const char *list, bool perf)
{
	if (perf)
		snprintf(to, size, "-a");
	else
		snprintf(to, size, "--cgroup %s", has_only(list, "/._-@:+,") ?
			 list : "PATH,PATH");
}

/* A user chooses a kind by these options; kinds without are in lists only. */
static const struct {
	const char *ours, *perfs;
	bool list;		/* as the user said it, and not a number */
} options[] = {
	[SAMPLE_THREAD] = { "--task", "-t", false },
	[SAMPLE_THREADS] = { "--task", "-t", true },
	[SAMPLE_PROCESS] = { "--pid", "-p", false },
	[SAMPLE_CHILDREN] = { "--pid", "-p", false },
	[SAMPLE_TOTAL] = { "--pid", "-p", false },
	[SAMPLE_PROCESSES] = { "--pid", "-p", true },
	[SAMPLE_CPU] = { "--cpu", "-C", false },
	[SAMPLE_CPUS] = { "--cpu", "-C", true },
	[SAMPLE_PERF] = { "--from", "--from", true },	/* the last kind */
};

void steps_target(char *to, size_t size, const struct report *r, bool perf)
{
	const struct sample *s = r ? r->sample : NULL;
	const char *option = !s ? NULL : perf ? options[s->kind].perfs :
						options[s->kind].ours;

	*to = 0;
	if (!s)
		snprintf(to, size, perf ? "-p PID" : "--pid PID");
	else if (s->kind == SAMPLE_SYSTEM)
		snprintf(to, size, perf ? "-a" : "--system");
	else if (s->kind == SAMPLE_CGROUP)
		put_cgroup(to, size, s, perf);
	else if (s->kind == SAMPLE_CGROUPS)
		put_cgroups(to, size, r->list, perf);
	else if (option && options[s->kind].list)
		snprintf(to, size, "%s %s", option, r->list);
	else if (option)
		snprintf(to, size, "%s %u", option,
			 s->kind == SAMPLE_THREAD ? s->tid :
			 s->kind == SAMPLE_CPU ? s->cpu : s->pid);
}

void steps_explain(char *to, size_t size, const struct explain *e, size_t node)
{
	const char *again = e->resolver ? e->resolver->again : NULL;
	char target[PRINT_SAFE_SIZE], period[40] = "", name[NAME_SIZE];
	const struct report *r = e->report;
	size_t len;

	steps_target(target, sizeof(target), r, false);
	if (r->period > 0)
		snprintf(period, sizeof(period), " --interval %.10g",
			 r->period);
	text_quote(name, sizeof(name), e->plan->model->node[node].name);
	len = (size_t)snprintf(to, size, "tdacct show %s%s --explain %s",
			       target, period, name);
	if (again && len + strlen(again) < size)
		strcpy(to + len, again);
}

/*
 * A model from a vendor names the events that show where something happens, as
 * "A.B:pp" or "A.B_PS"; else the advice does.
 */
struct place {
	const struct explain *of;
	char name[NAME_SIZE];
	bool precise;
	struct encoded encoded;
};

static bool cut_end(char *name, const char *end)
{
	size_t len = strlen(name), cut = strlen(end);

	if (len <= cut || strcmp(name + len - cut, end))
		return false;
	name[len - cut] = 0;
	return true;
}

static bool find_place(void *arg, const char *text, size_t len)
{
	struct place *to = arg;
	const struct resolver *known = to->of->resolver;

	snprintf(to->name, sizeof(to->name), "%.*s", (int)len, text);
	to->precise = cut_end(to->name, ":pp");
	to->precise |= cut_end(to->name, "_PS");
	return *to->name && has_only(to->name, "_.:-") &&
	       resolver_find(known, to->name, &to->encoded) &&
	       !to->encoded.cannot;
}

static void put_record(char *to, const struct place *p)
{
	char target[PRINT_SAFE_SIZE], more[32] = "";
	const char *device = p->of->resolver->device;

	if (p->encoded.config1)
		snprintf(more, sizeof(more), ",config1=0x%" PRIx64,
			 p->encoded.config1);
	steps_target(target, sizeof(target), p->of->report, true);
	snprintf(to, COMMAND_SIZE, "perf record -e %s/config=0x%" PRIx64 "%s,name=%s/%s %s",
		 device ? device : "cpu", p->encoded.config, more, p->name,
		 p->precise ? "pp" : "", target);
}

/* Has perf only what the module leaves it? Where that is not known, it is given some. */
static bool leaves_rest(const struct explain *e)
{
	const char *root = e->resolver ? e->resolver->root : NULL;
	char path[PATH_MAX], share[16] = "";
	FILE *f = NULL;

	if (root) {
		snprintf(path, sizeof(path), "%.4000s/sys/module/tdacct/parameters/share",
			 root);
		f = fopen(path, "re");
	}
	if (f && !fgets(share, sizeof(share), f))
		*share = 0;
	if (f)
		fclose(f);
	return !strncmp(share, "tdacct", strlen("tdacct"));
}

static void each_place(const struct explain *e, const char *list,
		       step_fn step, void *arg)
{
	const char *why = leaves_rest(e) ?
		"where in the program it happens; perf may find no counter, and tdacct pause --for 30s frees them" :
		"where in the program it happens";
	char command[COMMAND_SIZE];
	struct place p = { .of = e };

	while (*(list += strspn(list, ";, "))) {
		size_t len = strcspn(list, ";, ");

		if (advice_first(list, len, find_place, &p)) {
			put_record(command, &p);
			step(arg, command, why);
		}
		list += len;
	}
}

/* Whether @set gives @node or what is below it, which is not known today. */
static bool is_wanted(const struct explain *e, size_t node, size_t i)
{
	const struct node *n = &e->plan->model->node[i];

	return (node == i || n->parent == (int)node) && !n->standalone &&
	       !n->why && !e->plan->node[i].formula;
}

static void put_gain(char *to, size_t size, const struct explain *e,
		     const char *set)
{
	const struct model *m = e->plan->model;
	const char *name[NEEDS_SETS_MAX], *comma = "";
	size_t len = (size_t)snprintf(to, size, "counts");

	for (size_t i = 0; i < m->nr_nodes && len < size; i++) {
		size_t k = is_wanted(e, e->node, i) ?
			   needs_sets(m, e->resolver, i, name) : 0;

		while (k && strcmp(name[k - 1], set))
			k--;
		if (!k)
			continue;
		len += (size_t)snprintf(to + len, size - len, "%s %s", comma,
					m->node[i].name);
		comma = ",";
	}
}

static size_t add_names(const char **all, size_t nr, const char *const *more,
			size_t nr_more)
{
	for (size_t i = 0; i < nr_more && nr < NEEDS_SETS_MAX; i++) {
		size_t k = 0;

		while (k < nr && strcmp(all[k], more[i]))
			k++;
		if (k == nr)
			all[nr++] = more[i];
	}
	return nr;
}

/* Only a module that is there, and not too old, has an epoch and takes other events. */
static void each_set(const struct explain *e, step_fn step, void *arg)
{
	const char *all[NEEDS_SETS_MAX], *some[NEEDS_SETS_MAX];
	const char *site = e->resolver ? e->resolver->site : NULL;
	char command[COMMAND_SIZE], why[512], at[PATH_MAX], set[NAME_SIZE];
	size_t nr = 0;

	if (site)
		text_quote(at, sizeof(at), site);

	for (size_t i = 0; i < e->plan->model->nr_nodes; i++)
		if (is_wanted(e, e->node, i))
			nr = add_names(all, nr, some,
				       needs_sets(e->plan->model, e->resolver,
						  i, some));
	for (size_t i = 0; i < nr; i++) {
		text_quote(set, sizeof(set), all[i]);
		snprintf(command, sizeof(command), "tdacct events %s%s%.4000s %s",
			 e->plan->info->epoch ? "use" : "show",
			 site ? " --model " : "", site ? at : "", set);
		put_gain(why, sizeof(why), e, all[i]);
		step(arg, command, why);
	}
}

/* The largest of those below, or -1. */
static int largest_child(const struct explain *e)
{
	const struct model *m = e->plan->model;
	int found = -1;

	for (size_t i = 0; e->report && i < m->nr_nodes; i++) {
		double share = e->report->result->node[i].shown;

		if (m->node[i].parent == (int)e->node && !m->node[i].standalone &&
		    share > (found < 0 ? 0 :
			     e->report->result->node[found].shown))
			found = (int)i;
	}
	return found;
}

static void child_step(const struct explain *e, step_fn step, void *arg)
{
	int child = largest_child(e);
	char command[COMMAND_SIZE], why[512];
	char share[UNITS_SIZE * 3];

	if (child < 0)
		return;
	steps_explain(command, sizeof(command), e, (size_t)child);
	steps_share(share, sizeof(share), e, (size_t)child);
	snprintf(why, sizeof(why), "the largest part of it: %s", share);
	step(arg, command, why);
}

void steps_measure(const struct explain *e, const struct advice *a,
		   step_fn step, void *arg)
{
	const char *locate = steps_node(e)->locate;

	each_set(e, step, arg);
	if (e->report && e->report->ended)
		return;
	if (locate)
		each_place(e, locate, step, arg);
	for (size_t i = 0; !locate && i < a->nr_locate; i++)
		each_place(e, a->locate[i], step, arg);
}

void steps_each(const struct explain *e, const struct advice *a,
		step_fn step, void *arg)
{
	if (!e->report || !e->report->ended)
		child_step(e, step, arg);
	steps_measure(e, a, step, arg);
}
