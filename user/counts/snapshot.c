// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

/* Of two readings of one record the one with more CPU time is later. */
static int by_id(const void *left, const void *right)
{
	const struct sample *a = left, *b = right;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	if (a->cpu_ns != b->cpu_ns)
		return a->cpu_ns > b->cpu_ns ? -1 : 1;
	return 0;
}

void snapshot_sort(struct snapshot *s)
{
	size_t kept = 0;

	if (s->nr)
		qsort(s->sample, s->nr, sizeof(*s->sample), by_id);
	for (size_t i = 0; i < s->nr; i++)
		if (kept && s->sample[kept - 1].id == s->sample[i].id)
			forget(&s->sample[i]);
		else
			s->sample[kept++] = s->sample[i];
	s->nr = kept;
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
