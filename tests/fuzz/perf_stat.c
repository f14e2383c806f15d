// SPDX-License-Identifier: GPL-2.0
/*
 * What perf stat prints. Where it can be read, some shares may follow from it, of all
 * its subjects and of one, interval by interval.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/session.h"
#include "import/taken.h"
#include "model/eval.h"
#include "fuzz.h"

/* P-cores and E-cores, so that there are two trees. */
static struct session *open_session(void)
{
	static struct session s;
	static const struct source from = {
		.counts = "-", .means.model = "sapphirerapids",
	};

	if (!s.model && session_open_model(&s, &from))
		abort();
	return &s;
}

static void check(const struct result *r)
{
	for (size_t i = 0; i < r->plan->model->nr_nodes; i++) {
		const struct node *n = &r->plan->model->node[i];
		const struct node_result *nr = &r->node[i];

		fuzz_expect(nr->known > 0 && nr->known <= 1,
			    "%s is known for a part: %g", n->name, nr->known);
		fuzz_expect(isnan(nr->error), "%s has no bound", n->name);
		fuzz_expect(n->unit == UNIT_SHARE || n->unit == UNIT_NUMBER ||
			    isnan(nr->shown) || (nr->shown >= 0 && nr->shown <= 1),
			    "%s is a share: %g", n->name, nr->shown);
	}
	if (r->next)
		check(r->next);
}

static void eval_all(struct taken *t, struct session *s, struct result *r)
{
	bool *who = calloc(t->perf.who.nr, sizeof(*who));
	struct taken_counts c;
	unsigned int left = 3;	/* each takes its time */
	double interval;

	if (!who)
		abort();
	for (size_t row = 0; left && row < t->perf.nr_rows; left--) {
		row = taken_read(t, row, 1, &interval);
		fuzz_expect(interval >= 0, "it is %g seconds long", interval);
		memset(who, row & 1, t->perf.who.nr);
		who[0] = true;
		taken_add(t, who, &s->info, &c);
		eval(r, &c.counts, true);
		taken_mark(r, &c);
		check(r);
	}
	free(who);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct session *s = open_session();
	struct result r = { .node = NULL };
	char *text = fuzz_bytes(data, size);
	struct taken t;

	if (!taken_parse(&t, "perf", text, size)) {
		if (taken_bind(&t, s->model, &s->resolver, &s->info) ||
		    session_plan(s) || result_make(&r, s->plan))
			abort();
		t.width[1] = 5;
		eval_all(&t, s, &r);
		result_free(&r);
	}
	taken_free(&t);
	free(text);
}
