// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/advice.h"
#include "model/eval.h"
#include "model/needs.h"
#include "text/units.h"
#include "explain.h"
#include "json_report.h"
#include "report.h"
#include "steps.h"

enum { INDENT = 4 };

static void put_section(struct printer *p, const char *title)
{
	print_words(p, "\n%s\n", title);
}

static void put_wrapped(struct printer *p, const char *first, int indent,
			const char *text)
{
	if (!print_is_json(p))
		print_wrapped(p->to, first, indent, text);
}

static void put_head(struct printer *p, const struct explain *e)
{
	const struct node *n = explained_node(e);
	const char *unit = node_unit_name(n), *parent = NULL;

	if (n->parent >= 0)
		parent = e->plan->model->node[n->parent].name;
	print_string(p, "name", "%s", n->name);
	print_string(p, "title", ": %s", explained_title(n));
	print_string(p, "unit", *unit ? ", of %s" : "%s", unit);
	if (parent || print_is_json(p))
		print_string(p, "parent", ", part of %s", parent);
	print_words(p, "\n");
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

static void json_result(struct json *j, const struct explain *e)
{
	const struct node_result *r = explained_result(e);

	json_known(j, "share", r ? r->shown : NAN);
	json_known(j, "error", r ? r->error : NAN);
	if (r && r->known < 1 && !isnan(r->shown))
		json_known(j, "known", r->known);
	json_flag(j, "flagged", r && r->flagged);
	if (!r) {
		json_text(j, "of", NULL);
		return;
	}
	json_open(j, "of", '{');
	json_whose(j, e->report);
	json_close(j, '}');
}

static void put_result(struct printer *p, const struct explain *e)
{
	char target[PRINT_SAFE_SIZE], share[UNITS_SIZE * 3], why[512];
	char safe[PRINT_SAFE_SIZE];

	if (print_is_json(p))
		json_result(&p->json, e);
	if (print_is_json(p) || !e->report)
		return;
	steps_target(target, sizeof(target), e->report, false);
	explained_share(share, sizeof(share), e, e->node);
	result_reason(e->report->result, e->node, why, sizeof(why));
	fprintf(p->to, "%s%s%s: %s%s%s%s\n", target + strspn(target, "-"),
		*name_of(e->report, safe) ? " " : "", safe, share, *why ? " " : "", why,
		verdict(explained_result(e), explained_node(e)));
}

static void put_meaning(struct printer *p, const char *meaning)
{
	put_section(p, "What it means");
	if (print_is_json(p))
		json_text(&p->json, "meaning", meaning);
	else
		print_wrapped(p->to, "", INDENT, meaning);
}

static void put_list(struct printer *p, const char *key, const char *title,
		     const char *const *text, size_t nr)
{
	if (print_is_json(p))
		json_texts(&p->json, key, text, nr);
	else if (nr)
		put_section(p, title);
	for (size_t i = 0; i < nr; i++)
		put_wrapped(p, "  *", INDENT, text[i]);
}

static void json_formula(struct json *j, const struct explain *e,
			 const char *numbers)
{
	json_text(j, "model", e->plan->model->name);
	json_text(j, "formula", explained_text(e));
	json_flag(j, "approximate", explained_approximate(e));
	json_text(j, "threshold", explained_node(e)->threshold_text);
	json_text(j, "numbers", numbers);
}

static void put_formula(struct printer *p, const struct explain *e)
{
	const struct node *n = explained_node(e);
	const char *text = explained_text(e);
	bool corrected = false;
	char *numbers = explained_numbers(e, &corrected);
	char share[UNITS_SIZE * 3];

	if (print_is_json(p)) {
		json_formula(&p->json, e, numbers);
		free(numbers);
		return;
	}
	put_section(p, "How it is computed");
	print_wrapped(p->to, "", INDENT, text ? text : n->why ? n->why : "no formula");
	if (numbers) {
		explained_share(share, sizeof(share), e, e->node);
		print_wrapped(p->to, "  =", INDENT, numbers);
		print_wrapped(p->to, "  =", INDENT, share);
	}
	if (corrected)
		print_wrapped(p->to, "", INDENT, "The hardware rounds the classes, so they do not add up to all slots; here the difference was divided equally among them.");
	if (explained_approximate(e) && n->note)
		print_wrapped(p->to, "  ~", INDENT, n->note);
	if (n->threshold_text)
		fprintf(p->to, "    worth a look if %s\n", n->threshold_text);
	fprintf(p->to, "    by the model %s\n", e->plan->model->name);
	free(numbers);
}

/* 1234567 as "1,234,567". */
static const char *grouped(char to[48], double count)
{
	char digits[32];
	size_t len, k = 0;

	if (isnan(count))
		return "not counted";
	len = (size_t)snprintf(digits, sizeof(digits), "%.0f", count);
	for (size_t i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0 && digits[i - 1] != '-')
			to[k++] = ',';
		to[k++] = digits[i];
	}
	to[k] = 0;
	return to;
}

/* In words, what one has to know to map a symbol to an event of a CPU, too. */
static void put_event(struct printer *p, const struct explain *e, size_t event)
{
	const struct model_event *is = &e->plan->model->event[event];
	double count = explained_count(e, event);
	bool counted = e->plan->value[event] >= 0;
	char text[48];

	if (print_is_json(p)) {
		json_open(&p->json, NULL, '{');
		json_text(&p->json, "name", is->name);
		json_flag(&p->json, "counted", counted);
		json_ns(&p->json, "count", count);
		json_close(&p->json, '}');
		return;
	}
	if (e->report)
		fprintf(p->to, "%20s", grouped(text, count));
	else
		fprintf(p->to, "%-20s", counted ? "    counted" :
			"    not counted now");
	fprintf(p->to, "  %s\n", is->name);
	if (is->symbol)
		print_wrapped(p->to, "", INDENT * 2, is->symbol);
}

static void put_events(struct printer *p, const struct explain *e)
{
	const struct model *m = e->plan->model;
	bool needed[MODEL_EVENTS_MAX];
	const char *why = NULL;

	needs_find(m, e->node, needed);
	put_section(p, "Events");
	print_open(p, "events", '[');
	for (size_t i = 0; i < m->nr_events; i++) {
		if (!needed[i])
			continue;
		put_event(p, e, i);
		if (m->event[i].symbol && m->event[i].why)
			why = m->event[i].why;
	}
	print_close(p, ']');
	if (why)
		put_wrapped(p, "", INDENT, why);
}

/* Steps are printed below a title, which the first of them needs. */
struct steps {
	struct printer *to;
	bool any;
};

static void put_step(void *arg, const char *command, const char *why)
{
	struct steps *s = arg;

	if (!s->any)
		put_section(s->to, "What to measure next");
	s->any = true;
	print_open(s->to, NULL, '{');
	print_string(s->to, "command", "    %s\n", command);
	if (print_is_json(s->to))
		json_text(&s->to->json, "why", why);
	else
		print_wrapped(s->to->to, "", INDENT * 2, why);
	print_close(s->to, '}');
}

void view_explain(struct printer *p, const struct explain *e)
{
	const char *page = e->plan->model->page;
	struct steps steps = { .to = p };
	struct advice a;

	advice_find(e->book, explained_node(e)->name, &a);
	put_head(p, e);
	put_result(p, e);
	put_meaning(p, explained_meaning(&a, explained_node(e)));
	put_formula(p, e);
	put_events(p, e);
	put_list(p, "causes", "What usually causes it", a.cause, a.nr_causes);
	put_list(p, "remedies", "What to try", a.remedy, a.nr_remedies);
	print_open(p, "next", '[');
	steps_each(e, &a, put_step, &steps);
	print_close(p, ']');
	if (page)
		print_words(p, "\nHow far to trust it\n%*sDocumentation/%s\n",
			    INDENT, "", page);
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
