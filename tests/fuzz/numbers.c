// SPDX-License-Identifier: GPL-2.0
#include <jansson.h>
#include <math.h>

#include "model/eval.h"
#include "model/plan.h"
#include "view/json_report.h"
#include "fuzz.h"
#include "numbers.h"

static void check_node(const struct node *node, const struct node_result *n)
{
	fuzz_expect(!isinf(n->share), "%s: the share %g is finite", node->name,
		    n->share);
	fuzz_expect(isnan(n->share) == isnan(n->shown),
		    "%s: what is shown is known as the share is", node->name);
	fuzz_expect(isnan(n->shown) || node->unit == UNIT_SHARE ||
		    node->unit == UNIT_NUMBER ||
		    (n->shown >= 0 && n->shown <= 1),
		    "%s: what is shown is a share: %g", node->name, n->shown);
	fuzz_expect(isnan(n->error) || n->error >= 0,
		    "%s: the error is none: %g", node->name, n->error);
}

static void check_reasons(const struct result *r)
{
	for (size_t i = 0; i < r->plan->model->nr_nodes; i++) {
		char text[64];

		check_node(&r->plan->model->node[i], &r->node[i]);
		result_reason(r, i, text, sizeof(text));
	}
}

static void view(const struct result *r, const struct counts *c)
{
	struct sample s = { .kind = SAMPLE_THREAD, .counts = *c };
	struct report report = { .sample = &s, .result = r };
	struct json json = { .indent = 0 };
	json_t *value;

	json_open(&json, NULL, '{');
	json_report(&json, &report);
	json_close(&json, '}');
	value = json_loadb(json.text.at, json.text.len, 0, NULL);
	fuzz_expect(value, "what is told of it is JSON");
	json_decref(value);
	text_free(&json.text);
}

void fuzz_eval(const struct model *model, const struct counts *c)
{
	struct result result;
	struct plan *plan;

	fuzz_expect(!plan_make(&plan, model, fuzz_info()) &&
		    !result_make(&result, plan), "there is memory for a plan");
	eval(&result, c, model->nr_nodes < 64);
	check_reasons(&result);
	view(&result, c);
	result_free(&result);
	plan_free(plan);
}
