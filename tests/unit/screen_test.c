// SPDX-License-Identifier: GPL-2.0
/* What top shows, without a terminal: painted, and printed as lines. */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/keys.h"
#include "model/eval.h"
#include "model/load.h"
#include "view/screen.h"
#include "shared.h"
#include "unit.h"

static struct bench bench;
static struct task_table living;
static enum sample_kind read_as;	/* thread, mostly */
static struct snapshot places;

static void add(struct snapshot *to, const char *name, uint64_t id,
		uint64_t cgroup, const int *parts)
{
	static const char *const names[] = {
		"retiring", "bad_speculation", "frontend_bound",
		"backend_bound",
	};
	struct sample s = {
		.kind = SAMPLE_THREAD, .id = id, .pid = (uint32_t)id,
		.tid = (uint32_t)id, .cgroup = cgroup,
		.have = UINT64_C(1) << TDACCT_A_PID |
			UINT64_C(1) << TDACCT_A_TID |
			UINT64_C(1) << TDACCT_A_CGROUP,
		.counts.have = ~UINT64_C(0),
	};
	int slots = count_index(&bench.info, "slots");

	snprintf(s.comm, sizeof(s.comm), "%s", name);
	for (size_t i = 0; i < 4; i++) {
		int index = count_index(&bench.info, names[i]);

		s.counts.value[index] = (uint64_t)parts[i];
		s.counts.value[slots] += (uint64_t)parts[i];
	}
	EXPECT_INT(0, snapshot_add(to, &s));
}

/* Two readings: what they did since the first is half of all. */
/* A reading of all, which is freed. */
static void take(struct task_table *to, struct snapshot *read)
{
	struct snapshot now = { .nr = 0 };

	task_table_next(to);
	for (size_t i = 0; i < read->nr; i++) {
		struct sample s;

		sample_copy(&s, snapshot_at(read, i));
		s.kind = read_as;
		s.path = read_as == SAMPLE_CGROUP ? "/some" : NULL;
		EXPECT_INT(0, snapshot_add(&now, &s));
	}
	EXPECT_INT(0, snapshot_sort(&now));
	EXPECT_INT(0, task_table_take(to, &now));
	EXPECT_INT(0, task_table_end_others(to));
	snapshot_free(&now);
	snapshot_free(read);
}

static void read_all(int times, bool last)
{
	static const struct {
		const char *name;
		uint64_t id;
		uint64_t cgroup;
		int part[4];
	} tasks[] = {
		{ "alpha", 1, 10, { 100, 100, 100, 100 } },
		{ "beta", 2, 11, { 800, 0, 0, 0 } },
		{ "gamma", 3, 12, { 0, 0, 0, 200 } },
		{ "still", 4, 10, { 0, 0, 0, 0 } },
		{ "brief", 5, 10, { 150, 150, 0, 0 } },
	};
	struct snapshot read = { .nr = 0 };

	for (size_t i = 0; i < 5 - (size_t)last; i++) {
		int part[4];

		for (size_t k = 0; k < 4; k++)
			part[k] = tasks[i].part[k] * times;
		add(&read, tasks[i].name, tasks[i].id, tasks[i].cgroup, part);
	}
	take(&living, &read);
}

static void open_all(void)
{
	static const char *const paths[] = { "/one", "/one/two", "/onetwo" };
	struct counts unused = { .have = 0 };

	bench_open(&bench, "intel_metrics.json", "", &unused);
	for (uint64_t i = 0; i < 3; i++) {
		struct sample s = {
			.kind = SAMPLE_CGROUP, .id = 10 + i,
			.path = paths[i],
		};

		EXPECT_INT(0, snapshot_add(&places, &s));
	}
	read_all(1, false);
	read_all(2, true);
}

#define NODE(name, also) "{\"name\": \"" name "\", \"title\": \"x\", \"threshold\": 0.9, " also "}"
#define SHARE(name, value, over) NODE(name, "\"unit\": \"slots\", \"formula\": \"" value " / " over "\"")
#define MODEL(nodes) "{\"format\": \"tdacct-model-1\", \"name\": \"x\", \"title\": \"x\", \"events\": {" \
	"\"S\": {\"value\": \"slots\"}, \"R\": {\"value\": \"retiring\"}}, \"nodes\": [" nodes "]}"

/* Of alpha a quarter is retiring, so that all parts together are all of it. */
enum { OTHERS = 4 };

static const char *const other_models[OTHERS] = {
	MODEL(SHARE("frontend_bound", "0.8 * R", "S") ", " SHARE("bad_speculation", "0.8 * R", "S") ", "
	      SHARE("retiring", "0.8 * R", "S") ", " SHARE("backend_bound", "0.8 * R", "S") ", "
	      SHARE("smt_contention", "0.8 * R", "S")),
	MODEL(SHARE("frontend_bound", "R", "S") ", " SHARE("backend_bound", "R", "S") ", "
	      NODE("ipc", "\"unit\": \"number\", \"standalone\": true, \"formula\": \"1.5\"")),
	MODEL(SHARE("retiring", "R", "S") ", "
	      NODE("stalls", "\"unit\": \"cycles\", \"formula\": \"R / S\"")),
	MODEL(SHARE("top", "R", "S") ", "
	      NODE("middle", "\"parent\": \"top\", \"unit\": \"slots\", \"formula\": \"R / S / 2\"") ", "
	      NODE("bottom", "\"parent\": \"middle\", \"unit\": \"slots\", \"formula\": \"R / S / 4\"")),
};

static void open_others(struct bench *to)
{
	struct event_error why;
	struct counts unused;

	for (size_t i = 0; i < OTHERS; i++) {
		const char *text = other_models[i];
		struct model *m;

		EXPECT_INT(0, model_parse(&m, "m.json", text, strlen(text),
					  &why));
		bench_open_model(&to[i], m, "", &unused);
	}
}

static void rename_it(struct screen *s, const char *name)
{
	struct task_entry *e = task_table_find(&living, 2);

	strcpy(task_table_total(&living, e)->comm, name);
	if (task_table_is_fresh(&living, e) && living.reading > 1)
		strcpy(task_table_delta(&living, e)->comm, name);
	s->stale = true;
}

static unsigned int looks;

/* As live_look() has it, of made up processes: one of them is gone. */
static void look(struct task_entry *e, void *arg)
{
	struct task_look *look = task_table_look(arg, e);
	uint64_t id = task_table_total(arg, e)->id;

	EXPECT(arg == &living);
	looks++;
	if (look->proc || id == 2)
		return;
	look->proc = calloc(1, sizeof(*look->proc));
	look->proc->ppid = 77;
	look->proc->uid = id == 3 ? 1000 : 0;
	look->proc->user = strdup(look->proc->uid ? "bob" : "alice");
	look->proc->command = strdup("cc -c x.c");
}

static void begin(struct screen *s)
{
	looks = 0;
	memset(s, 0, sizeof(*s));
	rename_it(s, "beta");
	s->filter.uid = -1;
	s->facts = (struct screen_facts){
		.plan = bench.plan, .rows = &living, .places = &places,
		.title = "threads", .interval = 1, .warning = "",
		.part = { 1000, 300, 600, 100 }, .cpus = 2000,
		.look = look, .arg = &living,
	};
	EXPECT_INT(0, screen_columns(s, "pid,comm,slots,bar,node",
				     bench.plan));
	EXPECT_INT(0, screen_sort(s, "slots", bench.plan));
	EXPECT_INT(0, screen_update(s));
}

/* How many begin, in UTF-8; none of them is wider than a column. */
static size_t characters(const char *text, size_t len)
{
	size_t nr = 0;

	for (size_t i = 0; i < len; i++)
		nr += (text[i] & 0xc0) != 0x80;
	return nr;
}

/* The canvas as lines without blanks at their ends. Nothing may stick out. */
static void print(char *to, const struct canvas *c)
{
	for (size_t row = 0; row < c->rows; row++) {
		char line[1024];
		size_t len = 0;

		memset(line, ' ', sizeof(line));
		for (size_t i = 0; i < c->nr; i++) {
			const struct piece *p = &c->piece[i];

			EXPECT(p->row < c->rows);
			EXPECT(p->column + characters(c->text.at + p->at,
						      p->len) <= c->columns);
			if (p->row == row)
				memcpy(line + p->column,
				       c->text.at + p->at, p->len);
		}
		for (size_t i = 0; i < sizeof(line); i++)
			len = line[i] == ' ' ? len : i + 1;
		to += sprintf(to, "%.*s\n", (int)len, line);
	}
}

static void paint(struct screen *s, size_t rows, size_t columns, char *to)
{
	static struct canvas c;

	canvas_clear(&c, rows, columns);
	EXPECT_INT(0, screen_paint(s, &c));
	print(to, &c);
	canvas_free(&c);
}

/* ---- which rows, in which order ----------------------------------------- */

struct choice {
	const char *name;
	const char *sort;
	struct filter filter;
	bool reverse;
	bool ever;
	const char *want;	/* the ids */
};

static const struct ids some = { .id = { 3, 1 }, .nr = 2 };
static const struct ids none = { .nr = 0 };

static const struct choice choices[] = {
	{ "some processes", "slots", { .uid = -1, .pids = &some }, false, false, "1 3 " },
	{ "some threads", "slots", { .uid = -1, .tids = &some, .pids = &none }, false, false, "1 3 " },
	{ "threads of none of these processes", "slots", { .uid = -1, .tids = &some, .pids = &(struct ids){ .id = { 2 }, .nr = 1 } }, false, false, "" },
	{ "a choice of CPUs is none of tasks", "slots", { .uid = -1, .cpus = &(struct ranges){ .range = { { 7, 7 } }, .nr = 1 } }, false, false, "2 1 3 " },
	{ "a pattern", "slots", { .uid = -1, .pattern = "*m?a" }, false, false, "3 " },
	{ "a pattern is the whole name", "slots", { .uid = -1, .pattern = "gamm" }, false, false, "" },
	{ "by slots, the most first", "slots", { .uid = -1 }, false, false, "2 1 3 " },
	{ "reversed", "slots", { .uid = -1 }, true, false, "3 1 2 " },
	{ "texts by the alphabet", "comm", { .uid = -1 }, false, false, "1 2 3 " },
	{ "by a share", "backend_bound", { .uid = -1 }, false, false, "3 1 2 " },
	{ "by the slots of a node", "bad_speculation", { .uid = -1 }, false, true, "1 5 2 3 " },
	{ "by its share", "bad_speculation%", { .uid = -1 }, false, true, "5 1 2 3 " },
	{ "by user", "user", { .uid = -1 }, false, false, "1 3 2 " },
	{ "by a share that no column shows", "retiring", { .uid = -1 }, false, false, "2 1 3 " },
	{ "since counting began, who has ended is there", "slots", { .uid = -1 }, false, true, "2 1 3 5 " },
	{ "those that did nothing, too", "slots", { .uid = -1, .idle = true }, false, false, "2 1 3 4 5 " },
	{ "at least so many slots", "slots", { .uid = -1, .min_slots = 400 }, false, false, "2 1 " },
	{ "one slot more", "slots", { .uid = -1, .min_slots = 401 }, false, false, "2 " },
	{ "a part of the command", "slots", { .uid = -1, .comm = "MM" }, false, false, "3 " },
	{ "no such command", "slots", { .uid = -1, .comm = "x" }, false, false, "" },
	{ "a cgroup and what is below it", "slots", { .uid = -1, .cgroup = "/one" }, false, false, "2 1 " },
	{ "a cgroup without its slashes", "slots", { .uid = -1, .cgroup = "one/two/" }, false, false, "2 " },
	{ "another whose name begins alike", "slots", { .uid = -1, .cgroup = "onetwo" }, false, false, "3 " },
	{ "two cgroups", "slots", { .uid = -1, .cgroup = "onetwo,/one/two" }, false, false, "2 3 " },
	{ "the root has all of them", "slots", { .uid = -1, .cgroup = "/" }, false, false, "2 1 3 " },
	{ "a user", "slots", { .uid = 1000 }, false, false, "3 " },
	{ "two filters", "slots", { .uid = -1, .comm = "a", .min_slots = 300 }, false, false, "2 1 " },
};

static void attempt_choice(const void *arg)
{
	const struct choice *row = arg;
	char got[256] = "", *to = got;
	struct screen s;

	begin(&s);
	s.filter = row->filter;
	s.reverse = row->reverse;
	s.ever = row->ever;
	EXPECT_INT(0, screen_sort(&s, row->sort, bench.plan));
	EXPECT_INT(0, screen_update(&s));
	for (size_t i = 0; i < s.rows.nr; i++)
		to += sprintf(to, "%lu ",
			      (unsigned long)s.rows.row[i].sample->id);
	EXPECT_TEXT(row->want, got);
	screen_free(&s);
}

/* ---- what is painted ---------------------------------------------------- */

struct picture {
	const char *name;
	size_t rows, columns;
	void (*change)(struct screen *s);
	const char *want;
	const char *never;
};

static void nothing(struct screen *s)
{
	(void)s;
}

static void pause_it(struct screen *s)
{
	s->facts.paused = true;
}

static void warn(struct screen *s)
{
	s->facts.warning = "CPU 3 is waiting";
}

static void no_totals(struct screen *s)
{
	s->facts.cpus = NAN;
}

static void no_slots(struct screen *s)
{
	s->facts.cpus = 0;
}

static void ever(struct screen *s)
{
	s->ever = true;
	s->stale = true;
}

static void last(struct screen *s)
{
	screen_move(s, 1000);
}

/* It showed the end, and there is more room now. */
static void larger(struct screen *s)
{
	s->at = 2;
	s->top = 2;
}

static void open_it(struct screen *s)
{
	screen_move(s, 0);
	s->open = true;
	s->stale = true;
}

static void open_ended(struct screen *s)
{
	ever(s);
	screen_update(s);
	last(s);
	open_it(s);
}

static void wide_name(struct screen *s)
{
	rename_it(s, "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e");
}

static void wild_name(struct screen *s)
{
	rename_it(s, "\033[2J\n\xff");
}

static void open_wild(struct screen *s)
{
	wild_name(s);
	open_it(s);
}

static void no_module(struct screen *s)
{
	s->facts.plan = NULL;
	s->stale = true;
}

static void help(struct screen *s)
{
	s->help = true;
	s->help_text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
}

static void help_below(struct screen *s)
{
	char unused[1024];

	help(s);
	paint(s, 8, 60, unused);
	screen_move(s, 1000);
}

static void users(struct screen *s)
{
	EXPECT_INT(0, screen_columns(s, "pid,user,ppid,command,cgroup",
				     bench.plan));
	looks = 0;
}

/* Of three rows one is visible, and only that is asked for. */
static void one_user(struct screen *s)
{
	char unused[1024];

	users(s);
	paint(s, 6, 60, unused);
	EXPECT_INT(1, s->room);
	EXPECT(looks > 0 && looks <= 2);
}

static void choose(struct screen *s)
{
	static char list[64];

	snprintf(list, sizeof(list), "Sets of events:\n  memory  what waits\n");
	help(s);
	s->list_text = list;
}

static void by_share(struct screen *s)
{
	EXPECT_INT(0, screen_sort(s, "retiring%", bench.plan));
}

static void nowhere(struct screen *s)
{
	s->facts.places = NULL;
	strcpy(s->filter.cgroup, "/one");
	s->stale = true;
}

/* Another model: which nodes are parts of a bar, and how many. */
static struct bench others[OTHERS];

static void take_model(struct screen *s, size_t which)
{
	s->facts.plan = others[which].plan;
	s->stale = true;
}

static void five_parts(struct screen *s)
{
	take_model(s, 0);
}

static void aside(struct screen *s)
{
	take_model(s, 1);
}

static void of_something_else(struct screen *s)
{
	take_model(s, 2);
}

static void open_levels(struct screen *s)
{
	take_model(s, 3);
	s->filter.min_slots = 1;
	EXPECT_INT(0, screen_update(s));
	screen_move(s, 1);
	open_it(s);
}

static void open_whole(struct screen *s)
{
	open_levels(s);
	s->whole = true;
}

static void tree_that_shrank(struct screen *s)
{
	char unused[8192];

	open_it(s);
	paint(s, 12, 80, unused);
	screen_move(s, 1000);
	EXPECT(s->scrolled > 2);
	s->open = false;
	s->help = true;
	s->help_text = "1\n2\n3\n";
}

static void aside_by(struct screen *s, int times)
{
	for (int i = 0; i < abs(times); i++)
		screen_move_aside(s, times < 0 ? -1 : 1);
}

static void one_aside(struct screen *s)
{
	aside_by(s, 1);
}

static void many_aside(struct screen *s)
{
	aside_by(s, 50);
}

static void aside_and_back(struct screen *s)
{
	aside_by(s, 50);
	aside_by(s, -50);
}

static void no_names_aside(struct screen *s)
{
	EXPECT_INT(0, screen_columns(s, "slots,cycles,comm", bench.plan));
	aside_by(s, 1);
}

static void other_columns_aside(struct screen *s)
{
	aside_by(s, 1);
	EXPECT_INT(0, screen_columns(s, "pid,comm,slots", bench.plan));
}

static void open_aside(struct screen *s)
{
	open_it(s);
	EXPECT_INT(0, screen_update(s));
	aside_by(s, 2);
}

static const struct picture pictures[] = {
	{ "a column is left out, so that another has room", 24, 41, one_aside, "\nPID COMMAND SHARES   BOTTLENECK\n", "SLOTS" },
	{ "the last one stays", 24, 40, many_aside, "\nPID COMMAND BOTTLENECK\n", "SHARES" },
	{ "columns come back", 24, 40, aside_and_back, "\nPID COMMAND SLOTS SHARES\n", NULL },
	{ "where no name is in front, the first one", 24, 40, no_names_aside, "\nCYCLES COMMAND\n", "SLOTS" },
	{ "other columns are all there", 24, 40, other_columns_aside, "\nPID COMMAND SLOTS\n", NULL },
	{ "a tree is moved aside", 40, 40, open_aside, "\nf process 2\n", "beta" },
	{ "a bar of five parts", 24, 80, five_parts, "1 alpha     400 =====xxxxx####-----ooooo\n", NULL },
	{ "their names where all have room", 24, 90, five_parts, "\n== frontend_bound  xx bad_speculation  ## retiring  -- backend_bound  oo smt_contention\n", NULL },
	{ "their first words where they have none", 24, 80, five_parts, "\n== frontend  xx bad  ## retiring  -- backend  oo smt\n", NULL },
	{ "40 columns have the names of four parts", 24, 40, nothing, "\n==frontend xxbad ##retiring --backend\n", NULL },
	{ "what is aside is no part of a bar", 24, 80, aside, "1 alpha     400 ======xxxxxx\n", "ipc" },
	{ "nor is a share of something else", 24, 80, of_something_else, "1 alpha     400 ======\n", "stalls" },
	{ "a tree is folded", 24, 80, open_levels, "\n\342\224\224\342\224\200middle", "bottom" },
	{ "and has every node if that is wanted", 24, 80, open_whole, "\342\224\224\342\224\200bottom", NULL },
	{ "a text that has become shorter", 12, 80, tree_that_shrank, "\n1\n2\n3\n", NULL },
	{ "tasks that are nobody knows where", 24, 80, nowhere, "tdacct: 0 threads, in 1.00 s, by slots, 3 more in no known cgroup\n", "alpha" },
	{ "users, parents, command lines and cgroups", 24, 80, users, "\n  1 alice   77 cc -c x.c    /one\n", NULL },
	{ "of who is gone nothing is known", 24, 80, users, "\n  2 -        - -            /one/two\n", NULL },
	{ "of rows that are not visible nobody asks", 24, 80, one_user, "bob", NULL },
	{ "a list to choose from is above all else", 24, 80, choose, "\nSets of events:\n  memory  what waits\n", "SHARES" },
	{ "what it is sorted by, as it was asked for", 24, 80, by_share, ", by retiring%\n", NULL },
	{ "a title", 24, 80, nothing, "tdacct: 3 threads, in 1.00 s, by slots\n", "PAUSED" },
	{ "paused, which is told where there is little room, too", 24, 40, pause_it, "tdacct: PAUSED, 3 threads, in 1.00 s, by", NULL },
	{ "totals add up", 24, 80, nothing, "live 50.0 + ended 15.0 + idle 30.0 + untracked 5.0 = 100.0 % of 2000 slots\n", NULL },
	{ "totals of a narrow one", 24, 40, nothing, "L 50.0 + E 15.0 + I 30.0 + U 5.0 = 100.0\n", "live" },
	{ "totals that nobody knows", 24, 80, no_totals, "the totals of the CPUs are not known\n", "nan" },
	{ "totals of a pause", 24, 80, no_slots, "\nno slots were counted\n", "nan" },
	{ "a warning", 24, 80, warn, "\nCPU 3 is waiting\n", NULL },
	{ "a bar of one part", 24, 80, nothing, "2 beta      800 ####################", NULL },
	{ "a bar of four parts", 24, 80, nothing, "1 alpha     400 ======xxxxxx######------ fetch_bandwidth\n", NULL },
	{ "40 columns have bars", 24, 40, nothing, "1 alpha     400 ==xx##--", "BOTTLENECK" },
	{ "10 columns have something", 24, 10, nothing, "\n  1 alpha\n", "#" },
	{ "since counting began", 24, 80, ever, "2 beta     1600 ###", NULL },
	{ "who has ended is still there", 24, 80, ever, "5 brief     300 xxxxxxxxxxxx####", NULL },
	{ "two rows have room", 7, 80, nothing, "alpha", "gamma" },
	{ "the last ones, when one of them is chosen", 7, 80, last, "gamma", "beta" },
	{ "no line is left empty below the last, when there is more room", 24, 80, larger, "beta", NULL },
	{ "no room at all", 1, 80, nothing, "tdacct: 3 threads", "alpha" },
	{ "a row that is open", 40, 80, open_it, "\nthread 2 beta, of process 2\n", "SHARES" },
	{ "with error bounds", 40, 80, open_it, "NODE", "SHARES" },
	{ "one that has ended", 60, 80, open_ended, "note: it has ended; these counts are its last\n", NULL },
	{ "a name of letters that are two columns wide", 24, 80, wide_name, "\nPID COMMAND SLOTS ", NULL },
	{ "a name that would control the terminal", 24, 80, wild_name, "\n  2 ?[2J??    800", NULL },
	{ "it is open", 40, 80, open_wild, "\nthread 2 \\x1b[2J\\x0a\\xff, of process 2\n", NULL },
	{ "a very wide terminal", 24, 600, nothing, "\nPID COMMAND SLOTS ", NULL },
	{ "no module", 24, 80, no_module, "tdacct: 0 threads", "alpha" },
	{ "help", 8, 60, help, "\n1\n2\n", "6" },
	{ "the end of the help", 8, 60, help_below, "\n9\n", "\n1\n" },
};

/* ---- what is dimmed ------------------------------------------------------- */

struct dimming {
	const char *name;
	enum sample_kind kind;
	int later;		/* so many readings after that of the end */
	bool ever;
	const char *want;	/* ids; those that are dimmed in brackets */
};

static const struct dimming dimmings[] = {
	{ "a process that ended in the interval", SAMPLE_PROCESS, 0, false, "2 1 3 [5] " },
	{ "a thread that ended in it", SAMPLE_THREAD, 0, false, "2 1 3 [5] " },
	{ "a cgroup that was removed in it", SAMPLE_CGROUP, 0, false, "2 1 3 [5] " },
	{ "since counting began it is dimmed, too", SAMPLE_THREAD, 0, true, "2 1 3 [5] " },
	{ "a process, one interval later", SAMPLE_PROCESS, 1, false, "2 1 3 " },
	{ "a thread, one interval later", SAMPLE_THREAD, 1, false, "2 1 3 " },
	{ "a cgroup, one interval later", SAMPLE_CGROUP, 1, false, "2 1 3 " },
};

/* The notice of the one that the last reading did not have: 60 slots more. */
static void end_brief(struct task_table *t)
{
	struct sample final;

	sample_copy(&final, task_table_total(t, task_table_find(t, 5)));
	for (size_t i = 0; i < COUNTS_NR; i++)
		final.counts.value[i] += 60;
	EXPECT_INT(0, task_table_end(t, &final, 0));
}

static bool is_dimmed(const struct canvas *c, size_t row)
{
	size_t dim = 0, all = 0;

	for (size_t i = 0; i < c->nr; i++) {
		all += c->piece[i].row == row;
		dim += c->piece[i].row == row && c->piece[i].style & STYLE_DIM;
	}
	EXPECT(all && (!dim || dim == all));
	return dim;
}

/* Rows begin below the title, the totals, the legend and the headings. */
static void print_dimmed(struct screen *s, char *to)
{
	static struct canvas c;

	canvas_clear(&c, 24, 80);
	EXPECT_INT(0, screen_paint(s, &c));
	for (size_t i = 0; i < s->rows.nr; i++)
		to += sprintf(to, is_dimmed(&c, 4 + i) ? "[%lu] " : "%lu ",
			      (unsigned long)s->rows.row[i].sample->id);
	canvas_free(&c);
}

static void attempt_dimming(const void *arg)
{
	const struct dimming *row = arg;
	struct task_table was = living;
	char got[256] = "";
	struct screen s;

	memset(&living, 0, sizeof(living));
	read_as = row->kind;
	read_all(1, false);
	read_all(2, true);
	begin(&s);
	end_brief(&living);
	for (int i = 0; i < row->later; i++)
		read_all(3 + i, true);
	s.ever = row->ever;
	s.stale = true;
	print_dimmed(&s, got);
	EXPECT_TEXT(row->want, got);
	screen_free(&s);
	read_as = SAMPLE_THREAD;
	task_table_free(&living);
	living = was;
}

/* ---- the tree of one that ended ------------------------------------------- */

struct last_tree {
	const char *name;
	int later;		/* so many readings after that of the end */
};

static const struct last_tree last_trees[] = {
	{ "one interval later", 1 }, { "two intervals later", 2 },
	{ "many intervals later", 9 },
};

static void attempt_last_tree(const void *arg)
{
	const struct last_tree *row = arg;
	static char then[64 * 1024], now[64 * 1024];
	struct task_table was = living;
	struct screen s;

	memset(&living, 0, sizeof(living));
	read_all(1, false);
	read_all(2, true);
	begin(&s);
	end_brief(&living);
	s.stale = true;
	EXPECT_INT(0, screen_update(&s));
	last(&s);
	open_it(&s);
	paint(&s, 24, 80, then);
	EXPECT(strstr(then, "thread 5 brief"));
	EXPECT(strstr(then, "\n60 slots"));
	for (int i = 0; i < row->later; i++) {
		read_all(3 + i, true);
		s.stale = true;
		paint(&s, 24, 80, now);
	}
	EXPECT_TEXT(strstr(then, "thread 5"), strstr(now, "thread 5"));
	screen_free(&s);
	task_table_free(&living);
	living = was;
}

/* ---- what is computed --------------------------------------------------- */

enum { CROWD = 100 };

static struct task_table crowd;
static const struct counts *evaluated[2 * CROWD];
static size_t nr_evaluated;	/* rows, each once */
static size_t asked;

static void note_evaluated(const struct counts *of)
{
	for (size_t i = 0; i < nr_evaluated; i++)
		if (evaluated[i] == of)
			return;
	if (EXPECT(nr_evaluated < 2 * CROWD))
		evaluated[nr_evaluated++] = of;
}

typeof(eval) __real_eval, __wrap_eval;
typeof(eval_part) __real_eval_part, __wrap_eval_part;

void __wrap_eval(struct result *r, const struct counts *c, bool errors)
{
	note_evaluated(c);
	__real_eval(r, c, errors);
}

void __wrap_eval_part(struct result *r, const struct counts *c,
		      const struct plan_part *part)
{
	note_evaluated(c);
	__real_eval_part(r, c, part);
}

static void ask(struct task_entry *e, void *arg)
{
	(void)e;
	(void)arg;
	asked++;
}

/* A hundred threads that all ran in the interval. */
static void open_crowd(void)
{
	const int part[4] = { 10, 10, 10, 10 };

	for (int times = 1; times <= 2; times++) {
		struct snapshot read = { .nr = 0 };

		for (uint64_t id = 1; id <= CROWD; id++) {
			int parts[4];

			for (size_t k = 0; k < 4; k++)
				parts[k] = part[k] * times * (int)id;
			add(&read, "one", id, 10, parts);
		}
		take(&crowd, &read);
	}
}

struct effort {
	const char *name;
	const char *columns;
	const char *sort;
	size_t lines;
	size_t rows;		/* so many are evaluated */
	size_t looks;		/* so many times, at most, the system is asked */
};

/* Of 24 lines, five are no rows; and each row is asked for twice, for its width. */
static const struct effort efforts[] = {
	{ "of a hundred rows those on the screen", "pid,comm,slots,bar,node", "slots", 24, 19, 0 },
	{ "fewer on a smaller screen", "pid,comm,slots,bar,node", "slots", 8, 3, 0 },
	{ "none where there is no room", "pid,comm,slots,bar,node", "slots", 4, 0, 0 },
	{ "all when they are sorted by a share", "pid,comm,slots", "retiring%", 24, CROWD, 0 },
	{ "all when by the slots of a node", "pid,comm,slots", "retiring", 24, CROWD, 0 },
	{ "users of those on the screen", "pid,user,slots", "slots", 24, 19, 38 },
	{ "users of all when they are sorted by them", "pid,slots", "user", 24, 19, CROWD + 38 },
};

static void attempt_effort(const void *arg)
{
	const struct effort *row = arg;
	static char unused[64 * 1024];
	struct screen s;

	begin(&s);
	s.facts.rows = &crowd;
	s.facts.look = ask;
	EXPECT_INT(0, screen_columns(&s, row->columns, bench.plan));
	EXPECT_INT(0, screen_sort(&s, row->sort, bench.plan));
	nr_evaluated = asked = 0;
	s.stale = true;
	paint(&s, row->lines, 80, unused);
	EXPECT_INT(CROWD, s.rows.nr);
	EXPECT_INT(row->rows, nr_evaluated);
	EXPECT(asked <= row->looks);
	EXPECT(!row->looks || asked >= row->rows);
	screen_free(&s);
}

static void attempt_picture(const void *arg)
{
	const struct picture *row = arg;
	static char got[64 * 1024];
	struct screen s;

	begin(&s);
	row->change(&s);
	paint(&s, row->rows, row->columns, got);
	if (!EXPECT(strstr(got, row->want)) ||
	    (row->never && !EXPECT(!strstr(got, row->never))))
		EXPECT_TEXT(row->want, got);
	screen_free(&s);
}

/* ---- the chosen row ----------------------------------------------------- */

struct walk {
	const char *name;
	const char *keys;	/* u, d: up and down; s: by name; r: reading */
	uint64_t want;
};

static const struct walk walks[] = {
	{ "down", "d", 1 },
	{ "down and up", "ddu", 1 },
	{ "not above the first", "uu", 2 },
	{ "not below the last", "ddddd", 3 },
	{ "it stays when others change places", "ds", 1 },
	{ "the first place stays as long as nobody chose", "s", 1 },
	{ "it stays when it is read again", "ddr", 3 },
	{ "search", "/", 3 },
	{ "search goes around", "d//", 3 },
};

static void attempt_walk(const void *arg)
{
	const struct walk *row = arg;
	struct screen s;

	begin(&s);
	for (const char *k = row->keys; *k; k++) {
		if (*k == 's')
			screen_sort(&s, "comm", bench.plan);
		else if (*k == '/')
			EXPECT(screen_search(&s, "gam"));
		else if (*k != 'r')
			screen_move(&s, *k == 'd' ? 1 : -1);
		EXPECT_INT(0, screen_update(&s));
	}
	EXPECT_INT(row->want, s.rows.row[s.at].sample->id);
	EXPECT(!screen_search(&s, "nowhere"));
	screen_free(&s);
}

/* ---- the module was loaded again ---------------------------------------- */

struct renumbering {
	const char *name;
	const char *keys;	/* d: down, o: open */
	uint64_t gone;		/* a task that ended meanwhile; 0: none */
	uint64_t want;		/* the tid of the chosen row */
	bool open;
	bool lost;
};

static const struct renumbering renumberings[] = {
	{ "nobody chose: the first row", "", 0, 2, false, false },
	{ "the row of the task", "dd", 0, 3, false, false },
	{ "not of another that has its number now", "d", 0, 1, false, false },
	{ "its tree", "ddo", 0, 3, true, false },
	{ "a task that is gone: the first row", "dd", 3, 2, false, true },
	{ "nor has it a tree", "ddo", 3, 2, false, true },
};

/* Task 1 is 3 now, 2 is 1 and 3 is 2; all are as they were read last. */
static void number_anew(struct task_table *to, uint64_t gone)
{
	static const uint64_t task[] = { 2, 3, 1 };
	struct snapshot read = { .nr = 0 };

	memset(to, 0, sizeof(*to));
	for (uint64_t id = 1; id <= 3; id++) {
		struct sample s;

		sample_copy(&s, task_table_total(&living, task_table_find(&living,
							task[id - 1])));
		s.id = id;
		if (task[id - 1] != gone)
			EXPECT_INT(0, snapshot_add(&read, &s));
	}
	take(to, &read);
}

static void attempt_renumbering(const void *arg)
{
	const struct renumbering *row = arg;
	struct task_table anew;
	struct screen s;

	begin(&s);
	for (const char *k = row->keys; *k; k++)
		screen_move(&s, *k == 'd');
	s.open = strchr(row->keys, 'o');
	number_anew(&anew, row->gone);
	s.facts.rows = &anew;
	s.facts.interval = 0;
	screen_forget(&s);
	EXPECT_INT(!row->lost, screen_find_again(&s, &anew));
	EXPECT_INT(0, screen_update(&s));
	EXPECT_INT(row->want, s.rows.row[s.at].sample->tid);
	EXPECT_INT(row->open, s.open);
	screen_free(&s);
	task_table_free(&anew);
}

/* ---- sorting by the column beside --------------------------------------- */

struct beside {
	const char *name;
	int steps;
	const char *want;
};

static const struct beside besides[] = {
	{ "to the left", -1, "comm" },
	{ "to the right, where bar and node are passed over", 1, "pid" },
	{ "around", -3, "slots" },
};

static void attempt_beside(const void *arg)
{
	const struct beside *row = arg;
	struct screen s;

	begin(&s);
	for (int i = 0; i < abs(row->steps); i++)
		screen_sort_beside(&s, row->steps < 0 ? -1 : 1);
	EXPECT_TEXT(row->want, s.by.name);
	EXPECT_INT(-22, screen_columns(&s, "pid,colour", bench.plan));
	EXPECT_INT(5, s.nr_columns);
	screen_free(&s);
}

/* ---- keys --------------------------------------------------------------- */

struct key_row {
	const char *name;
	int key;
	enum action want;
};

static const struct key_row keys[] = {
	{ "up", KEY_LINE_UP, DO_UP }, { "k", 'k', DO_UP },
	{ "enter", '\n', DO_OPEN }, { "F1", KEY_FUNCTION + 1, DO_HELP },
	{ "F10", KEY_FUNCTION + 10, DO_QUIT }, { "q", 'q', DO_QUIT },
	{ "no key of ours", 'Q', DO_NOTHING },
	{ "htop's key for its setup does nothing here", 'S', DO_NOTHING },
	{ "no key at all", 0, DO_NOTHING },
};

static void attempt_key(const void *arg)
{
	const struct key_row *row = arg;

	EXPECT_INT(row->want, key_action(row->key));
}

int main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	open_all();
	open_others(others);
	UNIT_RUN("screen: rows", choices, attempt_choice);
	UNIT_RUN("screen: picture", pictures, attempt_picture);
	open_crowd();
	UNIT_RUN("screen: dimmed", dimmings, attempt_dimming);
	UNIT_RUN("screen: the tree of one that ended", last_trees, attempt_last_tree);
	UNIT_RUN("screen: effort", efforts, attempt_effort);
	task_table_free(&crowd);
	UNIT_RUN("screen: walk", walks, attempt_walk);
	UNIT_RUN("screen: loaded again", renumberings, attempt_renumbering);
	UNIT_RUN("screen: beside", besides, attempt_beside);
	UNIT_RUN("screen: keys", keys, attempt_key);
	task_table_free(&living);
	snapshot_free(&places);
	bench_close(&bench);
	for (size_t i = 0; i < OTHERS; i++)
		bench_close(&others[i]);
	return unit_end();
}
