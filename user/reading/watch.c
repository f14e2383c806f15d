// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/lineage.h"
#include "kernel/ask.h"
#include "kernel/ears.h"
#include "clock.h"
#include "session.h"
#include "watch.h"

enum { HELD_MAX = 4096 };	/* those that wait for news of their cgroup */

#define SETTLE_S 1.0		/* so late may a notice be */
#define PROBE_S 5.0		/* so long may nothing end, while all is well */

static int tell(struct watch *w, const struct sample *ended)
{
	struct sample all = *ended, *s = &all;
	const char *path = s->kind == SAMPLE_CGROUP ? s->path :
			   lineage_path(&w->select.lineage, s->cgroup);

	session_drop_partial(w->session, s);
	return w->to.ended(s, path, w->to.arg);
}

static void unhold(struct watch *w, size_t i)
{
	w->held[i] = w->held[--w->nr_held];
}

/* A cgroup that is known from now on may be that of some that ended. */
static int tell_held(struct watch *w)
{
	int err = 0;

	for (size_t i = 0; !err && !w->done && i < w->nr_held;) {
		struct sample s = w->held[i];
		enum selected is = select_sample(&w->select,
						 &w->session->info, &s);

		if (is == SELECT_UNKNOWN) {
			i++;
			continue;
		}
		unhold(w, i);
		if (is == SELECT_YES)
			err = tell(w, &s);
	}
	return err;
}

static int learn(struct watch *w)
{
	struct snapshot all = { .nr = 0 };
	int err = ask_cgroups(&w->session->client, &all);

	if (err)
		client_complain(&w->session->client, err, "all cgroups");
	else
		err = lineage_learn_all(&w->select.lineage, &all);
	snapshot_free(&all);
	return err ? err : tell_held(w);
}

static bool is_held(const struct watch *w, uint64_t cgroup)
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
static int hold(struct watch *w, const struct sample *s)
{
	bool asked = is_held(w, s->cgroup);

	if (w->nr_held == HELD_MAX) {
		unhold(w, 0);
		w->unplaced++;
	}
	w->held[w->nr_held++] = *s;
	return asked ? 0 : learn(w);
}

static int take_ended(struct watch *w, const struct notice *n)
{
	enum selected is;
	int err = 0;

	if (n->sample.kind == SAMPLE_CGROUP) {
		err = lineage_learn(&w->select.lineage, &n->sample);
		if (!err)
			err = tell_held(w);
	}
	is = select_sample(&w->select, &w->session->info, &n->sample);
	if (err || w->done || is == SELECT_NO)
		return err;
	return is == SELECT_YES ? tell(w, &n->sample) : hold(w, &n->sample);
}

/* Of what is received at all: the unit of the numbers that the summary has. */
static int take(const struct notice *n, void *arg)
{
	struct watch *w = arg;
	uint64_t missed;
	int err = 0;

	w->heard++;
	missed = follow_notice(&w->follow, n);
	if (missed)
		err = w->to.missed(missed, w->to.arg);
	if (err || w->done)
		return err;
	return take_ended(w, n);
}

static int tell_unseen(const struct known *k, void *arg)
{
	struct watch *w = arg;
	enum selected is = select_known(&w->select, k);

	if (is == SELECT_NO)
		return 0;
	w->unseen++;
	w->nowhere += is == SELECT_UNKNOWN;
	return w->to.unseen(k, is == SELECT_YES, w->to.arg);
}

static bool wants_cgroups(const struct watch *w)
{
	return w->select.kinds & SELECT_KIND(SAMPLE_CGROUP) ||
	       ids_any(w->select.cgroups) ||
	       w->query->places;
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

static int look_at(struct watch *w, ask_fn ask, const char *what,
		   struct roll *to)
{
	struct snapshot all = { .nr = 0 };
	int err = ask(&w->session->client, &all);

	if (err == -EOPNOTSUPP && ask == ask_cgroups)
		err = 0;	/* a kernel without cgroups */
	if (err)
		client_complain(&w->session->client, err, "%s", what);
	else
		err = roll_add_all(to, &all);
	if (!err && ask == ask_cgroups)
		err = lineage_learn_all(&w->select.lineage, &all);
	snapshot_free(&all);
	return err;
}

static int look(struct watch *w)
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
	w->looked = clock_now();
	return err;
}

static int settle(struct watch *w)
{
	return follow_settle(&w->follow, tell_unseen, w);
}

/* Nobody tells a socket that the module is gone: there is only silence. */
static int probe(struct watch *w)
{
	struct info info;
	int err = ask_info(&w->session->client, &info);

	if (err == -ENOENT)
		fprintf(stderr, "tdacct: the module was removed\n");
	else if (err)
		client_complain(&w->session->client, err, "watch");
	w->probed = clock_now();
	return err;
}

/* Nothing waits to be read: time for what can wait. */
static int rest(struct watch *w, double *wait)
{
	bool replay = !client_is_live(&w->session->client);
	double due = w->looked + SETTLE_S;
	int err = 0;

	if (w->follow.missing.nr && (replay || clock_now() >= due))
		err = settle(w);
	if (!err && w->follow.gap)
		err = look(w);
	if (!err && !replay && clock_now() >= w->probed + PROBE_S)
		err = probe(w);
	if (err || replay)
		return err;
	due = w->looked + SETTLE_S;
	*wait = w->follow.missing.nr ? clock_until(due) : PROBE_S;
	return 0;
}

static int complain(struct watch *w, int err)
{
	const char *why = ears_client(w->ears)->last.text;

	if (*why)
		fprintf(stderr, "tdacct: %s\n", why);
	return err;
}

int watch_step(struct watch *w, double *wait)
{
	int err = ears_hear(w->ears);

	*wait = NAN;
	switch (err) {
	case 0:
		*wait = 0;
		return 0;
	case -EAGAIN:
		return rest(w, wait);
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

void watch_stop(struct watch *w)
{
	w->done = true;
}

int watch_fd(const struct watch *w)
{
	return client_fd(ears_client(w->ears));
}

/* What was lost last has no notice behind it that would tell how many. */
int watch_finish(struct watch *w)
{
	int err = w->follow.gap ? look(w) : 0;

	w->unplaced += w->nr_held;
	if (!err)
		err = settle(w);
	if (!err && w->follow.overrun)
		err = w->to.missed(0, w->to.arg);
	return err;
}

static uint32_t wanted(const struct watch *w)
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
	if (ids_any(w->select.cgroups))
		wanted |= UINT32_C(1) << TDACCT_ENDED_CGROUP;
	return wanted;
}

static int subscribe(struct watch *w)
{
	struct client *ears = ears_client(w->ears);
	int err = ask_subscribe(ears, wanted(w));

	if (err)
		client_complain(ears, err, "watch");
	else if (client_fd(ears) >= 0 &&
		 client_buffer(ears) < w->query->buffer)
		fprintf(stderr, "tdacct: the buffer has only %d KiB; a larger one needs a larger net.core.rmem_max, or CAP_NET_ADMIN\n",
			client_buffer(ears) >> 10);
	return err;
}

/* First subscribe, then look: who ends in between is in both. */
int watch_open(struct watch *w, struct session *s, const struct watch_query *q,
	       const struct watcher *to)
{
	int err;

	memset(w, 0, sizeof(*w));
	w->session = s;
	w->query = q;
	w->to = *to;
	w->select = q->select;
	w->held = calloc(HELD_MAX, sizeof(*w->held));
	if (!w->held)
		return -ENOMEM;
	err = ears_open(&w->ears, &s->client, take, w, q->buffer);
	if (!err)
		err = subscribe(w);
	if (!err)
		err = look(w);
	w->probed = clock_now();
	return err;
}

void watch_close(struct watch *w)
{
	ears_close(w->ears);
	follow_free(&w->follow);
	lineage_free(&w->select.lineage);
	free(w->held);
}
