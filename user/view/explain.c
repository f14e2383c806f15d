// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/advice.h"
#include "model/encodings.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/needs.h"
#include "text/text.h"
#include "text/units.h"
#include "explain.h"
#include "json.h"
#include "print.h"
#include "report.h"

enum { INDENT = 4, NAME_SIZE = 256, COMMAND_SIZE = PRINT_SAFE_SIZE + 512 };

static const struct node *node_of(const struct explain *e)
{
	return &e->plan->model->node[e->node];
}

static const char *title_of(const struct node *n)
{
	return n->title ? n->title : n->name;
}

static bool is_approximate(const struct explain *e)
{
	return e->plan->node[e->node].approximate;
}

/* The formula that is computed here, or else the one that could be. */
static const struct formula *formula_of(const struct explain *e)
{
	const struct formula *f = e->plan->node[e->node].formula;

	return f ? f : &node_of(e)->formula;
}

static const char *text_of(const struct explain *e)
{
	const struct node *n = node_of(e);

	return is_approximate(e) && n->approximate_text ?
	       n->approximate_text : n->text;
}

/* The texts of people, or what the file of the model says. */
static const char *meaning_of(const struct advice *a, const struct node *n)
{
	return a->meaning ? a->meaning : n->description ? n->description :
	       "Nothing is known about this node but its formula.";
}

/*
 * Formulas with numbers for names.
 */
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

static void put_numbers(struct text *t, const struct formula *f,
			const char *text, const double *value)
{
	char before = 0;

	while (*text) {
		int i = is_of_name(before) ? -1 : name_at(f, text);

		if (i < 0) {
			text_add(t, text, 1);
			before = *text++;
			continue;
		}
		put_value(t, value[i]);
		text += strlen(expr_name(f->expr, (unsigned int)i));
		before = text[-1];
	}
}

static double count_of(const struct explain *e, size_t event)
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
		    fabs(value[i] - count_of(e, f->ref[i].index)) > 1)
			return true;
	return false;
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
	*corrected = is_corrected(e, f, value);
	put_numbers(&t, f, text_of(e), value);
	text_add(&t, "", 1);
	if (!t.failed)
		return t.at;
	text_free(&t);
	return NULL;
}

static const struct node_result *result_of(const struct explain *e)
{
	return e->report ? &e->report->result->node[e->node] : NULL;
}

static void put_share(char *to, size_t size, const struct explain *e,
		      size_t node)
{
	const struct node_result *r = &e->report->result->node[node];
	const struct node *n = &e->plan->model->node[node];
	char share[UNITS_SIZE], error[UNITS_SIZE];

	if (n->unit == UNIT_NUMBER && !isnan(r->shown)) {
		snprintf(to, size, "%.4g", r->shown);
		return;
	}
	snprintf(to, size, "%s%s", e->plan->node[node].approximate &&
		 !isnan(r->shown) ? "~" : "", units_share(share, r->shown));
	if (r->error >= 0.0005)
		snprintf(to + strlen(to), size - strlen(to),
			 ", at most %s points off",
			 units_error(error, r->error));
}

/* What is pasted must mean nothing to a shell: anybody may name a cgroup. */
static bool is_harmless(const char *path)
{
	bool fine = *path == '/';

	for (; fine && *path; path++)
		fine = isalnum((unsigned char)*path) || strchr("/._-@:+", *path);
	return fine;
}

static void put_cgroup(char *to, size_t size, const struct sample *s, bool perf)
{
	if (!is_harmless(s->path))
		snprintf(to, size, perf ? "-a" : "--cgroup id:%llu",
			 (unsigned long long)s->id);
	else if (perf && s->path[1])
		snprintf(to, size, "-a -G %s", s->path + 1);
	else if (perf)
		snprintf(to, size, "-a");
	else
		snprintf(to, size, "--cgroup %s", s->path);
}

/* "--pid 93", as tdacct itself takes it; or as perf record does. */
static void put_target(char *to, size_t size, const struct report *r, bool perf)
{
	const struct sample *s = r ? r->sample : NULL;

	if (!s)
		snprintf(to, size, perf ? "-p PID" : "--pid PID");
	else if (s->kind == SAMPLE_THREAD)
		snprintf(to, size, "%s %u", perf ? "-t" : "--task", s->tid);
	else if (s->kind == SAMPLE_CPU)
		snprintf(to, size, "%s %u", perf ? "-C" : "--cpu", s->cpu);
	else if (s->kind == SAMPLE_SYSTEM)
		snprintf(to, size, perf ? "-a" : "--system");
	else if (s->kind == SAMPLE_CGROUP)
		put_cgroup(to, size, s, perf);
	else
		snprintf(to, size, "%s %u", perf ? "-p" : "--pid", s->pid);
}

/*
 * What to measure next. A model from a vendor names the events that show where
 * something happens, as "A.B:pp" or "A.B_PS"; else the advice does.
 */
struct place {
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

static bool find_place(const struct explain *e, const char *text, size_t len,
		       struct place *to)
{
	const struct encodings *known = e->encodings;

	snprintf(to->name, sizeof(to->name), "%.*s", (int)len, text);
	to->precise = cut_end(to->name, ":pp") | cut_end(to->name, "_PS");
	return *to->name && known && known->find &&
	       known->find(known->arg, to->name, &to->encoded);
}

static void put_record(char *to, const struct explain *e,
		       const struct place *p)
{
	char target[PRINT_SAFE_SIZE], more[32] = "";

	if (p->encoded.config1)
		snprintf(more, sizeof(more), ",config1=0x%" PRIx64,
			 p->encoded.config1);
	put_target(target, sizeof(target), e->report, true);
	snprintf(to, COMMAND_SIZE, "perf record -e cpu/config=0x%" PRIx64 "%s,name=%s/%s %s",
		 p->encoded.config, more, p->name, p->precise ? "pp" : "",
		 target);
}

/* Hands on each command line, and what it is for. */
typedef void (*step_fn)(void *arg, const char *command, const char *why);

static void each_place(const struct explain *e, const char *list,
		       step_fn step, void *arg)
{
	char command[COMMAND_SIZE];
	struct place p;

	while (*(list += strspn(list, ";, "))) {
		size_t len = strcspn(list, ";, ");

		if (find_place(e, list, len, &p)) {
			put_record(command, e, &p);
			step(arg, command, "where in the program it happens");
		}
		list += len;
	}
}

static bool is_unknown(const struct explain *e, size_t node)
{
	return !e->plan->node[node].formula && !e->plan->model->node[node].why;
}

static bool counts_with(const struct explain *e, size_t node, const char *set)
{
	const char *name[NEEDS_SETS_MAX];
	size_t nr = needs_sets(e->plan->model, e->encodings, node, name);

	for (size_t i = 0; i < nr; i++)
		if (!strcmp(name[i], set))
			return true;
	return false;
}

/* Whether @set gives @node or what is below it, which is not known today. */
static bool is_wanted(const struct explain *e, size_t node, size_t i)
{
	return (node == i || e->plan->model->node[i].parent == (int)node) &&
	       !e->plan->model->node[i].aside && is_unknown(e, i);
}

static void put_gain(char *to, size_t size, const struct explain *e,
		     const char *set)
{
	const struct model *m = e->plan->model;
	size_t len = (size_t)snprintf(to, size, "counts");

	for (size_t i = 0; i < m->nr_nodes && len < size; i++)
		if (is_wanted(e, e->node, i) && counts_with(e, i, set))
			len += (size_t)snprintf(to + len, size - len, "%s %s",
				to[len - 1] == 's' && len == 6 ? "" : ",",
				m->node[i].name);
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

static void each_set(const struct explain *e, step_fn step, void *arg)
{
	const char *all[NEEDS_SETS_MAX], *some[NEEDS_SETS_MAX];
	char command[NAME_SIZE], why[512];
	size_t nr = 0;

	for (size_t i = 0; i < e->plan->model->nr_nodes; i++)
		if (is_wanted(e, e->node, i))
			nr = add_names(all, nr, some,
				       needs_sets(e->plan->model, e->encodings,
						  i, some));
	for (size_t i = 0; i < nr; i++) {
		snprintf(command, sizeof(command), "tdacct events show %s",
			 all[i]);
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

		if (m->node[i].parent == (int)e->node && !m->node[i].aside &&
		    share > (found < 0 ? 0 :
			     e->report->result->node[found].shown))
			found = (int)i;
	}
	return found;
}

static void child_step(const struct explain *e, step_fn step, void *arg)
{
	int child = largest_child(e);
	char target[PRINT_SAFE_SIZE], command[COMMAND_SIZE], why[512];
	char share[UNITS_SIZE * 3];

	if (child < 0)
		return;
	put_target(target, sizeof(target), e->report, false);
	put_share(share, sizeof(share), e, (size_t)child);
	snprintf(command, sizeof(command), "tdacct show %s --explain %s",
		 target, e->plan->model->node[child].name);
	snprintf(why, sizeof(why), "the largest part of it: %s", share);
	step(arg, command, why);
}

static void each_step(const struct explain *e, const struct advice *a,
		      step_fn step, void *arg)
{
	const char *locate = node_of(e)->locate;

	child_step(e, step, arg);
	each_set(e, step, arg);
	if (locate)
		each_place(e, locate, step, arg);
	for (size_t i = 0; !locate && i < a->nr_locate; i++)
		each_place(e, a->locate[i], step, arg);
}

/*
 * As text.
 */
static void put_head(FILE *to, const struct explain *e)
{
	const struct node *n = node_of(e);
	const char *unit = node_unit_name(n);

	fprintf(to, "%s: %s", n->name, title_of(n));
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
	put_target(target, sizeof(target), e->report, false);
	put_share(share, sizeof(share), e, e->node);
	result_reason(e->report->result, e->node, why, sizeof(why));
	fprintf(to, "%s%s%s: %s%s%s%s\n", target + strspn(target, "-"),
		*name_of(e->report, safe) ? " " : "", safe, share, *why ? " " : "", why,
		verdict(result_of(e), node_of(e)));
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
	const struct node *n = node_of(e);
	bool corrected = false;
	char *numbers = numbers_of(e, &corrected);
	char share[UNITS_SIZE * 3];

	put_section(to, "How it is computed");
	print_wrapped(to, "", INDENT, text_of(e) ? text_of(e) : n->why ?
		      n->why : "no formula");
	if (numbers) {
		put_share(share, sizeof(share), e, e->node);
		print_wrapped(to, "  =", INDENT, numbers);
		print_wrapped(to, "  =", INDENT, share);
	}
	if (corrected)
		print_wrapped(to, "", INDENT, "The hardware rounds the classes; here they have been given back what that lost.");
	if (is_approximate(e) && n->note)
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

static void put_events(FILE *to, const struct explain *e)
{
	const struct model *m = e->plan->model;
	bool needed[MODEL_EVENTS_MAX];

	needs_find(m, e->node, needed);
	put_section(to, "Events");
	for (size_t i = 0; i < m->nr_events; i++) {
		if (!needed[i])
			continue;
		if (e->report)
			put_count(to, count_of(e, i));
		else
			fprintf(to, "%-20s", e->plan->value[i] < 0 ?
				"    not counted now" : "    counted");
		fprintf(to, "  %s\n", m->event[i].name);
	}
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

	each_step(e, a, note_step, &any);
	if (!any)
		return;
	put_section(to, "What to measure next");
	each_step(e, a, put_step, to);
}

int view_explain(FILE *to, const struct explain *e)
{
	struct advice a;

	advice_find(e->book, node_of(e)->name, &a);
	put_head(to, e);
	put_result(to, e);
	put_section(to, "What it means");
	print_wrapped(to, "", INDENT, meaning_of(&a, node_of(e)));
	put_formula(to, e);
	put_events(to, e);
	put_list(to, "What usually causes it", a.cause, a.nr_causes);
	put_list(to, "What to try", a.remedy, a.nr_remedies);
	put_steps(to, e, &a);
	return 0;
}

void view_next(FILE *to, const struct report *r)
{
	const struct model *m = r->result->plan->model;
	char target[PRINT_SAFE_SIZE];

	for (size_t i = 0; i < m->nr_nodes; i++) {
		if (!r->result->node[i].deepest)
			continue;
		put_target(target, sizeof(target), r, false);
		fprintf(to, "\nnext: tdacct show %s --explain %s\n", target,
			m->node[i].name);
	}
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

/*
 * As JSON.
 */
static json_t *json_texts(const char *const *text, size_t nr)
{
	json_t *a = json_array();

	for (size_t i = 0; i < nr; i++)
		json_array_append_new(a, json_string(text[i]));
	return a;
}

static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

static json_t *json_events(const struct explain *e)
{
	const struct model *m = e->plan->model;
	bool needed[MODEL_EVENTS_MAX];
	json_t *a = json_array(), *o;

	needs_find(m, e->node, needed);
	for (size_t i = 0; i < m->nr_events; i++) {
		if (!needed[i])
			continue;
		o = json_object();
		json_object_set_new(o, "name", json_string(m->event[i].name));
		json_object_set_new(o, "counted",
				    json_boolean(e->plan->value[i] >= 0));
		json_object_set_new(o, "count", json_ns(count_of(e, i)));
		json_array_append_new(a, o);
	}
	return a;
}

static void json_step(void *arg, const char *command, const char *why)
{
	json_t *o = json_object();

	json_object_set_new(o, "command", json_string(command));
	json_object_set_new(o, "why", json_string(why));
	json_array_append_new(arg, o);
}

static void set_formula(json_t *o, const struct explain *e)
{
	const struct node *n = node_of(e);
	bool corrected;
	char *numbers = numbers_of(e, &corrected);

	json_object_set_new(o, "model", json_string(e->plan->model->name));
	json_object_set_new(o, "formula", text_or_null(text_of(e)));
	json_object_set_new(o, "approximate", json_boolean(is_approximate(e)));
	json_object_set_new(o, "threshold", text_or_null(n->threshold_text));
	json_object_set_new(o, "numbers", text_or_null(numbers));
	free(numbers);
}

static void set_result(json_t *o, const struct explain *e)
{
	const struct node_result *r = result_of(e);

	json_object_set_new(o, "share", json_known(r ? r->shown : NAN));
	json_object_set_new(o, "error", json_known(r ? r->error : NAN));
	json_object_set_new(o, "flagged", json_boolean(r && r->flagged));
	json_object_set_new(o, "of", e->report ?
			    json_sample(e->report->sample) : json_null());
}

int json_explain(FILE *to, const struct explain *e)
{
	const struct node *n = node_of(e);
	json_t *o = json_object(), *steps = json_array();
	struct advice a;

	advice_find(e->book, n->name, &a);
	json_object_set_new(o, "name", json_string(n->name));
	json_object_set_new(o, "title", json_string(title_of(n)));
	json_object_set_new(o, "unit", json_string(node_unit_name(n)));
	json_object_set_new(o, "parent", n->parent < 0 ? json_null() :
			    json_string(e->plan->model->node[n->parent].name));
	set_result(o, e);
	json_object_set_new(o, "meaning", json_string(meaning_of(&a, n)));
	set_formula(o, e);
	json_object_set_new(o, "events", json_events(e));
	json_object_set_new(o, "causes", json_texts(a.cause, a.nr_causes));
	json_object_set_new(o, "remedies",
			    json_texts(a.remedy, a.nr_remedies));
	each_step(e, &a, json_step, steps);
	json_object_set_new(o, "next", steps);
	return json_print(to, o);
}
