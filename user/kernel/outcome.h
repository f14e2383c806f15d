/* SPDX-License-Identifier: GPL-2.0 */
/* A question has an outcome, and messages that are read by a list of values. */
#ifndef _OUTCOME_H
#define _OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

struct nlattr;

/* The outcome of a question, besides its messages. */
struct outcome {
	bool interrupted;	/* the dump is not of one moment */
	double asked;		/* when, in seconds since boot; NAN: not known */
	char text[288];		/* what was said of a failure */
};

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

#endif /* _OUTCOME_H */
