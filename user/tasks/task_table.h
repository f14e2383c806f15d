/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads, processes, cgroups or CPUs that are read again and again: what each has now,
 * and what it did since the reading before. A reading may be of all, or only of those
 * that changed; those that ended are told by notices, or are missing from a reading of
 * all.
 */
#ifndef _TASK_TABLE_H
#define _TASK_TABLE_H

#include "counts/snapshot.h"
#include "proc.h"

/* Small: there may be a hundred thousand. */
struct task_entry {
	uint32_t total;		/* its place in table.total; stays */
	uint32_t delta;		/* and in table.delta or, if @gone, table.gone */
	uint32_t read;		/* the number of the reading that had it last */
	uint32_t ended;		/* and of that when it was gone; 0: it lives */
	bool born;		/* in the reading that had it last */
	bool told;		/* it ended, and its total is final, for sure */
	bool gone;
	bool kept;		/* its final counts are in table.early */
};

/* The system tells this of one beside its counts. */
struct task_look {
	struct proc *proc;	/* or NULL */
	uint32_t looked;	/* the number of the reading when it was asked; 0: never */
};

struct task_table {
	struct task_entry *entry;	/* by id */
	size_t nr;
	size_t room;
	uint32_t reading;	/* the number of the last one, from 1 */
	bool due;		/* the next one begins with what comes next */
	uint64_t generation;	/* of the newest sample that was read */
	struct snapshot total;	/* has holes; task_table_total() finds one */

	/* Counts since the reading before, of those that live and those that ended. */
	struct snapshot delta;
	struct snapshot gone;

	struct snapshot early;	/* final counts that are part of the next reading */
	uint32_t *hole;		/* places in @total that are free */
	size_t nr_holes;
	size_t room_holes;
	struct task_look *look;	/* by place in @total */
	size_t nr_looks;

	/* To be set before a reading; 0 mostly. */
	uint64_t missing_ns;	/* the one before lacks some that were born earlier */
	bool waits;		/* those missing stay until they are told or forgotten */
};

/* Another reading begins with the next sample, if one comes. */
void task_table_next(struct task_table *t);

/* @read, by id and each once, is part of the present reading, and is taken over. -ENOMEM. */
int task_table_take(struct task_table *t, struct snapshot *read);

/* The reading had all that live: who is not in it has ended. -ENOMEM. */
int task_table_end_others(struct task_table *t);

#define TABLE_NO_STRANGERS UINT64_MAX

/*
 * The final counts of one. If it is not in the table it is taken only when it was born
 * after @since_ns, the time of the reading before; otherwise it ended earlier. When a
 * cgroup was born nobody tells. TABLE_NO_STRANGERS: it is not taken in any case. -ENOMEM.
 */
int task_table_end(struct task_table *t, const struct sample *final,
	      uint64_t since_ns);

/* As above, but if it is in the present reading its end is part of the next one. */
int task_table_end_later(struct task_table *t, const struct sample *final,
		    uint64_t since_ns);

/* NULL: it is not there. */
struct task_entry *task_table_find(const struct task_table *t, uint64_t id);

static inline struct sample *task_table_total(const struct task_table *t,
					 const struct task_entry *e)
{
	return snapshot_at(&t->total, e->total);
}

/* Returns what a fresh one did; not in the first reading. */
static inline struct sample *task_table_delta(const struct task_table *t,
					 const struct task_entry *e)
{
	return snapshot_at(e->gone ? &t->gone : &t->delta, e->delta);
}

/* It was in the present reading: something was counted since the one before. */
static inline bool task_table_is_fresh(const struct task_table *t,
				  const struct task_entry *e)
{
	return e->read == t->reading;
}

/* It lives, or ended since the reading before. */
static inline bool task_table_is_there(const struct task_table *t,
				  const struct task_entry *e)
{
	return !e->ended || e->ended == t->reading;
}

/* It is missing from the present reading, and its final counts were not told yet. */
static inline bool task_table_is_missing(const struct task_table *t,
				    const struct task_entry *e)
{
	return e->ended && !e->told && (e->ended == t->reading || t->waits);
}

/* Returns how many are. */
size_t task_table_missing(const struct task_table *t);

/* When the one was born that was born last; UINT64_MAX if there is none. */
uint64_t task_table_youngest_ns(const struct task_table *t);

/*
 * What it did since the reading before or, without @interval and in the first one,
 * since it was born. The path stays until the next reading. @to is a whole one.
 */
void task_table_shown(const struct task_table *t, const struct task_entry *e,
		 bool interval, struct sample *to);

/* Stays when it has ended. NULL: no memory. */
struct task_look *task_table_look(struct task_table *t, const struct task_entry *e);

/* NULL: nothing was told. */
const struct proc *task_table_proc(const struct task_table *t,
			      const struct task_entry *e);

void task_table_free(struct task_table *t);

#endif /* _TASK_TABLE_H */
