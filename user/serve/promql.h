/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A formula as an expression of PromQL. What is not known is no sample there: all that is
 * computed from it has none, either, nor has a division by zero.
 */
#ifndef _PROMQL_H
#define _PROMQL_H

#include "model/expr.h"
#include "text/text.h"

enum { PROMQL_MAX = 64 * 1024 };

/* What stands for name @name of the formula: a vector; all have the same labels. */
typedef void (*promql_name)(struct text *to, unsigned int name, void *arg);

/*
 * Adds @e, in brackets where it needs some. -ENOMEM. -EOPNOTSUPP: it has a %, for which
 * PromQL has nothing alike. -E2BIG: it would be longer than PROMQL_MAX; what was added is
 * a part of it then.
 */
int promql_write(struct text *to, const struct expr *e, promql_name name,
		 void *arg);

/* Is it a number, and no vector? */
bool promql_is_number(const struct expr *e);

#endif /* _PROMQL_H */
