/* SPDX-License-Identifier: GPL-2.0 */
/* `diff --fail-if`: changes that are not to be, such as 'memory_bound of nginx > +5'. */
#ifndef _CMD_LIMITS_H
#define _CMD_LIMITS_H

#include "model/compare.h"

enum { LIMIT_NAME_SIZE = 144, LIMIT_WHY_SIZE = 200 };

struct limit {
	const char *text;	/* as the user said it */
	char node[LIMIT_NAME_SIZE];	/* or "slots" */
	char row[LIMIT_NAME_SIZE];	/* a pattern of the shell: of these only */
	bool below;		/* < and not > */
	bool equal;		/* <=, >= */
	double by;		/* points of a share, percent of slots */
};

/* -EINVAL, and @why with what is wrong. */
int limit_parse(struct limit *to, const char *text, char why[LIMIT_WHY_SIZE]);

/*
 * Finds the next change from @from on that is as the limit says, is more than the shares
 * can be off, and more than readings differ, where enough were there to tell. NULL:
 * there is none.
 */
const struct difference *limit_next(const struct limit *l, const struct comparison *c,
				const struct difference *from);

/* Says that nothing was compared that the limit is about: -ENODATA. */
int limit_check(const struct limit *l, const struct comparison *c);

#endif /* _CMD_LIMITS_H */
