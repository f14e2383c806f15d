// SPDX-License-Identifier: GPL-2.0
/* Families that extend another: how both are merged, and where mistakes are located. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/data.h"
#include "events/document.h"
#include "model/load.h"
#include "unit.h"

/*
 * alderlake_atom extends gracemont, and has the nodes frontend_bound bad_speculation
 * branch_mispredicts machine_clears retiring backend_bound.
 */
#define EXTENDS(_more) "{\"format\": \"tdacct-family-1\", \"name\": \"x\", \"extends\": \"alderlake_atom\"" _more "}"
#define NODES(_nodes) EXTENDS(",\n\"nodes\": [" _nodes "]")
#define SETS(_sets) EXTENDS(",\n\"sets\": [" _sets "]")
#define A "{\"name\": \"a\"}"
#define SET(_name) "{\"name\": \"" _name "\", \"title\": \"t\", \"description\": \"d\", \"events\": [\"cycles\"]}"

/* clang-format off */
static const struct {
	const char *name;
	const char *text;
	const char *key;	/* "nodes": the names in the list */
	const char *want;	/* or, without a key, what is said */
} rows[] = {
	{ "what it does not say is the other's", EXTENDS(""), "nodes", "frontend_bound bad_speculation branch_mispredicts machine_clears retiring backend_bound " },
	{ "also what that has of a third one", EXTENDS(""), "counters", "\"0-5, fixed 0-2\"" },
	{ "what it says is its own", EXTENDS(", \"counters\": \"0-3\""), "counters", "\"0-3\"" },
	{ "what it takes away", EXTENDS(", \"pmu\": null"), "pmu", NULL },
	{ "how it says so", EXTENDS(", \"without\": [\"retiring\"]"), "without", NULL },
	{ "and that it extends another", EXTENDS(""), "extends", NULL },
	{ "the other's CPUs are the other's", EXTENDS(""), "cpus", NULL },
	{ "and so is what they are known as", EXTENDS(""), "known_as", NULL },
	{ "its own CPUs", EXTENDS(", \"cpus\": []"), "cpus", "[]" },
	{ "nodes left out", EXTENDS(", \"without\": [\"retiring\", \"frontend_bound\"]"), "nodes", "bad_speculation branch_mispredicts machine_clears backend_bound " },
	{ "an event left out", EXTENDS(", \"without\": [\"SLOTS\"]"), "events/SLOTS", NULL },
	{ "a node at the end", NODES(A), "nodes", "frontend_bound bad_speculation branch_mispredicts machine_clears retiring backend_bound a " },
	{ "a node behind another", NODES("{\"name\": \"a\", \"after\": \"bad_speculation\"}"), "nodes", "frontend_bound bad_speculation a branch_mispredicts machine_clears retiring backend_bound " },
	{ "a node behind the last one", NODES("{\"name\": \"a\", \"after\": \"backend_bound\"}"), "nodes", "frontend_bound bad_speculation branch_mispredicts machine_clears retiring backend_bound a " },
	{ "a node in front", NODES("{\"name\": \"a\", \"after\": \"\"}"), "nodes", "a frontend_bound bad_speculation branch_mispredicts machine_clears retiring backend_bound " },
	{ "a node behind a new one", NODES("{\"name\": \"a\", \"after\": \"\"}, {\"name\": \"b\", \"after\": \"a\"}"), "nodes", "a b frontend_bound bad_speculation branch_mispredicts machine_clears retiring backend_bound " },
	{ "a node moved", NODES("{\"name\": \"frontend_bound\", \"after\": \"retiring\"}"), "nodes", "bad_speculation branch_mispredicts machine_clears retiring frontend_bound backend_bound " },
	{ "a node moved to the front", NODES("{\"name\": \"backend_bound\", \"after\": \"\"}"), "nodes", "backend_bound frontend_bound bad_speculation branch_mispredicts machine_clears retiring " },
	{ "where it goes is no part of it", NODES("{\"name\": \"a\", \"after\": \"\"}"), "nodes/0", "{\"name\":\"a\"}" },
	{ "nor of one that is moved", NODES("{\"name\": \"retiring\", \"after\": \"\"}"), "nodes/0/after", NULL },
	{ "a member of a node", NODES("{\"name\": \"retiring\", \"title\": \"T\"}"), "nodes/4/title", "\"T\"" },
	{ "the others stay", NODES("{\"name\": \"retiring\", \"title\": \"T\"}"), "nodes/4/unit", "\"slots\"" },
	{ "and so do those of the node before", NODES("{\"name\": \"retiring\", \"title\": \"T\"}"), "nodes/3/title", "\"Machine Clears\"" },
	{ "a member taken away", NODES("{\"name\": \"retiring\", \"threshold\": null}"), "nodes/4/threshold", NULL },
	{ "a member by its old name", NODES("{\"name\": \"retiring\", \"aside\": true}"), "nodes/4/standalone", "true" },
	{ "which is not there besides", NODES("{\"name\": \"retiring\", \"aside\": true}"), "nodes/4/aside", NULL },
	{ "one taken away by its old name", NODES("{\"name\": \"a\", \"standalone\": true}, {\"name\": \"retiring\", \"aside\": null}"), "nodes/4/standalone", NULL },
	{ "the second of two nodes", NODES("{\"name\": \"retiring\", \"title\": \"T\"}, {\"name\": \"backend_bound\", \"title\": \"U\"}"), "nodes/5/title", "\"U\"" },
	{ "a set where the other has none", SETS("{\"name\": \"s\"}"), "sets", "s " },
	{ "two sets where the other has none", SETS("{\"name\": \"s\"}, {\"name\": \"t\"}"), "sets", "s t " },
	{ "an event more", EXTENDS(", \"events\": {\"E\": {\"code\": 1}}"), "events/E", "{\"code\":1}" },
	{ "beside the other's", EXTENDS(", \"events\": {\"E\": {\"code\": 1}}"), "events/SLOTS", "{\"value\":\"slots\"}" },
	{ "an event in place of the other's", EXTENDS(", \"events\": {\"SLOTS\": {\"code\": 1}}"), "events/SLOTS", "{\"code\":1}" },
	{ "an event taken away", EXTENDS(", \"events\": {\"SLOTS\": null}"), "events/SLOTS", NULL },
	{ "a list taken away", EXTENDS(", \"nodes\": null"), "nodes", NULL },
	{ "events taken away", EXTENDS(", \"events\": null"), "events", NULL },
	{ "a constant that is none", EXTENDS(", \"constants\": {\"C\": null}"), "constants", "{}" },
	{ "constants where the other has none", EXTENDS(", \"constants\": {\"C\": 5}"), "constants/C", "5" },

	{ "no such family", "{\"format\": \"tdacct-family-1\",\n\"extends\": \"pentium\"}", NULL, "f:2:13: there is no family 'pentium' to be extended" },
	{ "half a name", "{\"format\": \"tdacct-family-1\",\n\"extends\": \"alderlake\"}", NULL, "f:2:13: there is no family 'alderlake' to be extended" },
	{ "a family that is a number", "{\"format\": \"tdacct-family-1\",\n\"extends\": 55}", NULL, "f:2:12: expected a text" },
	{ "a family that is nothing", "{\"format\": \"tdacct-family-1\",\n\"extends\": null}", NULL, "f:2:12: expected \"extends\", the name of a family" },
	{ "left out, and not there", EXTENDS(",\n\"without\": [\"SLOTS\", \"fetch\"]"), NULL, "f:2:23: there is no 'fetch' to be left out" },
	{ "left out twice", EXTENDS(",\n\"without\": [\"SLOTS\", \"SLOTS\"]"), NULL, "f:2:23: there is no 'SLOTS' to be left out" },
	{ "left out without a list", EXTENDS(",\n\"without\": \"SLOTS\""), NULL, "f:2:13: expected a list" },
	{ "left out without a name", EXTENDS(",\n\"without\": [\"SLOTS\", 7]"), NULL, "f:2:22: expected a text" },
	{ "a node without a name", NODES(A ", {\"title\": \"T\"}"), NULL, "f:2:26: expected a \"name\"" },
	{ "a node that is none", NODES("77"), NULL, "f:2:11: expected a \"name\"" },
	{ "nodes that are no list", EXTENDS(",\n\"nodes\": 77"), NULL, "f:2:10: expected a list" },
	{ "a node twice", NODES("{\"name\": \"a\"}, {\"name\": \"a\"}"), NULL, "f:2:36: 'a' is the name of two" },
	{ "a node of the other's twice", NODES("{\"name\": \"retiring\"}, {\"name\": \"retiring\"}"), NULL, "f:2:43: 'retiring' is the name of two" },
	{ "behind what is not there", NODES("{\"name\": \"a\", \"after\": \"b\"}, {\"name\": \"b\"}"), NULL, "f:2:35: there is no 'b' before it" },
	{ "behind what is left out", EXTENDS(",\"without\": [\"retiring\"],\n\"nodes\": [{\"name\": \"a\", \"after\": \"retiring\"}]"), NULL, "f:2:35: there is no 'retiring' before it" },
	{ "behind itself", NODES("{\"name\": \"retiring\", \"after\": \"retiring\"}"), NULL, "f:2:42: there is no 'retiring' before it" },
	{ "behind what is no name", NODES("{\"name\": \"a\", \"after\": 7}"), NULL, "f:2:34: expected a name" },
};

/* A mistake is where the file has it, whatever is before it in the other family. */
static const struct {
	const char *name;
	const char *text;
	const char *want;	/* "": it is fine */
} places[] = {
	{ "nothing wrong", EXTENDS(""), "" },
	{ "a title that is none", EXTENDS(",\n\"title\": 77"), "f:2:10: expected a text" },
	{ "a formula of a node", NODES("{\"name\": \"retiring\", \"formula\": \"SLOTS + 5 +\"}"), "f:2:55: expected a number, a name or '(', found the end" },
	{ "of the second node", NODES("{\"name\": \"retiring\", \"title\": \"T\"},\n{\"name\": \"backend_bound\", \"formula\": \"SLOTZ\"}"), "f:3:39: 'SLOTZ' is neither an event nor a node of this model" },
	{ "a key of a new node", NODES("{\"name\": \"a\", \"after\": \"\", \"titel\": \"T\"}"), "f:2:48: 'titel' is unknown here" },
	{ "a node that it does not have", "{\"format\": \"tdacct-family-1\", \"name\": \"x\", \"extends\": \"gracemont\",\n\"without\": [\"MEM_BOUND_STALLS.LOAD_L2_HIT\"],\n\"nodes\": []}", "f:3:10: 'MEM_BOUND_STALLS.LOAD_L2_HIT' is neither an event nor a node of this model" },
	{ "a node of which the parent is left out", EXTENDS(",\n\"without\": [\"bad_speculation\"],\n\"nodes\": []"), "f:3:10: there is no node 'bad_speculation'" },
	{ "a set", SETS(SET("s") ", {\"name\": \"t\", \"title\": \"t\", \"description\": \"d\", \"events\": 7}"), "f:2:139: expected a list \"events\" of 1 to 32 texts" },
	{ "an event", EXTENDS(",\n\"events\": {\"E\": {\"code\": \"x\"}}"), "f:2:27: expected a number such as 5 or \"0x1f\"" },
	{ "counters that the other has not", EXTENDS(",\n\"events\": {\"E\": {\"code\": 1, \"counters\": \"0-7\"}}"), "f:2:42: these are not all among the \"counters\" of the family" },
	{ "a family without what it must have", EXTENDS(",\n\"title\": null"), "f:1:1: expected a \"title\"" },
};
/* clang-format on */

static const json_t *find(const json_t *root, const char *path)
{
	char *copy = strdup(path), *rest = copy, *key;

	while (root && (key = strsep(&rest, "/")))
		root = json_is_array(root) ?
		       json_array_get(root, strtoul(key, NULL, 10)) :
		       json_object_get(root, key);
	free(copy);
	return root;
}

static void print(char *to, size_t size, const json_t *value)
{
	char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

	snprintf(to, size, "%s", text);
	if (json_array_size(value))
		*to = 0;
	for (size_t i = 0; i < json_array_size(value); i++)
		snprintf(to + strlen(to), size - strlen(to), "%s ",
			 json_string_value(json_object_get(
				json_array_get(value, i), "name")));
	free(text);
}

static void try_row(const void *arg)
{
	const typeof(*rows) *row = arg;
	struct event_error why = { "" };
	const json_t *value;
	struct document d;
	char text[4096];
	int err = document_parse(&d, "f", row->text, strlen(row->text), &why);

	EXPECT_TEXT(row->key ? "" : row->want, why.text);
	if (!EXPECT_INT(row->key ? 0 : -EINVAL, err) || err)
		return;
	value = find(d.root, row->key);
	if (EXPECT(!value == !row->want) && value) {
		print(text, sizeof(text), value);
		EXPECT_TEXT(row->want, text);
	}
	document_close(&d);
}

static void try_place(const void *arg)
{
	const typeof(*places) *row = arg;
	struct event_error why = { "" };
	struct model *m;
	int err = model_parse(&m, "f", row->text, strlen(row->text), &why);

	EXPECT_INT(*row->want ? -EINVAL : 0, err);
	EXPECT_TEXT(row->want, why.text);
	model_free(m);
}

/* Parsing a file that extends a family does not change the family itself. */
static const struct {
	const char *name;
	const char *family;
} twice[] = {
	{ "one that extends nothing", "gracemont" },
	{ "one that extends another", "alderlake_atom" },
};

static void try_twice(const void *arg)
{
	static const char text[] = NODES("{\"name\": \"retiring\", \"title\": \"T\"}");
	const typeof(*twice) *row = arg;
	struct document whole, d;
	struct event_error why = { "" };
	char *before, *after;

	EXPECT_INT(0, document_carried(&whole, document_find(row->family),
				       &why));
	before = json_dumps(whole.root, 0);
	EXPECT_INT(0, document_parse(&d, "f", text, strlen(text), &why));
	after = json_dumps(whole.root, 0);
	EXPECT_TEXT(before, after);
	free(before);
	free(after);
	document_close(&whole);
	document_close(&d);
}

int main(void)
{
	UNIT_RUN("extends", rows, try_row);
	UNIT_RUN("extends, a mistake", places, try_place);
	UNIT_RUN("extends, and leaves alone", twice, try_twice);
	return unit_end();
}
