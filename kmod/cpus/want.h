/* SPDX-License-Identifier: GPL-2.0 */
/* Notes that others want counters of a CPU, and tells of it. In any context. */
#ifndef _TDA_CPUS_WANT_H
#define _TDA_CPUS_WANT_H

#include "charge/deferred.h"
#include "record/cpu.h"

/* The order where others want counters, too: share.c. */
enum tda_sharing {
	TDA_SHARE_FAIR,		/* others, then both in turns */
	TDA_SHARE_PERF,		/* others, always */
	TDA_SHARE_TDACCT,	/* we: others have what is left */
};

extern enum tda_sharing tda_sharing;	/* by an administrator, any time */

/* Others want this of a CPU; bits. */
#define TDA_WANT_TURN	1U	/* an event waits for a counter */
#define TDA_WANT_PINNED	2U	/* one was made that perf will try only once */
#define TDA_WANT_FIRST	4U	/* one of these counts slots, or is a metric */
#define TDA_WANT_SOON	8U	/* one was made that may take turns */

/* Others want something: see to it, in share.c. */
extern struct tda_deferred tda_deferred_share;

bool tda_want_listens(struct tda_cpu *c, unsigned int want);
void tda_want_note(struct tda_cpu *c, unsigned int want, unsigned int nr);
void tda_want_forget(struct tda_cpu *c, unsigned int seen);

#endif /* _TDA_CPUS_WANT_H */
