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

/* Where the parts are not all there, nothing is known about the bias. */
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

void fields_correct(const struct plan *p, const struct counts *c,
		    struct field_values *to)
{
	for (unsigned int i = 0; i < p->info->nr_values; i++)
		to->number[i] = count_number(p->info, c, i);
	for (unsigned int i = VALUES_MAX; i < COUNTS_NR; i++)
		to->number[i] = count_number(p->info, c, i);
	to->bound = 0;
	if (p->of < 0 || !p->model->fields.nr_parts)
		return;
	if (sample_has(c->have, COUNT_UNCLASSIFIED))
		to->number[p->of] -= to->number[COUNT_UNCLASSIFIED];
	spread(p, to);
}
