/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The attributes of one message to one sample. What is not known is skipped,
 * what does not fit its type is refused: -EBADMSG, and @why says which.
 */
#ifndef _PARSE_H
#define _PARSE_H

#include "counts/sample.h"
#include "outcome.h"

struct nlattr;

struct parse_error {
	char text[128];
	struct parse_epoch epoch;
};

int parse_info(struct info *to, const struct nlattr *attrs, int len,
	       struct parse_error *why);
int parse_thread(struct sample *to, const struct nlattr *attrs, int len,
		 struct parse_error *why);
int parse_process(struct sample *to, const struct nlattr *attrs, int len,
		  struct parse_error *why);
int parse_cgroup(struct notice *to, const struct nlattr *attrs, int len,
		 struct parse_error *why);
int parse_ended(struct notice *to, const struct nlattr *attrs, int len,
		struct parse_error *why);
int parse_cpu(struct cpu_sample *to, const struct nlattr *attrs, int len,
	      struct parse_error *why);
int parse_totals(struct totals *to, const struct nlattr *attrs, int len,
		 struct parse_error *why);
int parse_stats(struct stats *to, const struct nlattr *attrs, int len,
		struct parse_error *why);

#endif /* _PARSE_H */
