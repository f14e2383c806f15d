/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samples, counts and reports as JSON, in the stable form of Documentation/json.rst. All
 * of these put members into the object that is open.
 */
#ifndef _VIEW_JSON_REPORT_H
#define _VIEW_JSON_REPORT_H

#include "json.h"
#include "report.h"

/* "time_ns" and "interval_s" of a reading, and "host" where that is told. */
void json_stamp(struct json *j, const struct stamp *stamp);

void json_counts(struct json *j, const char *key, const struct info *info,
		 const struct counts *c);

const char *stat_name(unsigned int stat);	/* by TDACCT_STAT_A_* or NULL */
void json_stats(struct json *j, const struct stats *s);	/* the member "stats" */

/* Puts the kind of @s and, where it has such, its number and name. */
void json_name(struct json *j, const struct sample *s);

/* Puts these, and what else is told of @s, and its times. */
void json_sample(struct json *j, const struct sample *s);

/* Puts the same of a report; of several also which, of CPUs how many. */
void json_whose(struct json *j, const struct report *r);

/* Puts "tree"; where cores of other types are planned also "atom" or "other", and "both". */
void json_trees(struct json *j, const struct result *r);

void json_report(struct json *j, const struct report *r);

#endif /* _VIEW_JSON_REPORT_H */
