// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

const char *compare_name(const struct comparison *c, const struct difference *of)
{
	const struct model *m = c->side[0]->model;

	return of->node == COMPARE_SLOTS ? "slots" : m->node[of->node].name;
}

double compare_size(const struct difference *c)
{
	double by = c->value[1] - c->value[0];

	return c->node >= 0 ? by : c->value[0] > 0 ? by / c->value[0] : NAN;
}

bool compare_is_within(const struct difference *c)
{
	return fabs(c->value[1] - c->value[0]) <= c->error;
}

/* ---- a unit of work ------------------------------------------------------ */

static bool some_know(const struct side *s, unsigned int number)
{
	for (size_t i = 0; i < s->nr_rows; i++)
		if (s->row[i].sum[number] > 0)
			return true;
	return false;
}

static void set_unit(struct comparison *c, enum compare_unit unit, const char *name)
{
	c->how.unit = unit;
	c->how.name = name;
}

static void choose_unit(struct comparison *c)
{
	const struct side *a = c->side[0], *b = c->side[1];

	if (c->how.unit != COMPARE_NONE)
		return;
	if (a->alone && b->alone)
		set_unit(c, COMPARE_RUN, "run");
	else if (some_know(a, SIDE_SWITCHES) && some_know(b, SIDE_SWITCHES))
		set_unit(c, COMPARE_SWITCH, "switch");
}

/* Slots a unit of work, of a reading, or of @all of a side; NAN: not known. */
static double slots_each(const struct comparison *c, unsigned int side,
			 const double *number, bool all)
{
	double units = c->how.unit == COMPARE_SWITCH ? number[SIDE_SWITCHES] :
		       c->how.unit == COMPARE_CPU_SECOND ? number[SIDE_CPU_NS] / 1e9 :
		       c->how.unit == COMPARE_RUN ? number[SIDE_READINGS] :
		       c->how.unit == COMPARE_RATE && all ? c->how.rate[side] : NAN;

	return units > 0 ? number[SIDE_SLOTS] / units : NAN;
}

/* ---- one change ---------------------------------------------------------- */

/* The numbers of one side, of each reading that has it. */
struct numbers {
	double number[RANK_MAX];
	struct rank_series series;
};

static void collect(const struct comparison *c, const struct difference *of,
		    unsigned int side, struct numbers *to)
{
	const struct side_row *row = of->row[side];
	size_t width = side_width(c->side[side]);

	to->series = (struct rank_series){ to->number, 0 };
	for (unsigned int i = 0; i < row->nr && i < RANK_MAX; i++) {
		const double *reading = row->reading + i * width;
		double number = of->node < 0 ? slots_each(c, side, reading, false) :
				reading[SIDE_NODES + of->node];

		if (!isnan(number))
			to->number[to->series.nr++] = number;
	}
}

static void test(const struct comparison *c, struct difference *of)
{
	struct numbers a, b;

	collect(c, of, 0, &a);
	collect(c, of, 1, &b);
	rank_test(&of->test, &a.series, &b.series,
		  c->side[0]->alone && c->side[1]->alone);
	of->nr[0] = a.series.nr;
	of->nr[1] = b.series.nr;
}

static bool is_known(const struct difference *of)
{
	return !isnan(of->value[0]) && !isnan(of->value[1]);
}

/* Slots are counted exactly. */
static void put_slots(const struct comparison *c, struct difference *of)
{
	for (unsigned int side = 0; side < 2; side++)
		of->value[side] = of->slots[side] =
			slots_each(c, side, of->row[side]->sum, true);
	of->error = 0;
}

/* Of no use for a node that is no share of slots. */
static void put_node(const struct comparison *c, const struct difference *slots,
		     struct difference *of)
{
	const struct node *node = &c->side[0]->model->node[of->node];

	of->error = 0;
	for (unsigned int side = 0; side < 2; side++) {
		const struct side_row *row = of->row[side];

		of->value[side] = row->sum[SIDE_NODES + of->node];
		of->error += row->error[of->node];
		of->slots[side] = node->unit == UNIT_SLOTS ?
				  of->value[side] * slots->value[side] : NAN;
	}
}

static double greatest(const struct side *s)
{
	double most = 0;

	for (size_t i = 0; i < s->nr_rows; i++)
		most = fmax(most, s->row[i].sum[SIDE_SLOTS]);
	return most;
}

/* ---- all of them --------------------------------------------------------- */

const struct side_row *compare_other(const struct comparison *c, unsigned int side,
				     const struct side_row *row)
{
	const struct side *own = c->side[side], *other = c->side[!side];

	return own->nr_rows == 1 && other->nr_rows == 1 ? other->row :
	       side_find(other, row->name);
}

static bool has_slots(const struct comparison *c, const struct side_row *row)
{
	return !(row->sum[SIDE_SLOTS] < c->how.min_slots);
}

static void add_row(struct comparison *to, const struct side_row *a,
		    const struct side_row *b, const double *most)
{
	struct difference slots = {
		.row = { a, b }, .node = COMPARE_SLOTS,
	};
	int nr_nodes = (int)to->side[0]->model->nr_nodes;

	/* where no slots are known all are alike */
	slots.part = most[0] > 0 && most[1] > 0 ?
		     fmax(a->sum[SIDE_SLOTS] / most[0],
			  b->sum[SIDE_SLOTS] / most[1]) : 1;
	for (int node = COMPARE_SLOTS; node < nr_nodes; node++) {
		struct difference *of = &to->change[to->nr];

		*of = slots;
		of->node = node;
		if (node < 0) {
			put_slots(to, of);
			slots = *of;
		} else {
			put_node(to, &slots, of);
		}
		if (!is_known(of))
			continue;
		test(to, of);
		to->nr++;
	}
}

static int judge(struct comparison *c)
{
	struct rank_test *tests = calloc(c->nr + 1, sizeof(*tests));
	double *p = calloc(c->nr + 1, sizeof(*p));
	int err = tests && p ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < c->nr; i++)
		tests[i] = c->change[i].test;
	if (!err)
		err = rank_adjust(tests, (unsigned int)c->nr, COMPARE_ALPHA, p);
	for (size_t i = 0; !err && i < c->nr; i++) {
		struct difference *of = &c->change[i];

		of->p = p[i];
		c->nr_tests += !isnan(p[i]);
		of->sure = p[i] <= COMPARE_ALPHA && !compare_is_within(of);
	}
	free(tests);
	free(p);
	return err;
}

/* How much of all slots it is about. */
static double size(const struct difference *c)
{
	double by = fabs(compare_size(c));

	return isnan(by) ? 0 : by * c->part;
}

static int by_size(const void *left, const void *right)
{
	const struct difference *a = left, *b = right;
	double left_size = size(a), right_size = size(b);

	if (a->sure != b->sure)
		return a->sure ? -1 : 1;
	if (left_size != right_size)
		return left_size > right_size ? -1 : 1;
	return a->node != b->node ? (a->node > b->node) - (a->node < b->node) :
	       strcmp(a->row[0]->name, b->row[0]->name);
}

int compare_make(struct comparison *to, const struct side *a,
		 const struct side *b, const struct compare_how *how)
{
	const double most[] = { greatest(a), greatest(b) };
	int err;

	*to = (struct comparison){ .side = { a, b }, .how = *how };
	choose_unit(to);
	to->change = calloc(a->nr_rows * (a->model->nr_nodes + 1) + 1,
			    sizeof(*to->change));
	if (!to->change)
		return -ENOMEM;
	for (size_t i = 0; i < a->nr_rows; i++) {
		const struct side_row *row = compare_other(to, 0, &a->row[i]);

		if (row && (has_slots(to, row) || has_slots(to, &a->row[i])))
			add_row(to, &a->row[i], row, most);
	}
	err = judge(to);
	qsort(to->change, to->nr, sizeof(*to->change), by_size);
	return err;
}

void compare_free(struct comparison *c)
{
	free(c->change);
	c->change = NULL;
	c->nr = 0;
}
