/* SPDX-License-Identifier: GPL-2.0 */
/* Hold samples and totals against the laws. */
#ifndef _INSPECT_H
#define _INSPECT_H

#include "laws.h"
#include "plan.h"
#include "sample.h"

/* Each returns how many laws it saw broken. */
size_t inspect_totals(struct laws *l, const struct info *info, size_t nr_cpus,
		      const struct totals *t);
size_t inspect_sample(struct laws *l, const struct plan *p,
		      const struct sample *s);

#endif /* _INSPECT_H */
