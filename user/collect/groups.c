// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counts/unit.h"
#include "groups.h"

const char *groups_name(enum groups_by by)
{
	static const char *const names[] = {
		[GROUPS_COMMANDS] = "command", [GROUPS_PROCESSES] = "process",
		[GROUPS_THREADS] = "thread", [GROUPS_CGROUPS] = "cgroup",
		[GROUPS_UNITS] = "unit", [GROUPS_CPUS] = "cpu",
		[GROUPS_TIMES] = "time",
	};

	return names[by];
}

enum { KEY_SIZE = CGROUP_PATH_SIZE + 64 };

/* A text stands for a number: a row for its place, a pid for how many had it before. */
struct group_key {
	uint64_t value;
	bool fresh;		/* nobody has set it */
	char key[];
};

static int by_key(const void *left, const void *right)
{
	const struct group_key *a = left, *b = right;

	return strcmp(a->key, b->key);
}

/* @of: what kind of text it is, so that none is taken for another. NULL: no memory. */
static struct group_key *find(struct groups *g, char of, const char *key)
{
	struct group_key *e = malloc(sizeof(*e) + strlen(key) + 2);
	struct group_key **found;

	if (!e)
		return NULL;
	e->value = 0;
	e->fresh = true;
	sprintf(e->key, "%c%s", of, key);
	found = tsearch(e, &g->index, by_key);
	if (!found || *found != e)
		free(e);
	return found ? *found : NULL;
}

void groups_free(struct groups *g)
{
	snapshot_free(&g->rows);
	snapshot_free(&g->others);
	cgroup_tree_free(&g->cgroups);
	tdestroy(g->index, free);
	g->index = NULL;
}

/* ---- what rows have in common ------------------------------------------- */

/*
 * Numbers the processes that had this pid, one after the other, from 1. They are told
 * apart by their first threads, as far as those ran. 0: no memory.
 */
static uint64_t process_of(struct groups *g, const struct sample *s)
{
	char key[64];
	struct group_key *which, *first;

	snprintf(key, sizeof(key), "%s/%u", g->boot_id, s->pid);
	which = find(g, 'w', key);
	first = find(g, 'f', key);
	if (!which || !first)
		return 0;
	if (s->tid == s->pid && first->value != s->born_ns) {
		which->value += first->value != 0;
		first->value = s->born_ns;
	}
	return which->value + 1;
}

/* The paths are separated by commas. */
static bool is_below(const char *path, const char *list)
{
	char *copy = strdup(list), *rest = copy, *one;
	bool below = false;

	while (copy && path && !below && (one = strsep(&rest, ",")))
		below = cgroup_is_below(path, one);
	free(copy);
	return below;
}

static bool is_wanted(const struct groups *g, const struct sample *s,
		      const char *path)
{
	if (g->comm && (s->kind != SAMPLE_THREAD || fnmatch(g->comm, s->comm, 0)))
		return false;
	return !g->cgroup || is_below(path, g->cgroup);
}

static void put_time_name(struct sample *s, uint64_t ns)
{
	time_t seconds = (time_t)(ns / UINT64_C(1000000000));
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(s->comm, sizeof(s->comm), "%m-%d %H:%M:%S", &tm);
}

/* Returns when the row begins that @r is part of, in ns since 1970. */
static uint64_t time_of(const struct groups *g, const struct reading *r)
{
	uint64_t from = r->time_ns - r->interval_ns;

	return g->every_ns ? from / g->every_ns * g->every_ns : from;
}

static void mask(struct sample *s, uint64_t attrs)
{
	s->have &= attrs | UINT64_C(1) << TDACCT_A_CPU_NS |
		   UINT64_C(1) << TDACCT_A_LOST_NS;
}

#define HAS(_attr) (UINT64_C(1) << TDACCT_A_##_attr)

/* @s becomes the row that it is part of, and @key names that. */
static void row_of(struct groups *g, const struct reading *r, struct sample *s,
		   char key[KEY_SIZE])
{
	const char *unit;

	switch (g->by) {
	case GROUPS_COMMANDS:
		snprintf(key, KEY_SIZE, "%s", s->comm);
		s->kind = SAMPLE_THREADS;
		s->path = NULL;
		mask(s, 0);
		break;
	case GROUPS_PROCESSES:
		snprintf(key, KEY_SIZE, "%s/%u/%" PRIu64, g->boot_id, s->pid,
			 process_of(g, s));
		s->kind = SAMPLE_PROCESS;
		mask(s, HAS(PID) | HAS(CGROUP));
		break;
	case GROUPS_THREADS:
		/* a module that is loaded anew numbers them anew */
		snprintf(key, KEY_SIZE, "%s/%u/%" PRIu64, g->boot_id, s->tid,
			 s->born_ns);
		mask(s, HAS(PID) | HAS(TID) | HAS(ID) | HAS(BORN_NS) |
			HAS(CGROUP) | HAS(TASK_FLAGS));
		break;
	case GROUPS_UNITS:
		unit = s->path ? unit_of(s->path) : NULL;
		snprintf(key, KEY_SIZE, "%s", unit ? unit : "");
		s->kind = SAMPLE_THREADS;
		snprintf(s->comm, sizeof(s->comm), "%s", unit ? unit : "[no unit]");
		if (!unit)
			s->path = NULL;
		mask(s, 0);
		break;
	case GROUPS_CGROUPS:
		snprintf(key, KEY_SIZE, "%s", s->path ? s->path : "");
		mask(s, HAS(CGROUP) | HAS(CGROUP_PARENT));
		break;
	case GROUPS_CPUS:
		snprintf(key, KEY_SIZE, "%u", s->cpu);
		mask(s, 0);
		break;
	case GROUPS_TIMES:
		s->id = time_of(g, r);
		snprintf(key, KEY_SIZE, "%" PRIu64, s->id);
		s->kind = s->kind == SAMPLE_CPU ? SAMPLE_CPUS : SAMPLE_THREADS;
		put_time_name(s, s->id);
		s->path = NULL;
		s->have |= HAS(ID);
		mask(s, HAS(ID));
	}
}

/* ---- add up -------------------------------------------------------------- */

/* A process is called as its first thread is. */
static int add_to_row(struct groups *g, struct group_key *e, const struct sample *s)
{
	struct sample *row;

	if (e->fresh) {
		e->fresh = false;
		e->value = g->rows.nr;
		return snapshot_add(&g->rows, s);
	}
	row = snapshot_at(&g->rows, e->value);
	sample_add(row, s);
	row->have |= s->have & HAS(TASK_FLAGS);	/* which only the last one tells */
	row->flags = s->flags;
	if (s->kind == SAMPLE_THREAD || s->tid == s->pid)
		memcpy(row->comm, s->comm, sizeof(row->comm));
	return 0;
}

static int add_sample(struct groups *g, const struct reading *r,
		      const struct sample *of)
{
	struct sample s;
	char key[KEY_SIZE];
	struct group_key *e;

	sample_copy(&s, of);
	if (s.kind == SAMPLE_THREAD && sample_has(s.have, TDACCT_A_CGROUP))
		s.path = cgroup_tree_path(&g->cgroups, s.cgroup);
	if (!is_wanted(g, &s, s.path))
		return 0;
	row_of(g, r, &s, key);
	e = find(g, 'r', key);
	return e ? add_to_row(g, e, &s) : -ENOMEM;
}

static int add_others(struct groups *g, const struct reading *r)
{
	size_t nr = 0;
	int err = 0;

	for (size_t t = READING_EXITED; !err && t <= READING_UNTRACKED; t++) {
		const struct snapshot *one = &r->table[t];

		if (!one->nr)
			continue;
		if (nr < g->others.nr)
			sample_add(snapshot_at(&g->others, nr), snapshot_at(one, 0));
		else
			err = snapshot_add(&g->others, snapshot_at(one, 0));
		nr++;
	}
	return err;
}

static enum reading_table table_of(const struct groups *g)
{
	bool filtered = g->comm || g->cgroup;

	return g->by == GROUPS_CGROUPS ? READING_CGROUPS :
	       g->by == GROUPS_CPUS || (g->by == GROUPS_TIMES && !filtered) ?
	       READING_CPUS : READING_THREADS;
}

int groups_add(struct groups *g, const struct reading *r)
{
	enum reading_table table = table_of(g);
	const struct snapshot *rows = &r->table[table];
	int err;

	if (strcmp(g->boot_id, r->boot_id)) {
		cgroup_tree_free(&g->cgroups);
		memcpy(g->boot_id, r->boot_id, sizeof(g->boot_id));
	}
	g->nr++;
	g->missed += !!(r->flags & READING_MISSED);
	g->no_totals += !!(r->flags & READING_NO_TOTALS);
	g->interval_ns += r->interval_ns;
	err = cgroup_tree_learn_all(&g->cgroups, &r->table[READING_CGROUPS]);
	for (size_t i = 0; !err && i < rows->nr; i++)
		err = add_sample(g, r, snapshot_at(rows, i));
	if (!err && table == READING_THREADS && g->by != GROUPS_TIMES &&
	    !g->comm && !g->cgroup)
		err = add_others(g, r);
	return err;
}
