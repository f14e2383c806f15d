/* SPDX-License-Identifier: GPL-2.0 */
/* What list.c and list_cpus.c share, and nobody else includes. */
#ifndef _LIST_PRIVATE_H
#define _LIST_PRIVATE_H

struct client;
struct list;
struct list_query;
struct snapshot;

/* All CPUs that are asked for, by number, and what went wrong is said. 0 or -errno. */
int list_read_cpus(struct client *c, const struct list_query *q,
		   struct snapshot *to);

/*
 * CPUs become cores or sockets, if they are to, after all differences were taken.
 * 0 or -errno.
 */
int list_group_cpus(const struct client *c, const struct list_query *q,
		    struct list *l);

#endif /* _LIST_PRIVATE_H */
