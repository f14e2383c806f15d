// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers to attributes. Every function returns 0 or -EMSGSIZE; the caller
 * drops the message then, so a reader gets a thing whole or not at all.
 */
#include <linux/cache.h>
#include <linux/module.h>
#include <linux/tdacct.h>
#include <net/genetlink.h>
#include <net/netlink.h>

#include "base/past.h"
#include "change.h"
#include "cpus/look.h"
#include "encode.h"
#include "record/group.h"
#include "record/look.h"
#include "record/notice.h"
#include "record/process_read.h"
#include "version.h"

struct genl_family tda_family __ro_after_init = {
	.name		= TDACCT_GENL_NAME,
	.version	= TDACCT_GENL_VERSION,
	.maxattr	= TDACCT_A_MAX,
	.netnsok	= true,
	.parallel_ops	= true,
	.module		= THIS_MODULE,
};

static int put_u64(struct sk_buff *skb, int type, u64 value)
{
	return nla_put_u64_64bit(skb, type, value, TDACCT_A_PAD);
}

/* What cores of type @t always count. */
static int put_always(struct sk_buff *skb, const u64 *val,
		      const struct tda_core_type *t, unsigned int *number)
{
	unsigned int i;

	if (t->slots_per_cycle &&
	    nla_put_u64_64bit(skb, ++*number,
			      val[t->first] * t->slots_per_cycle, 0))
		return -EMSGSIZE;
	for (i = t->first; i < t->first + t->nr_values; i++)
		if (tda_value_present(i) &&
		    nla_put_u64_64bit(skb, ++*number, val[i], 0))
			return -EMSGSIZE;
	return 0;
}

/* What all types of cores always count comes before what the next epoch may change. */
static int put_values(struct sk_buff *skb, const u64 *val, unsigned int nr)
{
	struct nlattr *nest = nla_nest_start(skb, TDACCT_COUNTS_A_VALUES);
	unsigned int type, i, number = 0;

	if (!nest)
		return -EMSGSIZE;
	for (type = 0; type < tda_nr_core_types; type++)
		if (put_always(skb, val, &tda_core_type[type], &number))
			return -EMSGSIZE;
	for (i = tda_value_gap(); i < nr; i++)
		if (nla_put_u64_64bit(skb, ++number,
				      tda_value_told(tda_value_seen(i, nr), val),
				      0))
			return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static unsigned int add_always(u64 *present, unsigned int n, const u64 *val,
			       const struct tda_core_type *t)
{
	unsigned int i;

	if (t->slots_per_cycle)
		present[n++] = val[t->first] * t->slots_per_cycle;
	for (i = t->first; i < t->first + t->nr_values; i++)
		if (tda_value_present(i))
			present[n++] = val[i];
	return n;
}

/* A fifth of the work, and of the reader's. */
static int put_array(struct sk_buff *skb, const u64 *val, unsigned int nr)
{
	u64 present[TDA_MAX_VALUES + TDA_MAX_CORE_TYPES];
	unsigned int type, i, n = 0;

	for (type = 0; type < tda_nr_core_types; type++)
		n = add_always(present, n, val, &tda_core_type[type]);
	for (i = tda_value_gap(); i < nr; i++)
		present[n++] = tda_value_told(tda_value_seen(i, nr), val);
	return nla_put_64bit(skb, TDACCT_COUNTS_A_ARRAY, n * sizeof(u64),
			     present, TDACCT_COUNTS_A_PAD);
}

/* What the set has counted, before this epoch, too. */
static void add_past(u64 *val, const struct tda_sum *sum,
		     const struct tda_epoch *epoch)
{
	unsigned int i;

	for (i = tda_values_kept(); i < epoch->nr_values; i++)
		val[i] += tda_past_val(&sum->past, epoch, i);
}

/* In how many slots each event of the set was counted, if not in all. */
static int put_known(struct sk_buff *skb, const struct tda_sum *sum,
		     const struct tda_epoch *epoch)
{
	unsigned int n = 0, i;
	u64 whole = tda_whole_slots(sum->val), now = whole - sum->past.mark;
	u64 known[TDA_MAX_EVENTS];
	bool all = true;

	for (i = tda_values_kept(); i < epoch->nr_values; i++) {
		u64 slots = now + tda_past_slots(&sum->past, epoch, i);

		all &= slots == whole;
		known[n++] = tda_slots_of(slots);
	}
	return all ? 0 : nla_put_64bit(skb, TDACCT_COUNTS_A_KNOWN,
				       n * sizeof(u64), known,
				       TDACCT_COUNTS_A_PAD);
}

/* What is not counted any more, if there is any of it. */
static int put_past(struct sk_buff *skb, const struct tda_sum *sum,
		    const struct tda_epoch *epoch)
{
	u64 past[2 * TDA_PAST_MAX], any = 0;
	unsigned int n = 0, i;

	for (i = 0; i < TDA_PAST_MAX; i++) {
		if (epoch->past[i] != TDA_PAST_ONLY)
			continue;
		any |= sum->past.of[i].val | sum->past.of[i].slots;
		past[n++] = sum->past.of[i].val;
		past[n++] = tda_slots_of(sum->past.of[i].slots);
	}
	return !any ? 0 : nla_put_64bit(skb, TDACCT_COUNTS_A_PAST,
					n * sizeof(u64), past,
					TDACCT_COUNTS_A_PAD);
}

static int put_numbers(struct sk_buff *skb, const struct tda_sum *sum,
		       bool arrays, const struct tda_epoch *epoch)
{
	u64 val[TDA_MAX_VALUES];
	int err;

	if (!tda_past_is_used())
		return arrays ? put_array(skb, sum->val, epoch->nr_values) :
				put_values(skb, sum->val, epoch->nr_values);
	memcpy(val, sum->val, sizeof(val));
	add_past(val, sum, epoch);
	err = arrays ? put_array(skb, val, epoch->nr_values) :
		       put_values(skb, val, epoch->nr_values);
	return err ?: put_known(skb, sum, epoch) ?: put_past(skb, sum, epoch);
}

/* Those of @epoch. */
static int put_counts(struct sk_buff *skb, int type, const struct tda_sum *sum,
		      bool arrays, const struct tda_epoch *epoch)
{
	struct nlattr *nest = nla_nest_start(skb, type);

	if (!nest || put_numbers(skb, sum, arrays, epoch) ||
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

/* Of the epoch that is now. */
int tda_put_counts(struct sk_buff *skb, int type, const struct tda_sum *sum,
		   bool arrays)
{
	struct tda_epoch now = tda_epoch;

	now.nr_values = tda_nr_values();
	return put_counts(skb, type, sum, arrays, &now);
}

/* Which epoch that is. Whoever is told of values holds it. */
int tda_put_epoch(struct sk_buff *skb)
{
	return put_u64(skb, TDACCT_A_EPOCH, tda_epoch.number);
}

static int put_event(struct sk_buff *skb, const struct tda_value *v,
		     bool of_set)
{
	if (nla_put_u64_64bit(skb, TDACCT_VALUE_A_CONFIG, v->config,
			      TDACCT_VALUE_A_PAD))
		return -EMSGSIZE;
	if (v->config1 && nla_put_u64_64bit(skb, TDACCT_VALUE_A_CONFIG1,
					    v->config1, TDACCT_VALUE_A_PAD))
		return -EMSGSIZE;
	return of_set ? nla_put_flag(skb, TDACCT_VALUE_A_OF_SET) : 0;
}

static int put_value_as(struct sk_buff *skb, int type,
			const struct tda_value *v, bool of_set,
			unsigned int number)
{
	struct nlattr *nest = nla_nest_start(skb, type);

	if (!nest ||
	    nla_put_u32(skb, TDACCT_VALUE_A_INDEX, number) ||
	    nla_put_string(skb, TDACCT_VALUE_A_NAME, v->name) ||
	    nla_put_u32(skb, TDACCT_VALUE_A_UNIT, v->unit) ||
	    nla_put_u32(skb, TDACCT_VALUE_A_KIND, v->kind))
		return -EMSGSIZE;
	if (v->kind == TDACCT_KIND_EVENT &&
	    put_event(skb, v, of_set))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_value(struct sk_buff *skb, const struct tda_value *v,
		     bool of_set, unsigned int number)
{
	return put_value_as(skb, TDACCT_A_VALUE, v, of_set, number);
}

/* Events that were counted and are not any more, in the order of put_past(). */
static int put_past_list(struct sk_buff *skb)
{
	unsigned int i, number = 0;

	if (nla_put_u32(skb, TDACCT_A_PAST_MAX, TDA_PAST_MAX) ||
	    put_u64(skb, TDACCT_A_PAST_FORGOTTEN, tda_past_forgotten()))
		return -EMSGSIZE;
	for (i = 0; i < TDA_PAST_MAX; i++)
		if (tda_epoch.past[i] == TDA_PAST_ONLY &&
		    put_value_as(skb, TDACCT_A_PAST, tda_past_event(i), true,
				 number++))
			return -EMSGSIZE;
	return 0;
}

static int put_cpu_model(struct sk_buff *skb, const struct tda_arch_cpu *cpu)
{
	if (nla_put_string(skb, TDACCT_A_CPU_VENDOR, cpu->vendor_id) ||
	    nla_put_u32(skb, TDACCT_A_CPU_FAMILY, cpu->family) ||
	    nla_put_u32(skb, TDACCT_A_CPU_MODEL, cpu->model))
		return -EMSGSIZE;
	return 0;
}

/* Where that is another than the first: not on x86. */
static int put_other_model(struct sk_buff *skb, struct tda_arch_cpu cpu)
{
	return cpu.midr ? nla_put_u32(skb, TDACCT_A_OTHER_MODEL, cpu.model) : 0;
}

static int put_second_model(struct sk_buff *skb, const struct tda_arch_cpu *cpu)
{
	if (!cpu->midr)
		return 0;
	if (nla_put_string(skb, TDACCT_A_OTHER_VENDOR, cpu->vendor_id))
		return -EMSGSIZE;
	return put_other_model(skb, *cpu);
}

static int put_always_list(struct sk_buff *skb, unsigned int type,
			   unsigned int *number)
{
	const struct tda_core_type *t = &tda_core_type[type];
	unsigned int i;

	if (t->slots_per_cycle &&
	    put_value(skb, &tda_slots_value[type], false, (*number)++))
		return -EMSGSIZE;
	for (i = t->first; i < t->first + t->nr_values; i++)
		if (tda_value_present(i) &&
		    put_value(skb, tda_value(i), false, (*number)++))
			return -EMSGSIZE;
	return 0;
}

/* In the order of put_values(). */
static int put_list(struct sk_buff *skb)
{
	unsigned int type, i, seen, number = 0, nr = tda_nr_values();

	for (type = 0; type < tda_nr_core_types; type++)
		if (put_always_list(skb, type, &number))
			return -EMSGSIZE;
	for (i = tda_value_gap(); i < nr; i++) {
		seen = tda_value_seen(i, nr);
		if (put_value(skb, tda_value(seen), seen >= tda_values_kept(),
			      number++))
			return -EMSGSIZE;
	}
	return 0;
}

int tda_put_info(struct sk_buff *skb, const struct tda_info *info)
{
	if (nla_put_string(skb, TDACCT_A_VERSION, TDA_VERSION) ||
	    nla_put_string(skb, TDACCT_A_PMU, info->pmu) ||
	    put_cpu_model(skb, &info->cpu) ||
	    put_second_model(skb, &info->beside) ||
	    (tda_nr_fields &&
	     put_u64(skb, TDACCT_A_CLEAR_SLOTS, info->clear_slots)) ||
	    nla_put_u32(skb, TDACCT_A_STATE, info->state))
		return -EMSGSIZE;
	if (info->left_ms && put_u64(skb, TDACCT_A_RESUME_MS, info->left_ms))
		return -EMSGSIZE;
	if (nla_put_u32(skb, TDACCT_A_GUESTS, info->guests) ||
	    tda_put_epoch(skb) ||
	    put_u64(skb, TDACCT_A_EPOCH_NS, info->epoch_ns) ||
	    nla_put_u32(skb, TDACCT_A_EVENTS_MAX, info->events_max) ||
	    (info->lease && nla_put_flag(skb, TDACCT_A_LEASE)))
		return -EMSGSIZE;
	return put_list(skb) ?: put_past_list(skb);
}

int tda_put_task(struct sk_buff *skb, const struct tda_task_view *view,
		 bool arrays)
{
	if (put_u64(skb, TDACCT_A_ID, view->id) ||
	    nla_put_u32(skb, TDACCT_A_TID, view->tid) ||
	    nla_put_u32(skb, TDACCT_A_PID, view->pid) ||
	    nla_put_string(skb, TDACCT_A_COMM, view->comm) ||
	    put_u64(skb, TDACCT_A_BORN_NS, view->born_ns) ||
	    tda_put_epoch(skb) ||
	    nla_put_u32(skb, TDACCT_A_TASK_FLAGS, view->flags) ||
	    put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ||
	    put_u64(skb, TDACCT_A_LOST_NS, view->sum.lost_ns))
		return -EMSGSIZE;
	if (view->flags & TDACCT_TASK_RUNNING &&
	    put_u64(skb, TDACCT_A_AGE_NS, view->age_ns))
		return -EMSGSIZE;
	if (view->cgroup && put_u64(skb, TDACCT_A_CGROUP, view->cgroup))
		return -EMSGSIZE;
	return tda_put_counts(skb, TDACCT_A_COUNTS, &view->sum, arrays);
}

static int put_children(struct sk_buff *skb, const struct tda_process_view *view,
			bool arrays)
{
	if (put_u64(skb, TDACCT_A_CHILDREN_NR, view->nr_children) ||
	    put_u64(skb, TDACCT_A_CHILDREN_CPU_NS, view->children_cpu_ns) ||
	    put_u64(skb, TDACCT_A_CHILDREN_LOST_NS, view->children.lost_ns))
		return -EMSGSIZE;
	return tda_put_counts(skb, TDACCT_A_CHILDREN, &view->children, arrays);
}

int tda_put_process(struct sk_buff *skb, const struct tda_process_view *view,
		    bool arrays)
{
	if (put_u64(skb, TDACCT_A_ID, view->id) ||
	    nla_put_u32(skb, TDACCT_A_PID, view->pid) ||
	    nla_put_string(skb, TDACCT_A_COMM, view->comm) ||
	    put_u64(skb, TDACCT_A_BORN_NS, view->born_ns) ||
	    tda_put_epoch(skb) ||
	    put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ||
	    put_u64(skb, TDACCT_A_LOST_NS, view->sum.lost_ns) ||
	    put_u64(skb, TDACCT_A_THREADS, view->threads) ||
	    put_u64(skb, TDACCT_A_EXITED_THREADS, view->exited))
		return -EMSGSIZE;
	if (view->running && put_u64(skb, TDACCT_A_AGE_NS, view->age_ns))
		return -EMSGSIZE;
	if (!view->without_children && put_children(skb, view, arrays))
		return -EMSGSIZE;
	return tda_put_counts(skb, TDACCT_A_COUNTS, &view->sum, arrays);
}

/* What a group is, without its numbers; @path may be NULL. */
static int put_group_name(struct sk_buff *skb, u64 id, u64 parent,
			  const char *path)
{
	if (put_u64(skb, TDACCT_A_CGROUP, id) ||
	    (parent && put_u64(skb, TDACCT_A_CGROUP_PARENT, parent)) ||
	    (path && nla_put_string(skb, TDACCT_A_CGROUP_PATH, path)))
		return -EMSGSIZE;
	return 0;
}

/* @epoch is that of the numbers. */
int tda_put_group(struct sk_buff *skb, const struct tda_group_row *row,
		  const char *path, bool arrays, const struct tda_epoch *epoch)
{
	const struct tda_group_sum *total = &row->total;

	if (put_group_name(skb, row->id, row->parent, path) ||
	    nla_put_u32(skb, TDACCT_A_CGROUP_FLAGS, row->flags) ||
	    put_u64(skb, TDACCT_A_THREADS, total->threads) ||
	    put_u64(skb, TDACCT_A_EXITED_THREADS, total->exited) ||
	    put_u64(skb, TDACCT_A_CPU_NS, total->cpu_ns) ||
	    put_u64(skb, TDACCT_A_LOST_NS, total->counts.lost_ns) ||
	    put_u64(skb, TDACCT_A_EPOCH, epoch->number) ||
	    put_counts(skb, TDACCT_A_COUNTS, &total->counts, arrays, epoch))
		return -EMSGSIZE;
	return put_counts(skb, TDACCT_A_OWN, &row->own.counts, arrays, epoch);
}

static int put_where(struct sk_buff *skb, const struct tda_notice *n)
{
	return n->cgroup ? put_u64(skb, TDACCT_A_CGROUP, n->cgroup) : 0;
}

static int put_ended_thread(struct sk_buff *skb, const struct tda_notice *n)
{
	if (put_u64(skb, TDACCT_A_ID, n->id) ||
	    nla_put_u32(skb, TDACCT_A_TID, n->tid) ||
	    nla_put_u32(skb, TDACCT_A_PID, n->pid) ||
	    nla_put_string(skb, TDACCT_A_COMM, n->comm) ||
	    put_u64(skb, TDACCT_A_BORN_NS, n->born_ns) ||
	    nla_put_u32(skb, TDACCT_A_TASK_FLAGS, n->flags))
		return -EMSGSIZE;
	return put_where(skb, n);
}

static int put_ended_process(struct sk_buff *skb, const struct tda_notice *n)
{
	if (put_u64(skb, TDACCT_A_ID, n->id) ||
	    nla_put_u32(skb, TDACCT_A_PID, n->pid) ||
	    nla_put_string(skb, TDACCT_A_COMM, n->comm) ||
	    put_u64(skb, TDACCT_A_BORN_NS, n->born_ns) ||
	    put_u64(skb, TDACCT_A_EXITED_THREADS, n->exited))
		return -EMSGSIZE;
	return put_where(skb, n);
}

static int put_ended_group(struct sk_buff *skb, const struct tda_notice *n)
{
	return put_group_name(skb, n->cgroup, n->parent, n->path) ?:
	       put_u64(skb, TDACCT_A_EXITED_THREADS, n->exited);
}

static int put_ended(struct sk_buff *skb, const struct tda_notice *n)
{
	switch (n->kind) {
	case TDACCT_ENDED_THREAD:
		return put_ended_thread(skb, n);
	case TDACCT_ENDED_PROCESS:
		return put_ended_process(skb, n);
	case TDACCT_ENDED_CGROUP:
		return put_ended_group(skb, n);
	}
	return -EMSGSIZE;
}

/* @seq, @missed: of the subscriber that it is for. */
int tda_put_notice(struct sk_buff *skb, const struct tda_notice *n, u64 seq,
		   u64 missed)
{
	if (put_u64(skb, TDACCT_A_SEQ, seq) ||
	    put_u64(skb, TDACCT_A_MISSED, missed) ||
	    nla_put_u32(skb, TDACCT_A_KIND, n->kind) ||
	    put_ended(skb, n) ||
	    put_u64(skb, TDACCT_A_CPU_NS, n->cpu_ns) ||
	    put_u64(skb, TDACCT_A_LOST_NS, n->sum.lost_ns) ||
	    put_u64(skb, TDACCT_A_EPOCH, n->epoch.number))
		return -EMSGSIZE;
	return put_counts(skb, TDACCT_A_COUNTS, &n->sum, false, &n->epoch);
}

struct tda_stat {
	int type;
	u64 value;
};

static int put_stats(struct sk_buff *skb, const struct tda_stat *rows,
		     unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (nla_put_u64_64bit(skb, rows[i].type, rows[i].value,
				      TDACCT_STAT_A_PAD))
			return -EMSGSIZE;
	return 0;
}

/* What no single CPU has. */
static int put_stats_of_all(struct sk_buff *skb, const struct tda_stats *stats)
{
	const struct tda_stat rows[] = {
		{ TDACCT_STAT_A_THREADS, stats->threads },
		{ TDACCT_STAT_A_PROCESSES, stats->processes },
		{ TDACCT_STAT_A_MEMORY, stats->memory },
		{ TDACCT_STAT_A_CGROUPS, stats->cgroups },
		{ TDACCT_STAT_A_MISPLACED, stats->misplaced },
		{ TDACCT_STAT_A_SUBSCRIBERS, stats->subscribers },
		{ TDACCT_STAT_A_NOTICES, stats->notices },
		{ TDACCT_STAT_A_NOTICES_MISSED, stats->notices_missed },
	};

	return put_stats(skb, rows, ARRAY_SIZE(rows));
}

int tda_put_stats(struct sk_buff *skb, const struct tda_cpu_stats *stats,
		  u64 switches, const struct tda_stats *of_all)
{
	const struct tda_stat rows[] = {
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

	if (!nest || put_stats(skb, rows, ARRAY_SIZE(rows)))
		return -EMSGSIZE;
	if (of_all && put_stats_of_all(skb, of_all))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/* Nothing, if nobody has changed anything yet. */
int tda_put_change(struct sk_buff *skb, const struct tda_change *change)
{
	struct nlattr *nest;

	if (!change->command)
		return 0;
	nest = nla_nest_start(skb, TDACCT_A_CHANGE);
	if (!nest ||
	    nla_put_u32(skb, TDACCT_CHANGE_A_COMMAND, change->command) ||
	    nla_put_u32(skb, TDACCT_CHANGE_A_PID, change->pid) ||
	    nla_put_u32(skb, TDACCT_CHANGE_A_UID, change->uid) ||
	    nla_put_string(skb, TDACCT_CHANGE_A_COMM, change->comm) ||
	    nla_put_u64_64bit(skb, TDACCT_CHANGE_A_AT_NS, change->at_ns,
			      TDACCT_CHANGE_A_PAD))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

int tda_put_cpu(struct sk_buff *skb, unsigned int cpu,
		const struct tda_cpu_view *view, bool arrays)
{
	if (nla_put_u32(skb, TDACCT_A_CPU, cpu) ||
	    nla_put_u32(skb, TDACCT_A_STATE, view->state) ||
	    nla_put_string(skb, TDACCT_A_REASON, view->reason) ||
	    (view->pmu && nla_put_string(skb, TDACCT_A_PMU, view->pmu)) ||
	    (view->core_type &&
	     put_other_model(skb, tda_arch_core(view->core_type))) ||
	    put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ||
	    put_u64(skb, TDACCT_A_LOST_NS, view->total.lost_ns) ||
	    tda_put_epoch(skb) ||
	    tda_put_counts(skb, TDACCT_A_COUNTS, &view->total, arrays) ||
	    tda_put_counts(skb, TDACCT_A_IDLE, &view->idle, arrays) ||
	    tda_put_counts(skb, TDACCT_A_UNTRACKED, &view->untracked, arrays))
		return -EMSGSIZE;
	return tda_put_stats(skb, &view->stats, view->total.switches, NULL);
}
