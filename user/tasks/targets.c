// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "cgroup_find.h"
#include "cgroup_tree.h"
#include "target.h"

static int no_memory(void)
{
	fprintf(stderr, "tdacct: no memory for what is to be shown\n");
	return -ENOMEM;
}

static void take_tasks(struct targets *to, const struct target *like,
		       const struct ids *ids)
{
	for (to->nr = 0; to->nr < ids->nr; to->nr++) {
		to->one[to->nr] = *like;
		to->one[to->nr].number = (uint32_t)ids->id[to->nr];
	}
}

static int take_cgroups(struct targets *to, struct client *c,
			const struct target *like, const char *list)
{
	char *rest, *name;
	int err = 0;

	to->names = rest = strdup(list);
	if (!rest)
		return no_memory();
	while (!err && (name = strsep(&rest, ","))) {
		struct target *t = &to->one[to->nr];
		size_t had = 0;

		*t = *like;
		t->name = name;
		err = cgroup_find(c, name, &t->cgroup);
		while (!err && had < to->nr && to->one[had].cgroup != t->cgroup)
			had++;
		to->nr += !err && had == to->nr;
	}
	return err;
}

/* The one of @t that cgroup @i lies below, or NULL. */
static const struct target *holder(const struct targets *t, size_t i,
				   const struct cgroup_tree *l)
{
	for (size_t k = 0; k < t->nr; k++)
		if (k != i && cgroup_tree_below(l, t->one[i].cgroup,
						t->one[k].cgroup) == CGROUP_BELOW)
			return &t->one[k];
	return NULL;
}

/* If the list of cgroups cannot be read, reading each tells what is wrong. */
static int drop_nested(struct targets *t, struct client *c)
{
	struct snapshot cgroups = { .nr = 0 };
	struct cgroup_tree all = { .nr = 0 };
	int err = 0;

	if (!ask_cgroups(c, &cgroups))
		err = cgroup_tree_learn_all(&all, &cgroups);
	for (size_t i = 0; !err && i < t->nr;) {
		const struct target *held_by = holder(t, i, &all);

		if (!held_by) {
			i++;
			continue;
		}
		fprintf(stderr, "tdacct: cgroup %s is below %s, whose counts already include it; it is not added again\n",
			t->one[i].name, held_by->name);
		t->nr--;
		memmove(&t->one[i], &t->one[i + 1],
			(t->nr - i) * sizeof(*t->one));
	}
	snapshot_free(&cgroups);
	cgroup_tree_free(&all);
	return err ? no_memory() : 0;
}

int targets_open(struct targets *to, struct client *c,
		 const struct target *like, const struct ids *ids,
		 const char *list)
{
	size_t nr = ids->nr + 1;
	int err;

	memset(to, 0, sizeof(*to));
	for (const char *at = list ? list : ""; *at; at++)
		nr += *at == ',';
	to->one = calloc(nr, sizeof(*to->one));
	if (!to->one)
		return no_memory();
	if (like->kind == TARGET_CGROUP) {
		err = take_cgroups(to, c, like, list);
		return err || to->nr == 1 || like->own ? err :
							 drop_nested(to, c);
	}
	if (ids->nr)
		take_tasks(to, like, ids);
	else
		to->one[to->nr++] = *like;
	return 0;
}

void targets_close(struct targets *t)
{
	free(t->one);
	free(t->names);
	memset(t, 0, sizeof(*t));
}
