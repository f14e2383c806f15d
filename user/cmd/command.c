// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "events/document.h"
#include "tasks/stop.h"
#include "view/output.h"
#include "command.h"
#include "events.h"

/* --set: events that are counted for as long as a command of the tool lasts. */
struct lease {
	bool taken;
	struct session session;	/* whose socket holds the events */
};

static int take(struct lease *l, const struct events_of *e, const char *set)
{
	static const struct source kernel = { .replay = NULL };
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
	if (l->session.info.past_max)
		return events_lend(&l->session, &s.schedule);
	/* an old module would count the events for good */
	fprintf(stderr, "tdacct: the loaded module is older than this tool, and cannot count a set for a while; see tdacct events use\n");
	return -EOPNOTSUPP;
}

/* The module counts again what it did before. */
static void lease_close(struct lease *l)
{
	if (l->taken)
		session_close(&l->session);
	l->taken = false;
}

/* Takes nothing without --set. Says what is wrong. */
static int lease_open(struct lease *l, const struct common *c)
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

int command_open(const struct command *c, void *options)
{
	const struct common *common = options;
	struct lease lease;
	struct session s;
	int status;

	if (lease_open(&lease, common))
		return EXIT_FAILED;
	if (c->plain ? session_open_plain(&s, &common->source) :
		       session_open(&s, &common->source)) {
		lease_close(&lease);
		return EXIT_FAILED;
	}
	status = output_to(common->file) ? EXIT_FAILED : c->run(&s, options);
	if (session_close(&s) && status == EXIT_FINE)
		status = EXIT_FAILED;
	lease_close(&lease);
	if (s.stopped && status == EXIT_FINE)
		stop_obey(s.stopped);
	return status;
}

int command_run(const struct command *c, int argc, char **argv, void *options)
{
	options_parse(c, argc, argv, options);
	return command_open(c, options);
}
