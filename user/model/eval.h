/* SPDX-License-Identifier: GPL-2.0 */
/* From counts to a tree of shares. */
#ifndef _EVAL_H
#define _EVAL_H

#include "plan.h"
#include "result.h"

/* For one sample after another; result_free() in the end. -ENOMEM. */
int result_make(struct result *r, const struct plan *p);
void result_free(struct result *r);

/* @errors: compute the error bounds too, which takes many times as long. */
void eval(struct result *r, const struct counts *c, bool errors);

/* The shares of some nodes: of no other is anything known, nor what is marked. */
void eval_part(struct result *r, const struct counts *c,
	       const struct plan_part *part);

/*
 * What stood for each name of @f when @r was computed from @c, in the order of
 * the names: a count, or the share of a node; NAN: not known.
 */
void result_numbers(const struct result *r, const struct counts *c,
		    const struct formula *f, double *to);

/*
 * Why the share of @node is not known, into @to; empty when it is known, or
 * is an approximation.
 */
void result_reason(const struct result *r, size_t node, char *to, size_t size);

#endif /* _EVAL_H */
