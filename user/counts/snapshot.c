// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "radix.h"
#include "snapshot.h"

static void forget(struct sample *sample)
{
	free((char *)sample->path);
}

void snapshot_clear(struct snapshot *s)
{
	for (size_t i = 0; i < s->nr; i++)
		forget(&s->sample[i]);
	s->nr = 0;
	s->generation = 0;
}

void snapshot_free(struct snapshot *s)
{
	snapshot_clear(s);
	free(s->sample);
	memset(s, 0, sizeof(*s));
}

static int grow(struct snapshot *s)
{
	size_t room = s->room ? s->room * 2 : 64;
	struct sample *more = reallocarray(s->sample, room, sizeof(*more));

	if (!more)
		return -ENOMEM;
	s->sample = more;
	s->room = room;
	return 0;
}

int snapshot_add(struct snapshot *s, const struct sample *sample)
{
	int err = s->nr == s->room ? grow(s) : 0;
	char *path = NULL;

	if (!err && sample->path && !(path = strdup(sample->path)))
		err = -ENOMEM;
	if (err)
		return err;
	s->sample[s->nr] = *sample;
	s->sample[s->nr++].path = path;
	if (sample->generation > s->generation)
		s->generation = sample->generation;
	return 0;
}

int snapshot_copy(struct snapshot *to, const struct snapshot *from)
{
	int err = 0;

	for (size_t i = 0; !err && i < from->nr; i++)
		err = snapshot_add(to, &from->sample[i]);
	to->generation = from->generation;
	return err;
}

static bool is_sorted(const struct snapshot *s)
{
	for (size_t i = 1; i < s->nr; i++)
		if (s->sample[i - 1].id >= s->sample[i].id)
			return false;
	return true;
}

/* Each goes where it belongs, in rings: what is in the way is next. */
static void move(struct sample *sample, struct radix *order, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct sample first;
		size_t at = i, from;

		if (order[i].index == i)
			continue;
		first = sample[i];
		while ((from = order[at].index) != i) {
			sample[at] = sample[from];
			order[at].index = (uint32_t)at;
			at = from;
		}
		sample[at] = first;
		order[at].index = (uint32_t)at;
	}
}

/* Of two readings of one record the one with more CPU time is later. */
static void keep_later(struct sample *kept, const struct sample *other)
{
	struct sample earlier = *other;

	if (other->cpu_ns > kept->cpu_ns) {
		earlier = *kept;
		*kept = *other;
	}
	forget(&earlier);
}

static void drop_doubles(struct snapshot *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->nr; i++) {
		struct sample *last = &s->sample[kept ? kept - 1 : 0];
		struct sample *now = &s->sample[i];

		if (!kept || last->id != now->id) {
			if (kept++ != i)
				s->sample[kept - 1] = *now;
			continue;
		}
		keep_later(last, now);
	}
	s->nr = kept;
}

int snapshot_sort(struct snapshot *s)
{
	struct radix *order;

	if (is_sorted(s))
		return 0;
	order = calloc(2 * s->nr, sizeof(*order));
	if (!order)
		return -ENOMEM;
	for (size_t i = 0; i < s->nr; i++)
		order[i] = (struct radix){ s->sample[i].id, (uint32_t)i };
	radix_sort(order, order + s->nr, s->nr);
	move(s->sample, order, s->nr);
	free(order);
	drop_doubles(s);
	return 0;
}

struct sample *snapshot_find(const struct snapshot *s, uint64_t id)
{
	size_t low = 0, high = s->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->sample[middle].id == id)
			return &s->sample[middle];
		if (s->sample[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

void snapshot_since(struct snapshot *to, const struct snapshot *from,
		    uint64_t missing_ns)
{
	for (size_t i = 0; i < to->nr; i++) {
		const struct sample *was;

		was = snapshot_find(from, to->sample[i].id);
		if (was)
			sample_since(&to->sample[i], was);
		else if (to->sample[i].born_ns < missing_ns)
			sample_forget(&to->sample[i]);
	}
}
