// SPDX-License-Identifier: GPL-2.0
/*
 * What is told of a command: what was measured of it is made up here, in the place
 * of the module, and the command is "true", or where it shall run for a while
 * "sleep".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/child.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
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
	const char *command;	/* NULL: "true" */
	const char *then[4];	/* are told behind @want, in this order */
	bool too_early;		/* the first reading has no numbers yet */
	int status;
};

typeof(child_measure) __wrap_child_measure;
typeof(child_read) __wrap_child_read;
typeof(child_look) __wrap_child_look;

static const struct row *now;

static void fill(struct sample *s, uint64_t slots, uint64_t of_children)
{
	memset(s, 0, sizeof(*s));
	s->kind = SAMPLE_PROCESS;
	s->have = UINT64_MAX;
	s->counts.have = s->children.have = UINT64_MAX;
	s->counts.value[0] = slots;
	s->children.value[0] = of_children;
	s->pid = 7;
	s->cpu_ns = slots * 1000000;
}

int __wrap_child_measure(struct child *c, struct client *client)
{
	(void)client;
	fill(&c->born, 0, 0);
	return 0;
}

/* 300 slots more in each interval; in the second one the first child ends. */
int __wrap_child_look(struct child *c, struct client *client, struct sample *to)
{
	static unsigned int nr;

	(void)c;
	(void)client;
	if (now->too_early && !nr) {
		nr++;
		return -EAGAIN;
	}
	nr++;
	fill(to, 300 * nr, nr > 1 ? 200 : 0);
	to->children_nr = nr > 1;
	return 0;
}

/* 1000 slots and a second of its own, 500 and some time of its children. */
int __wrap_child_read(struct child *c, struct client *client)
{
	struct sample *s = &c->sample;

	(void)client;
	fill(s, 1000, 500);
	s->children_nr = 3;
	s->children_cpu_ns = now->children_ns;
	s->children_lost_ns = now->children_ns / 4;
	c->waited_ns = now->waited_ns;
	c->last = now->last;
	c->elapsed_ns = 2e9;
	c->user_ns = 2.5e9;
	c->system_ns = 5e8;
	return 0;
}

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
	{ "CSV has the trees", "-x, -l 1", 100e6, 100000000, true, "time,interval_s,kind,id,name,node,share,error,unit,flagged,cpu_ns,coverage,slots,cycles,mean,deviation\n,2,total,,,frontend_bound,0.25,0.3333333333,slots,1,1100000000,0.9772727273,1500,0,0.25,\n,", "of CPU time" },
	{ "the command in CSV", "--csv", 0, 0, true, "\n,2,process,7,,frontend_bound,0.25,0.3333333333,slots,1,1000000000,1,1000,0,,\n,2,process,7,,fetch_latency,", NULL },
	{ "its times in CSV", "-x;", 0, 0, true, "\n;2;run;;;elapsed_ns;2000000000;;;;;;;;2000000000;\n;2;run;;;user_ns;2500000000;;;;;;;;2500000000;\n", NULL },
	{ "several runs in CSV", "-r 2 -x,", 0, 0, true, "\n,4,run,,,elapsed_ns,4000000000,,,,,,,,2000000000,0\n", NULL },
	{ "CSV has no place for notes", "-x,", 0, 0, false, "tdacct: the counts of its last moments may be missing\ntime,", NULL },
	{ "perf's -a is none", "-a", 0, 0, true, "tdacct: -a is --all here, and shows the command alone; tdacct show -a -i 5 shows the system\n", NULL },
	{ "--all is no question", "--all", 0, 0, true, "store_bound", "tdacct show -a" },
	{ "the total stands above the command", "-l 1", 100e6, 100000000, true, "are included\n\nprocess 7 ", NULL },
	{ "in JSON", "--json", 100e6, 100000000, true, "\"exit_status\": 0", "missing\n" },
	{ "an interval that its end cuts short", "-i 1000 -l 1", 100e6, 100000000, true, "CPU time 1.10 s, coverage 97.7 %\n1500 slots, 0.0 % unclassified", NULL },
	{ "intervals, then the trees of all of it", "-I 3600000 -l 1", 100e6, 100000000, true, "\n\nfrom the beginning to the end:\ntotal: process 7 ", NULL },
	{ "no interval, no heading", "-l 1", 100e6, 100000000, true, "total: process 7 ", "from the beginning" },
	{ "so many intervals, then to the end", "-i 10ms --count 2 -j", 0, 0, true, "{\"kind\":\"process\",", "total\":null", "sleep 1", { "\"counts\":{\"slots\":300,", "\n{\"kind\":\"process\",", "\"counts\":{\"slots\":300,", "\n{\"kind\":\"process\",\"id\":0,\"pid\":7,\"comm\":\"\",\"born_ns\":0,\"threads\":0,\"exited_threads\":0,\"cpu_ns\":1000000000," } },
	{ "a child is in the interval in which it ends", "-i 10ms --count 2 -l 1", 0, 0, true, "process 7 , threads: 0\nin ", NULL, "sleep 1", { "\n300 slots,", "\n\ntotal: process 7  and its children, in ", "\n500 slots,", "\n\nfrom the beginning to the end:\ntotal: process 7  and its children, CPU time 1 s, coverage 100.0 %\n1500 slots," } },
	{ "CSV of intervals has one line of names", "-i 10ms --count 2 -x,", 0, 0, true, "time,interval_s,kind,id,name,node,share,error,unit,flagged,cpu_ns,coverage,slots,cycles,mean,deviation\n", NULL, "sleep 1", { ",total,,,frontend_bound,", ",300,0,,\n", ",500,0,,\n", ",1500,0,0.25,\n" } },
	{ "what is not there yet is in the next interval", "-i 10ms --count 1 -l 1", 0, 0, true, "\n800 slots,", "\n300 slots", "sleep 1", { "from the beginning", "\n1500 slots" }, true },
	{ "runs have their intervals", "-i 1000 -r 2 -l 1", 0, 0, true, "total: process 7", NULL, NULL, { "\n1500 slots,", "\n1500 slots,", "from the beginning", "\n3000 slots" } },
	{ "intervals of the reader's own", "-I 0 -l 1", 0, 0, true, "expects a number from 1 to", NULL, NULL, { NULL }, false, EXIT_USAGE },
	{ "intervals that are counted, and none", "--count 2", 0, 0, true, "--count needs --interval", NULL, NULL, { NULL }, false, EXIT_USAGE },
};
/* clang-format on */

static void expect_then(const char *got)
{
	const char *at = strstr(got, now->want);

	for (size_t i = 0; at && i < 4 && now->then[i]; i++) {
		at = strstr(at + 1, now->then[i]);
		if (!at)
			unit_fail(__FILE__, __LINE__, "no '%s' then in '%.3000s'",
				  now->then[i], got);
	}
}

static void attempt(const void *arg)
{
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	static char got[1 << 16];
	int fd = mkstemp(path);
	char line[256];

	if (fd < 0)
		abort();
	close(fd);
	now = arg;
	scene_write(path, "info\n");
	snprintf(line, sizeof(line), "run %s --replay %s %s", now->options,
		 path, now->command ? now->command : "true");
	EXPECT_INT(now->status, unit_command(cmd_run, line, got, sizeof(got)));
	unlink(path);
	if (!strstr(got, now->want))
		unit_fail(__FILE__, __LINE__, "no '%s' in '%.900s'", now->want,
			  got);
	expect_then(got);
	if (now->never && strstr(got, now->never))
		unit_fail(__FILE__, __LINE__, "'%s' in '%.900s'", now->never,
			  got);
}

int main(void)
{
	UNIT_RUN("run", rows, attempt);
	return unit_end();
}
