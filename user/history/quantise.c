// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "quantise.h"
#include "step.h"

enum { SWEEP = 1024 };		/* readings: so long is kept what no reading has */

/* What is left of the counts of a row, and of those of a CPU's idle task. */
struct rest {
	uint64_t id;
	uint64_t seen;		/* in that reading */
	bool known[2];
	int64_t of[2][COUNTS_NR];
};

static int by_id(const void *left, const void *right)
{
	const struct rest *a = left, *b = right;

	return (a->id > b->id) - (a->id < b->id);
}

/* The first time there is half a step, so that counts are not too small in the mean. */
static void round_counts(struct rest *rest, bool idle, struct counts *c,
			 const struct info *info, const bool *has)
{
	unsigned int shift = step_shift(info, c);
	int64_t *of = rest->of[idle];

	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		int64_t count;

		if (!has[i] || !sample_has(c->have, i))
			continue;
		if (!rest->known[idle])
			of[i] = INT64_C(1) << shift >> 1;
		/* no interval has as many as would overflow */
		count = (int64_t)(c->value[i] + (uint64_t)of[i]);
		c->value[i] = (uint64_t)(count >> shift) << shift;
		of[i] = (int64_t)((uint64_t)count - c->value[i]);
	}
	rest->known[idle] = true;
}

static struct rest *find(void **index, uint64_t id)
{
	struct rest *one = calloc(1, sizeof(*one));
	struct rest **found;

	if (!one)
		return NULL;
	one->id = id;
	found = tsearch(one, index, by_id);
	if (!found || *found != one)
		free(one);
	return found ? *found : NULL;
}

static int round_row(struct quantise *q, enum reading_table table, struct sample *s,
		     const struct info *info, const bool *has)
{
	void **index = &q->rest[table];
	struct rest *rest = find(index, s->id);

	if (!rest)
		return -ENOMEM;
	rest->seen = q->readings;
	round_counts(rest, false, &s->counts, info, has);
	if (table == READING_CPUS)
		round_counts(rest, true, &s->idle, info, has);
	if (table == READING_THREADS && s->flags & TDACCT_TASK_DEAD) {
		tdelete(rest, index, by_id);
		free(rest);
	}
	return 0;
}

/* Which are to go: a tree cannot be changed while it is walked. */
struct sweep {
	uint64_t before;
	struct rest *old[SWEEP];
	size_t nr;
};

static void note_old(const void *node, VISIT visit, void *arg)
{
	struct rest *rest = *(struct rest *const *)node;
	struct sweep *s = arg;

	if ((visit == postorder || visit == leaf) && rest->seen < s->before &&
	    s->nr < SWEEP)
		s->old[s->nr++] = rest;
}

/* Ends may be missed; a few at a time are enough. */
static void sweep(struct quantise *q)
{
	struct sweep s = { .before = q->readings - SWEEP };

	for (size_t t = 0; t < READING_TABLES; t++) {
		s.nr = 0;
		twalk_r(q->rest[t], note_old, &s);
		for (size_t i = 0; i < s.nr; i++) {
			tdelete(s.old[i], &q->rest[t], by_id);
			free(s.old[i]);
		}
	}
}

int quantise_reading(struct quantise *q, struct reading *r, const struct info *info)
{
	bool has[COUNTS_NR];
	int err = 0;

	for (unsigned int i = 0; i < COUNTS_NR; i++)
		has[i] = step_has(info, i);
	q->readings++;
	for (size_t t = 0; t < READING_TABLES; t++)
		for (size_t i = 0; !err && i < r->table[t].nr; i++)
			err = round_row(q, t, snapshot_at(&r->table[t], i), info, has);
	if (q->readings % SWEEP == 0)
		sweep(q);
	r->flags |= READING_QUANTISED;
	return err;
}

void quantise_free(struct quantise *q)
{
	for (size_t t = 0; t < READING_TABLES; t++)
		tdestroy(q->rest[t], free);
	memset(q, 0, sizeof(*q));
}
