// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "lists.h"
#include "session.h"
#include "topology.h"

#define LATE_S 0.1		/* so late may the notice of an end be */
#define LATE_END_S 1.0		/* of the only one it is worth more */

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

static bool is_choice(const struct list_query *q)
{
	return q->pids.nr || q->tids.nr;
}

/* Beginning with a process or a thread that was there: has it ended? */
static bool is_end(const struct list_query *q, const struct lists *l, int err)
{
	return l->series && is_choice(q) && (err == -ESRCH || err == -EPERM);
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
		if (err && !is_end(q, l, err))
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
	if (!is_choice(q))
		return ask_threads(&s->client, 0, q->since, to);
	return ask_each(s, q, l, q->tids.nr ? add_thread : add_threads, to);
}

static void complain(const struct session *s, const struct list_query *q,
		     const struct lists *l, int err, const char *what)
{
	unsigned int id = (unsigned int)l->asked_for;

	if (is_choice(q))
		client_complain(&s->client, err, q->tids.nr ? "thread %u" :
				"process %u", id);
	else
		client_complain(&s->client, err, "%s", what);
}

static int end_reading(const struct session *s, const struct list_query *q,
		       const struct lists *l, int err, const char *what)
{
	if (err && !is_end(q, l, err))
		complain(s, q, l, err, what);
	else if (!err && s->client.last.interrupted)
		fprintf(stderr, "tdacct: %s came and went while the list was read; some may be missing\n",
			what);
	return err;
}

static struct snapshot *listed(const struct list_query *q, struct lists *l)
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
		ended_finish(&to->series->ended, listed(q, to), LATE_S,
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
	to->rest.listed = listed(q, to);
	to->has_rest = !none && !ask_totals(&s->client, &to->rest.after);
	return 0;
}

static bool is_of_all_tasks(const struct list_query *q)
{
	return !q->cgroups && !q->cpus && !is_choice(q) && !q->since &&
	       !q->part;
}

/* The sum of its CPUs; what one of them lacks it lacks. */
static int add_to_group(struct snapshot *to, const struct sample *cpu)
{
	for (size_t i = 0; i < to->nr; i++) {
		struct sample *s = snapshot_at(to, i);

		if (s->id != cpu->id)
			continue;
		sample_add(s, cpu);
		return 0;
	}
	return snapshot_add(to, cpu);
}

static void name_core(struct sample *s, const struct topology *t)
{
	s->kind = SAMPLE_CORE;
	s->id = (uint64_t)t->socket << 48 | (uint64_t)t->die << 32 | t->core;
	snprintf(s->comm, sizeof(s->comm), "S%u-D%u-C%u", t->socket, t->die,
		 t->core);
}

static void name_socket(struct sample *s, const struct topology *t)
{
	s->kind = SAMPLE_SOCKET;
	s->id = t->socket;
	snprintf(s->comm, sizeof(s->comm), "S%u", t->socket);
}

static void name_cpu(struct sample *s)
{
	s->id = s->cpu;
	snprintf(s->comm, sizeof(s->comm), "CPU %u", s->cpu);
}

static int add_cpu(const struct list_query *q, const struct cpu_sample *cpu,
		   struct snapshot *to)
{
	struct sample s;

	if (!sample_has(cpu->have, TDACCT_A_COUNTS) ||
	    (q->only.nr && !ranges_have(&q->only, cpu->cpu)))
		return 0;
	sample_cpu(&s, cpu);
	s.idle = cpu->idle;
	name_cpu(&s);
	return snapshot_add(to, &s);
}

static int read_cpus(struct session *s, const struct list_query *q,
		     struct lists *to)
{
	struct cpus cpus = { .nr = 0 };
	int err = ask_cpus(&s->client, -1, &cpus);

	to->asked = s->client.last.asked;
	if (err)
		client_complain(&s->client, err, "all CPUs");
	for (size_t i = 0; !err && i < cpus.nr; i++)
		err = add_cpu(q, &cpus.cpu[i], &to->cpus);
	if (!err)
		err = snapshot_sort(&to->cpus);
	cpus_free(&cpus);
	if (err || !q->only.nr || to->cpus.nr)
		return err;
	fprintf(stderr, "tdacct: there is none of these CPUs; see tdacct status\n");
	return -ERANGE;
}

/* The kernel tells no topology of a CPU that is not online. */
static bool is_offline(const struct sample *cpu, const char *root, int err)
{
	return err == -ENOENT &&
	       (cpu->state == TDACCT_STATE_OFFLINE || !*root);
}

static void name_offline(struct sample *s)
{
	s->kind = SAMPLE_CPUS;
	s->id = UINT64_MAX;
	snprintf(s->comm, sizeof(s->comm), "offline");
}

/* Which core or socket it is part of. */
static int place_cpu(struct sample *s, const struct session *session,
		     const struct list_query *q)
{
	const char *root = session_root(session);
	struct topology t;
	int err = root ? topology_read(&t, root, s->cpu) : -ENODATA;

	if (!err && q->cpus == LIST_CORES) {
		name_core(s, &t);
	} else if (!err) {
		name_socket(s, &t);
	} else if (root && is_offline(s, root, err)) {
		name_offline(s);
		err = 0;
	} else {
		fprintf(stderr, "tdacct: it is not known which core and socket CPU %u is in: %s\n",
			s->cpu, root ? strerror(-err) :
			"a recording does not tell; TDACCT_ROOT may name a copy of that machine's /sys");
	}
	return err;
}

/* Such as were never online, and those that were not in an interval. */
static bool is_absent(const struct sample *cpu)
{
	return cpu->state == TDACCT_STATE_OFFLINE && !cpu->cpu_ns;
}

/*
 * CPUs become cores or sockets after all differences were taken: one that comes
 * or goes within an interval changes its place.
 */
static int group_cpus(const struct session *s, const struct list_query *q,
		      struct lists *l)
{
	struct snapshot groups = { .nr = 0 };
	int err = 0;

	if (q->cpus != LIST_CORES && q->cpus != LIST_SOCKETS)
		return 0;
	for (size_t i = 0; !err && i < l->cpus.nr; i++) {
		struct sample cpu = *snapshot_at(&l->cpus, i);

		if (is_absent(&cpu))
			continue;
		err = place_cpu(&cpu, s, q);
		if (!err)
			err = add_to_group(&groups, &cpu);
	}
	if (!err)
		err = snapshot_sort(&groups);
	snapshot_free(&l->cpus);
	l->cpus = groups;
	return err;
}

static int read_all(struct session *s, const struct list_query *q,
		    struct lists *to)
{
	int err;

	if (q->cpus)
		return read_cpus(s, q, to);
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
static int add_rest(const struct list_query *q, struct lists *to,
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

static void drop_partial(const struct session *s, struct snapshot *list)
{
	for (size_t i = 0; i < list->nr; i++)
		session_drop_partial(s, snapshot_at(list, i));
}

int lists_read(struct session *s, const struct list_query *q,
	       struct lists *to)
{
	int err = read_all(s, q, to);

	if (!err)
		err = group_cpus(s, q, to);
	if (!err)
		err = add_rest(q, to, NULL);
	drop_partial(s, &to->processes);
	drop_partial(s, &to->threads);
	drop_partial(s, &to->cgroups);
	drop_partial(s, &to->cpus);
	drop_partial(s, &to->others);
	return err;
}

/* From now on is told of those that end. */
static void begin(struct lists_series *series, const struct list_query *q)
{
	struct lists *was = &series->was;

	ended_begin(&series->ended, was->asked, listed(q, was));
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
	err = read_all(s, q, &series->was);
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
	to->rest.listed = listed(q, to);
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
	return add_rest(q, to, &series->was);
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

		if (!is_gone(listed(q, &series->was), listed(q, now), thread,
			     id)) {
			i++;
			continue;
		}
		drop_samples(&now->threads, thread, id);
		drop_samples(&now->processes, thread, id);
		ids_drop(left, id);
	}
	return is_choice(q) && !left->nr;
}

/* It is gone: the notice of its end is all that follows. */
static int take_end(struct lists_series *series, struct session *s,
		    const struct list_query *q, double seconds,
		    struct lists *to)
{
	struct info info;

	snapshot_clear(&to->threads);
	snapshot_clear(&to->processes);
	ended_finish(&series->ended, listed(q, to), LATE_END_S, to->stop);
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
	err = read_all(s, q, to);
	if (err ? is_end(q, to, err) : drop_ended(series, q, to))
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
		err = group_cpus(s, q, to);
	lists_free(&series->was);
	series->was = now;
	series->was.rest.listed = listed(q, &series->was);
	if (more && !err)
		begin(series, q);
	return err;
}

struct place {
	uint32_t pid;
	uint64_t cgroup;
};

static int by_pid(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	return (a->pid > b->pid) - (a->pid < b->pid);
}

static void put_place(struct sample *process, const struct place *place,
		      size_t nr)
{
	const struct place key = { .pid = process->pid };
	const struct place *found = bsearch(&key, place, nr, sizeof(key),
					    by_pid);

	if (!found)
		return;
	process->cgroup = found->cgroup;
	process->have |= UINT64_C(1) << TDACCT_A_CGROUP;
}

/* Threads of a process that are not where the first one is. */
static int find_strays(struct lists *to, const struct snapshot *threads,
		       const struct place *place, size_t nr)
{
	to->stray = calloc(threads->nr + 1, sizeof(*to->stray));
	if (!to->stray)
		return -ENOMEM;
	for (size_t i = 0; i < threads->nr; i++) {
		const struct sample *s = snapshot_at(threads, i);
		const struct place key = { .pid = s->pid };
		const struct place *first = bsearch(&key, place, nr,
						    sizeof(key), by_pid);

		if (!sample_has(s->have, TDACCT_A_CGROUP) ||
		    (first && first->cgroup == s->cgroup))
			continue;
		to->stray[to->nr_strays++] = (struct stray){ s->pid, s->cgroup };
	}
	return 0;
}

/* Of a process the module tells no cgroup: that of its first thread is it. */
static int place_processes(struct lists *to, const struct snapshot *threads)
{
	struct place *place = calloc(threads->nr + 1, sizeof(*place));
	struct snapshot *processes = &to->processes;
	size_t nr = 0;
	int err;

	if (!place)
		return -ENOMEM;
	for (size_t i = 0; i < threads->nr; i++) {
		const struct sample *s = snapshot_at(threads, i);

		if (s->tid == s->pid && sample_has(s->have, TDACCT_A_CGROUP))
			place[nr++] = (struct place){ s->pid, s->cgroup };
	}
	qsort(place, nr, sizeof(*place), by_pid);
	for (size_t i = 0; i < processes->nr; i++)
		put_place(snapshot_at(processes, i), place, nr);
	err = find_strays(to, threads, place, nr);
	free(place);
	return err;
}

/* 0: there are several, or all. */
static uint32_t only_pid(const struct list_query *q)
{
	return q->pids.nr == 1 ? (uint32_t)q->pids.id[0] : 0;
}

static int find_places(struct session *s, const struct list_query *q,
		       struct lists *to)
{
	struct snapshot threads = { .nr = 0 };
	int err;

	if (q->threads)
		return 0;
	if (q->tree)
		return place_processes(to, &to->threads);
	err = ask_threads(&s->client, only_pid(q), 0, &threads);
	if (!err)
		err = place_processes(to, &threads);
	else if (client_is_live(&s->client))
		client_complain(&s->client, err, "threads");
	else
		err = 0;	/* an old recording, that lacks them */
	snapshot_free(&threads);
	return err;
}

/*
 * The cgroups come last: a task may have moved to one that was made a moment ago.
 * Where the kernel has no cgroups their column is empty.
 */
int lists_look_up_cgroups(struct session *s, const struct list_query *q,
			  struct lists *to)
{
	int err = find_places(s, q, to);

	if (err)
		return err;
	err = ask_cgroups(&s->client, &to->cgroups);
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
