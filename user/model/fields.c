// SPDX-License-Identifier: GPL-2.0
#include <math.h>

#include "fields.h"

#define STEPS 255.0		/* of a field that is the whole */

/* How far each part is short of its share of the whole; NAN: not known. */
static double shortage(const struct plan *p, const struct field_values *v)
{
	unsigned int nr = p->model->fields.nr_parts;
	double rest = p->of < 0 ? NAN : v->number[p->of];

	for (unsigned int i = 0; i < nr; i++)
		rest -= p->part[i] < 0 ? NAN : v->number[p->part[i]];
	return rest / nr;
}

static void add(struct field_values *v, int index, double more)
{
	if (index >= 0)
		v->number[index] += more;
}

/* Nothing is known about the bias unless all parts are there. */
static void spread(const struct plan *p, struct field_values *v)
{
	const struct model_fields *f = &p->model->fields;
	double more = shortage(p, v);

	v->bound = v->number[COUNT_BLUR] / STEPS;
	if (isnan(more))
		return;
	v->bound += fabs(more);
	if (f->as_counted)
		return;
	for (unsigned int i = 0; i < f->nr_parts; i++)
		add(v, p->part[i], more);
	for (unsigned int i = 0; i < f->nr_inside; i++)
		add(v, p->inside[i], more);
}

/* A count is not known in slots in which it was not counted. */
static void note_part(const struct plan *p, const struct counts *c,
		      struct field_values *to, unsigned int i)
{
	double all = (double)c->value[0], number = to->number[i];

	to->part[i] = to->whole ? 1 : counts_part(p->info, c, i);
	if (to->part[i] >= 1 || isnan(number))
		return;
	to->least[i] = number;
	if (to->part[i] > 0) {
		to->number[i] = fmin(number / to->part[i],
				     number + all * (1 - to->part[i]));
	} else {
		to->number[i] = NAN;
		to->unknown |= UINT64_C(1) << i;
	}
}

void fields_correct(const struct plan *p, const struct counts *c,
		    struct field_values *to)
{
	to->unknown = 0;
	to->whole = counts_are_whole(p->info, c);
	for (unsigned int i = 0; i < p->info->nr_values; i++) {
		to->number[i] = count_number(p->info, c, i);
		note_part(p, c, to, i);
	}
	for (unsigned int i = VALUES_MAX; i < COUNTS_NR; i++)
		to->number[i] = count_number(p->info, c, i);
	to->bound = 0;
	if (p->of < 0 || !p->model->fields.nr_parts)
		return;
	if (sample_has(c->have, COUNT_UNCLASSIFIED))
		to->number[p->of] -= to->number[COUNT_UNCLASSIFIED];
	spread(p, to);
}
