// SPDX-License-Identifier: GPL-2.0
/* See sanity.h. All of it under tda_cpus_mutex. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>

#include "base/values.h"
#include "sanity.h"

/*
 * In a nanosecond: sixteen slots in each of eight cycles. Some events count several
 * things in each cycle, such as reads that are outstanding.
 */
#define MOST		128
#define MOST_OF_EVENT	1024

/* The clock may differ by so much, and more be counted before it is read. */
#define SLACK		(1ULL << 36)

/*
 * It may have been zeroed with the set; then it went back, and not below zero. There
 * is what went up by more than half of 64 bits, which are as many as counters of Arm's
 * have.
 */
static bool has_jumped(const struct tda_sanity *j, unsigned int i, u64 total,
		       u64 now_ns)
{
	bool event = tda_value(i)->kind == TDACCT_KIND_EVENT;
	u64 most = (now_ns - j->since_ns) * (event ? MOST_OF_EVENT : MOST);

	return (s64)(total - j->val[i]) > (s64)(SLACK + most) ||
	       (s64)total < -(s64)SLACK;
}

void tda_sanity_check(struct tda_cpu *c, unsigned int cpu,
		      const struct tda_sum *total, u64 now_ns)
{
	struct tda_sanity *j = &c->sanity;
	unsigned int i;

	for (i = 0; i < TDA_MAX_VALUES && !*j->name; i++) {
		if (!has_jumped(j, i, total->val[i], now_ns))
			continue;
		strscpy(j->name, tda_value(i)->name, sizeof(j->name));
		pr_warn("CPU %u: %s went up by more than a CPU counts: something writes to the counter behind perf's back, and totals are too high\n",
			cpu, j->name);
	}
}

/*
 * A count is in the CPU's total only when it is charged, which can be minutes
 * later. So what comes next was counted since the last charge, and of that only this
 * is known: it came after the total was last found to be another one.
 */
void tda_sanity_begin(struct tda_cpu *c, unsigned int cpu,
		      const struct tda_sum *total, u64 now_ns)
{
	struct tda_sanity *j = &c->sanity;

	tda_sanity_check(c, cpu, total, now_ns);
	if (memcmp(j->val, total->val, sizeof(j->val))) {
		memcpy(j->val, total->val, sizeof(j->val));
		j->since_ns = j->begun_ns;
	}
	j->begun_ns = now_ns;
}
