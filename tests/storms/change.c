// SPDX-License-Identifier: GPL-2.0
/*
 * change COUNT [EVENTS]: other events again and again, three at a time or as many as
 * said, while whatever else goes on. All CPUs must take each set or none; every fourth time too many are asked for, and
 * all must go on with what they had. Whoever judges meanwhile pauses the module,
 * which takes no events then: these are asked for again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "harness.h"
#include "task.h"
#include "verdict.h"

#define PATIENCE_NS	60000000000ULL
#define A_SET		3	/* unless it is said */

/*
 * Events that any counter can count; 0x02c2 is one of the classes where these are
 * events. Not those of fixed counters: perf may put one of the set there for a
 * moment, and what is always counted elsewhere.
 */
static const uint64_t easy[] = {
	0x00c4, 0x00c5, 0x01ad, 0x10ad, 0x01c2, 0x02c2, 0x04c2,
};

/*
 * Of Intel's, four counters can count one of these each; and nobody has seven left
 * beside what is always counted.
 */
static const uint64_t hard[] = {
	0x01d1, 0x02d1, 0x04d1, 0x08d1, 0x10d1, 0x20d1, 0x40d1,
};

#define EASY (sizeof(easy) / sizeof(*easy))

static struct client module;
static unsigned int a_set = A_SET;

static uint64_t epoch(void)
{
	struct message m;
	int err = client_info(&module, &m);

	check(!err, "GET_INFO: %s (%s)", strerror(-err), module.why);
	return m.epoch;
}

/* Both are BUSY: counters that others have, and a pause of whoever judges. */
static bool is_to_wait(int err)
{
	return err == -EAGAIN ||
	       (err == -EBUSY && strstr(module.why, "paused"));
}

/* What the module says, when it is not paused. */
static int change(const uint64_t *configs, unsigned int nr)
{
	uint64_t end = now_ns() + PATIENCE_NS;
	int err = client_set_events(&module, configs, nr, 0);

	while (is_to_wait(err)) {
		check(now_ns() < end, "it stays so: %s", module.why);
		usleep(1000);
		err = client_set_events(&module, configs, nr, 0);
	}
	return err;
}

static void change_to(unsigned long i)
{
	uint64_t was = epoch();
	int err = change(easy + i % (EASY - a_set + 1), a_set);

	check(!err, "change %lu: %s (%s)", i, strerror(-err), module.why);
	check(epoch() > was, "change %lu began no epoch", i);
}

static void ask_for_too_many(unsigned long i)
{
	uint64_t was = epoch();
	int err = change(hard, sizeof(hard) / sizeof(*hard));

	check(err == -EBUSY || err == -E2BIG,
	      "change %lu: seven events, too many for the counters: %s", i,
	      err ? strerror(-err) : "were taken");
	check(epoch() == was, "change %lu was refused, and began an epoch", i);
}

int main(int argc, char **argv)
{
	unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;
	int err;

	if (argc > 2)
		a_set = strtoul(argv[2], NULL, 0);
	if (!count || !a_set || a_set > EASY) {
		fprintf(stderr, "usage: change COUNT [EVENTS]\n");
		return 2;
	}
	harness_alone();
	verdict_connect(&module);
	for (unsigned long i = 0; i < count; i++) {
		change_to(i);
		if (i % 4 == 3)
			ask_for_too_many(i);
	}
	err = change(NULL, 0);
	check(!err, "no events: %s (%s)", strerror(-err), module.why);
	client_close(&module);
	printf("tried: other events counted under load | %lu\n", count);
	return 0;
}
