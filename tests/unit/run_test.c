// SPDX-License-Identifier: GPL-2.0
/*
 * What is told of a command: what was measured of it is made up here, in the place
 * of the module, and the command is "true", or where it shall run for a while one
 * that ends when it has been looked at twice.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/child.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "kernel/ask.h"
#include "scene.h"
#include "unit.h"

struct row {
	const char *name;
	const char *options;
	double waited_ns;
	uint64_t children_ns;
	bool last;
	const char *want;	/* is told */
	const char *never;
	bool differs;		/* runs take one second, two, four ... */
	bool first_lacks;	/* of the first run alone the end is not known */
	bool children_retire;	/* in all of their slots */
};

/* What is told of intervals, while the command runs. */
struct lap_row {
	const char *name;
	const char *options;
	const char *command;
	const char *want[5];	/* are told in this order */
	const char *never;
	int status;
	bool too_early;		/* the first reading has no numbers yet */
};

typeof(child_measure) __wrap_child_measure;
typeof(child_read) __wrap_child_read;
typeof(ask_process) __wrap_ask_process;

#define UNTIL_SEEN "until seen"

static char fifo[64];		/* such a command reads this */
static int fifo_end = -1;	/* it reads to the end when this is closed */
static const struct row *now;
static bool too_early;
static bool at_exec;		/* it is asked what its exec took, before all else */

static void fill(struct sample *s, uint64_t slots, uint64_t of_children)
{
	memset(s, 0, sizeof(*s));
	s->kind = SAMPLE_PROCESS;
	s->have = UINT64_MAX;
	s->counts.have = s->children.have = UINT64_MAX;
	s->counts.value[0] = slots;
	s->children.value[0] = of_children;
	s->id = 1;
	s->pid = 7;
	s->cpu_ns = slots * 1000000;
}

int __wrap_child_measure(struct child *c, struct client *client)
{
	(void)client;
	fill(&c->born, 0, 0);
	at_exec = true;
	fifo_end = open(fifo, O_RDWR | O_CLOEXEC);
	return 0;
}

/* 300 slots more in each interval; in the second one the first child ends. */
int __wrap_ask_process(struct client *client, uint32_t pid, struct sample *to)
{
	static unsigned int nr;

	(void)client;
	(void)pid;
	if (at_exec) {
		at_exec = false;
		return -EPERM;
	}
	if (++nr == 2 && fifo_end >= 0)
		close(fifo_end);
	if (too_early && nr == 1)
		return -EAGAIN;
	fill(to, 300 * nr, nr > 1 ? 200 : 0);
	to->children_nr = nr > 1;
	return 0;
}

/* 1000 slots and a second of its own, 500 and some time of its children. */
int __wrap_child_read(struct child *c, struct client *client)
{
	struct sample *s = &c->sample;
	static unsigned int nr;

	(void)client;
	fill(s, 1000, 500);
	s->children.value[1] = now->children_retire ? 500 : 0;
	s->children_nr = 3;
	s->children_cpu_ns = now->children_ns;
	s->children_lost_ns = now->children_ns / 4;
	c->total = *s;
	c->waited_ns = now->waited_ns;
	c->last = now->last && !(now->first_lacks && !nr);
	c->elapsed_ns = now->differs ? (1 << nr) * 1e9 : 2e9;
	nr++;
	c->user_ns = 2.5e9;
	c->system_ns = 5e8;
	return 0;
}

/* All of it: of the command nothing is known to have retired, of both a part. */
#define CHILDREN_TREE "\"name\": \"retiring\",\n        \"share\": 1.0,"

#define MISSING "is missing; a process cannot be added"

/* clang-format off */
static const struct row rows[] = {
	{ "all is there", "", 100e6, 100000000, true, "children: 3 processes, CPU time 100 ms, coverage 75.0 %\n500 slots,", "missing" },
	{ "more than was waited for", "", 100e6, 200000000, true, "children: 3 processes", "missing" },
	{ "short by what clocks differ", "", 100e6, 97000000, true, "children: 3 processes", "missing" },
	{ "short by a little more", "", 100e6, 96900000, true, "note: of the 100 ms of CPU time of processes that were waited for, 3.10 ms " MISSING, NULL },
	{ "nothing of it is there", "", 100e6, 0, true, "of the 100 ms of CPU time of processes that were waited for, 100 ms " MISSING, NULL },
	{ "its last moments", "", 0, 0, false, "note: the counts of its last moments may be missing\n", MISSING },
	{ "how many CPUs were used", "", 0, 0, true, "\nelapsed 2 s, user 2.50 s, system 500 ms, 1.50 CPUs used\n", NULL },
	{ "how many CPUs in JSON", "--json", 0, 0, true, "\"cpus_used\": 1.5,", NULL },
	{ "CSV has the trees", "-x, -l 1", 100e6, 100000000, true, "time,interval_s,kind,id,name,node,share,error,unit,flagged,cpu_ns,coverage,slots,cycles,mean,deviation,known\n,2,total,,,frontend_bound,0.25,1,slots,1,1100000000,0.9772727273,1500,0,0.25,,1\n,", "of CPU time" },
	{ "the command in CSV", "--csv", 0, 0, true, "\n,2,process,7,,frontend_bound,0.25,1,slots,1,1000000000,1,1000,0,,,1\n,2,process,7,,fetch_latency,", NULL },
	{ "its times in CSV", "-x;", 0, 0, true, "\n;2;run;;;elapsed_ns;2000000000;;;;;;;;2000000000;;\n;2;run;;;user_ns;2500000000;;;;;;;;2500000000;;\n", NULL },
	{ "several runs in CSV", "-r 2 -x,", 0, 0, true, "\n,4,run,,,elapsed_ns,4000000000,,,,,,,,2000000000,0,\n", NULL },
	{ "CSV has no place for notes", "-x,", 0, 0, false, "tdacct: the counts of its last moments may be missing\ntime,", NULL },
	{ "perf's -a is none", "-a", 0, 0, true, "tdacct: -a means --all here: every node of the command's trees; tdacct show -a -i 5 shows the whole system\n", NULL },
	{ "--all is no question", "--all", 0, 0, true, "store_bound", "tdacct show -a" },
	{ "the total stands above the command", "-l 1", 100e6, 100000000, true, "are included\n\nprocess 7 ", NULL },
	/* 1, 2 and 4 s: 7/3 on average, and 14/3 is the sum of squares, of which half */
	{ "runs that differ, in CSV", "-r 3 -x,", 0, 0, true, ",run,,,elapsed_ns,7000000000,,,,,,,,2333333333,1527525232,\n", NULL, .differs = true },
	{ "the end of the first of two runs is not known", "-r 2 -l 1", 0, 0, true, "note: the counts of its last moments may be missing\n", MISSING, .first_lacks = true },
	{ "a note is no part of a file of CSV", "-x, -o /dev/null", 0, 0, false, "tdacct: the counts of its last moments may be missing\n", "time," },
	{ "each of runs that differ, in JSON", "-r 3 --json", 0, 0, true, "\"elapsed_ns\": {\n      \"mean\": 2333333333,\n      \"deviation\": 1527525232,\n      \"values\": [\n        1000000000,\n        2000000000,\n        4000000000\n      ]\n    },\n", NULL, .differs = true },
	{ "numbers of runs are whole in JSON", "-r 2 --json", 0, 0, true, "\"cpu_ns\": {\n      \"mean\": 1000000000,\n", NULL },
	{ "children have a tree of their own in JSON", "--json", 0, 0, true, CHILDREN_TREE, NULL, .children_retire = true },
	{ "in JSON", "--json", 100e6, 100000000, true, "\"exit_status\": 0", "missing\n" },
};

#define HEAD "time,interval_s,kind,id,name,node,share,error,unit,flagged,cpu_ns,coverage,slots,cycles,mean,deviation,known\n"
#define OF_ALL "\n\nfrom the beginning to the end:\ntotal: process 7  and its children, CPU time 1 s, coverage 100.0 %\n1500 slots,"

static const struct lap_row lap_rows[] = {
	{ "one that its end cuts short", "-i 1000 -l 1", "true", { "total: process 7  and its children, in 2.000 s: CPU time 1 s, coverage 100.0 %\n1500 slots,", OF_ALL }, NULL, EXIT_FINE, false },
	{ "-I goes on to the end, too", "-I 3600000 -l 1", "true", { "in 2.000 s: ", OF_ALL }, NULL, EXIT_FINE, false },
	{ "none, and no heading", "-l 1", "true", { "total: process 7 " }, "from the beginning", EXIT_FINE, false },
	{ "a process that outlives it", "-l 1", "setsid -f sleep 10", { "\nnote: 1 process that it started goes on, and is in no tree here: s" }, NULL, EXIT_FINE, false },
	{ "one that outlives it, in JSON", "-j", "setsid -f sleep 10", { "\"outlived_by\": 1," }, NULL, EXIT_FINE, false },
	{ "one that outlives it, beside CSV", "-x,", "setsid -f sleep 10", { "tdacct: 1 process that it started goes on" }, NULL, EXIT_FINE, false },
	{ "none outlives it", "-l 1", "true", { "total: process 7 " }, "in no tree here", EXIT_FINE, false },
	{ "a child is in one interval as a whole", "-i 10ms --count 2 -l 1", UNTIL_SEEN, { "\nnote: a process that it started is in the interval in which it ended, as a whole\n" }, NULL, EXIT_FINE, false },
	{ "so many, then to the end", "-i 10ms --count 2 -j", UNTIL_SEEN, { "{\"kind\":\"process\",", "\"counts\":{\"slots\":300,", "\n{\"kind\":\"process\",", "\"counts\":{\"slots\":300,", "\n{\"kind\":\"process\",\"id\":1,\"pid\":7,\"comm\":\"\",\"born_ns\":0,\"threads\":0,\"exited_threads\":0,\"cpu_ns\":1000000000," }, "total\":null", EXIT_FINE, false },
	{ "a child is in the one in which it ends", "-i 10ms --count 2 -l 1", UNTIL_SEEN, { "process 7 , threads: 0\nin ", "\n300 slots,", "\n\ntotal: process 7  and its children, in ", "\n500 slots,", OF_ALL }, NULL, EXIT_FINE, false },
	{ "CSV has one line of names", "-i 10ms --count 2 -x,", UNTIL_SEEN, { HEAD, ",total,,,frontend_bound,", ",300,0,,,1\n", ",500,0,,,1\n", ",1500,0,0.25,,1\n" }, NULL, EXIT_FINE, false },
	{ "what is not there yet is in the next one", "-i 10ms --count 1 -l 1", UNTIL_SEEN, { "\n800 slots,", OF_ALL }, "\n300 slots", EXIT_FINE, true },
	{ "each run has its own", "-i 1000 -r 2 -l 1", "true", { "total: process 7", "\n1500 slots,", "\n1500 slots,", "from the beginning", "\n3000 slots" }, NULL, EXIT_FINE, false },
	{ "none is shorter than a millisecond", "-I 0 -l 1", "true", { "expects a number from 1 to" }, NULL, EXIT_USAGE, false },
	{ "a number of them, and no length", "--count 2", "true", { "--count needs --interval" }, NULL, EXIT_USAGE, false },
};
/* clang-format on */

/* The status; what it prints goes to @got. */
static int run_it(const char *options, const char *command, char *got,
		  size_t size)
{
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	int fd = mkstemp(path), status;
	char line[256];

	if (fd < 0)
		abort();
	close(fd);
	scene_write(path, "info\n");
	snprintf(line, sizeof(line), "run %s --replay %s %s%s", options, path,
		 strcmp(command, UNTIL_SEEN) ? command : "cat ",
		 strcmp(command, UNTIL_SEEN) ? "" : fifo);
	status = unit_command(cmd_run, line, got, size);
	unlink(path);
	return status;
}

static void attempt(const void *arg)
{
	static char got[1 << 16];

	now = arg;
	EXPECT_INT(EXIT_FINE, run_it(now->options, "true", got, sizeof(got)));
	unit_expect(now->want, got);
	if (now->never && strstr(got, now->never))
		unit_fail(__FILE__, __LINE__, "'%s' in '%.900s'", now->never,
			  got);
}

static void attempt_laps(const void *arg)
{
	static const struct row all_there = { .last = true };
	const struct lap_row *row = arg;
	static char got[1 << 17];
	const char *at = got;

	now = &all_there;
	too_early = row->too_early;
	EXPECT_INT(row->status,
		   run_it(row->options, row->command, got, sizeof(got)));
	for (size_t i = 0; i < 5 && row->want[i]; i++) {
		const char *found = strstr(at, row->want[i]);

		if (!found)
			unit_fail(__FILE__, __LINE__, "no '%s' then in '%.3000s'",
				  row->want[i], got);
		at = found ? found + 1 : at;
	}
	if (row->never && strstr(got, row->never))
		unit_fail(__FILE__, __LINE__, "'%s' in '%.3000s'", row->never,
			  got);
}

int main(void)
{
	int fd;

	strcpy(fifo, "/tmp/tdacct-unit-fifo-XXXXXX");
	fd = mkstemp(fifo);
	if (fd < 0 || close(fd) || unlink(fifo) || mkfifo(fifo, 0600))
		abort();
	UNIT_RUN("run", rows, attempt);
	UNIT_RUN("run: interval", lap_rows, attempt_laps);
	unlink(fifo);
	return unit_end();
}
