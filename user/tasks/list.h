/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All threads, processes, cgroups or CPUs, or some of them: now, or in an interval. A
 * list of all tasks is read between two totals, which tell what is in none of its rows.
 */
#ifndef _LIST_H
#define _LIST_H

#include "counts/ids.h"
#include "counts/snapshot.h"
#include "text/ranges.h"
#include "tracker.h"

enum list_cpus { LIST_NO_CPUS, LIST_CPUS, LIST_CORES, LIST_SOCKETS };

/* Neither threads, cgroups, CPUs nor a tree: processes. */
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

	/* Is one that ended to be shown? NULL: all are. */
	bool (*wants_ended)(const struct sample *s, void *arg);
	void *arg;
};

struct list {
	struct snapshot processes;
	struct snapshot threads;
	struct snapshot cgroups;
	struct snapshot cpus;	/* or cores, or sockets */
	struct snapshot ended;	/* by command, where that is known */
	struct snapshot others;	/* exited, idle, untracked */

	/* By list_look_up_cgroups(), of processes: threads elsewhere. */
	struct stray {
		uint32_t pid;
		uint64_t cgroup;	/* not that of the first thread */
	} *stray;
	size_t nr_strays;
	uint64_t generation;	/* who asks again since then misses nothing */
	double interval;	/* as it was measured, or 0 */
	bool over;		/* the only one has ended: nothing can follow */
};

/*
 * Since counting began. @to is zeroed. Tells what is wrong; list_free() in any
 * case.
 */
int list_read(struct client *c, struct info *info, const struct list_query *q,
	      struct list *to);
void list_free(struct list *l);

/* The first reading. As above; tracker_close() in any case. @q stays. */
int list_open(struct tracker *t, struct client *c, struct info *info,
	      const struct list_query *q);

/*
 * What happens in @seconds, or until @stop. @more: it will be called again. As
 * list_read(), but silent about -ESTALE, as tracker_wait().
 */
int list_next(struct tracker *t, const struct list_query *q, double seconds,
	      struct stop *stop, bool more, struct list *to);

/* Takes all CPUs that @q has into the table of CPUs, a reading after the other. */
int list_take_cpus(struct tracker *t, const struct list_query *q);

/*
 * All cgroups besides, so that threads and processes can be told where they
 * are: a process is where its first thread is.
 */
int list_look_up_cgroups(struct client *c, const struct list_query *q,
			 struct list *to);

#endif /* _LIST_H */
