// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "kernel/ask.h"
#include "kernel/parse.h"
#include "ended.h"

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
		if (strcmp(to->sample[i].comm, row.comm))
			continue;
		sample_add(&to->sample[i], &row);
		return 0;
	}
	return snapshot_add(to, &row);
}

/* What it did since the first list; who was not there was born since then. */
static int take(const struct nlattr *attrs, int len, void *arg)
{
	struct ended *e = arg;
	struct parse_error why = { "" };
	const struct sample *was;
	struct notice n;
	int err = parse_ended(&n, attrs, len, &why);

	if (err || !e->was || (e->now && snapshot_find(e->now, n.sample.id)))
		return err;
	if (n.sample.kind == SAMPLE_THREAD) {
		n.sample.exited_threads = 1;
		n.sample.have |= UINT64_C(1) << TDACCT_A_EXITED_THREADS;
	}
	was = snapshot_find(e->was, n.sample.id);
	if (!was && n.sample.born_ns <= e->begin_ns)
		return 0;
	if (was) {
		sample_since(&n.sample, was);
		n.sample.exited_threads -= was->exited_threads;
	}
	return add_up(&e->by_command, &n.sample);
}

void ended_open(struct ended *e, const struct client *of, bool threads)
{
	uint32_t kind = threads ? TDACCT_ENDED_THREAD : TDACCT_ENDED_PROCESS;

	memset(e, 0, sizeof(*e));
	e->threads = threads;
	e->receiver = (struct receiver){ .message = take, .arg = e };
	if (client_open_beside(&e->ears, of, &e->receiver, BUFFER))
		return;
	e->open = !ask_subscribe(&e->ears, UINT32_C(1) << kind);
}

/* All that was sent up to now. */
static void hear(struct ended *e)
{
	int err;

	do
		err = client_hear(&e->ears);
	while (!err || err == -ENOBUFS || err == -EINTR);
}

/* Of an old recording: who was born later than all that were there. */
static uint64_t youngest(const struct snapshot *s)
{
	uint64_t born = 0;

	for (size_t i = 0; i < s->nr; i++)
		if (s->sample[i].born_ns > born)
			born = s->sample[i].born_ns;
	return s->nr ? born : NEVER_NS;
}

void ended_begin(struct ended *e, const struct client *c,
		 const struct snapshot *was)
{
	if (!e->open)
		return;
	e->begin_ns = isnan(c->asked) ? youngest(was) :
		      (uint64_t)(c->asked * 1e9);
	e->was = was;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void ended_wait(struct ended *e, const struct client *c, double seconds)
{
	double end = now() + seconds, left;

	if (!e->open || c->replay) {
		client_sleep(c, seconds);
		return;
	}
	while ((left = end - now()) > 0) {
		struct pollfd fd = {
			.fd = client_fd(&e->ears), .events = POLLIN,
		};

		if (left < 1e-3)
			client_sleep(c, left);
		else if (poll(&fd, 1, left < 1e6 ? (int)(left * 1e3) : -1) > 0)
			hear(e);
	}
}

void ended_finish(struct ended *e, const struct snapshot *list)
{
	if (!e->open)
		return;
	e->now = list;
	hear(e);
}

void ended_close(struct ended *e)
{
	client_close(&e->ears);
	snapshot_free(&e->by_command);
}
