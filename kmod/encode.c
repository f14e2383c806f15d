// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers to attributes. Every function returns 0 or -EMSGSIZE; the caller
 * drops the message then, so a reader gets a thing whole or not at all.
 */
#include <linux/tdacct.h>
#include <net/netlink.h>
#include <asm/processor.h>

#include "cpus.h"
#include "encode.h"
#include "process.h"
#include "task.h"
#include "version.h"

static int put_u64(struct sk_buff *skb, int type, u64 value)
{
	return nla_put_u64_64bit(skb, type, value, TDACCT_A_PAD);
}

static int put_values(struct sk_buff *skb, const u64 *val)
{
	struct nlattr *nest = nla_nest_start(skb, TDACCT_COUNTS_A_VALUES);
	unsigned int i, number = 0;

	if (!nest)
		return -EMSGSIZE;
	for (i = 0; i < tda_nr_values(); i++)
		if (tda_value_present(i) &&
		    nla_put_u64_64bit(skb, ++number, val[i], 0))
			return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

int tda_put_counts(struct sk_buff *skb, int type, const struct tda_sum *sum)
{
	struct nlattr *nest = nla_nest_start(skb, type);

	if (!nest ||
	    put_values(skb, sum->val) ||
	    nla_put_u64_64bit(skb, TDACCT_COUNTS_A_SWITCHES, sum->switches,
			      TDACCT_COUNTS_A_PAD) ||
	    nla_put_u64_64bit(skb, TDACCT_COUNTS_A_UNCLASSIFIED,
			      sum->unclassified, TDACCT_COUNTS_A_PAD) ||
	    nla_put_u64_64bit(skb, TDACCT_COUNTS_A_BLUR, sum->blur,
			      TDACCT_COUNTS_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_value(struct sk_buff *skb, const struct tda_value *v,
		     unsigned int number)
{
	struct nlattr *nest = nla_nest_start(skb, TDACCT_A_VALUE);

	if (!nest ||
	    nla_put_u32(skb, TDACCT_VALUE_A_INDEX, number) ||
	    nla_put_string(skb, TDACCT_VALUE_A_NAME, v->name) ||
	    nla_put_u32(skb, TDACCT_VALUE_A_UNIT, v->unit) ||
	    nla_put_u32(skb, TDACCT_VALUE_A_KIND, v->kind))
		return -EMSGSIZE;
	if (v->kind == TDACCT_KIND_EVENT &&
	    nla_put_u64_64bit(skb, TDACCT_VALUE_A_CONFIG, v->config,
			      TDACCT_VALUE_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_cpu_model(struct sk_buff *skb)
{
	if (nla_put_string(skb, TDACCT_A_CPU_VENDOR,
			   boot_cpu_data.x86_vendor_id) ||
	    nla_put_u32(skb, TDACCT_A_CPU_FAMILY, boot_cpu_data.x86) ||
	    nla_put_u32(skb, TDACCT_A_CPU_MODEL, boot_cpu_data.x86_model))
		return -EMSGSIZE;
	return 0;
}

int tda_put_info(struct sk_buff *skb, u64 clear_slots)
{
	unsigned int i, number = 0;
	u64 left_ms;
	enum tdacct_state state = tda_cpus_state(&left_ms);

	if (nla_put_string(skb, TDACCT_A_VERSION, TDA_VERSION) ||
	    nla_put_string(skb, TDACCT_A_PMU, "intel_metrics") ||
	    put_cpu_model(skb) ||
	    put_u64(skb, TDACCT_A_CLEAR_SLOTS, clear_slots) ||
	    nla_put_u32(skb, TDACCT_A_STATE, state))
		return -EMSGSIZE;
	if (left_ms && put_u64(skb, TDACCT_A_RESUME_MS, left_ms))
		return -EMSGSIZE;
	for (i = 0; i < tda_nr_values(); i++)
		if (tda_value_present(i) &&
		    put_value(skb, tda_value(i), number++))
			return -EMSGSIZE;
	return 0;
}

int tda_put_task(struct sk_buff *skb, const struct tda_task_view *view)
{
	if (put_u64(skb, TDACCT_A_ID, view->id) ||
	    nla_put_u32(skb, TDACCT_A_TID, view->tid) ||
	    nla_put_u32(skb, TDACCT_A_PID, view->pid) ||
	    nla_put_string(skb, TDACCT_A_COMM, view->comm) ||
	    put_u64(skb, TDACCT_A_BORN_NS, view->born_ns) ||
	    nla_put_u32(skb, TDACCT_A_TASK_FLAGS, view->flags) ||
	    put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ||
	    put_u64(skb, TDACCT_A_LOST_NS, view->sum.lost_ns))
		return -EMSGSIZE;
	if (view->flags & TDACCT_TASK_RUNNING &&
	    put_u64(skb, TDACCT_A_AGE_NS, view->age_ns))
		return -EMSGSIZE;
	return tda_put_counts(skb, TDACCT_A_COUNTS, &view->sum);
}

int tda_put_process(struct sk_buff *skb, const struct tda_process_view *view)
{
	if (put_u64(skb, TDACCT_A_ID, view->id) ||
	    nla_put_u32(skb, TDACCT_A_PID, view->pid) ||
	    nla_put_string(skb, TDACCT_A_COMM, view->comm) ||
	    put_u64(skb, TDACCT_A_BORN_NS, view->born_ns) ||
	    put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ||
	    put_u64(skb, TDACCT_A_LOST_NS, view->sum.lost_ns) ||
	    put_u64(skb, TDACCT_A_THREADS, view->threads) ||
	    put_u64(skb, TDACCT_A_EXITED_THREADS, view->exited))
		return -EMSGSIZE;
	if (view->running && put_u64(skb, TDACCT_A_AGE_NS, view->age_ns))
		return -EMSGSIZE;
	if (put_u64(skb, TDACCT_A_CHILDREN_NR, view->nr_children) ||
	    put_u64(skb, TDACCT_A_CHILDREN_CPU_NS, view->children_cpu_ns) ||
	    tda_put_counts(skb, TDACCT_A_CHILDREN, &view->children))
		return -EMSGSIZE;
	return tda_put_counts(skb, TDACCT_A_COUNTS, &view->sum);
}

static int put_stat(struct sk_buff *skb, int type, u64 value)
{
	return nla_put_u64_64bit(skb, type, value, TDACCT_STAT_A_PAD);
}

/* What no single CPU has. */
static int put_stats_of_all(struct sk_buff *skb)
{
	if (put_stat(skb, TDACCT_STAT_A_THREADS, tda_tasks_nr()) ||
	    put_stat(skb, TDACCT_STAT_A_PROCESSES, tda_processes_nr()) ||
	    put_stat(skb, TDACCT_STAT_A_MEMORY,
		     tda_tasks_memory() + tda_processes_memory()))
		return -EMSGSIZE;
	return 0;
}

int tda_put_stats(struct sk_buff *skb, const struct tda_cpu_stats *stats,
		  u64 switches, bool of_all)
{
	const struct {
		int type;
		u64 value;
	} rows[] = {
		{ TDACCT_STAT_A_SWITCHES, switches },
		{ TDACCT_STAT_A_CLEARS, stats->clears },
		{ TDACCT_STAT_A_LIVE_CLEARS, stats->live_clears },
		{ TDACCT_STAT_A_RESYNCS, stats->resyncs },
		{ TDACCT_STAT_A_FOLDS, stats->folds },
		{ TDACCT_STAT_A_CREATED, stats->created },
		{ TDACCT_STAT_A_UNTRACKED_SWITCHES, stats->untracked_switches },
		{ TDACCT_STAT_A_STOPS, stats->stops },
		{ TDACCT_STAT_A_SAMPLES, stats->samples },
		{ TDACCT_STAT_A_SAMPLED_NS, stats->sampled_ns },
		{ TDACCT_STAT_A_CLEAR_SAMPLES, stats->clear_samples },
		{ TDACCT_STAT_A_CLEAR_SAMPLED_NS, stats->clear_sampled_ns },
	};
	struct nlattr *nest = nla_nest_start(skb, TDACCT_A_STATS);
	unsigned int i;

	if (!nest)
		return -EMSGSIZE;
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (put_stat(skb, rows[i].type, rows[i].value))
			return -EMSGSIZE;
	if (of_all && put_stats_of_all(skb))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

int tda_put_cpu(struct sk_buff *skb, unsigned int cpu,
		const struct tda_cpu_view *view)
{
	if (nla_put_u32(skb, TDACCT_A_CPU, cpu) ||
	    nla_put_u32(skb, TDACCT_A_STATE, view->state) ||
	    nla_put_string(skb, TDACCT_A_REASON, view->reason) ||
	    tda_put_counts(skb, TDACCT_A_COUNTS, &view->total) ||
	    tda_put_counts(skb, TDACCT_A_IDLE, &view->idle) ||
	    tda_put_counts(skb, TDACCT_A_UNTRACKED, &view->untracked))
		return -EMSGSIZE;
	return tda_put_stats(skb, &view->stats, view->total.switches, false);
}
