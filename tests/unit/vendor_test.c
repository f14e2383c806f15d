// SPDX-License-Identifier: GPL-2.0
/* Files of metrics as vendors publish them, of each format one by hand. */
#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "import/import.h"
#include "model/eval.h"
#include "model/resolver.h"
#include "shared.h"
#include "unit.h"

#define INTEL "vendors/example_metrics.json"
#define PERF "vendors/example-perf.json"
#define AMD "vendors/example-amd.json"
#define NEOVERSE "vendors/example-neoverse.json"
#define ARM "vendors/example-arm.json"

/* The codes are no CPU's. */
static const char events[] = "["
	"{\"EventName\": \"EXE_ACTIVITY.BOUND_ON_LOADS\", \"EventCode\": \"0xa1\"},"
	"{\"EventName\": \"MEMORY_ACTIVITY.STALLS_L1D_MISS\", \"EventCode\": \"0xa2\"},"
	"{\"EventName\": \"MEM_LOAD.HIT\", \"EventCode\": \"0xa3\"},"
	"{\"EventName\": \"A.ONE\", \"EventCode\": \"0xa4\"},"
	"{\"EventName\": \"A.TWO\", \"EventCode\": \"0xa5\"},"
	"{\"EventName\": \"A.THREE\", \"EventCode\": \"0xa6\"},"
	"{\"EventName\": \"de_no_dispatch.none\", \"EventCode\": \"0x1a0\", \"UMask\": \"0x01\"},"
	"{\"EventName\": \"data_beats\", \"EventCode\": \"0x1f\", \"Unit\": \"DFPMC\"},"
	"{\"EventName\": \"STALL_SLOT_FRONTEND\", \"EventCode\": \"0x3e\"}]";

static struct resolver resolver;

static void open_resolver(void)
{
	struct event_error why = { "" };

	if (import_events_parse(&resolver.data[0], "events", events,
				strlen(events), &why)) {
		fprintf(stderr, "%s\n", why.text);
		exit(EXIT_FAILURE);
	}
	resolver.nr = 1;
	resolver.latencies = json_pack("{s:f}", "mem_load.hit", 7.5);
}

#define COUNTS "slots=1000 retiring=400 bad_speculation=100 frontend_bound=200 " \
	"backend_bound=300 memory_bound=210 cycles=500 instructions=900 " \
	"ra1=200 ra2=140 r30000a2=140 ra3=20 ra4=80 ra5=30 ra6=60 r3d=750 r4005=125 " \
	"r1000001a0=600 r3e=500 "

struct share_row {
	const char *name;
	const char *file;
	const char *node;
	double share;		/* 100 % is 1 */
	int flagged;
};

/* clang-format off */
static const struct share_row share_rows[] = {
	{ "Intel: percent is a share",	INTEL, "Backend_Bound",	0.3, 1 },
	{ "Intel: constants, aliases in any case", INTEL, "Memory_Bound", 0.21, 1 },
	{ "Intel: a threshold of fractions", INTEL, "L1_Bound",	0.12, 1 },
	{ "Intel: an operator with a gap", INTEL, "ipc",	1.8, 0 },
	{ "Intel: a latency that was published", INTEL, "latency", 150, 0 },
	{ "Intel: uncore is not known",	INTEL, "reads",		NAN, 0 },
	{ "Intel: a mistake is not known", INTEL, "wrong",	NAN, 0 },
	{ "perf: backslashes in names",	PERF, "tma_backend_bound", 0.3, 1 },
	{ "perf: a field of slots",	PERF, "tma_memory_bound", 0.21, 1 },
	{ "perf: a quoted event, another metric", PERF, "tma_l1_bound", 0.12, 1 },
	{ "perf: a metric without unit", PERF, "tma_info_thread_ipc", 1.8, 0 },
	{ "perf: a choice of literals",	PERF, "per_core",	0.12, 0 },
	{ "perf: d_ratio of nothing",	PERF, "ratio",		0, 0 },
	{ "perf: a scale",		PERF, "scaled",		0.9, 0 },
	{ "perf: another before its scale", PERF, "of_scaled",	0.0009, 0 },
	{ "perf: has_event",		PERF, "asks",		500, 0 },
	{ "perf: has_event of what the file lacks", PERF, "asks_for_none", 900, 0 },
	{ "perf: has_event of the kernel's, on another machine", PERF, "asks_kernel", NAN, 0 },
	{ "perf: a latency that was published", PERF, "latency", 150, 0 },
	{ "perf: two of one name",	PERF, "scaled@2",	1, 0 },
	{ "perf: a circle is not known", PERF, "circle_a",	NAN, 0 },
	{ "AMD: its own names of levels", AMD,	"frontend_bound", 0.2, 0 },
	{ "AMD: no event of a core",	AMD, "beats",		NAN, 0 },
	{ "perf of Arm: a fact that is not known", NEOVERSE, "frontend_bound", NAN, 0 },
	{ "Arm: percent of slots",	ARM, "backend_bound",	0.3, 0 },
	{ "Arm: percent of cycles",	ARM, "backend_mem",	0.25, 0 },
	{ "Arm: a number",		ARM, "ipc",		1.8, 0 },
};
/* clang-format on */

static void try_share(const void *arg)
{
	const struct share_row *row = arg;
	const struct node_result *n;
	struct counts c;
	struct bench b;

	bench_open_file(&b, unit_path(row->file), &resolver, COUNTS, &c);
	eval(&b.result, &c, true);
	n = bench_node(&b, row->node);
	EXPECT_NEAR(row->share, n->share, 1e-9);
	EXPECT_INT(row->flagged, n->flagged);
	bench_close(&b);
}

/* What is said of the machine below its root. */
/* clang-format off */
static const struct here_row {
	const char *name;
	const char *file;
	const char *device;
	const char *node;
	double share;
} here_rows[] = {
	{ "perf: has_event of the kernel's", PERF, NULL, "asks_kernel", 500 },
	{ "perf: has_event of other counters' lack", PERF, "cpu_core", "asks_kernel", 900 },
	{ "perf: has_event of perf's own, which may be counted", PERF, NULL, "asks_perf", NAN },
	{ "perf: has_event of a device", PERF, NULL, "asks_device", 500 },
	{ "perf of Arm: slots of a cycle", NEOVERSE, "armv8_pmuv3_0", "width", 5 },
	{ "perf of Arm: slots that nobody tells", NEOVERSE, NULL, "width", NAN },
	{ "perf of Arm: this core",	NEOVERSE, NULL, "is_r1p2", 1 },
	{ "perf of Arm: a later core",	NEOVERSE, NULL, "is_r0p9", 1 },
	{ "perf of Arm: an earlier core", NEOVERSE, NULL, "is_r1p3", 0 },
	{ "perf of Arm: another core",	NEOVERSE, NULL, "is_other", 0 },
};
/* clang-format on */

static void try_here(const void *arg)
{
	const struct here_row *row = arg;
	struct resolver here = resolver;
	char root[4096];
	struct counts c;
	struct bench b;

	snprintf(root, sizeof(root), "%s", unit_path("root"));
	here.here = true;
	here.root = root;
	here.device = (char *)row->device;
	bench_open_file(&b, unit_path(row->file), &here, COUNTS, &c);
	eval(&b.result, &c, true);
	EXPECT_NEAR(row->share, bench_node(&b, row->node)->share, 1e-9);
	bench_close(&b);
}

struct text_row {
	const char *name;
	const char *file;
	const char *node;
	const char *(*get)(const struct bench *b, const struct node *n);
	const char *want;
};

static const char *get_parent(const struct bench *b, const struct node *n)
{
	return n->parent < 0 ? NULL : b->model->node[n->parent].name;
}

static const char *get_title(const struct bench *b, const struct node *n)
{
	(void)b;
	return n->title;
}

static const char *get_unit(const struct bench *b, const struct node *n)
{
	(void)b;
	return model_unit_name(n);
}

static const char *get_formula(const struct bench *b, const struct node *n)
{
	(void)b;
	return n->text;
}

static const char *get_threshold(const struct bench *b, const struct node *n)
{
	(void)b;
	return n->threshold_text;
}

static const char *get_description(const struct bench *b, const struct node *n)
{
	(void)b;
	return n->description;
}

static const char *get_locate(const struct bench *b, const struct node *n)
{
	(void)b;
	return n->locate;
}

/* "line:column: what", without the folder that the test lies in. */
static const char *behind_file(const char *why)
{
	const char *at = why ? strstr(why, ".json:") : NULL;

	return at ? at + strlen(".json:") : why;
}

static const char *get_why(const struct bench *b, const struct node *n)
{
	(void)b;
	return behind_file(n->why);
}

static const char *get_threshold_why(const struct bench *b,
				     const struct node *n)
{
	(void)b;
	return behind_file(n->threshold_why);
}

static const char *get_reason(const struct bench *b, const struct node *n)
{
	static char text[256];

	result_reason(&b->result, (size_t)(n - b->model->node), text,
		      sizeof(text));
	return text;
}

static const char *get_source(const struct bench *b, const struct node *n)
{
	(void)n;
	return b->model->title;
}

/* Why the first event that the metric lacks cannot be counted at all. */
static const char *get_event(const struct bench *b, const struct node *n)
{
	const struct node_plan *p = &b->plan->node[n - b->model->node];

	return p->nr_missing ? p->missing[0]->why : NULL;
}

static const char *get_level(const struct bench *b, const struct node *n)
{
	static char text[16];

	(void)b;
	snprintf(text, sizeof(text), "%u", n->said_level);
	return text;
}

static const char *get_aside(const struct bench *b, const struct node *n)
{
	(void)b;
	return n->standalone ? "standalone" : "in the tree";
}

/* clang-format off */
static const struct text_row text_rows[] = {
	{ "Intel: the first level",	INTEL, "Backend_Bound",	get_parent, NULL },
	{ "Intel: a parent",		INTEL, "L1_Bound",	get_parent, "Memory_Bound" },
	{ "Intel: a title",		INTEL, "L1_Bound",	get_title, "L1 Bound" },
	{ "Intel: slots",		INTEL, "Memory_Bound",	get_unit, "slots" },
	{ "Intel: cycles",		INTEL, "L1_Bound",	get_unit, "cycles" },
	{ "Intel: a unit of its own",	INTEL, "reads",		get_unit, "MB/sec" },
	{ "Intel: the domain for a unit", INTEL, "ipc",		get_unit, "Metric" },
	{ "Intel: names for aliases",	INTEL, "Memory_Bound",	get_formula, "100 * PERF_METRICS.MEMORY_BOUND / TOPDOWN.SLOTS:perf_metrics" },
	{ "Intel: a threshold",		INTEL, "Memory_Bound",	get_threshold, "( (100 * Memory_Bound) > 20 ) & ( (100 * Backend_Bound) > 20 )" },
	{ "Intel: where to look",	INTEL, "L1_Bound",	get_locate, "MEM_LOAD_RETIRED.L1_HIT" },
	{ "Intel: nowhere to look",	INTEL, "Memory_Bound",	get_locate, NULL },
	{ "Intel: where a mistake is",	INTEL, "wrong",		get_why, "77:23: expected a number, a name or '(', found '/'" },
	{ "Intel: no formula",		INTEL, "none",		get_why, "79:5: there is no formula" },
	{ "Intel: uncore",		INTEL, "reads",		get_event, "it counts for a whole socket, not for a task (uncore)" },
	{ "Intel: an index, an unknown constant", INTEL, "sleep", get_reason, "needs CORE_C6, system.sockets[0].cpus.count * system.socket_count, DURATIONTIMEINSECONDS" },
	{ "Intel: beside the tree",	INTEL, "ipc",		get_aside, "standalone" },
	{ "Intel: in the tree",		INTEL, "L1_Bound",	get_aside, "in the tree" },
	{ "Intel: the source",		INTEL, "ipc",		get_source, "Intel, version 1.0, TMA 5.2" },
	{ "perf: the first level",	PERF, "tma_backend_bound", get_parent, NULL },
	{ "perf: a parent by its group", PERF, "tma_l1_bound",	get_parent, "tma_memory_bound" },
	{ "perf: the level that a group tells", PERF, "tma_l1_bound", get_level, "3" },
	{ "perf: slots",		PERF, "tma_memory_bound", get_unit, "slots" },
	{ "perf: percent of something",	PERF, "tma_l1_bound",	get_unit, "percent" },
	{ "perf: a unit behind a number", PERF, "ratio",	get_unit, "per_instr" },
	{ "perf: a circle",		PERF, "circle_a",	get_why, "32:78: the metric is computed from itself" },
	{ "perf: where a mistake is",	PERF, "broken",		get_why, "36:101: expected ',' and a second argument, found the end" },
	{ "perf: a mistake in a threshold", PERF, "lost",	get_threshold_why, "35:35: expected a number, a name or '(', found the end" },
	{ "perf: uncore",		PERF, "bandwidth",	get_event, "it counts for a whole socket, not for a task (uncore)" },
	{ "perf: the kernel alone",	PERF, "kernel",		get_event, "it counts only a part of what a task does" },
	{ "perf: where to look",	PERF, "tma_l1_bound",	get_locate, "MEM_LOAD.HIT;MEM_LOAD.FB_PS" },
	{ "perf: that is no part of the text", PERF, "tma_l1_bound", get_description, "Cycles lost to the first cache. Related metrics: tma_x" },
	{ "AMD: the first level",	AMD, "frontend_bound",	get_aside, "in the tree" },
	{ "AMD: its unit",		AMD, "frontend_bound",	get_unit, "slots" },
	{ "AMD: a number of slots is no share of them", AMD, "all_slots", get_unit, "number of slots" },
	{ "AMD: the second level",	AMD, "frontend_bound_latency", get_unit, "slots" },
	{ "AMD: a parent by its group",	AMD, "frontend_bound_latency", get_parent, "frontend_bound" },
	{ "AMD: beside the tree",	AMD, "pairs",		get_aside, "standalone" },
	{ "AMD: why an event is none of a task's", AMD, "beats",	get_event, "it counts for a whole socket, not for a task (uncore)" },
	{ "perf of Arm: a standard metric", NEOVERSE, "backend_bound", get_formula, "100 * (stall_slot_backend / (#slots * cpu_cycles))" },
	{ "perf of Arm: with a formula of the CPU's", NEOVERSE, "frontend_bound", get_formula, "100 * ((STALL_SLOT_FRONTEND if 'strcmp_cpuid_str(0x410fd493)' | 1 ^ 0 else 7) / (cpu_cycles * 5))" },
	{ "perf of Arm: the first level", NEOVERSE, "backend_bound", get_aside, "in the tree" },
	{ "perf of Arm: its unit",	NEOVERSE, "frontend_bound", get_unit, "slots" },
	{ "perf of Arm: what it means",	NEOVERSE, "backend_bound", get_description, "Slots that stayed empty because the back end took nothing." },
	{ "perf of Arm: percent of cycles", NEOVERSE, "stalls",	get_unit, "percent of cycles" },
	{ "Arm: a parent by the decisions", ARM, "backend_mem",	get_parent, "backend_bound" },
	{ "Arm: where to look",		ARM, "backend_bound",	get_locate, "STALL_SLOT_BACKEND" },
	{ "Arm: a code that is none",	ARM, "broken",		get_event, "the file of events does not have it" },
	{ "Arm: a title",		ARM, "ipc",		get_title, "Instructions Per Cycle" },
	{ "Arm: the source",		ARM, "ipc",		get_source, "Arm, telemetry of Example N9" },
};
/* clang-format on */

static void try_text(const void *arg)
{
	const struct text_row *row = arg;
	struct counts c;
	struct bench b;
	int node;

	bench_open_file(&b, unit_path(row->file), &resolver, COUNTS, &c);
	eval(&b.result, &c, false);
	node = model_find_node(b.model, row->node);
	if (EXPECT(node >= 0))
		EXPECT_TEXT(row->want, row->get(&b, &b.model->node[node]));
	bench_close(&b);
}

/* What is counted when a choice was made by literals only. */
static const struct missing_row {
	const char *name;
	const char *counts;
	const char *node;
	const char *want;
} missing_rows[] = {
	{ "what was not chosen is not needed", "ra4=80 ra5=30 ra6=60 cycles=5", "per_core", "" },
	{ "what was chosen is", "ra4=80 cycles=5", "per_core", "needs A.TWO, A.THREE" },
};

static void try_missing(const void *arg)
{
	const struct missing_row *row = arg;
	struct counts c;
	struct bench b;
	int node;

	bench_open_file(&b, unit_path(PERF), &resolver, row->counts, &c);
	eval(&b.result, &c, false);
	node = model_find_node(b.model, row->node);
	if (EXPECT(node >= 0))
		EXPECT_TEXT(row->want, get_reason(&b, &b.model->node[node]));
	bench_close(&b);
}

/* Of 1000 slots the fields have 990: the rest was lost when they were rounded. */
#define ROUNDED "slots=1000 retiring=400 bad_speculation=100 " \
	"frontend_bound=200 backend_bound=290 memory_bound=210 cycles=500 "

static const struct share_row field_rows[] = {
	{ "perf: fields stay as perf has them",	PERF, "tma_backend_bound", 290 / 990., 1 },
	{ "perf: those within a class, too",	PERF, "tma_memory_bound", 0.21, 1 },
	{ "Intel: they get back what was lost",	INTEL, "Backend_Bound", 0.2925, 1 },
};

static void try_fields(const void *arg)
{
	const struct share_row *row = arg;
	const struct node_result *n;
	struct counts c;
	struct bench b;

	bench_open_file(&b, unit_path(row->file), &resolver, ROUNDED, &c);
	eval(&b.result, &c, true);
	n = bench_node(&b, row->node);
	EXPECT_NEAR(row->share, n->share, 1e-9);
	EXPECT_INT(row->flagged, n->flagged);
	EXPECT(n->error > 0);
	bench_close(&b);
}

/* Of metrics that have odd names each one is there. */
static const struct name_row {
	const char *name;
	const char *text;
	unsigned int blow_up;	/* so many times, what stands for '#' */
	const char *want;
	size_t longest;
} name_rows[] = {
	{ "Intel: two of one name", "{'Metrics': [{'MetricName': 'a'}, {'MetricName': 'A'}, {'MetricName': 'a'}]}", 1, "a A@2 a@3", 3 },
	{ "Intel: the older name alone", "{'Metrics': [{'LegacyName': 'metric_A'}, {'MetricName': 'b'}]}", 1, "metric_A b", 8 },
	{ "Intel: no name", "{'Metrics': [{'Formula': '1'}, {'MetricName': 'b'}]}", 1, "b", 1 },
	{ "Arm: two that differ in case only", "{'product_configuration': {}, 'metrics': {'a': {}, 'A': {}}}", 1, "a A@2", 3 },
	{ "Intel: a name is not cut within a character", "{'Metrics': [{'MetricName': 'x#'}]}", 2500, NULL, 127 },
	{ "perf: the same of a unit", "[{'MetricName': 'x#', 'Unit': 'x#'}, {'MetricName': 'x#', 'Unit': 'x#'}]", 100, NULL, 127 },
};

static void put_names(char **text, const struct name_row *row)
{
	size_t size;
	FILE *f = open_memstream(text, &size);

	for (const char *at = row->text; *at; at++)
		for (unsigned int i = 0; i < (*at == '#' ? row->blow_up : 1); i++)
			fputs(*at == '\'' ? "\"" : *at == '#' ? "\u00e9" :
			      (char[]){ *at, 0 }, f);
	fclose(f);
}

static void try_names(const void *arg)
{
	const struct name_row *row = arg;
	char *text, names[8192] = "";
	struct event_error why = { "" };
	struct model *m = NULL;
	size_t longest = 0;

	put_names(&text, row);
	EXPECT_INT(0, import_formulas_parse(&m, "f", text,
					    strlen(text), NULL, &why));
	for (size_t i = 0; m && i < m->nr_nodes; i++) {
		const char *name = m->node[i].name;

		strcat(strcat(names, i ? " " : ""), strlen(name) < 99 ? name : "");
		longest = strlen(name) > longest ? strlen(name) : longest;
		EXPECT(mbstowcs(NULL, name, 0) != (size_t)-1);
	}
	EXPECT_INT(row->longest, longest);
	if (row->want)
		EXPECT_TEXT(row->want, names);
	model_free(m);
	free(text);
}

/* As large as Intel's largest: 308 metrics in 520 kB. */
static char *large_file(size_t *size)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, size);

	if (!f)
		abort();
	fprintf(f, "{\"Metrics\": [");
	for (unsigned int i = 0; i < 308; i++) {
		fprintf(f, "%s{\"MetricName\": \"m%u\", \"LegacyName\": \"metric_M%u\", \"BriefDescription\": \"%600s\", \"Events\": [",
			i ? ", " : "", i, i, "");
		for (unsigned int e = 0; e < 9; e++)
			fprintf(f, "%s{\"Name\": \"UNIT%u.EVENT\", \"Alias\": \"%c\"}",
				e ? ", " : "", 6 * i + e, 'a' + e);
		fprintf(f, "], \"Constants\": [], \"Formula\": \"0");
		for (unsigned int e = 0; e < 60; e++)
			fprintf(f, " + ( %c / a )", 'a' + e % 9);
		fprintf(f, "\"}");
	}
	fprintf(f, "]}");
	fclose(f);
	return text;
}

static const struct cost_row {
	const char *name;
	double times;		/* what reading the JSON alone takes */
} cost_rows[] = {
	{ "a large file takes not many times what its JSON does", 15 },
};

/* CPU time of both in turn: whatever else runs slows down both. */
static void try_cost(const void *arg)
{
	const struct cost_row *row = arg;
	double json = 0, all = 0;
	struct event_error why;
	struct model *m;
	size_t size;
	char *text = large_file(&size);

	for (unsigned int i = 0; i < 5; i++) {
		clock_t before = clock();

		json_decref(json_loadb(text, size, 0, NULL));
		json += (double)(clock() - before);
		before = clock();
		EXPECT_INT(0, import_formulas_parse(&m, "large", text,
						    size, NULL, &why));
		all += (double)(clock() - before);
		EXPECT_INT(308, m->nr_nodes);
		model_free(m);
	}
	EXPECT(size > 500000);
	if (!EXPECT(all < row->times * json))
		printf("# %.0f times\n", all / json);
	free(text);
}

int main(void)
{
	open_resolver();
	UNIT_RUN("vendor share", share_rows, try_share);
	UNIT_RUN("vendor here", here_rows, try_here);
	UNIT_RUN("vendor fields", field_rows, try_fields);
	UNIT_RUN("vendor text", text_rows, try_text);
	UNIT_RUN("vendor choice", missing_rows, try_missing);
	setlocale(LC_ALL, "C.UTF-8");
	UNIT_RUN("vendor name", name_rows, try_names);
	UNIT_RUN("vendor cost", cost_rows, try_cost);
	resolver_close(&resolver);
	return unit_end();
}
