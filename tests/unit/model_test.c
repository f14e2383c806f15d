// SPDX-License-Identifier: GPL-2.0
/* Model files: whole ones, and what is said about broken ones. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/data.h"
#include "import/import.h"
#include "model/expr.h"
#include "model/load.h"
#include "text/embedded.h"
#include "unit.h"

/* Each row replaces one text of this model by another. */
static const char whole[] =
	"{\n"
	" \"format\": \"tdacct-model-1\",\n"
	" \"name\": \"m\", \"title\": \"M\",\n"
	" \"cpus\": [{\"vendor\": \"V\", \"family\": 6, \"model\": \"0x8f\"}],\n"
	" \"fields\": {\"of\": \"slots\", \"parts\": [\"r\", \"b\"], \"inside\": {\"h\": \"r\"}},\n"
	" \"events\": {\n"
	"  \"SLOTS\": {\"value\": \"slots\"},\n"
	"  \"E.X:c3\": {\"code\": \"0x47\", \"umask\": 3, \"cmask\": 3}\n"
	" },\n"
	" \"nodes\": [\n"
	"  {\"name\": \"top\", \"title\": \"T\", \"unit\": \"slots\", \"formula\": \"E.X:c3 / SLOTS\", \"threshold\": 0.2},\n"
	"  {\"name\": \"low\", \"title\": \"L\", \"unit\": \"cycles\", \"parent\": \"top\", \"formula\": \"max(0, 1 - top)\",\n"
	"   \"approximate\": {\"formula\": \"top\", \"note\": \"N\"}, \"threshold\": \"low > top\"}\n"
	" ]\n"
	"}\n";

struct row {
	const char *name;
	const char *from;
	const char *to;
	const char *at;		/* what the mistake is said to stand at */
	const char *want;	/* NULL: it is fine */
};

/* As long, and as deep, as can be. */
#define NAME_32 "a_name_of_many_characters_of_32_"
#define NAME_128 "" NAME_32 NAME_32 NAME_32 NAME_32
#define BELOW(_name, _parent) ",\n  {\"name\": \"" _name "\", \"title\": \"T\", \"unit\": \"slots\", \"parent\": \"" _parent "\", \"formula\": \"top\"}"
#define LEVELS_3_TO_16 "" BELOW("l3", "low") BELOW("l4", "l3") BELOW("l5", "l4") BELOW("l6", "l5") \
	BELOW("l7", "l6") BELOW("l8", "l7") BELOW("l9", "l8") BELOW("l10", "l9") BELOW("l11", "l10") \
	BELOW("l12", "l11") BELOW("l13", "l12") BELOW("l14", "l13") BELOW("l15", "l14") BELOW("l16", "l15")

#define OPERAND "expected a number, a name or '('"

/* A mistake of the JSON itself is located by jansson: at NULL. */
static const struct row rows[] = {
	{ "nothing wrong", "", "", NULL, NULL },
	{ "no JSON", "{\n", "x", NULL, "m.json:1:1: '[' or '{' expected near 'x'" },
	{ "JSON that ends early", "]\n}\n", "]\n", NULL, "m.json:15:0: '}' expected near end of file" },
	{ "a comma too many", "\"0x8f\"}", "\"0x8f\",}", NULL, "m.json:4:56: string or '}' expected near '}'" },
	{ "a key twice", "\"name\": \"m\"", "\"name\": \"m\", \"name\": \"n\"", NULL, "m.json:3:20: duplicate object key near '\"name\"'" },
	{ "another format", "tdacct-model-1", "tdacct-model-9", "tdacct-model-9", "expected \"format\": \"tdacct-family-1\"" },
	{ "no format", "\"format\": \"tdacct-model-1\",", "", "{", "expected \"format\": \"tdacct-family-1\", or metrics in the format of Intel, Arm or perf" },
	{ "no name", "\"name\": \"m\", ", "", "{", "expected a \"name\"" },
	{ "a name that is none", "\"name\": \"m\"", "\"name\": 55", "55", "expected a text" },
	{ "an unknown key", "\"title\": \"M\"", "\"title\": \"M\", \"colour\": 11", "11", "'colour' is unknown here" },
	{ "an unknown key of a node", "\"title\": \"T\"", "\"titel\": \"T\"", "T\"", "'titel' is unknown here" },
	{ "cpus that are no list", "[{\"vendor\": \"V\", \"family\": 6, \"model\": \"0x8f\"}]", "55", "55", "expected a list" },
	{ "a CPU that is no object", "{\"vendor\": \"V\", \"family\": 6, \"model\": \"0x8f\"}", "55", "55", "expected an object" },
	{ "a CPU without vendor", "\"vendor\": \"V\", ", "", "{\"family", "expected a \"vendor\"" },
	{ "a number that is none", "\"0x8f\"", "\"0x8g\"", "0x8g", "expected a number such as 5 or \"0x1f\"" },
	{ "a number that is negative", "\"family\": 6", "\"family\": -6", "-6", "expected a number such as 5 or \"0x1f\"" },
	{ "a number too large", "\"umask\": 3", "\"umask\": 300", "300", "expected at most 0xff, not 0x12c" },
	{ "an event without code", "\"code\": \"0x47\", ", "", "{\"umask", "expected a \"code\"" },
	{ "an event with a value and a code", "{\"value\": \"slots\"}", "{\"value\": \"slots\", \"code\": 11}", "11", "'code' is unknown here" },
	{ "a symbol that is a number", "{\"value\": \"slots\"}", "{\"symbol\": 77}", "77", "expected a text" },
	{ "a constant that is a number", "{\"value\": \"slots\"}", "{\"constant\": 77}", "77", "expected a text" },
	{ "a number", "{\"value\": \"slots\"}", "{\"number\": 2.5}", NULL, NULL },
	{ "a number that is nothing", "{\"value\": \"slots\"}", "{\"number\": 0}", NULL, NULL },
	{ "a number below nothing", "{\"value\": \"slots\"}", "{\"number\": -4}", NULL, NULL },
	{ "a number that is a text", "{\"value\": \"slots\"}", "{\"number\": \"77\"}", "77", "expected a number, such as 4" },
	{ "a number with a code", "{\"value\": \"slots\"}", "{\"number\": 5, \"code\": 11}", "11", "'code' is unknown here" },
	{ "a whole config with a code", "{\"value\": \"slots\"}", "{\"config\": 5, \"code\": 11}", "11", "'code' is unknown here" },
	{ "a whole config of 64 bits", "{\"value\": \"slots\"}", "{\"config\": \"0x8000000003000347\"}", NULL, NULL },
	{ "a register that no such event has", "\"cmask\": 3", "\"config1\": 0", NULL, NULL },
	{ "an event with a name", "{\"value\": \"slots\"}", "{\"code\": 1, \"name\": \"SLOTS\"}", "SLOTS\"}", "'name' is unknown here" },
	{ "two numbers for one", "\"umask\": 3", "\"umask\": \"3,4\"", "3,4", "expected a number such as 5 or \"0x1f\"" },
	{ "no number, in a word of vendors'", "\"umask\": 3", "\"umask\": \"n/a\"", "n/a", "expected a number such as 5 or \"0x1f\"" },
	{ "names that differ in case", "\"SLOTS\": {", "\"slots\": {\"code\": 5}, \"SLOTS\": {", "{\n  \"slots", "two events have names that differ in case only" },
	{ "a constant", "\"events\": {", "\"constants\": {\"C\": 4}, \"events\": {", NULL, NULL },
	{ "constants that are none", "\"events\": {", "\"constants\": [5], \"events\": {", "[5]", "expected an object of names and numbers" },
	{ "a constant that is an event", "\"events\": {", "\"constants\": {\"SLOTS\": 4}, \"events\": {", "{\"SLOTS\": 4", "'SLOTS' is an event's name too" },
	{ "a constant that is a node", "\"events\": {", "\"constants\": {\"low\": 4}, \"events\": {", "low\", \"title", "'low' is a constant's name too" },
	{ "a title of a vendor's word for none", "\"title\": \"M\"", "\"title\": \"N/A\"", NULL, NULL },
	{ "a share of operations", "\"unit\": \"cycles\"", "\"unit\": \"operations\"", NULL, NULL },
	{ "no parts", "[\"r\", \"b\"]", "[]", "[]", "expected a list \"parts\" of 1 to 8 texts" },
	{ "a field in no part", "{\"h\": \"r\"}", "{\"h\": \"xx\"}", "xx", "'xx' is none of the parts" },
	{ "a part that is cut off", "[\"r\", \"b\"]", "[\"r\", \"b\"], \"cut_off\": [\"b\"]", NULL, NULL },
	{ "no part, cut off", "[\"r\", \"b\"]", "[\"r\", \"b\"], \"cut_off\": [\"b\", \"xx\"]", "xx", "'xx' is none of the parts" },
	{ "cut off, a number", "[\"r\", \"b\"]", "[\"r\", \"b\"], \"cut_off\": [77]", "77", "expected a text" },
	{ "cut off, no list", "[\"r\", \"b\"]", "[\"r\", \"b\"], \"cut_off\": \"xr\"", "xr\"", "expected a list of texts" },
	{ "nodes twice", " \"nodes\": [", " \"nodes\": [], \"x\": [", "[\n", "'x' is unknown here" },
	{ "a node without unit", "\"unit\": \"slots\", ", "", "{\"name\": \"top", "expected a \"unit\", \"slots\", \"cycles\", \"stalled cycles\", \"operations\", \"share\" or \"number\"" },
	{ "an unknown unit", "\"unit\": \"slots\"", "\"unit\": \"miles\"", "miles", "expected a \"unit\", \"slots\", \"cycles\", \"stalled cycles\", \"operations\", \"share\" or \"number\"" },
	{ "a node's name with a quote", "\"name\": \"low\"", "\"name\": \"Low'\"", "Low'", "expected a name of at most 128 characters without '" },
	{ "a name as long as can be", "\"name\": \"low\"", "\"name\": \"" NAME_128 "\"", NULL, "m.json:13:66: 'low' is neither an event nor a node of this model" },
	{ "a name that is longer", "\"name\": \"low\"", "\"name\": \"" NAME_128 "x\"", NAME_128, "expected a name of at most 128 characters without '" },
	{ "as many levels as can be", "\"low > top\"}\n", "\"low > top\"}" LEVELS_3_TO_16 "\n", NULL, NULL },
	{ "one level more", "\"low > top\"}\n", "\"low > top\"}" LEVELS_3_TO_16 BELOW("l17", "l16") "\n", "l16\", \"formula", "more than 16 levels, or a node above itself" },
	{ "two nodes of one name", "\"name\": \"low\"", "\"name\": \"top\"", "top\", \"title\": \"L", "'top' is the name of two nodes" },
	{ "no such parent", "\"parent\": \"top\"", "\"parent\": \"tip\"", "tip", "there is no node 'tip'" },
	{ "its own parent", "\"parent\": \"top\"", "\"parent\": \"low\"", "low\", \"formula", "more than 16 levels, or a node above itself" },
	{ "no formula", "\"formula\": \"E.X:c3 / SLOTS\", ", "", "{\"name\": \"top", "expected a text \"formula\" with a formula" },
	{ "a formula that is a number", "\"formula\": \"E.X:c3 / SLOTS\"", "\"formula\": 55", "55", "expected a text \"formula\" with a formula" },
	{ "a formula that is wrong", "E.X:c3 / SLOTS", "E.X:c3 / / SLOTS", "/ SLOTS", OPERAND ", found '/'" },
	{ "a formula that ends early", "max(0, 1 - top)", "max(0, 1 - tip_", "\",\n   \"approx", "expected ',' or ')', found the end" },
	{ "a formula behind escapes", "max(0, 1 - top)", "\\t\\u0020 max(0, 1 - ", "\",\n   \"approx", OPERAND ", found the end" },
	{ "an unknown event", "E.X:c3 / SLOTS", "E.X:c3 / SLOTZ", "SLOTZ", "'SLOTZ' is neither an event nor a node of this model" },
	{ "an event in other letters", "E.X:c3 / SLOTS", "E.X:c3 / Slots", "Slots", "'Slots' is neither an event nor a node of this model" },
	{ "an event that people may ask for", "E.X:c3 / SLOTS", "E.X:c3 / cycles", "cycles\", \"thr", "'cycles' is neither an event nor a node of this model" },
	{ "a raw event", "E.X:c3 / SLOTS", "E.X:c3 / r1c2", "r1c2", "'r1c2' is neither an event nor a node of this model" },
	{ "a mistake that might be a raw event", "E.X:c3 / SLOTS", "E.X:c3 / ref", "ref", "'ref' is neither an event nor a node of this model" },
	{ "a modifier of an event", "E.X:c3 / SLOTS", "SLOTS:c4", "SLOTS:c4", "event 'SLOTS:c4': event code 0 is of the fixed counters, which take no modifiers" },
	{ "a modifier that is too large", "E.X:c3 / SLOTS", "SLOTS:c256", "SLOTS:c256", "event 'SLOTS:c256': cmask is at most 0xff" },
	{ "a modifier of what is no event", "E.X:c3 / SLOTS", "E.X:c4", "E.X:c4", "'E.X:c4' is neither an event nor a node of this model" },
	{ "a node computed from itself", "E.X:c3 / SLOTS", "SLOTS + top", "SLOTS + top", "'top' is computed from itself" },
	{ "nodes computed from each other", "E.X:c3 / SLOTS", "SLOTS + low", "SLOTS + low", "'top' is computed from itself" },
	{ "an approximation without note", ", \"note\": \"N\"", "", "{\"formula\": \"top", "expected a \"note\"" },
	{ "a wrong approximation", "{\"formula\": \"top\"", "{\"formula\": \"tap\"", "tap", "'tap' is neither an event nor a node of this model" },
	{ "a wrong threshold", "\"low > top\"", "\"low > \"", "\"}\n ]", OPERAND ", found the end" },
	{ "a number in the tree", "\"unit\": \"slots\"", "\"unit\": \"number\"", "{\"name\": \"top", "a number is no part of the tree: \"standalone\": true is missing" },
	{ "a number beside the tree", "\"unit\": \"cycles\", \"parent\": \"top\"", "\"unit\": \"number\", \"standalone\": true", NULL, NULL },
	{ "a number beside the tree, by the old key", "\"unit\": \"cycles\", \"parent\": \"top\"", "\"unit\": \"number\", \"aside\": true", NULL, NULL },
	{ "a part that is standalone", "\"unit\": \"cycles\"", "\"unit\": \"cycles\", \"standalone\": true", "true", "what is part of 'top' is not standalone" },
	{ "standalone that is neither", "\"unit\": \"cycles\"", "\"unit\": \"cycles\", \"standalone\": 77", "77", "expected true or false" },
	{ "a page", "\"title\": \"M\"", "\"title\": \"M\", \"page\": \"p.rst\"", NULL, NULL },
	{ "a page that is no text", "\"title\": \"M\"", "\"title\": \"M\", \"page\": 55", "55", "expected a text" },
	{ "a source", "\"title\": \"T\"", "\"title\": \"T\", \"source\": \"S\"", NULL, NULL },
	{ "a source that is no text", "\"title\": \"T\"", "\"title\": \"T\", \"source\": 55", "55", "expected a text" },
	{ "a threshold that is neither", "\"low > top\"", "true", "true", "expected a number or a formula" },
};

/* The first @from in @text becomes @to. */
static char *replace(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	char *got = NULL;

	if (!at || asprintf(&got, "%.*s%s%s", (int)(at - text), text, to,
			    at + strlen(from)) < 0)
		abort();
	return got;
}

/* "m.json:line:column: want" */
static char *message(const struct row *row, const char *text)
{
	const char *at = row->at ? strstr(text, row->at) : NULL;
	unsigned int line = 1, column = 1;
	char *got = NULL;

	if (!row->at)
		return strdup(row->want ? row->want : "");
	if (!at)
		abort();
	for (; text < at; text++) {
		column = *text == '\n' ? 1 : column + 1;
		line += *text == '\n';
	}
	if (asprintf(&got, "m.json:%u:%u: %s", line, column, row->want) < 0)
		abort();
	return got;
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
	char *text = replace(whole, row->from, row->to);
	char *want = message(row, text);
	struct event_error why = { "" };
	struct model *m;
	int err = model_parse(&m, "m.json", text, strlen(text), &why);

	EXPECT_INT(row->want ? -EINVAL : 0, err);
	EXPECT_TEXT(want, why.text);
	EXPECT(!m == (err != 0));
	model_free(m);
	free(want);
	free(text);
}

/* What an event's encoding becomes, as perf's format of x86 has it. */
static const struct {
	const char *name;
	const char *event;
	uint64_t config;
} config_rows[] = {
	{ "a code", "\"code\": \"0x47\"", 0x47 },
	{ "cycles of one CPU, which may be another event of this", "\"code\": \"0x3c\"", 0x3c },
	{ "the same of Arm's", "\"config\": \"0x3c\"", 0x3c },
	{ "instructions of some", "\"code\": \"0xc0\"", 0xc0 },
	{ "slots of some", "\"code\": 0, \"umask\": 4", 0x400 },
	{ "reference cycles of some", "\"code\": 0, \"umask\": 3", 0x300 },
	{ "a umask", "\"code\": 0, \"umask\": \"0xa5\"", 0xa500 },
	{ "edge", "\"code\": 0, \"edge\": 1", 1 << 18 },
	{ "inv", "\"code\": 0, \"inv\": 1", 1 << 23 },
	{ "a cmask", "\"code\": 0, \"cmask\": \"0x9c\"", 0x9c000000 },
	{ "a code of sixteen bits", "\"config\": \"0x8162\"", 0x8162 },
	{ "what an extra register holds is no part of it", "\"code\": \"0xb7\", \"config1\": \"0x10001\"", 0xb7 },
};

static void try_config(const void *arg)
{
	const typeof(config_rows[0]) *row = arg;
	char *text = replace(whole, "\"code\": \"0x47\", \"umask\": 3, \"cmask\": 3",
			     row->event);
	struct event_error why = { "" };
	struct model *m;

	EXPECT_INT(0, model_parse(&m, "m.json", text, strlen(text), &why));
	EXPECT_TEXT("", why.text);
	if (m) {
		EXPECT_INT(row->config, m->event[1].config);
		EXPECT_TEXT(NULL, m->event[1].value);
	}
	model_free(m);
	free(text);
}

static const struct {
	const char *name;
} whole_rows[] = { { "what a whole one says" } };

static void try_whole(const void *arg)
{
	struct event_error why;
	struct event_data *d;
	struct model *m;

	(void)arg;
	if (!EXPECT_INT(0, model_parse(&m, "m.json", whole, strlen(whole),
				       &why)) ||
	    !EXPECT_INT(0, import_events_parse(&d, "m.json", whole, strlen(whole),
					    &why)))
		return;
	EXPECT_INT(0x8f, d->cpu[0].model);
	event_data_close(d);
	EXPECT_TEXT("slots", m->event[0].value);
	EXPECT_INT(0x03000347, m->event[1].config);
	EXPECT_INT(-1, m->node[0].parent);
	EXPECT_INT(0, m->node[1].parent);
	EXPECT_INT(2, m->node[1].level);
	EXPECT_INT(UNIT_CYCLES, m->node[1].unit);
	EXPECT_TEXT("N", m->node[1].note);
	EXPECT_INT(0, m->order[0]);
	EXPECT_INT(2, m->fields.nr_parts);
	EXPECT_INT(0, m->fields.inside[0].part);
	model_free(m);
}

static const struct {
	const char *name;
	const char *path;
	int err;
	const char *want;
} file_rows[] = {
	{ "no such file", "/nonexistent.json", -ENOENT,
	  "cannot read the model '/nonexistent.json': No such file or directory" },
	{ "a directory", "/", -EISDIR,
	  "cannot read the model '/': Is a directory" },
	{ "endless", "/dev/zero", -EFBIG,
	  "cannot read the model '/dev/zero': File too large" },
	{ "empty", "/dev/null", -EINVAL,
	  "/dev/null:1:0: '[' or '{' expected near end of file" },
};

static void try_file(const void *arg)
{
	const typeof(file_rows[0]) *row = arg;
	struct event_error why = { "" };
	struct model *m;

	EXPECT_INT(row->err, import_formulas(&m, row->path, NULL, &why));
	EXPECT_TEXT(row->want, why.text);
}

/* What is built in: every metric, its unit, its parent. */
struct metric_row {
	const char *name;
	const char *parent;
	enum node_unit unit;
	unsigned int level;
	bool besides;		/* not of the printed table */
	bool standalone;
};

static const struct metric_row metric_rows[] = {
	{ "retiring", NULL, UNIT_SLOTS, 1 },
	{ "bad_speculation", NULL, UNIT_SLOTS, 1 },
	{ "frontend_bound", NULL, UNIT_SLOTS, 1 },
	{ "backend_bound", NULL, UNIT_SLOTS, 1 },
	{ "heavy_operations", "retiring", UNIT_SLOTS, 2 },
	{ "light_operations", "retiring", UNIT_SLOTS, 2 },
	{ "branch_mispredicts", "bad_speculation", UNIT_SLOTS, 2 },
	{ "machine_clears", "bad_speculation", UNIT_SLOTS, 2 },
	{ "fetch_latency", "frontend_bound", UNIT_SLOTS, 2 },
	{ "fetch_bandwidth", "frontend_bound", UNIT_SLOTS, 2 },
	{ "memory_bound", "backend_bound", UNIT_SLOTS, 2 },
	{ "core_bound", "backend_bound", UNIT_SLOTS, 2 },
	{ "l1_bound", "memory_bound", UNIT_CYCLES, 3 },
	{ "l2_bound", "memory_bound", UNIT_CYCLES, 3 },
	{ "l3_bound", "memory_bound", UNIT_CYCLES, 3 },
	{ "dram_bound", "memory_bound", UNIT_CYCLES, 3 },
	{ "store_bound", "memory_bound", UNIT_CYCLES, 3 },
	{ "memory_bandwidth", "dram_bound", UNIT_CYCLES, 4 },
	{ "memory_latency", "dram_bound", UNIT_CYCLES, 4 },
	{ "icache_misses", "fetch_latency", UNIT_CYCLES, 3, true },
	{ "itlb_misses", "fetch_latency", UNIT_CYCLES, 3, true },
	{ "mispredicts_resteers", "fetch_latency", UNIT_CYCLES, 3, true },
	{ "clears_resteers", "fetch_latency", UNIT_CYCLES, 3, true },
	{ "dsb_switches", "fetch_latency", UNIT_CYCLES, 3, true },
	{ "lcp", "fetch_latency", UNIT_CYCLES, 3, true },
	{ "other_mispredicts", "branch_mispredicts", UNIT_SLOTS, 3, true },
	{ "other_nukes", "machine_clears", UNIT_SLOTS, 3, true },
	{ "divider", "core_bound", UNIT_CYCLES, 3, true },
	{ "fp_divider", "divider", UNIT_CYCLES, 4, true },
	{ "int_divider", "divider", UNIT_CYCLES, 4, true },
	{ "serializing_operation", "core_bound", UNIT_CYCLES, 3, true },
	{ "c02_wait", "serializing_operation", UNIT_CYCLES, 4, true },
	{ "ports_utilized_1", "core_bound", UNIT_CYCLES, 3, true },
	{ "ports_utilized_2", "core_bound", UNIT_CYCLES, 3, true },
	{ "ports_utilized_3m", "core_bound", UNIT_CYCLES, 3, true },
	{ "tma_bad_speculation", NULL, UNIT_SLOTS, 1, true, true },
	{ "tma_machine_clears", NULL, UNIT_SLOTS, 1, true, true },
	{ "tma_l1_bound", NULL, UNIT_CYCLES, 1, true, true },
	{ "tma_mem_bandwidth", NULL, UNIT_CYCLES, 1, true, true },
	{ "tma_mem_latency", NULL, UNIT_CYCLES, 1, true, true },
	{ "instructions_per_branch", NULL, UNIT_NUMBER, 1, true, true },
	{ "instructions_per_mispredict", NULL, UNIT_NUMBER, 1, true, true },
	{ "spec_clears_ratio", NULL, UNIT_NUMBER, 1, true, true },
};

static struct model *built_in(const char *name)
{
	struct event_error why = { "" };
	struct model *m = NULL;

	for (const struct embedded *e = embedded_families; e->name; e++)
		if (!strcmp(e->name, name))
			EXPECT_INT(0, model_parse(&m, name, e->text, e->len,
						  &why));
	EXPECT_TEXT("", why.text);
	return m;
}

static void try_metric(const void *arg)
{
	const struct metric_row *row = arg;
	struct model *m = built_in("sapphirerapids.json");
	int i = m ? model_find_node(m, row->name) : -1;

	if (EXPECT(i >= 0)) {
		const struct node *n = &m->node[i];

		EXPECT_INT(sizeof(metric_rows) / sizeof(*metric_rows),
			   m->nr_nodes);
		EXPECT_TEXT(row->parent, n->parent < 0 ? NULL :
			    m->node[n->parent].name);
		EXPECT_INT(row->unit, n->unit);
		EXPECT_INT(row->level, n->level);
		EXPECT_INT(row->besides, n->source &&
			   !strncmp(n->source, "Intel, TMA 5.2", 14));
		EXPECT(n->standalone == row->standalone);
		EXPECT((n->threshold.expr || n->standalone) && n->description);
	}
	model_free(m);
}

static const struct {
	const char *name;
	uint64_t config;
} event_rows[] = {
	{ "INT_MISC.UOP_DROPPING", 0x10ad },
	{ "EXE_ACTIVITY.BOUND_ON_LOADS:c5", 0x50021a6 },
	{ "EXE_ACTIVITY.BOUND_ON_STORES", 0x20040a6 },
	{ "MEMORY_ACTIVITY.STALLS_L1D_MISS:c3", 0x3000347 },
	{ "MEMORY_ACTIVITY.STALLS_L2_MISS:c5", 0x5000547 },
	{ "MEMORY_ACTIVITY.STALLS_L3_MISS:c9", 0x9000947 },
	{ "OFFCORE_REQUESTS_OUTSTANDING.ALL_DATA_RD:c4", 0x4000820 },
	{ "OFFCORE_REQUESTS_OUTSTANDING.CYCLES_WITH_DATA_RD", 0x1000820 },
};

static void try_event(const void *arg)
{
	const typeof(event_rows[0]) *row = arg;
	struct model *m = built_in("sapphirerapids.json");
	int i = m ? model_find_event(m, row->name) : -1;

	if (EXPECT(i >= 0))
		EXPECT_INT(row->config, m->event[i].config);
	model_free(m);
}

/*
 * From where on a node is over its threshold, as the method of top-down
 * analysis sets it. What else its threshold speaks of is 0, but for @by.
 */
static const struct {
	const char *name;
	const char *model;
	const char *node;
	double above;
	const char *by;		/* a node that is over here; NULL: itself */
} threshold_rows[] = {
#define ANY "intel_metrics.json"
#define SPR "sapphirerapids.json"
	{ "frontend_bound of any", ANY, "frontend_bound", 0.15, NULL },
	{ "fetch_latency of any", ANY, "fetch_latency", 0.1, NULL },
	{ "fetch_bandwidth of any", ANY, "fetch_bandwidth", 0.2, NULL },
	{ "bad_speculation of any", ANY, "bad_speculation", 0.15, NULL },
	{ "branch_mispredicts of any", ANY, "branch_mispredicts", 0.1, NULL },
	{ "machine_clears of any", ANY, "machine_clears", 0.1, NULL },
	{ "retiring of any", ANY, "retiring", 0.7, NULL },
	{ "heavy_operations of any", ANY, "heavy_operations", 0.1, NULL },
	{ "light_operations of any", ANY, "light_operations", 0.6, NULL },
	{ "backend_bound of any", ANY, "backend_bound", 0.2, NULL },
	{ "memory_bound of any", ANY, "memory_bound", 0.2, NULL },
	{ "core_bound of any", ANY, "core_bound", 0.1, NULL },
	{ "frontend_bound", SPR, "frontend_bound", 0.15, NULL },
	{ "fetch_latency", SPR, "fetch_latency", 0.1, NULL },
	{ "fetch_bandwidth", SPR, "fetch_bandwidth", 0.2, NULL },
	{ "bad_speculation", SPR, "bad_speculation", 0.15, NULL },
	{ "branch_mispredicts", SPR, "branch_mispredicts", 0.1, NULL },
	{ "machine_clears", SPR, "machine_clears", 0.1, NULL },
	{ "retiring", SPR, "retiring", 0.7, NULL },
	{ "retiring for its heavy operations", SPR, "retiring", 0.1, "heavy_operations" },
	{ "heavy_operations", SPR, "heavy_operations", 0.1, NULL },
	{ "light_operations", SPR, "light_operations", 0.6, NULL },
	{ "backend_bound", SPR, "backend_bound", 0.2, NULL },
	{ "memory_bound", SPR, "memory_bound", 0.2, NULL },
	{ "l1_bound", SPR, "l1_bound", 0.1, NULL },
	{ "l2_bound", SPR, "l2_bound", 0.05, NULL },
	{ "l3_bound", SPR, "l3_bound", 0.05, NULL },
	{ "dram_bound", SPR, "dram_bound", 0.1, NULL },
	{ "memory_bandwidth", SPR, "memory_bandwidth", 0.2, NULL },
	{ "memory_latency", SPR, "memory_latency", 0.1, NULL },
	{ "store_bound", SPR, "store_bound", 0.2, NULL },
	{ "core_bound", SPR, "core_bound", 0.1, NULL },
	{ "icache_misses", SPR, "icache_misses", 0.05, NULL },
	{ "itlb_misses", SPR, "itlb_misses", 0.05, NULL },
	{ "mispredicts_resteers", SPR, "mispredicts_resteers", 0.05, NULL },
	{ "clears_resteers", SPR, "clears_resteers", 0.05, NULL },
	{ "dsb_switches", SPR, "dsb_switches", 0.05, NULL },
	{ "lcp", SPR, "lcp", 0.05, NULL },
	{ "other_mispredicts", SPR, "other_mispredicts", 0.05, NULL },
	{ "other_nukes", SPR, "other_nukes", 0.05, NULL },
	{ "divider", SPR, "divider", 0.2, NULL },
	{ "fp_divider", SPR, "fp_divider", 0.2, NULL },
	{ "int_divider", SPR, "int_divider", 0.2, NULL },
	{ "serializing_operation", SPR, "serializing_operation", 0.1, NULL },
	{ "c02_wait", SPR, "c02_wait", 0.05, NULL },
	{ "ports_utilized_1", SPR, "ports_utilized_1", 0.2, NULL },
	{ "ports_utilized_2", SPR, "ports_utilized_2", 0.15, NULL },
	{ "ports_utilized_3m", SPR, "ports_utilized_3m", 0.4, NULL },
};

static double threshold_at(const struct model *m, const struct formula *f,
			   const char *node, double share)
{
	double value[EXPR_NAMES_MAX];

	for (unsigned int i = 0; i < expr_nr_names(f->expr); i++) {
		bool it = f->ref[i].is_node &&
			  !strcmp(m->node[f->ref[i].index].name, node);

		value[i] = it ? share : 0;
	}
	return expr_eval(f->expr, value);
}

static void try_threshold(const void *arg)
{
	const typeof(threshold_rows[0]) *row = arg;
	struct model *m = built_in(row->model);
	int i = m ? model_find_node(m, row->node) : -1;
	const char *by = row->by ? row->by : row->node;

	if (EXPECT(i >= 0) && EXPECT(m->node[i].threshold.expr)) {
		const struct formula *f = &m->node[i].threshold;

		EXPECT_INT(0, threshold_at(m, f, by, row->above));
		EXPECT_INT(1, threshold_at(m, f, by, row->above + 1e-6));
	}
	model_free(m);
}

/* Each node of the built-in models' trees has its row above. */
static void try_thresholds(const void *arg)
{
	const typeof(file_rows[0]) *row = arg;
	struct model *m = built_in(row->path);
	size_t rows_of = 0, nodes = 0;

	for (size_t i = 0; i < sizeof(threshold_rows) /
			       sizeof(*threshold_rows); i++)
		rows_of += !strcmp(threshold_rows[i].model, row->path) &&
			   !threshold_rows[i].by;
	for (size_t i = 0; m && i < m->nr_nodes; i++)
		nodes += !m->node[i].standalone;
	EXPECT_INT(nodes, rows_of);
	model_free(m);
}

static const typeof(file_rows[0]) thresholds_rows[] = {
	{ "all nodes of any", ANY, 0, NULL },
	{ "all nodes of Sapphire Rapids", SPR, 0, NULL },
};

int main(void)
{
	UNIT_RUN("model error", rows, attempt);
	UNIT_RUN("model", whole_rows, try_whole);
	UNIT_RUN("model config", config_rows, try_config);
	UNIT_RUN("model file", file_rows, try_file);
	UNIT_RUN("model sapphirerapids", metric_rows, try_metric);
	UNIT_RUN("model encoding", event_rows, try_event);
	UNIT_RUN("model threshold", threshold_rows, try_threshold);
	UNIT_RUN("model thresholds", thresholds_rows, try_thresholds);
	return unit_end();
}
