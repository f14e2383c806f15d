// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counts/array.h"
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

enum { KEY_SIZE = CGROUP_PATH_SIZE + 128 };

/*
 * A text stands for a number: a row's key for its place, a pid for how many had it
 * before, or for the first thread of the last one.
 */
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

/* NULL: no memory. */
static struct group_key *find(void **index, const char *key)
{
	struct group_key *e = malloc(sizeof(*e) + strlen(key) + 1);
	struct group_key **found;

	if (!e)
		return NULL;
	e->value = 0;
	e->fresh = true;
	strcpy(e->key, key);
	found = tsearch(e, index, by_key);
	if (!found || *found != e)
		free(e);
	return found ? *found : NULL;
}

void groups_clear(struct groups *g)
{
	snapshot_clear(&g->rows);
	tdestroy(g->index, free);
	g->index = NULL;
	g->interval_ns = 0;
}

void groups_free(struct groups *g)
{
	groups_clear(g);
	snapshot_free(&g->rows);
	cgroup_tree_free(&g->cgroups);
	tdestroy(g->pids, free);
	g->pids = NULL;
	free(g->key);
	g->key = NULL;
	g->room = 0;
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
	which = find(&g->pids, key);
	snprintf(key, sizeof(key), "%s/%u/first", g->boot_id, s->pid);
	first = find(&g->pids, key);
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

uint64_t groups_time(const struct groups *g, const struct reading *r)
{
	uint64_t from = r->time_ns - r->interval_ns;

	return g->every_ns ? from / g->every_ns * g->every_ns : from;
}

static void mask(struct sample *s, uint64_t attrs)
{
	s->have &= attrs | UINT64_C(1) << TDACCT_A_CPU_NS |
		   UINT64_C(1) << TDACCT_A_LOST_NS;
}

/* Returns @to: the host, and the path of a cgroup in it, or NULL. */
static const char *put_place(char to[KEY_SIZE], const struct reading *r,
			     const char *path)
{
	snprintf(to, KEY_SIZE, "%s%s", *r->host ? r->host : "machine",
		 path ? path : "");
	return to;
}

#define HAS(_attr) (UINT64_C(1) << TDACCT_A_##_attr)

/* @s becomes the row that it is part of, and @key names that. */
static void row_of(struct groups *g, const struct reading *r, struct sample *s,
		   char key[KEY_SIZE])
{
	const char *unit;

	switch (g->by) {
	case GROUPS_COMMANDS:
		strcpy(key, s->comm);
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
		s->id = groups_time(g, r);
		snprintf(key, KEY_SIZE, "%" PRIu64, s->id);
		s->kind = s->kind == SAMPLE_CPU ? SAMPLE_CPUS : SAMPLE_THREADS;
		put_time_name(s, s->id);
		s->path = NULL;
		s->have |= HAS(ID);
		mask(s, HAS(ID));
		break;
	case GROUPS_STACKS:
		/* no part of a path is empty */
		snprintf(key, KEY_SIZE, "%s//%s", s->path, s->comm);
		s->kind = SAMPLE_THREADS;
		mask(s, 0);
	}
}

/* ---- add up -------------------------------------------------------------- */

static int add_row(struct groups *g, struct group_key *e, const struct sample *s)
{
	int err = array_grow(&g->key, g->rows.nr, &g->room, sizeof(*g->key));

	if (!err)
		err = snapshot_add(&g->rows, s);
	if (err)
		return err;
	e->fresh = false;
	e->value = g->rows.nr - 1;
	g->key[e->value] = e->key;
	return 0;
}

/* A process is called as its first thread is. */
static int add_to_row(struct groups *g, const char *key, const struct sample *s)
{
	struct group_key *e = find(&g->index, key);
	struct sample *row;

	if (!e)
		return -ENOMEM;
	if (e->fresh)
		return add_row(g, e, s);
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
	char key[KEY_SIZE + 1] = "r", place[KEY_SIZE];

	sample_copy(&s, of);
	if (s.kind == SAMPLE_THREAD && sample_has(s.have, TDACCT_A_CGROUP))
		s.path = cgroup_tree_path(&g->cgroups, s.cgroup);
	if (!is_wanted(g, &s, s.path))
		return 0;
	if (g->by == GROUPS_STACKS)
		s.path = put_place(place, r, s.path);
	row_of(g, r, &s, key + 1);
	return add_to_row(g, key, &s);
}

/* What no thread has is in a row of its own, whatever threads are called. */
static int add_others(struct groups *g, const struct reading *r)
{
	int err = 0;

	for (size_t t = READING_EXITED; !err && t <= READING_UNTRACKED; t++) {
		char key[KEY_SIZE], place[KEY_SIZE];
		struct sample s;

		if (!r->table[t].nr)
			continue;
		sample_copy(&s, snapshot_at(&r->table[t], 0));
		if (g->by == GROUPS_STACKS)
			s.path = put_place(place, r, NULL);
		snprintf(key, sizeof(key), "o%s//%s", s.path ? s.path : "",
			 sample_kind_name(s.kind));
		err = add_to_row(g, key, &s);
	}
	return err;
}

const struct sample *groups_find(const struct groups *g, const char *key)
{
	struct group_key *e = malloc(sizeof(*e) + strlen(key) + 1);
	struct group_key **found;

	if (!e)
		return NULL;
	strcpy(e->key, key);
	found = tfind(e, &g->index, by_key);
	free(e);
	return found ? snapshot_at(&g->rows, (*found)->value) : NULL;
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
	g->quantised += !!(r->flags & READING_QUANTISED);
	g->interval_ns += r->interval_ns;
	err = cgroup_tree_learn_all(&g->cgroups, &r->table[READING_CGROUPS]);
	for (size_t i = 0; !err && i < rows->nr; i++)
		err = add_sample(g, r, snapshot_at(rows, i));
	if (!err && table == READING_THREADS && g->by != GROUPS_TIMES &&
	    !g->comm && !g->cgroup)
		err = add_others(g, r);
	return err;
}
