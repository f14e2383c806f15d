// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "collect/session.h"
#include "kernel/ask.h"
#include "kernel/subscription.h"
#include "tasks/cgroup_find.h"
#include "tasks/clock.h"
#include "tasks/stop.h"
#include "tasks/watch.h"
#include "text/units.h"
#include "view/line.h"
#include "view/output.h"
#include "cmd.h"
#include "command.h"

enum {
	KEY_THREADS = OPTION_OWN, KEY_PROCESSES, KEY_CGROUPS,
	KEY_BUFFER, KEY_TIMEOUT,
};

enum { BUFFER_MIN = 1 << 12 };

#define USUAL "kind,pid,tid,cpu_time,coverage,slots,ipc," \
	"retiring,bad_speculation,frontend_bound,backend_bound,who"

struct options {
	struct common common;
	uint64_t count;		/* 0: no end */
	double timeout;		/* likewise */
	struct columns columns;
	struct watch_query query;
	struct ids pids;	/* these three: all, where empty */
	struct ids tids;
	struct ids cgroups;
};

/* A watch that goes on. */
struct watching {
	const struct options *o;
	struct watch watch;
	struct line_view view;
	uint64_t shown;
	struct ids left;	/* of the chosen ones, those that live */
	double end;
	struct stop stop;
};

static const struct option_row options[] = {
	OPT_IDS("pid", 'p', "PID,...", struct options, pids, "only this process, or these, such as 12,34, until they have ended; with --threads, their threads"),
	OPT_IDS("task", 't', "TID,...", struct options, tids, "only this thread, or these, until they have ended"),
	OPT_ALIAS("tid", 't'),
	OPT_NOTHING("all-cpus", 'a', "on all CPUs, as it is without this option"),
	OPT("threads", KEY_THREADS, NULL, "show threads; can be combined with --processes and --cgroups"),
	OPT("processes", KEY_PROCESSES, NULL, "show processes"),
	OPT("cgroups", KEY_CGROUPS, NULL, "show cgroups; the default is --processes --cgroups"),
	OPT_NUMBER("count", 'n', "N", struct options, count, 1, "end after N lines"),
	OPT_TIME("timeout", KEY_TIMEOUT, struct options, timeout, "end after TIME"),
	OPT("buffer", KEY_BUFFER, "SIZE", "size of the queue of notices, from 4K to 1G; the default is 16M"),
	OPT_END,
};

/* Threads and processes end; only these two are called by such numbers. */
static void check_tasks(struct argp_state *state, struct options *o)
{
	uint32_t kinds = o->query.select.kinds;

	if ((o->pids.nr || o->tids.nr) && kinds & SAMPLE_MASK(SAMPLE_CGROUP))
		argp_error(state, "--pid and --task cannot be combined with --cgroups: a cgroup is no task");
	if (o->tids.nr && kinds & SAMPLE_MASK(SAMPLE_PROCESS))
		argp_error(state, "--task cannot be combined with --processes: give --pid");
	if (o->tids.nr)
		o->query.select.kinds = SAMPLE_MASK(SAMPLE_THREAD);
}

/* Kinds that were asked for must be possible; without any they follow from the rest. */
static void choose_kinds(struct argp_state *state, struct options *o)
{
	uint32_t kinds = o->query.select.kinds;

	o->query.select.comm = o->common.filters.comm;
	o->query.select.min_slots = o->common.filters.min_slots;
	if (o->query.select.comm && kinds & SAMPLE_MASK(SAMPLE_CGROUP))
		argp_error(state, "--comm cannot be combined with --cgroups: a cgroup has no command");
	o->query.select.pids = &o->pids;
	o->query.select.tids = &o->tids;
	o->query.select.cgroups = &o->cgroups;
	check_tasks(state, o);
	if (kinds || o->tids.nr)
		return;
	o->query.select.kinds = SAMPLE_MASK(SAMPLE_PROCESS);
	if (!o->query.select.comm && !o->pids.nr)
		o->query.select.kinds |= SAMPLE_MASK(SAMPLE_CGROUP);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	uint64_t bytes = 0;

	switch (key) {
	case KEY_THREADS:
		o->query.select.kinds |= SAMPLE_MASK(SAMPLE_THREAD);
		return 0;
	case KEY_PROCESSES:
		o->query.select.kinds |= SAMPLE_MASK(SAMPLE_PROCESS);
		return 0;
	case KEY_CGROUPS:
		o->query.select.kinds |= SAMPLE_MASK(SAMPLE_CGROUP);
		return 0;
	case KEY_BUFFER:
		if (units_parse_bytes(arg, 1 << 30, &bytes) ||
		    bytes < BUFFER_MIN)
			argp_error(state, "--buffer expects a size from 4K to 1G, not '%s'",
				   arg);
		o->query.buffer = (int)bytes;
		return 0;
	case ARGP_KEY_END:
		choose_kinds(state, o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* A line is there: @err is what became of it. */
static int end_line(struct watching *w, int err)
{
	stop_end_write(&w->stop);
	if (w->stop.came)
		w->watch.done = true;
	return err;
}

/* The first thread of a process ends last. Is any one left to wait for? */
static void note_end(struct watching *w, const struct sample *s)
{
	if (!w->o->pids.nr && !w->o->tids.nr)
		return;
	if (w->o->tids.nr)
		ids_drop(&w->left, s->tid);
	else if (s->kind == SAMPLE_PROCESS || s->tid == s->pid)
		ids_drop(&w->left, s->pid);
	if (!w->left.nr)
		w->watch.done = true;
}

static int show(const struct sample *s, const char *cgroup, void *arg)
{
	struct watching *w = arg;

	w->shown++;
	note_end(w, s);
	if (w->o->count && w->shown == w->o->count)
		w->watch.done = true;
	stop_begin_write(&w->stop);
	return end_line(w, line_ended(&w->view, s, cgroup));
}

static int show_missed(uint64_t nr, void *arg)
{
	struct watching *w = arg;

	stop_begin_write(&w->stop);
	return end_line(w, line_missed(&w->view, nr));
}

static int show_unseen(const struct sample *s, bool placed, void *arg)
{
	struct watching *w = arg;

	note_end(w, s);
	stop_begin_write(&w->stop);
	return end_line(w, line_unseen(&w->view, s, placed));
}

/* Until there is something to do, at most so many seconds. */
static int wait_for(struct watching *w, double seconds)
{
	struct pollfd fds[] = {
		{ .fd = watch_fd(&w->watch), .events = POLLIN },
		{ .fd = w->stop.fd, .events = POLLIN },
		{ .fd = STDOUT_FILENO },
	};
	size_t nr = sizeof(fds) / sizeof(*fds);

	if (poll(fds, nr, seconds > 0 ? (int)(seconds * 1e3) + 1 : 0) < 0)
		return errno == EINTR ? 0 : -errno;
	if (fds[1].revents)
		stop_take(&w->stop);
	if (w->stop.came)
		w->watch.done = true;
	if (fds[2].revents & (POLLERR | POLLHUP | POLLNVAL)) {
		w->watch.done = true;
		output_lost(EPIPE);
		return -EPIPE;
	}
	return 0;
}

static int step(struct watching *w)
{
	double wait;
	int err = watch_step(&w->watch, &wait);

	if (w->end && clock_now() >= w->end)
		w->watch.done = true;
	if (err || isnan(wait))
		return err;
	if (w->end && clock_until(w->end) < wait)
		wait = clock_until(w->end);
	return wait_for(w, wait);
}

static void summarise(const struct watching *w)
{
	fprintf(stderr, "tdacct: %" PRIu64 " shown of %" PRIu64 " notices, %" PRIu64 " missed",
		w->shown, w->watch.received, w->watch.gaps.missed);
	if (w->watch.unseen)
		fprintf(stderr, "; %" PRIu64 " that existed before ended unseen",
			w->watch.unseen);
	if (w->watch.nowhere)
		fprintf(stderr, ", %" PRIu64 " of them in a cgroup that is not known",
			w->watch.nowhere);
	if (w->watch.unplaced)
		fprintf(stderr, "; %" PRIu64 " not shown, because their cgroup is not known",
			w->watch.unplaced);
	fputc('\n', stderr);
}

/* A task that is not there will not end. */
static int find_chosen(struct watching *w, struct session *s)
{
	bool threads = w->o->tids.nr;
	struct sample one;

	w->left = threads ? w->o->tids : w->o->pids;
	for (unsigned int i = 0; i < w->left.nr; i++) {
		uint32_t id = (uint32_t)w->left.id[i];
		int err = threads ? ask_thread(&s->client, id, &one) :
				    ask_process(&s->client, id, &one);

		if (!err)
			continue;
		client_complain(&s->client, err, threads ? "thread %u" :
				"process %u", id);
		return err;
	}
	return 0;
}

static int start(struct watching *w, struct session *s)
{
	const struct watcher to = { show, show_missed, show_unseen, w };
	int err = line_open(&w->view, s->plan);

	signal(SIGPIPE, SIG_IGN);
	if (!err)
		err = stop_open(&w->stop);	/* so that none ends a line halfway */
	if (!err)
		err = watch_open(&w->watch, &s->client, &s->info,
				 &w->o->query, &to);
	if (!err)
		err = find_chosen(w, s);
	if (!err)
		err = line_begin(&w->view);
	if (w->o->timeout)
		w->end = clock_now() + w->o->timeout;
	return err;
}

static int go(struct watching *w, struct session *s)
{
	int err = start(w, s);

	if (err)
		return err;
	while (!err && !w->watch.done)
		err = step(w);
	if (!err)
		err = watch_finish(&w->watch);
	summarise(w);
	return err;
}

static int watch(struct session *s, const struct options *o)
{
	struct watching w = {
		.o = o, .stop = { .fd = -1 },
		.view = {
			.columns = &o->columns,
			.out = print_to(stdout, o->common.json,
					o->common.separator, true),
			.clock = client_is_live(&s->client),
		},
	};
	int err = go(&w, s);

	watch_close(&w.watch);
	line_close(&w.view);
	stop_close(&w.stop);
	return err;
}

/* /proc does not have tasks that have ended. */
static int check_columns(const struct columns *c)
{
	for (unsigned int i = 0; i < c->nr; i++) {
		if (!(c->column[i].asks & ASKS_USER))
			continue;
		fprintf(stderr, "tdacct: watch has no column '%s': /proc no longer has a task that has ended\n",
			c->column[i].name);
		return -EINVAL;
	}
	return 0;
}

/* An unknown column is a mistake of the user's, anything else a failure. */
static int run(struct session *s, void *arg)
{
	struct options *o = arg;
	int err = 0;

	if (columns_choose(&o->columns, USUAL, o->common.columns, s->plan)) {
		option_columns_advise(&o->common);
		return EXIT_USAGE;
	}
	if (check_columns(&o->columns))
		return EXIT_USAGE;
	o->query.places = columns_have(&o->columns, "cgroup") ||
			  columns_have(&o->columns, "unit") ||
			  columns_have(&o->columns, "container");
	if (o->common.filters.cgroup)
		err = cgroups_find(&s->client, o->common.filters.cgroup,
				   &o->cgroups);
	return command_status(err ? err : watch(s, o));
}

int cmd_watch(int argc, char **argv)
{
	static const struct command command = {
		.options = options, .parse = parse, .run = run,
		.takes = OPTIONS_ALL | OPTIONS_CSV | OPTIONS_FILTERS |
			 OPTIONS_COLUMNS,
		.doc = "Print the final counts of each process that ends and of each cgroup that is removed, one line each, until interrupted.\v"
		       "  tdacct watch --comm 'cc*' --min-slots 1000000\n"
		       "  tdacct watch --cgroup system.slice --json",
	};
	struct options o = { .query = { .buffer = SUBSCRIPTION_BUFFER } };

	return command_run(&command, argc, argv, &o);
}
