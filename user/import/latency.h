/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The usual latencies of events that report one when they are sampled, from
 * the file that Intel publishes beside that of the events, or from fields of
 * perf's events. A formula takes them for what no counter counts.
 */
#ifndef _LATENCY_H
#define _LATENCY_H

#include <jansson.h>
#include <stdbool.h>

struct latencies {
	void *table;	/* name: cycles */
};

/*
 * Adds those of a file. 0: it has nothing but latencies; 1: it is a file of
 * something else, with or without latencies; -ENOMEM.
 */
int latency_take(struct latencies *to, const json_t *root);
void latency_free(struct latencies *l);

bool latency_find(const struct latencies *l, const char *name, double *cycles);

#endif /* _LATENCY_H */
