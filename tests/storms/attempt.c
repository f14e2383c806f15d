// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attempt.h"
#include "client.h"
#include "fail.h"
#include "harness.h"
#include "verdict.h"

#define TIMES	100

/* After so many in a row without a refusal, one of so many is tried. */
#define PATIENCE	30
#define STRIDE		25

static unsigned int step_of(const struct attempt *a)
{
	const char *step = getenv("STEP");

	return a->step && step ? (unsigned int)atoi(step) ?: 1 : 1;
}

/* No memory, and what that means to those in between. */
static bool is_clean(int err)
{
	return !err || err == -ENOMEM || err == -ENOBUFS;
}

/* Did an allocation fail? */
static bool try_once(const struct attempt *a, unsigned int nth, int *err)
{
	bool failed;

	*err = a->act(a, nth);
	failed = !fail_disarm(a->tid);
	check(failed || !*err, "%s: no allocation failed, but: %s", a->name,
	      strerror(-*err));
	check(is_clean(*err), "%s: allocation %u fails: %s", a->name, nth,
	      strerror(-*err));
	a->after(*err);
	return failed;
}

/*
 * Filling a pool is the same allocation hundreds of times, each of which it can
 * do without. So where the long ones did without for long, most are left out,
 * until one is refused: from the last one before that on, all are tried again.
 */
static unsigned int stride(const struct attempt *a, unsigned int done_without)
{
	return a->step && done_without >= PATIENCE ? STRIDE : step_of(a);
}

void attempt_in_turn(const struct attempt *a)
{
	unsigned int nth = 1, last = 0, failed = 0, refused = 0, without = 0;
	int err;

	while (try_once(a, nth, &err)) {
		check(nth < ATTEMPT_MAX, "%s: allocates without end", a->name);
		failed++;
		refused += err != 0;
		if (err && nth - last > step_of(a))
			nth = last;
		without = err ? 0 : without + 1;
		last = nth;
		nth += stride(a, without);
	}
	check(failed, "%s: allocates nothing", a->name);
	note("%s: refused %u times, did without %u times, of about %u", a->name,
	     refused, failed - refused, nth - 1);
	printf("tried: allocations made to fail: %s | %u\n", a->name, failed);
}

unsigned int attempt_cost(const struct attempt *a)
{
	unsigned int least = ATTEMPT_MAX;

	for (unsigned int time = 0; time < TIMES; time++) {
		int err = a->act(a, ATTEMPT_MAX);
		unsigned int made = ATTEMPT_MAX - fail_disarm(0);

		check(!err, "%s: %s", a->name, strerror(-err));
		a->after(0);
		if (made < least)
			least = made;
	}
	return least;
}

int attempt_ask(const struct attempt *a, unsigned int nth)
{
	struct nl_msg *m;
	struct client c;
	int err = 0;

	verdict_connect(&c);
	if (a->prepare)
		err = a->prepare(&c);
	check(!err, "%s: cannot prepare: %s (%s)", a->name, strerror(-err),
	      c.why);
	m = client_request(&c, a->cmd, a->flags);
	if (a->fill)
		a->fill(m);
	fail_arm(0, nth);
	err = client_ask(&c, m, NULL, NULL);
	client_close(&c);
	return err;
}

void attempt_nothing(int err)
{
	(void)err;
}
