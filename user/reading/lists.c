// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "kernel/ask.h"
#include "ended.h"
#include "lists.h"
#include "session.h"

void lists_free(struct lists *l)
{
	snapshot_free(&l->processes);
	snapshot_free(&l->threads);
	snapshot_free(&l->cgroups);
	snapshot_free(&l->ended);
	snapshot_free(&l->others);
}

static int ask_processes_of(struct session *s, const struct list_query *q,
			    struct snapshot *to)
{
	struct sample one;
	int err;

	if (!q->pid)
		return ask_processes(&s->client, q->since, to);
	err = ask_process(&s->client, q->pid, &one);
	snapshot_clear(to);
	return err ? err : snapshot_add(to, &one);
}

static int end_reading(const struct session *s, int err, const char *what)
{
	if (err)
		client_complain(&s->client, err, "%s", what);
	else if (s->client.last.interrupted)
		fprintf(stderr, "tdacct: %s came and went while the list was read; some may be missing\n",
			what);
	return err;
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
		err = ask_threads(&s->client, q->pid, q->since, &to->threads);
	if (!err && !q->threads)
		err = ask_processes_of(s, q, &to->processes);
	to->asked = s->client.last.asked;
	return end_reading(s, err, q->threads ? "threads" : "processes");
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
	to->rest.listed = q->threads ? &to->threads : &to->processes;
	if (to->ears)
		ended_finish(to->ears, to->rest.listed);
	to->has_rest = !none && !ask_totals(&s->client, &to->rest.after);
	return 0;
}

static bool is_of_all_tasks(const struct list_query *q)
{
	return !q->cgroups && !q->pid && !q->since;
}

static int read_all(struct session *s, const struct list_query *q,
		    struct lists *to)
{
	int err;

	if (is_of_all_tasks(q))
		return read_with_rest(s, q, to);
	if (!q->cgroups)
		return read_tasks(s, q, to);
	err = ask_cgroups(&s->client, &to->cgroups);
	to->asked = s->client.last.asked;
	return end_reading(s, err, "cgroups");
}

/* @was is NULL without an interval. */
static int add_rest(const struct list_query *q, struct lists *to,
		    const struct lists *was)
{
	if (!is_of_all_tasks(q))
		return 0;
	if (to->has_rest && (!was || was->has_rest))
		return rest_rows(&to->others, &to->rest,
				 was ? &was->rest : NULL, &to->ended);
	fprintf(stderr, "tdacct: the system's totals cannot be read: the list lacks the rows for ended tasks, idle and untracked\n");
	return 0;
}

static void subtract(struct lists *to, const struct lists *was)
{
	snapshot_since(&to->processes, &was->processes);
	snapshot_since(&to->threads, &was->threads);
	snapshot_since(&to->cgroups, &was->cgroups);
}

/* Both readings, and between them what is told of those that end. */
static int read_both(struct session *s, const struct list_query *q,
		     struct lists *was, struct lists *to, struct ended *ended)
{
	int err = read_all(s, q, was);

	if (err)
		return err;
	if (was->has_rest)
		ended_begin(ended, &s->client, was->rest.listed);
	ended_wait(ended, &s->client, q->interval);
	to->ears = ended;
	err = read_all(s, q, to);
	if (err)
		return err;
	to->interval = client_between(was->asked, to->asked, q->interval);
	return 0;
}

static int read_interval(struct session *s, const struct list_query *q,
			 struct lists *to)
{
	struct lists was = { .threads = { 0 } };
	struct ended ended = { .ears = NULL };
	int err;

	if (is_of_all_tasks(q))
		ended_open(&ended, &s->client, q->threads);
	err = read_both(s, q, &was, to, &ended);
	if (!err) {
		to->ended = ended.by_command;
		ended.by_command = (struct snapshot){ .nr = 0 };
		err = add_rest(q, to, &was);
		subtract(to, &was);
	}
	ended_close(&ended);
	lists_free(&was);
	return err;
}

static void drop_partial(const struct session *s, struct snapshot *list)
{
	for (size_t i = 0; i < list->nr; i++)
		session_drop_partial(s, &list->sample[i]);
}

static int read_once(struct session *s, const struct list_query *q,
		     struct lists *to)
{
	int err = read_all(s, q, to);

	if (!err)
		err = add_rest(q, to, NULL);
	drop_partial(s, &to->processes);
	drop_partial(s, &to->threads);
	drop_partial(s, &to->cgroups);
	drop_partial(s, &to->others);
	return err;
}

int lists_read(struct session *s, const struct list_query *q,
	       struct lists *to)
{
	return q->interval ? read_interval(s, q, to) : read_once(s, q, to);
}

/* Where the kernel has no cgroups their column is empty. */
int lists_look_up_cgroups(struct session *s, struct lists *to)
{
	int err = ask_cgroups(&s->client, &to->cgroups);

	if (err == -EOPNOTSUPP)
		return 0;
	if (err)
		client_complain(&s->client, err, "cgroups");
	return err;
}

uint64_t lists_generation(const struct lists *l)
{
	return l->processes.generation > l->threads.generation ?
	       l->processes.generation : l->threads.generation;
}
