/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Intel cores with fixed counter 3 (SLOTS) and PERF_METRICS: what a switch is
 * charged is in intel_metrics_switch.c, what is rare in intel_metrics.c. Register
 * numbers: Intel SDM volume 3B, "Performance Metrics".
 */
#ifndef _TDA_PMU_INTEL_METRICS_H
#define _TDA_PMU_INTEL_METRICS_H

#include <linux/perf_event.h>
#include "base/x86.h"

struct tda_cpu_stats;
struct tda_pmu;
struct tda_value;

#define TDA_RDPMC_SLOTS		(1U << 30 | 3)
#define TDA_RDPMC_METRICS	(1U << 29)
#define TDA_MSR_FIXED_CTR3	0x30c
#define TDA_MSR_PERF_METRICS	0x329
#define TDA_MSR_GLOBAL_CTRL	0x38f
/* In GLOBAL_CTRL: fixed counter 3 and the metrics run. */
#define TDA_GLOBAL_SLOTS	(1ULL << 35)
#define TDA_GLOBAL_METRICS	(1ULL << 48)

extern const struct tda_pmu tda_intel_metrics;
extern const struct tda_value tda_intel_metrics_values[];

const char *tda_intel_metrics_unfit(unsigned int core_type);
void tda_intel_metrics_learn(unsigned int cpu);
const char *tda_intel_metrics_check(struct perf_event *slots);
const char *tda_intel_metrics_selftest(struct tda_cpu_stats *stats);
bool tda_intel_metrics_plausible(struct tda_cpu_stats *stats, u32 low, u64 slots);
bool tda_intel_metrics_stop(u64 *ctrl);
void tda_intel_metrics_zero(void);
bool tda_intel_metrics_go_on(u64 ctrl);

#endif /* _TDA_PMU_INTEL_METRICS_H */
