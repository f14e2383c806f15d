/* SPDX-License-Identifier: GPL-2.0 */
/* What came of a question, besides its messages. */
#ifndef _OUTCOME_H
#define _OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

struct outcome {
	bool interrupted;	/* the dump is not of one moment */
	double asked;		/* when, in seconds since boot; NAN: not known */
	char text[288];		/* what was said of a failure */
};

/*
 * The list of values is that of one epoch. What a message of another one has of
 * the set is not known here.
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

#endif /* _OUTCOME_H */
