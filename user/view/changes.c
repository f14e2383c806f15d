// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "text/units.h"
#include "changes.h"
#include "table.h"

static const char *put_p(char *to, double p)
{
	if (isnan(p))
		return "-";
	snprintf(to, UNITS_SIZE, p < 1e-4 ? "%.0e" : p < 0.01 ? "%.4f" : "%.3f", p);
	return to;
}

/* "nginx", or "old, now new" where the only rows of both are called otherwise. */
static const char *put_row(char to[PRINT_SAFE_SIZE], const struct difference *c)
{
	char other[PRINT_SAFE_SIZE];
	size_t len;

	print_safe(to, c->row[0]->name);
	len = strlen(to);
	if (strcmp(c->row[0]->name, c->row[1]->name))
		snprintf(to + len, PRINT_SAFE_SIZE - len, ", now %s",
			 print_safe(other, c->row[1]->name));
	return to;
}

static bool is_share(const struct comparison *c, const struct difference *of)
{
	return of->node >= 0 &&
	       c->side[0]->model->node[of->node].unit != UNIT_NUMBER;
}

static void put_value(char *to, const struct comparison *c,
		      const struct difference *of, unsigned int side)
{
	if (is_share(c, of))
		units_share(to, of->value[side]);
	else
		units_count(to, of->value[side]);
}

/* "rose from 31.0 to 44.2 %", "fell from 15.0 k to 12.0 k (-20.0 %)", "stayed at 3" */
static void put_values(char *to, size_t size, const struct comparison *c,
		       const struct difference *of)
{
	const char *verb = of->value[1] > of->value[0] ? "rose" : "fell";
	char a[UNITS_SIZE], b[UNITS_SIZE], part[UNITS_SIZE] = "";
	double by = compare_size(of);

	put_value(a, c, of, 0);
	put_value(b, c, of, 1);
	if (of->value[0] == of->value[1]) {
		snprintf(to, size, "stayed at %s", a);
		return;
	}
	if (is_share(c, of))
		snprintf(a, sizeof(a), "%.1f", of->value[0] * 100);
	if (of->node < 0 && !isnan(by))
		snprintf(part, sizeof(part), " (%+.1f %%)", by * 100);
	snprintf(to, size, "%s from %s to %s%s", verb, a, b, part);
}

const char *view_change(char to[CHANGES_TEXT_SIZE], const struct comparison *c,
			const struct difference *of)
{
	char name[PRINT_SAFE_SIZE], values[4 * UNITS_SIZE], p[UNITS_SIZE];
	char why[160];

	put_values(values, sizeof(values), c, of);
	if (compare_is_within(of))
		snprintf(why, sizeof(why), "no more than %s can be off",
			 of->error > 0 ? "shares" : "counts");
	else if (isnan(of->p))
		snprintf(why, sizeof(why), "of too few readings to tell whether they differ as much among themselves");
	else
		snprintf(why, sizeof(why), "%s than readings differ among themselves (p %s)",
			 of->sure ? "more" : "no more", put_p(p, of->p));
	snprintf(to, CHANGES_TEXT_SIZE, "%s%s%s of %.1000s %s, %s",
		 compare_name(c, of), of->node < 0 ? " per " : "",
		 of->node < 0 ? c->how.name : "", put_row(name, of), values, why);
	return to;
}

/* ---- for people ---------------------------------------------------------- */

static void put_words(struct printer *p, const struct comparison *c)
{
	char text[CHANGES_TEXT_SIZE];
	size_t i;

	for (i = 0; i < c->nr && c->change[i].sure; i++)
		print_wrapped(p->to, "* ", 2, view_change(text, c, &c->change[i]));
	if (!c->nr)
		print_words(p, "A and B have no row of which the same is known.\n");
	else if (!i && c->nr_tests)
		print_words(p, "No change is more than readings differ among themselves.\n");
	if (c->nr && (i || c->nr_tests))
		print_words(p, "\n");
}

/* "+13.2" points, "-0.8 %" of slots, "12.3 k" of what is no share. */
static void put_size(char *to, const struct comparison *c,
		     const struct difference *of)
{
	double size = compare_size(of);

	if (isnan(size))
		snprintf(to, UNITS_SIZE, "-");
	else if (of->node >= 0 && !is_share(c, of))
		units_count(to, size);
	else	/* without a -0.0 */
		snprintf(to, UNITS_SIZE, of->node < 0 ? "%+.1f %%" : "%+.1f",
			 fabs(size) < 0.0005 ? 0. : size * 100);
}

/* Slots of a node are told where it is a share of slots, and there is a unit of work. */
static void put_line(struct table *t, const struct comparison *c,
		     const struct difference *of)
{
	char name[PRINT_SAFE_SIZE], value[2][UNITS_SIZE], slots[2][UNITS_SIZE];
	char by[UNITS_SIZE], error[UNITS_SIZE], p[UNITS_SIZE];

	for (unsigned int side = 0; side < 2; side++) {
		put_value(value[side], c, of, side);
		units_count(slots[side], of->slots[side]);
	}
	put_size(by, c, of);
	table_line(t, (const char *[]){
		of->sure ? "*" : "", put_row(name, of), compare_name(c, of),
		value[0], value[1], by,
		of->node < 0 ? "" : units_error(error, of->error),
		put_p(p, of->p), of->node < 0 ? "" : slots[0],
		of->node < 0 ? "" : slots[1],
	}, c->how.unit ? 10 : 8);
}

static int put_table(struct printer *p, const struct comparison *c, size_t rows)
{
	char of[2][80];
	struct table t;

	for (unsigned int side = 0; side < 2; side++)
		snprintf(of[side], sizeof(of[side]), "%c/%.60s",
			 side ? 'B' : 'A', c->how.name ? c->how.name : "");
	table_begin(&t, p->to, (const char *[]){
		"", "ROW", "NODE", "A", "B", "CHANGE", "+-", "P",
		c->how.unit ? of[0] : NULL, of[1], NULL,
	}, 0x3f8);
	for (size_t i = 0; i < rows; i++)
		put_line(&t, c, &c->change[i]);
	return table_end(&t);
}

/* "only A has: cron, make" */
static void put_alone(struct printer *p, const struct comparison *c,
		      unsigned int side)
{
	static const char *const key[] = { "only_a", "only_b" };
	const struct side *s = c->side[side];
	bool some = false;
	char name[PRINT_SAFE_SIZE];

	print_open(p, key[side], '[');
	for (size_t i = 0; i < s->nr_rows; i++) {
		if (compare_other(c, side, &s->row[i]))
			continue;
		print_member(p, json_text, NULL, s->row[i].name);
		print_words(p, "%s%s", !some ? side ? "only B has: " :
			    "only A has: " : ", ",
			    print_safe(name, s->row[i].name));
		some = true;
	}
	print_close(p, ']');
	if (some)
		print_words(p, "\n");
}

static void put_method(struct printer *p, const struct comparison *c)
{
	char text[400];

	if (c->nr_tests)
		snprintf(text, sizeof(text), "P is that of the rank test of Mann and Whitney over readings, for all %zu tests together (Holm). A * has a P of %.2f or less, and is more than shares can be off (+-). Of comparisons of like with like, 1 in %.0f at most has any.",
			 c->nr_tests, COMPARE_ALPHA, 1 / COMPARE_ALPHA);
	else
		snprintf(text, sizeof(text), "Nothing was tested, so nothing has a *: the rank test of Mann and Whitney needs %d readings of each side, or %d separate runs, and more where there are many rows.",
			 RANK_MIN, RANK_MIN_ALONE);
	print_wrapped(p->to, "", 0, text);
}

/* ---- JSON ---------------------------------------------------------------- */

static void put_change(struct json *j, const struct comparison *c,
		       const struct difference *of)
{
	char text[CHANGES_TEXT_SIZE];

	json_open(j, NULL, '{');
	json_text(j, "row", of->row[0]->name);
	if (strcmp(of->row[0]->name, of->row[1]->name))
		json_text(j, "row_b", of->row[1]->name);
	json_text(j, "node", compare_name(c, of));
	json_text(j, "unit", of->node < 0 ? "slots" :
		  model_unit_name(&c->side[0]->model->node[of->node]));
	json_known(j, "a", of->value[0]);
	json_known(j, "b", of->value[1]);
	json_known(j, "change", compare_size(of));
	json_known(j, "error", of->error);
	json_known(j, "slots_a", of->slots[0]);
	json_known(j, "slots_b", of->slots[1]);
	json_count(j, "readings_a", of->nr[0]);
	json_count(j, "readings_b", of->nr[1]);
	json_known(j, "p", of->p);
	json_known(j, "p_alone", of->test.p);
	json_known(j, "p_independent", of->test.plain);
	json_known(j, "dependence", isnan(of->test.p) ? NAN : of->test.r);
	json_flag(j, "sure", of->sure);
	json_text(j, "text", view_change(text, c, of));
	json_close(j, '}');
}

static void put_json(struct json *j, const struct comparison *c, size_t rows)
{
	json_text(j, "per", c->how.name);
	json_text(j, "test", "Mann-Whitney");
	json_text(j, "correction", "Holm");
	json_known(j, "alpha", COMPARE_ALPHA);
	json_count(j, "tests", c->nr_tests);
	json_open(j, "changes", '[');
	for (size_t i = 0; i < rows; i++)
		put_change(j, c, &c->change[i]);
	json_close(j, ']');
}

int view_changes(struct printer *p, const struct comparison *c, size_t rows)
{
	int err = 0;

	if (!rows || rows > c->nr)
		rows = c->nr;
	if (print_is_json(p)) {
		put_json(&p->json, c, rows);
	} else {
		/* the last ones may be no change at all */
		while (rows && compare_size(&c->change[rows - 1]) == 0)
			rows--;
		put_words(p, c);
		if (rows)
			err = put_table(p, c, rows);
		print_words(p, "%s", rows ? "\n" : "");
	}
	for (unsigned int side = 0; side < 2; side++)
		put_alone(p, c, side);
	if (!print_is_json(p))
		put_method(p, c);
	return err;
}
