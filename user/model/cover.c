// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/event_parse.h"
#include "events/schedule_set.h"
#include "cover.h"
#include "needs.h"

/* A set that grows: events of the model, in the order in which they came. */
struct group {
	unsigned int first;	/* the node that began it */
	unsigned int event[SET_EVENTS_MAX];
	unsigned int nr;
	bool counts[MODEL_EVENTS_MAX];
};

struct cover {
	struct event_data *d;
	const struct model *m;
	bool watchdog;
	struct group group[EVENT_SETS_MAX];
	unsigned int nr;
};

/* As a user would write it. */
static void put_spelling(const struct cover *c, unsigned int event,
			 char *to, size_t size)
{
	const struct model_event *e = &c->m->event[event];

	if (event_data_find(c->d, e->name))
		snprintf(to, size, "%s", e->name);
	else if (e->config1)
		snprintf(to, size, "%#" PRIx64 ":%#" PRIx64, e->config,
			 e->config1);
	else
		snprintf(to, size, "%#" PRIx64, e->config);
}

static bool parse_event(const struct cover *c, unsigned int event, struct event *to)
{
	char text[EVENT_NAME_SIZE];
	struct event_error why;

	put_spelling(c, event, text, sizeof(text));
	return !event_parse(to, c->d, text, &why);
}

/* The module takes so many besides what it has in any case. */
static bool fits(const struct cover *c, const struct group *g)
{
	struct event event[SET_EVENTS_MAX];
	struct schedule_request r = {
		.data = c->d, .event = event, .watchdog = c->watchdog,
	};
	struct set_schedule a;

	for (unsigned int i = 0; i < g->nr; i++)
		if (!parse_event(c, g->event[i], &event[r.nr++]))
			return false;
	return !schedule_set(&a, &r) && a.fit.fits &&
	       a.nr - a.first <= MODULE_EVENTS_MAX;
}

static bool add(struct group *g, unsigned int event)
{
	if (g->counts[event])
		return true;
	if (g->nr == SET_EVENTS_MAX)
		return false;
	g->counts[event] = true;
	g->event[g->nr++] = event;
	return true;
}

/* @g with all that @needed says; false: that does not fit. */
static bool grow(const struct cover *c, struct group *g, const bool *needed)
{
	for (unsigned int i = 0; i < c->m->nr_events; i++)
		if (needed[i] && !add(g, i))
			return false;
	return fits(c, g);
}

/* Only what is asked for matters here; and is it all to be had? */
static bool find_needed(const struct cover *c, size_t node, bool *needed)
{
	bool any = false;

	needs_find(c->m, node, needed);
	for (size_t i = 0; i < c->m->nr_events; i++) {
		const struct model_event *e = &c->m->event[i];

		if (needed[i] && e->why)
			return false;
		needed[i] &= needs_asking(e);
		any |= needed[i];
	}
	return any;
}

static unsigned int count_new(const struct group *g, const bool *needed,
			      size_t nr)
{
	unsigned int found = 0;

	for (size_t i = 0; i < nr; i++)
		found += needed[i] && !g->counts[i];
	return found;
}

/* Into the set that needs the fewest events more, or else one of its own. */
static void place(struct cover *c, size_t node, const bool *needed)
{
	unsigned int fewest = SET_EVENTS_MAX + 1;
	struct group best, tried;
	unsigned int at = c->nr;

	for (unsigned int i = 0; i < c->nr; i++) {
		unsigned int more = count_new(&c->group[i], needed,
					      c->m->nr_events);

		tried = c->group[i];
		if (more >= fewest || (more && !grow(c, &tried, needed)))
			continue;
		fewest = more;
		best = tried;
		at = i;
	}
	if (at == c->nr) {
		memset(&best, 0, sizeof(best));
		best.first = (unsigned int)node;
		if (c->nr == EVENT_SETS_MAX || !grow(c, &best, needed))
			return;
		c->nr++;
	}
	c->group[at] = best;
}

static bool has_place(const struct cover *c, const bool *needed)
{
	for (unsigned int i = 0; i < c->nr; i++)
		if (!count_new(&c->group[i], needed, c->m->nr_events))
			return true;
	return false;
}

static void place_all(struct cover *c, bool watchdog)
{
	bool needed[MODEL_EVENTS_MAX];

	c->watchdog = watchdog;
	for (size_t i = 0; i < c->m->nr_nodes; i++)
		if (find_needed(c, i, needed) && !has_place(c, needed))
			place(c, i, needed);
}

/* The nodes that it gives, as people read them. */
static char *list_titles(const struct cover *c, const struct group *g)
{
	bool needed[MODEL_EVENTS_MAX];
	const char *before = "";
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	for (size_t i = 0; i < c->m->nr_nodes; i++) {
		if (!find_needed(c, i, needed) ||
		    count_new(g, needed, c->m->nr_events))
			continue;
		fprintf(f, "%s%s", before, c->m->node[i].title);
		before = ", ";
	}
	return fclose(f) ? NULL : text;
}

static int put_events(const struct cover *c, const struct group *g,
		      struct event_set *to)
{
	char text[EVENT_NAME_SIZE];

	to->event = calloc(g->nr + 1, sizeof(*to->event));
	for (unsigned int i = 0; to->event && i < g->nr; i++) {
		put_spelling(c, g->event[i], text, sizeof(text));
		to->event[i] = strdup(text);
		if (!to->event[i])
			return -ENOMEM;
		to->nr_events++;
	}
	return to->event ? 0 : -ENOMEM;
}

static int put_set(const struct cover *c, const struct group *g,
		   struct event_set *to)
{
	to->name = strdup(c->m->node[g->first].name);
	to->title = list_titles(c, g);
	to->description = strdup("Computed from the formulas and from the counters; the site file names no sets.");
	if (!to->name || !to->title || !to->description)
		return -ENOMEM;
	return put_events(c, g, to);
}

static int put_sets(const struct cover *c)
{
	int err = 0;

	free(c->d->set);
	c->d->set = calloc(c->nr + 1, sizeof(*c->d->set));
	if (!c->d->set)
		return -ENOMEM;
	for (unsigned int i = 0; !err && i < c->nr; i++)
		err = put_set(c, &c->group[i], &c->d->set[c->d->nr_sets++]);
	return err;
}

int cover_sets(struct event_data *d, const struct model *m, bool watchdog)
{
	struct cover *c;
	int err;

	if (d->nr_sets)
		return 0;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->d = d;
	c->m = m;
	if (watchdog)
		place_all(c, true);
	place_all(c, false);
	err = put_sets(c);
	free(c);
	return err;
}
