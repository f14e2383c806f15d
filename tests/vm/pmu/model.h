/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU families that can be played. */
#ifndef _PMU_MODEL_H
#define _PMU_MODEL_H

#define MAX_GENERIC	8
#define MAX_FIXED	4

struct event;

struct model {
	const char *name;
	unsigned int version;	/* of architectural performance monitoring */
	unsigned int width;	/* slots in a cycle */
	unsigned int generic;	/* counters */
	unsigned int fixed;
	unsigned int fields;	/* of PERF_METRICS; 0: it has none */
	const struct event *events;	/* of the generic counters */
};

/* NULL when there is no such model. */
const struct model *model_find(const char *name);

#endif /* _PMU_MODEL_H */
