// SPDX-License-Identifier: GPL-2.0
#include "trace.h"

struct trace trace_begin(FILE *to)
{
	struct trace t = { .json = json_to(to, true) };

	json_open(&t.json, NULL, '{');
	json_text(&t.json, "displayTimeUnit", "ms");
	json_open(&t.json, "traceEvents", '[');
	return t;
}

/* speedscope takes no events without a time, not even names. */
static void begin_event(struct trace *t, const char *phase, unsigned int series,
			uint64_t ns, const char *name)
{
	json_open(&t->json, NULL, '{');
	json_text(&t->json, "ph", phase);
	json_count(&t->json, "pid", series);
	json_count(&t->json, "tid", series);
	json_count(&t->json, "ts", ns / 1000);
	json_text(&t->json, "name", name);
}

static void end_event(struct trace *t)
{
	json_close(&t->json, '}');
	text_put(&t->json.text, "\n");
}

void trace_series(struct trace *t, unsigned int series, const char *name)
{
	begin_event(t, "M", series, 0, "process_name");
	json_open(&t->json, "args", '{');
	json_text(&t->json, "name", name);
	json_close(&t->json, '}');
	end_event(t);
	begin_event(t, "M", series, 0, "process_sort_index");
	json_open(&t->json, "args", '{');
	json_count(&t->json, "sort_index", series);
	json_close(&t->json, '}');
	end_event(t);
}

void trace_counter(struct trace *t, unsigned int series, uint64_t ns,
		   const char *name, const char *const *names, const double *values,
		   unsigned int nr)
{
	begin_event(t, "C", series, ns, name);
	json_open(&t->json, "args", '{');
	for (unsigned int i = 0; i < nr; i++)
		json_known(&t->json, names[i], values[i]);
	json_close(&t->json, '}');
	end_event(t);
}

void trace_slice(struct trace *t, unsigned int series, uint64_t ns, uint64_t length_ns,
		 const char *name)
{
	begin_event(t, "X", series, ns, name);
	json_count(&t->json, "dur", length_ns / 1000);
	end_event(t);
}

int trace_flush(struct trace *t)
{
	return json_flush(&t->json);
}

int trace_end(struct trace *t)
{
	json_close(&t->json, ']');
	json_close(&t->json, '}');
	return json_end(&t->json);
}
