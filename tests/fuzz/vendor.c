// SPDX-License-Identifier: GPL-2.0
/*
 * Formulas and thresholds as vendors write them: the first line of the input
 * is put into a file of each format as its formula, the rest as its threshold.
 * The files themselves are the matter of the fuzzer of models.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "counts/sample.h"
#include "import/import.h"
#include "model/model.h"
#include "model/resolver.h"
#include "fuzz.h"
#include "numbers.h"

static json_t *intel(const char *formula, const char *threshold)
{
	return json_pack("{s:[{s:s,s:s,s:s,s:s,s:[{s:s,s:s}],s:[{s:s,s:s}],s:s,s:{s:[{s:s,s:s}],s:s}}]}",
			 "Metrics", "MetricName", "x", "LegacyName",
			 "metric_x(%)", "UnitOfMeasure", "percent",
			 "CountDomain", "Slots", "Events", "Name", "A.ONE",
			 "Alias", "a", "Constants", "Name", "20", "Alias", "b",
			 "Formula", formula, "Threshold", "ThresholdMetrics",
			 "Alias", "a", "Value", "metric_x(%)", "Formula",
			 threshold);
}

static json_t *perf(const char *formula, const char *threshold)
{
	return json_pack("[{s:s,s:s,s:s,s:s},{s:s,s:s,s:s}]",
			 "MetricName", "x", "ScaleUnit", "100%", "MetricExpr",
			 formula, "MetricThreshold", threshold, "MetricName",
			 "y", "ScaleUnit", "1e-3KB", "MetricExpr", "x + slots");
}

static json_t *arm(const char *formula, const char *threshold)
{
	(void)threshold;
	return json_pack("{s:{},s:{s:{s:s,s:s,s:s}}}",
			 "product_configuration", "metrics", "x", "title", "X",
			 "formula", formula, "units", "percent of slots");
}

/* Whatever the input names: events of a file, raw ones and perf's. */
static const struct resolver *open_resolver(void)
{
	static const char events[] = "["
		"{\"EventName\": \"a\", \"EventCode\": \"0xa1\"},"
		"{\"EventName\": \"A.B\", \"EventCode\": \"0xa2\", \"UMask\": \"0x01\"},"
		"{\"EventName\": \"b\", \"EventCode\": \"0xb7\", \"MSRIndex\": \"0x1a6\", \"MSRValue\": \"0x1\"},"
		"{\"EventName\": \"c\", \"EventCode\": \"0x1f\", \"Unit\": \"DFPMC\"}]";
	static struct resolver r;
	struct event_error why;

	if (!r.nr)
		fuzz_expect(!import_events_parse(&r.data[r.nr++], "events", events,
						 sizeof(events) - 1, &why),
			    "the events are taken: %s", why.text);
	return &r;
}

/* A formula is understood, or it is said where and why it is not. */
static void check(const struct model *m)
{
	for (size_t i = 0; i < m->nr_nodes; i++) {
		const struct node *n = &m->node[i];

		fuzz_expect(!n->formula.expr == !!n->why,
			    "%s: a formula or a reason", n->name);
		fuzz_expect(!n->why || !strncmp(n->why, "file:", 5),
			    "%s: the reason says where", n->name);
		fuzz_expect(!n->threshold.expr || !n->threshold_why,
			    "%s: a threshold or a reason", n->name);
	}
}

static void use(json_t *root)
{
	struct counts c = { .have = ~UINT64_C(0) };
	struct event_error why = { "" };
	char *text = root ? json_dumps(root, 0) : NULL;
	struct model *m;

	json_decref(root);
	if (!text)
		return;		/* the input is no UTF-8 */
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		c.value[i] = (i + UINT64_C(1)) * 1000;
	fuzz_expect(!import_formulas_parse(&m, "file", text, strlen(text),
				      open_resolver(), &why),
		    "the file is taken: %s", why.text);
	check(m);
	fuzz_eval(m, &c);
	model_free(m);
	free(text);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *formula = fuzz_line(&data, &size);
	char *threshold = fuzz_text(data, size);

	use(intel(formula, threshold));
	use(perf(formula, threshold));
	use(arm(formula, threshold));
	free(formula);
	free(threshold);
}
