// SPDX-License-Identifier: GPL-2.0
/*
 * One reading of a list: tasks between two totals, cgroups or CPUs. Intervals
 * between two readings are in lists_series.c.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/ask.h"
#include "lists.h"
#include "lists_private.h"
#include "session.h"

#define LATE_S 0.1		/* so late may the notice of an end be */

void lists_free(struct lists *l)
{
	snapshot_free(&l->processes);
	snapshot_free(&l->threads);
	snapshot_free(&l->cgroups);
	snapshot_free(&l->cpus);
	snapshot_free(&l->ended);
	snapshot_free(&l->others);
	free(l->stray);
}

/* One by one: these processes, or threads. */
static const struct ids *chosen(const struct list_query *q,
				const struct lists *l)
{
	if (q->tids.nr)
		return l->series ? &l->series->tids : &q->tids;
	return l->series ? &l->series->pids : &q->pids;
}

bool lists_is_choice(const struct list_query *q)
{
	return q->pids.nr || q->tids.nr;
}

/* Beginning with a process or a thread that was there: has it ended? */
bool lists_is_end(const struct list_query *q, const struct lists *l, int err)
{
	return l->series && lists_is_choice(q) &&
	       (err == -ESRCH || err == -EPERM);
}

static int add_process(struct session *s, const struct list_query *q,
		       uint32_t pid, struct snapshot *to)
{
	struct sample one;
	int err = ask_process(&s->client, pid, &one);

	(void)q;
	return err ? err : snapshot_add(to, &one);
}

static int add_thread(struct session *s, const struct list_query *q,
		      uint32_t tid, struct snapshot *to)
{
	struct sample one;
	int err = ask_thread(&s->client, tid, &one);

	if (err || (q->pids.nr && !ids_have(&q->pids, one.pid)))
		return err;
	return snapshot_add(to, &one);
}

static int add_threads(struct session *s, const struct list_query *q,
		       uint32_t pid, struct snapshot *to)
{
	struct snapshot some = { .nr = 0 };
	int err = ask_threads(&s->client, pid, q->since, &some);

	for (size_t i = 0; !err && i < some.nr; i++)
		err = snapshot_add(to, snapshot_at(&some, i));
	snapshot_free(&some);
	return err;
}

typedef int (*add_fn)(struct session *s, const struct list_query *q,
		      uint32_t id, struct snapshot *to);

/* In a series, those that are left; without any, the last one's -errno. */
static int ask_each(struct session *s, const struct list_query *q,
		    struct lists *l, add_fn add, struct snapshot *to)
{
	const struct ids *ids = chosen(q, l);
	bool found = false;
	int err = 0;

	snapshot_clear(to);
	for (unsigned int i = 0; i < ids->nr; i++) {
		l->asked_for = ids->id[i];
		err = add(s, q, (uint32_t)ids->id[i], to);
		found |= !err;
		if (err && !lists_is_end(q, l, err))
			return err;
	}
	return found ? snapshot_sort(to) : err;
}

static int ask_processes_of(struct session *s, const struct list_query *q,
			    struct lists *l)
{
	if (!q->pids.nr)
		return ask_processes(&s->client, q->since, &l->processes);
	return ask_each(s, q, l, add_process, &l->processes);
}

static int ask_threads_of(struct session *s, const struct list_query *q,
			  struct lists *l, struct snapshot *to)
{
	if (!lists_is_choice(q))
		return ask_threads(&s->client, 0, q->since, to);
	return ask_each(s, q, l, q->tids.nr ? add_thread : add_threads, to);
}

static void complain(const struct session *s, const struct list_query *q,
		     const struct lists *l, int err, const char *what)
{
	unsigned int id = (unsigned int)l->asked_for;

	if (lists_is_choice(q))
		client_complain(&s->client, err, q->tids.nr ? "thread %u" :
				"process %u", id);
	else
		client_complain(&s->client, err, "%s", what);
}

static int end_reading(const struct session *s, const struct list_query *q,
		       const struct lists *l, int err, const char *what)
{
	if (err && !lists_is_end(q, l, err))
		complain(s, q, l, err, what);
	else if (!err && s->client.last.interrupted)
		fprintf(stderr, "tdacct: %s came and went while the list was read; some may be missing\n",
			what);
	return err;
}

struct snapshot *lists_listed(const struct list_query *q, struct lists *l)
{
	return q->threads ? &l->threads : &l->processes;
}

/*
 * Threads come first: what a process is told to have done later is no less
 * than what its threads had done. The last dump is the one that can tell
 * whether it was interrupted.
 */
static int read_tasks(struct session *s, const struct list_query *q,
		      struct lists *to)
{
	int err = 0;

	if (q->threads || q->tree)
		err = ask_threads_of(s, q, to, &to->threads);
	if (!err && !q->threads)
		err = ask_processes_of(s, q, to);
	to->asked = s->client.last.asked;
	to->missing = s->client.last.interrupted;
	err = end_reading(s, q, to, err, q->threads ? "threads" : "processes");
	if (!err && to->series)
		ended_finish(&to->series->ended, lists_listed(q, to), LATE_S,
			     to->stop);
	return err;
}

/* Where the totals cannot be had the list is all there is. */
static int read_with_rest(struct session *s, const struct list_query *q,
			  struct lists *to)
{
	bool none = ask_totals(&s->client, &to->rest.before);
	int err = read_tasks(s, q, to);

	if (err)
		return err;
	to->rest.info = &s->info;
	to->rest.threads = q->threads;
	to->rest.listed = lists_listed(q, to);
	to->has_rest = !none && !ask_totals(&s->client, &to->rest.after);
	return 0;
}

static bool is_of_all_tasks(const struct list_query *q)
{
	return !q->cgroups && !q->cpus && !lists_is_choice(q) && !q->since &&
	       !q->part;
}

int lists_read_all(struct session *s, const struct list_query *q,
		   struct lists *to)
{
	int err;

	if (q->cpus)
		return lists_read_cpus(s, q, to);
	if (is_of_all_tasks(q))
		return read_with_rest(s, q, to);
	if (!q->cgroups)
		return read_tasks(s, q, to);
	err = ask_cgroups(&s->client, &to->cgroups);
	to->asked = s->client.last.asked;
	to->missing = s->client.last.interrupted;
	return end_reading(s, q, to, err, "cgroups");
}

static void tell_no_totals(void)
{
	static bool told;

	if (!told)
		fprintf(stderr, "tdacct: the system's totals cannot be read: the list lacks the rows for ended tasks, idle and untracked\n");
	told = true;
}

/* @was is NULL without an interval. */
int lists_add_rest(const struct list_query *q, struct lists *to,
		   const struct lists *was)
{
	if (!is_of_all_tasks(q))
		return 0;
	if (to->has_rest && (!was || was->has_rest))
		return rest_rows(&to->others, &to->rest,
				 was ? &was->rest : NULL, &to->ended);
	tell_no_totals();
	return 0;
}

static void drop_partial(const struct session *s, struct snapshot *list)
{
	for (size_t i = 0; i < list->nr; i++)
		session_drop_partial(s, snapshot_at(list, i));
}

int lists_read(struct session *s, const struct list_query *q,
	       struct lists *to)
{
	int err = lists_read_all(s, q, to);

	if (!err)
		err = lists_group_cpus(s, q, to);
	if (!err)
		err = lists_add_rest(q, to, NULL);
	drop_partial(s, &to->processes);
	drop_partial(s, &to->threads);
	drop_partial(s, &to->cgroups);
	drop_partial(s, &to->cpus);
	drop_partial(s, &to->others);
	return err;
}

uint64_t lists_generation(const struct lists *l)
{
	return l->processes.generation > l->threads.generation ?
	       l->processes.generation : l->threads.generation;
}
