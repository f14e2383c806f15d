/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The usual latencies of events that report one when they are sampled, from
 * the file that Intel publishes beside that of the events, or from fields of
 * perf's events. A formula takes them for what no counter counts.
 */
#ifndef _LATENCY_H
#define _LATENCY_H

#include <stdbool.h>

#include "events/event.h"

struct latencies {
	void *table;	/* name: cycles */
};

/*
 * Adds those of a file. 0: it has nothing but latencies; 1: it is a file of
 * something else, with or without latencies; -errno and @why.
 */
int latency_read(struct latencies *to, const char *path,
		 struct event_error *why);
void latency_free(struct latencies *l);

bool latency_find(const struct latencies *l, const char *name, double *cycles);

#endif /* _LATENCY_H */
