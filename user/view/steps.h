/* SPDX-License-Identifier: GPL-2.0 */
/* Command lines that measure more, to be pasted. */
#ifndef _STEPS_H
#define _STEPS_H

#include "model/plan.h"
#include "report.h"

struct advice;
struct advice_book;
struct resolver;

/* A node that is to be explained. */
struct explain {
	const struct plan *plan;
	const struct resolver *resolver;	/* NULL: sets are not known */
	const struct advice_book *book;
	const struct report *report;	/* NULL: of nobody's counts */
	size_t node;
};

const struct node *steps_node(const struct explain *e);

/* "76.6 %, at most 0.4 points off", of any node of the report. */
void steps_share(char *to, size_t size, const struct explain *e, size_t node);

/* Is handed each command line, and what it is for. */
typedef void (*step_fn)(void *arg, const char *command, const char *why);

/* The most useful one first. */
void steps_each(const struct explain *e, const struct advice *a, step_fn step,
		void *arg);

/* Leaves out the step that shows more of what is known. */
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
