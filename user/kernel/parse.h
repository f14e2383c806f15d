/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the attributes of one message into one struct, @to. An unknown attribute is
 * skipped, one that does not fit its type refused: -EBADMSG, and @why says which.
 */
#ifndef _PARSE_H
#define _PARSE_H

#include "counts/sample.h"

struct nlattr;

/*
 * The list of values is that of one epoch. A message of another one has a set that
 * is not known here.
 */
struct parse_epoch {
	uint64_t number;	/* 0: whatever comes */
	unsigned int lasting;	/* so many values, the first, are in all */
	unsigned int present;	/* so many are counted now */
	unsigned int past;	/* and so many were, before */
	bool gap;		/* the last of those counted is slots without some */
	bool keeps;		/* it is told in how many slots each was counted */
	bool other;		/* a message of another one came */
};

struct parse_error {
	char text[128];
	struct parse_epoch epoch;
};

typedef int parse_fn(void *to, const struct nlattr *attrs, int len,
		     struct parse_error *why);

parse_fn parse_info;				/* to a struct info, */
parse_fn parse_thread, parse_process;		/* struct sample, */
parse_fn parse_cgroup, parse_ended;		/* struct notice, */
parse_fn parse_cpu;				/* struct cpu_sample, */
parse_fn parse_totals;				/* struct totals, */
parse_fn parse_stats;				/* struct stats */

#endif /* _PARSE_H */
