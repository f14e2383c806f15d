/* SPDX-License-Identifier: GPL-2.0 */
/* All metrics of a model: what they mean, and which can be computed. */
#ifndef _METRICS_H
#define _METRICS_H

#include "model/plan.h"
#include "print.h"

struct resolver;

struct metrics {
	const struct plan *plan;
	const struct resolver *resolver;	/* NULL: sets are not known */
	bool beside;	/* those of the plans behind it, too */
	bool counting;	/* the plan is of a module, not of what one could do */
};

/* -ENOMEM, -EIO. */
int view_metrics(struct printer *p, const struct metrics *m);

#endif /* _METRICS_H */
