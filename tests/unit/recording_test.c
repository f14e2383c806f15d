// SPDX-License-Identifier: GPL-2.0
/*
 * What is recorded of a scene comes out of the report: sums that are worked out by hand,
 * whatever became of the file meanwhile.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/rotation.h"
#include "history/frames.h"
#include "history/quantise.h"
#include "history/readings.h"
#include "history/step.h"
#include "tasks/clock.h"
#include "tasks/tracker.h"
#include "message.h"
#include "scene.h"
#include "unit.h"

#define TOTALS(_live, _exited, _idle) "ask GET_TOTALS do\nsay bare before.slots=0 live.slots=" #_live " exited.slots=" #_exited " idle.slots=" #_idle " untracked.slots=0 after.slots=0\nend 0\n"
#define THREAD(_id, _tid, _pid, _comm, _cgroup, _slots, _ret) "say id=" #_id " tid=" #_tid " pid=" #_pid " comm=" _comm " born_ns=" #_id " cpu_ns=" #_slots "000000 lost_ns=0 cgroup=" #_cgroup " slots=" #_slots " retiring=" #_ret " switches=1\n"
#define CGROUP(_id, _parent, _path, _slots) "say id=" #_id " cgroup=" #_id " parent=" #_parent " path=" _path " cpu_ns=" #_slots "000000 lost_ns=0 slots=" #_slots " own.slots=0\n"
#define CPU(_cpu, _slots, _idle) "say cpu=" #_cpu " state=0 cpu_ns=" #_slots "000000 lost_ns=0 slots=" #_slots " idle.slots=" #_idle " stats.switches=1\n"
#define NO_TOTALS "ask GET_TOTALS do\nend 1 no\n"
#define READING(_time, _totals, _threads, _cgroups, _cpus) \
	_totals "at " #_time "\nask GET_THREAD dump\n" _threads "end 0\n" \
	"ask GET_CGROUP dump\n" _cgroups "end 0\n" _totals \
	"ask GET_CPU dump\n" _cpus "end 0\n"

/*
 * Three intervals of 10 s. a is two threads of one process, b another process, and c ends
 * in the second interval. An idle task has the rest of CPU 1.
 */
#define SCENE "info\nask SUBSCRIBE do\nend 0\n" \
	READING(10, TOTALS(600, 0, 50), \
		THREAD(1, 11, 11, "a", 7, 100, 50) THREAD(2, 12, 11, "a", 7, 200, 100) \
		THREAD(3, 13, 13, "b", 8, 300, 30), \
		CGROUP(1, 0, "/", 600) CGROUP(7, 1, "/x.service", 300) CGROUP(8, 1, "/y.slice", 300), \
		CPU(0, 600, 0) CPU(1, 50, 50)) \
	READING(20, TOTALS(1000, 0, 150), \
		THREAD(1, 11, 11, "a", 7, 200, 100) THREAD(2, 12, 11, "a", 7, 400, 200) \
		THREAD(3, 13, 13, "b", 8, 300, 30) THREAD(4, 14, 14, "c", 8, 100, 90), \
		CGROUP(1, 0, "/", 1000) CGROUP(7, 1, "/x.service", 600) CGROUP(8, 1, "/y.slice", 400), \
		CPU(0, 1000, 0) CPU(1, 150, 150)) \
	"hear kind=0 seq=1 id=4 tid=14 pid=14 comm=c born_ns=4 cpu_ns=130000000 lost_ns=0 cgroup=8 slots=130 retiring=120 switches=2\n" \
	READING(30, TOTALS(1400, 130, 250), \
		THREAD(1, 11, 11, "a", 7, 200, 100) THREAD(2, 12, 11, "a", 7, 900, 600) \
		THREAD(3, 13, 13, "b", 8, 300, 30), \
		CGROUP(1, 0, "/", 1530) CGROUP(7, 1, "/x.service", 1100) CGROUP(8, 1, "/y.slice", 430), \
		CPU(0, 1530, 0) CPU(1, 250, 250)) \
	READING(40, TOTALS(2400, 130, 350), \
		THREAD(1, 11, 11, "a", 7, 200, 100) THREAD(2, 12, 11, "a", 7, 900, 600) \
		THREAD(3, 13, 13, "b", 8, 1300, 530), \
		CGROUP(1, 0, "/", 2530) CGROUP(7, 1, "/x.service", 1100) CGROUP(8, 1, "/y.slice", 1430), \
		CPU(0, 2530, 0) CPU(1, 350, 350))

static char folder[] = "/tmp/tdacct-recording-XXXXXX";

static const char *in_folder(const char *name)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

/* Records the scene as the file @name; what is said goes to @got. */
static int record(const char *options, const char *name, char *got, size_t size)
{
	char line[256];

	snprintf(line, sizeof(line), "record -i 10 %s -o %s", options,
		 in_folder(name));
	return scene_run(cmd_record, line, SCENE, got, size);
}

static int report_as(const char *options, const char *name, char *got, size_t size)
{
	char line[512];

	snprintf(line, sizeof(line), "report %s %s", in_folder(name), options);
	return unit_command(cmd_report, line, got, size);
}

static int report(const char *options, const char *name, char *got, size_t size)
{
	char csv[512];

	snprintf(csv, sizeof(csv), "--csv %s", options);
	return report_as(csv, name, got, size);
}

/* ---- what is shown ------------------------------------------------------- */

struct shown {
	const char *name;
	const char *options;
	const char *want;
	int status;
};

#define SLOTS "--columns name,slots,retiring "
#define HEAD "time,interval_s,name,slots,retiring\n"
#define REST "40.000,30,[exited],0,\n40.000,30,[idle],300,0.25\n40.000,30,[untracked],0,\n"

static const struct shown shown[] = {
	{ "by command, in which two threads are together", SLOTS,
	  HEAD "40.000,30,b,1000,0.625\n40.000,30,a,800,0.765625\n40.000,30,c,130,0.9423076923\n" REST },
	{ "by process", "--by process --columns pid,slots,cgroup,cpu_time",
	  "time,interval_s,pid,slots,cgroup,cpu_time\n40.000,30,13,1000,/y.slice,1000000000\n40.000,30,11,800,/x.service,800000000\n40.000,30,14,130,/y.slice,130000000\n40.000,30,,0,,\n40.000,30,,300,,\n40.000,30,,0,,\n" },
	{ "by thread", "--by thread --columns tid,pid,comm,slots,state,born --rows 4",
	  "time,interval_s,tid,pid,comm,slots,state,born\n40.000,30,13,13,b,1000,,3\n40.000,30,12,11,a,700,,2\n40.000,30,14,14,c,130,dead,4\n40.000,30,11,11,a,100,,1\n" },
	{ "by cgroup, with what is below", "--by cgroup --columns cgroup,slots",
	  "time,interval_s,cgroup,slots\n40.000,30,/,1930\n40.000,30,/y.slice,1130\n40.000,30,/x.service,800\n" },
	{ "by unit, without what is below", "--by unit --columns comm,slots,retiring",
	  "time,interval_s,comm,slots,retiring\n40.000,30,y.slice,1130,0.6615044248\n40.000,30,x.service,800,0.765625\n" REST },
	{ "by CPU", "--by cpu --columns cpu,slots,idle",
	  "time,interval_s,cpu,slots,idle\n40.000,30,0,1930,0\n40.000,30,1,300,1\n" },
	{ "by time, the earliest first", "--by time --columns name,slots",
	  "time,interval_s,name,slots\n40.000,30,01-01 00:00:10,500\n40.000,30,01-01 00:00:20,630\n40.000,30,01-01 00:00:30,1100\n" },
	{ "by twenty seconds", "--by time --every 20s --columns name,slots",
	  "time,interval_s,name,slots\n40.000,30,01-01 00:00:00,500\n40.000,30,01-01 00:00:20,1730\n" },
	{ "one command by time", "--by time --comm a --columns name,slots",
	  "time,interval_s,name,slots\n40.000,30,01-01 00:00:10,300\n40.000,30,01-01 00:00:20,500\n" },
	{ "one cgroup by time", "--by time --cgroup /y.slice --columns name,slots",
	  "time,interval_s,name,slots\n40.000,30,01-01 00:00:10,100\n40.000,30,01-01 00:00:20,30\n40.000,30,01-01 00:00:30,1000\n" },
	{ "a pattern of commands, without the others", SLOTS "--comm [bc]",
	  HEAD "40.000,30,b,1000,0.625\n40.000,30,c,130,0.9423076923\n" },
	{ "two cgroups", SLOTS "--cgroup /x.service,/y.slice --rows 1",
	  HEAD "40.000,30,b,1000,0.625\n" },
	{ "exactly as many slots", SLOTS "--min-slots 800 --comm *",
	  HEAD "40.000,30,b,1000,0.625\n40.000,30,a,800,0.765625\n" },
	{ "one slot more", SLOTS "--min-slots 801 --comm *",
	  HEAD "40.000,30,b,1000,0.625\n" },
	{ "sorted by name, the other way round", SLOTS "--sort comm --reverse --comm *",
	  HEAD "40.000,30,c,130,0.9423076923\n40.000,30,b,1000,0.625\n40.000,30,a,800,0.765625\n" },
	{ "the last ten seconds", SLOTS "--from -10s --comm *",
	  HEAD "40.000,10,b,1000,0.625\n" },
	{ "up to ten seconds before the end", SLOTS "--to -10s --comm *",
	  HEAD "30.000,20,a,800,0.765625\n30.000,20,c,130,0.9423076923\n" },
	{ "from ten seconds behind the beginning", SLOTS "--from 10s --to 20s --comm *",
	  HEAD "30.000,10,a,500,0.85\n30.000,10,c,30,1\n" },
	{ "times of day", SLOTS "--from 00:00:20 --to 1970-01-01T00:00:30 --comm *",
	  HEAD "30.000,10,a,500,0.85\n30.000,10,c,30,1\n" },
	{ "an interval is where its middle is", SLOTS "--from 00:00:25 --to 00:00:26 --comm c",
	  HEAD "30.000,10,c,30,1\n" },
	{ "a time in which nothing was recorded", "--from 1970-01-01T00:00:41",
	  "tdacct: nothing was recorded in that time\n", EXIT_FAILED },
	{ "no time", "--from noon",
	  "tdacct: --from expects a time such as 03:00, '2026-11-28 03:00', 10m or -10m, not 'noon'\n", EXIT_FAILED },
};

/* The rows before have the file. */
static void try_shown(const void *row)
{
	static char got[1 << 16];
	const struct shown *r = row;

	EXPECT_INT(r->status, report(r->options, "scene", got, sizeof(got)));
	EXPECT_TEXT(r->want, got);
}

/* ---- trees ---------------------------------------------------------------- */

static const struct tree_row {
	const char *name;
	const char *options;
	int status;
	const char *want[3];	/* in this order */
	const char *never;
} trees[] = {
	{ "the whole system", "-l 1", EXIT_FINE, { "system of 2 CPUs\nin 30.000 s: ", "2230 slots, ", ", 13.5 % idle slots, 0.0 % untracked;" } },
	{ "a thread", "-t 12 -l 1", EXIT_FINE, { "thread 12 a, of process 11\nin 30.000 s: CPU time 700 ms,", "\n700 slots,", "78.6 %" }, "x.service" },
	{ "two threads", "-t 12,14 -l 1", EXIT_FINE, { "threads 12,14 together\n", "\n830 slots,", "81.0 %" } },
	{ "a process", "-p 11 -l 1", EXIT_FINE, { "process 11 a\n", "\n800 slots,", "76.6 %" } },
	{ "a cgroup", "-G x.service -l 1", EXIT_FINE, { "cgroup /x.service, all below it included\n", "\n800 slots," } },
	{ "a cgroup and one below it", "-G /,/y.slice -l 1", EXIT_FINE, { "cgroup /, all below it included\n", "\n1930 slots," } },
	{ "a CPU", "-C 1 -l 1", EXIT_FINE, { "CPU 1\n", "\n300 slots,", ", 100.0 % idle slots;" }, "untracked" },
	{ "two CPUs", "-C 0,1 -l 1", EXIT_FINE, { "CPUs 0,1, counted: 2\n", "\n2230 slots,", ", 13.5 % idle slots;" }, "untracked" },
	{ "each CPU", "--each -l 1", EXIT_FINE, { "CPU 0\n", "\n1930 slots,", "\nCPU 1\n" }, "2230 slots" },
	{ "intervals", "-t 12 -I 10000 -l 1", EXIT_FINE, { "00:00:20\nthread 12 a, of process 11\nin 10.000 s:", "\n200 slots,", "00:00:30\nthread 12 a, of process 11\nin 10.000 s: CPU time 500 ms," }, "00:00:40" },
	{ "the first interval", "-t 12 -i 20 -l 1", EXIT_FINE, { "in 20.000 s: CPU time 700 ms" }, "in 10.000 s" },
	{ "JSON", "-t 14 --json", EXIT_FINE, { "\"tid\": 14,", "\"time_ns\": 40000000000,\n  \"interval_s\": 30.0,", "\"slots\": 130," } },
	{ "a thread that there was not", "-t 99", EXIT_FAILED, { " has nothing of thread 99; tdacct report --by thread shows what it has\n" } },
	{ "an option that needs the module", "--until-end -t 12", EXIT_USAGE, { "--from cannot be combined with --replay" } },
};

static void try_tree(const void *row)
{
	static char got[1 << 17];
	const struct tree_row *r = row;
	const char *at = got;
	char line[256];

	snprintf(line, sizeof(line), "show --from %s %s", in_folder("scene"),
		 r->options);
	EXPECT_INT(r->status, unit_command(cmd_show, line, got, sizeof(got)));
	for (size_t i = 0; i < 3 && r->want[i]; i++) {
		const char *found = strstr(at, r->want[i]);

		if (!found)
			unit_fail(__FILE__, __LINE__, "no '%s' then in '%.2000s'",
				  r->want[i], got);
		at = found ? found + 1 : at;
	}
	EXPECT(!r->never || !strstr(got, r->never));
}

/* ---- other forms --------------------------------------------------------- */

#define HEAT_END "\nblank: nothing was done; ?: not known; a column is 10 s\n"
#define LONG "time,interval_s,host,name,slots,retiring\n"

/* These say themselves in which form. */
static const struct shown forms[] = {
	{ "CSV of each interval", SLOTS "--csv --intervals",
	  LONG "20.000,10,,a,300,0.625\n20.000,10,,c,100,0.925\n20.000,10,,[exited],0,\n20.000,10,,[idle],100,0.25\n20.000,10,,[untracked],0,\n"
	  "30.000,10,,a,500,0.85\n30.000,10,,c,30,1\n30.000,10,,[exited],0,\n30.000,10,,[idle],100,0.25\n30.000,10,,[untracked],0,\n"
	  "40.000,10,,b,1000,0.625\n40.000,10,,[exited],0,\n40.000,10,,[idle],100,0.25\n40.000,10,,[untracked],0,\n" },
	{ "CSV of each twenty seconds, in which a process has one row", "--by process --csv --intervals --every 20s --comm * --columns pid,slots",
	  "time,interval_s,host,pid,slots\n20.000,10,,11,300\n20.000,10,,14,100\n40.000,20,,13,1000\n40.000,20,,11,500\n40.000,20,,14,30\n" },
	{ "CSV of the largest row of each interval", SLOTS "--csv --intervals --rows 1 --from 10s",
	  LONG "30.000,10,,a,500,0.85\n40.000,10,,b,1000,0.625\n" },
	{ "objects on lines", "--ndjson --comm a --columns comm,slots,retiring",
	  "{\"time_ns\":20000000000,\"interval_s\":10.0,\"host\":\"\",\"kind\":\"threads\",\"comm\":\"a\",\"slots\":300,\"retiring\":0.625}\n"
	  "{\"time_ns\":30000000000,\"interval_s\":10.0,\"host\":\"\",\"kind\":\"threads\",\"comm\":\"a\",\"slots\":500,\"retiring\":0.85}\n" },
	{ "objects on lines with counts", "--ndjson --comm b --columns comm --counts",
	  "{\"time_ns\":40000000000,\"interval_s\":10.0,\"host\":\"\",\"kind\":\"threads\",\"comm\":\"b\",\"counts\":{\"slots\":1000,\"retiring\":500,\"bad_speculation\":0,\"frontend_bound\":0,\"backend_bound\":0,\"heavy_operations\":0,\"branch_mispredicts\":0,\"fetch_latency\":0,\"memory_bound\":0,\"instructions\":0,\"cycles\":0,\"switches\":0,\"unclassified\":0,\"blur\":0}}\n" },
	{ "folded stacks", "--folded --comm [bc]",
	  "machine;y.slice;b;frontend_bound;fetch_latency 125\nmachine;y.slice;b;bad_speculation;branch_mispredicts 125\nmachine;y.slice;b;retiring;heavy_operations 125\nmachine;y.slice;b;retiring;light_operations 500\nmachine;y.slice;b;backend_bound;memory_bound 125\n"
	  "machine;y.slice;c;frontend_bound;fetch_latency 3\nmachine;y.slice;c;bad_speculation;branch_mispredicts 2\nmachine;y.slice;c;retiring;heavy_operations 2\nmachine;y.slice;c;retiring;light_operations 120\nmachine;y.slice;c;backend_bound;memory_bound 3\n" },
	{ "a heat map of shares", "--heat retiring --comm *",
	  "retiring by command, 1970-01-01 00:00:10 to 1970-01-01 00:00:40, 3 intervals, 30 s:\n"
	  "COMMAND      ALL 00:00:10\n                 ---\nb         62.5 %   o\na         76.6 % o#\nc         94.2 % @@\n\n"
	  ".:-=+*o%#@  ten steps from 0 to 100.0 %" HEAT_END },
	{ "a heat map of CPU time", "--heat used --rows 2",
	  "used by command, 1970-01-01 00:00:10 to 1970-01-01 00:00:40, 3 intervals, 30 s:\n"
	  "COMMAND      ALL 00:00:10\n                 ---\nb          3.3 %   @\na          2.7 % =*\n\n"
	  ".:-=+*o%#@  ten steps from 0 to 10.0 %" HEAT_END "4 more rows: --rows 6 shows them, too\n" },
	{ "a heat map of CPUs", "--heat slots --by cpu",
	  "slots by cpu, 1970-01-01 00:00:10 to 1970-01-01 00:00:40, 3 intervals, 30 s:\n"
	  "CPU        ALL 00:00:10\n               ---\nCPU 0     1930 +*@\nCPU 1      300 :::\n\n"
	  ".:-=+*o%#@  ten steps from 0 to 1000" HEAT_END },
	{ "a column of texts as a heat map", "--heat comm",
	  "tdacct: --heat shows numbers, and 'comm' has none to compare\n", EXIT_USAGE },
	{ "a column of ids as a heat map", "--heat pid",
	  "tdacct: --heat shows numbers, and 'pid' has none to compare\n", EXIT_USAGE },
	{ "a time in which nothing was recorded", "--ndjson --from 1970-01-01T00:00:41",
	  "tdacct: nothing was recorded in that time\n", EXIT_FAILED },
};

static void try_form(const void *row)
{
	static char got[1 << 16];
	const struct shown *r = row;

	EXPECT_INT(r->status, report_as(r->options, "scene", got, sizeof(got)));
	EXPECT_TEXT(r->want, got);
}

/* Lines can be told apart by their hosts; a map has room for one of two at a time. */
static void try_overlap(const void *row)
{
	static char got[1 << 16];
	const char *said = "tdacct: recordings overlap in time, or a clock was set back: what was done then is not added up\n";
	char options[128];

	(void)row;
	snprintf(options, sizeof(options), "%s --heat used", in_folder("scene"));
	EXPECT_INT(EXIT_FINE, report_as(options, "scene", got, sizeof(got)));
	unit_expect(said, got);
	snprintf(options, sizeof(options), "%s --ndjson", in_folder("scene"));
	EXPECT_INT(EXIT_FINE, report_as(options, "scene", got, sizeof(got)));
	EXPECT(!strstr(got, said));
	EXPECT_INT(EXIT_FINE, report_as("--heat used", "scene", got, sizeof(got)));
	EXPECT(!strstr(got, said));
}

static const char *const overlaps[] = { "overlap, which is told where it matters" };

/* What a trace has for a row of the report. */
struct traced {
	const char *name;
	const char *options;
	const char *names;	/* of the series, in their order */
	unsigned int counters, slices;
	double slots;		/* of all together */
};

static const struct traced traced[] = {
	{ "all rows", "--chrome-trace", "b a c [exited] [idle] [untracked]", 12, 8, 2230 },
	{ "one, and all others together", "--chrome-trace --rows 1", "b other", 6, 4, 2230 },
	{ "cgroups, which have others in them", "--chrome-trace --rows 1 --by cgroup", "/", 4, 3, 1930 },
	{ "of all in one window", "--chrome-trace --every 1h --comm a", "a", 2, 1, 800 },
};

/* Viewers want a phase, a time and a process of each, and times that rise in each series. */
static void try_traced(const void *row)
{
	static char got[1 << 16];
	const struct traced *r = row;
	char names[256] = "";
	unsigned int counters = 0, slices = 0;
	double slots = 0, last[8] = { 0 }, rate[8] = { 0 }, value;
	json_t *trace, *event, *of;
	const char *key;
	size_t i;

	EXPECT_INT(EXIT_FINE, report_as(r->options, "scene", got, sizeof(got)));
	trace = json_loads(got, 0, NULL);
	if (!EXPECT(trace))
		return;
	json_array_foreach(json_object_get(trace, "traceEvents"), i, event) {
		const char *phase = json_string_value(json_object_get(event, "ph"));
		json_int_t pid = json_integer_value(json_object_get(event, "pid"));
		double at = json_number_value(json_object_get(event, "ts"));
		json_t *args = json_object_get(event, "args");

		if (!EXPECT(phase && pid > 0 && pid < 8 && json_is_integer(json_object_get(event, "ts"))))
			continue;
		if (*phase == 'M' && json_object_get(args, "name"))
			snprintf(names + strlen(names), sizeof(names) - strlen(names),
				 "%s%s", *names ? " " : "",
				 json_string_value(json_object_get(args, "name")));
		EXPECT(at >= last[pid] && strchr("MCX", *phase));
		if (*phase == 'X') {
			slices++;
			EXPECT(json_integer_value(json_object_get(event, "dur")) > 0);
		}
		if (*phase != 'C')
			continue;
		counters++;
		slots += rate[pid] * (at - last[pid]) / 1e6;
		last[pid] = at;
		rate[pid] = 0;
		json_object_foreach(args, key, of) {
			value = json_number_value(of);
			EXPECT(value >= 0);
			rate[pid] += value;
		}
	}
	EXPECT_TEXT(r->names, names);
	EXPECT_INT(r->counters, counters);
	EXPECT_INT(r->slices, slices);
	/* a counter that ended has nothing from then on */
	for (i = 0; i < 8; i++)
		EXPECT_INT(0, rate[i]);
	EXPECT_NEAR(r->slots, slots, 1e-6);
	json_decref(trace);
}

/* ---- what is refused ----------------------------------------------------- */

static const struct shown refused[] = {
	{ "no recording", "", "which recording?", EXIT_USAGE },
	{ "what a row is of", "x --by fork", "--by expects command, process, thread, cgroup, unit, cpu or time, not 'fork'", EXIT_USAGE },
	{ "a command on a CPU", "x --by cpu --comm a", "it was not recorded", EXIT_USAGE },
	{ "a cgroup on a CPU", "x --by cpu --cgroup /", "it was not recorded", EXIT_USAGE },
	{ "a command of cgroups", "x --by cgroup --comm a", "a cgroup has no command", EXIT_USAGE },
	{ "times of what is not by time", "x --every 5s", "--every needs --by time", EXIT_USAGE },
	{ "times of a heat map", "x --heat used --every 5s", "--every needs --by time", EXIT_USAGE },
	{ "intervals of a table", "x --intervals", "--intervals needs --csv", EXIT_USAGE },
	{ "two forms", "x --folded --heat used", "give only one of --folded and --heat", EXIT_USAGE },
	{ "a form as CSV", "x --chrome-trace --csv", "--chrome-trace cannot be combined with --json or --csv", EXIT_USAGE },
	{ "NDJSON as CSV", "x --ndjson --csv", "give only one of --json and --csv", EXIT_USAGE },
	{ "stacks of what the user says", "x --folded --by command", "--by cannot be combined with --folded", EXIT_USAGE },
	{ "a trace by time", "x --chrome-trace --by time", "--by time cannot be combined with --chrome-trace", EXIT_USAGE },
	{ "counts without JSON", "x --counts", "--counts needs --json", EXIT_USAGE },
	{ "a file that is not there", "/tmp/no-such-file", "'/tmp/no-such-file' is no recording of tdacct record", EXIT_FAILED },
	{ "a device", "/dev/zero", "'/dev/zero' is no recording", EXIT_FAILED },
};

static void try_refused(const void *row)
{
	static char got[1 << 16];
	const struct shown *r = row;
	char line[512];

	snprintf(line, sizeof(line), "report %s", r->options);
	EXPECT_INT(r->status, unit_command(cmd_report, line, got, sizeof(got)));
	unit_expect(r->want, got);
}

/* ---- what becomes of a file ---------------------------------------------- */

struct spoilt {
	const char *name;
	long cut;		/* bytes at the end that are missing */
	long flip;		/* from where on 4 bytes become others; -1: none */
	long insert;		/* bytes that belong to nothing come before the second frame, */
	bool later;		/* in a frame as later versions may have */
	bool twice;		/* the file is there two times, one behind the other */
	const char *want[3];
	const char *never;
};

static const struct spoilt spoilt[] = {
	{ "the last byte is missing", 1, -1, 0, false, false,
	  { "a,800,", "c,130,", "the file ends within a frame" }, "b,1000" },
	{ "a head of a frame is missing but for a byte", -1, -1, 0, false, false,
	  { "a,800,", "c,130,", "the file ends within a frame" }, "b,1000" },
	{ "bytes of a frame are others", 0, 40, 0, false, false,
	  { "c,30,", "b,1000,", "is damaged: what was recorded in it is missing" }, "a,800" },
	{ "bytes that belong to nothing", 0, -1, 7, false, false,
	  { "a,800,", "b,1000,", "7 bytes from byte " }, NULL },
	{ "a frame of a later version", 0, -1, 7, true, false,
	  { "a,800,", "b,1000,", "c,130," }, "damaged" },
	{ "the same recording twice", 0, -1, 0, false, true,
	  { "a,1600,", "c,260,", "b,2000," }, "damaged" },
};

/* Finds where the second frame of readings begins. */
static size_t second_frame(const char *bytes, size_t len)
{
	static const char span[] = { 0x51, 0x2a, 0x4d, 0x18 };
	const char *first = memmem(bytes, len, span, sizeof(span));
	const char *next = first + 4;

	next = memmem(next, len - (size_t)(next - bytes), span, sizeof(span));
	return (size_t)(next - bytes);
}

static size_t last_frame(const char *bytes, size_t len)
{
	size_t at = 0, last = 0;

	while (at + 4 < len) {
		if (!memcmp(bytes + at, "\x51\x2a\x4d\x18", 4))
			last = at;
		at++;
	}
	return last;
}

static void write_spoilt(const struct spoilt *r, const char *path)
{
	size_t len, second, end;
	char *bytes = unit_read(in_folder("scene"), &len);
	FILE *f = fopen(path, "we");

	second = second_frame(bytes, len);
	end = r->cut < 0 ? last_frame(bytes, len) + 1 : len - (size_t)r->cut;
	if (r->flip >= 0)
		memset(bytes + second - r->flip, 0x55, 4);
	if (!f)
		abort();
	fwrite(bytes, 1, second, f);
	if (r->later)
		fwrite("\x5f\x2a\x4d\x18\7\0\0", 1, 8, f);
	for (long i = 0; i < r->insert; i++)
		fputc('?', f);
	fwrite(bytes + second, 1, end - second, f);
	if (r->twice)
		fwrite(bytes, 1, len, f);
	fclose(f);
	free(bytes);
}

static void try_spoilt(const void *row)
{
	static char got[1 << 16];
	const struct spoilt *r = row;
	const char *told;
	char path[64];

	snprintf(path, sizeof(path), "%s", in_folder("spoilt"));
	write_spoilt(r, path);
	EXPECT_INT(EXIT_FINE, report(SLOTS, "spoilt", got, sizeof(got)));
	for (size_t i = 0; i < 3; i++)
		unit_expect(r->want[i], got);
	if (r->never)
		EXPECT(!strstr(got, r->never));
	/* it is read again, and told once */
	EXPECT_INT(EXIT_FINE, report_as("--heat slots", "spoilt", got, sizeof(got)));
	told = strstr(got, r->want[2]);
	EXPECT(!told || !strstr(told + 1, r->want[2]));
	unlink(path);
}

/* A file may end at any byte, and any of its bytes may be another. */
static void try_any(const void *row)
{
	static char got[1 << 16];
	size_t len;
	char *bytes = unit_read(in_folder("scene"), &len);
	char path[64];

	(void)row;
	snprintf(path, sizeof(path), "%s", in_folder("any"));
	for (size_t i = 0; i < 2 * len; i += 97) {
		FILE *f = fopen(path, "we");
		int status;

		if (!f)
			abort();
		if (i >= len)
			bytes[i - len] ^= 0x80;
		fwrite(bytes, 1, i < len ? i : len, f);
		fclose(f);
		status = report(SLOTS, "any", got, sizeof(got));
		EXPECT(status == EXIT_FINE || status == EXIT_FAILED);
		if (i >= len)
			bytes[i - len] ^= 0x80;
	}
	unlink(path);
	free(bytes);
}

static const char *const any[] = { "cut at, or with a flaw in, one byte of 97" };

/* ---- readings as bytes --------------------------------------------------- */

/* A thread and a cgroup that were counted so, with events that @info has. */
static void make_reading(struct reading *r, const struct info *info)
{
	struct sample s = {
		.kind = SAMPLE_THREAD, .id = UINT64_MAX, .tid = INT32_MAX, .pid = 7,
		.comm = "fifteen-letters", .born_ns = 1, .cpu_ns = UINT64_MAX,
		.have = UINT64_C(1) << TDACCT_A_TID,
	};

	*r = (struct reading){
		.time_ns = UINT64_MAX, .interval_ns = 1, .flags = READING_MISSED,
		.host = "host",
	};
	s.counts.have = counts_mask(info->nr_values);
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		s.counts.value[i] = i % 2 ? (uint64_t)-(int64_t)i : UINT64_MAX >> i % 40 >> 1;
	for (unsigned int i = 0; i < KNOWN_MAX; i++)
		s.counts.known[i] = s.counts.value[0] - i;
	if (snapshot_add(&r->table[READING_THREADS], &s))
		abort();
	s.kind = SAMPLE_CGROUP;
	s.id = 5;
	s.path = "/a";
	if (snapshot_add(&r->table[READING_CGROUPS], &s))
		abort();
}

static void info_of(struct info *info, bool set)
{
	default_info(info);
	if (set) {
		info->value[info->nr_values++] = (struct value_info){
			.name = "more", .kind = TDACCT_KIND_EVENT, .of_set = true,
		};
	}
}

struct again {
	const char *name;
	bool write_set;		/* the reading has one event more, */
	bool read_set;		/* and it is read by values that have it */
};

static const struct again again[] = {
	{ "with a set", true, true },
	{ "without", false, false },
	{ "with a set that is not known any more", true, false },
	{ "before a set was chosen", false, true },
};

static void expect_same(const struct sample *a, const struct sample *b,
			const struct info *written, const struct info *info)
{
	EXPECT_INT(a->id, b->id);
	EXPECT_INT(a->tid, b->tid);
	EXPECT_TEXT(a->comm, b->comm);
	EXPECT(a->cpu_ns == b->cpu_ns && a->have == b->have);
	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		const char *name = count_name(info, i);
		int from = name ? count_index(written, name) : -1;

		if (from >= 0)
			EXPECT(a->counts.value[from] == b->counts.value[i]);
		EXPECT(!!sample_has(b->counts.have, i) ==
		       (from >= 0 || (name && !strcmp(name, "more"))));
	}
	for (unsigned int i = info_nr_lasting(info); i < info->nr_values; i++) {
		int from = count_index(written, info->value[i].name);
		unsigned int first = info_nr_lasting(info);

		EXPECT(b->counts.known[i - first] == (from < 0 ? 0 :
		       a->counts.known[(unsigned int)from - info_nr_lasting(written)]));
	}
}

static void try_again(const void *row)
{
	const struct again *r = row;
	struct reading a, b;
	struct info written, info;
	struct text text = { .len = 0 };
	uint64_t rows = 4;	/* two of each */
	const char *at;

	info_of(&written, r->write_set);
	info_of(&info, r->read_set);
	make_reading(&a, &written);
	reading_encode(&text, &a, &written);
	reading_encode(&text, &a, &written);
	at = text.at;
	for (unsigned int i = 0; i < 2; i++) {
		EXPECT_INT(1, reading_decode(&b, &at, text.at + text.len, &info, &rows));
		EXPECT(b.time_ns == UINT64_MAX && b.interval_ns == 1);
		EXPECT_INT(READING_MISSED, b.flags);
		EXPECT_TEXT("host", b.host);
		if (EXPECT(b.table[READING_THREADS].nr == 1 &&
			   b.table[READING_CGROUPS].nr == 1)) {
			expect_same(snapshot_at(&a.table[READING_THREADS], 0),
				    snapshot_at(&b.table[READING_THREADS], 0),
				    &written, &info);
			EXPECT_TEXT("/a", snapshot_at(&b.table[READING_CGROUPS], 0)->path);
		}
		reading_free(&b);
	}
	EXPECT_INT(0, reading_decode(&b, &at, text.at + text.len, &info, &rows));
	reading_free(&a);
	text_free(&text);
}

/* ---- counts in steps ------------------------------------------------------- */

struct step {
	const char *name;
	uint64_t slots;
	unsigned int shift;
};

static const struct step steps[] = {
	{ "no slots", 0, 0 }, { "fewer than two parts of 4096", 8191, 0 },
	{ "exactly two", 8192, 1 }, { "one slot less than four", 16383, 1 },
	{ "exactly four", 16384, 2 }, { "as many as there can be", UINT64_MAX, 51 },
};

static void try_step(const void *row)
{
	const struct step *r = row;
	struct counts c = { .have = 1, .value = { r->slots } };
	struct info info;

	default_info(&info);
	EXPECT_INT(r->shift, step_shift(&info, &c));
	c.have = 0;
	EXPECT_INT(0, step_shift(&info, &c));
}

enum { STEPPED = 300 };

/* A count of a thread, or of the idle task of a CPU: what went in, and what came out. */
struct stepped {
	uint64_t in, out, first, last;
};

static void fill_counts(struct counts *c, const struct info *info, uint64_t slots)
{
	c->have = counts_mask(info->nr_values) & ~(UINT64_C(1) << COUNTS_KNOWN);
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		c->value[i] = i ? (uint64_t)random() % (slots / 3 + 1) : slots;
}

static void expect_stepped(struct stepped sums[COUNTS_NR], const struct info *info,
			   const struct counts *in, const struct counts *out)
{
	uint64_t step = UINT64_C(1) << step_shift(info, in);

	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		struct stepped *s = &sums[i];

		EXPECT(sample_has(in->have, i) == sample_has(out->have, i));
		if (!sample_has(in->have, i))
			continue;
		if (!step_has(info, i)) {
			EXPECT(in->value[i] == out->value[i]);
			continue;
		}
		EXPECT(out->value[i] % step == 0);
		s->in += in->value[i];
		s->out += out->value[i];
		s->first = s->first ? s->first : step;
		s->last = step;
	}
}

/* Sums are off by less than the last step, and half of the first, however long it goes. */
static void try_sums_of_steps(const void *row)
{
	static struct stepped sums[2][COUNTS_NR];
	struct quantise q = { .readings = 0 };
	struct info info;

	(void)row;
	default_info(&info);
	EXPECT(!step_has(&info, 0) && !step_has(&info, COUNT_SWITCHES) &&
	       !step_has(&info, COUNT_UNCLASSIFIED) && step_has(&info, COUNT_BLUR));
	for (unsigned int n = 0; n < STEPPED; n++) {
		struct sample thread = { .kind = SAMPLE_THREAD, .id = 7 };
		struct sample cpu = { .kind = SAMPLE_CPU, .id = 7 };
		struct reading r = { .time_ns = 1 }, got;
		struct text text = { .len = 0 };
		const char *at;
		uint64_t rows = 2;

		fill_counts(&thread.counts, &info, UINT64_C(1) << random() % 40);
		fill_counts(&cpu.counts, &info, UINT64_C(1) << 40);
		fill_counts(&cpu.idle, &info, (uint64_t)random());
		if (snapshot_add(&r.table[READING_THREADS], &thread) ||
		    snapshot_add(&r.table[READING_CPUS], &cpu))
			abort();
		EXPECT_INT(0, quantise_reading(&q, &r, &info));
		reading_encode(&text, &r, &info);
		at = text.at;
		EXPECT_INT(1, reading_decode(&got, &at, text.at + text.len, &info, &rows));
		EXPECT_INT(READING_QUANTISED, got.flags);
		if (EXPECT(got.table[READING_THREADS].nr == 1 && got.table[READING_CPUS].nr == 1)) {
			expect_stepped(sums[0], &info, &thread.counts,
				       &snapshot_at(&got.table[READING_THREADS], 0)->counts);
			expect_stepped(sums[1], &info, &cpu.idle,
				       &snapshot_at(&got.table[READING_CPUS], 0)->idle);
		}
		reading_free(&r);
		reading_free(&got);
		text_free(&text);
	}
	for (unsigned int i = 0; i < 2 * COUNTS_NR; i++) {
		const struct stepped *s = &sums[i / COUNTS_NR][i % COUNTS_NR];

		if (!s->first)
			continue;
		EXPECT((int64_t)(s->in - s->out) < (int64_t)s->last);
		EXPECT((int64_t)(s->out - s->in) <= (int64_t)s->first / 2);
	}
	quantise_free(&q);
}

static const char *const sums_of_steps[] = { "add up to what was counted" };

static void quantise_one(struct quantise *q, const struct info *info, uint64_t id,
			 uint32_t flags)
{
	struct sample s = { .kind = SAMPLE_THREAD, .id = id, .flags = flags };
	struct reading r = { .time_ns = 1 };

	if (snapshot_add(&r.table[READING_THREADS], &s))
		abort();
	EXPECT_INT(0, quantise_reading(q, &r, info));
	reading_free(&r);
}

/* What is left of a thread goes with it, or when nobody has heard of it for long. */
static void try_forgotten(const void *row)
{
	struct quantise q = { .readings = 0 };
	struct info info;

	(void)row;
	default_info(&info);
	quantise_one(&q, &info, 1, 0);
	EXPECT(q.rest[READING_THREADS]);
	quantise_one(&q, &info, 1, TDACCT_TASK_DEAD);
	EXPECT(!q.rest[READING_THREADS]);
	quantise_one(&q, &info, 2, 0);
	for (unsigned int i = 0; i < 2048; i++)
		quantise_one(&q, &info, 3, TDACCT_TASK_DEAD);
	EXPECT(!q.rest[READING_THREADS]);
	quantise_free(&q);
}

static const char *const forgotten[] = { "of those that ended are not kept" };

/* So small that there are no steps: the report is the same, but for what it says. */
static void try_quantised(const void *row)
{
	static char got[1 << 16];

	(void)row;
	EXPECT_INT(EXIT_FINE, record("--quantise", "steps", got, sizeof(got)));
	EXPECT_INT(EXIT_FINE, report(SLOTS "--comm *", "steps", got, sizeof(got)));
	unit_expect(HEAD "40.000,30,b,1000,0.625\n40.000,30,a,800,0.765625\n40.000,30,c,130,0.9423076923\n", got);
	unit_expect("tdacct: 3 of 3 intervals are quantised: besides other errors, a count of a row may be off by 1/4096 of", got);
	EXPECT_INT(EXIT_FINE, report_as("--json", "steps", got, sizeof(got)));
	unit_expect("\"intervals_quantised\": 3", got);
	EXPECT_INT(EXIT_FINE, report(SLOTS, "scene", got, sizeof(got)));
	EXPECT(!strstr(got, "quantised"));
	unlink(in_folder("steps"));
}

static const char *const quantised[] = { "in steps, and the report says so" };

struct bytes {
	const char *name;
	const char *bytes;
	size_t len;
	int want;
};

#define BYTES(_name, _bytes, _want) { _name, _bytes, sizeof(_bytes) - 1, _want }

static const struct bytes bytes[] = {
	BYTES("nothing", "", 0),
	BYTES("a reading of no columns", "\7reading\1\0", 1),
	BYTES("a column that is not known", "\7reading\1\1\3new\2\5\6", 1),
	BYTES("a table that is not known", "\7reading\1\0\3new\2\1\2id\2\2\2", 1),
	BYTES("another table first", "\6thread\1\0", -EBADMSG),
	BYTES("a name that is longer than all", "\177reading", -EBADMSG),
	BYTES("a column that is longer than all", "\7reading\1\1\3new\3\5\6", -EBADMSG),
	BYTES("a row more than a column has cells", "\7reading\1\0\6thread\2\1\2id\1\2", -EBADMSG),
	BYTES("more rows than bytes", "\7reading\1\0\6thread\5\0", -EBADMSG),
	BYTES("as many rows as may be", "\7reading\1\0\6thread\3\1\2id\3\2\2\2", 1),
	BYTES("a row more than may be", "\7reading\1\0\6thread\4\1\2id\4\2\2\2\2", -EBADMSG),
	BYTES("a row more than may be, in two tables", "\7reading\1\0\6thread\2\1\2id\2\2\2\3cpu\2\1\2id\2\2\2", -EBADMSG),
	BYTES("rows of a table that is not known are none", "\7reading\1\0\3new\4\1\2id\4\2\2\2\2", 1),
	BYTES("a table twice", "\7reading\1\0\6thread\1\1\2id\1\2\6thread\1\1\2id\2\2\2", -EBADMSG),
	BYTES("steps before the slots that tell them", "\7reading\1\0\6thread\1\3\2id\1\2\16parts.retiring\1\3\5slots\3\201\200\2", 1),
	BYTES("steps of what has none", "\7reading\1\0\6thread\1\2\2id\1\2\12parts.comm\1\3", 1),
	BYTES("a number of eleven bytes", "\7reading\1\1\7time_ns\13\377\377\377\377\377\377\377\377\377\377\1", -EBADMSG),
};

static void try_bytes(const void *row)
{
	const struct bytes *b = row;
	const char *at = b->bytes;
	uint64_t rows = 3;
	struct reading r;
	struct info info;

	default_info(&info);
	EXPECT_INT(b->want, reading_decode(&r, &at, b->bytes + b->len, &info, &rows));
	EXPECT(b->want < 0 || at == b->bytes + b->len);
	reading_free(&r);
}

/* Each may end anywhere; what then makes no sense is found. */
static void try_ends(const void *row)
{
	struct reading a, b;
	struct info info;
	struct text text = { .len = 0 };
	unsigned int whole = 0;

	(void)row;
	default_info(&info);
	make_reading(&a, &info);
	reading_encode(&text, &a, &info);
	for (size_t len = 1; len <= text.len; len++) {
		char *copy = malloc(len);
		const char *at = copy;
		uint64_t rows = 2;
		int got;

		if (!copy)
			abort();
		memcpy(copy, text.at, len);
		got = reading_decode(&b, &at, copy + len, &info, &rows);
		EXPECT(got == 1 || got == -EBADMSG);
		whole += got == 1;
		reading_free(&b);
		free(copy);
	}
	EXPECT_INT(3, whole);	/* behind each of its tables */
	reading_free(&a);
	text_free(&text);
}

static const char *const ends[] = { "that ends at any byte" };

/* ---- writing ------------------------------------------------------------- */

static void try_record(const void *row)
{
	static char got[1 << 16];
	struct stat is;

	(void)row;
	EXPECT_INT(EXIT_FINE, record("", "scene", got, sizeof(got)));
	unit_expect("tdacct: 3 intervals, ", got);
	unit_expect("; tdacct report ", got);
	EXPECT(!strstr(got, "may be missing"));
	EXPECT(!strstr(got, "no later answer"));
	EXPECT(stat(in_folder("scene.old"), &is));
	EXPECT(!stat(in_folder("scene"), &is) && (is.st_mode & 0777) == 0600);
}

/* What could not be read, and what nobody told, is said in the report. */
#define FLAWED "info\nask SUBSCRIBE do\nend 1 need CAP_PERFMON\n" \
	READING(10, NO_TOTALS, THREAD(1, 11, 11, "a", 7, 100, 50), "", CPU(0, 100, 0)) \
	READING(14, NO_TOTALS, THREAD(1, 11, 11, "a", 7, 200, 100), "", CPU(0, 200, 0)) \
	READING(18, NO_TOTALS, THREAD(1, 11, 11, "a", 7, 500, 100), "", CPU(0, 500, 0))

static void try_flawed(const void *row)
{
	static char got[1 << 16];
	char line[256];

	(void)row;
	snprintf(line, sizeof(line), "record -i 10 -o %s", in_folder("flawed"));
	EXPECT_INT(EXIT_FINE, scene_run(cmd_record, line, FLAWED, got, sizeof(got)));
	unit_expect("; in 2 of them threads that ended may be missing;", got);
	EXPECT_INT(EXIT_FINE, report(SLOTS, "flawed", got, sizeof(got)));
	unit_expect("18.000,8,a,400,", got);
	unit_expect("tdacct: in 2 of 2 intervals threads that ended may be missing", got);
	unit_expect("tdacct: in 2 of 2 intervals the system's totals could not be read", got);
	EXPECT(!strstr(got, "in between") && !strstr(got, ",[exited]"));
	unlink(in_folder("flawed"));
}

/* ---- what lies between --------------------------------------------------- */

struct between {
	const char *name;
	uint64_t second;	/* when the second interval ends, in s; it has 10 s */
	const char *gap;	/* or it is one in which nothing was counted */
	const char *boot;	/* of the second one */
	const char *want;
	const char *never;
	unsigned int times;	/* so many more, a hole before each; 0: none */
};

static const struct between between[] = {
	{ "one follows the other", 1020, NULL, "a", "threads that ended", "nothing was" },
	{ "half an interval is none that is missing", 1025, NULL, "a", "threads", "nothing was" },
	{ "a little more is", 1026, NULL, "a", "tdacct: nothing was recorded from 1970-01-01 00:16:50 to 00:16:56: nothing was recording\n", "counted" },
	{ "another boot", 1060, NULL, "b", "tdacct: nothing was recorded from 1970-01-01 00:16:50 to 00:17:30: the machine was booted\n", "counted" },
	{ "a day later", 87420, NULL, "a", " from 1970-01-01 00:16:50 to 1970-01-02 00:16:50: ", "counted" },
	{ "nothing was counted", 1020, "of a \33[31mreason", "a", "tdacct: nothing was counted from 1970-01-01 00:16:50 to 00:17:00: of a  [31mreason\n", "recorded" },
	{ "more than can be told", 1060, NULL, "a", "tdacct: and 2 more times, for 60 s in all\n", "counted", 9 },
};

/* A file of these readings, with the text of the scene. */
static void write_file(const char *name, const struct text *readings,
		       uint64_t from_ns, uint64_t to_ns)
{
	struct frames f, scene;
	struct frame frame;

	if (frames_open(&scene, in_folder("scene")) || frames_next(&scene, &frame) != 1 ||
	    frames_read(&scene, &frame) || frames_create(&f, in_folder(name)) ||
	    frames_put_text(&f, &scene.contents) ||
	    frames_put(&f, readings, from_ns, to_ns))
		abort();
	frames_close(&f);
	frames_close(&scene);
}

static void add_interval(struct text *to, const struct info *info, uint64_t end_s,
			 const char *gap, const char *boot)
{
	struct reading r = {
		.time_ns = end_s * 1000000000, .interval_ns = UINT64_C(10000000000),
		.flags = READING_MISSED,
	};

	snprintf(r.boot_id, sizeof(r.boot_id), "%s", boot);
	snprintf(r.gap, sizeof(r.gap), "%s", gap ? gap : "");
	reading_encode(to, &r, info);
}

static void try_between(const void *row)
{
	static char got[1 << 16];
	const struct between *b = row;
	struct text readings = { .len = 0 };
	struct info info;

	default_info(&info);
	add_interval(&readings, &info, 1010, NULL, "a");
	for (unsigned int i = 0; i <= b->times; i++)
		add_interval(&readings, &info, b->second + 40 * i, b->gap, b->boot);
	write_file("between", &readings, UINT64_C(1000000000000),
		   b->second * 1000000000);
	EXPECT_INT(EXIT_FINE, report(SLOTS, "between", got, sizeof(got)));
	unit_expect(b->want, got);
	EXPECT(!strstr(got, b->never));
	text_free(&readings);
	unlink(in_folder("between"));
}

/* ---- claims ---------------------------------------------------------------- */

/* Readings of threads that all are alike, so that zstd makes next to nothing of them. */
struct claim {
	const char *name;
	unsigned int readings;
	unsigned int threads;	/* of each, */
	uint32_t bytes;		/* and of the last one a column that nobody knows */
	const char *want;
	const char *never;
};

static const struct claim claims[] = {
	{ "as many rows as a short file may have", 1, 1 << 16, 0, ",10,a\n", "tdacct: " },
	{ "a few more, for which it has no bytes", 1, (1 << 16) + 1000, 0, "makes no sense: it and the rest of the frame are missing", ",10,a\n" },
	{ "more in two readings", 2, (1 << 15) + 1000, 0, "makes no sense: it and the rest of the frame are missing", ",20,a\n" },
	{ "as many bytes as a short frame may have", 1, 1, (1 << 24) - 1000, ",10,a\n", "tdacct: " },
	{ "many more", 1, 1, 1 << 25, "is damaged: what was recorded in it is missing", ",10,a\n" },
};

static void add_claim(struct text *to, const struct claim *c, unsigned int nr)
{
	struct reading r = {
		.time_ns = (1000 + nr * 10) * UINT64_C(1000000000),
		.interval_ns = UINT64_C(10000000000),
	};
	struct sample s = { .kind = SAMPLE_THREAD, .comm = "a" };
	struct info info;

	default_info(&info);
	for (unsigned int i = 0; i < c->threads; i++)
		if (snapshot_add(&r.table[READING_THREADS], &s))
			abort();
	s.kind = SAMPLE_EXITED;
	if (snapshot_add(&r.table[READING_EXITED], &s))
		abort();
	reading_encode(to, &r, &info);
	reading_free(&r);
}

static void add_column(struct text *to, uint32_t len)
{
	char head[] = { 3, 'n', 'e', 'w', 0, 1, 1, 'x', 0, 0, 0, 0 };
	char *zeros = calloc(1, len);

	if (!zeros)
		abort();
	for (unsigned int i = 0; i < 4; i++)
		head[8 + i] = (char)((len >> 7 * i & 0x7f) | (i < 3 ? 0x80 : 0));
	text_add(to, head, sizeof(head));
	text_add(to, zeros, len);
	free(zeros);
}

static void try_claim(const void *row)
{
	static char got[1 << 16];
	const struct claim *c = row;
	struct text readings = { .len = 0 };
	struct stat is;

	for (unsigned int i = 1; i <= c->readings; i++)
		add_claim(&readings, c, i);
	if (c->bytes)
		add_column(&readings, c->bytes);
	write_file("claim", &readings, UINT64_C(1000000000000),
		   UINT64_C(1020000000000));
	EXPECT(!stat(in_folder("claim"), &is) && is.st_size < 4 * 1000 + c->bytes / 10000);
	EXPECT_INT(strstr(c->want, ",10,a") || c->readings > 1 ? EXIT_FINE : EXIT_FAILED,
		   report("--columns comm", "claim", got, sizeof(got)));
	unit_expect(c->want, got);
	EXPECT(!strstr(got, c->never));
	text_free(&readings);
	unlink(in_folder("claim"));
}

static const char *const flawed[] = { "what could not be read is told" };

static void try_old(const void *row)
{
	static char got[1 << 16];
	size_t len, old_len;
	char *was = unit_read(in_folder("scene"), &len), *old;

	(void)row;
	EXPECT_INT(EXIT_FINE, record("--count 2", "scene", got, sizeof(got)));
	unit_expect("tdacct: 2 intervals, ", got);
	old = unit_read(in_folder("scene.old"), &old_len);
	EXPECT_INT(len, old_len);
	EXPECT(len == old_len && !memcmp(was, old, len));
	rename(in_folder("scene.old"), "/tmp/tdacct-unit-old");
	rename("/tmp/tdacct-unit-old", in_folder("scene"));
	free(was);
	free(old);
}

static void try_full(const void *row)
{
	static char got[1 << 16];

	(void)row;
	EXPECT_INT(EXIT_FAILED, scene_run(cmd_record, "record -i 10 -o /dev/full",
					  SCENE, got, sizeof(got)));
	unit_expect("tdacct: cannot write the recording '/dev/full': No space left on device", got);
	EXPECT_INT(EXIT_FAILED, scene_run(cmd_record, "record -i 10 -o /no/such",
					  SCENE, got, sizeof(got)));
	unit_expect("tdacct: cannot write the recording '/no/such': No such file or directory", got);
}

/* ---- sums ------------------------------------------------------------------ */

static void take(struct tracker *t, uint64_t a, uint64_t b)
{
	struct snapshot read = { .nr = 0 };
	struct sample s = { .kind = SAMPLE_THREAD, .id = 1, .born_ns = 1 };

	s.counts.have = 1;
	s.counts.value[0] = a;
	if (snapshot_add(&read, &s))
		abort();
	s.id = 2;
	s.counts.value[0] = b;
	if (b && snapshot_add(&read, &s))
		abort();
	task_table_next(&t->table[SAMPLE_THREAD]);
	if (task_table_take(&t->table[SAMPLE_THREAD], &read))
		abort();
	snapshot_free(&read);
	t->was = t->now;
	tracker_add_up(t, SAMPLE_THREAD);
}

/* A reading has only those that changed; the others still have what they had. */
static void try_sum(const void *row)
{
	struct tracker t = { .scope.changed = true };

	(void)row;
	take(&t, 100, 200);
	EXPECT_INT(300, t.now.listed.value[0]);
	take(&t, 150, 0);
	EXPECT_INT(350, t.now.listed.value[0]);
	EXPECT_INT(0, t.now.left.value[0]);
	tracker_close(&t);
}

static const char *const sums[] = { "one thread did something, another did not" };

/* Time goes by between any two looks at the clock. */
typeof(clock_now) __wrap_clock_now;
double __wrap_clock_now(void)
{
	static double now = 1;

	return now += 1;
}

/* ---- folders --------------------------------------------------------------- */

/* A folder has recordings of 10, 20 and 30 bytes, each a day older than the next. */
struct kept_row {
	const char *name;
	const char *options;
	const char *want;	/* those that are left, the oldest first, and "new" */
};

static const struct kept_row kept_rows[] = {
	{ "no limit is reached", "", "10 20 30 new new new" },
	{ "what is older than two days and a half", "--keep-for 60h", "20 30 new new new" },
	{ "all that is old", "--keep-for 1h", "new new new" },
	{ "the newest stays, however large", "--keep 1", "new" },
};

static void make_old(const char *dir, unsigned int size, unsigned int days)
{
	char path[256];
	struct timespec times[2] = { { .tv_sec = time(NULL) - (time_t)days * 86400 } };
	FILE *f;

	snprintf(path, sizeof(path), "%s/tdacct-20200101T%06uZ.tdrec", dir, size);
	f = fopen(path, "we");
	if (!f)
		abort();
	for (unsigned int i = 0; i < size; i++)
		fputc('x', f);
	fclose(f);
	times[1] = times[0];
	utimensat(AT_FDCWD, path, times, 0);
}

static void list_sizes(char *to, size_t size, const char *dir, bool remove)
{
	char **paths;
	int nr = rotation_list(dir, &paths);

	*to = 0;
	for (int i = 0; i < nr; i++) {
		struct stat is;
		size_t len = strlen(to);

		if (stat(paths[i], &is))
			abort();
		if (is.st_size < 100)
			snprintf(to + len, size - len, "%s%d", len ? " " : "",
				 (int)is.st_size);
		else
			snprintf(to + len, size - len, "%snew", len ? " " : "");
		if (remove)
			unlink(paths[i]);
		free(paths[i]);
	}
	free(paths);
}

/* A file begins with each interval: what was there goes as the options say. */
static void try_kept(const void *row)
{
	static char got[1 << 16];
	const struct kept_row *r = row;
	char dir[64], sizes[256], options[128];

	snprintf(dir, sizeof(dir), "%s", in_folder("dir"));
	mkdir(dir, 0700);
	for (unsigned int i = 1; i <= 3; i++)
		make_old(dir, 10 * i, 4 - i);
	snprintf(options, sizeof(options), "%s --rotate 1ms", r->options);
	EXPECT_INT(EXIT_FINE, record(options, "dir", got, sizeof(got)));
	list_sizes(sizes, sizeof(sizes), dir, true);
	EXPECT_TEXT(r->want, sizes);
	snprintf(options, sizeof(options), "rm -rf %s", dir);
	EXPECT_INT(0, system(options));
}

/* The folder is one recording. */
static void try_folder(const void *row)
{
	static char got[1 << 16];
	const char *want = HEAD "40.000,30,b,1000,0.625\n40.000,30,a,800,0.765625\n40.000,30,c,130,0.9423076923\n" REST;
	char line[128];

	(void)row;
	mkdir(in_folder("dir"), 0700);
	EXPECT_INT(EXIT_FAILED, report(SLOTS, "dir", got, sizeof(got)) ? EXIT_FAILED : 0);
	unit_expect("there is no recording in the folder '", got);
	EXPECT_INT(EXIT_FINE, record("--rotate 1ms", "dir", got, sizeof(got)));
	EXPECT_INT(EXIT_FINE, report(SLOTS, "dir", got, sizeof(got)));
	EXPECT_TEXT(want, got);
	snprintf(line, sizeof(line), "rm -rf %s", in_folder("dir"));
	EXPECT_INT(0, system(line));
}

static const char *const folders[] = { "is a recording, when something is in it" };
static const char *const recorded[] = { "a scene becomes a file" };
static const char *const kept[] = { "a file that is there is renamed" };
static const char *const full[] = { "a full disk is told" };

int main(void)
{
	setenv("TZ", "UTC", 1);
	if (!mkdtemp(folder))
		abort();
	UNIT_RUN("record", recorded, try_record);
	UNIT_RUN("record", kept, try_old);
	UNIT_RUN("record", full, try_full);
	UNIT_RUN("record", flawed, try_flawed);
	UNIT_RUN("report", shown, try_shown);
	UNIT_RUN("report between", between, try_between);
	UNIT_RUN("a file claims", claims, try_claim);
	UNIT_RUN("report as", forms, try_form);
	UNIT_RUN("report as a trace of", traced, try_traced);
	UNIT_RUN("recordings that", overlaps, try_overlap);
	UNIT_RUN("the sum when", sums, try_sum);
	UNIT_RUN("of a folder", kept_rows, try_kept);
	UNIT_RUN("a folder", folders, try_folder);
	UNIT_RUN("show --from", trees, try_tree);
	UNIT_RUN("report refuses", refused, try_refused);
	UNIT_RUN("report of a file that", spoilt, try_spoilt);
	UNIT_RUN("report of a file that is", any, try_any);
	UNIT_RUN("readings", again, try_again);
	UNIT_RUN("readings", bytes, try_bytes);
	UNIT_RUN("a reading", ends, try_ends);
	UNIT_RUN("the step of", steps, try_step);
	UNIT_RUN("counts in steps", sums_of_steps, try_sums_of_steps);
	UNIT_RUN("counts in steps", forgotten, try_forgotten);
	UNIT_RUN("record", quantised, try_quantised);
	unlink(in_folder("scene"));
	rmdir(folder);
	return unit_end();
}
