// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "harness.h"
#include "task.h"
#include "verdict.h"

#define PATIENCE_NS	60000000000ULL

void verdict_connect(struct client *c)
{
	int err = client_open(c);

	check(!err, "cannot talk to the module: %s", strerror(-err));
}

/* ---- CPUs -------------------------------------------------------------------- */

struct states {
	unsigned int nr[TDACCT_STATE_LEFT_OUT + 1];
	char reason[200];
};

static void take_state(const struct message *m, void *arg)
{
	struct states *s = arg;

	if (m->state > TDACCT_STATE_LEFT_OUT)
		return;
	s->nr[m->state]++;
	if (m->state != TDACCT_STATE_COUNTING &&
	    m->state != TDACCT_STATE_OFFLINE)
		memcpy(s->reason, m->reason, sizeof(s->reason));
}

static struct states states(void)
{
	struct states s = { };
	struct client c;
	int err;

	verdict_connect(&c);
	err = client_dump(&c, TDACCT_CMD_GET_CPU, take_state, &s);
	check(!err, "GET_CPU: %s (%s)", strerror(-err), c.why);
	client_close(&c);
	return s;
}

void verdict_hopeful(void)
{
	struct states s = states();

	check(!s.nr[TDACCT_STATE_CANNOT] && !s.nr[TDACCT_STATE_PAUSED],
	      "%u CPUs have given up for good, %u are paused: %s",
	      s.nr[TDACCT_STATE_CANNOT], s.nr[TDACCT_STATE_PAUSED], s.reason);
}

void verdict_counting(void)
{
	uint64_t end = now_ns() + PATIENCE_NS;
	struct states s;

	for (;;) {
		s = states();
		if (!s.nr[TDACCT_STATE_CANNOT] && !s.nr[TDACCT_STATE_PAUSED] &&
		    !s.nr[TDACCT_STATE_WAITING])
			return;
		check(now_ns() < end, "only %u CPUs count: %s",
		      s.nr[TDACCT_STATE_COUNTING], s.reason);
		usleep(100000);
	}
}

/* ---- the law ------------------------------------------------------------------ */

static uint64_t sum_of(const struct message *t, unsigned int i)
{
	return t->live.value[i] + t->exited.value[i] + t->idle.value[i] +
	       t->untracked.value[i];
}

static void compare(const struct message *t, const struct message *info)
{
	for (unsigned int i = 0; i < info->n_values; i++) {
		check(t->before.value[i] == t->after.value[i],
		      "%s moves while paused: %" PRIu64 ", then %" PRIu64,
		      info->value[i].name, t->before.value[i],
		      t->after.value[i]);
		check(sum_of(t, i) == t->after.value[i],
		      "%s: all were charged %" PRIu64 ", the CPUs counted %"
		      PRIu64 ", difference %" PRId64, info->value[i].name,
		      sum_of(t, i), t->after.value[i],
		      (int64_t)(sum_of(t, i) - t->after.value[i]));
	}
}

void verdict_laws(void)
{
	struct message info, t;
	struct client c;
	int err;

	verdict_connect(&c);
	/* nobody changes the events in a pause: both are of one epoch */
	err = client_pause(&c) ?: client_info(&c, &info) ?:
	      client_totals(&c, &t);
	check(!err, "pausing and asking: %s (%s)", strerror(-err), c.why);
	check(t.before.there && t.live.there && t.exited.there &&
	      t.idle.there && t.untracked.there && t.after.there &&
	      info.n_values, "a nest is missing from the totals");
	compare(&t, &info);
	check(t.after.value[0] > 0, "nothing was counted at all");
	err = client_resume(&c);
	check(!err, "RESUME: %s (%s)", strerror(-err), c.why);
	client_close(&c);
}

uint64_t verdict_stat(unsigned int stat)
{
	struct message m;
	struct client c;
	int err;

	verdict_connect(&c);
	err = client_stats(&c, &m);
	check(!err, "GET_STATS: %s (%s)", strerror(-err), c.why);
	client_close(&c);
	return m.stat[stat];
}
