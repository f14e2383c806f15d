// SPDX-License-Identifier: GPL-2.0
/*
 * A model whose events are symbols, and the files by which a site says what they
 * are: what is read from these and what is wrong with them, shares that are known
 * by arithmetic, laws, the sets that are computed, and where a file is found.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "events/sites.h"
#include "import/import.h"
#include "model/cover.h"
#include "model/eval.h"
#include "model/load.h"
#include "shared.h"
#include "unit.h"

/* Codes of no CPU; the file has every spelling, and a set of its own. */
#define SITE "sites/example.json"

static struct event_data *open_site(const char *name)
{
	struct event_error why = { "" };
	struct event_data *d = NULL;

	if (event_data_open(&d, unit_path(name), &why)) {
		fprintf(stderr, "%s\n", why.text);
		exit(EXIT_FAILURE);
	}
	return d;
}

/* ---- what a symbol is ---- */

static const struct symbol_row {
	const char *name;
	const char *symbol;
	uint64_t config;
	uint64_t config1;
	const char *value;
	uint64_t counters;
} symbol_rows[] = {
	{ "a value of the module", "CPU_CYCLES", 0x3c, 0, "cycles", 0 },
	{ "another value", "INST_RETIRED", 0xc0, 0, "instructions", 0 },
	{ "a code", "INST_SPEC", 0x1b, 0, NULL, 0 },
	{ "all of the codes", "IF_FETCH_BUBBLE_EQ_MAX", 0x4842019, 0, NULL, 0x3 },
	{ "an extra register", "MEMSTALL_L3MISS", 0x1b7, 0x10001, NULL, 0xf },
	{ "perf's spelling", "BR_MIS_PRED", 0x22, 0, NULL, 0 },
	{ "an extra register, in perf's spelling", "MEMSTALL_L2MISS", 0x1c6, 0x12, NULL, 0 },
	{ "a raw config", "TOTAL_FLUSH", 0x123, 0, NULL, 0 },
	{ "with an extra register", "MEMSTALL_L1MISS", 0x1cd, 0x80, NULL, 0 },
	{ "a threshold", "EXEC_STALL_CYCLE", 0x4000450, 0, NULL, 0 },
	{ "in any case", "exec_stall_cycle", 0x4000450, 0, NULL, 0 },
};

static void try_symbol(const void *arg)
{
	const struct symbol_row *row = arg;
	struct event_data *d = open_site(SITE);
	const struct event *e = event_data_find(d, row->symbol);

	if (EXPECT(e != NULL)) {
		EXPECT(row->config == e->config);
		EXPECT(row->config1 == e->config1);
		EXPECT(row->counters == e->counters);
		EXPECT_TEXT(row->value ? row->value : "-",
			    e->value ? e->value : "-");
	}
	event_data_close(d);
}

/* ---- what is wrong with a file ---- */

#define HEAD "{\"format\": \"tdacct-site-1\", \"name\": \"s\", \"model\": \"three_level\",\n"
#define CPUS " \"cpus\": [{\"vendor\": \"V\", \"family\": 6, \"model\": 1}],\n"
#define COUNTERS " \"counters\": \"0-3, fixed 0-1\",\n"
#define WHOLE \
	"{\"format\": \"tdacct-site-1\", \"name\": \"s\", \"model\": \"three_level\",\n" \
	" \"cpus\": [{\"vendor\": \"V\", \"family\": 6, \"model\": 1}],\n" \
	" \"counters\": \"0-3, fixed 0-1\",\n"

/* The family of the symbols, and nothing that says what they are. */
#define PLAIN "{\"format\": \"tdacct-family-1\", \"extends\": \"three_level\"}"

static const struct bad_row {
	const char *name;
	const char *text;
	const char *why;
} bad_rows[] = {
	{ "no JSON", "{", "s.json:1:1: string or '}' expected near end of file" },
	{ "a symbol twice", WHOLE "\"events\": {\"A\": \"r1\",\n\"A\": \"r2\"}}", "s.json:5:3: duplicate object key near '\"A\"'" },
	{ "an unknown key", WHOLE "\"codes\": {}}", "s.json:4:10: 'codes' is unknown here" },
	{ "no model", "{\"format\": \"tdacct-site-1\", \"name\": \"s\"}", "s.json:1:1: expected \"model\", the name of a family" },
	{ "counters that are none", HEAD CPUS " \"counters\": \"all\"}", "s.json:3:15: expected counters such as \"0,1,2,3\", \"0-3\" or \"Fixed counter 1\"" },
	{ "a CPU without a vendor", HEAD COUNTERS " \"cpus\": [{\"family\": 6}]}", "s.json:3:11: expected a \"vendor\"" },
	{ "a family that is no number", HEAD COUNTERS " \"cpus\": [{\"vendor\": \"V\", \"family\": \"six\"}]}", "s.json:3:38: expected a number such as 5 or \"0x1f\"" },
	{ "a list of events", WHOLE " \"events\": []}", "s.json:4:12: expected an object \"events\"" },
	{ "constants that are a list", WHOLE " \"constants\": [4]}", "s.json:4:15: expected an object of names and numbers" },
	{ "a constant that is a text", WHOLE " \"constants\": {\"IssueBW\": \"4\"}}", "s.json:4:28: expected a number above 0, such as 4" },
	{ "a constant of nothing", WHOLE " \"constants\": {\"IssueBW\": 0}}", "s.json:4:27: expected a number above 0, such as 4" },
	{ "an event that is a number", WHOLE " \"events\": {\"A\": 5}}", "s.json:4:18: expected an event's name or spelling, such as \"cpu/event=0x3c/\", or an object with its \"code\"" },
	{ "a code with a name", WHOLE " \"events\": {\"A\": {\"code\": 1, \"name\": \"A\"}}}", "s.json:4:39: 'name' is unknown here" },
	{ "a site that extends", WHOLE " \"extends\": \"skylake\", \"events\": {\"A\": {\"code\": 1}}}", "s.json:4:14: 'extends' is unknown here" },
	{ "an event without a code", WHOLE " \"events\": {\"A\": {\"umask\": 5}}}", "s.json:4:18: expected a \"code\"" },
	{ "a code that is too long", WHOLE " \"events\": {\"A\": {\"code\": \"0x2014\"}}}", "s.json:4:28: expected at most 0xfff, not 0x2014" },
	{ "an unknown key of an event", WHOLE " \"events\": {\"A\": {\"code\": 1, \"event\": 2}}}", "s.json:4:39: 'event' is unknown here" },
	{ "a register of an event that has none", WHOLE " \"events\": {\"A\": {\"code\": 1, \"config1\": 2}}}", "s.json:4:41: event code 0x1 has no extra register" },
	{ "counters that the CPU does not have", WHOLE " \"events\": {\"A\": {\"code\": 1, \"counters\": \"0-7\"}}}", "s.json:4:43: these are not all among the \"counters\" of the family" },
	{ "a name that nobody knows", WHOLE " \"events\": {\"A\": \"UOPS_ISSUED.ANY\"}}", "s.json:4:19: event 'UOPS_ISSUED.ANY': there is no event 'UOPS_ISSUED.ANY' in what is known of this CPU" },
	{ "a name that its table does not have", WHOLE " \"events_of\": \"skylake\", \"events\": {\"A\": \"UOPS.X\"}}", "s.json:4:43: event 'UOPS.X': there is no event 'UOPS.X' in skylake" },
	{ "a modifier that is none, behind a name", WHOLE " \"events_of\": \"skylake\", \"events\": {\"A\": \"UOPS_ISSUED.ANY:c256\"}}", "s.json:4:43: event 'UOPS_ISSUED.ANY:c256': cmask is at most 0xff" },
	{ "a spelling that is none", WHOLE " \"events\": {\"A\": \"cpu/event=1\"}}", "s.json:4:19: event 'cpu/event=1': expected a / at its end" },
	{ "no such table", WHOLE " \"events_of\": \"kunpeng\"}", "s.json:4:16: there is no family 'kunpeng'" },
	{ "a set without a title", WHOLE " \"events\": {\"A\": \"r1\"}, \"sets\": [{\"name\": \"s\"}]}", "s.json:4:34: expected a \"title\"" },
	{ "an event of a set that is not there", WHOLE " \"events\": {\"A\": \"r1\"},\n \"sets\": [{\"name\": \"s\", \"title\": \"t\", \"description\": \"d\", \"events\": [\"A\", \"B\"]}]}", "s.json:5:76: event 'B': there is no event 'B' in s" },
};

static void try_bad(const void *arg)
{
	const struct bad_row *row = arg;
	struct event_error why = { "" };
	struct event_data *d;

	EXPECT_INT(-EINVAL, import_events_parse(&d, "s.json", row->text,
					     strlen(row->text), &why));
	EXPECT(!d);
	EXPECT_TEXT(row->why, why.text);
	event_data_close(d);
}

/* ---- the table, as it is printed but for names ---- */

#define W "(IssueBW * CPU_CYCLES)"

static const struct printed_row {
	const char *name;
	const char *title;
	const char *parent;
	enum node_unit unit;
	const char *formula;
} printed_rows[] = {
	{ "retiring", "Retiring", NULL, UNIT_SLOTS, "INST_RETIRED / " W },
	{ "frontend_bound", "FrontEnd Bound", NULL, UNIT_SLOTS, "IF_FETCH_BUBBLE / " W },
	{ "fetch_latency", "Fetch Latency Bound", "frontend_bound", UNIT_CYCLES, "IF_FETCH_BUBBLE_EQ_MAX / CPU_CYCLES" },
	{ "fetch_bandwidth", "Fetch Bandwidth Bound", "frontend_bound", UNIT_SLOTS, "frontend_bound - fetch_latency" },
	{ "bad_speculation", "Bad Speculation", NULL, UNIT_SLOTS, "(INST_SPEC - INST_RETIRED + RECOVERY_BUBBLE) / " W },
	{ "branch_mispredicts", "Branch Missprediction", "bad_speculation", UNIT_SLOTS, "bad_speculation * BR_MIS_PRED / TOTAL_FLUSH" },
	{ "machine_clears", "Machine Clears", "bad_speculation", UNIT_SLOTS, "bad_speculation - branch_mispredicts" },
	{ "backend_bound", "BackEnd Bound", NULL, UNIT_SLOTS, "1 - (frontend_bound + bad_speculation + retiring)" },
	{ "core_bound", "Core Bound", "backend_bound", UNIT_CYCLES, "(EXEC_STALL_CYCLE - MEMSTALL_ANYLOAD - MEMSTALL_STORE) / CPU_CYCLES" },
	{ "memory_bound", "Memory Bound", "backend_bound", UNIT_CYCLES, "(MEMSTALL_ANYLOAD + MEMSTALL_STORE) / CPU_CYCLES" },
	{ "l1_bound", "L1 Bound", "memory_bound", UNIT_CYCLES, "(MEMSTALL_ANYLOAD - MEMSTALL_L1MISS) / CPU_CYCLES" },
	{ "l2_bound", "L2 Bound", "memory_bound", UNIT_CYCLES, "(MEMSTALL_L1MISS - MEMSTALL_L2MISS) / CPU_CYCLES" },
	{ "l3_bound", "L3 Bound", "memory_bound", UNIT_CYCLES, "(MEMSTALL_L2MISS - MEMSTALL_L3MISS) / CPU_CYCLES" },
	{ "mem_bound", "Mem Bound", "memory_bound", UNIT_CYCLES, "MEMSTALL_L3MISS / CPU_CYCLES" },
	{ "store_bound", "Store Bound", "memory_bound", UNIT_CYCLES, "MEMSTALL_STORE / CPU_CYCLES" },
};

static struct model *load_model(const char *site);

static void try_printed(const void *arg)
{
	const struct printed_row *row = arg;
	struct model *m = load_model(PLAIN);
	int i = model_find_node(m, row->name);
	size_t nr = 0;

	for (size_t k = 0; k < m->nr_nodes; k++)
		nr += !m->node[k].standalone;
	EXPECT_INT(sizeof(printed_rows) / sizeof(*printed_rows), nr);
	if (EXPECT(i >= 0)) {
		const struct node *n = &m->node[i];

		EXPECT_TEXT(row->title, n->title);
		EXPECT_TEXT(row->parent, n->parent < 0 ? NULL :
			    m->node[n->parent].name);
		EXPECT_INT(row->unit, n->unit);
		EXPECT_TEXT(row->formula, n->text);
		EXPECT(!n->source && n->threshold.expr);
	}
	model_free(m);
}

/* ---- shares ---- */

/*
 * 1000 cycles of four slots each. Names in front of = are what the site says
 * that the symbols are.
 */
#define BASE "cycles=1000 instructions=1600 "
#define FETCH "r19=800 r4842019=150 "
#define GUESS "r1b=1800 r1d=200 "
#define STALL "r4000450=400 r51=200 r52=50 "
#define ALL \
	"cycles=1000 instructions=1600 r19=800 r4842019=150 r1b=1800 r1d=200 " \
	"r22=30 r123=40 r4000450=400 r51=200 r52=50 " \
	"r1cd:80=150 r1c6:12=90 r1b7:10001=60 "

static const struct share_row {
	const char *name;
	const char *counts;
	const char *node;
	double share;
} share_rows[] = {
	{ "retiring", ALL, "retiring", 0.4 },
	{ "retiring needs no set", BASE, "retiring", 0.4 },
	{ "front end", ALL, "frontend_bound", 0.2 },
	{ "latency is of cycles", ALL, "fetch_latency", 0.15 },
	{ "bandwidth is the rest", ALL, "fetch_bandwidth", 0.05 },
	{ "bad speculation, with recovery", ALL, "bad_speculation", 0.1 },
	{ "branches by their number", ALL, "branch_mispredicts", 0.075 },
	{ "the other flushes", ALL, "machine_clears", 0.025 },
	{ "no flush: as printed, nothing is known", BASE FETCH GUESS "r22=0 r123=0 ", "branch_mispredicts", NAN },
	{ "back end is the rest", ALL, "backend_bound", 0.3 },
	{ "core", ALL, "core_bound", 0.15 },
	{ "memory", ALL, "memory_bound", 0.25 },
	{ "L1", ALL, "l1_bound", 0.05 },
	{ "L2", ALL, "l2_bound", 0.06 },
	{ "L3", ALL, "l3_bound", 0.03 },
	{ "behind all caches", ALL, "mem_bound", 0.06 },
	{ "stores", ALL, "store_bound", 0.05 },
	{ "without recovery, as perf has it of hip08", ALL, "hip08_bad_speculation", 0.05 },
	{ "and what that leaves", ALL, "hip08_backend_bound", 0.35 },
	{ "another value in the register is another event", BASE STALL "r1cd:80=150 r1c6:13=90 ", "l2_bound", NAN },
	{ "no value in the register is another event", BASE STALL "r1cd=150 ", "l1_bound", NAN },
	{ "first level not counted", BASE STALL, "backend_bound", NAN },
};

static struct model *load_model(const char *site)
{
	struct event_error why = { "" };
	struct model *m;

	if (!EXPECT_INT(0, model_parse(&m, "s.json", site, strlen(site), &why))) {
		fprintf(stderr, "%s\n", why.text);
		abort();
	}
	return m;
}

static void open_bench(struct bench *b, const char *counts, struct counts *to)
{
	struct event_error why = { "" };
	struct model *m;

	if (!EXPECT_INT(0, import_formulas(&m, unit_path(SITE), NULL, &why)))
		abort();
	bench_open_model(b, m, counts, to);
}

static void try_share(const void *arg)
{
	const struct share_row *row = arg;
	struct counts counts;
	struct bench b;

	open_bench(&b, row->counts, &counts);
	eval(&b.result, &counts, false);
	EXPECT_NEAR(row->share, bench_node(&b, row->node)->share, 1e-9);
	bench_close(&b);
}

/* ---- laws: they hold whatever was counted ---- */

static const struct law_row {
	const char *name;
	const char *whole;	/* NULL: the number below */
	const char *parts;
	double number;
} law_rows[] = {
	{ "the first level adds up to all", NULL, "frontend_bound bad_speculation retiring backend_bound", 1 },
	{ "and so without recovery", NULL, "frontend_bound hip08_bad_speculation retiring hip08_backend_bound", 1 },
	{ "fetching", "frontend_bound", "fetch_latency fetch_bandwidth", 0 },
	{ "wrong guesses", "bad_speculation", "branch_mispredicts machine_clears", 0 },
	{ "caches and stores make up memory", "memory_bound", "l1_bound l2_bound l3_bound mem_bound store_bound", 0 },
};

static double add_up(const struct bench *b, const char *names)
{
	char name[64];
	double sum = 0;
	int len;

	for (; sscanf(names, " %63s%n", name, &len) == 1; names += len)
		sum += bench_node(b, name)->share;
	return sum;
}

static void try_law(const void *arg)
{
	const struct law_row *row = arg;
	struct counts counts;
	struct bench b;

	open_bench(&b, ALL, &counts);
	srand48(14);
	for (int i = 0; i < 200; i++) {
		for (unsigned int v = 0; v < b.info.nr_values; v++)
			counts.value[v] = 1 + (uint64_t)(lrand48() % 100000);
		eval(&b.result, &counts, false);
		if (!EXPECT_NEAR(row->whole ? bench_node(&b, row->whole)->share :
				 row->number, add_up(&b, row->parts), 1e-6))
			break;
	}
	bench_close(&b);
}

/* ---- what is said of what is not known ---- */

static const struct unknown_row {
	const char *name;
	const char *symbol;
	bool site;		/* there is one, which does not tell */
	const char *words;
} unknown_rows[] = {
	{ "no site: an event", "INST_SPEC", false, "no site file says" },
	{ "no site: a number", "IssueBW", false, "no site file says" },
	{ "a site that lacks an event", "RECOVERY_BUBBLE", true, "the site file does not say" },
	{ "a site that lacks a number", "IssueBW", true, "the site file does not say" },
};

static void try_unknown(const void *arg)
{
	static const char lacks[] = WHOLE " \"events\": {\"INST_SPEC\": \"r1b\"}}";
	const struct unknown_row *row = arg;
	struct model *m = load_model(row->site ? lacks : PLAIN);
	int index;

	index = model_find_event(m, row->symbol);
	if (EXPECT(index >= 0)) {
		EXPECT(strstr(m->event[index].why, row->words) != NULL);
		EXPECT(m->event[index].symbol != NULL);
	}
	model_free(m);
}

/* ---- the sets that are computed ---- */

#define CODES " \"constants\": {\"IssueBW\": 4}, \"events\": {\"CPU_CYCLES\": \"cycles\"," \
	"\"INST_RETIRED\": \"instructions\", \"INST_SPEC\": \"r1b\"," \
	"\"IF_FETCH_BUBBLE\": \"r19\", \"IF_FETCH_BUBBLE_EQ_MAX\": \"r119\"," \
	"\"BR_MIS_PRED\": \"r22\", \"TOTAL_FLUSH\": \"r123\"," \
	"\"RECOVERY_BUBBLE\": \"r1d\", \"EXEC_STALL_CYCLE\": \"r50\"," \
	"\"MEMSTALL_ANYLOAD\": \"r51\", \"MEMSTALL_STORE\": \"r52\"," \
	"\"MEMSTALL_L1MISS\": \"r53\", \"MEMSTALL_L2MISS\": \"r54\"," \
	"\"MEMSTALL_L3MISS\": \"r55\"}}"

#define FIRST "IF_FETCH_BUBBLE IF_FETCH_BUBBLE_EQ_MAX INST_SPEC RECOVERY_BUBBLE"

static const struct cover_row {
	const char *name;
	const char *counters;
	bool watchdog;
	const char *sets;
} cover_rows[] = {
	{ "eight counters: two sets", "0-7, fixed 0-1", false,
	  "frontend_bound: " FIRST " BR_MIS_PRED TOTAL_FLUSH\n"
	  "core_bound: EXEC_STALL_CYCLE MEMSTALL_ANYLOAD MEMSTALL_STORE MEMSTALL_L1MISS MEMSTALL_L2MISS MEMSTALL_L3MISS\n" },
	{ "and the watchdog makes no difference", "0-7, fixed 0-1", true,
	  "frontend_bound: " FIRST " BR_MIS_PRED TOTAL_FLUSH\n"
	  "core_bound: EXEC_STALL_CYCLE MEMSTALL_ANYLOAD MEMSTALL_STORE MEMSTALL_L1MISS MEMSTALL_L2MISS MEMSTALL_L3MISS\n" },
	{ "more counters than the module takes events", "0-15, fixed 0-1", false,
	  "frontend_bound: " FIRST " BR_MIS_PRED TOTAL_FLUSH\n"
	  "core_bound: EXEC_STALL_CYCLE MEMSTALL_ANYLOAD MEMSTALL_STORE MEMSTALL_L1MISS MEMSTALL_L2MISS MEMSTALL_L3MISS\n" },
	{ "four counters: four sets", "0-3, fixed 0-1", false,
	  "frontend_bound: " FIRST "\n"
	  "branch_mispredicts: INST_SPEC BR_MIS_PRED TOTAL_FLUSH RECOVERY_BUBBLE\n"
	  "core_bound: EXEC_STALL_CYCLE MEMSTALL_ANYLOAD MEMSTALL_STORE MEMSTALL_L1MISS\n"
	  "l2_bound: MEMSTALL_L1MISS MEMSTALL_L2MISS MEMSTALL_L3MISS\n" },
	{ "beside the watchdog: what does not fit comes last", "0-3, fixed 0-1", true,
	  "frontend_bound: IF_FETCH_BUBBLE IF_FETCH_BUBBLE_EQ_MAX\n"
	  "bad_speculation: INST_SPEC RECOVERY_BUBBLE IF_FETCH_BUBBLE\n"
	  "core_bound: EXEC_STALL_CYCLE MEMSTALL_ANYLOAD MEMSTALL_STORE\n"
	  "l1_bound: MEMSTALL_ANYLOAD MEMSTALL_L1MISS MEMSTALL_L2MISS\n"
	  "l3_bound: MEMSTALL_L2MISS MEMSTALL_L3MISS\n"
	  "branch_mispredicts: INST_SPEC BR_MIS_PRED TOTAL_FLUSH RECOVERY_BUBBLE\n" },
	{ "two counters: some nodes have no set", "0-1, fixed 0-1", false,
	  "frontend_bound: IF_FETCH_BUBBLE IF_FETCH_BUBBLE_EQ_MAX\n"
	  "bad_speculation: INST_SPEC RECOVERY_BUBBLE\n"
	  "memory_bound: MEMSTALL_ANYLOAD MEMSTALL_STORE\n"
	  "l1_bound: MEMSTALL_ANYLOAD MEMSTALL_L1MISS\n"
	  "l2_bound: MEMSTALL_L1MISS MEMSTALL_L2MISS\n"
	  "l3_bound: MEMSTALL_L2MISS MEMSTALL_L3MISS\n"
	  "hip08_backend_bound: INST_SPEC IF_FETCH_BUBBLE\n" },
};

static void put_sets(const struct event_data *d, char **to, size_t *size)
{
	FILE *f = open_memstream(to, size);

	for (size_t i = 0; i < d->nr_sets; i++) {
		fprintf(f, "%s:", d->set[i].name);
		for (unsigned int k = 0; k < d->set[i].nr_events; k++)
			fprintf(f, " %s", d->set[i].event[k]);
		fputc('\n', f);
	}
	fclose(f);
}

static void try_cover(const void *arg)
{
	const struct cover_row *row = arg;
	struct event_error why = { "" };
	struct event_data *d;
	char text[2048], *sets;
	struct model *m;
	size_t size;

	snprintf(text, sizeof(text), HEAD CPUS "\"counters\": \"%s\"," CODES,
		 row->counters);
	if (!EXPECT_INT(0, import_events_parse(&d, "s.json", text, strlen(text),
					    &why)))
		return;
	m = load_model(text);
	EXPECT_INT(0, cover_sets(d, m, row->watchdog));
	put_sets(d, &sets, &size);
	EXPECT_TEXT(row->sets, sets);
	free(sets);
	model_free(m);
	event_data_close(d);
}

/* A symbol of the name of an event that the family has, whose value it takes. */
static const struct {
	const char *name;
	const char *family;
	const char *symbol;
	const char *text;
	const char *value;
} borrowed[] = {
	{ "a value of a family's event", "skylake", "SLOTS", "slots", "slots" },
	{ "the same in its own letters", "zen4", "slots", "SLOTS", "slots" },
	{ "a field", "icelake", "PERF_METRICS.RETIRING", "topdown-retiring", "retiring" },
	{ "a field by its name", "icelake", "perf_metrics.retiring", "PERF_METRICS.RETIRING", "retiring" },
};

static void try_borrowed(const void *arg)
{
	const typeof(*borrowed) *row = arg;
	struct event_error why = { "" };
	const struct event *e;
	struct event_data *d;
	char text[512];

	snprintf(text, sizeof(text), HEAD CPUS "\"events_of\": \"%s\", \"events\": {\"%s\": \"%s\"}}",
		 row->family, row->symbol, row->text);
	if (!EXPECT_INT(0, import_events_parse(&d, "s.json", text, strlen(text),
					    &why)))
		return;
	e = event_data_find(d, row->symbol);
	EXPECT_TEXT(row->symbol, e ? e->name : NULL);
	EXPECT_TEXT(row->value, e ? e->value : NULL);
	event_data_close(d);
}

/* ---- the same as a family ---- */

#define FAMILY \
	"{\"format\": \"tdacct-family-1\", \"name\": \"s\", \"extends\": \"three_level\",\n" \
	" \"counters\": \"0-3, fixed 0-1\",\n"

static const struct family_row {
	const char *name;
	const char *text;
	const char *event;
	uint64_t config;
	uint64_t counters;
	const char *value;
	const char *symbol;	/* how it begins; NULL: it is none */
	const char *description;
} family_rows[] = {
	{ "a text", FAMILY " \"events\": {\"INST_SPEC\": \"r1b\"}}", "INST_SPEC", 0x1b, 0, NULL, "Instructions that were executed speculatively", "r1b" },
	{ "a spelling", FAMILY " \"events\": {\"INST_SPEC\": {\"is\": \"r1b\"}}}", "INST_SPEC", 0x1b, 0, NULL, "Instructions that were executed speculatively", "r1b" },
	{ "a code", FAMILY " \"events\": {\"INST_SPEC\": {\"code\": 27, \"counters\": \"1\"}}}", "INST_SPEC", 0x1b, 2, NULL, "Instructions that were executed speculatively", NULL },
	{ "a value", FAMILY " \"events\": {\"CPU_CYCLES\": {\"value\": \"cycles\"}}}", "CPU_CYCLES", 0, 0, "cycles", "Cycles of the core.", NULL },
	{ "with words of its own", FAMILY " \"events\": {\"INST_SPEC\": {\"code\": 27, \"symbol\": \"All.\"}}}", "INST_SPEC", 0x1b, 0, NULL, "All.", NULL },
	{ "no symbol", FAMILY " \"events\": {\"A\": \"r1b\"}}", "A", 0x1b, 0, NULL, NULL, "r1b" },
	{ "a value by its name", FAMILY " \"events\": {\"A\": \"instructions\"}}", "A", 0xc0, 0, "instructions", NULL, "instructions" },
	{ "an event of another family", FAMILY " \"events_of\": \"skylake\", \"events\": {\"INST_SPEC\": \"UOPS_ISSUED.ANY\"}}", "INST_SPEC", 0x10e, 0xf, NULL, "Instructions that were executed speculatively", "UOPS_ISSUED.ANY: " },
	{ "one that is there by its own name", FAMILY " \"events_of\": \"skylake\"}", "UOPS_ISSUED.ANY", 0x10e, 0xf, NULL, NULL, "" },
	{ "a code that another family has", FAMILY " \"events_of\": \"skylake\", \"events\": {\"A\": {\"code\": 14, \"umask\": 1, \"cmask\": 2}}}", "A", 0x200010e, 0xf, NULL, NULL, NULL },
	{ "cycles of another family", FAMILY " \"events_of\": \"neoverse_n2\", \"events\": {\"A\": {\"config\": 17}}}", "A", 0x11, 0, "cycles", NULL, NULL },
};

static void try_family(const void *arg)
{
	const struct family_row *row = arg;
	struct event_error why = { "" };
	const struct event *e;
	struct event_data *d;

	if (!EXPECT_INT(0, import_events_parse(&d, "s.json", row->text,
					    strlen(row->text), &why)))
		return;
	e = event_data_find(d, row->event);
	if (EXPECT(e != NULL)) {
		EXPECT(row->config == e->config);
		EXPECT(row->counters == e->counters);
		EXPECT(!e->cannot);
		EXPECT_TEXT(row->value, e->value);
		EXPECT(!row->symbol == !e->symbol);
		EXPECT(!row->symbol ||
		       !strncmp(e->symbol, row->symbol, strlen(row->symbol)));
		EXPECT(!row->description || (e->description &&
		       !strncmp(e->description, row->description,
				strlen(row->description))));
	}
	event_data_close(d);
}

/* ---- where a file is ---- */

static char folder[32];

static void put_file(const char *name, const char *family)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f)
		abort();
	fprintf(f, "{\"format\": \"tdacct-site-1\", \"name\": \"%s\", \"model\": \"three_level\",\n"
		"\"cpus\": [{\"vendor\": \"V\", \"family\": %s, \"model\": 1}],\n"
		COUNTERS "\"events\": {\"A\": \"r1\"}}\n", name, family);
	fclose(f);
}

static void remove_file(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	unlink(path);
}

#define LEFT_OUT \
	"%s/0.json:2:37: expected a number such as 5 or \"0x1f\"; this file is left out\n" \
	"tdacct: %s/00.json:1:1: expected a family with \"cpus\" and \"counters\"; see sites.rst; this file is left out\n"

static const struct find_row {
	const char *name;
	const char *choice;	/* %s is the folder */
	uint32_t family;
	const char *want;	/* the file, or NULL */
	const char *said;	/* %s is the folder */
} find_rows[] = {
	{ "the first for such a CPU", NULL, 6, "b.json", LEFT_OUT },
	{ "another CPU", NULL, 7, "d.json", LEFT_OUT },
	{ "no file for the CPU", NULL, 9, NULL, LEFT_OUT },
	{ "by its name", "c.json", 9, "c.json", "" },
	{ "by half its name", "c", 9, "c.json", "" },
	{ "by its path", "%s/a.json", 9, "a.json", "" },
	{ "another folder", "%s", 7, "d.json", LEFT_OUT },
	{ "another folder, and no file for the CPU", "%s", 9, NULL, LEFT_OUT "tdacct: no file in %s is for this CPU, V family 9 model 0x1; name one with --model FILE\n" },
	{ "none of that name", "nobody", 6, NULL, "" },
	{ "a file of another kind", "%s/other", 6, NULL, "" },
	{ "a family without counters", "%s/plain", 6, NULL, "" },
	{ "one with a mistake", "%s/0.json", 6, NULL, "%s/0.json:2:37: expected a number such as 5 or \"0x1f\"\n" },
};

/* Every %s is the folder. */
static void fill_in(char *to, size_t size, const char *before,
		    const char *format)
{
	size_t len = (size_t)snprintf(to, size, "%s", *format ? before : "");

	for (; *format && len < size - 1; format++)
		if (format[0] == '%' && format[1] == 's') {
			len += (size_t)snprintf(to + len, size - len, "%s",
						folder);
			format++;
		} else {
			to[len++] = *format;
			to[len] = 0;
		}
}

static void try_find(const void *arg)
{
	const struct find_row *row = arg;
	struct event_machine m = { .vendor = "V", .family = row->family, .model = 1 };
	char choice[64], said[1024], *got = NULL;
	struct event_data *d = NULL;
	FILE *real = stderr;
	size_t size;
	int err;

	fill_in(choice, sizeof(choice), "", row->choice ? row->choice : "");
	fill_in(said, sizeof(said), "tdacct: ", row->said);
	stderr = open_memstream(&got, &size);
	err = row->choice ? sites_open(&d, choice, &m) : sites_find(&d, &m);
	fclose(stderr);
	stderr = real;
	EXPECT_INT(!row->want, err != 0);
	EXPECT_TEXT(row->want ? row->want : "-", d ? d->name : "-");
	EXPECT_TEXT(said, got);
	free(got);
	event_data_close(d);
}

/* ---- a family in a file, which another one extends ---- */

static const struct extends_row {
	const char *name;
	const char *base;
	const char *why;	/* "%s" is the folder; NULL: the event A is there */
} extends_rows[] = {
	{ "a file beside it", "./a.json", NULL },
	{ "a file by its path", "%s/a.json", NULL },
	{ "a file of a vendor", "./other", "%s/x.json:2:13: that is no family, but a vendor's file" },
	{ "a file that is not there", "./nobody", "%s/x.json:2:13: cannot read './nobody': No such file or directory" },
	{ "a file with a mistake", "./broken", "%s/./broken:1:1: string or '}' expected near end of file" },
	{ "a file that extends itself", "./self", "%s/./././self:1:43: more than 4 families extend one another" },
	{ "a name without a folder", "a.json", "%s/x.json:2:13: there is no family 'a.json' to be extended" },
};

static void try_extends(const void *arg)
{
	const struct extends_row *row = arg;
	char base[64], text[256], path[64], want[160];
	struct event_error why = { "" };
	struct event_data *d;
	int err;

	fill_in(base, sizeof(base), "", row->base);
	fill_in(want, sizeof(want), "", row->why ? row->why : "");
	snprintf(path, sizeof(path), "%s/x.json", folder);
	snprintf(text, sizeof(text), "{\"format\": \"tdacct-family-1\", \"name\": \"x\", \"title\": \"X\",\n\"extends\": \"%s\"}",
		 base);
	err = import_events_parse(&d, path, text, strlen(text), &why);
	EXPECT_INT(row->why ? -EINVAL : 0, err);
	if (row->why)
		EXPECT_TEXT(want, why.text);
	else
		EXPECT(event_data_find(d, "A") != NULL);
	event_data_close(d);
}

static const char *const files[] = {
	"0.json", "a.json", "b.json", "c.json", "d.json", ".e.json", "f.txt",
};

/* Files with a text of their own. */
static const struct {
	const char *name;
	const char *text;
} others[] = {
	{ "other", "[{\"EventName\": \"A\", \"EventCode\": \"0x1\"}]" },
	{ "plain", "{\"format\": \"tdacct-family-1\", \"name\": \"p\", \"title\": \"P\"}" },
	{ "00.json", "{\"format\": \"tdacct-family-1\", \"name\": \"p\", \"title\": \"P\", \"counters\": \"0-1\"}" },
	{ "broken", "{" },
	{ "self", "{\"format\": \"tdacct-family-1\", \"extends\": \"./self\"}" },
};

static void make_files(void)
{
	static const char *const families[] = {
		"\"six\"", "5", "6", "6", "7", "9", "9",
	};
	char path[64];
	FILE *f;

	strcpy(folder, "/tmp/tdacct-sites-XXXXXX");
	if (!mkdtemp(folder) || setenv(SITES_VARIABLE, folder, 1))
		abort();
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		put_file(files[i], families[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, others[i].name);
		f = fopen(path, "w");
		if (!f)
			abort();
		fputs(others[i].text, f);
		fclose(f);
	}
}

static void remove_files(void)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		remove_file(files[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		remove_file(others[i].name);
	rmdir(folder);
}

int main(void)
{
	make_files();
	UNIT_RUN("site: a symbol", symbol_rows, try_symbol);
	UNIT_RUN("site: wrong", bad_rows, try_bad);
	UNIT_RUN("site: as printed", printed_rows, try_printed);
	UNIT_RUN("site: shares", share_rows, try_share);
	UNIT_RUN("site: laws", law_rows, try_law);
	UNIT_RUN("site: not known", unknown_rows, try_unknown);
	UNIT_RUN("site: sets", cover_rows, try_cover);
	UNIT_RUN("site: borrowed", borrowed, try_borrowed);
	UNIT_RUN("site: as a family", family_rows, try_family);
	UNIT_RUN("site: extends a file", extends_rows, try_extends);
	UNIT_RUN("site: found", find_rows, try_find);
	remove_files();
	return unit_end();
}
