/* SPDX-License-Identifier: GPL-2.0 */
/* Messages of the ABI, built by hand; also such as no kernel would send. */
#ifndef _MESSAGE_H
#define _MESSAGE_H

#include <stddef.h>
#include <stdint.h>

#include "counts/sample.h"

struct nlattr;

struct message {
	union {
		uint32_t align;
		unsigned char byte[8192];
	} at;
	int len;
};

const struct nlattr *message_attrs(const struct message *m);

void message_raw(struct message *m, int attr, const void *data, int len);
void message_u32(struct message *m, int attr, uint32_t x);
void message_u64(struct message *m, int attr, uint64_t x);
void message_text(struct message *m, int attr, const char *text);

/* What is added between the two lies in the nest. */
int message_nest(struct message *m, int attr);
void message_nest_end(struct message *m, int nest);

/* A COUNTS nest or one like it: values from 0, up to @nr. */
void message_counts(struct message *m, int attr, const uint64_t *value,
		    unsigned int nr, uint64_t switches, uint64_t unclassified,
		    uint64_t blur);

void message_array(struct message *m, int attr, const uint64_t *value,
		   unsigned int nr);

/* GET_INFO of Sapphire Rapids with its twelve values. */
void message_info(struct message *m);

/* The same, but one of the values, or none, is of the set. */
void message_info_set(struct message *m, const char *of_set);

/* The same as a structure. */
void default_info(struct info *to);

#endif /* _MESSAGE_H */
