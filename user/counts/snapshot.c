// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "radix.h"
#include "snapshot.h"

static void forget(struct sample *sample)
{
	free((char *)sample->path);
}

void snapshot_clear(struct snapshot *s)
{
	for (size_t i = 0; i < s->nr; i++)
		forget(snapshot_at(s, i));
	s->nr = 0;
	s->generation = 0;
}

void snapshot_free(struct snapshot *s)
{
	snapshot_clear(s);
	free(s->data);
	memset(s, 0, sizeof(*s));
}

/* One of a kind that needs more room: those that are there move apart. */
static int widen(struct snapshot *s, size_t size)
{
	char *more = s->room ? reallocarray(s->data, s->room, size) : s->data;

	if (s->room && !more)
		return -ENOMEM;
	for (size_t i = s->nr; i-- > 0;) {
		memmove(more + i * size, more + i * s->size, s->size);
		memset(more + i * size + s->size, 0, size - s->size);
	}
	s->data = more;
	s->size = size;
	return 0;
}

static int make_room(struct snapshot *s, size_t size)
{
	int err = size > s->size ? widen(s, size) : 0;

	return err ? err : array_grow(&s->data, s->nr, &s->room, s->size);
}

void snapshot_move(struct snapshot *s, size_t to, size_t from)
{
	if (to != from)
		memcpy(snapshot_at(s, to), snapshot_at(s, from), s->size);
}

int snapshot_put(struct snapshot *s, size_t at, const struct sample *sample)
{
	size_t size = sample_size(sample);
	struct sample *to = snapshot_at(s, at);
	char *path = NULL;

	if (sample->path && !(path = strdup(sample->path)))
		return -ENOMEM;
	forget(to);
	memcpy(to, sample, size);
	memset((char *)to + size, 0, s->size - size);
	to->path = path;
	if (sample->generation > s->generation)
		s->generation = sample->generation;
	return 0;
}

int snapshot_add(struct snapshot *s, const struct sample *sample)
{
	int err = make_room(s, sample_size(sample));

	if (err)
		return err;
	snapshot_at(s, s->nr)->path = NULL;
	err = snapshot_put(s, s->nr, sample);
	s->nr += !err;
	return err;
}

/* Each goes where it belongs, in rings: what is in the way is next. */
static void move(struct snapshot *s, struct radix *order)
{
	for (size_t i = 0; i < s->nr; i++) {
		struct sample first;
		size_t at = i, from;

		if (order[i].index == i)
			continue;
		memcpy(&first, snapshot_at(s, i), s->size);
		while ((from = order[at].index) != i) {
			snapshot_move(s, at, from);
			order[at].index = (uint32_t)at;
			at = from;
		}
		memcpy(snapshot_at(s, at), &first, s->size);
		order[at].index = (uint32_t)at;
	}
}

/* The reading of a record that has more CPU time is the later one. */
static void keep_later(struct snapshot *s, size_t kept, size_t other)
{
	if (snapshot_at(s, other)->cpu_ns <= snapshot_at(s, kept)->cpu_ns) {
		forget(snapshot_at(s, other));
		return;
	}
	forget(snapshot_at(s, kept));
	snapshot_move(s, kept, other);
}

static void drop_doubles(struct snapshot *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->nr; i++) {
		if (kept && snapshot_at(s, kept - 1)->id == snapshot_at(s, i)->id)
			keep_later(s, kept - 1, i);
		else
			snapshot_move(s, kept++, i);
	}
	s->nr = kept;
}

int snapshot_sort(struct snapshot *s)
{
	struct radix *order;
	size_t i = 1;

	while (i < s->nr && snapshot_at(s, i - 1)->id < snapshot_at(s, i)->id)
		i++;
	if (i >= s->nr)
		return 0;
	order = calloc(2 * s->nr, sizeof(*order));
	if (!order)
		return -ENOMEM;
	for (i = 0; i < s->nr; i++)
		order[i] = (struct radix){ snapshot_at(s, i)->id,
					     (uint32_t)i };
	radix_sort(order, order + s->nr, s->nr);
	move(s, order);
	free(order);
	drop_doubles(s);
	return 0;
}

struct sample *snapshot_find(const struct snapshot *s, uint64_t id)
{
	size_t low = 0, high = s->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		struct sample *there = snapshot_at(s, middle);

		if (there->id == id)
			return there;
		if (there->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
