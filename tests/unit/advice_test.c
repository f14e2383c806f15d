// SPDX-License-Identifier: GPL-2.0
/* The texts about nodes: each node of each model has its own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/families.h"
#include "model/advice.h"
#include "model/load.h"
#include "text/embedded.h"
#include "unit.h"

static struct advice_book *book;

static const struct {
	const char *name;
	const char *a;
	const char *b;
	bool same;
} names[] = {
	{ "the same", "l1_bound", "l1_bound", true },
	{ "Intel's capitals", "l1_bound", "L1_Bound", true },
	{ "perf's prefix", "tma_l1_bound", "l1_bound", true },
	{ "a title", "L1 Bound", "l1_bound", true },
	{ "a dash", "l1-bound", "l1_bound", true },
	{ "another", "l1_bound", "l2_bound", false },
	{ "the beginning only", "l1_bound", "l1_bound_a", false },
	{ "none", "", "l1_bound", false },
};

static void try_name(const void *arg)
{
	const typeof(*names) *row = arg;

	EXPECT(advice_same_name(row->a, row->b) == row->same);
	EXPECT(advice_same_name(row->b, row->a) == row->same);
}

/* What can be recorded on a CPU with these events, and what of it was chosen. */
struct choice {
	const struct event_data *events;
	char said[512];
};

static bool is_known(void *arg, const char *name, size_t len)
{
	struct choice *c = arg;
	char event[EVENT_NAME_SIZE];
	size_t used = strlen(c->said);

	snprintf(event, sizeof(event), "%.*s",
		 (int)(strcspn(name, ":|") < len ? strcspn(name, ":|") : len),
		 name);
	if (!event_data_find(c->events, event))
		return false;
	snprintf(c->said + used, sizeof(c->said) - used, "%s%.*s",
		 used ? " " : "", (int)len, name);
	return true;
}

/* Where on which CPU; ":pp" where its samples are precise. */
#define LOADS "MEM_LOAD_RETIRED."
#define UOPS "MEM_LOAD_UOPS_RETIRED."
#define MISPREDICTS "BR_MISP_RETIRED.ALL_BRANCHES"
static const struct {
	const char *name;
	const char *family;
	const char *node;
	const char *want;
} places[] = {
	{ "Sapphire Rapids, where loads miss", "sapphirerapids",
	  "memory_bound", LOADS "L1_MISS:pp " LOADS "L3_MISS:pp" },
	{ "Sapphire Rapids, where branches are predicted wrongly",
	  "sapphirerapids", "branch_mispredicts", MISPREDICTS ":pp" },
	{ "Sapphire Rapids, where the pipeline is cleared", "sapphirerapids",
	  "machine_clears", "MACHINE_CLEARS.COUNT MACHINE_CLEARS.MEMORY_ORDERING" },
	{ "Sapphire Rapids, where instructions retire", "sapphirerapids",
	  "retiring", "INST_RETIRED.ANY:pp" },
	{ "Sapphire Rapids, where stores are", "sapphirerapids",
	  "store_bound", "MEM_INST_RETIRED.ALL_STORES:pp" },
	{ "Sapphire Rapids, where divisions are", "sapphirerapids",
	  "divider", "ARITH.DIV_ACTIVE" },
	{ "Sapphire Rapids, where the first cache is hit", "sapphirerapids",
	  "l1_bound", LOADS "L1_HIT:pp" },
	{ "Sapphire Rapids, where the second cache is hit", "sapphirerapids",
	  "l2_bound", LOADS "L2_HIT:pp" },
	{ "Sapphire Rapids, where the third cache is hit", "sapphirerapids",
	  "l3_bound", LOADS "L3_HIT:pp" },
	{ "Sapphire Rapids, where branches are", "sapphirerapids",
	  "frontend_bound", "BR_INST_RETIRED.ALL_BRANCHES:pp" },
	{ "Sapphire Rapids, plain: as with PERF_METRICS",
	  "sapphirerapids_plain", "dram_bound", LOADS "L3_MISS:pp" },

	{ "Ice Lake, where loads miss", "icelake",
	  "memory_bound", LOADS "L1_MISS:pp " LOADS "L3_MISS:pp" },
	{ "Ice Lake, where the first cache is hit", "icelake",
	  "l1_bound", LOADS "L1_HIT:pp" },
	{ "Ice Lake, where the second cache is hit", "icelake",
	  "l2_bound", LOADS "L2_HIT:pp" },
	{ "Ice Lake, where the third cache is hit", "icelake",
	  "l3_bound", LOADS "L3_HIT:pp" },
	{ "Ice Lake, where memory is read", "icelake",
	  "memory_latency", LOADS "L3_MISS:pp" },
	{ "Ice Lake, where stores are", "icelake",
	  "store_bound", "MEM_INST_RETIRED.ALL_STORES:pp" },
	{ "Ice Lake, where branches are predicted wrongly", "icelake",
	  "branch_mispredicts", MISPREDICTS ":pp" },
	{ "Ice Lake, where the pipeline is cleared", "icelake",
	  "machine_clears", "MACHINE_CLEARS.COUNT MACHINE_CLEARS.MEMORY_ORDERING" },
	{ "Ice Lake, plain: as with PERF_METRICS", "icelake_plain",
	  "l2_bound", LOADS "L2_HIT:pp" },

	{ "Skylake, where loads miss", "skylake",
	  "memory_bound", LOADS "L1_MISS:pp " LOADS "L3_MISS:pp" },
	{ "Skylake, where the first cache is hit", "skylake",
	  "l1_bound", LOADS "L1_HIT:pp" },
	{ "Skylake, where the second cache is hit", "skylake",
	  "l2_bound", LOADS "L2_HIT:pp" },
	{ "Skylake, where the third cache is hit", "skylake",
	  "l3_bound", LOADS "L3_HIT:pp" },
	{ "Skylake, where memory is read", "skylake",
	  "dram_bound", LOADS "L3_MISS:pp" },
	{ "Skylake, where stores are", "skylake",
	  "store_bound", "MEM_INST_RETIRED.ALL_STORES:pp" },
	{ "Skylake, where branches are predicted wrongly", "skylake",
	  "branch_mispredicts", MISPREDICTS "_PEBS:pp" },
	{ "Skylake, where branches are", "skylake",
	  "frontend_bound", "BR_INST_RETIRED.ALL_BRANCHES_PEBS:pp" },

	{ "Broadwell, where loads miss the first cache", "broadwell",
	  "backend_bound", UOPS "L1_MISS:pp" },
	{ "Broadwell, where the first cache is hit", "broadwell",
	  "l1_bound", UOPS "L1_HIT:pp" },
	{ "Broadwell, where the second cache is hit", "broadwell",
	  "l2_bound", UOPS "L2_HIT:pp" },
	{ "Broadwell, where the third cache is hit", "broadwell",
	  "l3_bound", UOPS "L3_HIT:pp" },
	{ "Broadwell, where memory is read", "broadwell",
	  "dram_bound", UOPS "L3_MISS:pp" },
	{ "Broadwell, where stores are", "broadwell",
	  "store_bound", "MEM_UOPS_RETIRED.ALL_STORES:pp" },
	{ "Broadwell, where branches are predicted wrongly", "broadwell",
	  "branch_mispredicts", MISPREDICTS "_PEBS:pp" },

	{ "Sierra Forest, where loads miss the first cache", "sierraforest",
	  "resource_bound", UOPS "L1_MISS:pp" },
	{ "Sierra Forest, where the first cache is hit", "sierraforest",
	  "l1_bound", UOPS "L1_HIT:pp" },
	{ "Sierra Forest, where the second cache is hit", "sierraforest",
	  "l2_bound", UOPS "L2_HIT:pp" },
	{ "Sierra Forest, where the third cache is hit", "sierraforest",
	  "l3_bound", UOPS "L3_HIT:pp" },
	{ "Sierra Forest, where memory is read", "sierraforest",
	  "dram_bound", "MEM_LOAD_UOPS_L3_MISS_RETIRED.ALL:pp" },
	{ "Sierra Forest, where branches are predicted wrongly",
	  "sierraforest", "branch_mispredicts", MISPREDICTS ":pp" },
	{ "Sierra Forest, where memory was accessed in a wrong order",
	  "sierraforest", "machine_clears", "MACHINE_CLEARS.MEMORY_ORDERING" },

	{ "Alder Lake-N, where loads miss the first cache", "gracemont",
	  "resource_bound", UOPS "L1_MISS:pp" },
	{ "Alder Lake-N, where the second cache is hit", "gracemont",
	  "l2_bound", UOPS "L2_HIT:pp" },
	{ "Alder Lake-N, where the third cache is hit", "gracemont",
	  "l3_bound", UOPS "L3_HIT:pp" },
	{ "Alder Lake-N, where memory is read", "gracemont",
	  "dram_bound", UOPS "DRAM_HIT:pp" },
	{ "Alder Lake-N, where branches are predicted wrongly", "gracemont",
	  "branch_mispredicts", MISPREDICTS ":pp" },
	{ "E-cores of Alder Lake, where loads miss the first cache",
	  "alderlake_atom", "backend_bound", UOPS "L1_MISS:pp" },
	{ "E-cores of Alder Lake, where branches are predicted wrongly",
	  "alderlake_atom", "branch_mispredicts", MISPREDICTS ":pp" },

	{ "Zen 2, where branches are predicted wrongly", "zen2",
	  "bad_speculation", "ex_ret_brn_misp" },
	{ "Zen 3, where branches are predicted wrongly", "zen3",
	  "branch_misprediction_ratio", "ex_ret_brn_misp" },
	{ "Zen 4, where branches are predicted wrongly", "zen4",
	  "branch_mispredicts", "ex_ret_brn_misp" },
	{ "Zen 5, where branches are predicted wrongly", "zen5",
	  "branch_mispredicts", "ex_ret_brn_misp" },
	{ "Zen 4, no event shows where loads wait", "zen4", "memory_bound", "" },

	{ "Neoverse N1, where branches are predicted wrongly", "neoverse_n1",
	  "branch_mpki", "BR_MIS_PRED_RETIRED" },
	{ "Neoverse N2, where branches are predicted wrongly", "neoverse_n2",
	  "bad_speculation", "BR_MIS_PRED_RETIRED" },
	{ "Neoverse N2, older, where branches are predicted wrongly",
	  "neoverse_n2_r0p0", "bad_speculation", "BR_MIS_PRED_RETIRED" },
	{ "Neoverse N3, where the front end is flushed", "neoverse_n3",
	  "frontend_core_flush_bound", "BR_MIS_PRED_RETIRED" },
	{ "Neoverse V1, where branches are predicted wrongly", "neoverse_v1",
	  "bad_speculation", "BR_MIS_PRED_RETIRED" },
	{ "Neoverse V2, where branches are predicted wrongly", "neoverse_v2",
	  "branch_misprediction_ratio", "BR_MIS_PRED_RETIRED" },
};

/* An event that the table of the CPU does not have could never be recorded. */
static void try_place(const void *arg)
{
	const typeof(*places) *row = arg;
	struct choice c = { };
	struct event_data *d;
	struct advice a;

	if (!EXPECT_INT(0, families_by_name(&d, row->family)))
		return;
	c.events = d;
	EXPECT_INT(0, advice_find(book, row->node, &a));
	for (size_t i = 0; i < a.nr_locate; i++)
		advice_first(a.locate[i], strlen(a.locate[i]), is_known, &c);
	EXPECT_TEXT(row->want, c.said);
	event_data_close(d);
}

/* Each embedded model is a row: all its nodes, also numbers beside the tree. */
static void try_model(const void *arg)
{
	const struct embedded *e = arg;
	struct event_error why;
	struct model *m;

	if (!EXPECT_INT(0, model_parse(&m, e->name, e->text, e->len, &why)))
		return;
	for (size_t i = 0; i < m->nr_nodes; i++) {
		struct advice a;

		if (advice_find(book, m->node[i].name, &a) || !a.meaning ||
		    !a.nr_causes || !a.nr_remedies)
			unit_fail(__FILE__, __LINE__, "user/families/advice has no meaning, causes and remedies of '%s'",
				  m->node[i].name);
	}
	model_free(m);
}

static const struct {
	const char *name;
	const char *node;
	int want;
	const char *begins;
} finds[] = {
	{ "a node by its name", "dram_bound", 0, "Cycles without execution" },
	{ "a node by another name", "Frontend_Latency", 0, "Slots in which the front end" },
	{ "a node that others have as the whole back end", "resource_bound", 0,
	  "Slots that waited because a buffer" },
	{ "no such node", "colour_bound", -ENOENT, "" },
};

static void try_find(const void *arg)
{
	const typeof(*finds) *row = arg;
	struct advice a;

	EXPECT_INT(row->want, advice_find(book, row->node, &a));
	EXPECT(!a.meaning == (row->want != 0));
	EXPECT(!strncmp(a.meaning ? a.meaning : "", row->begins,
			strlen(row->begins)));
}

int main(void)
{
	size_t nr = 0;

	if (advice_open(&book))
		return EXIT_FAILURE;
	while (embedded_families[nr].name)
		nr++;
	UNIT_RUN("advice: names", names, try_name);
	UNIT_RUN("advice: finds", finds, try_find);
	UNIT_RUN("advice: events tell", places, try_place);
	unit_run("advice: all nodes of", embedded_families,
		 sizeof(*embedded_families), nr, try_model);
	advice_close(book);
	return unit_end();
}
