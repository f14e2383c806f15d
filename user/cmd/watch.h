/* SPDX-License-Identifier: GPL-2.0 */
/* A watch: hear what ends, keep account of what was missed, print it. */
#ifndef _WATCH_H
#define _WATCH_H

#include "counts/select.h"
#include "view/column.h"
#include "options.h"

struct session;

struct watch {
	struct common common;
	const char *output;
	const char *cgroup;
	uint64_t count;		/* 0: no end */
	double timeout;		/* likewise */
	uint64_t buffer;
	struct columns columns;
	struct select select;
};

/* Until it is interrupted or all is shown that was asked for. Tells errors. */
int watch_run(struct session *s, const struct watch *o);

#endif /* _WATCH_H */
