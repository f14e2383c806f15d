/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU families that can be played. */
#ifndef _PMU_MODEL_H
#define _PMU_MODEL_H

#define MAX_GENERIC	8
#define MAX_FIXED	4
#define MAX_SMALL	2	/* kinds of small cores beside the others */

struct event;
struct registers;

struct model {
	const char *name;
	const struct registers *registers;
	unsigned int version;	/* of architectural performance monitoring; PMUVer */
	unsigned int width;	/* slots in a cycle */
	unsigned int classes;	/* that its slots fall into */
	unsigned int generic;	/* counters */
	unsigned int fixed;
	unsigned int fields;	/* of PERF_METRICS; 0: it has none */
	unsigned int native;	/* CPUID 0x1a of a hybrid's core; 0: none */
	unsigned int midr;	/* of arm64 */
	const char *small[MAX_SMALL];	/* the models of a hybrid's E-cores */
	const struct event *fixed_events;
	const struct event *events;	/* of the generic counters */
};

/* NULL when there is no such model. */
const struct model *model_find(const char *name);

#endif /* _PMU_MODEL_H */
