/* SPDX-License-Identifier: GPL-2.0 */
/* What was done in the last interval and in the last hour, for the page. */
#ifndef _SERVE_RECENT_H
#define _SERVE_RECENT_H

#include "collect/live.h"
#include "tasks/icicle.h"

struct recent {
	struct icicle_span now;
	struct icicle_bins hour;
};

/*
 * One reading more: what was done since the one before or, in the first one of a session,
 * since counting began; that is part of no hour. @at: seconds since 1970. It asks in which
 * cgroups the busiest processes are. -ENOMEM.
 */
int recent_take(struct recent *r, struct live *l, double at);

/* Something else is counted: what was done before cannot be added. */
void recent_forget(struct recent *r);

#endif /* _SERVE_RECENT_H */
