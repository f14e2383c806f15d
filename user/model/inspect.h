/* SPDX-License-Identifier: GPL-2.0 */
/* Hold samples and totals against the laws. */
#ifndef _INSPECT_H
#define _INSPECT_H

#include "counts/snapshot.h"
#include "laws.h"
#include "plan.h"

/* Each returns how many laws it saw broken. */
size_t inspect_totals(struct laws *l, const struct info *info, size_t nr_cpus,
		      const struct totals *t);

/* All cgroups, between two readings of the totals. */
struct cgroup_reading {
	struct totals before;
	struct snapshot all;
	struct totals after;
};

size_t inspect_cgroups(struct laws *l, const struct info *info, size_t nr_cpus,
		       const struct cgroup_reading *r);
size_t inspect_sample(struct laws *l, const struct plan *p,
		      const struct sample *s);

#endif /* _INSPECT_H */
