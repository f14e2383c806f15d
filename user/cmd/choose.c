// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/active_set.h"
#include "events/families.h"
#include "choose.h"
#include "events.h"

/*
 * Of the CPU that the module told of, where there is no site's file; else
 * events_open() says what is wrong.
 */
static int open_here(struct events_of *e, struct events_options *o,
		     const struct top *t)
{
	const struct info *info = &t->session->info;
	struct event_machine m = {
		.family = info->family, .model = info->model,
	};
	struct event_data *d;
	int err;

	memset(o, 0, sizeof(*o));
	o->model = t->session->resolver.site;
	snprintf(m.vendor, sizeof(m.vendor), "%s", info->vendor);
	if (resolver_path(&t->session->resolver) ||
	    families_of_machine(&d, &m))
		return events_open(e, o);
	o->family = d->name;
	err = events_open(e, o);
	event_data_close(d);
	return err;
}

/* Offers the sets that fit. */
static void put_sets(FILE *f, const struct events_of *e,
		     const struct info *info)
{
	const struct event_data *d = events_sets(e);
	struct events_set s;
	char now[64];

	if (!active_set_name(now, sizeof(now), info))
		*now = 0;
	fprintf(f, "Sets of events that fit in the counters (* is counted now):\n");
	for (size_t i = 0; d && i < d->nr_sets; i++) {
		const struct event_set *named = &d->set[i];

		if (!events_named(&s, e, named) && s.schedule.fit.fits)
			fprintf(f, "%c %-14s %s\n",
				strcmp(now, named->name) ? ' ' : '*',
				named->name, named->title);
	}
	fprintf(f, "  %-14s %s\n", "none",
		"no events but those that are counted in any case");
}

static char *list(struct top *t)
{
	struct events_options o;
	struct events_of e;
	char *text = NULL;
	size_t size;
	FILE *f;

	if (open_here(&e, &o, t))
		return NULL;
	f = open_memstream(&text, &size);
	if (f) {
		put_sets(f, &e, &t->session->info);
		fclose(f);
	}
	events_close(&e);
	return text;
}

bool choose_open(struct top *t)
{
	if (t->live.from->replay) {
		top_say(t, "a recording has the events that were counted then");
		return false;
	}
	if (t->live.from->record) {
		top_say(t, "a recording cannot go on with other events");
		return false;
	}
	choose_close(t);
	t->screen.list_text = list(t);
	t->screen.scrolled = t->screen.text_aside = 0;
	return t->screen.list_text;
}

void choose_again(struct top *t)
{
	char *text;

	if (!t->screen.list_text || t->live.away)
		return;
	text = list(t);
	if (!text)
		return;
	choose_close(t);
	t->screen.list_text = text;
}

void choose_close(struct top *t)
{
	free(t->screen.list_text);
	t->screen.list_text = NULL;
}

/* Says on stderr what is wrong, which top shows on its last line. */
static int use(struct top *t)
{
	char *word = t->answer;
	struct events_options o;
	struct events_set s;
	struct events_of e;
	int err;

	if (!strcmp(word, "none"))
		return events_switch(t->session, NULL);
	err = open_here(&e, &o, t);
	if (err)
		return err;
	err = events_asked(&s, &e, &word, 1);
	if (!err)
		err = events_switch(t->session, &s.schedule);
	events_close(&e);
	return err;
}

void choose_take(struct top *t)
{
	if (!*t->answer || use(t))
		return;
	top_say(t, "counting %.60s from now on", t->answer);
	top_read(t);
}
