// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/advice.h"
#include "model/eval.h"
#include "model/needs.h"
#include "text/units.h"
#include "explain.h"
#include "print.h"
#include "report.h"
#include "steps.h"

enum { INDENT = 4 };

static void put_head(FILE *to, const struct explain *e)
{
	const struct node *n = explained_node(e);
	const char *unit = node_unit_name(n);

	fprintf(to, "%s: %s", n->name, explained_title(n));
	if (*unit)
		fprintf(to, ", of %s", unit);
	if (n->parent >= 0)
		fprintf(to, ", part of %s",
			e->plan->model->node[n->parent].name);
	fputc('\n', to);
}

static const char *verdict(const struct node_result *r, const struct node *n)
{
	if (isnan(r->share))
		return "";
	if (r->deepest)
		return "; look here first";
	if (r->flagged)
		return "; over its threshold";
	return n->threshold.expr ? "; not worth a look" : "";
}

/* A command has a name; what else there is has named itself. */
static const char *name_of(const struct report *r, char *safe)
{
	*safe = 0;
	return r->sample->kind == SAMPLE_THREAD ||
	       r->sample->kind == SAMPLE_PROCESS ?
	       print_safe(safe, r->sample->comm) : safe;
}

static void put_result(FILE *to, const struct explain *e)
{
	char target[PRINT_SAFE_SIZE], share[UNITS_SIZE * 3], why[512];
	char safe[PRINT_SAFE_SIZE];

	if (!e->report)
		return;
	steps_target(target, sizeof(target), e->report, false);
	explained_share(share, sizeof(share), e, e->node);
	result_reason(e->report->result, e->node, why, sizeof(why));
	fprintf(to, "%s%s%s: %s%s%s%s\n", target + strspn(target, "-"),
		*name_of(e->report, safe) ? " " : "", safe, share, *why ? " " : "", why,
		verdict(explained_result(e), explained_node(e)));
}

static void put_section(FILE *to, const char *title)
{
	fprintf(to, "\n%s\n", title);
}

static void put_list(FILE *to, const char *title, const char *const *text,
		     size_t nr)
{
	if (nr)
		put_section(to, title);
	for (size_t i = 0; i < nr; i++)
		print_wrapped(to, "  *", INDENT, text[i]);
}

static void put_formula(FILE *to, const struct explain *e)
{
	const struct node *n = explained_node(e);
	bool corrected = false;
	char *numbers = explained_numbers(e, &corrected);
	char share[UNITS_SIZE * 3];

	put_section(to, "How it is computed");
	print_wrapped(to, "", INDENT, explained_text(e) ? explained_text(e) : n->why ?
		      n->why : "no formula");
	if (numbers) {
		explained_share(share, sizeof(share), e, e->node);
		print_wrapped(to, "  =", INDENT, numbers);
		print_wrapped(to, "  =", INDENT, share);
	}
	if (corrected)
		print_wrapped(to, "", INDENT, "The hardware rounds the classes, so they do not add up to all slots; here the difference was divided equally among them.");
	if (explained_approximate(e) && n->note)
		print_wrapped(to, "  ~", INDENT, n->note);
	if (n->threshold_text)
		fprintf(to, "    worth a look if %s\n", n->threshold_text);
	fprintf(to, "    by the model %s\n", e->plan->model->name);
	free(numbers);
}

/* 1234567 as "1,234,567". */
static void put_count(FILE *to, double count)
{
	char digits[32], grouped[48];
	size_t len, k = 0;

	if (isnan(count)) {
		fprintf(to, "%20s", "not counted");
		return;
	}
	len = (size_t)snprintf(digits, sizeof(digits), "%.0f", count);
	for (size_t i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0 && digits[i - 1] != '-')
			grouped[k++] = ',';
		grouped[k++] = digits[i];
	}
	grouped[k] = 0;
	fprintf(to, "%20s", grouped);
}

/* What one has to know to map it to an event of a CPU. */
static void put_symbol(FILE *to, const struct model_event *e, const char **why)
{
	if (!e->symbol)
		return;
	print_wrapped(to, "", INDENT * 2, e->symbol);
	if (e->why)
		*why = e->why;
}

static void put_events(FILE *to, const struct explain *e)
{
	const struct model *m = e->plan->model;
	bool needed[MODEL_EVENTS_MAX];
	const char *why = NULL;

	needs_find(m, e->node, needed);
	put_section(to, "Events");
	for (size_t i = 0; i < m->nr_events; i++) {
		if (!needed[i])
			continue;
		if (e->report)
			put_count(to, explained_count(e, i));
		else
			fprintf(to, "%-20s", e->plan->value[i] < 0 ?
				"    not counted now" : "    counted");
		fprintf(to, "  %s\n", m->event[i].name);
		put_symbol(to, &m->event[i], &why);
	}
	if (why)
		print_wrapped(to, "", INDENT, why);
}

static void put_step(void *arg, const char *command, const char *why)
{
	fprintf(arg, "    %s\n", command);
	print_wrapped(arg, "", INDENT * 2, why);
}

static void note_step(void *arg, const char *command, const char *why)
{
	(void)command;
	(void)why;
	*(bool *)arg = true;
}

static void put_steps(FILE *to, const struct explain *e,
		      const struct advice *a)
{
	bool any = false;

	steps_each(e, a, note_step, &any);
	if (!any)
		return;
	put_section(to, "What to measure next");
	steps_each(e, a, put_step, to);
}

static void put_page(FILE *to, const struct model *m)
{
	if (!m->page)
		return;
	put_section(to, "How far to trust it");
	fprintf(to, "%*sDocumentation/%s\n", INDENT, "", m->page);
}

void view_explain(FILE *to, const struct explain *e)
{
	struct advice a;

	advice_find(e->book, explained_node(e)->name, &a);
	put_head(to, e);
	put_result(to, e);
	put_section(to, "What it means");
	print_wrapped(to, "", INDENT, explained_meaning(&a, explained_node(e)));
	put_formula(to, e);
	put_events(to, e);
	put_list(to, "What usually causes it", a.cause, a.nr_causes);
	put_list(to, "What to try", a.remedy, a.nr_remedies);
	put_steps(to, e, &a);
	put_page(to, e->plan->model);
}

/* The explanation tells what each is for. */
static void put_next_step(void *arg, const char *command, const char *why)
{
	(void)why;
	fprintf(arg, "      %s\n", command);
}

void view_next(FILE *to, const struct explain *e)
{
	char command[PRINT_SAFE_SIZE + 512];
	struct advice a;

	advice_find(e->book, explained_node(e)->name, &a);
	steps_explain(command, sizeof(command), e, e->node);
	fprintf(to, "\nnext: %s\n", command);
	steps_measure(e, &a, put_next_step, to);
}

static void put_nodes(FILE *to, const struct model *m, int parent, int indent)
{
	for (size_t i = 0; i < m->nr_nodes; i++) {
		if (m->node[i].parent != parent)
			continue;
		fprintf(to, "%*s%-*s %s\n", indent, "", 28 - indent,
			m->node[i].name, explained_title(&m->node[i]));
		put_nodes(to, m, (int)i, indent + 2);
	}
}

void view_nodes(FILE *to, const struct model *m)
{
	put_nodes(to, m, -1, 0);
}

void view_meanings(FILE *to, const struct report *r,
		   const struct tree_options *o,
		   const struct advice_book *book)
{
	const struct model *m = r->result->plan->model;
	struct advice a;

	for (size_t i = 0; i < m->nr_nodes; i++) {
		const struct node *n = &m->node[i];

		if (!tree_shows(r->result, o, i))
			continue;
		advice_find(book, n->name, &a);
		fprintf(to, "\n%s: %s\n", n->name, explained_title(n));
		print_wrapped(to, "", INDENT, explained_meaning(&a, n));
	}
}
