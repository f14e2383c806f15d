// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "import/import.h"
#include "model/load.h"
#include "text/embedded.h"
#include "view/column.h"
#include "view/json.h"
#include "message.h"
#include "shared.h"

static void load(struct bench *b, const char *name)
{
	struct event_error why;

	for (const struct embedded *e = embedded_families; e->name; e++)
		if (!strcmp(e->name, name) &&
		    model_parse(&b->model, name, e->text, e->len, &why))
			abort();
	if (!b->model)
		abort();
}

static void add_event(struct info *info, const char *name)
{
	struct value_info *v = &info->value[info->nr_values++];
	char *end;

	snprintf(v->name, sizeof(v->name), "%.31s", name);
	v->kind = TDACCT_KIND_EVENT;
	v->unit = TDACCT_UNIT_EVENTS;
	v->config = strtoull(name + 1, &end, 16);
	if (*end == ':')
		v->config1 = strtoull(end + 1, NULL, 16);
}

static void take(struct bench *b, const char *name, long long number,
		 struct counts *to)
{
	int index = count_index(&b->info, name);

	if (index < 0) {
		index = (int)b->info.nr_values;
		add_event(&b->info, name);
	}
	to->value[index] = (uint64_t)number;
}

static void count(struct bench *b, const char *counts, struct counts *to)
{
	char name[64];
	long long number;
	int len;

	memset(b, 0, sizeof(*b));
	memset(to, 0, sizeof(*to));
	default_info(&b->info);
	while (sscanf(counts, " %63[^= ]=%lld%n", name, &number, &len) == 2) {
		take(b, name, number, to);
		counts += len;
	}
	to->have = (UINT64_C(1) << b->info.nr_values) - 1;
	to->have |= UINT64_C(7) << COUNT_SWITCHES;
}

static void plan(struct bench *b)
{
	if (plan_make(&b->plan, b->model, &b->info) ||
	    result_make(&b->result, b->plan))
		abort();
}

void bench_open(struct bench *b, const char *model, const char *counts,
		struct counts *to)
{
	count(b, counts, to);
	load(b, model);
	plan(b);
}

void bench_open_file(struct bench *b, const char *path,
		     const struct resolver *resolver, const char *counts,
		     struct counts *to)
{
	struct event_error why;

	count(b, counts, to);
	if (import_formulas(&b->model, path, resolver, &why))
		abort();
	plan(b);
}

void bench_open_model(struct bench *b, struct model *m, const char *counts,
		      struct counts *to)
{
	count(b, counts, to);
	b->model = m;
	plan(b);
}

void bench_close(struct bench *b)
{
	result_free(&b->result);
	plan_free(b->plan);
	model_free(b->model);
}

const struct node_result *bench_node(const struct bench *b, const char *name)
{
	int i = model_find_node(b->model, name);

	if (i < 0)
		abort();
	return &b->result.node[i];
}

char *bench_cell_json(const struct cell *c)
{
	char *text = NULL;
	size_t size;
	struct json j = json_to(open_memstream(&text, &size), true);

	cell_json(&j, c);
	if (json_end(&j))
		abort();
	fclose(j.to);
	text[size - 1] = 0;	/* the end of the line */
	return text;
}
