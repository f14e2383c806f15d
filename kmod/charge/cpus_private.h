/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What cpus.c and cpus_*.c share, and nobody else includes. Whoever calls holds
 * tda_cpus_mutex, keeps CPUs from coming and going, and may sleep, unless
 * something else is said.
 */
#ifndef _TDA_CPUS_PRIVATE_H
#define _TDA_CPUS_PRIVATE_H

#include <linux/mutex.h>
#include <linux/percpu.h>

#include "record/cpu.h"

/* What is marked M in struct tda_cpu is under it. Taken inside of CPU hotplug. */
extern struct mutex tda_cpus_mutex;

/* Why a CPU lacks what it has given; tda_share_tell() goes on from there. */
#define TDA_OTHERS_NEED	"others need the counters"

/* Anywhere. */
static inline struct tda_cpu *tda_cpu_of(unsigned int cpu)
{
	return per_cpu_ptr(&tda_cpus, cpu);
}

static inline bool tda_cpu_is_counting(unsigned int cpu)
{
	return tda_cpu_of(cpu)->state == TDACCT_STATE_COUNTING;
}

/* cpus.c: begin and end. */
void tda_cpu_stop(unsigned int cpu, enum tdacct_state state,
		  const char *reason);
void tda_cpu_start_if_wanted(unsigned int cpu);
void tda_cpus_start_if_wanted(void);

/* cpus_choice.c: how. */
const char *tda_cpu_find_kind(unsigned int cpu);

/* cpus_state.c: what is known. CPUs may come and go. They do not sleep. */
void tda_cpu_pass_time(struct tda_cpu *c);
void tda_cpu_set_state(struct tda_cpu *c, enum tdacct_state state,
		       const char *reason);
enum tdacct_state tda_cpus_state_of_all(void);

/* cpus_retry.c: try again. The first and the last: at load and unload. */
void tda_cpus_retry_init(void);
bool tda_cpu_is_to_retry(const struct tda_cpu *c);
bool tda_cpu_has_given_up(const struct tda_cpu *c);
void tda_cpu_stop_given_up(unsigned int cpu);
void tda_cpu_retry_missing(unsigned int cpu);
void tda_cpu_go_without(unsigned int cpu);
void tda_cpu_schedule_retry(struct tda_cpu *c);
void tda_cpus_arm_retry(void);
void tda_cpus_retry_exit(void);

/* cpus_share.c: what others want. The first two: in any context. */
bool tda_share_listens(struct tda_cpu *c, unsigned int want);
void tda_share_note(struct tda_cpu *c, unsigned int want, unsigned int nr);
void tda_cpu_share_stops(struct tda_cpu *c);
bool tda_share_takes_turns(void);
void tda_share_tell(const struct tda_cpu *c, char *reason, size_t size);
void tda_share_minute(void);
/* At load and unload. */
void tda_cpus_share_init(void);
void tda_cpus_share_start(void);
void tda_cpus_share_exit(void);

/* cpus_pause.c: not now. All but the first two: at load and unload. */
const char *tda_cpus_why_paused(void);
u64 tda_cpus_pause_left_ms(void);
void tda_cpus_pause_init(void);
void tda_cpus_pause_exit(void);
void tda_cpus_sleep_init(void);
void tda_cpus_sleep_exit(void);

/* cpus_minute.c: now and then. All but the first: at load and unload. */
bool tda_cpu_mostly_touched(const struct tda_cpu *c);
void tda_cpus_minute_init(void);
void tda_cpus_minute_exit(void);

/* cpus_log.c: say what came of it. At load: it takes the mutex itself. */
bool tda_cpus_any_hope(char *why, size_t size);

#endif /* _TDA_CPUS_PRIVATE_H */
