/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Make a CPU what is wanted of it. Whoever calls holds tda_cpus_mutex, keeps CPUs from
 * coming and going, and may sleep.
 */
#ifndef _TDA_CPUS_RECONCILE_H
#define _TDA_CPUS_RECONCILE_H

#include "record/cpu.h"

/*
 * All CPUs are to be so; under the mutex. struct tda_cpu has what is wanted of one:
 * ->online, ->renew, ->retry_at_ns and ->share.given.
 */
struct tda_cpus_wanted {
	bool	paused;		/* by an administrator */
	bool	asleep;		/* the machine suspends */
};

extern struct tda_cpus_wanted tda_cpus_wanted;

/* Why a CPU lacks what it has given; tda_share_tell() goes on from there. */
#define TDA_OTHERS_NEED	"others need the counters"

const char *tda_cpus_why_paused(void);
void tda_cpu_reconcile(unsigned int cpu);
void tda_cpus_reconcile(void);
unsigned int tda_cpu_can_give(const struct tda_cpu *c);
void tda_cpu_forget_given(struct tda_cpu *c);
void tda_cpus_arm_retry(void);

/* At load and unload, without the mutex. */
void tda_cpus_retry_init(void);
void tda_cpus_retry_exit(void);

#endif /* _TDA_CPUS_RECONCILE_H */
