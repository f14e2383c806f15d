/* SPDX-License-Identifier: GPL-2.0 */
/* A node that is to be explained, and what there is to be said of it. */
#ifndef _EXPLAINED_H
#define _EXPLAINED_H

#include <stdbool.h>
#include <stddef.h>

#include "model/plan.h"
#include "model/result.h"

struct advice;
struct advice_book;
struct resolver;
struct report;

struct explain {
	const struct plan *plan;
	const struct resolver *resolver;	/* NULL: sets are not known */
	const struct advice_book *book;
	const struct report *report;	/* NULL: of nobody's counts */
	size_t node;
};

const struct node *explained_node(const struct explain *e);
const char *explained_title(const struct node *n);

/* The texts of people, or what the file of the model says. */
const char *explained_meaning(const struct advice *a, const struct node *n);

/* What was computed; NULL: there is no report. */
const struct node_result *explained_result(const struct explain *e);

/* The formula that is in use: whether it is the approximation, and its text. */
bool explained_approximate(const struct explain *e);
const char *explained_text(const struct explain *e);

/*
 * The same with numbers for names, to be freed; NULL: there are none, or no
 * memory. @corrected: they differ from the counts, where the hardware rounds.
 */
char *explained_numbers(const struct explain *e, bool *corrected);

/* The count of an event of the model, or NAN. */
double explained_count(const struct explain *e, size_t event);

/* "76.6 %, at most 0.4 points off", of any node of the report. */
void explained_share(char *to, size_t size, const struct explain *e,
		     size_t node);

#endif /* _EXPLAINED_H */
