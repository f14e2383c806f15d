// SPDX-License-Identifier: GPL-2.0
/* One interval after the other, with those that end in it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "lists.h"
#include "lists_private.h"
#include "session.h"

#define LATE_END_S 1.0		/* so late may the only one's notice be */

/* When was it read? Of a recording that is not always known. */
static uint64_t asked_ns(const struct lists *l)
{
	return isnan(l->asked) ? 0 : (uint64_t)(l->asked * 1e9);
}

static void subtract(struct lists *to, const struct lists *was)
{
	uint64_t missing = was->missing ? asked_ns(was) : 0;

	snapshot_since(&to->processes, &was->processes, missing);
	snapshot_since(&to->threads, &was->threads, missing);
	snapshot_since(&to->cgroups, &was->cgroups, missing);
	snapshot_since(&to->cpus, &was->cpus, 0);
}

/* From now on is told of those that end. */
static void begin(struct lists_series *series, const struct list_query *q)
{
	struct lists *was = &series->was;

	ended_begin(&series->ended, was->asked, lists_listed(q, was));
}

int lists_open(struct lists_series *series, struct session *s,
	       const struct list_query *q)
{
	int err;

	memset(series, 0, sizeof(*series));
	if (!q->cgroups && !q->cpus)
		ended_open(&series->ended, &s->client, q->threads);
	series->ended.wants = q->wants_ended;
	series->ended.arg = q->arg;
	series->pids = q->pids;
	series->tids = q->tids;
	err = lists_read_all(s, q, &series->was);
	if (!err)
		begin(series, q);
	return err;
}

void lists_close(struct lists_series *series)
{
	ended_close(&series->ended);
	lists_free(&series->was);
	memset(series, 0, sizeof(*series));
}

/* As it was read, before the difference is taken. */
static int copy(struct lists *to, const struct lists *from,
		const struct list_query *q)
{
	int err = snapshot_copy(&to->processes, &from->processes);

	if (!err)
		err = snapshot_copy(&to->threads, &from->threads);
	if (!err)
		err = snapshot_copy(&to->cgroups, &from->cgroups);
	if (!err)
		err = snapshot_copy(&to->cpus, &from->cpus);
	to->rest = from->rest;
	to->rest.listed = lists_listed(q, to);
	to->has_rest = from->has_rest;
	to->missing = from->missing;
	to->asked = from->asked;
	return err;
}

static int take_ended(struct lists_series *series, const struct list_query *q,
		      struct lists *to)
{
	to->ended = series->ended.by_command;
	series->ended.by_command = (struct snapshot){ .nr = 0 };
	return lists_add_rest(q, to, &series->was);
}

static bool is_of(const struct sample *s, bool thread, uint64_t id)
{
	return (thread ? s->tid : s->pid) == id;
}

/* Whoever took over its number is another. */
static bool is_gone(const struct snapshot *was, const struct snapshot *now,
		    bool thread, uint64_t id)
{
	bool had = false;

	for (size_t i = 0; i < was->nr; i++)
		had |= is_of(snapshot_at(was, i), thread, id);
	for (size_t i = 0; i < now->nr; i++)
		if (is_of(snapshot_at(now, i), thread, id) &&
		    snapshot_find(was, snapshot_at(now, i)->id))
			return false;
	return had;
}

/* Who has its number now is nobody's business. */
static void drop_samples(struct snapshot *s, bool thread, uint64_t id)
{
	size_t nr = 0;

	for (size_t i = 0; i < s->nr; i++)
		if (!is_of(snapshot_at(s, i), thread, id))
			snapshot_move(s, nr++, i);
	s->nr = nr;
}

/* Of those that were chosen, leave out who has ended. True: nobody is left. */
static bool drop_ended(struct lists_series *series, const struct list_query *q,
		       struct lists *now)
{
	struct ids *left = q->tids.nr ? &series->tids : &series->pids;
	bool thread = q->tids.nr;

	for (unsigned int i = 0; i < left->nr;) {
		uint64_t id = left->id[i];

		if (!is_gone(lists_listed(q, &series->was),
			     lists_listed(q, now), thread, id)) {
			i++;
			continue;
		}
		drop_samples(&now->threads, thread, id);
		drop_samples(&now->processes, thread, id);
		ids_drop(left, id);
	}
	return lists_is_choice(q) && !left->nr;
}

/* It is gone: the notice of its end is all that follows. */
static int take_end(struct lists_series *series, struct session *s,
		    const struct list_query *q, double seconds,
		    struct lists *to)
{
	struct info info;

	snapshot_clear(&to->threads);
	snapshot_clear(&to->processes);
	ended_finish(&series->ended, lists_listed(q, to), LATE_END_S, to->stop);
	if (!series->ended.by_command.nr) {
		fprintf(stderr, "tdacct: %s %u ended between two readings; what it did in the interval is not known\n",
			q->tids.nr ? "thread" : "process",
			(unsigned int)to->asked_for);
		return -ESRCH;
	}
	ask_info(&s->client, &info);	/* what time it is, for anybody */
	to->asked = s->client.last.asked;
	to->interval = client_between(series->was.asked, to->asked, seconds);
	to->over = true;
	return take_ended(series, q, to);
}

int lists_next(struct lists_series *series, struct session *s,
	       const struct list_query *q, double seconds, struct stop *stop,
	       bool more, struct lists *to)
{
	struct lists now = { .threads = { 0 } };
	int err;

	ended_wait(&series->ended, &s->client, seconds, stop);
	err = session_read_state(s);
	if (err < 0)
		return err;
	if (err)
		session_say_state(s);
	to->series = series;
	to->stop = stop;
	err = lists_read_all(s, q, to);
	if (err ? lists_is_end(q, to, err) : drop_ended(series, q, to))
		return take_end(series, s, q, seconds, to);
	if (err)
		return err;
	to->interval = client_between(series->was.asked, to->asked, seconds);
	if (more)
		err = copy(&now, to, q);
	if (!err)
		err = take_ended(series, q, to);
	if (!err)
		subtract(to, &series->was);
	if (!err)
		err = lists_group_cpus(s, q, to);
	lists_free(&series->was);
	series->was = now;
	series->was.rest.listed = lists_listed(q, &series->was);
	if (more && !err)
		begin(series, q);
	return err;
}
