/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All samples of one kind at a time, and the difference of two such times. Each takes
 * as much room as its kind needs.
 */
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

/* Of one that snapshot_find() found. */
static inline size_t snapshot_place(const struct snapshot *s,
				    const struct sample *found)
{
	return (size_t)((const char *)found - s->data) / s->size;
}

void snapshot_clear(struct snapshot *s);
void snapshot_free(struct snapshot *s);

/* The one at @from, to where another was; for those who leave some out. */
void snapshot_move(struct snapshot *s, size_t to, size_t from);

/* Keeps a copy, of the path too. */
int snapshot_add(struct snapshot *s, const struct sample *sample);

/* @to is zeroed. -ENOMEM; snapshot_free() in any case. */
int snapshot_copy(struct snapshot *to, const struct snapshot *from);

/* By id; a record met twice counts once, the later one. -ENOMEM. */
int snapshot_sort(struct snapshot *s);
struct sample *snapshot_find(const struct snapshot *s, uint64_t id);

/*
 * Each sample of @to becomes what it gained since @from. A record that
 * @from lacks was born in between and keeps all it has. But @from may be
 * incomplete: of whoever was there at @missing_ns already, nothing is known
 * then; 0: it has all. Both are sorted.
 */
void snapshot_since(struct snapshot *to, const struct snapshot *from,
		    uint64_t missing_ns);

#endif /* _SNAPSHOT_H */
