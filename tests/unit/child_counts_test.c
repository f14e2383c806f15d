// SPDX-License-Identifier: GPL-2.0
/*
 * The last counts of a command that has ended: what is asked until they are there,
 * and when that is given up. In the place of the module, and of the kernel's list of
 * zombies, is a script of what each says when it is asked.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/child.h"
#include "kernel/ask.h"
#include "unit.h"

#define PID 7
#define OWN_NS 3000000000	/* CPU time of the command itself */
#define CHILD_NS 1000000000	/* of each child that is there */

/* What is counted up to the gate, and what is counted in all. */
enum { SLOTS_BORN = 5, SLOTS = 1000 };

/*
 * Answers, a letter a question; the last one is given from then on. Of threads:
 * all dead, one of two runs, not permitted, error. Of the first thread: dead, runs.
 * Of the process: how many children are there, error.
 */
struct row {
	const char *name;
	const char *threads;
	const char *first;
	const char *process;
	double waited_ns;	/* CPU time of those that were waited for */
	bool unknown;		/* nothing is said of children */
	/* what comes of it */
	bool last;
	unsigned int asked;	/* whether it is over */
	unsigned int read;	/* how often the process is asked */
	unsigned int slept;
	uint64_t children;
	int err;
};

/* clang-format off */
static const struct row rows[] = {
	{ "it is over, it had no child", "d", "", "0", 0, false, true, 1, 1, 0, 0, 0 },
	{ "it is over at the third question", "rrd", "", "0", 0, false, true, 3, 1, 2, 0, 0 },
	{ "it is never over", "r", "", "0", 0, false, false, 200, 1, 199, 0, 0 },
	{ "nobody answers for its threads", "re", "", "0", 0, false, false, 2, 0, 1, 0, -ENODEV },
	{ "only its first thread may be asked", "p", "rrd", "0", 0, false, true, 3, 1, 2, 0, 0 },
	{ "its first thread is gone", "p", "re", "0", 0, false, false, 2, 0, 1, 0, -ENODEV },
	{ "the clocks differ a little", "d", "", "0", 9e3, false, true, 1, 1, 0, 0, 0 },
	{ "nothing is said of children", "d", "", "0", 1e9, true, true, 1, 1, 0, 0, 0 },
	{ "a child is there", "d", "", "1", 1e9, false, true, 1, 21, 20, 1, 0 },
	{ "a child comes at the fifth question", "d", "", "00001", 1e9, false, true, 1, 25, 24, 1, 0 },
	{ "one that used no time comes while the rest is there", "d", "", "11111111112", 1e9, false, true, 1, 31, 30, 2, 0 },
	{ "more comes and goes on coming", "d", "", "0123456", 6e9, false, true, 1, 27, 26, 6, 0 },
	{ "a little is missing", "d", "", "1", 1e9 + 11e6, false, true, 1, 81, 80, 1, 0 },
	{ "the rest of it comes late", "d", "", "11111111111111111111111111111112", 2e9, false, true, 1, 52, 51, 2, 0 },
	{ "much is missing for ever", "d", "", "1", 2e9, false, true, 1, 201, 200, 1, 0 },
	{ "no child comes at all", "d", "", "0", 1e9, false, true, 1, 201, 200, 0, 0 },
	{ "the process is gone at once", "d", "", "e", 0, false, true, 1, 1, 0, 0, -ENODEV },
	{ "the process is gone meanwhile", "d", "", "11e", 1e9, false, true, 1, 3, 2, 0, -ENODEV },
};
/* clang-format on */

typeof(ask_threads) __wrap_ask_threads;
typeof(ask_thread) __wrap_ask_thread;
typeof(ask_process) __wrap_ask_process;
typeof(client_sleep) __wrap_client_sleep;
typeof(syscall) __wrap_syscall;

static const struct row *now;
static unsigned int asked, asked_first, read_nr, slept;

static char answer(const char *script, unsigned int *nr)
{
	size_t last = strlen(script) - 1, at = (*nr)++;

	return script[at < last ? at : last];
}

static uint32_t flags_of(char said)
{
	return said == 'd' ? TDACCT_TASK_DEAD : 0;
}

/* Two threads. The one that runs is the second: the first may end before it. */
int __wrap_ask_threads(struct client *c, uint32_t pid, uint64_t since,
		       struct snapshot *to)
{
	char said = answer(now->threads, &asked);
	struct sample first = { .flags = TDACCT_TASK_DEAD };
	struct sample second = { .flags = flags_of(said) };

	(void)c;
	EXPECT_INT(PID, pid);
	EXPECT_INT(0, since);
	if (said == 'p' || said == 'e')
		return said == 'p' ? -EPERM : -ENODEV;
	if (snapshot_add(to, &first) || snapshot_add(to, &second))
		abort();
	return 0;
}

int __wrap_ask_thread(struct client *c, uint32_t tid, struct sample *to)
{
	char said = answer(now->first, &asked_first);

	(void)c;
	EXPECT_INT(PID, tid);
	to->flags = flags_of(said);
	return said == 'e' ? -ENODEV : 0;
}

int __wrap_ask_process(struct client *c, uint32_t pid, struct sample *to)
{
	char said = answer(now->process, &read_nr);

	(void)c;
	EXPECT_INT(PID, pid);
	if (said == 'e')
		return -ENODEV;
	memset(to, 0, sizeof(*to));
	to->have = UINT64_MAX;
	if (now->unknown)
		to->have &= ~(UINT64_C(1) << TDACCT_A_CHILDREN_NR);
	to->counts.have = 1;
	to->counts.value[0] = SLOTS;
	to->cpu_ns = OWN_NS;
	to->children_nr = (uint64_t)(said - '0');
	to->children_cpu_ns = to->children_nr * CHILD_NS;
	return 0;
}

void __wrap_client_sleep(const struct client *c, double seconds)
{
	(void)c;
	EXPECT(seconds > 0 && seconds < 0.1);
	slept++;
}

/* waitid(), which says what the command and those that it waited for have used. */
long __wrap_syscall(long number, ...)
{
	double used_us = (OWN_NS + now->waited_ns) / 1e3;
	struct rusage *usage = NULL;
	va_list args;

	EXPECT_INT(SYS_waitid, number);
	va_start(args, number);
	EXPECT_INT(P_PID, va_arg(args, int));
	EXPECT_INT(PID, va_arg(args, pid_t));
	va_arg(args, siginfo_t *);
	EXPECT(va_arg(args, int) & WNOWAIT);
	usage = va_arg(args, struct rusage *);
	va_end(args);
	memset(usage, 0, sizeof(*usage));
	usage->ru_utime.tv_sec = 2;
	used_us -= 2e6;
	usage->ru_stime.tv_sec = (time_t)(used_us / 1e6);
	usage->ru_stime.tv_usec = (suseconds_t)used_us % 1000000;
	return 0;
}

static void check(const struct row *row, const struct child *c)
{
	EXPECT_INT(row->last, c->last);
	EXPECT_INT(row->asked, *row->first ? asked_first : asked);
	EXPECT_INT(row->read, read_nr);
	EXPECT_INT(row->slept, slept);
	if (row->err)
		return;
	EXPECT_INT(row->children, c->sample.children_nr);
	EXPECT_INT(SLOTS - SLOTS_BORN, c->sample.counts.value[0]);
	EXPECT_NEAR(2e9, c->user_ns, 1);
	EXPECT_NEAR(OWN_NS - 2e9 + row->waited_ns, c->system_ns, 1e3);
	EXPECT_NEAR(row->waited_ns, c->waited_ns, 1e3);
}

static void attempt(const void *arg)
{
	struct child c = { .pid = PID };

	now = arg;
	asked = asked_first = read_nr = slept = 0;
	c.born.counts.value[0] = SLOTS_BORN;
	EXPECT_INT(now->err, child_read(&c, NULL));
	check(now, &c);
}

int main(void)
{
	UNIT_RUN("child counts", rows, attempt);
	return unit_end();
}
