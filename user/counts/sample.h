/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel said, as plain numbers: nothing here knows netlink or
 * metrics. "have" masks say which of the numbers came; the others are not
 * known, which is different from zero.
 */
#ifndef _SAMPLE_H
#define _SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/tdacct.h>

/*
 * Where each count lies in struct counts: the values, behind them those of events
 * that are not counted any more, then these. The module has 35 values at most, seven
 * of them of each type of E-cores, and 16 of past events. On arm64 it has 38.
 */
enum {
	COUNT_SWITCHES = 54,
	COUNT_UNCLASSIFIED,
	COUNT_BLUR,
	COUNTS_NR,
	VALUES_MAX = COUNT_SWITCHES,
	KNOWN_MAX = 25,		/* of the set, the gap, and past ones */
	COUNTS_KNOWN = 63,	/* a bit of "have": in which slots is known */
};

struct value_info {
	char name[32];
	uint32_t unit;		/* enum tdacct_unit */
	uint32_t kind;		/* enum tdacct_kind */
	uint64_t config;	/* of an event: the raw perf config */
	uint64_t config1;
	bool of_set;		/* SET_EVENTS may replace it */
	bool past;		/* and has: it is not counted now */
};

/*
 * A machine may have CPUs of several types, and each type has a number, its core_type. 0
 * counts sets of events; the values that another one counts have names with a prefix.
 */
enum { CORE_TYPES_MAX = 3 };

struct core_type {
	const char *prefix;	/* NULL: there is no such; of core_type 0, too */
	char vendor[32];	/* where these have CPUs' numbers of their own, */
	uint32_t model;		/* else "" and 0; of core_type 0, too */
};

struct info {
	uint64_t have;		/* by TDACCT_A_* */
	char version[32];
	char pmu[32];
	char vendor[32];
	uint32_t family;
	uint32_t model;
	uint64_t clear_slots;
	uint32_t state;		/* enum tdacct_state */
	uint64_t resume_ms;
	uint32_t guests;	/* what virtual machines execute is counted */
	uint64_t epoch;		/* since the events were chosen */
	uint64_t epoch_ns;	/* when it began, since boot */
	uint32_t events_max;	/* so many can be chosen */
	uint32_t past_max;	/* so many are kept that are not counted any more */
	uint64_t past_forgotten; /* more were, and are not kept */
	struct core_type core_type[CORE_TYPES_MAX];
	unsigned int nr_values;
	unsigned int nr_past;	/* of these, the last */
	struct value_info value[VALUES_MAX];
};

/* @known begins with the first value that is of the set, or with the gap. */
struct counts {
	uint64_t have;		/* by index into value[]; COUNTS_KNOWN */
	uint64_t value[COUNTS_NR];
	uint64_t known[KNOWN_MAX];	/* slots in which it was counted */
};

/* Somebody changed the events, or whether they are counted. */
struct change {
	uint32_t command;	/* TDACCT_CMD_*; 0: none is known */
	uint32_t pid;
	uint32_t uid;
	char comm[16];
	uint64_t at_ns;		/* since boot */
};

struct stats {
	uint64_t have;		/* by TDACCT_STAT_A_* */
	uint64_t value[64];
	struct change change;	/* the last one; not of a CPU */
};

/* The kernel tells how long CPUs did not idle, of how long. */
struct busy {
	bool known;
	uint64_t ns;
	uint64_t all_ns;
};

enum sample_kind {
	SAMPLE_THREAD,
	SAMPLE_PROCESS,
	SAMPLE_CPU,
	SAMPLE_SYSTEM,
	SAMPLE_CHILDREN,
	SAMPLE_CGROUP,
	SAMPLE_TOTAL,
	SAMPLE_EXITED,
	SAMPLE_IDLE,
	SAMPLE_UNTRACKED,
	SAMPLE_CPUS,
	SAMPLE_CORE,
	SAMPLE_SOCKET,
	SAMPLE_THREADS,
	SAMPLE_PROCESSES,
	SAMPLE_CGROUPS,
	SAMPLE_PERF,
};

/* Kinds together, as a mask. */
#define SAMPLE_MASK(_kind) (UINT32_C(1) << (_kind))

/*
 * A thread, a process, a CPU, all CPUs, all that a process made, a cgroup, a
 * process with all that it made; what is in no list of tasks: those that
 * have ended, idle, what could not be attributed; some CPUs, those of a core,
 * those of a socket; some threads, processes or cgroups together; what perf counted,
 * of whom its path says as perf does, NULL: of all.
 */
struct sample {
	enum sample_kind kind;
	uint64_t have;		/* by TDACCT_A_* */
	uint64_t id;		/* of a cgroup: the cgroup's */
	uint32_t tid;
	uint32_t pid;
	uint32_t cpu;
	uint32_t state;		/* of a CPU: enum tdacct_state */
	char comm[32];
	uint64_t born_ns;
	uint32_t flags;		/* TDACCT_TASK_* */
	uint64_t age_ns;
	uint64_t cpu_ns;
	uint64_t lost_ns;
	uint64_t generation;
	uint64_t epoch;		/* that the counts belong to */
	uint64_t threads;
	uint64_t exited_threads;
	uint64_t children_nr;	/* those that are gone, and theirs */
	uint64_t children_cpu_ns;
	uint64_t children_lost_ns;
	uint64_t cgroup;	/* where a thread is, a process ended */
	uint64_t cgroup_parent;
	uint32_t cgroup_flags;	/* TDACCT_CGROUP_* */
	const char *path;	/* of a cgroup; belongs to what holds the sample */
	struct counts counts;
	union {			/* parts of this or of something else; see below */
		struct counts children;	/* of a process */
		struct counts own;	/* of a cgroup: of no descendant */
		struct counts idle;	/* of a CPU in a list */
	};
	struct busy busy;	/* of CPUs; behind what a thread has */
};

/*
 * A thread has no such part. A list of a hundred thousand has no room for it, so
 * nobody may read or write the part of a thread, nor copy one by an assignment.
 */
static inline bool sample_has_part(const struct sample *s)
{
	return s->kind != SAMPLE_THREAD;
}

static inline size_t sample_size(const struct sample *s)
{
	return sample_has_part(s) ? sizeof(*s) :
				    offsetof(struct sample, children);
}

/* @to is a whole one. */
void sample_copy(struct sample *to, const struct sample *from);

enum { CGROUP_PATH_SIZE = 1024 };

/* A cgroup, or what ended: a sample with what only these messages bear. */
struct notice {
	struct sample sample;
	char path[CGROUP_PATH_SIZE];	/* sample.path, "id:1" where not known */
	uint32_t ended;			/* enum tdacct_ended */
	uint64_t seq;
	uint64_t missed;
};

struct cpu_sample {
	uint64_t have;		/* by TDACCT_A_* */
	uint32_t cpu;
	uint32_t state;		/* enum tdacct_state */
	char reason[160];
	char pmu[32];		/* how it counts, where CPUs differ */
	uint32_t other_model;	/* of core_type 1, as in struct info */
	uint32_t core_type;	/* where it has counted as another one than 0 */
	uint64_t cpu_ns;	/* that it was online */
	struct busy busy;
	uint64_t lost_ns;
	uint64_t epoch;
	struct counts counts;
	struct counts idle;
	struct counts untracked;
	struct stats stats;
};

/* The six nests of GET_TOTALS. */
struct totals {
	uint64_t have;		/* by TDACCT_A_* */
	uint64_t epoch;
	struct counts before;
	struct counts live;
	struct counts exited;
	struct counts idle;
	struct counts untracked;
	struct counts after;
};

static inline bool sample_has(uint64_t have, unsigned int attr)
{
	return have >> attr & 1;
}

/* A mask of the first @nr values, and of the counts that are no values. */
static inline uint64_t counts_mask(unsigned int nr)
{
	return ((UINT64_C(1) << nr) - 1) | ~((UINT64_C(1) << VALUES_MAX) - 1);
}

/* "thread" and so on, as columns and JSON call it. */
const char *sample_kind_name(enum sample_kind kind);

/* CPUs, one or more, and no task. */
bool sample_is_machine(const struct sample *s);

/* Several tasks or cgroups together: it has no name and no number. */
bool sample_is_sum(const struct sample *s);

/* The numbers are of @from to @to, both readings of one record. */
void sample_since(struct sample *to, const struct sample *from);

/* A sample of an interval in which no CPU time and nothing else was counted of it. */
bool sample_did_nothing(const struct sample *s);

/* Its name and numbers stay; what it did is not known. */
void sample_forget(struct sample *s);

/* A CPU, and statistics: sums become differences, levels stay as they are. */
void cpu_sample_since(struct cpu_sample *to, const struct cpu_sample *from);
void stats_since(struct stats *to, const struct stats *from);

/* Statistic @stat says how much there is, and may fall; others only grow. */
bool stats_is_level(unsigned int stat);

/* The children of @of as a sample of their own. */
void sample_children(struct sample *to, const struct sample *of);

/* @of and its children together; no times where one of them has none. */
void sample_total(struct sample *to, const struct sample *of);

/* Drops the name and numbers of a thread, process or cgroup, which several do not have. */
void sample_make_sum(struct sample *s);

/* @to becomes both together: times and counts, no names. */
void sample_add(struct sample *to, const struct sample *from);

/* A CPU as a sample. */
void sample_cpu(struct sample *to, const struct cpu_sample *of);

/* Add @from, another CPU, to @to; what one lacks both lack. */
void sample_add_cpu(struct sample *to, const struct cpu_sample *from);

/* @to += @from and @to -= @from, modulo 2^64; what one lacks both lack. */
void counts_add(struct counts *to, const struct counts *from);
void counts_sub(struct counts *to, const struct counts *from);

/* Returns how many values, the first, are the same in each epoch. */
unsigned int info_nr_lasting(const struct info *info);

/* As if nothing had been counted but what is counted now. */
void info_drop_past(struct info *info);

/*
 * What part of the slots of @c value @index was counted in; 1 of what goes on
 * whatever events are chosen, and where that is not known.
 */
double counts_part(const struct info *info, const struct counts *c,
		   unsigned int index);

/* counts_part() is 1 of all values; quickly. */
bool counts_are_whole(const struct info *info, const struct counts *c);

/*
 * The counts, as a mask, that go on whatever events are chosen. Old modules begin
 * those of the set anew with each epoch.
 */
uint64_t info_lasting(const struct info *info);

/*
 * @s is all since the object began. Where that was before the epoch, what the set
 * counted is not all, and so not known; true if that was so.
 */
bool sample_drop_partial(struct sample *s, const struct info *info);

/* Counting is paused and will resume by itself, in resume_ms. */
bool info_will_resume(const struct info *info);

/* The part of its time in which a CPU did not idle; NAN when not known. */
double busy_share(const struct busy *b);

/* "counting", of enum tdacct_state. */
const char *state_name(uint32_t state);

/* The part of the CPU time in which was counted; NAN when not known. */
double sample_coverage(const struct sample *s);

/* "slots", ... "switches", or NULL where there is no such count. */
const char *count_name(const struct info *info, unsigned int index);

/* The index of a count by its name, or -1. */
int count_index(const struct info *info, const char *name);

/* Count @index of @c, or NAN. Metrics are signed, everything else is not. */
static inline double count_number(const struct info *info,
				  const struct counts *c, unsigned int index)
{
	if (!sample_has(c->have, index))
		return __builtin_nan("");
	if (index < VALUES_MAX && index < info->nr_values &&
	    info->value[index].kind == TDACCT_KIND_METRIC)
		return (double)(int64_t)c->value[index];
	return (double)c->value[index];
}

/* How the names of values begin that E-cores count, and low-power E-cores. */
#define COUNT_ATOM "atom."
#define COUNT_LOWPOWER "lowpower."

/* The core_type of the CPUs that count a value of such a name. */
unsigned int count_core_type(const char *name);

/* Notes in @info that there are CPUs that count a value of such a name. */
void count_note_core_type(struct info *info, const char *name);

/* The index of the count of @core_type that is @name of core_type 0, or -1. */
int count_of_type(const struct info *info, unsigned int core_type,
		  const char *name);

/* Count @index of @c on all cores, or NAN. */
double count_everywhere(const struct info *info, const struct counts *c,
			unsigned int index);

/* Count @name a count of @unit, on all cores, or NAN. */
double count_ratio(const struct info *info, const struct counts *c,
		   const char *name, const char *unit);

#endif /* _SAMPLE_H */
