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

/* An event that nobody knows could never be recorded. */
static void expect_known(const struct event_data *d, const struct advice *a)
{
	for (size_t i = 0; i < a->nr_locate; i++) {
		char name[EVENT_NAME_SIZE];

		snprintf(name, sizeof(name), "%.*s",
			 (int)strcspn(a->locate[i], ":"), a->locate[i]);
		if (!event_data_find(d, name))
			unit_fail(__FILE__, __LINE__, "%s has no event '%s'",
				  d->name, name);
	}
}

static const struct {
	const char *name;
	const char *node;
} places[] = {
	{ "where loads miss", "memory_bound" },
	{ "where branches are predicted wrongly", "branch_mispredicts" },
	{ "where the pipeline is cleared", "machine_clears" },
	{ "where instructions retire", "retiring" },
	{ "where stores are", "store_bound" },
	{ "where divisions are", "divider" },
	{ "where the first cache is hit", "l1_bound" },
	{ "where the second cache is hit", "l2_bound" },
	{ "where the third cache is hit", "l3_bound" },
	{ "where branches are", "frontend_bound" },
};

static void try_place(const void *arg)
{
	const typeof(*places) *row = arg;
	struct event_data *d;
	struct advice a;

	if (!EXPECT_INT(0, families_by_name(&d, "sapphirerapids")))
		return;
	EXPECT_INT(0, advice_find(book, row->node, &a));
	EXPECT(a.nr_locate > 0);
	expect_known(d, &a);
	event_data_close(d);
}

/* Each embedded model is a row: all its nodes, also numbers beside the tree. */
static void try_model(const void *arg)
{
	const struct embedded *e = arg;
	struct model_error why;
	struct model *m;

	if (!EXPECT_INT(0, model_parse(&m, e->name, e->text, e->len, &why)))
		return;
	for (size_t i = 0; i < m->nr_nodes; i++) {
		struct advice a;

		if (advice_find(book, m->node[i].name, &a) || !a.meaning ||
		    !a.nr_causes || !a.nr_remedies)
			unit_fail(__FILE__, __LINE__, "user/models/advice has no meaning, causes and remedies of '%s'",
				  m->node[i].name);
	}
	model_free(m);
}

static const struct {
	const char *name;
	const char *node;
	int want;
} finds[] = {
	{ "a node by its name", "dram_bound", 0 },
	{ "a node by another name", "Frontend_Latency", 0 },
	{ "no such node", "colour_bound", -ENOENT },
};

static void try_find(const void *arg)
{
	const typeof(*finds) *row = arg;
	struct advice a;

	EXPECT_INT(row->want, advice_find(book, row->node, &a));
	EXPECT(!a.meaning == (row->want != 0));
}

int main(void)
{
	size_t nr = 0;

	if (advice_open(&book))
		return EXIT_FAILURE;
	while (embedded_models[nr].name)
		nr++;
	UNIT_RUN("advice: names", names, try_name);
	UNIT_RUN("advice: finds", finds, try_find);
	UNIT_RUN("advice: events tell", places, try_place);
	unit_run("advice: all nodes of", embedded_models,
		 sizeof(*embedded_models), nr, try_model);
	advice_close(book);
	return unit_end();
}
