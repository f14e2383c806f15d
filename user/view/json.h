/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results as JSON, the stable form: Documentation/json.rst. All of these
 * return a new reference, or NULL without memory.
 */
#ifndef _VIEW_JSON_H
#define _VIEW_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "report.h"

json_t *json_known(double x);		/* null when not known */
json_t *json_ns(double ns);		/* whole ones, or null */
json_t *json_count(uint64_t count);
json_t *json_counts(const struct info *info, const struct counts *c);
json_t *json_stats(const struct stats *s);
json_t *json_state(uint32_t state);

/* Each byte that belongs to no character of UTF-8 becomes \xHH. NULL: null. */
json_t *json_text(const char *text);

/* "time_ns" and "interval_s" of a reading. */
void json_stamp(json_t *to, const struct stamp *stamp);
json_t *json_sample(const struct sample *s);	/* identity and times */
json_t *json_tree(const struct result *r);

/*
 * "tree" of @o; where there are cores of a second sort "atom" or "other", of these, and
 * "both", too.
 */
void json_trees(json_t *o, const struct result *r);
json_t *json_whose(const struct report *r);	/* the sample; of CPUs, which */
json_t *json_report(const struct report *r);

const char *stat_name(unsigned int stat);	/* by TDACCT_STAT_A_* or NULL */

/* Print and release. -ENOMEM when there is none, -EIO. */
int json_print(FILE *to, json_t *value);

/* The same on a single line. */
int json_print_line(FILE *to, json_t *value);

#endif /* _VIEW_JSON_H */
