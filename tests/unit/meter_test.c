// SPDX-License-Identifier: GPL-2.0
/*
 * What serve exports, reading after reading. A recording answers as if it were the kernel:
 * when it is at its end the module is gone, and the next one of the row is what is there
 * then. After each reading all that was written is held against the formats, no counter may
 * be less than it was, and the commands have to be the machine.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "collect/session.h"
#include "kernel/client.h"
#include "kernel/transport.h"
#include "serve/answers.h"
#include "serve/meter.h"
#include "metrics_text.h"
#include "scene.h"
#include "unit.h"

enum { SCENES = 5, WANTS = 12, NEVERS = 4 };

struct row {
	const char *name;
	unsigned int reads;
	const char *scene[SCENES];	/* each time when the module is opened */
	struct places_limits places;	/* depth 0: 8, series 0: many */
	const char *want[WANTS];	/* lines; "2: line": after the second reading */
	const char *never[NEVERS];	/* parts of the last one */
	uint64_t commands;		/* 0: 50 */
	bool live;			/* a change of the set is told at once */
};

static const struct row *now;
static unsigned int opened;
static char path[64];

typeof(client_open) __real_client_open, __wrap_client_open;

int __wrap_client_open(struct client *c, const char *replay, const char *record)
{
	const char *scene = opened < SCENES ? now->scene[opened] : NULL;
	int err;

	(void)replay;
	opened++;
	if (!scene || !*scene)
		return -ENOENT;
	scene_write(path, scene);
	err = __real_client_open(c, path, record);
	if (!err) {
		c->transport->local = true;
		c->transport->live = now->live;
	}
	return err;
}

/* ---- what holds always -------------------------------------------------- */

/* Of one family and the same labels: all commands, or all of whom the machine tells. */
static uint64_t sum(const struct metrics *m, const char *of, const struct metric *like)
{
	const char *rest = strchr(strchr(like->name, '_') + 1, '_');
	uint64_t all = 0;
	char name[80];

	snprintf(name, sizeof(name), "tdacct_%s%s", of, rest);
	for (size_t i = 0; i < m->nr; i++)
		if (!strcmp(m->at[i].name, name) &&
		    !strcmp(m->at[i].labels, like->labels))
			all += m->at[i].value;
	return all;
}

static void check(const struct metrics *m, const struct metrics *before)
{
	for (size_t i = 0; i < m->nr; i++) {
		const struct metric *is = &m->at[i];
		const struct metric *was = metric_find(before, is->series);

		if (is->counter && was && is->value < was->value)
			unit_fail(__FILE__, __LINE__, "%s fell from %" PRIu64 " to %" PRIu64,
				  is->series, was->value, is->value);
		if (strncmp(is->name, "tdacct_machine_", 15) &&
		    strncmp(is->name, "tdacct_command_", 15))
			continue;
		if (sum(m, "command", is) != sum(m, "machine", is))
			unit_fail(__FILE__, __LINE__, "%s: commands %" PRIu64 ", machine %" PRIu64,
				  is->series, sum(m, "command", is),
				  sum(m, "machine", is));
	}
}

static void expect_line(const char *text, const char *want)
{
	size_t len = strlen(want);

	for (const char *at = text; (at = strstr(at, want)); at++)
		if ((at == text || at[-1] == '\n') && at[len] == '\n')
			return;
	unit_fail(__FILE__, __LINE__, "no line '%s'", want);
	if (getenv("SHOW"))
		puts(text);
}

/* ---- one row ------------------------------------------------------------ */

static void expect_lines(const char *text, unsigned int reading)
{
	for (size_t i = 0; i < WANTS && now->want[i]; i++) {
		const char *want = now->want[i];
		unsigned int at = now->reads;

		if (want[1] == ':') {
			at = (unsigned int)(*want - '0');
			want += 3;
		}
		if (at == reading)
			expect_line(text, want);
	}
}

static void look(const struct meter *m, struct metrics *was, unsigned int reading)
{
	struct metrics is, open;
	struct answer a;

	if (answer_make(&a, m, EXPOSITION_OPEN, false))
		abort();
	a.text[a.len - 1] = 0;	/* what it ends with is known */
	EXPECT_TEXT("# EOF", a.text + a.len - 6);
	a.text[a.len - 1] = '\n';
	a.text = realloc(a.text, a.len + 1);
	a.text[a.len] = 0;
	metrics_text_parse(&open, a.text, true);
	EXPECT_TEXT("", open.why);
	free(a.text);
	if (answer_make(&a, m, EXPOSITION_TEXT, false))
		abort();
	a.text = realloc(a.text, a.len + 1);
	a.text[a.len] = 0;
	metrics_text_parse(&is, a.text, false);
	EXPECT_TEXT("", is.why);
	EXPECT_INT(open.nr, is.nr);
	check(&is, was);
	expect_lines(a.text, reading);
	for (size_t i = 0; reading == now->reads && i < NEVERS && now->never[i]; i++)
		if (strstr(a.text, now->never[i]))
			unit_fail(__FILE__, __LINE__, "there is '%s'", now->never[i]);
	free(a.text);
	metrics_text_free(&open);
	metrics_text_free(was);
	*was = is;
}

static void attempt(const void *arg)
{
	struct metrics was = { .nr = 0 };
	struct source from = { .replay = NULL };
	struct places_limits limits;
	struct session s;
	struct meter m;

	now = arg;
	opened = 0;
	limits = now->places;
	limits.depth += limits.depth ? 0 : 8;
	limits.series += limits.series ? 0 : 100000;
	limits.keep_s = 3600;
	if (!EXPECT_INT(0, session_open(&s, &from)))
		return;
	meter_open(&m, &s, &from, &limits, now->commands ? now->commands : 50);
	for (unsigned int i = 1; i <= now->reads; i++) {
		EXPECT_INT(0, meter_read(&m));
		look(&m, &was, i);
	}
	metrics_text_free(&was);
	meter_close(&m);
	session_close(&s);
}

#define SUBSCRIBED "ask SUBSCRIBE do\nend 0\n"
#define AT(_time, _ask, ...) "at " #_time "\nask " _ask "\n" __VA_ARGS__ "end 0\n"
#define TASK(_id, _comm, _ns, _more) "say id=" #_id " pid=" #_id "0 comm=" _comm " born_ns=" #_id " cpu_ns=" #_ns " lost_ns=0 slots=" #_ns " " _more "\n"
#define END(_seq, _id, _comm, _ns) "hear kind=1 seq=" #_seq " id=" #_id " pid=" #_id "0 comm=" _comm " born_ns=" #_id "000000000 cpu_ns=" #_ns " lost_ns=0 exited=1 slots=" #_ns "\n"
#define CGROUP(_id, _path, _ns, _more) "say cgroup=" #_id " path=" _path " cpu_ns=" #_ns " lost_ns=0 slots=" #_ns " own.slots=0 " _more "\n"
#define ROOT(_ns) CGROUP(1, "/", _ns, "")
#define TOTALS(_live, _exited, _idle, _untracked, _more) "ask GET_TOTALS do\nsay bare before.slots=0 live.slots=" #_live " exited.slots=" #_exited " idle.slots=" #_idle " untracked.slots=" #_untracked " after.slots=0 " _more "\nend 0\n"
#define READING(_time, _tasks, _cgroups, _totals) AT(_time, "GET_PROCESS dump", _tasks) "ask GET_CGROUP dump\n" _cgroups "end 0\n" _totals
/* A task of 100, and of 150 later; nothing else. */
#define FIRST READING(10, TASK(1, "a", 100, ""), ROOT(100), TOTALS(100, 0, 5, 6, "after.slots=111"))
#define SECOND READING(15, TASK(1, "a", 150, ""), ROOT(150), TOTALS(150, 0, 7, 8, "after.slots=165"))
#define GONE READING(10, "", ROOT(100) CGROUP(2, "/a", 100, ""), TOTALS(100, 0, 0, 0, "")) READING(11, "", ROOT(100), TOTALS(100, 0, 0, 0, "")) \
	"hear kind=2 seq=1 cgroup=2 parent=1 path=/a cpu_ns=100 lost_ns=0 exited=1 slots=100\n"
#define OPEN "info\n" SUBSCRIBED
/* The kernel is asked for it with each reading, too. */
#define CYCLES(_epoch) "info of_set=cycles epoch=" #_epoch "\n"
#define INSTRUCTIONS "info of_set=instructions epoch=2\n"
#define OF_SET(_epoch) CYCLES(_epoch) SUBSCRIBED

#define MACHINE(_whose, _slots) "tdacct_machine_events_total{whose=\"" _whose "\",event=\"slots\"} " #_slots
#define COMMAND(_command, _slots) "tdacct_command_events_total{command=\"" _command "\",event=\"slots\"} " #_slots
#define EVENT(_of, _who, _event, _count) "tdacct_" _of "_events_total{" _who ",event=\"" _event "\",set=\"" _event "\"} " #_count
#define PLACE(_path, _depth, _slots) "tdacct_cgroup_events_total{path=\"" _path "\",depth=\"" #_depth "\",event=\"slots\"} " #_slots

/* clang-format off */
static const struct row rows[] = {
	{ "the first reading has all of a life", 1, { OPEN FIRST }, {}, {
		MACHINE("tasks", 100), MACHINE("idle", 5), MACHINE("untracked", 6), COMMAND("a", 100), COMMAND("[other]", 0), COMMAND("[idle]", 5), PLACE("/", 0, 100),
		"tdacct_machine_cpu_seconds_total{whose=\"tasks\"} 0.000000100", "tdacct_up 1", "tdacct_exporter_readings_total 1" }, {} },
	{ "the second has more", 2, { OPEN FIRST SECOND }, {}, { MACHINE("tasks", 150), MACHINE("untracked", 8), COMMAND("a", 150), COMMAND("[other]", 0), PLACE("/", 0, 150) }, {} },
	{ "what ended before is among the others", 1, { OPEN READING(10, TASK(1, "a", 100, ""), ROOT(140), TOTALS(100, 40, 0, 0, "")) }, {}, {
		COMMAND("a", 100), COMMAND("[other]", 40), "tdacct_exited_events_total{event=\"slots\"} 40" }, {} },
	{ "a storm of ends", 2, { OPEN FIRST READING(15, TASK(1, "a", 100, ""), ROOT(400), TOTALS(100, 300, 5, 6, ""))
		END(1, 11, "b", 60) END(2, 12, "b", 70) END(3, 13, "c", 80) END(4, 14, "a", 90) }, {}, {
		COMMAND("a", 190), COMMAND("b", 130), COMMAND("c", 80), COMMAND("[other]", 0), MACHINE("tasks", 400) }, {} },
	{ "what is told before totals have it waits", 3, { OPEN FIRST READING(15, TASK(1, "a", 100, ""), ROOT(100), TOTALS(100, 20, 5, 6, "")) END(1, 11, "b", 60)
		READING(20, TASK(1, "a", 100, ""), ROOT(160), TOTALS(100, 60, 5, 6, "")) }, {}, { "2: " COMMAND("b", 20), COMMAND("b", 60), COMMAND("[other]", 0) }, {} },
	{ "notices that were missed", 3, { OPEN FIRST SECOND "hear kind=1 seq=3 missed=2 id=11 pid=110 comm=b born_ns=11000000000 cpu_ns=10 lost_ns=0 exited=1 slots=10\n"
		READING(20, TASK(1, "a", 150, ""), ROOT(250), TOTALS(150, 100, 7, 8, "")) }, {}, {
		COMMAND("a", 150), COMMAND("b", 10), COMMAND("[other]", 90), "tdacct_exporter_missed_notices_total 1" }, {} },

	{ "a cgroup goes, and one of its name comes", 4, { OPEN
		READING(10, "", ROOT(100) CGROUP(2, "/a", 100, ""), TOTALS(100, 0, 0, 0, ""))
		READING(15, "", ROOT(130), TOTALS(130, 0, 0, 0, "")) "hear kind=2 seq=1 cgroup=2 parent=1 path=/a cpu_ns=130 lost_ns=0 exited=1 slots=130\n"
		READING(20, "", ROOT(140), TOTALS(140, 0, 0, 0, ""))
		READING(25, "", ROOT(150) CGROUP(3, "/a", 7, ""), TOTALS(150, 0, 0, 0, "")) }, {}, {
		"1: " PLACE("/a", 1, 100), "3: " PLACE("/a", 1, 130), PLACE("/a", 1, 137) }, {} },
	{ "both are there, one is removed", 3, { OPEN
		READING(10, "", ROOT(100) CGROUP(2, "/a", 100, ""), TOTALS(100, 0, 0, 0, ""))
		READING(15, "", ROOT(130) CGROUP(2, "/a", 120, "cgroup_flags=1") CGROUP(3, "/a", 10, ""), TOTALS(130, 0, 0, 0, ""))
		READING(20, "", ROOT(160) CGROUP(2, "/a", 130, "cgroup_flags=1") CGROUP(3, "/a", 30, ""), TOTALS(160, 0, 0, 0, "")) }, {}, {
		"2: " PLACE("/a", 1, 130), PLACE("/a", 1, 150) }, {} },
	{ "a cgroup that is gone stays an hour", 3, { OPEN GONE READING(3611, "", ROOT(100), TOTALS(100, 0, 0, 0, "")) }, {}, { PLACE("/a", 1, 100) }, {} },
	{ "and no second more", 3, { OPEN GONE READING(3612, "", ROOT(100), TOTALS(100, 0, 0, 0, "")) }, {}, { PLACE("/", 0, 100) }, { "path=\"/a\"" } },
	{ "one that lives for less than an interval is in those above it", 2, { OPEN FIRST READING(15, "", ROOT(150), TOTALS(100, 50, 5, 6, ""))
		"hear kind=2 seq=1 cgroup=2 parent=1 path=/a cpu_ns=50 lost_ns=0 exited=1 slots=50\n" }, {}, { PLACE("/", 0, 150) }, { "path=\"/a\"" } },
	{ "without cgroups", 2, { OPEN AT(10, "GET_PROCESS dump", TASK(1, "a", 100, "")) "ask GET_CGROUP dump\nend 95\n" TOTALS(100, 0, 0, 0, "")
		AT(15, "GET_PROCESS dump", TASK(1, "a", 150, "")) "ask GET_CGROUP dump\nend 95\n" TOTALS(150, 0, 0, 0, "") }, {}, {
		MACHINE("tasks", 150), COMMAND("a", 150), "tdacct_up 1" }, { "path=", "tdacct_command_cpu_seconds_total{" } },

	{ "another set is another series, and the old one stays", 4, {
		OF_SET(1) CYCLES(1) READING(10, TASK(1, "a", 100, "cycles=30"), CGROUP(1, "/", 100, "cycles=30"), TOTALS(100, 0, 0, 0, "live.cycles=30"))
		CYCLES(1) READING(15, TASK(1, "a", 150, "cycles=50"), CGROUP(1, "/", 150, "cycles=50"), TOTALS(150, 0, 0, 0, "live.cycles=50")) INSTRUCTIONS,
		INSTRUCTIONS SUBSCRIBED INSTRUCTIONS READING(20, TASK(1, "a", 180, "instructions=9"), CGROUP(1, "/", 180, "instructions=9"), TOTALS(180, 0, 0, 0, "live.instructions=9"))
		INSTRUCTIONS READING(25, TASK(1, "a", 190, "instructions=13"), CGROUP(1, "/", 190, "instructions=13"), TOTALS(190, 0, 0, 0, "live.instructions=13")) }, {}, {
		"1: " EVENT("machine", "whose=\"tasks\"", "cycles", 0), "2: " EVENT("machine", "whose=\"tasks\"", "cycles", 20), "2: " EVENT("command", "command=\"a\"", "cycles", 20),
		"3: " EVENT("machine", "whose=\"tasks\"", "instructions", 0), EVENT("machine", "whose=\"tasks\"", "instructions", 4), EVENT("command", "command=\"a\"", "instructions", 4),
		EVENT("cgroup", "path=\"/\",depth=\"0\"", "instructions", 4), EVENT("machine", "whose=\"tasks\"", "cycles", 20), EVENT("command", "command=\"a\"", "cycles", 20),
		"tdacct_machine_set_slots_total{whose=\"tasks\",set=\"instructions\"} 10", COMMAND("a", 160), COMMAND("[other]", 30) }, {}, 0, true },
	{ "a set that comes back goes on", 5, {
		OF_SET(1) CYCLES(1) READING(10, "", ROOT(100), TOTALS(100, 0, 0, 0, "live.cycles=30")) CYCLES(1) READING(15, "", ROOT(150), TOTALS(150, 0, 0, 0, "live.cycles=50")) INSTRUCTIONS,
		INSTRUCTIONS SUBSCRIBED INSTRUCTIONS READING(20, "", ROOT(160), TOTALS(160, 0, 0, 0, "")) CYCLES(3),
		OF_SET(3) CYCLES(3) READING(25, "", ROOT(170), TOTALS(170, 0, 0, 0, "live.cycles=70")) CYCLES(3) READING(30, "", ROOT(180), TOTALS(180, 0, 0, 0, "live.cycles=75")) }, {}, {
		"2: " EVENT("machine", "whose=\"tasks\"", "cycles", 20), "3: " EVENT("machine", "whose=\"tasks\"", "cycles", 20), "4: " EVENT("machine", "whose=\"tasks\"", "cycles", 20),
		EVENT("machine", "whose=\"tasks\"", "cycles", 25) }, {}, 0, true },
	{ "a cgroup made since the set was chosen has all that it counted", 2, { OF_SET(1) READING(10, "", ROOT(100), TOTALS(100, 0, 0, 0, ""))
		READING(15, "", ROOT(150) CGROUP(2, "/a", 30, "cycles=7"), TOTALS(150, 0, 0, 0, "")) }, {}, {
		"tdacct_cgroup_events_total{path=\"/a\",depth=\"1\",event=\"cycles\",set=\"cycles\"} 7" }, {} },

	{ "a pause", 2, { OPEN FIRST "info state=1\n" READING(15, TASK(1, "a", 100, ""), ROOT(100), TOTALS(100, 0, 5, 6, "after.slots=111")) }, {}, {
		MACHINE("tasks", 100), "tdacct_state{state=\"counting\"} 0", "tdacct_state{state=\"paused\"} 1" }, {} },
	{ "the module is gone", 2, { OPEN FIRST }, {}, { MACHINE("tasks", 100), COMMAND("a", 100), PLACE("/", 0, 100), "tdacct_up 0", "tdacct_exporter_failures_total 1", "tdacct_state{state=\"counting\"} 0" }, {} },
	{ "it answers again and is the same", 3, { OPEN FIRST, OPEN SECOND, OPEN SECOND }, {}, {
		MACHINE("tasks", 150), COMMAND("a", 100), COMMAND("[other]", 50), "tdacct_exporter_module_resets_total 0", "tdacct_up 1" }, {} },
	{ "the module is loaded anew", 4, { OPEN SECOND, OPEN FIRST, OPEN FIRST SECOND }, {}, {
		"3: " MACHINE("tasks", 250), MACHINE("tasks", 300), MACHINE("untracked", 16), COMMAND("a", 200), COMMAND("[other]", 100), PLACE("/", 0, 300),
		"tdacct_exporter_module_resets_total 1" }, {} },
	{ "anew, with more than before", 3, { "info epoch=1 epoch_ns=5\n" SUBSCRIBED FIRST, "info epoch=1 epoch_ns=7\n" SUBSCRIBED SECOND, "info epoch=1 epoch_ns=7\n" SUBSCRIBED SECOND }, {}, {
		MACHINE("tasks", 250), "tdacct_exporter_module_resets_total 1" }, {} },
	{ "anew, and not until the second attempt", 4, { OPEN SECOND, OPEN, OPEN, OPEN, OPEN FIRST }, {}, { "tdacct_exporter_failures_total 2", "tdacct_exporter_module_resets_total 1", MACHINE("tasks", 250) }, {} },
	{ "what the module counts of itself goes on, how much memory it has is as it is", 3, {
		OPEN SECOND "ask GET_STATS do\nsay bare stats.clears=50 stats.memory=4096 stats.sampled_ns=1500\nend 0\n",
		OPEN FIRST, OPEN FIRST "ask GET_STATS do\nsay bare stats.clears=7 stats.memory=100 stats.sampled_ns=2\nend 0\n" }, {}, {
		"1: tdacct_module_clears_total 50", "2: tdacct_module_clears_total 50", "tdacct_module_clears_total 57", "tdacct_module_memory_bytes 100", "tdacct_module_sampled_seconds_total 0.000001502" }, {} },

	{ "gauges go down", 2, { OPEN FIRST "ask GET_STATS do\nsay bare stats.threads=9 stats.processes=8 stats.cgroups=7 stats.subscribers=6\nend 0\n"
		SECOND "ask GET_STATS do\nsay bare stats.threads=5 stats.processes=4 stats.cgroups=3 stats.subscribers=2\nend 0\n" }, {}, {
		"1: tdacct_module_threads 9", "1: tdacct_module_subscribers 6", "tdacct_module_threads 5", "tdacct_module_processes 4", "tdacct_module_cgroups 3", "tdacct_module_subscribers 2" }, { "tdacct_module_threads_total" } },

	{ "a class that steps back by rounding", 3, { OPEN READING(10, "", ROOT(10), TOTALS(10, 0, 0, 0, "live.retiring=8")) READING(15, "", ROOT(12), TOTALS(12, 0, 0, 0, "live.retiring=7"))
		READING(20, "", ROOT(20), TOTALS(20, 0, 0, 0, "live.retiring=15")) }, {}, {
		"2: tdacct_machine_slots_total{whose=\"tasks\",class=\"retiring\"} 8", "tdacct_machine_slots_total{whose=\"tasks\",class=\"retiring\"} 15" }, {} },
	{ "a count that is less than it was adds nothing", 3, { OPEN READING(10, "", ROOT(10), TOTALS(10, 0, 0, 0, "live.instructions=10")) READING(15, "", ROOT(12), TOTALS(12, 0, 0, 0, "live.instructions=7"))
		READING(20, "", ROOT(20), TOTALS(20, 0, 0, 0, "live.instructions=9")) }, {}, {
		"2: tdacct_machine_events_total{whose=\"tasks\",event=\"instructions\"} 10", "tdacct_machine_events_total{whose=\"tasks\",event=\"instructions\"} 12" }, {} },
	{ "a command that does nothing for an hour is among the others", 3, { OPEN FIRST READING(3610, TASK(1, "a", 100, "") TASK(2, "b", 50, ""), ROOT(150), TOTALS(150, 0, 5, 6, ""))
		READING(3611, TASK(1, "a", 100, ""), ROOT(150), TOTALS(150, 0, 5, 6, "")) }, {}, {
		"2: " COMMAND("a", 100), COMMAND("b", 50), COMMAND("[other]", 100) }, { "command=\"a\"" } },
	{ "as many commands as may be, and one more", 2, { OPEN READING(10, TASK(1, "a", 100, "") TASK(2, "b", 200, "") TASK(3, "c", 300, ""), ROOT(600), TOTALS(600, 0, 0, 0, ""))
		READING(15, TASK(1, "a", 900, "") TASK(2, "b", 200, "") TASK(3, "c", 310, ""), ROOT(1410), TOTALS(1410, 0, 0, 0, "")) }, {}, {
		COMMAND("b", 200), COMMAND("c", 310), COMMAND("[other]", 900) }, { "command=\"a\"" }, 2 },
	{ "names that nobody may have, and odd ones", 1, { OPEN READING(10, TASK(1, "[other]", 100, "") TASK(2, "[", 20, "") TASK(3, "a\"b", 30, "") TASK(4, "c\\d", 40, "")
		TASK(5, "\377", 50, "") TASK(6, "\\xff", 60, "") TASK(7, "\\x2d", 70, "") TASK(8, "\303\274", 80, "") TASK(9, "\\x5cxff", 90, ""), ROOT(540), TOTALS(540, 0, 0, 0, "")) }, {}, {
		COMMAND("[other]", 100), COMMAND("[", 20), COMMAND("a\\\"b", 30), COMMAND("c\\\\d", 40), COMMAND("\\\\xff", 50), COMMAND("\\\\x5cxff", 60), COMMAND("\\\\x2d", 70),
		COMMAND("\303\274", 80), COMMAND("\\\\x5cx5cxff", 90) }, {} },
	{ "no thread is a series", 2, { OPEN FIRST SECOND }, {}, { COMMAND("a", 150) }, { "tid=", "pid=" } },

	{ "down to a depth", 1, { OPEN READING(10, "", ROOT(100) CGROUP(2, "/a", 50, "") CGROUP(3, "/a/b", 20, ""), TOTALS(100, 0, 0, 0, "")) }, { .depth = 1 }, {
		PLACE("/", 0, 100), PLACE("/a", 1, 50), "tdacct_exporter_cgroups_left_out{limit=\"depth\"} 1" }, { "/a/b" } },
	{ "patterns", 1, { OPEN READING(10, "", ROOT(100) CGROUP(2, "/a", 50, "") CGROUP(3, "/a/b", 20, "") CGROUP(4, "/a/c", 20, ""), TOTALS(100, 0, 0, 0, "")) }, { .include = { "/a*" }, .nr_include = 1, .exclude = { "*c", "/q" }, .nr_exclude = 2 }, {
		PLACE("/a", 1, 50), PLACE("/a/b", 2, 20), "tdacct_exporter_cgroups_left_out{limit=\"pattern\"} 2", MACHINE("tasks", 100) }, { "path=\"/\"", "/a/c" } },
	{ "the least share of a CPU, once", 3, { OPEN READING(10, TASK(1, "a", 100, ""), ROOT(100) CGROUP(2, "/a", 50, ""), TOTALS(100, 0, 0, 0, ""))
		READING(15, TASK(1, "a", 50000100, ""), ROOT(50000100) CGROUP(2, "/a", 49999999, ""), TOTALS(50000100, 0, 0, 0, ""))
		READING(20, TASK(1, "a", 50000100, ""), ROOT(50000100) CGROUP(2, "/a", 49999999, ""), TOTALS(50000100, 0, 0, 0, "")) }, { .least = 0.01 }, {
		"1: " COMMAND("[other]", 100), "1: tdacct_exporter_cgroups_left_out{limit=\"least\"} 2", PLACE("/", 0, 50000100), COMMAND("a", 50000000), "tdacct_exporter_cgroups_left_out{limit=\"least\"} 1" }, { "path=\"/a\"" } },
	{ "exactly the limit of series", 1, { OPEN READING(10, "", ROOT(100) CGROUP(2, "/a", 50, ""), TOTALS(100, 0, 0, 0, "")) }, { .series = 30 }, {
		PLACE("/", 0, 100), PLACE("/a", 1, 50), "tdacct_exporter_cgroups_left_out{limit=\"series\"} 0" }, {} },
	{ "one cgroup more", 1, { OPEN READING(10, "", ROOT(100) CGROUP(2, "/a", 50, ""), TOTALS(100, 0, 0, 0, "")) }, { .series = 29 }, {
		PLACE("/", 0, 100), "tdacct_exporter_cgroups_left_out{limit=\"series\"} 1" }, { "path=\"/a\"" } },
	{ "a set for which there is no room takes the last one's", 2, { "info\n" SUBSCRIBED "info\n" READING(10, "", ROOT(100) CGROUP(2, "/a", 50, ""), TOTALS(100, 0, 0, 0, "")) CYCLES(2),
		OF_SET(2) CYCLES(2) READING(15, "", ROOT(100) CGROUP(2, "/a", 50, ""), TOTALS(100, 0, 0, 0, "")) }, { .series = 30 }, {
		"1: " PLACE("/a", 1, 50), PLACE("/", 0, 100), "tdacct_exporter_cgroups_left_out{limit=\"series\"} 1" }, { "path=\"/a\"" }, 0, true },

	{ "CPUs by state and reason", 1, { OPEN FIRST "ask GET_CPU dump\nsay cpu=0 state=0 cpu_ns=1000000000 lost_ns=100\nsay cpu=1 state=0 cpu_ns=500000000 lost_ns=0\nsay cpu=2 state=4 bare\nsay cpu=3 state=2 reason=why bare\nend 0\n" }, {}, {
		"tdacct_cpus{state=\"counting\"} 2", "tdacct_cpus{state=\"offline\"} 1", "tdacct_cpus{state=\"waiting\",reason=\"why\"} 1", "tdacct_cpus_online_seconds_total 1.500000000", "tdacct_cpus_uncounted_seconds_total 0.000000100" }, {} },
};
/* clang-format on */

/* ---- when it was started ------------------------------------------------ */

struct start_row {
	const char *name;
};

static const struct start_row start_rows[] = {
	{ "an exporter that is started again says when" },
};

static void try_start(const void *arg)
{
	static const struct row row = { .scene = { OPEN FIRST }, .live = true };
	const struct places_limits limits = { .depth = 8, .series = 1000 };
	struct source from = { .replay = NULL };
	double before = (double)time(NULL);
	struct session s;
	struct meter m;

	(void)arg;
	now = &row;
	opened = 0;
	if (!EXPECT_INT(0, session_open(&s, &from)))
		return;
	meter_open(&m, &s, &from, &limits, 1);
	EXPECT(m.started >= before && m.started <= (double)time(NULL) + 1);
	meter_close(&m);
	session_close(&s);
}

int main(void)
{
	int fd;

	snprintf(path, sizeof(path), "/tmp/tdacct-unit-XXXXXX");
	fd = mkstemp(path);
	if (fd < 0)
		abort();
	close(fd);
	UNIT_RUN("meter", rows, attempt);
	UNIT_RUN("meter", start_rows, try_start);
	unlink(path);
	return unit_end();
}
