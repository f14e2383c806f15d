/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests of formulas, views and laws share. */
#ifndef _SHARED_H
#define _SHARED_H

#include "counts/sample.h"
#include "model/model.h"
#include "model/plan.h"
#include "model/result.h"

/* A built-in model, bound to the default values and some events. */
struct bench {
	struct info info;
	struct model *model;
	struct plan *plan;
	struct result result;
};

/*
 * @counts: "slots=1000 retiring=400 r10ad=7 r1b7:10001=8 ..."; the raw events among
 * them are what is counted besides the default values. What is not named is zero.
 */
void bench_open(struct bench *b, const char *model, const char *counts,
		struct counts *to);

/* The same of a model that was read before, and is the bench's from here on. */
void bench_open_model(struct bench *b, struct model *m, const char *counts,
		      struct counts *to);

/* The same of a file in any format. */
struct resolver;
void bench_open_file(struct bench *b, const char *path,
		     const struct resolver *resolver, const char *counts,
		     struct counts *to);
void bench_close(struct bench *b);

/* What stays of a cell in JSON; freed by the caller. */
struct cell;
char *bench_cell_json(const struct cell *c);

/* By name; dies when there is no such node. */
const struct node_result *bench_node(const struct bench *b, const char *name);

#endif /* _SHARED_H */
