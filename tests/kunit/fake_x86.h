/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fake machine on x86: a Sapphire Rapids with PERF_METRICS, unless a test says
 * otherwise. Only x86 has, with all that is in them: clear_kunit.c, switch_kunit.c,
 * pmu_kunit.c, hybrid_kunit.c, and what is in *_x86_kunit.c of suites that other
 * architectures have, too.
 */
#ifndef _TDA_FAKE_X86_H
#define _TDA_FAKE_X86_H

#include <linux/types.h>

#define FAKE_NR_FIXED	3	/* counters that are always ours */
#define FAKE_REF_CYCLES	true	/* can be counted */

/* What perf is asked for besides, of each event; and one that has no code. */
#define FAKE_CONFIG1	0ULL
#define FAKE_NO_CODE	0x100ULL

/* What is said of the first counter if it does not move. */
#define FAKE_STANDS_STILL	"stands still"

/* What is told of it. */
#define FAKE_HAS_METRICS	true
#define FAKE_SLOTS_PER_CYCLE	0	/* slots are counted themselves */
#define FAKE_METRICS_RUN	(1ULL << 48)	/* bits of a register that lets them */
#define FAKE_SLOTS_RUN		(1ULL << 35)
#define FAKE_OWN_EVENTS		0	/* counted without being asked */

#define FAKE_REGISTERS							\
	u64	ctrl;							\
	u64	fixed[4];						\
	u64	generic[8];						\
	u64	since;		/* slots since a clear */		\
	u64	class[TDA_NR_METRICS];	/* of these */			\
	bool	metrics_valid

/* The eight bytes of PERF_METRICS, and perf's handler when they overflow. */
u64 fake_fields(void);
int fake_rdmsr_safe(u32 msr, u64 *value);
void fake_perf_metrics_overflow(void);

#endif /* _TDA_FAKE_X86_H */
