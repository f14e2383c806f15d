/* SPDX-License-Identifier: GPL-2.0 */
/* Samples, all of one kind mostly. Each takes as much room as its kind needs. */
#ifndef _SNAPSHOT_H
#define _SNAPSHOT_H

#include <stddef.h>

#include "sample.h"

struct snapshot {
	char *data;
	size_t size;		/* of each sample in it */
	size_t nr;
	size_t room;
	uint64_t generation;	/* of the newest sample */
};

static inline struct sample *snapshot_at(const struct snapshot *s, size_t i)
{
	return (struct sample *)(void *)(s->data + i * s->size);
}

/* Returns the index of one that snapshot_find() found. */
static inline size_t snapshot_place(const struct snapshot *s,
				    const struct sample *found)
{
	return (size_t)((const char *)found - s->data) / s->size;
}

/* All of it, which then belongs to the caller: @s is empty. */
static inline struct snapshot snapshot_take(struct snapshot *s)
{
	struct snapshot all = *s;

	*s = (struct snapshot){ .nr = 0 };
	return all;
}

void snapshot_clear(struct snapshot *s);
void snapshot_free(struct snapshot *s);

/* The one at @from, to where another was; for those who leave some out. */
void snapshot_move(struct snapshot *s, size_t to, size_t from);

/* Keeps a copy, of the path too. */
int snapshot_add(struct snapshot *s, const struct sample *sample);

/* In the place of the one at @at, which is of the same kind. -ENOMEM. */
int snapshot_put(struct snapshot *s, size_t at, const struct sample *sample);

/* By id; a record met twice counts once, the later one. -ENOMEM. */
int snapshot_sort(struct snapshot *s);
struct sample *snapshot_find(const struct snapshot *s, uint64_t id);

#endif /* _SNAPSHOT_H */
