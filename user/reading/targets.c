// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/ids.h"
#include "counts/lineage.h"
#include "kernel/ask.h"
#include "find.h"
#include "session.h"
#include "targets.h"

static int no_memory(void)
{
	fprintf(stderr, "tdacct: no memory for what is to be shown\n");
	return -ENOMEM;
}

static int make_room(struct targets *t, size_t nr)
{
	t->one = calloc(nr, sizeof(*t->one));
	return t->one ? 0 : no_memory();
}

static int take_tasks(struct targets *to, const struct target *like,
		      const struct ids *ids)
{
	int err = make_room(to, ids->nr);

	for (to->nr = 0; !err && to->nr < ids->nr; to->nr++) {
		to->one[to->nr] = *like;
		to->one[to->nr].number = (uint32_t)ids->id[to->nr];
	}
	return err;
}

static bool is_there(const struct targets *t, uint64_t cgroup)
{
	for (size_t i = 0; i < t->nr; i++)
		if (t->one[i].cgroup == cgroup)
			return true;
	return false;
}

static size_t count_names(const char *list)
{
	size_t nr = 1;

	for (; *list; list++)
		nr += *list == ',';
	return nr;
}

static int take_cgroups(struct targets *to, struct session *s,
			const struct target *like, const char *list)
{
	int err = make_room(to, count_names(list));
	char *rest, *name;

	to->names = rest = strdup(list);
	if (!rest)
		return no_memory();
	while (!err && (name = strsep(&rest, ","))) {
		struct target *t = &to->one[to->nr];

		*t = *like;
		t->name = name;
		err = find_cgroup(&s->client, name, &t->cgroup);
		to->nr += !err && !is_there(to, t->cgroup);
	}
	return err;
}

/* The one of @t that cgroup @i lies below, or NULL. */
static const struct target *holder(const struct targets *t, size_t i,
				   const struct lineage *l)
{
	for (size_t k = 0; k < t->nr; k++)
		if (k != i && lineage_is_below(l, t->one[i].cgroup,
					       t->one[k].cgroup) == LINEAGE_YES)
			return &t->one[k];
	return NULL;
}

static void drop(struct targets *t, size_t i, const struct target *held_by)
{
	fprintf(stderr, "tdacct: cgroup %s is below %s, whose counts already include it; it is not added again\n",
		t->one[i].name, held_by->name);
	t->nr--;
	memmove(&t->one[i], &t->one[i + 1], (t->nr - i) * sizeof(*t->one));
}

/* Where nothing is known of the others, reading them tells what is wrong. */
static int drop_nested(struct targets *t, struct session *s)
{
	struct snapshot cgroups = { .nr = 0 };
	struct lineage all = { .nr = 0 };
	int err = 0;

	if (!ask_cgroups(&s->client, &cgroups))
		err = lineage_learn_all(&all, &cgroups);
	for (size_t i = 0; !err && i < t->nr;) {
		const struct target *held_by = holder(t, i, &all);

		if (held_by)
			drop(t, i, held_by);
		else
			i++;
	}
	snapshot_free(&cgroups);
	lineage_free(&all);
	return err ? no_memory() : 0;
}

int targets_open(struct targets *to, struct session *s,
		 const struct target *like, const struct ids *ids,
		 const char *list)
{
	int err = 0;

	memset(to, 0, sizeof(*to));
	if (like->kind == TARGET_CGROUP) {
		err = take_cgroups(to, s, like, list);
		return err || to->nr == 1 || like->own ? err :
							 drop_nested(to, s);
	}
	if (ids->nr)
		return take_tasks(to, like, ids);
	err = make_room(to, 1);
	if (err)
		return err;
	to->one[to->nr++] = *like;
	return 0;
}

void targets_close(struct targets *t)
{
	free(t->one);
	free(t->names);
	memset(t, 0, sizeof(*t));
}
