/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which CPUs count: start and stop them as they come and go, as counters are
 * to be had, and as the administrator wishes.
 */
#ifndef _TDA_CPUS_H
#define _TDA_CPUS_H

#include "base/counts.h"
#include "record/cpu.h"

/* What a reader may know of a CPU. */
struct tda_cpu_view {
	enum tdacct_state	state;
	char			reason[sizeof_field(struct tda_cpu, reason)];
	u64			cpu_ns;		/* that it was online */
	struct tda_sum		total;
	struct tda_sum		idle;
	struct tda_sum		untracked;
	struct tda_cpu_stats	stats;
	const char		*pmu;		/* how it counts; NULL: as all do */
	bool			other;		/* a core of the second sort */
};

/* This says who comes first where others want counters, too: cpus_share.c. */
enum tda_sharing {
	TDA_SHARE_FAIR,		/* others, then both in turns */
	TDA_SHARE_PERF,		/* others, always */
	TDA_SHARE_TDACCT,	/* we: others have what is left */
};

extern enum tda_sharing tda_sharing;
extern unsigned int tda_share_after_s;	/* TDA_SHARE_FAIR: before turns, see
					 * cpus_share.c */

int tda_cpus_choose(const char *list);
bool tda_cpu_is_chosen(unsigned int cpu);
const char *tda_cpus_unfit(unsigned int *fit);
void tda_cpus_have_general(unsigned int nr);
int tda_cpus_init(u64 clear_slots, bool count_guests);
int tda_cpus_start(void);
void tda_cpus_stop(void);
void tda_cpus_exit(void);

int tda_cpus_change_set(const struct tda_set *set,
			void (*begin_epoch)(const struct tda_set *set),
			char *why, size_t size);
void tda_cpus_pause(u64 ms);
void tda_cpus_resume(void);
enum tdacct_state tda_cpus_state(u64 *left_ms);

void tda_cpus_look(unsigned int cpu, struct tda_cpu_view *view);
void tda_cpus_total(struct tda_sum *sum);
void tda_cpus_own(struct tda_sum *idle, struct tda_sum *untracked);

#endif /* _TDA_CPUS_H */
