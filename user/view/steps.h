/* SPDX-License-Identifier: GPL-2.0 */
/* What to measure next, as command lines that can be pasted. */
#ifndef _STEPS_H
#define _STEPS_H

#include <stdbool.h>
#include <stddef.h>

struct advice;
struct explain;
struct report;

/* Is handed each command line, and what it is for. */
typedef void (*step_fn)(void *arg, const char *command, const char *why);

/* The most useful one first. */
void steps_each(const struct explain *e, const struct advice *a, step_fn step,
		void *arg);

/* Of these, only what measures more than is known today. */
void steps_measure(const struct explain *e, const struct advice *a,
		   step_fn step, void *arg);

/*
 * "--pid 93", as tdacct itself takes it, or as perf record does; @r may be NULL.
 * A shell makes nothing else of it.
 */
void steps_target(char *to, size_t size, const struct report *r, bool perf);

/* The command line that explains @node with the numbers of the report's next period. */
void steps_explain(char *to, size_t size, const struct explain *e, size_t node);

#endif /* _STEPS_H */
