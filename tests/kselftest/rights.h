/* SPDX-License-Identifier: GPL-2.0 */
/* What may be asked, and whether it was answered. */
#ifndef _RIGHTS_H
#define _RIGHTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "client.h"

struct question {
	const char *name;
	int cmd, flags;
	unsigned int attr;
	uint32_t value;
	bool wide;	/* as u64 */
};

enum { N_READS = 11, N_SUBSCRIPTIONS = 2, N_CHANGES = 3 };

extern const struct question reads[N_READS];
extern const struct question subscriptions[N_SUBSCRIPTIONS];
extern const struct question changes[N_CHANGES];

/* With -EPERM and a sentence. */
void all_refused(struct client *c, const struct question *q, unsigned int n);
void all_answered(struct client *c, const struct question *q, unsigned int n);
void info_answered(struct client *c);

/* The answer is read by client_answer(), or by nobody. */
uint32_t send_question(struct client *c, const struct question *q);

struct client connect_anew(void);

/* A child that dies has checked nothing. */
void must_end_well(pid_t pid);

#endif /* _RIGHTS_H */
