// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <string.h>

#include "model/cores.h"
#include "model/eval.h"
#include "model/plan.h"
#include "text/units.h"
#include "print.h"
#include "report.h"
#include "table.h"
#include "tree.h"

enum {
	BAR_WIDTH = 24,
	BAR_ROOM = 76,		/* so wide is a tree with it, most often */
};

#define WORTH_SAYING 0.001	/* so far is a share from what is shown */

static void put_threads(FILE *to, const struct sample *s)
{
	if (sample_has(s->have, TDACCT_A_THREADS))
		fprintf(to, ", threads: %llu", (unsigned long long)s->threads);
	if (s->exited_threads &&
	    sample_has(s->have, TDACCT_A_EXITED_THREADS))
		fprintf(to, ", and %llu that have ended",
			(unsigned long long)s->exited_threads);
	fputc('\n', to);
}

/* Their list may be far longer than a name. */
static void put_cgroups(FILE *to, const struct report *r)
{
	char list[CGROUP_PATH_SIZE], safe[PRINT_SAFE_SIZE];

	snprintf(list, sizeof(list), "%.1000s%s", r->list,
		 strlen(r->list) > 1000 ? "..." : "");
	fprintf(to, "cgroups %s together, %s", print_safe(safe, list), r->own ?
		"only their own tasks" : "all below them included");
	put_threads(to, r->sample);
}

static void put_who(FILE *to, const struct report *r)
{
	const struct sample *s = r->sample;
	char safe[PRINT_SAFE_SIZE];

	print_safe(safe, s->path ? s->path : s->comm);
	switch (s->kind) {
	case SAMPLE_THREAD:
		fprintf(to, "thread %u %s, of process %u%s%s\n", s->tid,
			safe, s->pid,
			s->flags & TDACCT_TASK_KTHREAD ? ", kernel thread" : "",
			s->flags & TDACCT_TASK_DEAD ? ", has ended" : "");
		break;
	case SAMPLE_PROCESS:
		fprintf(to, "process %u %s", s->pid, safe);
		put_threads(to, s);
		break;
	case SAMPLE_CGROUP:
		fprintf(to, "cgroup %s%s, %s", safe,
			s->cgroup_flags & TDACCT_CGROUP_REMOVED ?
			", removed" : "", r->own ? "only its own tasks" :
			"all below it included");
		put_threads(to, s);
		break;
	case SAMPLE_CPU:
		fprintf(to, "CPU %u\n", s->cpu);
		break;
	case SAMPLE_SYSTEM:
		fprintf(to, "system of %u CPUs\n", r->nr_cpus);
		break;
	case SAMPLE_CPUS:
		fprintf(to, "CPUs %s, counted: %u\n", r->list, r->nr_cpus);
		break;
	case SAMPLE_THREADS:
		fprintf(to, "threads %s together\n", r->list);
		break;
	case SAMPLE_PROCESSES:
		fprintf(to, "processes %s together", r->list);
		put_threads(to, s);
		break;
	case SAMPLE_CGROUPS:
		put_cgroups(to, r);
		break;
	case SAMPLE_PERF:
		fprintf(to, "%s%s", *safe ? safe : "all that perf counted",
			*safe ? ", as perf counted" : "");
		if (r->stamp->interval > 0)
			fprintf(to, " from %.3f s to %.3f s",
				r->stamp->time - r->stamp->interval,
				r->stamp->time);
		fputc('\n', to);
		break;
	case SAMPLE_TOTAL:
		fprintf(to, "total: process %u %s and its children, ", s->pid,
			safe);
		break;
	case SAMPLE_EXITED:
	case SAMPLE_IDLE:
	case SAMPLE_UNTRACKED:
	case SAMPLE_CORE:
	case SAMPLE_SOCKET:
		break;	/* in lists only */
	case SAMPLE_CHILDREN:
		fprintf(to, "children: %llu process%s, ",
			(unsigned long long)s->children_nr,
			s->children_nr == 1 ? "" : "es");
		break;
	}
}

static void put_time(FILE *to, const struct report *r)
{
	const struct sample *s = r->sample;
	char cpu[UNITS_SIZE], coverage[UNITS_SIZE];

	if (r->stamp && r->stamp->interval > 0)
		fprintf(to, "in %.3f s: ", r->stamp->interval);
	units_time(cpu, sample_has(s->have, TDACCT_A_CPU_NS) ?
		   (double)s->cpu_ns : NAN);
	fprintf(to, "%s %s, coverage %s", sample_is_machine(s) ? "online" : "CPU time",
		cpu, units_share(coverage, sample_coverage(s)));
	if (sample_is_machine(s) && s->busy.known)
		fprintf(to, ", %s busy%s", units_share(coverage,
						      busy_share(&s->busy)),
			r->stamp && r->stamp->interval > 0 ? "" : " since boot");
	if (s->kind != SAMPLE_THREAD && s->kind != SAMPLE_PROCESS)
		fputc('\n', to);
	else if (sample_has(s->have, TDACCT_A_AGE_NS))
		fprintf(to, ", numbers at most %s old\n",
			units_time(cpu, (double)s->age_ns));
	else
		fprintf(to, ", numbers as of its last switch\n");
}

static void put_part(FILE *to, const struct report *r, const char *what,
		     const struct counts *part)
{
	const struct plan *p = r->result->plan;
	char share[UNITS_SIZE];

	if (!part || p->of < 0)
		return;
	fprintf(to, ", %s %s",
		units_share(share,
			    count_number(p->info, part, (unsigned int)p->of) /
			    count_number(p->info, &r->sample->counts,
					 (unsigned int)p->of)), what);
}

/* Puts what @type counted; one that is not 0 counts slots and instructions alone. */
static void put_counts(FILE *to, const struct report *r, unsigned int type)
{
	double slots = report_count(r, "slots", type);
	double ipc = report_count(r, "instructions", type) /
		     report_count(r, "cycles", type);
	double gap = type ? NAN : report_count(r, "slots_without_events", 0);
	double no_class = report_count(r, "unclassified", 0);
	bool all = !type && r->sample->kind != SAMPLE_PERF;
	char text[UNITS_SIZE];

	if (type || r->result->next)
		fprintf(to, "%s: ", cores_name(r->result->plan->info, type));
	fprintf(to, "%s slots", units_count(text, slots));
	if (all)
		fprintf(to, ", %s unclassified",
			units_share(text, no_class / slots));
	if (gap > 0)
		fprintf(to, ", %s without all events",
			units_share(text, gap / slots));
	put_part(to, r, "idle slots", type ? NULL : r->idle);
	put_part(to, r, "untracked", type ? NULL : r->untracked);
	if (isfinite(ipc))
		fprintf(to, "; %.2f instructions a cycle", ipc);
	if (all)
		fprintf(to, "; %s switches",
			units_count(text, report_count(r, "switches", 0)));
	fputs("\n\n", to);
}

/* A node is shown when those above it are and it is of interest. */
bool tree_shows(const struct result *r, const struct tree_options *o,
		size_t node)
{
	const struct node *n = &r->plan->model->node[node];

	if (n->standalone)
		return o->all && !isnan(r->node[node].shown);
	if (o->level)
		return n->level <= o->level;
	if (o->all || n->level <= 2)
		return true;
	return r->node[n->parent].flagged &&
	       tree_shows(r, o, (size_t)n->parent);
}

/* On a narrow terminal bars are shorter, so that the marks behind them have room. */
static int bar_width(FILE *to)
{
	size_t width = print_width(to);

	if (!width || width >= BAR_ROOM)
		return BAR_WIDTH;
	return width + BAR_WIDTH < BAR_ROOM ? 0 :
	       (int)(width + BAR_WIDTH - BAR_ROOM);
}

static const char *bar(char *to, double share, int width)
{
	bool blocks = print_is_utf8();
	int len = isnan(share) ? 0 :
		  (int)lround(fmin(fmax(share, 0), 1) * width);

	*to = 0;
	while (len-- > 0)
		strcat(to, blocks ? "\u2588" : "#");
	return to;
}

static void note(char *to, size_t size, const struct result *r, size_t node)
{
	const struct node_result *n = &r->node[node];
	char was[UNITS_SIZE];

	result_reason(r, node, to, size);
	if (n->deepest)
		snprintf(to, size, "<==");
	else if (n->marked)
		snprintf(to, size, "<--");
	if (n->known < KNOWN_WHOLE && !isnan(n->share))
		snprintf(to + strlen(to), size - strlen(to),
			 "%sknown for %s of its slots", *to ? " " : "",
			 units_share(was, n->known));
	if (fabs(n->shown - n->share) >= WORTH_SAYING)
		snprintf(to + strlen(to), size - strlen(to),
			 "%slimited, was %s", *to ? " " : "",
			 units_share(was, n->share));
}

/* With the marks of what the lines below the tree tell of. */
static void put_share(char to[UNITS_SIZE + 2], const struct result *r,
		      size_t node)
{
	const struct node *n = &r->plan->model->node[node];
	double shown = r->node[node].shown;

	if (!isnan(shown) && r->node[node].approximate)
		*to++ = '~';
	if (!isnan(shown) && n->core_wide)
		*to++ = '*';
	if (n->unit == UNIT_NUMBER && !isnan(shown))
		snprintf(to, UNITS_SIZE, "%.4g", shown);
	else
		units_share(to, shown);
}

static void put_line(struct table *t, const struct result *r, size_t node,
		     int bars)
{
	const struct node *n = &r->plan->model->node[node];
	const struct node_result *nr = &r->node[node];
	char share[UNITS_SIZE + 2], error[UNITS_SIZE], why[512];
	char filled[BAR_WIDTH * 3 + 1];

	put_share(share, r, node);
	note(why, sizeof(why), r, node);
	table_line(t, (const char *[]){
		n->name, share, units_error(error, nr->error),
		model_unit_name(n), bar(filled, n->standalone ? NAN : nr->shown, bars),
		why,
	}, 6);
}

/* The lines of a tree: which node, and the line that it lies below. */
struct lines {
	size_t node[MODEL_NODES_MAX];
	int above[MODEL_NODES_MAX];
	size_t nr;
};

/* Parents may stand behind their children in the model: by recursion. */
static void add_children(struct lines *l, const struct report *r,
			 const struct tree_options *o, int parent, int above)
{
	const struct model *m = r->result->plan->model;

	for (size_t i = 0; i < m->nr_nodes; i++) {
		if (m->node[i].parent != parent ||
		    !tree_shows(r->result, o, i))
			continue;
		l->node[l->nr] = i;
		l->above[l->nr++] = above;
		add_children(l, r, o, (int)i, (int)l->nr - 1);
	}
}

static int put_tree(FILE *to, const struct report *r,
		    const struct tree_options *o)
{
	static const char *const headings[] = {
		"NODE", "SHARE", "+-", "UNIT", "", "", NULL,
	};
	bool last[MODEL_NODES_MAX] = { false }, seen[MODEL_NODES_MAX] = { false };
	int bars = bar_width(to);
	struct lines l = { .nr = 0 };
	struct table t;

	table_begin(&t, to, headings, 1 << 1 | 1 << 2);
	add_children(&l, r, o, -1, -1);
	table_find_last(last, seen, l.above, l.nr);
	for (size_t i = 0; i < l.nr; i++) {
		table_branches(&t, l.above, last, i);
		put_line(&t, r->result, l.node[i], bars);
	}
	return table_end(&t);
}

static bool is_approximate(const struct report *r, size_t node,
			   const char *text)
{
	const struct result *res = r->result;
	const char *n = res->plan->model->node[node].note;

	return res->node[node].approximate && n && !strcmp(n, text) &&
	       !isnan(res->node[node].share);
}

/* Prints each note once, with all the nodes that bear it. Returns how many. */
static unsigned int put_approximations(FILE *to, const struct report *r,
				       const struct tree_options *o)
{
	const struct model *m = r->result->plan->model;
	unsigned int nr = 0;

	for (size_t i = 0; i < m->nr_nodes; i++) {
		const char *text = m->node[i].note;
		const char *comma = nr ? "~ " : "\n~ ";
		size_t before = 0;

		if (!text || !is_approximate(r, i, text) ||
		    !tree_shows(r->result, o, i))
			continue;
		while (before < i && !is_approximate(r, before, text))
			before++;
		if (before < i)
			continue;
		for (size_t k = i; k < m->nr_nodes; k++) {
			if (!is_approximate(r, k, text))
				continue;
			fprintf(to, "%s%s", comma, m->node[k].name);
			comma = ", ";
		}
		fprintf(to, ": %s\n", text);
		nr++;
	}
	return nr;
}

/* One line for all nodes that have the mark. */
static unsigned int put_core_wide(FILE *to, const struct report *r,
				  const struct tree_options *o, bool first)
{
	const struct model *m = r->result->plan->model;
	unsigned int nr = 0;

	for (size_t i = 0; i < m->nr_nodes; i++) {
		if (!m->node[i].core_wide || isnan(r->result->node[i].share) ||
		    !tree_shows(r->result, o, i))
			continue;
		fprintf(to, "%s%s", nr++ ? ", " : first ? "\n* " : "* ",
			m->node[i].name);
	}
	if (nr)
		fprintf(to, ": counted for the whole core, so it includes what the core's other hardware thread did\n");
	return nr;
}

/* Nodes that several core types have, on all of them. */
static void put_sums(FILE *to, const struct report *r, const char *whose)
{
	const struct result *res = r->result;
	const struct model *m = res->plan->model;
	const char *comma = "";
	char share[UNITS_SIZE];

	for (size_t i = 0; i < m->nr_nodes; i++) {
		if (m->node[i].level != 1 || !result_is_sum(res, i))
			continue;
		if (!*comma)
			fprintf(to, "\n%s, of the slots of %s: ", whose, whose);
		fprintf(to, "%s%s %s", comma, m->node[i].name,
			units_share(share, result_shown(res, i)));
		comma = ", ";
	}
	if (*comma == ',')
		fputc('\n', to);
}

/* A tree of each other core_type that it ran on, and the sums. */
static int put_others(FILE *to, const struct report *r,
		      const struct tree_options *o)
{
	unsigned int nr = 1;
	int err = 0;

	for (const struct result *of = r->result->next; of && !err; of = of->next) {
		struct report theirs = *r;

		if (!(of->weight > 0))
			continue;
		theirs.result = of;
		fputc('\n', to);
		put_counts(to, &theirs, of->plan->core_type);
		err = put_tree(to, &theirs, o);
		nr++;
	}
	if (!err && nr > 1)
		put_sums(to, r, nr > 2 ? "all" : "both");
	return err;
}

int view_tree(FILE *to, const struct report *r, const struct tree_options *o)
{
	bool nodes = r->result->plan->model->nr_nodes;
	unsigned int nr;
	int err;

	put_who(to, r);
	if (r->sample->kind != SAMPLE_PERF)
		put_time(to, r);
	put_counts(to, r, 0);
	err = nodes ? put_tree(to, r, o) : 0;
	if (!err)
		err = put_others(to, r, o);
	if (err)
		return err;
	nr = put_approximations(to, r, o);
	nr += put_core_wide(to, r, o, !nr);
	if (nodes && !nr && r->nr_notes)
		fputc('\n', to);
	for (unsigned int i = 0; i < r->nr_notes; i++)
		fprintf(to, "note: %s\n", r->note[i]);
	return 0;
}
