// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "roll.h"

static int grow(struct roll *r)
{
	size_t room = r->room ? r->room * 2 : 64;
	struct known *more;

	if (r->nr < r->room)
		return 0;
	more = reallocarray(r->known, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->known = more;
	r->room = room;
	return 0;
}

int roll_add(struct roll *r, const struct sample *s)
{
	struct known *k;

	if (grow(r))
		return -ENOMEM;
	k = &r->known[r->nr];
	*k = (struct known){
		.kind = s->kind, .id = s->id, .tid = s->tid, .pid = s->pid,
		.cgroup = s->cgroup,
	};
	memcpy(k->comm, s->comm, sizeof(k->comm));
	if (s->path && !(k->path = strdup(s->path)))
		return -ENOMEM;
	r->nr++;
	return 0;
}

int roll_add_all(struct roll *r, const struct snapshot *s)
{
	int err = 0;

	for (size_t i = 0; !err && i < s->nr; i++)
		err = roll_add(r, snapshot_at(s, i));
	return err;
}

static int by_id(const void *left, const void *right)
{
	const struct known *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->id > b->id) - (a->id < b->id);
}

void roll_sort(struct roll *r)
{
	if (r->nr)
		qsort(r->known, r->nr, sizeof(*r->known), by_id);
}

struct known *roll_find(const struct roll *r, enum sample_kind kind,
			uint64_t id)
{
	struct known key = { .kind = kind, .id = id };

	if (!r->nr)
		return NULL;
	return bsearch(&key, r->known, r->nr, sizeof(key), by_id);
}

int roll_move(struct roll *to, struct known *from)
{
	if (grow(to))
		return -ENOMEM;
	to->known[to->nr++] = *from;
	from->path = NULL;
	return 0;
}

void roll_clear(struct roll *r)
{
	for (size_t i = 0; i < r->nr; i++)
		free(r->known[i].path);
	r->nr = 0;
}

void roll_free(struct roll *r)
{
	roll_clear(r);
	free(r->known);
	memset(r, 0, sizeof(*r));
}
