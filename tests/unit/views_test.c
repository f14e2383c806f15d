// SPDX-License-Identifier: GPL-2.0
/* What people and programs see, to the byte. */
#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "view/column.h"
#include "view/folded.h"
#include "view/heat.h"
#include "view/json_report.h"
#include "view/report.h"
#include "view/tree.h"
#include "shared.h"
#include "unit.h"

#define HAVE(_attr) (UINT64_C(1) << TDACCT_A_##_attr)

#define COUNTS "slots=1000 retiring=400 bad_speculation=100 " \
	"frontend_bound=200 backend_bound=300 memory_bound=300 blur=255 " \
	"cycles=500 instructions=900 switches=7 "

static void set_thread(struct sample *s)
{
	s->kind = SAMPLE_THREAD;
	s->have = HAVE(ID) | HAVE(TID) | HAVE(PID) | HAVE(CPU_NS) |
		  HAVE(LOST_NS) | HAVE(BORN_NS) | HAVE(TASK_FLAGS);
	s->id = 3;
	s->tid = 42;
	s->pid = 41;
	strcpy(s->comm, "cat");
	s->cpu_ns = 1500000;
	s->lost_ns = 15000;
	s->born_ns = 5;
}

static void running(struct report *r, struct sample *s)
{
	(void)r;
	set_thread(s);
	s->have |= HAVE(AGE_NS);
	s->age_ns = 2500;
	s->flags = TDACCT_TASK_RUNNING;
}

static void dead(struct report *r, struct sample *s)
{
	(void)r;
	set_thread(s);
	s->flags = TDACCT_TASK_DEAD;
}

static void kthread(struct report *r, struct sample *s)
{
	static const struct stamp stamp = { .interval = 0.5 };

	set_thread(s);
	s->flags = TDACCT_TASK_KTHREAD;
	r->stamp = &stamp;
	report_note(r, "this is %s", "a note");
}

static void process(struct report *r, struct sample *s)
{
	(void)r;
	set_thread(s);
	s->kind = SAMPLE_PROCESS;
	s->have |= HAVE(THREADS) | HAVE(EXITED_THREADS);
	s->threads = 2;
	s->exited_threads = 1;
}

static void some_children(struct report *r, struct sample *s)
{
	(void)r;
	s->kind = SAMPLE_CHILDREN;
	s->have = HAVE(CPU_NS) | HAVE(LOST_NS);
	s->cpu_ns = 1500000;
	s->lost_ns = 15000;
	s->children_nr = 12;
}

static void one_child(struct report *r, struct sample *s)
{
	some_children(r, s);
	s->children_nr = 1;
}

static struct counts part;

static void cpu(struct report *r, struct sample *s)
{
	s->kind = SAMPLE_CPU;
	s->have = HAVE(CPU_NS) | HAVE(LOST_NS);
	s->cpu = 5;
	s->cpu_ns = 4120000000;
	s->lost_ns = 1030000000;
	part.have = 1;
	part.value[0] = 250;
	r->idle = &part;
	r->untracked = &part;
}

static void cpu_of_old(struct report *r, struct sample *s)
{
	(void)r;
	s->kind = SAMPLE_CPU;
	s->cpu = 5;
}

static void system_wide(struct report *r, struct sample *s)
{
	static const struct stamp stamp = { .interval = 2 };

	s->kind = SAMPLE_SYSTEM;
	s->have = HAVE(CPU_NS) | HAVE(LOST_NS);
	s->cpu_ns = 16400000000;
	r->nr_cpus = 8;
	r->stamp = &stamp;
}

/* The head of a report, up to the tree. */
struct head_row {
	const char *name;
	void (*set)(struct report *r, struct sample *s);
	const char *want;
	const char *more;	/* counts than usual */
};

#define LAST "1000 slots, 0.0 % unclassified; 1.80 instructions a cycle; 7 switches\n"

static const struct head_row head_rows[] = {
	{ "a thread that runs", running,
	  "thread 42 cat, of process 41\n"
	  "CPU time 1.50 ms, coverage 99.0 %, numbers at most 2.50 us old\n" LAST },
	{ "a thread that has ended", dead,
	  "thread 42 cat, of process 41, has ended\n"
	  "CPU time 1.50 ms, coverage 99.0 %, numbers as of its last switch\n" LAST },
	{ "events that were not counted all the time", dead,
	  "thread 42 cat, of process 41, has ended\n"
	  "CPU time 1.50 ms, coverage 99.0 %, numbers as of its last switch\n"
	  "1000 slots, 0.0 % unclassified, 3.2 % without all events; 1.80 instructions a cycle; 7 switches\n",
	  "slots_without_events=32" },
	{ "events that were", dead,
	  "thread 42 cat, of process 41, has ended\n"
	  "CPU time 1.50 ms, coverage 99.0 %, numbers as of its last switch\n" LAST,
	  "slots_without_events=0" },
	{ "a kernel thread, for an interval", kthread,
	  "thread 42 cat, of process 41, kernel thread\n"
	  "in 0.500 s: CPU time 1.50 ms, coverage 99.0 %, numbers as of its last switch\n" LAST },
	{ "a process", process,
	  "process 41 cat, threads: 2, and 1 that have ended\n"
	  "CPU time 1.50 ms, coverage 99.0 %, numbers as of its last switch\n" LAST },
	{ "the children of a process", some_children,
	  "children: 12 processes, CPU time 1.50 ms, coverage 99.0 %\n" LAST },
	{ "a single child of a process", one_child,
	  "children: 1 process, CPU time 1.50 ms, coverage 99.0 %\n" LAST },
	{ "a CPU, which was paused", cpu,
	  "CPU 5\nonline 4.12 s, coverage 75.0 %\n"
	  "1000 slots, 0.0 % unclassified, 25.0 % idle slots, 25.0 % untracked; 1.80 instructions a cycle; 7 switches\n" },
	{ "a CPU of a module that tells no times", cpu_of_old,
	  "CPU 5\nonline -, coverage -\n" LAST },
	{ "the system, for an interval", system_wide,
	  "system of 8 CPUs\nin 2.000 s: online 16.4 s, coverage 100.0 %\n" LAST },
};

static char *print_tree(const struct report *r, const struct tree_options *o)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	EXPECT_INT(0, view_tree(f, r, o));
	fclose(f);
	return text;
}

static void try_head(const void *arg)
{
	const struct head_row *row = arg;
	struct tree_options o = { .level = 1 };
	struct sample s = { .have = 0 };
	struct report r = { .sample = &s };
	char *text, *tree, counts[512];
	struct bench b;

	snprintf(counts, sizeof(counts), COUNTS " %s", row->more ?: "");
	bench_open(&b, "sapphirerapids.json", counts, &s.counts);
	r.result = &b.result;
	row->set(&r, &s);
	eval(&b.result, &s.counts, true);
	text = print_tree(&r, &o);
	tree = strstr(text, "\nNODE");
	if (EXPECT(tree))
		*tree = 0;
	EXPECT_TEXT(row->want, text);
	free(text);
	bench_close(&b);
}

/* The tree, and what stands below it. */
struct tree_row {
	const char *name;
	const char *counts;
	struct tree_options o;
	const char *want;
};

static const struct tree_row tree_rows[] = {
	{ "one level", COUNTS, { .level = 1 },
	  "NODE              SHARE  +- UNIT\n"
	  "frontend_bound  ~20.0 % 0.3 slots #####\n"
	  "bad_speculation  10.0 % 0.3 slots ##\n"
	  "retiring         40.0 % 0.1 slots ##########\n"
	  "backend_bound    30.0 % 0.3 slots #######    <--\n"
	  "\n"
	  "~ frontend_bound, fetch_latency: dropped micro-ops were not counted and are included\n" },
	{ "as far as it is of interest", COUNTS, { 0 },
	  "NODE                   SHARE  +- UNIT\n"
	  "frontend_bound       ~20.0 % 0.3 slots  #####\n"
	  "|-fetch_latency       ~0.0 % 0.1 slots\n"
	  "`-fetch_bandwidth     20.0 % 0.4 slots  #####\n"
	  "bad_speculation       10.0 % 0.3 slots  ##\n"
	  "|-branch_mispredicts   0.0 % 0.1 slots\n"
	  "`-machine_clears      10.0 % 0.4 slots  ##\n"
	  "retiring              40.0 % 0.1 slots  ##########\n"
	  "|-heavy_operations     0.0 % 0.1 slots\n"
	  "`-light_operations    40.0 % 0.2 slots  ##########\n"
	  "backend_bound         30.0 % 0.3 slots  #######    <--\n"
	  "|-memory_bound        30.0 % 0.1 slots  #######    <==\n"
	  "| |-l1_bound               -   - cycles            needs EXE_ACTIVITY.BOUND_ON_LOADS:c5, MEMORY_ACTIVITY.STALLS_L1D_MISS:c3\n"
	  "| |-l2_bound               -   - cycles            needs MEMORY_ACTIVITY.STALLS_L1D_MISS:c3, MEMORY_ACTIVITY.STALLS_L2_MISS:c5\n"
	  "| |-l3_bound               -   - cycles            needs MEMORY_ACTIVITY.STALLS_L2_MISS:c5, MEMORY_ACTIVITY.STALLS_L3_MISS:c9\n"
	  "| |-dram_bound             -   - cycles            needs MEMORY_ACTIVITY.STALLS_L3_MISS:c9\n"
	  "| `-store_bound            -   - cycles            needs EXE_ACTIVITY.BOUND_ON_STORES\n"
	  "`-core_bound           0.0 % 0.4 slots\n"
	  "\n"
	  "~ frontend_bound, fetch_latency: dropped micro-ops were not counted and are included\n" },
	{ "nothing was counted", "slots=0", { .level = 1 },
	  "NODE            SHARE +- UNIT\n"
	  "frontend_bound      -  - slots   no slots were counted\n"
	  "bad_speculation     -  - slots   no slots were counted\n"
	  "retiring            -  - slots   no slots were counted\n"
	  "backend_bound       -  - slots   no slots were counted\n" },
	{ "limited to what can be", "slots=1000 retiring=1010 bad_speculation=-10 r10ad=1", { .level = 1 },
	  "NODE              SHARE  +- UNIT\n"
	  "frontend_bound    0.0 % 0.0 slots                          limited, was -0.1 %\n"
	  "bad_speculation   0.0 % 0.0 slots                          limited, was -1.0 %\n"
	  "retiring        100.0 % 0.0 slots ######################## <-- limited, was 101.0 %\n"
	  "backend_bound     0.0 % 0.0 slots\n" },
};

static void try_tree(const void *arg)
{
	const struct tree_row *row = arg;
	struct sample s = { .have = 0 };
	struct report r = { .sample = &s };
	struct bench b;
	char *text, *tree;

	bench_open(&b, "sapphirerapids.json", row->counts, &s.counts);
	r.result = &b.result;
	set_thread(&s);
	eval(&b.result, &s.counts, true);
	text = print_tree(&r, &row->o);
	tree = strstr(text, "NODE");
	EXPECT_TEXT(row->want, tree ? tree : text);
	free(text);
	bench_close(&b);
}

/* One node, or the whole without tree and counts, as JSON. */
struct json_row {
	const char *name;
	const char *counts;
	const char *node;	/* "" : the whole */
	const char *want;
};

static const struct json_row json_rows[] = {
	{ "a node", COUNTS, "retiring/heavy_operations",
	  "{\"name\":\"heavy_operations\",\"share\":0.0,\"unit\":\"slots\",\"error\":0.001,\"children\":[]}" },
	{ "what is left of its parent", COUNTS, "frontend_bound/fetch_bandwidth",
	  "{\"name\":\"fetch_bandwidth\",\"share\":0.2,\"unit\":\"slots\",\"error\":0.004003,\"children\":[]}" },
	{ "an approximate node", COUNTS, "frontend_bound/fetch_latency",
	  "{\"name\":\"fetch_latency\",\"share\":0.0,\"unit\":\"slots\",\"error\":0.001,\"approximate\":true,\"missing\":[\"INT_MISC.UOP_DROPPING\"],\"note\":\"dropped micro-ops were not counted and are included\",\"children\":[{\"name\":\"icache_misses\",\"share\":null,\"unit\":\"cycles\",\"error\":null,\"missing\":[\"ICACHE_DATA.STALLS\"],\"note\":\"needs ICACHE_DATA.STALLS\",\"children\":[]},{\"name\":\"itlb_misses\",\"share\":null,\"unit\":\"cycles\",\"error\":null,\"missing\":[\"ICACHE_TAG.STALLS\"],\"note\":\"needs ICACHE_TAG.STALLS\",\"children\":[]},{\"name\":\"mispredicts_resteers\",\"share\":null,\"unit\":\"cycles\",\"error\":null,\"missing\":[\"INT_MISC.CLEAR_RESTEER_CYCLES\"],\"note\":\"needs INT_MISC.CLEAR_RESTEER_CYCLES\",\"children\":[]},{\"name\":\"clears_resteers\",\"share\":null,\"unit\":\"cycles\",\"error\":null,\"missing\":[\"INT_MISC.CLEAR_RESTEER_CYCLES\"],\"note\":\"needs INT_MISC.CLEAR_RESTEER_CYCLES\",\"children\":[]},{\"name\":\"dsb_switches\",\"share\":null,\"unit\":\"cycles\",\"error\":null,\"missing\":[\"DSB2MITE_SWITCHES.PENALTY_CYCLES\"],\"note\":\"needs DSB2MITE_SWITCHES.PENALTY_CYCLES\",\"children\":[]},{\"name\":\"lcp\",\"share\":null,\"unit\":\"cycles\",\"error\":null,\"missing\":[\"DECODE.LCP\"],\"note\":\"needs DECODE.LCP\",\"children\":[]}]}" },
	{ "a node that is not known", COUNTS, "backend_bound/memory_bound/store_bound",
	  "{\"name\":\"store_bound\",\"share\":null,\"unit\":\"cycles\",\"error\":null,\"missing\":[\"EXE_ACTIVITY.BOUND_ON_STORES\"],\"note\":\"needs EXE_ACTIVITY.BOUND_ON_STORES\",\"children\":[]}" },
	{ "a node that is marked", COUNTS "r20040a6=250", "backend_bound/memory_bound/store_bound",
	  "{\"name\":\"store_bound\",\"share\":0.5,\"unit\":\"cycles\",\"error\":0.0,\"flagged\":true,\"marked\":true,\"children\":[]}" },
	{ "a node that is limited", "slots=1000 retiring=1000 heavy_operations=-10", "retiring/heavy_operations",
	  "{\"name\":\"heavy_operations\",\"share\":0.0,\"unit\":\"slots\",\"error\":0.0,\"unclamped\":-0.01,\"children\":[]}" },
	{ "a thread", COUNTS, "",
	  "{\"kind\":\"thread\",\"id\":3,\"tid\":42,\"pid\":41,\"comm\":\"cat\",\"born_ns\":5,\"running\":false,\"dead\":false,\"kthread\":false,\"cgroup\":null,\"cpu_ns\":1500000,\"lost_ns\":15000,\"coverage\":0.99,\"age_ns\":null,\"interval_s\":null,\"model\":\"sapphirerapids\",\"notes\":[]}" },
};

static json_t *find_node(json_t *list, const char *path)
{
	size_t len = strcspn(path, "/"), i;
	json_t *node;

	json_array_foreach(list, i, node) {
		const char *name =
			json_string_value(json_object_get(node, "name"));

		if (strncmp(name, path, len) || name[len])
			continue;
		return path[len] ?
		       find_node(json_object_get(node, "children"),
				 path + len + 1) : node;
	}
	return NULL;
}

static json_t *read_report(const struct report *r)
{
	char *text = NULL;
	size_t size;
	struct json j = json_to(open_memstream(&text, &size), false);
	json_t *top;

	json_open(&j, NULL, '{');
	json_report(&j, r);
	json_close(&j, '}');
	EXPECT_INT(0, json_end(&j));
	fclose(j.to);
	top = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	free(text);
	return top;
}

static void try_json(const void *arg)
{
	const struct json_row *row = arg;
	struct sample s = { .have = 0 };
	struct report r = { .sample = &s };
	json_t *top, *node;
	struct bench b;
	char *text;

	bench_open(&b, "sapphirerapids.json", row->counts, &s.counts);
	r.result = &b.result;
	set_thread(&s);
	eval(&b.result, &s.counts, true);
	node = top = read_report(&r);
	if (*row->node) {
		node = find_node(json_object_get(top, "tree"), row->node);
	} else {
		json_object_del(top, "tree");
		json_object_del(top, "counts");
	}
	text = json_dumps(node, JSON_COMPACT | JSON_REAL_PRECISION(6));
	EXPECT_TEXT(row->want, text);
	free(text);
	json_decref(top);
	bench_close(&b);
}

struct cell_row {
	const char *name;	/* of the column too */
	const char *text;
	const char *json;
};

static const struct cell_row cell_rows[] = {
	{ "pid", "41", "41" },
	{ "tid", "42", "42" },
	{ "comm", "cat", "\"cat\"" },
	{ "state", "waiting", "\"waiting\"" },
	{ "threads", "-", "null" },
	{ "exited", "-", "null" },
	{ "cpu_time", "1.50 ms", "1500000" },
	{ "coverage", "99.0 %", "0.99" },
	{ "age", "-", "null" },
	{ "born", "5 ns", "5" },
	{ "id", "3", "3" },
	{ "slots", "1000", "1000" },
	{ "unclassified", "0", "0" },
	{ "instructions", "900", "900" },
	{ "cycles", "500", "500" },
	{ "ref_cycles", "-", "null" },
	{ "slots_without_events", "-", "null" },
	{ "ipc", "1.80", "1.8" },
	{ "switches", "7", "7" },
	{ "backend_bound", "30.0 %", "0.3" },
	{ "dram_bound", "-", "null" },
};

static void try_cell(const void *arg)
{
	const struct cell_row *row = arg;
	struct sample s = { .have = 0 };
	struct row r = { .sample = &s };
	char text[CELL_SIZE], *json;
	struct column column;
	struct cell cell;
	struct bench b;

	bench_open(&b, "sapphirerapids.json", COUNTS, &s.counts);
	r.result = &b.result;
	set_thread(&s);
	eval(&b.result, &s.counts, false);
	if (!EXPECT_INT(0, column_find(&column, row->name, b.plan)))
		abort();
	cell = column.get(&r, &column);
	EXPECT_TEXT(row->text, cell_text(text, &cell));
	json = bench_cell_json(&cell);
	EXPECT_TEXT(row->json, json);
	free(json);
	bench_close(&b);
}

static const struct {
	const char *name;
	struct cell a, b;
	int want;
	bool rises;
} order_rows[] = {
	{ "the larger number first", { CELL_COUNT, 5, NULL }, { CELL_COUNT, 3, NULL }, -1, false },
	{ "the smaller number first", { CELL_NUMBER, 5, NULL }, { CELL_NUMBER, 3, NULL }, 1, true },
	{ "equal numbers", { CELL_SHARE, 5, NULL }, { CELL_SHARE, 5, NULL }, 0, false },
	{ "texts from A", { CELL_TEXT, 0, "a" }, { CELL_TEXT, 0, "b" }, -1, true },
	{ "texts from Z", { CELL_TEXT, 0, "a" }, { CELL_TEXT, 0, "b" }, 1, false },
	{ "not known goes last", { CELL_UNKNOWN, NAN, NULL }, { CELL_COUNT, -9, NULL }, 1, false },
	{ "not known goes last the other way round, too", { CELL_UNKNOWN, NAN, NULL }, { CELL_COUNT, -9, NULL }, 1, true },
	{ "neither is known", { CELL_UNKNOWN, NAN, NULL }, { CELL_UNKNOWN, NAN, NULL }, 0, false },
};

static void try_order(const void *arg)
{
	const typeof(order_rows[0]) *row = arg;
	int got = cell_compare(&row->a, &row->b, row->rises);

	EXPECT_INT(row->want, (got > 0) - (got < 0));
	got = cell_compare(&row->b, &row->a, row->rises);
	EXPECT_INT(-row->want, (got > 0) - (got < 0));
}

static const struct {
	const char *name;
	struct cell cell;
	const char *want;	/* for people */
	const char *json;
} text_rows[] = {
	{ "instructions a cycle", { CELL_RATIO, 2, NULL }, "2.00", "2" },
	{ "of more digits", { CELL_RATIO, 1.0 / 3, NULL }, "0.33", "0.3333333333" },
	{ "a number of a node", { CELL_NUMBER, 100.0 / 3, NULL }, "33.33", "33.33333333" },
	{ "a whole number", { CELL_NUMBER, 12345678, NULL }, "12345678", "12345678" },
	{ "one of many digits", { CELL_NUMBER, 0x1p60, NULL }, "1.15292150460685e+18", "1152921504606846976" },
	{ "nothing is known", { CELL_UNKNOWN, NAN, NULL }, "-", "null" },
};

static void try_text(const void *arg)
{
	const typeof(text_rows[0]) *row = arg;
	char got[CELL_SIZE], *json = bench_cell_json(&row->cell);

	EXPECT_TEXT(row->want, cell_text(got, &row->cell));
	EXPECT_TEXT(row->json, json);
	free(json);
}

/* ---- heat maps ----------------------------------------------------------- */

#define SECOND UINT64_C(1000000000)
#define HOUR (3600 * SECOND)

struct heat_case {
	const char *name;
	bool share;
	uint64_t from_ns, to_ns;
	unsigned int nr;	/* of these cells, a second each, */
	double cell[8];		/* that are put */
	const char *want;	/* or what it begins with */
};

#define HEAT(_axis, _cells, _end) \
	"WHAT      ALL 01:00:00\n              " _axis "\nname   50.0 % " _cells \
	"\n\n.:-=+*o%#@  ten steps from 0 to " _end "\n" \
	"blank: nothing was done; ?: not known; a column is 1 s\n"

static const struct heat_case heat_rows[] = {
	{ "a step begins with exactly its share", true, HOUR, HOUR + 8 * SECOND,
	  8, { 0, 0.0999999, 0.1, 0.3, 0.7, 0.8999999, 0.9, 1 },
	  HEAT("--------", "..:=%#@@", "100.0 %") },
	{ "what is not known, and nothing", true, HOUR, HOUR + 7 * SECOND,
	  7, { NAN, HEAT_NOTHING, 0.5, HEAT_NOTHING, 1.5, -0.1, HEAT_NOTHING },
	  HEAT("-------", "? * @.", "100.0 %") },
	{ "the largest number is the end of the scale", false, HOUR, HOUR + 8 * SECOND,
	  8, { 0, 0.2, 0.39, 0.4, 2, 4, 3.6, 3.59 },
	  HEAT("--------", "...:*@@#", "400.0 %") },
	{ "nothing but zeros", false, HOUR, HOUR + 2 * SECOND, 2, { 0, 0 },
	  HEAT("--", "..", "0.0 %") },
	{ "nothing recorded in between", true, HOUR, HOUR + 3 * SECOND, 1, { 1 },
	  HEAT("-  ", "@", "100.0 %") },
	{ "as many seconds as columns", true, HOUR, HOUR + 66 * SECOND, 0, { 0 },
	  "WHAT      ALL 01:00:00       01:00:15       01:00:30       01:00:45\n" },
	{ "a second more", true, HOUR, HOUR + 67 * SECOND, 0, { 0 },
	  "WHAT      ALL 01:00:00       01:00:30\n" },
	{ "a beginning that is no time of a clock", true, HOUR + 13 * SECOND, HOUR + 79 * SECOND, 0, { 0 },
	  "WHAT      ALL   01:00:15       01:00:30       01:00:45       01:01:00\n" },
	{ "a day", true, 24 * HOUR, 48 * HOUR, 0, { 0 },
	  "WHAT      ALL 00:00       06:00       12:00       18:00\n" },
	{ "forty days", true, 0, 40 * 24 * HOUR, 0, { 0 },
	  "WHAT      ALL 01-01   01-09   01-17   01-25   02-02\n" },
};

static void try_heat(const void *row)
{
	const struct heat_case *r = row;
	const struct cell all = { .type = CELL_SHARE, .number = 0.5 };
	char *got = NULL;
	size_t size, len = strlen(r->want);
	struct heat h = {
		.to = open_memstream(&got, &size), .heading = "what", .share = r->share,
	};

	if (!h.to)
		abort();
	EXPECT_INT(0, heat_add(&h, "name", &all));
	EXPECT_INT(0, heat_choose(&h, r->from_ns, r->to_ns, SECOND));
	for (unsigned int i = 0; i < r->nr; i++) {
		heat_window(&h, r->from_ns + i * SECOND, r->from_ns + (i + 1) * SECOND);
		if (r->cell[i] != HEAT_NOTHING)
			heat_put(&h, 0, r->cell[i]);
	}
	heat_print(&h);
	fclose(h.to);
	EXPECT_TEXT(r->want, strncmp(got, r->want, len) ? got : r->want);
	heat_free(&h);
	free(got);
}

/* An interval that a clock measured is a little longer than a column. */
static void try_drift(const void *row)
{
	const struct cell all = { .type = CELL_SHARE, .number = 0.5 };
	const uint64_t interval = SECOND + SECOND / 32;
	char *got = NULL;
	size_t size;
	struct heat h = {
		.to = open_memstream(&got, &size), .heading = "what", .share = true,
	};

	(void)row;
	if (!h.to)
		abort();
	EXPECT_INT(0, heat_add(&h, "name", &all));
	EXPECT_INT(0, heat_choose(&h, HOUR, HOUR + 64 * interval, interval));
	EXPECT_INT(66, h.columns);
	for (uint64_t i = 0; i < 64; i++) {
		heat_window(&h, HOUR + i * interval, HOUR + (i + 1) * interval);
		heat_put(&h, 0, 1);
	}
	for (size_t i = 0; i < h.columns; i++)
		EXPECT(h.recorded[i] && h.row[0].cell[i] == 1);
	fclose(h.to);
	heat_free(&h);
	free(got);
}

static const char *const drift_rows[] = { "leaves no column empty" };

/* ---- whole slots --------------------------------------------------------- */

struct divide_case {
	const char *name;
	uint64_t whole;
	double share[4];
	uint64_t part[4];
	uint64_t left;
};

static const struct divide_case divide_rows[] = {
	{ "quarters of ten", 10, { .25, .25, .25, .25 }, { 3, 2, 3, 2 }, 0 },
	{ "less than all", 7, { .5, .25 }, { 4, 1 }, 2 },
	{ "more than all", 8, { .75, .75 }, { 4, 4 }, 0 },
	{ "all but for how they were rounded", UINT64_C(1) << 62, { .3, .3, .3, .1 - 1e-16 },
	  { 1383505805528216371, 1383505805528216371, 1383505805528216371, 461168601842738791 }, 0 },
	{ "all slots that there can be", UINT64_MAX, { 1 }, { UINT64_MAX }, 0 },
	{ "nothing", 0, { .5, .5 }, { 0, 0 }, 0 },
	{ "no shares", 5, { 0 }, { 0 }, 5 },
};

static void try_divide(const void *row)
{
	const struct divide_case *r = row;
	uint64_t got[4], sum;

	sum = folded_divide(r->whole, r->share, 4, got);
	EXPECT(sum == r->left);
	for (unsigned int i = 0; i < 4; i++) {
		/* doubles have 53 bits */
		EXPECT_NEAR(r->part[i], got[i], (double)r->part[i] * 0x1p-50);
		sum += got[i];
	}
	EXPECT(sum == r->whole);
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	setlocale(LC_ALL, "C");
	UNIT_RUN("view head", head_rows, try_head);
	UNIT_RUN("view tree", tree_rows, try_tree);
	UNIT_RUN("view json", json_rows, try_json);
	UNIT_RUN("column", cell_rows, try_cell);
	UNIT_RUN("column text", text_rows, try_text);
	UNIT_RUN("column order", order_rows, try_order);
	UNIT_RUN("heat map", heat_rows, try_heat);
	UNIT_RUN("heat map: a clock that drifts", drift_rows, try_drift);
	UNIT_RUN("slots are divided:", divide_rows, try_divide);
	return unit_end();
}
