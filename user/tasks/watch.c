// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "clock.h"
#include "watch.h"

enum { HELD_MAX = 4096 };	/* those that wait for news of their cgroup */

#define SETTLE_S 1.0		/* so late may a notice be */
#define PROBE_S 5.0		/* so long may nothing end, while all is well */

static int tell(struct watch *w, const struct sample *ended)
{
	struct sample all = *ended, *s = &all;
	const char *path = s->kind == SAMPLE_CGROUP ? s->path :
			   cgroup_tree_path(&w->select.tree, s->cgroup);

	sample_drop_partial(s, w->tracker.info);
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
						 w->tracker.info, &s);

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
	struct client *c = w->tracker.client;
	struct snapshot all = { .nr = 0 };
	int err = ask_cgroups(c, &all);

	if (err)
		client_complain(c, err, "all cgroups");
	else
		err = cgroup_tree_learn_all(&w->select.tree, &all);
	snapshot_free(&all);
	return err ? err : tell_held(w);
}

/*
 * A cgroup that came since the last look is in the next one; one that was
 * removed already is told of by its own notice, in a moment.
 */
static int hold(struct watch *w, const struct sample *s)
{
	size_t like = 0;
	bool asked;

	while (like < w->nr_held && w->held[like].cgroup != s->cgroup)
		like++;
	asked = like < w->nr_held;

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
		err = cgroup_tree_learn(&w->select.tree, &n->sample);
		if (!err)
			err = tell_held(w);
	}
	is = select_sample(&w->select, w->tracker.info, &n->sample);
	if (err || w->done || is == SELECT_NO)
		return err;
	return is == SELECT_YES ? tell(w, &n->sample) : hold(w, &n->sample);
}

/* The summary counts all notices that are received, shown or not. */
static int take(const struct notice *n, void *arg)
{
	struct watch *w = arg;
	uint64_t missed;
	int err;

	w->received++;
	missed = gaps_notice(&w->gaps, n->seq);
	err = missed ? w->to.missed(missed, w->to.arg) : 0;
	return err || w->done ? err : take_ended(w, n);
}

static int tell_unseen(struct watch *w, const struct sample *s)
{
	enum selected is = select_unseen(&w->select, s);

	if (is == SELECT_NO)
		return 0;
	w->unseen++;
	w->nowhere += is == SELECT_UNKNOWN;
	return w->to.unseen(s, is == SELECT_YES, w->to.arg);
}

/* Tells of each that ended unseen, once. */
static int settle(struct watch *w)
{
	int err = 0;

	w->unsettled = false;
	for (size_t k = 0; k <= SAMPLE_CGROUP; k++) {
		struct task_table *t = &w->tracker.table[k];

		for (size_t i = 0; !err && i < t->nr; i++) {
			struct task_entry *e = &t->entry[i];

			if (!task_table_is_missing(t, e))
				continue;
			e->told = true;
			err = tell_unseen(w, task_table_total(t, e));
		}
	}
	return err;
}

static int look(struct watch *w)
{
	static const char *const names[] = {
		[SAMPLE_THREAD] = "all threads",
		[SAMPLE_PROCESS] = "all processes",
		[SAMPLE_CGROUP] = "all cgroups",
	};
	struct tracker *t = &w->tracker;
	const struct task_table *cgroups = &t->table[SAMPLE_CGROUP];
	int err;

	tracker_begin(t);
	err = tracker_read(t, NULL);
	if (err)
		client_complain(t->client, err, "%s", names[t->reads]);
	for (size_t i = 0; !err && i < cgroups->nr; i++)
		err = cgroup_tree_learn(&w->select.tree,
					task_table_total(cgroups,
						    &cgroups->entry[i]));
	for (size_t k = 0; k <= SAMPLE_CGROUP; k++)
		w->unsettled |= task_table_missing(&t->table[k]);
	w->gaps.gap = false;
	w->looked = clock_now();
	return err;
}

/* Nobody tells a socket that the module is gone: there is only silence. */
static int probe(struct watch *w)
{
	struct info info;
	int err = ask_info(w->tracker.client, &info);

	if (err == -ENOENT)
		fprintf(stderr, "tdacct: the module was removed\n");
	else if (err)
		client_complain(w->tracker.client, err, "watch");
	w->probed = clock_now();
	return err;
}

/* Nothing waits to be read: time for what can wait. */
static int rest(struct watch *w, double *wait)
{
	bool replay = !client_is_live(w->tracker.client);
	double due = w->looked + SETTLE_S;
	int err = 0;

	if (w->unsettled && (replay || clock_now() >= due))
		err = settle(w);
	if (!err && w->gaps.gap)
		err = look(w);
	if (!err && !replay && clock_now() >= w->probed + PROBE_S)
		err = probe(w);
	if (err || replay)
		return err;
	due = w->looked + SETTLE_S;
	*wait = w->unsettled ? clock_until(due) : PROBE_S;
	return 0;
}

int watch_step(struct watch *w, double *wait)
{
	struct subscription *s = w->tracker.subscription;
	int err = subscription_receive(s);
	const char *why = subscription_client(s)->last.text;

	*wait = NAN;
	switch (err) {
	case 0:
		*wait = 0;
		return 0;
	case -EAGAIN:
		return rest(w, wait);
	case -ENOBUFS:
		gaps_dropped(&w->gaps);
		return 0;
	case -ENODATA:
		w->done = true;
		return 0;
	case -EINTR:
		return 0;
	default:
		if (*why)
			fprintf(stderr, "tdacct: %s\n", why);
		return err;
	}
}

int watch_fd(const struct watch *w)
{
	return subscription_fd(w->tracker.subscription);
}

/* No notice comes behind the last ones that were lost, to tell how many they are. */
int watch_finish(struct watch *w)
{
	int err = w->gaps.gap ? look(w) : 0;

	w->unplaced += w->nr_held;
	if (!err)
		err = settle(w);
	if (!err && w->gaps.overrun)
		err = w->to.missed(0, w->to.arg);
	return err;
}

static int check_subscription(struct watch *w)
{
	struct tracker *t = &w->tracker;
	int buffer;

	if (t->refused) {
		memcpy(t->client->last.text, t->not_told, sizeof(t->not_told));
		client_complain(t->client, t->refused, "watch");
	}
	if (!t->subscription)
		return t->refused ? t->refused : -EIO;
	buffer = client_buffer(subscription_client(t->subscription));
	if (watch_fd(w) >= 0 && buffer < w->query->buffer)
		fprintf(stderr, "tdacct: the buffer has only %d KiB; a larger one needs a larger net.core.rmem_max, or CAP_NET_ADMIN\n",
			buffer >> 10);
	return 0;
}

/* First subscribe, then look: who ends in between is in both. */
int watch_open(struct watch *w, struct client *c, struct info *info,
	       const struct watch_query *q, const struct watcher *to)
{
	uint32_t cgroups = SAMPLE_MASK(SAMPLE_CGROUP);
	uint32_t ends = q->select.kinds |
			(ids_any(q->select.cgroups) ? cgroups : 0);
	const struct scope scope = {
		.kinds = ends | (q->places ? cgroups : 0), .ends = ends,
		.known_only = true, .lacks_cgroups = true,
		.buffer = q->buffer, .told = take, .arg = w,
	};
	int err;

	memset(w, 0, sizeof(*w));
	w->query = q;
	w->to = *to;
	w->select = q->select;
	w->held = calloc(HELD_MAX, sizeof(*w->held));
	if (!w->held)
		return -ENOMEM;
	err = tracker_open(&w->tracker, c, info, &scope);
	for (size_t k = 0; k <= SAMPLE_CGROUP; k++)
		w->tracker.table[k].waits = true;
	if (!err)
		err = check_subscription(w);
	if (!err)
		err = look(w);
	w->probed = clock_now();
	return err;
}

void watch_close(struct watch *w)
{
	tracker_close(&w->tracker);
	cgroup_tree_free(&w->select.tree);
	free(w->held);
}
