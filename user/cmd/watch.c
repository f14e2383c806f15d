// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "counts/follow.h"
#include "counts/lineage.h"
#include "kernel/ask.h"
#include "kernel/ears.h"
#include "reading/session.h"
#include "view/line.h"
#include "view/output.h"
#include "watch.h"

enum { HELD_MAX = 4096 };	/* those that wait for news of their cgroup */

#define SETTLE_S 1.0		/* so late may a notice be */
#define PROBE_S 5.0		/* so long may nothing end, while all is well */

/* A watch that goes on. */
struct watching {
	const struct watch *o;
	struct session *s;
	struct ears *ears;
	struct select select;
	struct follow follow;
	struct line_view view;
	struct sample *held;	/* whose cgroup is not known yet */
	size_t nr_held;
	uint64_t shown;
	uint64_t heard;
	uint64_t unseen;	/* ended without a notice */
	uint64_t nowhere;	/* of these: nobody knows in which cgroup */
	uint64_t unplaced;	/* whose cgroup was never known */
	double looked;		/* when the last look was */
	double probed;		/* when the module was last seen */
	double end;
	int signals;		/* to be polled */
	bool done;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int show(struct watching *w, const struct sample *s)
{
	w->shown++;
	w->done |= w->o->count && w->shown == w->o->count;
	return line_ended(&w->view, s, s->kind == SAMPLE_CGROUP ? s->path :
			  lineage_path(&w->select.lineage, s->cgroup));
}

static void unhold(struct watching *w, size_t i)
{
	w->held[i] = w->held[--w->nr_held];
}

/* A cgroup that is known from now on may be that of some that ended. */
static int show_held(struct watching *w)
{
	int err = 0;

	for (size_t i = 0; !err && !w->done && i < w->nr_held;) {
		struct sample s = w->held[i];
		enum selected is = select_sample(&w->select, &w->s->info, &s);

		if (is == SELECT_UNKNOWN) {
			i++;
			continue;
		}
		unhold(w, i);
		if (is == SELECT_YES)
			err = show(w, &s);
	}
	return err;
}

static int learn(struct watching *w)
{
	struct snapshot all = { .nr = 0 };
	int err = ask_cgroups(&w->s->client, &all);

	if (err)
		client_complain(&w->s->client, err, "all cgroups");
	else
		err = lineage_learn_all(&w->select.lineage, &all);
	snapshot_free(&all);
	return err ? err : show_held(w);
}

static bool is_held(const struct watching *w, uint64_t cgroup)
{
	for (size_t i = 0; i < w->nr_held; i++)
		if (w->held[i].cgroup == cgroup)
			return true;
	return false;
}

/*
 * A cgroup that came since the last look is in the next one; one that was
 * removed already is told of by its own notice, in a moment.
 */
static int hold(struct watching *w, const struct sample *s)
{
	bool asked = is_held(w, s->cgroup);

	if (w->nr_held == HELD_MAX) {
		unhold(w, 0);
		w->unplaced++;
	}
	w->held[w->nr_held++] = *s;
	return asked ? 0 : learn(w);
}

static int take_ended(struct watching *w, const struct notice *n)
{
	enum selected is;
	int err = 0;

	if (n->sample.kind == SAMPLE_CGROUP) {
		err = lineage_learn(&w->select.lineage, &n->sample);
		if (!err)
			err = show_held(w);
	}
	is = select_sample(&w->select, &w->s->info, &n->sample);
	if (err || w->done || is == SELECT_NO)
		return err;
	return is == SELECT_YES ? show(w, &n->sample) : hold(w, &n->sample);
}

/* Of what is received at all: the unit of the numbers that the summary has. */
static int take(const struct notice *n, void *arg)
{
	struct watching *w = arg;
	uint64_t missed;
	int err = 0;

	w->heard++;
	missed = follow_notice(&w->follow, n);
	if (missed)
		err = line_missed(&w->view, missed);
	if (err || w->done)
		return err;
	return take_ended(w, n);
}

static int tell_unseen(const struct known *k, void *arg)
{
	struct watching *w = arg;
	enum selected is = select_known(&w->select, k);

	if (is == SELECT_NO)
		return 0;
	w->unseen++;
	w->nowhere += is == SELECT_UNKNOWN;
	return line_unseen(&w->view, k, is == SELECT_YES);
}

static bool wants_cgroups(const struct watching *w)
{
	return w->select.kinds & SELECT_KIND(SAMPLE_CGROUP) || w->select.cgroup ||
	       columns_have(&w->o->columns, "cgroup");
}

typedef int (*ask_fn)(struct client *c, struct snapshot *to);

static int all_threads(struct client *c, struct snapshot *to)
{
	return ask_threads(c, 0, 0, to);
}

static int all_processes(struct client *c, struct snapshot *to)
{
	return ask_processes(c, 0, to);
}

static int look_at(struct watching *w, ask_fn ask, const char *what,
		   struct roll *to)
{
	struct snapshot all = { .nr = 0 };
	int err = ask(&w->s->client, &all);

	if (err == -EOPNOTSUPP && ask == ask_cgroups)
		err = 0;	/* a kernel without cgroups */
	if (err)
		client_complain(&w->s->client, err, "%s", what);
	else
		err = roll_add_all(to, &all);
	if (!err && ask == ask_cgroups)
		err = lineage_learn_all(&w->select.lineage, &all);
	snapshot_free(&all);
	return err;
}

static int look(struct watching *w)
{
	struct roll roll = { .nr = 0 };
	int err = 0;

	if (w->select.kinds & SELECT_KIND(SAMPLE_THREAD))
		err = look_at(w, all_threads, "all threads", &roll);
	if (!err && w->select.kinds & SELECT_KIND(SAMPLE_PROCESS))
		err = look_at(w, all_processes, "all processes", &roll);
	if (!err && wants_cgroups(w))
		err = look_at(w, ask_cgroups, "all cgroups", &roll);
	if (!err)
		err = follow_look(&w->follow, &roll);
	roll_free(&roll);
	w->looked = now();
	return err;
}

static int settle(struct watching *w)
{
	return follow_settle(&w->follow, tell_unseen, w);
}

static int stop_reader(struct watching *w)
{
	w->done = true;
	output_lost(EPIPE);
	return -EPIPE;
}

/* Until there is something to do, at most so many seconds. */
static int wait_for(struct watching *w, double seconds)
{
	struct pollfd fds[] = {
		{ .fd = client_fd(ears_client(w->ears)), .events = POLLIN },
		{ .fd = w->signals, .events = POLLIN },
		{ .fd = STDOUT_FILENO },
	};
	size_t nr = sizeof(fds) / sizeof(*fds);

	if (poll(fds, nr, seconds > 0 ? (int)(seconds * 1e3) + 1 : 0) < 0)
		return errno == EINTR ? 0 : -errno;
	w->done |= fds[1].revents != 0;
	if (fds[2].revents & (POLLERR | POLLHUP | POLLNVAL))
		return stop_reader(w);
	return 0;
}

static double until(double when)
{
	double left = when - now();

	return left > 0 ? left : 0;
}

/* Nobody tells a socket that the module is gone: there is only silence. */
static int probe(struct watching *w)
{
	struct info info;
	int err = ask_info(&w->s->client, &info);

	if (err == -ENOENT)
		fprintf(stderr, "tdacct: the module was removed\n");
	else if (err)
		client_complain(&w->s->client, err, "watch");
	w->probed = now();
	return err;
}

/* Nothing waits to be read: time for what can wait. */
static int rest(struct watching *w)
{
	bool replay = !client_is_live(&w->s->client);
	double wait = PROBE_S;
	int err = 0;

	if (w->follow.missing.nr &&
	    (replay || now() >= w->looked + SETTLE_S))
		err = settle(w);
	if (!err && w->follow.gap)
		err = look(w);
	if (!err && !replay && now() >= w->probed + PROBE_S)
		err = probe(w);
	if (err || replay)
		return err;
	if (w->follow.missing.nr)
		wait = until(w->looked + SETTLE_S);
	if (w->end && until(w->end) < wait)
		wait = until(w->end);
	return wait_for(w, wait);
}

static int complain(struct watching *w, int err)
{
	const char *why = ears_client(w->ears)->last.text;

	if (*why)
		fprintf(stderr, "tdacct: %s\n", why);
	return err;
}

static int step(struct watching *w)
{
	int err = ears_hear(w->ears);

	if (w->end && now() >= w->end)
		w->done = true;
	switch (err) {
	case 0:
		return wait_for(w, 0);
	case -EAGAIN:
		return rest(w);
	case -ENOBUFS:
		follow_lost(&w->follow);
		return 0;
	case -ENODATA:
		w->done = true;
		return 0;
	case -EINTR:
		return 0;
	default:
		return complain(w, err);
	}
}

/* What was lost last has no notice behind it that would tell how many. */
static int finish(struct watching *w)
{
	int err = w->follow.gap ? look(w) : 0;

	w->unplaced += w->nr_held;
	if (!err)
		err = settle(w);
	if (!err && w->follow.overrun)
		err = line_missed(&w->view, 0);
	return err;
}

static void summarise(const struct watching *w)
{
	fprintf(stderr, "tdacct: %" PRIu64 " shown of %" PRIu64 " notices, %" PRIu64 " missed",
		w->shown, w->heard, w->follow.missed);
	if (w->unseen)
		fprintf(stderr, "; %" PRIu64 " that were there before ended unseen",
			w->unseen);
	if (w->nowhere)
		fprintf(stderr, ", %" PRIu64 " of them in a cgroup that nobody knows",
			w->nowhere);
	if (w->unplaced)
		fprintf(stderr, "; %" PRIu64 " ended in cgroups of which nothing is known",
			w->unplaced);
	fputc('\n', stderr);
}

static uint32_t wanted(const struct watching *w)
{
	static const struct {
		enum sample_kind kind;
		enum tdacct_ended ended;
	} kinds[] = {
		{ SAMPLE_THREAD, TDACCT_ENDED_THREAD },
		{ SAMPLE_PROCESS, TDACCT_ENDED_PROCESS },
		{ SAMPLE_CGROUP, TDACCT_ENDED_CGROUP },
	};
	uint32_t wanted = 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (w->select.kinds & SELECT_KIND(kinds[i].kind))
			wanted |= UINT32_C(1) << kinds[i].ended;
	if (w->select.cgroup)
		wanted |= UINT32_C(1) << TDACCT_ENDED_CGROUP;
	return wanted;
}

static int subscribe(struct watching *w)
{
	struct client *ears = ears_client(w->ears);
	int err = ask_subscribe(ears, wanted(w));

	if (err)
		client_complain(ears, err, "watch");
	else if (client_fd(ears) >= 0 &&
		 (uint64_t)client_buffer(ears) < w->o->buffer)
		fprintf(stderr, "tdacct: the buffer has %d KiB only: see net.core.rmem_max\n",
			client_buffer(ears) >> 10);
	return err;
}

/* Interrupts are read like messages, so that none ends a line halfway. */
static int catch_signals(struct watching *w)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	w->signals = signalfd(-1, &set, SFD_CLOEXEC);
	return w->signals < 0 ? -errno : 0;
}

/* First subscribe, then look: who ends in between is in both. */
static int start(struct watching *w)
{
	int err = line_open(&w->view, w->s->plan);

	if (!err)
		err = catch_signals(w);
	if (!err)
		err = subscribe(w);
	if (!err)
		err = look(w);
	if (!err)
		err = line_begin(&w->view);
	w->probed = now();
	if (w->o->timeout)
		w->end = w->probed + w->o->timeout;
	return err;
}

static int go(struct watching *w)
{
	int err = start(w);

	if (err)
		return err;
	while (!err && !w->done)
		err = step(w);
	if (!err)
		err = finish(w);
	summarise(w);
	return err;
}

static void watching_free(struct watching *w)
{
	ears_close(w->ears);
	follow_free(&w->follow);
	lineage_free(&w->select.lineage);
	line_close(&w->view);
	free(w->held);
	if (w->signals >= 0)
		close(w->signals);
}

int watch_run(struct session *s, const struct watch *o)
{
	struct watching w = {
		.o = o, .s = s, .select = o->select, .signals = -1,
		.view = {
			.columns = &o->columns, .json = o->common.json,
			.clock = client_is_live(&s->client),
		},
	};
	int err;

	w.held = calloc(HELD_MAX, sizeof(*w.held));
	err = w.held ? ears_open(&w.ears, &s->client, take, &w,
				 (int)o->buffer) : -ENOMEM;
	if (!err)
		err = go(&w);
	watching_free(&w);
	return err;
}
