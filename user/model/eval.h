/* SPDX-License-Identifier: GPL-2.0 */
/* From counts to a tree of shares. */
#ifndef _EVAL_H
#define _EVAL_H

#include "plan.h"
#include "result.h"

/*
 * For one sample after another; result_free() in the end. -ENOMEM. Behind it
 * are the results of the plans that are behind @p.
 */
int result_make(struct result *r, const struct plan *p);
void result_free(struct result *r);

/* @errors: compute the error bounds too, which takes many times as long. */
void eval(struct result *r, const struct counts *c, bool errors);

/* The shares of some nodes: of no other is anything known, nor what is marked. */
void eval_part(struct result *r, const struct counts *c,
	       const struct plan_part *part);

/*
 * The share of @node on all cores, of the slots of all: where several types have such
 * a node, and shares are of slots. Otherwise that of core_type 0.
 */
double result_shown(const struct result *r, size_t node);

/* Is it known of several core types that counted slots? Then there is such a sum. */
bool result_is_sum(const struct result *r, size_t node);

/*
 * For which part of the slots result_shown() of @node is known, 0 to 1. Of no use for a
 * node without a formula.
 */
double result_known(const struct result *r, size_t node);

/*
 * In which part of the slots, or of the time, all was counted that @f needs, where
 * @part has that of each value. Of the nodes that it names it must be known already.
 */
double result_known_part(const struct result *r, const struct formula *f,
			 const double *part);

/* The slots on all cores that shares are of. */
double result_weight(const struct result *r);

/* The result of the core_type on which most slots passed. */
const struct result *result_busiest(const struct result *r);

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
