// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/advice.h"
#include "model/eval.h"
#include "model/expr.h"
#include "text/text.h"
#include "text/units.h"
#include "explained.h"
#include "report.h"

const struct node *explained_node(const struct explain *e)
{
	return &e->plan->model->node[e->node];
}

const char *explained_title(const struct node *n)
{
	return n->title ? n->title : n->name;
}

bool explained_approximate(const struct explain *e)
{
	const struct node_result *r = explained_result(e);

	return r ? r->approximate : e->plan->node[e->node].approximate;
}

/* The formula that is computed here, or else the one that could be. */
static const struct formula *formula_of(const struct explain *e)
{
	const struct node_result *r = explained_result(e);
	const struct formula *f = r ? r->formula :
				      e->plan->node[e->node].formula;

	return f ? f : &explained_node(e)->formula;
}

const char *explained_text(const struct explain *e)
{
	const struct node *n = explained_node(e);

	return explained_approximate(e) && n->approximate_text ?
	       n->approximate_text : n->text;
}

/* The texts of people, or what the file of the model says. */
const char *explained_meaning(const struct advice *a, const struct node *n)
{
	return a->meaning ? a->meaning : n->description ? n->description :
	       "Nothing is known about this node but its formula.";
}

const struct node_result *explained_result(const struct explain *e)
{
	return e->report ? &e->report->result->node[e->node] : NULL;
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

/* What stands here: its number and its length; 0: it stands for none. */
static size_t number_at(const struct model *m, const struct formula *f,
			const char *text, const double *value, double *number)
{
	int i = name_at(f, text);

	if (i < 0)
		return constant_at(m, text, number);
	*number = value[i];
	return strlen(expr_name(f->expr, (unsigned int)i));
}

static void put_numbers(struct text *t, const struct model *m,
			const struct formula *f, const char *text,
			const double *value)
{
	char before = 0;
	double number;

	while (*text) {
		size_t len = is_of_name(before) ? 0 :
			     number_at(m, f, text, value, &number);

		if (len)
			put_value(t, number);
		else
			text_add(t, text, len = 1);
		text += len;
		before = text[-1];
	}
}

double explained_count(const struct explain *e, size_t event)
{
	int index = e->plan->value[event];

	return index < 0 || !e->report ? NAN :
	       count_number(e->plan->info, &e->report->sample->counts,
			    (unsigned int)index);
}

/* The fields of the classes have been given back what their rounding lost. */
static bool is_corrected(const struct explain *e, const struct formula *f,
			 const double *value)
{
	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++)
		if (!f->ref[i].is_node &&
		    fabs(value[i] - explained_count(e, f->ref[i].index)) > 1)
			return true;
	return false;
}

/* NULL: there are no numbers, no formula or no memory. To be freed. */
char *explained_numbers(const struct explain *e, bool *corrected)
{
	const struct formula *f = formula_of(e);
	double value[EXPR_NAMES_MAX];
	struct text t = { 0 };

	if (!e->report || !f->expr || !explained_text(e))
		return NULL;
	result_numbers(e->report->result, &e->report->sample->counts, f,
		       value);
	*corrected = is_corrected(e, f, value);
	put_numbers(&t, e->plan->model, f, explained_text(e), value);
	text_add(&t, "", 1);
	if (!t.failed)
		return t.at;
	text_free(&t);
	return NULL;
}

void explained_share(char *to, size_t size, const struct explain *e,
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
