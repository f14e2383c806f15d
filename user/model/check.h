/* SPDX-License-Identifier: GPL-2.0 */
/* Hold samples and totals against the laws. */
#ifndef _CHECK_H
#define _CHECK_H

#include "counts/snapshot.h"
#include "laws.h"
#include "plan.h"

/* Each returns how many laws it saw broken. */
size_t check_totals(struct laws *l, const struct info *info, size_t nr_cpus,
		    const struct totals *t);

/* All cgroups, between two readings of the totals. */
struct cgroup_reading {
	struct totals before;
	struct snapshot all;
	struct totals after;
};

size_t check_cgroups(struct laws *l, const struct info *info, size_t nr_cpus,
		     const struct cgroup_reading *r);
size_t check_sample(struct laws *l, const struct plan *p,
		    const struct sample *s);

#endif /* _CHECK_H */
