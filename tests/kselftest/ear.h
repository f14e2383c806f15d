/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A subscriber, and all that it was told. Whatever it hears must be in
 * sequence: the number of a notice is one more than those that were heard and
 * those that it says were missed.
 */
#ifndef _EAR_H
#define _EAR_H

#include "client.h"

struct ear {
	struct client c;
	struct message *heard;
	unsigned int n, room;
	uint64_t missed;
	unsigned int overruns;	/* times that ENOBUFS was seen */
};

/* Subscribed to @kinds (0: says nothing about kinds), with much room. */
void ear_open(struct ear *e, uint32_t kinds);
void ear_close(struct ear *e);

/* The same in two steps, with as much room as is usual. */
void ear_connect(struct ear *e);
void ear_connect_at(struct ear *e, uint32_t port);	/* by this address */
int ear_subscribe(struct ear *e, uint32_t kinds);

/*
 * Take what is there, waiting for the first for @timeout_ms at most. After a
 * tenth of a second more it leaves what may still be there, and returns true.
 */
bool ear_listen(struct ear *e, int timeout_ms);

/* The notice about @id (of a cgroup: its number), NULL if none was heard. */
const struct message *ear_has(const struct ear *e, uint32_t kind, uint64_t id);

/* ... until there is one. */
const struct message *ear_await(struct ear *e, uint32_t kind, uint64_t id);

/* How many of a kind, and the sum of their counts if @sum is not NULL. */
unsigned int ear_count(const struct ear *e, uint32_t kind, struct counts *sum);

#endif /* _EAR_H */
