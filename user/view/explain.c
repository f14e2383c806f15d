// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/advice.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/needs.h"
#include "text/text.h"
#include "text/units.h"
#include "explain.h"
#include "json_report.h"

enum { INDENT = 4 };

static const char *title_of(const struct node *n)
{
	return n->title ? n->title : n->name;
}

/* Returns the result of the node, or NULL where there is no report. */
static const struct node_result *result_of(const struct explain *e)
{
	return e->report ? &e->report->result->node[e->node] : NULL;
}

static bool is_approximate(const struct explain *e)
{
	const struct node_result *r = result_of(e);

	return r ? r->approximate : e->plan->node[e->node].approximate;
}

/* The formula that is computed here, or else the one that could be. */
static const struct formula *formula_of(const struct explain *e)
{
	const struct node_result *r = result_of(e);
	const struct formula *f = r ? r->formula :
				      e->plan->node[e->node].formula;

	return f ? f : &steps_node(e)->formula;
}

static const char *text_of(const struct explain *e)
{
	const struct node *n = steps_node(e);

	return is_approximate(e) && n->approximate_text ?
	       n->approximate_text : n->text;
}

/* Returns the text of people, or what the file of the model says. */
static const char *meaning_of(const struct advice *a, const struct node *n)
{
	return a->meaning ? a->meaning : n->description ? n->description :
	       "Nothing is known about this node but its formula.";
}

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

/* Which of the names stands at @at: the longest, or -1. */
static int name_at(const struct formula *f, const char *at)
{
	size_t longest = 0;
	int found = -1;

	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++) {
		const char *name = expr_name(f->expr, i);
		size_t len = strlen(name);

		if (len <= longest || strncmp(at, name, len) ||
		    (is_of_name(name[len - 1]) && is_of_name(at[len])))
			continue;
		longest = len;
		found = (int)i;
	}
	return found;
}

static void put_value(struct text *t, double value)
{
	char number[64];

	if (isnan(value))
		snprintf(number, sizeof(number), "?");
	else
		snprintf(number, sizeof(number), value < 0 ?
			 fabs(value) < 10 ? "(%.4g)" : "(%.0f)" :
			 value < 10 ? "%.4g" : "%.0f", value);
	text_put(t, number);
}

/* The number that stands here by its name, and the length of that; or 0. */
static size_t constant_at(const struct model *m, const char *text,
			  double *number)
{
	for (size_t i = 0; i < m->nr_constants; i++) {
		size_t len = strlen(m->constant[i].name);

		*number = m->constant[i].number;
		if (!strncmp(m->constant[i].name, text, len) &&
		    !is_of_name(text[len]))
			return len;
	}
	return 0;
}

static void put_numbers(struct text *t, const struct model *m,
			const struct formula *f, const char *text,
			const double *value)
{
	char before = 0;

	for (size_t len; *text; text += len, before = text[-1]) {
		int i = is_of_name(before) ? -1 : name_at(f, text);
		double number;

		len = 0;
		if (i >= 0) {
			number = value[i];
			len = strlen(expr_name(f->expr, (unsigned int)i));
		} else if (!is_of_name(before)) {
			len = constant_at(m, text, &number);
		}
		if (len)
			put_value(t, number);
		else
			text_add(t, text, len = 1);
	}
}

static double count_of(const struct explain *e, size_t event)
{
	int index = e->plan->value[event];

	return index < 0 || !e->report ? NAN :
	       count_number(e->plan->info, &e->report->sample->counts,
			    (unsigned int)index);
}

/* NULL: there are no numbers, no formula or no memory. To be freed. */
static char *numbers_of(const struct explain *e, bool *corrected)
{
	const struct formula *f = formula_of(e);
	double value[EXPR_NAMES_MAX];
	struct text t = { 0 };

	if (!e->report || !f->expr || !text_of(e))
		return NULL;
	result_numbers(e->report->result, &e->report->sample->counts, f,
		       value);
	/* the fields of the classes are given back what their rounding lost */
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++)
		if (!f->ref[i].is_node &&
		    fabs(value[i] - count_of(e, f->ref[i].index)) > 1)
			*corrected = true;
	put_numbers(&t, e->plan->model, f, text_of(e), value);
	text_add(&t, "", 1);
	if (!t.failed)
		return t.at;
	text_free(&t);
	return NULL;
}

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

/* The member @key of JSON, or lines for people. */
static void put_text(struct printer *p, const char *key, int indent,
		     const char *text)
{
	print_member(p, json_text, key, text);
	put_wrapped(p, "", indent, text);
}

static void put_head(struct printer *p, const struct explain *e)
{
	const struct node *n = steps_node(e);
	const char *unit = model_unit_name(n), *parent = NULL;

	if (n->parent >= 0)
		parent = e->plan->model->node[n->parent].name;
	print_string(p, "name", "%s", n->name);
	print_string(p, "title", ": %s", title_of(n));
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

static void json_result(struct json *j, const struct explain *e)
{
	const struct node_result *r = result_of(e);

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
	char safe[PRINT_SAFE_SIZE] = "";
	const struct sample *s;

	if (print_is_json(p))
		json_result(&p->json, e);
	if (print_is_json(p) || !e->report)
		return;
	s = e->report->sample;
	/* the target names all but commands */
	if (s->kind == SAMPLE_THREAD || s->kind == SAMPLE_PROCESS)
		print_safe(safe, s->comm);
	steps_target(target, sizeof(target), e->report, false);
	steps_share(share, sizeof(share), e, e->node);
	result_reason(e->report->result, e->node, why, sizeof(why));
	fprintf(p->to, "%s%s%s: %s%s%s%s\n", target + strspn(target, "-"),
		*safe ? " " : "", safe, share, *why ? " " : "", why,
		verdict(result_of(e), steps_node(e)));
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

static void put_formula(struct printer *p, const struct explain *e)
{
	const struct node *n = steps_node(e);
	const char *text = text_of(e);
	bool corrected = false;
	char *numbers = numbers_of(e, &corrected);
	char share[UNITS_SIZE * 3];

	if (print_is_json(p)) {
		json_text(&p->json, "model", e->plan->model->name);
		json_text(&p->json, "formula", text);
		json_flag(&p->json, "approximate", is_approximate(e));
		json_text(&p->json, "threshold", n->threshold_text);
		json_text(&p->json, "numbers", numbers);
		free(numbers);
		return;
	}
	put_section(p, "How it is computed");
	print_wrapped(p->to, "", INDENT, text ? text : n->why ? n->why : "no formula");
	if (numbers) {
		steps_share(share, sizeof(share), e, e->node);
		print_wrapped(p->to, "  =", INDENT, numbers);
		print_wrapped(p->to, "  =", INDENT, share);
	}
	if (corrected)
		print_wrapped(p->to, "", INDENT, "The hardware rounds the classes, so they do not add up to all slots; here the difference was divided equally among them.");
	if (is_approximate(e) && n->note)
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
	double count = count_of(e, event);
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
	put_text(s->to, "why", INDENT * 2, why);
	print_close(s->to, '}');
}

void view_explain(struct printer *p, const struct explain *e)
{
	const char *page = e->plan->model->page;
	struct steps steps = { .to = p };
	struct advice a;

	advice_find(e->book, steps_node(e)->name, &a);
	put_head(p, e);
	put_result(p, e);
	put_section(p, "What it means");
	put_text(p, "meaning", INDENT, meaning_of(&a, steps_node(e)));
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

	advice_find(e->book, steps_node(e)->name, &a);
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
			m->node[i].name, title_of(&m->node[i]));
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
		fprintf(to, "\n%s: %s\n", n->name, title_of(n));
		print_wrapped(to, "", INDENT, meaning_of(&a, n));
	}
}
