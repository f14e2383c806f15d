// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fnmatch.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "places.h"

const char *places_reason_name(enum places_reason reason)
{
	static const char *const names[] = {
		[PLACES_DEPTH] = "depth", [PLACES_PATTERN] = "pattern",
		[PLACES_LEAST] = "least", [PLACES_SERIES] = "series",
	};

	return names[reason];
}

static int by_path(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	return strcmp(a->path, b->path);
}

static struct place *find(const struct places *p, const char *path)
{
	const struct place key = { .path = (char *)path };
	struct place **found = tfind(&key, &p->by_path, by_path);

	return found ? *found : NULL;
}

static void release(struct place *place)
{
	tally_free(&place->tally);
	free(place->path);
	free(place);
}

static int add(struct places *p, const char *path, unsigned int depth,
	       struct place **to)
{
	struct place *new = calloc(1, sizeof(*new));

	if (!new)
		return -ENOMEM;
	new->path = strdup(path);
	new->depth = depth;
	if (!new->path ||
	    array_grow(&p->place, p->nr, &p->room, sizeof(*p->place)) ||
	    !tsearch(new, &p->by_path, by_path)) {
		release(new);
		return -ENOMEM;
	}
	p->place[p->nr++] = new;
	*to = new;
	return 0;
}

static unsigned int depth_of(const char *path)
{
	unsigned int depth = 0;

	for (; *path; path++)
		depth += *path == '/' && path[1];
	return depth;
}

static bool matches(const char *const *pattern, unsigned int nr,
		    const char *path)
{
	for (unsigned int i = 0; i < nr; i++)
		if (!fnmatch(pattern[i], path, 0))
			return true;
	return false;
}

/* Why it is not admitted; PLACES_REASONS: it is. */
static enum places_reason refuse(const struct places *p, const char *path,
				 double cpus, size_t most)
{
	const struct places_limits *l = &p->limits;

	if (depth_of(path) > l->depth)
		return PLACES_DEPTH;
	if ((l->nr_include && !matches(l->include, l->nr_include, path)) ||
	    matches(l->exclude, l->nr_exclude, path))
		return PLACES_PATTERN;
	if (cpus < l->least)
		return PLACES_LEAST;
	if (p->nr >= most)
		return PLACES_SERIES;
	return PLACES_REASONS;
}

/* Returns how many CPUs it used in the interval; 0 where there is none yet. */
static double cpus_of(const struct task_table *t, const struct task_entry *e,
		      double interval)
{
	struct sample did;

	if (interval <= 0 || t->reading < 2)
		return 0;
	task_table_shown(t, e, true, &did);
	return (double)did.cpu_ns / 1e9 / interval;
}

static int take(struct places *p, const struct task_table *t,
		const struct task_entry *e, const struct measures *m,
		bool first, double now, double interval, size_t most)
{
	const struct sample *s = task_table_total(t, e);
	const char *path = sample_has(s->have, TDACCT_A_CGROUP_PATH) ?
			   s->path : NULL;
	struct place *place = path && *path == '/' ? find(p, path) : NULL;
	bool fresh = !first && e->born;
	struct readout raw;
	int err = 0;

	/* a removed one under a path that another has by now is in its parent */
	if (!path || *path != '/' ||
	    (place && place->id != s->id && (e->ended ||
	     s->cgroup_flags & TDACCT_CGROUP_REMOVED)))
		return 0;
	if (!place) {
		enum places_reason why =
			refuse(p, path, cpus_of(t, e, interval), most);

		if (e->ended)
			return 0;
		if (why != PLACES_REASONS) {
			p->left_out[why]++;
			return 0;
		}
		err = add(p, path, depth_of(path), &place);
		if (err)
			return err;
		place->id = s->id;
	}
	if (place->id != s->id) {
		tally_renew(&place->tally);
		place->id = s->id;
	}
	place->seen = now;
	measures_read(m, &raw, &s->counts, s->have, s->cpu_ns, s->lost_ns);
	return tally_take(&place->tally, m, &raw, fresh);
}

static void evict(struct places *p, double now)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->nr; i++) {
		struct place *place = p->place[i];

		if (now - place->seen <= p->limits.keep_s) {
			p->place[kept++] = place;
			continue;
		}
		tdelete(place, &p->by_path, by_path);
		release(place);
	}
	p->nr = kept;
}

int places_take(struct places *p, const struct task_table *table,
		const struct measures *m, bool first, double now,
		double interval)
{
	size_t most = p->limits.series / m->nr;
	int err = 0;

	memset(p->left_out, 0, sizeof(p->left_out));
	for (size_t i = 0; !err && i < table->nr; i++)
		if (task_table_is_there(table, &table->entry[i]))
			err = take(p, table, &table->entry[i], m, first, now,
				   interval, most);
	evict(p, now);
	/* each has as many series as there are measures at most; a set brings more */
	p->shown = p->nr < most ? p->nr : most;
	p->left_out[PLACES_SERIES] += p->nr - p->shown;
	return err;
}

void places_free(struct places *p)
{
	for (size_t i = 0; i < p->nr; i++) {
		tdelete(p->place[i], &p->by_path, by_path);
		release(p->place[i]);
	}
	free(p->place);
	memset(p, 0, sizeof(*p));
}
