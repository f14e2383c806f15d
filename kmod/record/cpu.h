/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the module keeps of one CPU, and who reads and writes it:
 *
 *  O  this CPU only, interrupts off (a context switch or a function call IPI)
 *  M  under tda_cpus_mutex
 *  C  set before the first switch is seen, constant from then on
 *
 * Fields marked OM are written by O while the CPU counts and by M while it
 * does not.
 */
#ifndef _TDA_CPU_H
#define _TDA_CPU_H

#include <linux/cache.h>
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/tdacct.h>

#include <asm/byteorder.h>

#include "base/past.h"
#include "base/values.h"

struct tda_task;

/* No perf writes this into hw.prev_count: what bears it is not trusted. */
#define TDA_PREV_TOUCHED	((u64)S64_MIN)

/*
 * Marks a hw.prev_count as ours. Where counters are less wide, perf's own has all
 * of these bits or none, and its arithmetic leaves them out. Where one is 64 bits
 * wide, perf's own has the topmost of them, until the counter has wrapped; then it
 * has none. What the mark does to perf's arithmetic there, tda_arch_marked() mends.
 */
#define TDA_PREV_OURS		(0x7daULL << 52)

/*
 * struct tda_counter - one owned event, as every switch needs it
 * @event: perf's
 * @prev: what we left in hw.prev_count; another value there says that perf has
 *	  touched the counter since
 * @last: the counter at the last charge
 * @rdpmc: where it counts, as long as it is untouched. perf's note of that
 *	   would be one more cache line to read
 */
struct tda_counter {
	struct perf_event	*event;		/* OM */
	u64			prev;		/* O */
	u64			last;		/* O */
	u32			rdpmc;		/* O */
};

/*
 * struct tda_tally - the rest of it
 * @base: all that was ever charged on this CPU is @base + the counter's last
 * @before: what earlier events in this place counted; perf's count starts at
 *	    zero with each
 */
struct tda_tally {
	u64			base;		/* OM */
	u64			before;		/* OM */
};

/* Ranges of what the fields of PERF_METRICS add up to. */
#define TDA_NR_SUMS \
	(TDACCT_STAT_A_SUMS_ABOVE_271 - TDACCT_STAT_A_SUMS_TO_238 + 1)

/* All of them only grow. Written by O; readers may see them a bit old. */
struct tda_cpu_stats {
	u64	clears;
	u64	live_clears;
	u64	resyncs;
	u64	folds;
	u64	created;
	u64	untracked_switches;
	u64	stops;
	u64	samples;
	u64	sampled_ns;
	u64	clear_samples;
	u64	clear_sampled_ns;
	u64	sums[TDA_NR_SUMS];	/* by TDACCT_STAT_A_SUMS_TO_238 on */
	u64	implausible;
};

/*
 * struct tda_sanity - has a counter counted more than can be?
 * @since_ns: mono clock: what is not in @val was counted after this
 * @begun_ns: mono clock, when this minute began
 * @val: the totals of the CPU, at the beginning of a minute
 * @name: the first value that did; empty: none has
 */
struct tda_sanity {
	u64			since_ns;	/* M */
	u64			begun_ns;	/* M */
	u64			val[TDA_MAX_VALUES];	/* M */
	char			name[32];	/* M */
};

/* How much of its counters a CPU has given to others who want them. */
enum tda_given {
	TDA_GIVEN_NOTHING,
	TDA_GIVEN_EXTRA,	/* all but those that are always counted */
	TDA_GIVEN_ALL,
};

/*
 * struct tda_share - how a CPU shares its counters
 * @pmu: perf's, as long as there is anything to be given
 * @timer: by which perf lets others take turns there
 * @wanted: what others want, TDA_WANT_*, seen since it was last given any
 * @nr_wanted: how many events that are, where it is known; if they were only made,
 *	       those of a task, or one
 * @tick_ms: so often perf lets others take turns
 * @blind_until_ns: mono clock; before that nobody can tell whether what was given is enough
 * @given: how much they have
 * @lent: how much they had before our turn, in which they have nothing
 * @given_since_ns: since when, if they have any
 * @quiet_since_ns: nobody was seen to want it since
 * @returned_ns: when it last had everything again
 * @hold_s: how long it is to be quiet before that
 * @anchor: an event without a counter that keeps perf's list within reach
 * @pid: of who has them, as far as is known
 * @comm: its name
 */
struct tda_share {
	const struct pmu	*pmu;		/* M; read by any */
	const void		*timer;		/* M; read by any */
	atomic_t		wanted;		/* any */
	unsigned int		nr_wanted;	/* any */
	unsigned int		tick_ms;	/* M */
	u64			blind_until_ns;	/* M; read by any */
	enum tda_given		given;		/* M */
	enum tda_given		lent;		/* M */
	u64			given_since_ns;	/* M */
	u64			quiet_since_ns;	/* M */
	u64			returned_ns;	/* M */
	unsigned int		hold_s;		/* M */
	struct perf_event	*anchor;	/* M; read by O */
	pid_t			pid;		/* M */
	char			comm[TASK_COMM_LEN]; /* M */
};

struct tda_cpu {
	/* Every switch touches these: three cache lines. */
	u64			clear_at;	/* O: see charge() */
	union {
		struct {
			bool	counting;	/* O */
			u8	unused[3];	/* C: zero, as ->how has them */
			u16	missing;	/* OM: a bit for each counter of
						 * what is counted on request
						 * that is not, as perf does not
						 * let us have it, or the set is
						 * being changed */
			u16	displaced;	/* O: a bit for each that is not
						 * missing and not where it is
						 * read fastest */
		};
		__le64		how;		/* all of these, for one comparison;
						 * with ->cur, for one load */
	};
	struct tda_task		*cur;		/* O: the record that is charged */
	u64			switches;	/* O */
	u64			metric[TDA_NR_METRICS];	/* O: at the last charge */
	struct tda_counter	counter[TDA_MAX_COUNTERS];

	/* Rare. */
	struct tda_tally	tally[TDA_MAX_COUNTERS];
	struct tda_past		past;		/* M: of what the set counted */
	u64			clear_slots;	/* C */
	u32			dither;		/* O */
	u64			metric_base[TDA_NR_METRICS]; /* O: as base above */
	u64			unclassified;	/* OM: slots, part of SLOTS' total */
	u64			blur;		/* O: slots, summed at each clear */
	u64			gap;		/* OM: slots, counted while something
						 * was missing ... */
	u64			gap_from;	/* OM: ... except those that came
						 * after this total of slots */
	unsigned int		following;	/* O: switches, see follow() */
	u64			again_before;	/* O: see slots_touched() */
	struct irq_work		follow;		/* C */
	const struct task_struct *exec_task;	/* O: who runs uncounted, ... */
	u64			exec_start;	/* O: ... and its CPU time then */
	struct tda_task		*untracked;	/* C; charged by OM */
	struct tda_cpu_stats	stats;

	/*
	 * What readers on other CPUs look at, before they look at ->cur, whose line
	 * each switch writes. No switch writes these.
	 */
	u64			synced_ns ____cacheline_aligned_in_smp;
						/* O: when IPI or start last charged;
						 * a reader: when it was idle */
	struct tda_task		*idle;		/* C */

	/* Rare again. */

	enum tdacct_state	state ____cacheline_aligned_in_smp; /* M */
	bool			online;		/* M: as hotplug says */
	bool			renew;		/* M: what is missing is to be asked
						 * for now, or regained */
	unsigned int		retry_s;	/* M: back-off while waiting */
	u64			retry_at_ns;	/* M: mono clock */
	u64			started_ns;	/* M: mono clock */
	u64			since_ns;	/* M: mono clock: up to then are ... */
	u64			online_ns;	/* M: ... the time it was online, */
	u64			lost_ns;	/* M: ... and did not count */
	u64			resyncs_before;	/* M: stats.resyncs, and ... */
	u64			switches_before; /* M: ... switches, when this
						  * minute began */
	bool			touched_before;	/* M: perf touched the counters
						 * at most switches of the last */
	u64			clears_before;	/* M: stats.clears, and ... */
	u64			implausible_before; /* M: ... stats.implausible,
						  * when this minute began */
	bool			implausible_last; /* M: the metrics could not be
						 * at most clears of the last */
	struct tda_sanity	sanity;		/* M */
	struct tda_share	share;
	char			reason[160];	/* M: why state is not COUNTING, or
						 * what is not counted and why */
	char			without[160];	/* M: the latter, being made */
	u32			raw_type;	/* M, or at load: what perf calls raw
						 * events here; 0: not asked yet */
	unsigned int		core_type;	/* M, before it first counts; read by
						 * O: of tda_core_type[] */
};

/* ->how, where a CPU counts and nothing is missing or displaced. */
#define TDA_HOW_USUAL	cpu_to_le64(1)

static_assert(offsetof(struct tda_cpu, counting) ==
	      offsetof(struct tda_cpu, how));
static_assert(offsetof(struct tda_cpu, counter[TDA_NR_FIXED]) <= 3 * 64);
static_assert(TDA_MAX_COUNTERS <= 16);	/* bits of missing */
static_assert(offsetof(struct tda_cpu, synced_ns) % SMP_CACHE_BYTES == 0);
static_assert(offsetof(struct tda_cpu, state) -
	      offsetof(struct tda_cpu, synced_ns) == SMP_CACHE_BYTES);

/* task_read.c */
DECLARE_PER_CPU(struct tda_cpu, tda_cpus);
bool tda_cpu_charges(const struct tda_task *t, u64 *age_ns);

#endif /* _TDA_CPU_H */
