// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "clock.h"
#include "ended.h"
#include "stop.h"

enum { BUFFER = 16 << 20 };

#define NEVER_NS UINT64_MAX

/* By command; @s is what one of them did. */
static int add_up(struct snapshot *to, const struct sample *s)
{
	struct sample row = {
		.kind = SAMPLE_EXITED, .have = s->have,
		.id = UINT64_MAX / 2 + to->nr, .cpu_ns = s->cpu_ns,
		.lost_ns = s->lost_ns, .exited_threads = s->exited_threads,
		.counts = s->counts,
	};

	row.have &= UINT64_C(1) << TDACCT_A_CPU_NS |
		    UINT64_C(1) << TDACCT_A_LOST_NS |
		    UINT64_C(1) << TDACCT_A_EXITED_THREADS;
	snprintf(row.comm, sizeof(row.comm), "[exited] %.15s", s->comm);
	for (size_t i = 0; i < to->nr; i++) {
		if (strcmp(snapshot_at(to, i)->comm, row.comm))
			continue;
		sample_add(snapshot_at(to, i), &row);
		return 0;
	}
	return snapshot_add(to, &row);
}

/* What it did since the first list; who was not there was born since then. */
static int take_one(struct ended *e, const struct sample *final)
{
	const struct sample *was = snapshot_find(e->was, final->id);
	struct sample s;

	sample_copy(&s, final);
	e->gone += !!was;
	if (e->wants && !e->wants(&s, e->arg))
		return 0;
	if (s.kind == SAMPLE_THREAD) {
		s.exited_threads = 1;
		s.have |= UINT64_C(1) << TDACCT_A_EXITED_THREADS;
	}
	if (!was && s.born_ns <= e->begin_ns)
		return 0;
	if (was)
		sample_since(&s, was);
	return add_up(&e->by_command, &s);
}

/* Who has ended since the list was read did so in the next interval. */
static int take(const struct notice *n, void *arg)
{
	struct ended *e = arg;

	if (!e->was || n->sample.kind != e->kind)
		return 0;
	if (e->now && snapshot_find(e->now, n->sample.id))
		return snapshot_add(&e->early, &n->sample);
	return take_one(e, &n->sample);
}

void ended_open(struct ended *e, const struct client *of, bool threads)
{
	uint32_t kind = threads ? TDACCT_ENDED_THREAD : TDACCT_ENDED_PROCESS;

	memset(e, 0, sizeof(*e));
	e->kind = threads ? SAMPLE_THREAD : SAMPLE_PROCESS;
	if (ears_open(&e->ears, of, take, e, BUFFER))
		return;
	if (!ask_subscribe(ears_client(e->ears), UINT32_C(1) << kind))
		return;
	ears_close(e->ears);
	e->ears = NULL;
}

/* All that was sent up to now. */
static void hear(struct ended *e)
{
	int err;

	do
		err = ears_hear(e->ears);
	while (!err || err == -ENOBUFS || err == -EINTR);
}

/* Of an old recording: who was born later than all that were there. */
static uint64_t youngest(const struct snapshot *s)
{
	uint64_t born = 0;

	for (size_t i = 0; i < s->nr; i++)
		if (snapshot_at(s, i)->born_ns > born)
			born = snapshot_at(s, i)->born_ns;
	return s->nr ? born : NEVER_NS;
}

void ended_begin(struct ended *e, double asked, const struct snapshot *was)
{
	if (!e->ears)
		return;
	e->begin_ns = isnan(asked) ? youngest(was) : (uint64_t)(asked * 1e9);
	e->was = was;
	e->now = NULL;
	e->gone = 0;
	for (size_t i = 0; i < e->early.nr; i++)
		take_one(e, snapshot_at(&e->early, i));
	snapshot_clear(&e->early);
}

void ended_wait(struct ended *e, const struct client *c, double seconds,
		struct stop *stop)
{
	int fd = e->ears ? client_fd(ears_client(e->ears)) : -1;
	double end = clock_now() + seconds, left;

	if (!client_is_live(c)) {
		client_sleep(c, 0);
		return;
	}
	while (!stop->came && (left = clock_until(end)) > 0)
		if (stop_wait(stop, fd, left))
			hear(e);
}

/* Both lists are sorted. */
static size_t missing(const struct ended *e)
{
	const struct snapshot *now = e->now;
	size_t nr = 0, k = 0;

	for (size_t i = 0; i < e->was->nr; i++) {
		uint64_t id = snapshot_at(e->was, i)->id;

		while (k < now->nr && snapshot_at(now, k)->id < id)
			k++;
		nr += k == now->nr || snapshot_at(now, k)->id != id;
	}
	return nr;
}

void ended_finish(struct ended *e, const struct snapshot *list,
		  double seconds, struct stop *stop)
{
	double end = clock_now() + seconds, left;
	int fd;

	if (!e->ears)
		return;
	fd = client_fd(ears_client(e->ears));
	e->now = list;
	hear(e);
	while (fd >= 0 && e->was && missing(e) > e->gone &&
	       (left = clock_until(end)) > 0)
		if (stop_wait(stop, fd, left))
			hear(e);
}

void ended_close(struct ended *e)
{
	ears_close(e->ears);
	snapshot_free(&e->early);
	snapshot_free(&e->by_command);
}
