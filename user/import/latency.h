/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The usual latencies of events that report one when they are sampled, from
 * the file that Intel publishes beside that of the events, or from fields of
 * perf's events. A formula takes them for what no counter counts.
 */
#ifndef _LATENCY_H
#define _LATENCY_H

#include <jansson.h>

/*
 * Adds the latencies of a file to *@to, an object or NULL, which has cycles by names in
 * small letters: see resolver_latency(). 0: the file has nothing else; 1: it is
 * a file of something else, with or without latencies; -ENOMEM.
 */
int latency_take(json_t **to, const json_t *root);

#endif /* _LATENCY_H */
