/* SPDX-License-Identifier: GPL-2.0 */
/* What lists.c and lists_*.c share, and nobody else includes. */
#ifndef _LISTS_PRIVATE_H
#define _LISTS_PRIVATE_H

#include <stdbool.h>

struct list_query;
struct lists;
struct session;
struct snapshot;

/* lists.c: does it ask for some processes or threads, and for no other? */
bool lists_is_choice(const struct list_query *q);

/* Beginning with a process or a thread that was there: has it ended? */
bool lists_is_end(const struct list_query *q, const struct lists *l, int err);

/* Those of @l that are shown, if they are tasks. */
struct snapshot *lists_listed(const struct list_query *q, struct lists *l);

/* As the module tells them, and what went wrong is said. 0 or -errno. */
int lists_read_all(struct session *s, const struct list_query *q,
		   struct lists *to);

/* What is in no row of theirs; @was is NULL without an interval. 0 or -errno. */
int lists_add_rest(const struct list_query *q, struct lists *to,
		   const struct lists *was);

/* lists_cpus.c: as lists_read_all(), of CPUs. */
int lists_read_cpus(struct session *s, const struct list_query *q,
		    struct lists *to);

/*
 * CPUs become cores or sockets, if they are to, after all differences were taken.
 * 0 or -errno.
 */
int lists_group_cpus(const struct session *s, const struct list_query *q,
		     struct lists *l);

#endif /* _LISTS_PRIVATE_H */
