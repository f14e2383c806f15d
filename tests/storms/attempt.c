// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
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

/* Which of them, where others try the rest; counted behind those before. */
struct part {
	unsigned int first, last, step;
};

#define TO_THE_END	UINT_MAX

static unsigned int from_environment(const char *name, unsigned int otherwise)
{
	const char *value = getenv(name);

	return value ? (unsigned int)atoi(value) ?: otherwise : otherwise;
}

static struct part part_of(const struct attempt *a)
{
	if (!a->step)
		return (struct part){ 1, TO_THE_END, 1 };
	return (struct part){ from_environment("FIRST", 1),
			      from_environment("LAST", TO_THE_END),
			      from_environment("STEP", 1) };
}

static const char *name_of(const struct part *p)
{
	static char text[64];
	int len = 0;

	text[0] = '\0';
	if (p->last != TO_THE_END)
		len = sprintf(text, ", %u to %u", p->first, p->last);
	else if (p->first != 1)
		len = sprintf(text, ", from %u on", p->first);
	if (p->step != 1)
		sprintf(text + len, ", each %uth", p->step);
	return text;
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

void attempt_in_turn(const struct attempt *a)
{
	unsigned int failed = 0, refused = 0, nth;
	const struct part part = part_of(a);
	int err;

	for (nth = part.first; nth <= part.last; nth += part.step) {
		if (!try_once(a, a->before + nth, &err))
			break;
		check(nth < ATTEMPT_MAX, "%s: allocates without end", a->name);
		failed++;
		refused += err != 0;
	}
	check(failed, "%s: allocates nothing", a->name);
	note("%s: refused %u times, did without %u times, of %u and %u before",
	     a->name, refused, failed - refused, nth - 1, a->before);
	printf("tried: allocations made to fail: %s%s | %u\n", a->name,
	       name_of(&part), failed);
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
