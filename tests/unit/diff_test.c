// SPDX-License-Identifier: GPL-2.0
/*
 * tdacct diff of all that it reads: recordings, which a scene makes, outputs of --json, and
 * files of perf stat.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "text/text.h"
#include "scene.h"
#include "unit.h"

enum { EXIT_CHANGED = 3 };

static char folder[] = "/tmp/tdacct-diff-XXXXXX";

static void __attribute__((format(printf, 2, 3)))
put(struct text *t, const char *format, ...)
{
	char line[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	text_put(t, line);
}

/* Points to and fro, so that readings differ and tell little of the next one. */
static int off(unsigned int i)
{
	static const int by[] = { 3, -2, 1, -3, 2, 0, -1, 4, -4, 2, 0, -2 };

	return by[i % (sizeof(by) / sizeof(*by))];
}

/* ---- recordings ---------------------------------------------------------- */

/*
 * What two commands have in all by now. nginx is memory_bound for 30 %, or so many more, and
 * has 1,000 switches an interval; make is for 10 %.
 */
struct all {
	unsigned long slots[2], retiring[2], memory[2], switches[2];
};

static void go_on(struct all *a, unsigned int i, int points)
{
	static const unsigned int share[] = { 30, 10 };

	for (unsigned int c = 0; c < 2; c++) {
		unsigned long memory = 10000 *
			(share[c] + (c ? 0 : (unsigned int)points) + 5) + 2000 * (off(i + 5 * c) + 4);

		a->slots[c] += 1000000;
		a->memory[c] += memory - 58000;
		a->retiring[c] += 1000000 - (memory - 58000);
		a->switches[c] += 1000;
	}
}

static void put_reading(struct text *t, const struct all *a, unsigned int time)
{
	static const char *const comm[] = { "nginx", "make" };

	put(t, "ask GET_TOTALS do\nend 1 no\nat %u\nask GET_THREAD dump\n", time);
	for (unsigned int c = 0; c < 2; c++)
		put(t, "say id=%u tid=%u pid=%u comm=%s born_ns=1 cpu_ns=%lu lost_ns=0 cgroup=%u slots=%lu retiring=%lu backend_bound=%lu memory_bound=%lu bad_speculation=0 frontend_bound=0 switches=%lu\n",
		    c + 1, c + 11, c + 11, comm[c], a->slots[c] * 1000, c + 7,
		    a->slots[c], a->retiring[c], a->memory[c], a->memory[c],
		    a->switches[c]);
	put(t, "end 0\nask GET_CGROUP dump\n");
	for (unsigned int c = 0; c < 2; c++)
		put(t, "say id=%u cgroup=%u parent=1 path=%s cpu_ns=%lu lost_ns=0 slots=%lu retiring=%lu backend_bound=%lu memory_bound=%lu bad_speculation=0 frontend_bound=0 own.slots=0\n",
		    c + 7, c + 7, c ? "/user.slice" : "/system.slice/nginx.service",
		    a->slots[c] * 1000, a->slots[c], a->retiring[c], a->memory[c],
		    a->memory[c]);
	put(t, "end 0\nask GET_TOTALS do\nend 1 no\nask GET_CPU dump\nsay cpu=0 state=0 cpu_ns=%u lost_ns=0 slots=9 stats.switches=1\nend 0\n",
	    time);
}

/* @before intervals of ten seconds, and @after of them with so many points more. */
static void record(const char *name, unsigned int before, unsigned int after,
		   int points)
{
	static char got[1 << 16];
	struct text t = { .len = 0 };
	struct all a = { .slots = { 0 } };
	char line[256];

	put(&t, "info\nask SUBSCRIBE do\nend 0\n");
	put_reading(&t, &a, 10);
	for (unsigned int i = 0; i < before + after; i++) {
		go_on(&a, i, i < before ? 0 : points);
		put_reading(&t, &a, 20 + 10 * i);
	}
	text_add(&t, "", 1);
	snprintf(line, sizeof(line), "record -i 10 -o %s/%s", folder, name);
	EXPECT_INT(EXIT_FINE, scene_run(cmd_record, line, t.at, got, sizeof(got)));
	text_free(&t);
}

/* ---- outputs ------------------------------------------------------------- */

static FILE *create(const char *name)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "we");
	if (!f)
		abort();
	return f;
}

static void write_text(const char *name, const char *text)
{
	FILE *f = create(name);

	fputs(text, f);
	fclose(f);
}

/* Lines of `list -I --json`: nginx in two processes, and what is no command. */
static void write_list(const char *name, unsigned int nr, int points)
{
	FILE *f = create(name);

	for (unsigned int i = 0; i < nr; i++) {
		double memory = (30 + points + off(i) / 5.) / 100;

		fprintf(f, "{\"host\": \"%s\", \"model\": \"sapphirerapids\", \"kind\": \"processes\", \"rows\": [{\"kind\": \"process\", \"comm\": \"nginx\", \"slots\": 3000, \"cpu_time\": 1000, \"switches\": 2, \"memory_bound\": %f},{\"kind\": \"process\", \"comm\": \"nginx\", \"slots\": 1000, \"cpu_time\": 1000, \"switches\": 2, \"memory_bound\": %f},{\"kind\": \"process\", \"comm\": \"%s\", \"slots\": 500, \"cpu_time\": 9, \"switches\": 1, \"memory_bound\": null},{\"kind\": \"idle\", \"comm\": \"[idle]\", \"slots\": 500, \"memory_bound\": 0.5}]}\n",
			points ? "db8" : "db7", memory, memory + 0.04,
			points ? "new" : "old");
	}
	fclose(f);
}

#define TREE(_share) "[{\"name\": \"backend_bound\", \"share\": " _share ", \"unit\": \"slots\", \"error\": 0.01, \"children\": [{\"name\": \"memory_bound\", \"share\": " _share ", \"unit\": \"slots\", \"error\": 0.01, \"children\": [{\"name\": \"l1_bound\", \"share\": %s, \"error\": 0, \"children\": []}]}]}]"

/* `run -r 10 --json` of a program with this name. */
static void write_runs(const char *name, const char *comm, const char *l1,
		       double slots, unsigned int nr)
{
	static const char *const quantities[] = { "elapsed_ns", "cpu_ns", "slots" };
	FILE *f = create(name);

	fprintf(f, "{\"kind\": \"process\", \"comm\": \"%s\", \"model\": \"sapphirerapids\", \"counts\": {\"slots\": 1}, \"tree\": [],\n"
		"\"total\": {\"cpu_ns\": 7, \"counts\": {\"slots\": %.0f, \"switches\": 3}, \"tree\": " TREE("0.25") "},\n"
		"\"runs\": {\"number\": %u", comm, slots * nr, l1, nr);
	for (unsigned int q = 0; q < 3; q++) {
		fprintf(f, ", \"%s\": {\"values\": [", quantities[q]);
		for (unsigned int i = 0; i < nr; i++)
			fprintf(f, "%s%.0f", i ? ", " : "",
				slots * (1 + off(i) / 1000.));
		fprintf(f, "]}");
	}
	fprintf(f, ", \"shares\": {\"memory_bound\": {\"values\": [");
	for (unsigned int i = 0; i < nr; i++)
		fprintf(f, "%s%f", i ? ", " : "", 0.25 + off(i + 3) / 1000.);
	fprintf(f, "]}}}}\n");
	fclose(f);
}

/* perf stat -I 1000 -x, with as many intervals. */
static void write_perf(const char *name, unsigned int nr, int points)
{
	FILE *f = create(name);

	for (unsigned int i = 0; i < nr; i++) {
		unsigned int memory = 3000 + 100 * points + 10 * off(i);

		fprintf(f, "%u.000000001,10000,,slots,9,100.00,,\n%u.000000001,%u,,topdown-retiring,9,100.00,,\n%u.000000001,0,,topdown-bad-spec,9,100.00,,\n%u.000000001,0,,topdown-fe-bound,9,100.00,,\n%u.000000001,%u,,topdown-be-bound,9,100.00,,\n",
			i + 1, i + 1, 10000 - memory, i + 1, i + 1, i + 1, memory);
	}
	fclose(f);
}

/* ---- what is said -------------------------------------------------------- */

struct row {
	const char *name;
	const char *line;	/* @ is the folder; + a blank within a word */
	int status;
	const char *want[3];
	const char *never;
};

#define ROSE "* memory_bound of nginx rose from 30."
#define NO_CHANGE "No change is more than readings differ among themselves."
#define FEW "Nothing was tested, so nothing has a *"

static const struct row rows[] = {
	{ "two recordings", "@/old @/new", EXIT_FINE,
	  { ROSE, "* retiring of nginx fell from 70.0 to 57.0 %, more than readings differ among\n  themselves (p " }, "of make rose" },
	{ "a recording and itself", "@/old @/old", EXIT_FINE, { NO_CHANGE }, "\n* " },
	{ "a recording of as much", "@/old @/same", EXIT_FINE, { NO_CHANGE }, "\n* " },
	{ "the recording before the other", "@/new @/old", EXIT_FINE,
	  { "* memory_bound of nginx fell from 43." } },
	{ "two times of one recording", "@/both --to-a 200s --from-b 200s", EXIT_FINE,
	  { ROSE, ", 1970-01-01 00:00:10 to 1970-01-01 00:03:30, 20 intervals", ", 1970-01-01 00:03:30 to 1970-01-01 00:06:50, 20 intervals" } },
	{ "two times of day", "@/both --from-a 00:00:10 --to-a 00:03:30 --from-b 00:03:30 --to-b 00:06:50", EXIT_FINE, { ROSE } },
	{ "two times in which nothing changed", "@/both --to-a 100s --from-b 100s --to-b 200s", EXIT_FINE, { NO_CHANGE } },
	{ "a time in which nothing was recorded", "@/both --to-a 100s --from-b 1971-01-01T00:00", EXIT_FAILED,
	  { "/both: nothing was recorded in that time" } },
	{ "a time that is none", "@/both --to-a soon", EXIT_FAILED, { "--to-a expects a time such as 03:00" } },
	{ "by unit", "@/old @/new --by unit", EXIT_FINE, { "* memory_bound of nginx.service rose from 30." } },
	{ "by cgroup", "@/old @/new --by cgroup", EXIT_FINE, { "* memory_bound of /system.slice/nginx.service rose from 30." } },
	{ "only one command", "@/old @/new --comm make", EXIT_FINE, { NO_CHANGE }, "nginx" },
	{ "only one cgroup", "@/old @/new --cgroup /user.slice", EXIT_FINE, { NO_CHANGE }, "nginx" },
	{ "only rows of more slots", "@/old @/new --min-slots 21M", EXIT_FINE, { "A and B have no row of which the same is known." }, "nginx" },
	{ "the greatest change alone", "@/old @/new -n 1 --json", EXIT_FINE, { "\"row\": \"nginx\"" }, "\"row\": \"make\"" },
	{ "eight intervals", "@/new --to-a 80s --from-b 80s --to-b 160s", EXIT_FINE, { NO_CHANGE } },
	{ "seven intervals", "@/new --to-a 70s --from-b 80s --to-b 160s", EXIT_FINE, { FEW } },
	{ "slots for each request", "@/old @/new --per requests=10,5 --json", EXIT_FINE,
	  { "\"per\": \"requests\"", "\"slots_a\": 2000000.0", "\"slots_b\": 4000000.0" } },
	{ "slots for each second", "@/old @/new --per cpu-second", EXIT_FINE, { "A/cpu-second B/cpu-second" } },

	{ "a folder of recordings", "@/folder @/new", EXIT_FINE, { ROSE } },
	{ "lines of a list", "@/old.list @/new.list", EXIT_FINE,
	  { "* memory_bound of nginx rose from 31.0 to 44.0 %", "only A has: old\nonly B has: new\n", "A is of the machine db7, B of db8" }, "[idle]" },
	{ "a recording and lines of a list", "@/old @/new.list", EXIT_FINE, { ROSE, "only A has: make\nonly B has: new\n" } },
	{ "a list of one reading", "@/old.list @/one.list", EXIT_FINE, { FEW } },
	{ "ten runs each", "@/old.run @/slow.run", EXIT_FINE,
	  { "* slots per run of old, now slow rose from 1 M to 1.20 M (+20.0 %)", "only A has counted what these need: l1_bound" }, "memory_bound of old, now slow" },
	{ "ten runs of the same", "@/old.run @/same.run", EXIT_FINE, { NO_CHANGE } },
	{ "five runs each", "@/five.run @/five-slow.run", EXIT_FINE, { "* slots per run of old rose" } },
	{ "four runs, which are too few for two questions", "@/four.run @/five-slow.run --json", EXIT_FINE, { "\"tests\": 2" } },
	{ "three runs", "@/four.run @/three.run", EXIT_FINE, { FEW } },
	{ "perf's intervals", "@/old.perf @/new.perf --model icelake", EXIT_FINE, { "* backend_bound of all rose from 30.", "icelake, by command" }, "A/" },
	{ "perf's counts have the model of the other", "@/old.list @/new.perf", EXIT_FINE, { "sapphirerapids, by command", "only A has: nginx, old\nonly B has: all\n" } },

	{ "a change that is not to be", "@/old @/new --fail-if memory_bound>+5", EXIT_CHANGED,
	  { "memory_bound>+5: memory_bound of nginx rose" } },
	{ "the second of two", "@/old @/new --fail-if memory_bound>+50 --fail-if retiring<-5", EXIT_CHANGED,
	  { "retiring<-5: retiring of nginx fell" }, "memory_bound>+50: " },
	{ "one that may be", "@/old @/new --fail-if memory_bound>+50", EXIT_FINE, { ROSE }, "memory_bound>+50: " },
	{ "of another command", "@/old @/new --fail-if memory_bound+of+make>5", EXIT_FINE, { ROSE } },
	{ "of a command that is not there", "@/old @/new --fail-if memory_bound+of+cc1>5", EXIT_FAILED,
	  { "there is no memory_bound of 'cc1' that A and B both have" } },
	{ "of what is not counted", "@/old @/new --fail-if dram_bound>5", EXIT_FAILED,
	  { "there is no dram_bound of '*' that A and B both have" } },
	{ "a change that is wrong", "@/old @/new --fail-if memory_bound=5", EXIT_USAGE,
	  { "--fail-if 'memory_bound=5': a < or > is expected before '=5'" } },
	{ "in JSON", "@/old @/new --fail-if memory_bound>+5 --json", EXIT_CHANGED,
	  { "\"fail_if\": \"memory_bound>+5\"", "\"correction\": \"Holm\"", "\"sure\": true" } },

	{ "shares of another model", "@/old.list @/zen.json", EXIT_FAILED,
	  { "A has shares of the model sapphirerapids and B of zen4, which cannot be compared" } },
	{ "JSON that is cut off", "@/cut.json @/old.list", EXIT_FAILED, { "/cut.json: line 2: " } },
	{ "JSON that is none of ours", "@/other.json @/old.list", EXIT_FAILED, { "/other.json" } },
	{ "an output without rows", "@/empty.json @/old.list", EXIT_FAILED, { "/empty.json has no row with shares of sapphirerapids" } },
	{ "times of an output", "@/old.list --to-a 5s --from-b 5s", EXIT_FAILED, { "there are no times in it to choose from" } },
	{ "a cgroup of an output", "@/old.list @/new.list --cgroup /x", EXIT_FAILED, { "it does not tell which cgroup" } },
	{ "a file that is not there", "@/old @/none", EXIT_FAILED, { "cannot read '", "/none'" } },
	{ "a folder without recordings", "@/old @/hollow", EXIT_FAILED, { "there is no recording in the folder '" } },

	{ "nothing", "", EXIT_USAGE, { "which two?" } },
	{ "one alone", "@/old", EXIT_USAGE, { "/old' to be compared? With a second file" } },
	{ "three", "@/old @/new @/same", EXIT_USAGE, { "/same' is the third; two are compared" } },
	{ "by what it cannot be", "@/old @/new --by thread", EXIT_USAGE, { "--by expects command, cgroup or unit, not 'thread'" } },
	{ "a unit without numbers", "@/old @/new --per request", EXIT_USAGE, { "such as requests=12000,13000, not 'request'" } },
	{ "one number", "@/old @/new --per request=5", EXIT_USAGE, { "not 'request=5'" } },
	{ "no requests at all", "@/old @/new --per request=5,0", EXIT_USAGE, { "not 'request=5,0'" } },
	{ "three numbers", "@/old @/new --per request=5,6,7", EXIT_USAGE, { "not 'request=5,6,7'" } },
	{ "a number without a name", "@/old @/new --per =5,6", EXIT_USAGE, { "not '=5,6'" } },
	{ "a command of cgroups", "@/old @/new --by cgroup --comm a", EXIT_USAGE, { "a cgroup has no command" } },
};

/* unit_command() ends words at blanks, so + stands for one within --fail-if. */
static void try_row(const void *of)
{
	static char got[1 << 18];
	const struct row *r = of;
	char line[1024] = "diff ", *to = line + 5;
	bool value = false;

	for (const char *at = r->line; *at; at++) {
		value = *at == ' ' ? false : value || !strncmp(at, "memory_bound+of", 15);
		if (*at == '@')
			to += sprintf(to, "%s", folder);
		else
			*to++ = value && *at == '+' ? '\t' : *at;
	}
	*to = 0;
	if (to == line + 5)
		line[4] = 0;
	EXPECT_INT(r->status, unit_command(cmd_diff, line, got, sizeof(got)));
	for (unsigned int i = 0; i < 3 && r->want[i]; i++)
		unit_expect(r->want[i], got);
	if (r->never && strstr(got, r->never))
		unit_fail(__FILE__, __LINE__, "'%s' is in: %s", r->never, got);
}

static void write_all(void)
{
	char path[128];

	record("old", 20, 0, 0);
	record("same", 20, 0, 0);
	record("new", 0, 20, 13);
	record("both", 20, 20, 13);
	for (unsigned int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, i ? "hollow" : "folder");
		mkdir(path, 0700);
	}
	record("folder", 20, 0, 0);
	write_list("old.list", 20, 0);
	write_list("new.list", 20, 13);
	write_list("one.list", 1, 13);
	write_runs("old.run", "old", "0.1", 1e6, 10);
	write_runs("same.run", "old", "0.1", 1e6, 10);
	write_runs("slow.run", "slow", "null", 1.2e6, 10);
	write_runs("four.run", "old", "0.1", 1e6, 4);
	write_runs("five.run", "old", "0.1", 1e6, 5);
	write_runs("five-slow.run", "old", "0.1", 2e6, 5);
	write_runs("three.run", "old", "0.1", 2e6, 3);
	write_perf("old.perf", 20, 0);
	write_perf("new.perf", 20, 13);
	write_text("zen.json", "{\"model\": \"zen4\", \"rows\": [{\"comm\": \"nginx\", \"slots\": 5}]}");
	write_text("cut.json", "{\"model\": \"sapphirerapids\", \"rows\": [{\"comm\": \"nginx\", \"slots\": 5}]}\n{\"model\": ");
	write_text("other.json", "{\"rows\": [1, 2, 3]}");
	write_text("empty.json", "{\"model\": \"sapphirerapids\", \"rows\": []}");
}

int main(void)
{
	char line[64];

	setenv("TZ", "UTC", 1);
	if (!mkdtemp(folder))
		abort();
	write_all();
	UNIT_RUN("diff", rows, try_row);
	snprintf(line, sizeof(line), "rm -rf %s", folder);
	return unit_end() || system(line);
}
