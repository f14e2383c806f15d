/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The page that draws an icicle of slots, and the data that it draws: JSON in the form of
 * Documentation/json.rst. Shares, bounds, reasons and bottlenecks are computed here, and
 * not by the page.
 */
#ifndef _VIEW_PAGE_H
#define _VIEW_PAGE_H

#include <stdio.h>

#include "tasks/icicle.h"
#include "text/embedded.h"
#include "json.h"

struct plan;

struct page_facts {
	const struct plan *plan;	/* NULL: nothing is known of counts */
	const char *host;		/* these three: "" where it is not known */
	const char *boot_id;
	const char *set;
	const char *note;		/* what is wrong; or "" */
	double every_s;			/* there are new data so often; 0: never */
};

/*
 * Puts an object: the rows of @span, and of each one also what it did in each part of
 * @bins, unless that is NULL. -ENOMEM.
 */
int page_data(struct json *j, const struct page_facts *f,
	      const struct icicle_span *span, const struct icicle_bins *bins);

/* The page, as it is served beside data. */
const struct embedded *page_text(void);

/* Which scripts and styles of it may be executed: a part of a Content-Security-Policy. */
const char *page_policy(void);

/* Writes the page with @data in it, which then needs nothing else. -EIO. */
int page_write(FILE *to, const struct text *data);

#endif /* _VIEW_PAGE_H */
