// SPDX-License-Identifier: GPL-2.0
/* Which cgroup a task of a list is in; a process is where its first thread is. */
#include <errno.h>
#include <stdlib.h>

#include "kernel/ask.h"
#include "lists.h"
#include "session.h"

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
