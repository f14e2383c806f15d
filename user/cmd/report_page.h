/* SPDX-License-Identifier: GPL-2.0 */
/* A recording as a page: the same that serve has, with the recording's data in it. */
#ifndef _REPORT_PAGE_H
#define _REPORT_PAGE_H

#include "history/readings.h"
#include "tasks/cgroup_tree.h"
#include "tasks/icicle.h"

struct plan;

/* Zeroed, except the first. */
struct report_page {
	const char *path;	/* of the file to be written; NULL: none is */
	struct icicle_bins bins;
	struct cgroup_tree cgroups;
	char host[65];
	char boot_id[37];	/* of the last reading; cgroups are numbered anew then */
};

/* All readings will be from then to then, in ns since 1970. */
void report_page_begin(struct report_page *p, uint64_t from_ns, uint64_t to_ns);

/* Adds one, in the order of time. -ENOMEM. */
int report_page_add(struct report_page *p, const struct reading *r,
		    const struct info *info);

/* Writes the file; tells what is wrong. */
int report_page_write(const struct report_page *p, const struct plan *plan);

void report_page_free(struct report_page *p);

#endif /* _REPORT_PAGE_H */
