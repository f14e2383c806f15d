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
#include "model/cover.h"
#include "model/encodings.h"
#include "model/eval.h"
#include "model/load.h"
#include "shared.h"
#include "text/embedded.h"
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

static const struct bad_row {
	const char *name;
	const char *text;
	const char *why;
} bad_rows[] = {
	{ "no JSON", "{", "s.json:1:1: string or '}' expected near end of file" },
	{ "a symbol twice", WHOLE "\"events\": {\"A\": \"r1\",\n\"A\": \"r2\"}}", "s.json:5:3: duplicate object key near '\"A\"'" },
	{ "an unknown key", WHOLE "\"codes\": {}}", "s.json:4:10: 'codes' is unknown here" },
	{ "no name", "{\"format\": \"tdacct-site-1\"}", "s.json:1:1: expected a \"name\"" },
	{ "no model", "{\"format\": \"tdacct-site-1\", \"name\": \"s\"}", "s.json:1:1: expected a \"model\"" },
	{ "no counters", HEAD CPUS " \"events\": {}}", "s.json:1:1: expected \"counters\", such as \"0-7, fixed 0-1\": those that a hardware thread of this CPU has" },
	{ "counters that are none", HEAD CPUS " \"counters\": \"all\"}", "s.json:3:15: expected counters such as \"0,1,2,3\", \"0-3\" or \"Fixed counter 1\"" },
	{ "no CPU", HEAD COUNTERS " \"events\": {}}", "s.json:1:1: expected \"cpus\": a list of CPUs, each with \"vendor\", \"family\" and \"model\" as in /proc/cpuinfo" },
	{ "no CPU in the list", HEAD COUNTERS " \"cpus\": []}", "s.json:3:10: expected \"cpus\": a list of CPUs, each with \"vendor\", \"family\" and \"model\" as in /proc/cpuinfo" },
	{ "a CPU without a vendor", HEAD COUNTERS " \"cpus\": [{\"family\": 6}]}", "s.json:3:11: expected a \"vendor\"" },
	{ "a family that is no number", HEAD COUNTERS " \"cpus\": [{\"vendor\": \"V\", \"family\": \"six\"}]}", "s.json:3:38: expected a number such as 5 or \"0x1f\"" },
	{ "no events", WHOLE " \"constants\": {}}", "s.json:1:1: expected \"events\": an object of symbols and the events that they are" },
	{ "a list of events", WHOLE " \"events\": []}", "s.json:4:12: expected \"events\": an object of symbols and the events that they are" },
	{ "constants that are a list", WHOLE " \"constants\": [4]}", "s.json:4:15: expected an object of names and numbers" },
	{ "a constant that is a text", WHOLE " \"constants\": {\"IssueBW\": \"4\"}}", "s.json:4:28: expected a number above 0, such as 4" },
	{ "a constant of nothing", WHOLE " \"constants\": {\"IssueBW\": 0}}", "s.json:4:27: expected a number above 0, such as 4" },
	{ "an event that is a number", WHOLE " \"events\": {\"A\": 5}}", "s.json:4:18: expected an event's name or spelling, such as \"cpu/event=0x3c/\", or an object with its \"code\"" },
	{ "a code with a name", WHOLE " \"events\": {\"A\": {\"code\": 1, \"name\": \"A\"}}}", "s.json:4:39: 'name' is unknown here" },
	{ "a value in place of a code", WHOLE " \"events\": {\"A\": {\"value\": \"slots\"}}}", "s.json:4:18: expected a \"code\" from 1 to 0xff" },
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

	EXPECT_INT(-EINVAL, event_data_parse(&d, "s.json", row->text,
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

static struct model *load_model(const struct encodings *encodings);

static void try_printed(const void *arg)
{
	const struct printed_row *row = arg;
	struct model *m = load_model(NULL);
	int i = model_find_node(m, row->name);
	size_t nr = 0;

	for (size_t k = 0; k < m->nr_nodes; k++)
		nr += !m->node[k].aside;
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

static const struct embedded *three_level(void)
{
	for (const struct embedded *e = embedded_families; e->name; e++)
		if (!strcmp(e->name, "three_level.json"))
			return e;
	abort();
}

static struct model *load_model(const struct encodings *encodings)
{
	const struct embedded *e = three_level();
	struct event_error why = { "" };
	struct model *m;

	if (!EXPECT_INT(0, model_parse_with(&m, e->name, e->text, e->len,
					    encodings, &why)))
		abort();
	return m;
}

static void open_bench(struct bench *b, struct event_data **site,
		       const char *counts, struct counts *to)
{
	struct encodings encodings = { .site = NULL };

	*site = open_site(SITE);
	encodings.site = *site;
	bench_open_model(b, load_model(&encodings), counts, to);
}

static void try_share(const void *arg)
{
	const struct share_row *row = arg;
	struct event_data *site;
	struct counts counts;
	struct bench b;

	open_bench(&b, &site, row->counts, &counts);
	eval(&b.result, &counts, false);
	EXPECT_NEAR(row->share, bench_node(&b, row->node)->share, 1e-9);
	bench_close(&b);
	event_data_close(site);
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
	struct event_data *site;
	struct counts counts;
	struct bench b;

	open_bench(&b, &site, ALL, &counts);
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
	event_data_close(site);
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
	struct encodings encodings = { .site = NULL };
	struct event_data *d = NULL;
	struct event_error why;
	struct model *m;
	int index;

	if (row->site)
		EXPECT_INT(0, event_data_parse(&d, "s.json", lacks,
					       strlen(lacks), &why));
	encodings.site = d;
	m = load_model(&encodings);
	index = model_find_event(m, row->symbol);
	if (EXPECT(index >= 0)) {
		EXPECT(strstr(m->event[index].why, row->words) != NULL);
		EXPECT(m->event[index].symbol != NULL);
	}
	model_free(m);
	event_data_close(d);
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
	struct encodings encodings = { .site = NULL };
	struct event_error why = { "" };
	struct event_data *d;
	char text[2048], *sets;
	struct model *m;
	size_t size;

	snprintf(text, sizeof(text), HEAD CPUS "\"counters\": \"%s\"," CODES,
		 row->counters);
	if (!EXPECT_INT(0, event_data_parse(&d, "s.json", text, strlen(text),
					    &why)))
		return;
	encodings.site = d;
	m = load_model(&encodings);
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
	if (!EXPECT_INT(0, event_data_parse(&d, "s.json", text, strlen(text),
					    &why)))
		return;
	e = event_data_find(d, row->symbol);
	EXPECT_TEXT(row->symbol, e ? e->name : NULL);
	EXPECT_TEXT(row->value, e ? e->value : NULL);
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

static const struct find_row {
	const char *name;
	const char *choice;	/* %s is the folder */
	uint32_t family;
	const char *want;	/* the file, or NULL */
	const char *said;	/* %s is the folder */
} find_rows[] = {
	{ "the first for such a CPU", NULL, 6, "b.json", "%s/0.json:2:37: expected a number such as 5 or \"0x1f\"; this file is left out\n" },
	{ "another CPU", NULL, 7, "d.json", "%s/0.json:2:37: expected a number such as 5 or \"0x1f\"; this file is left out\n" },
	{ "no file for the CPU", NULL, 9, NULL, "%s/0.json:2:37: expected a number such as 5 or \"0x1f\"; this file is left out\n" },
	{ "by its name", "c.json", 9, "c.json", "" },
	{ "by half its name", "c", 9, "c.json", "" },
	{ "by its path", "%s/a.json", 9, "a.json", "" },
	{ "another folder", "%s", 7, "d.json", "%s/0.json:2:37: expected a number such as 5 or \"0x1f\"; this file is left out\n" },
	{ "another folder, and no file for the CPU", "%s", 9, NULL, "%s/0.json:2:37: expected a number such as 5 or \"0x1f\"; this file is left out\ntdacct: no file in %s is for this CPU, V family 9 model 0x1; name one with --site FILE\n" },
	{ "one with a mistake", "%s/0.json", 6, NULL, "%s/0.json:2:37: expected a number such as 5 or \"0x1f\"\n" },
	{ "none of that name", "nobody", 6, NULL, "there is no site file 'nobody', neither here nor in %s, there with or without .json\n" },
	{ "a file of another kind", "%s/other", 6, NULL, "%s/other:1:1: expected a site file, with \"format\": \"tdacct-site-1\"\n" },
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
	char choice[64], said[512], *got = NULL;
	struct event_data *d = NULL;
	FILE *real = stderr;
	size_t size;
	int err;

	fill_in(choice, sizeof(choice), "", row->choice ? row->choice : "");
	fill_in(said, sizeof(said), "tdacct: ", row->said);
	stderr = open_memstream(&got, &size);
	err = sites_find(&d, row->choice ? choice : NULL, &m);
	fclose(stderr);
	stderr = real;
	EXPECT_INT(!row->want, err != 0);
	EXPECT_TEXT(row->want ? row->want : "-", d ? d->name : "-");
	EXPECT_TEXT(said, got);
	free(got);
	event_data_close(d);
}

static const char *const files[] = {
	"0.json", "a.json", "b.json", "c.json", "d.json", ".e.json", "f.txt",
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
	snprintf(path, sizeof(path), "%s/other", folder);
	f = fopen(path, "w");
	if (!f)
		abort();
	fputs("[{\"EventName\": \"A\", \"EventCode\": \"0x1\"}]\n", f);
	fclose(f);
}

static void remove_files(void)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		remove_file(files[i]);
	remove_file("other");
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
	UNIT_RUN("site: found", find_rows, try_find);
	remove_files();
	return unit_end();
}
