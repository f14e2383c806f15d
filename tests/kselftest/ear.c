// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ear.h"
#include "harness.h"
#include "seen.h"
#include "task.h"

#define MUCH_ROOM	(64 << 20)
#define BREATH_NS	100000000ULL

static void hear(const struct message *m, void *arg)
{
	struct ear *e = arg;

	check(m->seq == e->n + m->missed + 1, "notice %" PRIu64 " after %u, %"
	      PRIu64 " missed", m->seq, e->n, m->missed);
	check(m->missed >= e->missed, "%" PRIu64 " missed, then %" PRIu64,
	      e->missed, m->missed);
	check(has(m, TDACCT_A_KIND) && m->kind <= TDACCT_ENDED_CGROUP,
	      "kind %u", m->kind);
	if (e->n == e->room) {
		e->room = e->room ? 2 * e->room : 64;
		e->heard = realloc(e->heard, e->room * sizeof(*e->heard));
		check(e->heard, "no memory for %u notices", e->room);
	}
	e->heard[e->n++] = *m;
	e->missed = m->missed;
}

void ear_connect_at(struct ear *e, uint32_t port)
{
	int err;

	memset(e, 0, sizeof(*e));
	err = client_open_at(&e->c, port);
	check(!err, "cannot talk to the module: %s", strerror(-err));
	e->c.ended = hear;
	e->c.ended_arg = e;
}

void ear_connect(struct ear *e)
{
	ear_connect_at(e, 0);
}

int ear_subscribe(struct ear *e, uint32_t kinds)
{
	return client_subscribe(&e->c, kinds);
}

void ear_open(struct ear *e, uint32_t kinds)
{
	int err;

	ear_connect(e);
	client_buffer(&e->c, MUCH_ROOM);
	err = ear_subscribe(e, kinds);
	check(!err, "SUBSCRIBE: %s (%s)", strerror(-err), e->c.why);
}

void ear_close(struct ear *e)
{
	client_close(&e->c);
	free(e->heard);
	e->heard = NULL;
	e->n = e->room = 0;
}

/* One that is slower than those that end would never find nothing there. */
bool ear_listen(struct ear *e, int timeout_ms)
{
	uint64_t end = now_ns() + 1000000ULL * timeout_ms + BREATH_NS;
	int ret;

	while ((ret = client_ended(&e->c, timeout_ms))) {
		check(ret == 1 || ret == -ENOBUFS, "listening: %s",
		      strerror(-ret));
		e->overruns += ret == -ENOBUFS;
		timeout_ms = 0;
		if (now_ns() > end)
			return true;
	}
	return false;
}

const struct message *ear_has(const struct ear *e, uint32_t kind, uint64_t id)
{
	for (unsigned int i = 0; i < e->n; i++) {
		const struct message *m = &e->heard[i];
		uint64_t of = m->kind == TDACCT_ENDED_CGROUP ? m->cgroup :
			      m->id;

		if (m->kind == kind && of == id)
			return m;
	}
	return NULL;
}

const struct message *ear_await(struct ear *e, uint32_t kind, uint64_t id)
{
	uint64_t end = now_ns() + MOMENT_NS;
	const struct message *m;

	while (!(m = ear_has(e, kind, id))) {
		check(now_ns() < end, "no notice of kind %u about %" PRIu64
		      " among %u", kind, id, e->n);
		ear_listen(e, 100);
	}
	return m;
}

unsigned int ear_count(const struct ear *e, uint32_t kind, struct counts *sum)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < e->n; i++) {
		if (e->heard[i].kind != kind)
			continue;
		if (sum)
			counts_add(sum, &e->heard[i].counts);
		n++;
	}
	return n;
}
