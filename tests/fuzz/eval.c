// SPDX-License-Identifier: GPL-2.0
/*
 * Counts of any size through the model of a real CPU and into every column.
 * The input is which of the counts are known, then the counts.
 */
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "model/plan.h"
#include "view/column.h"
#include "view/json.h"
#include "fuzz.h"
#include "numbers.h"

static const struct plan *the_plan(void)
{
	static struct plan *plan;

	if (!plan)
		fuzz_expect(!plan_make(&plan, fuzz_model(), fuzz_info()),
			    "there is memory for a plan");
	return plan;
}

static void check_cell(const struct column *c, const struct row *row)
{
	struct cell cell = c->get(row, c);
	char *to = malloc(CELL_SIZE);
	struct json json = { .indent = 0 };

	fuzz_expect(to && strlen(cell_text(to, &cell)) < CELL_SIZE,
		    "what %s says has room", c->name);
	cell_json(&json, &cell);
	fuzz_expect(json.text.len && !json.text.failed,
		    "what %s says is JSON", c->name);
	text_free(&json.text);
	free(to);
}

static void check_cells(const struct sample *s)
{
	static struct columns columns;
	struct result result;
	struct row row = { .sample = s, .result = &result };

	if (!columns.nr)
		fuzz_expect(!columns_choose(&columns, "",
			"pid,tid,comm,state,threads,exited,cpu_time,coverage,age,born,id,slots,unclassified,instructions,cycles,ipc,switches,retiring,memory_bound",
			the_plan()), "there are these columns");
	fuzz_expect(!result_make(&result, the_plan()), "there is memory");
	eval(&result, &s->counts, false);
	for (unsigned int i = 0; i < columns.nr; i++)
		check_cell(&columns.column[i], &row);
	result_free(&result);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct sample s = { .kind = SAMPLE_THREAD, .have = ~UINT64_C(0) };
	struct counts c = { 0 };

	memcpy(&c, data, size < sizeof(c) ? size : sizeof(c));
	s.counts = c;
	s.cpu_ns = c.value[0];
	s.lost_ns = c.value[1];
	s.born_ns = s.age_ns = s.threads = s.id = c.value[2];
	fuzz_eval(fuzz_model(), &c);
	check_cells(&s);
}
