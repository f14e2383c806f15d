/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counters that never fall, made of what the module counted. A measure is one number that
 * a cgroup, a command or the machine has, such as the slots of a class, or an event of a
 * set; a tally has all measures of one of these.
 *
 * The module's own numbers begin anew when it is loaded, a set begins anew when it is
 * chosen, and classes are rounded, so that they may step back by a little. So differences
 * are added up here, and what was shown once is the least that is shown later.
 */
#ifndef _SERVE_TALLY_H
#define _SERVE_TALLY_H

#include "counts/sample.h"

/* Each is a family of metrics of its own. */
enum measure_kind {
	MEASURE_SLOTS,		/* by class: together all slots */
	MEASURE_SUBCLASS,	/* slots of parts of classes */
	MEASURE_EVENTS,		/* everything else, under the module's name */
	MEASURE_SET_SLOTS,	/* in which the events of a set were counted */
	MEASURE_SWITCHES,
	MEASURE_CPU,		/* CPU time in ns, */
	MEASURE_LOST,		/* and that part in which nothing was counted */
	MEASURE_KINDS,
};

struct measure {
	enum measure_kind kind;
	char name[32];		/* of the class, the part or the event; or "" */
	char set[64];		/* that the event is of, or "" */
	bool is_signed;		/* it is rounded, and may step back */
};

enum { MEASURES_MAX = 256 };

/* The first of these are never replaced: a set that comes back has its old ones. */
struct measures {
	struct measure at[MEASURES_MAX];
	unsigned int nr;
	uint64_t left_out;	/* no more fitted in */

	/* What is counted now. */
	const struct info *info;
	int of[COUNTS_NR];	/* measure of each count, or -1 */
	int unsorted;		/* of slots that no class has, or -1 */
	int set_slots;		/* of the present set, or -1 */
	int slots;		/* these are counts: all of them, */
	int gap;		/* and those without events, or -1 */
	unsigned int session;	/* grows when something else is counted, */
	unsigned int module;	/* and when the module begins from zero */
};

struct cell {
	int64_t sum;		/* as counted */
	uint64_t shown;		/* the most that @sum ever was */
	uint64_t base;		/* what the module had at the last reading */
	bool known;
};

/* Zeroed: nothing. */
struct tally {
	struct cell *cell;	/* by measure */
	unsigned int nr;
	unsigned int session;	/* that the bases are of */
	unsigned int module;
};

/* What the module says of one, by measure. */
struct readout {
	uint64_t value[MEASURES_MAX];
	bool known[MEASURES_MAX];
};

/*
 * From now on it is counted what @info has, of the set @set, or "". @reset: the module has
 * forgotten all that it counted before. @info stays.
 */
void measures_choose(struct measures *m, const struct info *info,
		     const char *set, bool reset);

/* All times as TDACCT_A_* in @have say whether they are known. */
void measures_read(const struct measures *m, struct readout *to,
		   const struct counts *c, uint64_t have, uint64_t cpu_ns,
		   uint64_t lost_ns);

/*
 * One more reading, of all that was counted up to now. @fresh: it was made after the first
 * reading of this session, so all that its set counted is of this one. -ENOMEM.
 */
int tally_take(struct tally *t, const struct measures *m,
	       const struct readout *now, bool fresh);

/* The same of a difference. */
int tally_add(struct tally *t, const struct measures *m,
	      const struct readout *since);

/* Another object is counted here from zero: a cgroup made anew under its old path. */
void tally_renew(struct tally *t);

/* Makes room for all measures. -ENOMEM. */
int tally_grow(struct tally *t, const struct measures *m);

static inline uint64_t tally_shown(const struct tally *t, unsigned int measure)
{
	return measure < t->nr ? t->cell[measure].shown : 0;
}

static inline bool tally_knows(const struct tally *t, unsigned int measure)
{
	return measure < t->nr && t->cell[measure].known;
}

void tally_free(struct tally *t);

#endif /* _SERVE_TALLY_H */
