/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All threads, processes, cgroups or CPUs: now, or in an interval. A list of
 * all tasks is read between two totals, which tell what is in none of its rows.
 */
#ifndef _LISTS_H
#define _LISTS_H

#include "counts/ids.h"
#include "counts/rest.h"
#include "counts/snapshot.h"
#include "text/ranges.h"
#include "ended.h"

struct session;
struct stop;

enum list_cpus { LIST_NO_CPUS, LIST_CPUS, LIST_CORES, LIST_SOCKETS };

/* Neither threads, cgroups, CPUs nor a tree: processes. */
struct lists_series;

struct list_query {
	bool tree;		/* processes, and threads too */
	bool threads;
	bool cgroups;
	enum list_cpus cpus;
	struct ranges only;	/* of CPUs these; empty: all of them */
	struct ids pids;	/* empty: of all processes */
	struct ids tids;	/* if @threads: these only; empty: all */
	uint64_t since;		/* a generation; 0: from the beginning */
	bool part;		/* some of them will not be shown */

	/* Of those that end: whether one is to be shown; NULL: all are. */
	bool (*wants_ended)(const struct sample *s, void *arg);
	void *arg;
};

struct lists {
	struct snapshot processes;
	struct snapshot threads;
	struct snapshot cgroups;
	struct snapshot cpus;	/* or cores, or sockets */
	struct snapshot ended;	/* by command, where that is known */
	struct snapshot others;	/* exited, idle, untracked */

	/* By lists_look_up_cgroups(), of processes: threads elsewhere. */
	struct stray {
		uint32_t pid;
		uint64_t cgroup;	/* not that of the first thread */
	} *stray;
	size_t nr_strays;
	double interval;	/* as it was measured, or 0 */
	bool over;		/* the only one has ended: nothing can follow */

	/* While they are read. */
	struct rest rest;
	bool has_rest;
	bool missing;		/* some may be in none of the lists */
	double asked;
	uint64_t asked_for;	/* one of query's ids, the last one */
	struct lists_series *series;	/* or NULL */
	struct stop *stop;
};

/* One interval after the other. Stays where it is. */
struct lists_series {
	struct lists was;	/* where the next interval begins */
	struct ended ended;
	struct ids pids;	/* of the query's, those that may still live */
	struct ids tids;
};

/*
 * Since counting began. @to is zeroed. Tells what is wrong; lists_free() in any
 * case.
 */
int lists_read(struct session *s, const struct list_query *q,
	       struct lists *to);

/* The first reading. As above; lists_close() in any case. */
int lists_open(struct lists_series *series, struct session *s,
	       const struct list_query *q);

/*
 * What happens in @seconds, or until @stop. @more: it will be called again. As
 * lists_read(), but silent about -ESTALE, see session_read_state().
 */
int lists_next(struct lists_series *series, struct session *s,
	       const struct list_query *q, double seconds, struct stop *stop,
	       bool more, struct lists *to);
void lists_close(struct lists_series *series);

/*
 * All cgroups besides, so that threads and processes can be told where they
 * are: a process is where its first thread is.
 */
int lists_look_up_cgroups(struct session *s, const struct list_query *q,
			  struct lists *to);

/* Who asks again since then misses nothing. */
uint64_t lists_generation(const struct lists *l);
void lists_free(struct lists *l);

#endif /* _LISTS_H */
