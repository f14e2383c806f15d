// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lineage.h"

/* Where @id is, or belongs. */
static size_t place(const struct lineage *l, uint64_t id)
{
	size_t low = 0, high = l->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (l->descent[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct descent *find(const struct lineage *l, uint64_t id)
{
	size_t at = place(l, id);

	return at < l->nr && l->descent[at].id == id ? &l->descent[at] : NULL;
}

static int grow(struct lineage *l)
{
	size_t room = l->room ? l->room * 2 : 64;
	struct descent *more;

	if (l->nr < l->room)
		return 0;
	more = reallocarray(l->descent, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	l->descent = more;
	l->room = room;
	return 0;
}

/* Ids grow, so that most are added at the end. */
int lineage_learn(struct lineage *l, const struct sample *cgroup)
{
	uint64_t parent = sample_has(cgroup->have, TDACCT_A_CGROUP_PARENT) ?
			  cgroup->cgroup_parent : 0;
	size_t at = place(l, cgroup->id);
	struct descent *d;
	char *path;

	if (find(l, cgroup->id))
		return 0;
	path = strdup(cgroup->path);
	if (!path || grow(l)) {
		free(path);
		return -ENOMEM;
	}
	d = &l->descent[at];
	memmove(d + 1, d, (l->nr - at) * sizeof(*d));
	*d = (struct descent){ cgroup->id, parent, path };
	l->nr++;
	return 0;
}

int lineage_learn_all(struct lineage *l, const struct snapshot *cgroups)
{
	int err = 0;

	for (size_t i = 0; !err && i < cgroups->nr; i++)
		err = lineage_learn(l, snapshot_at(cgroups, i));
	return err;
}

/* As many steps as there are cgroups end even what goes in circles. */
enum lineage_answer lineage_is_below(const struct lineage *l, uint64_t id,
				     uint64_t top)
{
	for (size_t i = 0; i <= l->nr; i++) {
		const struct descent *d;

		if (id == top)
			return LINEAGE_YES;
		d = find(l, id);
		if (!d)
			return LINEAGE_UNKNOWN;
		if (!d->parent)
			return LINEAGE_NO;
		id = d->parent;
	}
	return LINEAGE_NO;
}

const char *lineage_path(const struct lineage *l, uint64_t id)
{
	const struct descent *d = find(l, id);

	return d ? d->path : NULL;
}

void lineage_free(struct lineage *l)
{
	for (size_t i = 0; i < l->nr; i++)
		free(l->descent[i].path);
	free(l->descent);
	memset(l, 0, sizeof(*l));
}
