/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All threads, processes or cgroups: now, or in an interval. A list of all
 * tasks is read between two totals, which tell what is in none of its rows.
 */
#ifndef _LISTS_H
#define _LISTS_H

#include "counts/rest.h"
#include "counts/snapshot.h"

struct ended;
struct session;

/* Neither threads, cgroups nor a tree: processes. */
struct list_query {
	bool tree;		/* processes, and threads too */
	bool threads;
	bool cgroups;
	uint32_t pid;		/* 0: of all processes */
	uint64_t since;		/* a generation; 0: from the beginning */
	double interval;	/* 0: since counting began */
};

struct lists {
	struct snapshot processes;
	struct snapshot threads;
	struct snapshot cgroups;
	struct snapshot ended;	/* by command, where that is known */
	struct snapshot others;	/* exited, idle, untracked */
	double interval;	/* as it was measured, or 0 */

	/* While they are read. */
	struct rest rest;
	bool has_rest;
	double asked;
	struct ended *ears;	/* to be heard before the last total, or NULL */
};

/* @to is zeroed. Tells what is wrong; lists_free() in any case. */
int lists_read(struct session *s, const struct list_query *q,
	       struct lists *to);

/* All cgroups besides, so that threads can be told where they are. */
int lists_look_up_cgroups(struct session *s, struct lists *to);

/* Who asks again since then misses nothing. */
uint64_t lists_generation(const struct lists *l);
void lists_free(struct lists *l);

#endif /* _LISTS_H */
