// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "side.h"

/* A name, and the place of its row. */
struct side_key {
	char *name;
	size_t at;
};

static int by_name(const void *left, const void *right)
{
	const struct side_key *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static double *unknown(size_t nr)
{
	double *number = malloc((nr + 1) * sizeof(*number));

	for (size_t i = 0; number && i < nr; i++)
		number[i] = NAN;
	return number;
}

static void free_row(struct side_row *row)
{
	free(row->name);
	free(row->sum);
	free(row->error);
	free(row->reading);
}

static int add_row(struct side *s, const char *name)
{
	struct side_row *more = NULL, row = {
		.name = strdup(name), .sum = unknown(side_width(s)),
		.error = unknown(s->model->nr_nodes),
	};
	struct side_key *key = malloc(sizeof(*key));

	/* where they are a power of two there is no more room */
	if (!(s->nr_rows & (s->nr_rows - 1)))
		more = reallocarray(s->row, s->nr_rows ? 2 * s->nr_rows : 1,
				    sizeof(*more));
	else
		more = s->row;
	if (more)
		s->row = more;
	if (more && key && row.name && row.sum && row.error) {
		*key = (struct side_key){ row.name, s->nr_rows };
		if (tsearch(key, &s->index, by_name)) {
			s->row[s->nr_rows++] = row;
			return 0;
		}
	}
	free(key);
	free_row(&row);
	return -ENOMEM;
}

const struct side_row *side_find(const struct side *s, const char *name)
{
	const struct side_key key = { .name = (char *)name };
	struct side_key **found = tfind(&key, &s->index, by_name);

	return found ? &s->row[(*found)->at] : NULL;
}

struct side_row *side_row(struct side *s, const char *name)
{
	if (!side_find(s, name) && add_row(s, name))
		return NULL;
	return (struct side_row *)side_find(s, name);
}

int side_add(struct side *s, struct side_row *row, const double *number)
{
	size_t width = side_width(s);
	double *more = row->reading;

	if (!(row->nr & (row->nr - 1)))
		more = reallocarray(row->reading, row->nr ? 2 * row->nr : 1,
				    width * sizeof(*more));
	if (!more)
		return -ENOMEM;
	row->reading = more;
	memcpy(row->reading + row->nr++ * width, number, width * sizeof(*number));
	return 0;
}

void side_merge(const struct side *s, double *to, const double *reading,
		unsigned int nr)
{
	size_t width = side_width(s);

	for (size_t i = 0; i < width; i++) {
		double shares = 0, weight = 0;

		to[i] = NAN;
		for (unsigned int k = 0; k < nr; k++) {
			const double *of = reading + k * width;
			double slots = isnan(of[SIDE_SLOTS]) ? 1 : of[SIDE_SLOTS];

			if (isnan(of[i]))
				continue;
			shares += of[i] * (i < SIDE_NODES ? 1 : slots);
			weight += i < SIDE_NODES ? 0 : slots;
			to[i] = i < SIDE_NODES ? shares :
				weight > 0 ? shares / weight : of[i];
		}
	}
}

static void end_row(const struct side *s, struct side_row *row, double *room)
{
	size_t width = side_width(s), size = width * sizeof(*room);
	unsigned int each = (row->nr + RANK_MAX - 1) / RANK_MAX, nr = 0;
	bool has_sum = false;

	for (size_t i = 0; i < width; i++)
		has_sum |= !isnan(row->sum[i]);
	if (!has_sum)
		side_merge(s, row->sum, row->reading, row->nr);
	for (unsigned int i = 0; each > 1 && i < row->nr; i += each) {
		side_merge(s, room, row->reading + i * width,
			   i + each > row->nr ? row->nr - i : each);
		memcpy(row->reading + nr++ * width, room, size);
	}
	if (each > 1)
		row->nr = nr;
}

int side_end(struct side *s)
{
	double *room = unknown(side_width(s));

	for (size_t i = 0; room && i < s->nr_rows; i++)
		end_row(s, &s->row[i], room);
	free(room);
	return room ? 0 : -ENOMEM;
}

void side_free(struct side *s)
{
	for (size_t i = 0; i < s->nr_rows; i++)
		free_row(&s->row[i]);
	free(s->row);
	tdestroy(s->index, free);
	s->index = NULL;
	s->row = NULL;
	s->nr_rows = 0;
}
