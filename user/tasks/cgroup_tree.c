// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "cgroup_tree.h"

/* Returns the place that @id has, or belongs to. */
static size_t place(const struct cgroup_tree *t, uint64_t id)
{
	size_t low = 0, high = t->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->node[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct cgroup_node *find(const struct cgroup_tree *t, uint64_t id)
{
	size_t at = place(t, id);

	return at < t->nr && t->node[at].id == id ? &t->node[at] : NULL;
}

/* Ids grow, so that most are added at the end. */
int cgroup_tree_learn(struct cgroup_tree *t, const struct sample *cgroup)
{
	uint64_t parent = sample_has(cgroup->have, TDACCT_A_CGROUP_PARENT) ?
			  cgroup->cgroup_parent : 0;
	size_t at = place(t, cgroup->id);
	struct cgroup_node *d;
	char *path;

	if (find(t, cgroup->id))
		return 0;
	path = strdup(cgroup->path);
	if (!path || array_grow(&t->node, t->nr, &t->room, sizeof(*t->node))) {
		free(path);
		return -ENOMEM;
	}
	d = &t->node[at];
	memmove(d + 1, d, (t->nr - at) * sizeof(*d));
	d->id = cgroup->id;
	d->parent = parent;
	d->path = path;
	t->nr++;
	return 0;
}

int cgroup_tree_learn_all(struct cgroup_tree *t, const struct snapshot *cgroups)
{
	int err = 0;

	for (size_t i = 0; !err && i < cgroups->nr; i++)
		err = cgroup_tree_learn(t, snapshot_at(cgroups, i));
	return err;
}

/* As many steps as there are cgroups end even what goes in circles. */
enum cgroup_below cgroup_tree_below(const struct cgroup_tree *t, uint64_t id,
				    uint64_t top)
{
	for (size_t i = 0; i <= t->nr; i++) {
		const struct cgroup_node *d;

		if (id == top)
			return CGROUP_BELOW;
		d = find(t, id);
		if (!d)
			return CGROUP_UNKNOWN;
		if (!d->parent)
			return CGROUP_NOT_BELOW;
		id = d->parent;
	}
	return CGROUP_NOT_BELOW;
}

const char *cgroup_tree_path(const struct cgroup_tree *t, uint64_t id)
{
	const struct cgroup_node *d = find(t, id);

	return d ? d->path : NULL;
}

void cgroup_tree_free(struct cgroup_tree *t)
{
	for (size_t i = 0; i < t->nr; i++)
		free(t->node[i].path);
	free(t->node);
	memset(t, 0, sizeof(*t));
}

const char *cgroup_path(const struct snapshot *cgroups, uint64_t id)
{
	const struct sample *s = snapshot_find(cgroups, id);

	return s ? s->path : NULL;
}

const char *cgroup_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* How much of @text is left without the slashes at its end. */
static size_t length(const char *text)
{
	size_t len = strlen(text);

	while (len && text[len - 1] == '/')
		len--;
	return len;
}

/* Returns the rest of @path behind @text; NULL: it does not begin with that. */
static const char *rest_of(const char *path, const char *text)
{
	size_t len;

	text += strspn(text, "/");
	path += strspn(path, "/");
	len = length(text);
	return strncmp(path, text, len) ? NULL : path + len;
}

bool cgroup_is_called(const char *path, const char *text)
{
	const char *rest = rest_of(path, text);

	return rest && !*rest;
}

bool cgroup_is_below(const char *path, const char *text)
{
	const char *rest = rest_of(path, text);

	return rest && (!*rest || *rest == '/' || !text[strspn(text, "/")]);
}
