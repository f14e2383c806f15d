/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the attributes of one message into one struct, @to. An unknown attribute is
 * skipped, one that does not fit its type refused: -EBADMSG, and @why says which.
 */
#ifndef _PARSE_H
#define _PARSE_H

#include "counts/sample.h"
#include "outcome.h"

parse_fn parse_info;				/* to a struct info, */
parse_fn parse_thread, parse_process;		/* struct sample, */
parse_fn parse_cgroup, parse_ended;		/* struct notice, */
parse_fn parse_cpu;				/* struct cpu_sample, */
parse_fn parse_totals;				/* struct totals, */
parse_fn parse_stats;				/* struct stats */

#endif /* _PARSE_H */
