/* SPDX-License-Identifier: GPL-2.0 */
/* What differs between two sides, in words, as a table and as JSON. */
#ifndef _VIEW_CHANGES_H
#define _VIEW_CHANGES_H

#include "model/compare.h"
#include "print.h"

enum { CHANGES_TEXT_SIZE = 1400 };

/*
 * "memory_bound of nginx rose from 31.0 to 44.2 %, more than readings differ among
 * themselves (p 0.002)". Names in it are safe to print.
 */
const char *view_change(char to[CHANGES_TEXT_SIZE], const struct comparison *c,
			const struct difference *of);

/*
 * All that is sure in words, the @rows greatest changes as a table, rows that only one side
 * has, and which test it was. In JSON these are members of the object that is
 * open. -ENOMEM, -EIO.
 */
int view_changes(struct printer *p, const struct comparison *c, size_t rows);

#endif /* _VIEW_CHANGES_H */
