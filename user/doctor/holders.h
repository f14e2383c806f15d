/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the processes that may hold counters of the CPU. */
#ifndef _HOLDERS_H
#define _HOLDERS_H

#include <stdbool.h>

struct holders {
	char perf[320];		/* have events of perf open: "perf 12 (8), ..." */
	char guests[320];	/* run virtual machines, the same way */
	unsigned int hidden;	/* processes that cannot be looked at */
};

/* @root stands before /proc: "" for this machine. False: there is no /proc. */
bool holders_find(struct holders *h, const char *root);

#endif /* _HOLDERS_H */
