/* SPDX-License-Identifier: GPL-2.0 */
/* Explains nodes, for explain and show --explain. */
#ifndef _CMD_EXPLAIN_H
#define _CMD_EXPLAIN_H

#include "view/tree.h"

struct printer;
struct session;

/*
 * Explain the node @name, with the numbers of @report, or without any where that is
 * NULL. Tells what is wrong.
 */
int explain_node(const struct session *s, const char *name,
		 const struct report *report, struct printer *out);

/* Says what to do about the node that @report says to look at first, if any. */
int explain_next(const struct session *s, const struct report *report);

/* Says what each node means that is shown of @report. Tells what is wrong. */
int explain_shown(const struct report *report, const struct tree_options *o);

#endif /* _CMD_EXPLAIN_H */
