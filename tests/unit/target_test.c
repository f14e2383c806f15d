// SPDX-License-Identifier: GPL-2.0
/*
 * Time that goes by between two readings of a target, and that it may end
 * without anybody being told. A recording answers, but as if it were the kernel.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/session.h"
#include "kernel/client.h"
#include "kernel/transport.h"
#include "tasks/stop.h"
#include "tasks/target.h"
#include "scene.h"
#include "unit.h"

enum { LONG_S = 60 };		/* nothing here takes so long */

struct row {
	const char *name;
	double seconds;
	const char *scene;
	int err;
	bool ended;
	bool unsure;
	double slots;		/* of the interval */
};

#define TOLD "ask SUBSCRIBE do\nend 0\n"
#define DEAF "ask SUBSCRIBE do\nend 1 need CAP_PERFMON\n"
#define OF_5(_id, _slots) "ask GET_PROCESS do PID=5\nsay id=" #_id " pid=5 comm=sh slots=" #_slots "\nend 0\n"
#define OF_THREADS "ask GET_THREAD dump PID=5\n"
#define THREAD(_tid, _flags) "say id=1" #_tid " tid=" #_tid " pid=5 comm=sh flags=" #_flags " slots=9\n"
#define ALIVE OF_THREADS THREAD(5, 0) "end 0\n"
#define ONE_DEAD OF_THREADS THREAD(5, 2) THREAD(6, 0) "end 0\n"
#define DEAD OF_THREADS THREAD(5, 2) THREAD(6, 2) "end 0\n"
#define REFUSED OF_THREADS "end 1 need CAP_PERFMON\n"
#define FAILS(_err) "ask GET_PROCESS do PID=5\nend " #_err " no\n"

/* clang-format off */
static const struct row rows[] = {
	{ "an interval is over", 0.01, "info\n" TOLD OF_5(9, 100) "info\n" OF_5(9, 300), 0, false, false, 200 },
	{ "who is told of no end looks until there is one", INFINITY, "info\n" DEAF OF_5(9, 100) OF_5(9, 300) FAILS(3), 0, true, true, 200 },
	{ "and in an interval that is long", 3600, "info\n" DEAF OF_5(9, 100) OF_5(9, 300) FAILS(1), 0, true, true, 200 },
	{ "it has ended and was not waited for", INFINITY, "info\n" TOLD OF_5(9, 100) ALIVE OF_5(9, 300) DEAD OF_5(9, 400), 0, true, false, 300 },
	{ "one of its threads has ended", INFINITY, "info\n" TOLD OF_5(9, 100) ALIVE OF_5(9, 300) ONE_DEAD OF_5(9, 350) DEAD OF_5(9, 400), 0, true, false, 300 },
	{ "it had ended before, and was not waited for", INFINITY, "info\n" TOLD OF_5(9, 100) DEAD, 0, true, false, 0 },
	{ "it ends so in an interval", 0.01, "info\n" TOLD OF_5(9, 100) ALIVE "info\n" OF_5(9, 300) DEAD OF_5(9, 400), 0, true, false, 300 },
	{ "its threads may not be asked for, but the first may", INFINITY, "info\n" TOLD OF_5(9, 100) REFUSED "ask GET_THREAD do TID=5\nsay id=4 tid=5 pid=5 comm=sh flags=2 slots=9\nend 0\n", 0, true, false, 0 },
	{ "another one has its number", INFINITY, "info\n" DEAF OF_5(9, 100) OF_5(9, 150) OF_5(10, 7), 0, true, true, 50 },
	{ "the module is gone", INFINITY, "info\n" DEAF OF_5(9, 100) "ask GET_PROCESS do PID=5\nend 2\n", -ENOENT, false, false, NAN },
	{ "a notice is lost", INFINITY, "info\n" TOLD OF_5(9, 100) FAILS(3), -ESRCH, false, false, NAN },
	{ "other events were chosen", 0.01, "info epoch=1\n" TOLD OF_5(9, 100) "info epoch=2\n" OF_5(9, 300), -ESTALE, false, false, NAN },
};
/* clang-format on */

static void open_live(struct session *s, const char *path)
{
	const struct source from = { .replay = path };

	EXPECT_INT(0, session_open_plain(s, &from));
	s->client.transport->live = true;
	s->client.transport->local = true;
	s->client.follows = true;
}

static void read_next(const struct row *row, struct target_series *i,
		      struct stop *stop)
{
	struct measurement now = { .nr_cpus = 0 };

	EXPECT_INT(row->err, target_series_next(i, row->seconds, stop,
						&now));
	EXPECT_INT(row->ended, now.ended);
	EXPECT_INT(row->unsure, now.unsure);
	if (!row->err)
		EXPECT_NEAR(row->slots, (double)now.sample.counts.value[0], 0);
}

static void attempt(const void *arg)
{
	static struct target target = {
		.kind = TARGET_PROCESS, .number = 5,
	};
	static const struct targets targets = { .one = &target, .nr = 1 };
	const struct row *row = arg;
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	int fd = mkstemp(path);
	struct target_series i;
	struct session s;
	struct stop stop;

	scene_write(path, row->scene);
	open_live(&s, path);
	alarm(LONG_S);
	EXPECT_INT(0, stop_open(&stop));
	EXPECT_INT(0, target_series_open(&i, &targets, &s.client,
					 &s.info));
	read_next(row, &i, &stop);
	target_series_close(&i);
	stop_close(&stop);
	alarm(0);
	session_close(&s);
	close(fd);
	unlink(path);
}

int main(void)
{
	fflush(stdout);
	UNIT_RUN("target", rows, attempt);
	return unit_end();
}
