// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "icicle.h"

#define TIMES (UINT64_C(1) << TDACCT_A_CPU_NS | UINT64_C(1) << TDACCT_A_LOST_NS)

enum { SLACK = 4 };		/* so many times as many rows are kept of a part that goes on */

static int by_whose(const void *left, const void *right)
{
	const struct icicle_row *a = left, *b = right;
	int order = (int)a->kind - (int)b->kind;

	if (!order)
		order = strcmp(a->path, b->path);
	return order ? order : strcmp(a->name, b->name);
}

static void free_row(struct icicle_row *row)
{
	free(row->path);
	free(row);
}

static void add_up(struct icicle_row *to, const struct icicle_row *from)
{
	to->have &= from->have;
	to->cpu_ns += from->cpu_ns;
	to->lost_ns += from->lost_ns;
	counts_add(&to->counts, &from->counts);
}

/* A copy of @like, with nothing but its name if there is such a row already. */
static int add(struct icicle_span *s, const struct icicle_row *like)
{
	struct icicle_row **found = tfind(like, &s->index, by_whose), *new;

	if (found) {
		add_up(*found, like);
		return 0;
	}
	new = malloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	*new = *like;
	new->path = strdup(like->path);
	if (!new->path ||
	    array_grow(&s->row, s->nr, &s->room, sizeof(*s->row)) ||
	    !tsearch(new, &s->index, by_whose)) {
		free_row(new);
		return -ENOMEM;
	}
	s->row[s->nr++] = new;
	return 0;
}

int icicle_add(struct icicle_span *to, enum icicle_kind kind, const char *path,
	       const char *name, const struct sample *did)
{
	struct icicle_row row = {
		.kind = kind, .path = (char *)path, .have = did->have & TIMES,
		.cpu_ns = did->cpu_ns, .lost_ns = did->lost_ns,
		.counts = did->counts,
	};

	snprintf(row.name, sizeof(row.name), "%s", name);
	return add(to, &row);
}

int icicle_add_span(struct icicle_span *to, const struct icicle_span *from)
{
	int err = 0;

	if (!to->to_ns || from->from_ns < to->from_ns)
		to->from_ns = from->from_ns;
	if (from->to_ns > to->to_ns)
		to->to_ns = from->to_ns;
	to->read_ns += from->read_ns;
	if (from->left_out > to->left_out)
		to->left_out = from->left_out;
	if (from->placeless > to->placeless)
		to->placeless = from->placeless;
	for (size_t i = 0; !err && i < from->nr; i++)
		err = add(to, from->row[i]);
	return err;
}

double icicle_size(const struct icicle_row *row, const struct info *info)
{
	int slots = count_index(info, "slots");
	double size = slots < 0 ? NAN :
		      count_everywhere(info, &row->counts, (unsigned int)slots);

	return isnan(size) ? (double)row->cpu_ns : size;
}

static int busiest_first(const void *left, const void *right)
{
	const struct icicle_row *a = *(struct icicle_row *const *)left;
	const struct icicle_row *b = *(struct icicle_row *const *)right;

	/* the machine, and what is its own, is always there */
	if ((a->kind <= ICICLE_ASIDE) != (b->kind <= ICICLE_ASIDE))
		return a->kind <= ICICLE_ASIDE ? -1 : 1;
	if (a->size != b->size)
		return a->size < b->size ? 1 : -1;
	return by_whose(a, b);
}

void icicle_cut(struct icicle_span *s, const struct info *info, size_t most)
{
	uint64_t dropped = s->nr > most ? s->nr - most : 0;

	for (size_t i = 0; i < s->nr; i++)
		s->row[i]->size = icicle_size(s->row[i], info);
	if (s->nr)
		qsort(s->row, s->nr, sizeof(*s->row), busiest_first);
	if (dropped > s->left_out)
		s->left_out = dropped;
	for (; s->nr > most; s->nr--) {
		struct icicle_row *last = s->row[s->nr - 1];

		tdelete(last, &s->index, by_whose);
		free_row(last);
	}
}

const struct icicle_row *icicle_find(const struct icicle_span *s,
				     const struct icicle_row *like)
{
	struct icicle_row **found = tfind(like, &s->index, by_whose);

	return found ? *found : NULL;
}

void icicle_free(struct icicle_span *s)
{
	for (size_t i = 0; i < s->nr; i++) {
		tdelete(s->row[i], &s->index, by_whose);
		free_row(s->row[i]);
	}
	free(s->row);
	memset(s, 0, sizeof(*s));
}

/* ---- parts of equal length ----------------------------------------------- */

int icicle_bins_add(struct icicle_bins *b, const struct icicle_span *span,
		    const struct info *info)
{
	struct icicle_span *last = b->nr ? &b->bin[b->nr - 1] : NULL;
	int err;

	if (!last || last->to_ns / b->width_ns < span->to_ns / b->width_ns) {
		if (last)
			icicle_cut(last, info, ICICLE_ROWS);
		if (b->nr == ICICLE_BINS) {
			icicle_free(b->bin);
			memmove(b->bin, b->bin + 1, --b->nr * sizeof(*b->bin));
		}
		last = &b->bin[b->nr++];
		memset(last, 0, sizeof(*last));
	}
	err = icicle_add_span(last, span);
	icicle_cut(last, info, (size_t)SLACK * ICICLE_ROWS);
	return err;
}

int icicle_bins_sum(const struct icicle_bins *b, const struct info *info,
		    struct icicle_span *to)
{
	int err = 0;

	memset(to, 0, sizeof(*to));
	for (unsigned int i = 0; !err && i < b->nr; i++)
		err = icicle_add_span(to, &b->bin[i]);
	icicle_cut(to, info, ICICLE_ROWS);
	return err;
}

void icicle_bins_free(struct icicle_bins *b)
{
	for (unsigned int i = 0; i < b->nr; i++)
		icicle_free(&b->bin[i]);
	b->nr = 0;
}
