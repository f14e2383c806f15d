// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "events/document.h"
#include "events.h"
#include "lease.h"

static const struct source kernel = { .replay = NULL };

/* An old module would count the events for good. */
static int check_module(const struct session *s)
{
	if (s->info.past_max)
		return 0;
	fprintf(stderr, "tdacct: the loaded module is older than this tool, and cannot count a set for a while; see tdacct events use\n");
	return -EOPNOTSUPP;
}

static int take(struct lease *l, const struct events_of *e, const char *set)
{
	char *word = (char *)set;
	struct events_set s;
	int err;

	if (e->elsewhere) {
		fprintf(stderr, "tdacct: the site file '%s' is not for this CPU\n",
			e->data->name);
		return -EINVAL;
	}
	err = events_asked(&s, e, &word, 1);
	if (!err)
		err = session_open_plain(&l->session, &kernel);
	if (err)
		return err;
	l->taken = true;
	err = check_module(&l->session);
	return err ? err : events_lend(&l->session, &s.admission);
}

int lease_open(struct lease *l, const struct common *c)
{
	const struct sources *means = &c->source.means;
	const struct events_options o = {
		.model = means->model && !document_find(means->model) ?
			 means->model : NULL,
		.file = means->nr_event_data == 1 ? means->event_data[0] : NULL,
	};
	struct events_of e;
	int err;

	l->taken = false;
	if (!c->set)
		return 0;
	if (c->source.replay) {
		fprintf(stderr, "tdacct: --set needs the module; a recording has the events that were counted then\n");
		return -EINVAL;
	}
	err = events_open(&e, &o);
	if (err)
		return err;
	err = take(l, &e, c->set);
	events_close(&e);
	if (err)
		lease_close(l);
	return err;
}

void lease_close(struct lease *l)
{
	if (l->taken)
		session_close(&l->session);
	l->taken = false;
}
