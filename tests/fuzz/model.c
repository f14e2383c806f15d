// SPDX-License-Identifier: GPL-2.0
/* Files of models; what is taken for one is used. */
#include <stdlib.h>
#include <string.h>

#include "counts/sample.h"
#include "import/import.h"
#include "model/expr.h"
#include "model/model.h"
#include "fuzz.h"
#include "numbers.h"

static void check_formula(const struct model *m, const struct formula *f,
			  const bool *done)
{
	for (unsigned int i = 0; f->expr && i < expr_nr_names(f->expr); i++) {
		const struct reference *r = &f->ref[i];

		fuzz_expect(r->index < (r->is_node ? m->nr_nodes :
						     m->nr_events),
			    "'%s' stands for something",
			    expr_name(f->expr, i));
		fuzz_expect(!done || !r->is_node || done[r->index],
			    "'%s' is computed before", expr_name(f->expr, i));
	}
}

/* Each node once, behind all that it is computed from. */
static void check_order(const struct model *m)
{
	bool done[MODEL_NODES_MAX] = { false };

	for (size_t i = 0; i < m->nr_nodes; i++) {
		unsigned int n = m->order[i];

		fuzz_expect(n < m->nr_nodes && !done[n],
			    "node %u is computed once", n);
		check_formula(m, &m->node[n].formula, done);
		check_formula(m, &m->node[n].approximate, done);
		check_formula(m, &m->node[n].threshold, NULL);
		done[n] = true;
	}
}

static void check_levels(const struct model *m)
{
	for (size_t i = 0; i < m->nr_nodes; i++) {
		const struct node *n = &m->node[i];
		unsigned int above = n->parent < 0 ? 0 :
				     m->node[n->parent].level;

		fuzz_expect(n->level == above + 1 &&
			    n->level <= MODEL_LEVELS_MAX,
			    "%s is one below its parent", n->name);
		fuzz_expect(model_find_node(m, n->name) == (int)i,
			    "%s is found by its name", n->name);
	}
}

static void use(const struct model *m)
{
	struct counts c = { .have = ~UINT64_C(0) };

	for (unsigned int i = 0; i < COUNTS_NR; i++)
		c.value[i] = (i + 1) * 1000;
	fuzz_eval(m, &c);
	memset(&c, 0, sizeof(c));
	fuzz_eval(m, &c);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct event_error why = { "" };
	struct model *m;

	if (!import_formulas_parse(&m, "model", text, size, NULL, &why)) {
		check_order(m);
		check_levels(m);
		use(m);
		model_free(m);
	} else {
		fuzz_expect(*why.text, "a refusal has a reason");
	}
	free(text);
}
