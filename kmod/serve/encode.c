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
#include "cpus/cpus_read.h"
#include "encode.h"
#include "record/group.h"
#include "record/notice.h"
#include "record/process_read.h"
#include "record/task_read.h"
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

/* 0 is not told. */
static int put_if(struct sk_buff *skb, int type, u64 value)
{
	return value ? put_u64(skb, type, value) : 0;
}

/* Slots are told of a core_type that counts cycles instead: SLOTS and its number. */
enum { SLOTS = TDA_MAX_VALUES, MAX_TOLD = SLOTS + TDA_MAX_CORE_TYPES };

/*
 * The values as user space sees them, if @nr are in use. Those that each core_type
 * always counts come before all that the next epoch may change. Returns how many.
 */
static unsigned int list_values(u8 order[MAX_TOLD], unsigned int nr)
{
	unsigned int type, i, n = 0;

	for (type = 0; type < tda_nr_core_types; type++) {
		const struct tda_core_type *t = &tda_core_type[type];

		if (t->slots_per_cycle)
			order[n++] = SLOTS + type;
		for (i = t->first; i < t->first + t->nr_values; i++)
			if (tda_value_present(i))
				order[n++] = i;
	}
	for (i = tda_value_gap(); i < nr; i++)
		order[n++] = tda_value_seen(i, nr);
	return n;
}

static u64 told(const u64 *val, unsigned int i)
{
	const struct tda_core_type *t;

	if (i < SLOTS)
		return tda_value_told(i, val);
	t = &tda_core_type[i - SLOTS];
	return val[t->first] * t->slots_per_cycle;
}

/* An array is a fifth of the work, and of the reader's. */
static int put_values(struct sk_buff *skb, const u64 *val, bool array,
		      unsigned int nr)
{
	u8 order[MAX_TOLD];
	u64 value[MAX_TOLD];
	unsigned int i, n = list_values(order, nr);
	struct nlattr *nest;

	for (i = 0; i < n; i++)
		value[i] = told(val, order[i]);
	if (array)
		return nla_put_64bit(skb, TDACCT_COUNTS_A_ARRAY, n * sizeof(u64),
				     value, TDACCT_COUNTS_A_PAD);
	nest = nla_nest_start(skb, TDACCT_COUNTS_A_VALUES);
	if (!nest)
		return -EMSGSIZE;
	for (i = 0; i < n; i++)
		if (nla_put_u64_64bit(skb, i + 1, value[i], 0))
			return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/* Put in how many slots each event of the set was counted, if not in all. */
static int put_known(struct sk_buff *skb, const struct tda_sum *sum,
		     const struct tda_epoch *epoch)
{
	unsigned int n = 0, i;
	u64 whole = tda_whole_slots(sum->val), now = whole - sum->past.mark;
	u64 known[TDA_MAX_EVENTS];
	bool all = true;

	for (i = tda_values_kept(); i < epoch->nr_values; i++) {
		u64 slots = now + tda_past_find(&sum->past, epoch, i)->slots;

		all &= slots == whole;
		known[n++] = tda_slots_of(slots);
	}
	return all ? 0 : nla_put_64bit(skb, TDACCT_COUNTS_A_KNOWN,
				       n * sizeof(u64), known,
				       TDACCT_COUNTS_A_PAD);
}

/* Put what was counted by events that are not counted any more, if anything was. */
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

/* Put the values; those of the set include what it counted before @epoch. */
static int put_numbers(struct sk_buff *skb, const struct tda_sum *sum,
		       bool arrays, const struct tda_epoch *epoch)
{
	unsigned int i, nr = epoch->nr_values;
	u64 val[TDA_MAX_VALUES];

	if (!tda_past_is_used())
		return put_values(skb, sum->val, arrays, nr);
	memcpy(val, sum->val, sizeof(val));
	for (i = tda_values_kept(); i < nr; i++)
		val[i] += tda_past_find(&sum->past, epoch, i)->val;
	return put_values(skb, val, arrays, nr) ?:
	       put_known(skb, sum, epoch) ?: put_past(skb, sum, epoch);
}

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

/* Put counts of the epoch that is now. */
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
	return nla_put_u64_64bit(skb, TDACCT_VALUE_A_CONFIG, v->config,
				 TDACCT_VALUE_A_PAD) ?:
	       (v->config1 ? nla_put_u64_64bit(skb, TDACCT_VALUE_A_CONFIG1,
					       v->config1, TDACCT_VALUE_A_PAD) : 0) ?:
	       (of_set ? nla_put_flag(skb, TDACCT_VALUE_A_OF_SET) : 0);
}

static int put_value(struct sk_buff *skb, int type, const struct tda_value *v,
		     bool of_set, unsigned int number)
{
	struct nlattr *nest = nla_nest_start(skb, type);

	if (!nest ||
	    nla_put_u32(skb, TDACCT_VALUE_A_INDEX, number) ||
	    nla_put_string(skb, TDACCT_VALUE_A_NAME, v->name) ||
	    nla_put_u32(skb, TDACCT_VALUE_A_UNIT, v->unit) ||
	    nla_put_u32(skb, TDACCT_VALUE_A_KIND, v->kind) ||
	    (v->kind == TDACCT_KIND_EVENT && put_event(skb, v, of_set)))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
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
		    put_value(skb, TDACCT_A_PAST, tda_past_event(i), true,
			      number++))
			return -EMSGSIZE;
	return 0;
}

static const struct tda_value *value_at(unsigned int i)
{
	return i < SLOTS ? tda_value(i) : &tda_slots_value[i - SLOTS];
}

/* Put the names of the values, in the order of put_values(). */
static int put_list(struct sk_buff *skb)
{
	u8 order[MAX_TOLD];
	unsigned int number, n = list_values(order, tda_nr_values());

	for (number = 0; number < n; number++) {
		unsigned int i = order[number];

		if (put_value(skb, TDACCT_A_VALUE, value_at(i),
			      i >= tda_values_kept() && i < tda_values_other(),
			      number))
			return -EMSGSIZE;
	}
	return 0;
}

/* Put what the cores of @core_type are that have numbers of their own, as on arm64. */
static int put_beside(struct sk_buff *skb, unsigned int core_type,
		      const struct tda_arch_cpu *cpu)
{
	struct nlattr *nest = nla_nest_start(skb, TDACCT_A_BESIDE);

	if (!nest ||
	    nla_put_u32(skb, TDACCT_BESIDE_A_CORE_TYPE, core_type) ||
	    nla_put_string(skb, TDACCT_BESIDE_A_VENDOR, cpu->vendor_id) ||
	    nla_put_u32(skb, TDACCT_BESIDE_A_MODEL, cpu->model))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/* Readers of old know core_type 1 only, by attributes of its own. */
static int put_core_types(struct sk_buff *skb, const struct tda_info *info)
{
	const struct tda_arch_cpu *second = &info->beside[1];
	unsigned int type;
	int err = 0;

	if (second->midr)
		err = nla_put_string(skb, TDACCT_A_OTHER_VENDOR,
				     second->vendor_id) ?:
		      nla_put_u32(skb, TDACCT_A_OTHER_MODEL, second->model);
	for (type = 2; !err && type < TDA_MAX_CORE_TYPES; type++)
		if (info->beside[type].midr)
			err = put_beside(skb, type, &info->beside[type]);
	return err;
}

int tda_put_info(struct sk_buff *skb, const struct tda_info *info)
{
	const struct tda_arch_cpu *cpu = &info->cpu;

	return nla_put_string(skb, TDACCT_A_VERSION, TDA_VERSION) ?:
	       nla_put_string(skb, TDACCT_A_PMU, info->pmu) ?:
	       nla_put_string(skb, TDACCT_A_CPU_VENDOR, cpu->vendor_id) ?:
	       nla_put_u32(skb, TDACCT_A_CPU_FAMILY, cpu->family) ?:
	       nla_put_u32(skb, TDACCT_A_CPU_MODEL, cpu->model) ?:
	       put_core_types(skb, info) ?:
	       (tda_nr_fields ?
		put_u64(skb, TDACCT_A_CLEAR_SLOTS, info->clear_slots) : 0) ?:
	       nla_put_u32(skb, TDACCT_A_STATE, info->state) ?:
	       put_if(skb, TDACCT_A_RESUME_MS, info->left_ms) ?:
	       nla_put_u32(skb, TDACCT_A_GUESTS, info->guests) ?:
	       tda_put_epoch(skb) ?:
	       put_u64(skb, TDACCT_A_EPOCH_NS, info->epoch_ns) ?:
	       nla_put_u32(skb, TDACCT_A_EVENTS_MAX, info->events_max) ?:
	       (info->lease ? nla_put_flag(skb, TDACCT_A_LEASE) : 0) ?:
	       put_list(skb) ?: put_past_list(skb);
}

/* Put the names of a thread, or of a process, which has no @tid. */
static int put_name(struct sk_buff *skb, u64 id, pid_t tid, pid_t pid,
		    const char *comm, u64 born_ns)
{
	return put_u64(skb, TDACCT_A_ID, id) ?:
	       (tid ? nla_put_u32(skb, TDACCT_A_TID, tid) : 0) ?:
	       nla_put_u32(skb, TDACCT_A_PID, pid) ?:
	       nla_put_string(skb, TDACCT_A_COMM, comm) ?:
	       put_u64(skb, TDACCT_A_BORN_NS, born_ns);
}

int tda_put_task(struct sk_buff *skb, const struct tda_task_view *view,
		 bool arrays)
{
	return put_name(skb, view->id, view->tid, view->pid, view->comm,
			view->born_ns) ?:
	       tda_put_epoch(skb) ?:
	       nla_put_u32(skb, TDACCT_A_TASK_FLAGS, view->flags) ?:
	       put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ?:
	       put_u64(skb, TDACCT_A_LOST_NS, view->sum.lost_ns) ?:
	       (view->flags & TDACCT_TASK_RUNNING ?
		put_u64(skb, TDACCT_A_AGE_NS, view->age_ns) : 0) ?:
	       put_if(skb, TDACCT_A_CGROUP, view->cgroup) ?:
	       tda_put_counts(skb, TDACCT_A_COUNTS, &view->sum, arrays);
}

static int put_children(struct sk_buff *skb, const struct tda_process_view *view,
			bool arrays)
{
	return put_u64(skb, TDACCT_A_CHILDREN_NR, view->nr_children) ?:
	       put_u64(skb, TDACCT_A_CHILDREN_CPU_NS, view->children_cpu_ns) ?:
	       put_u64(skb, TDACCT_A_CHILDREN_LOST_NS, view->children.lost_ns) ?:
	       tda_put_counts(skb, TDACCT_A_CHILDREN, &view->children, arrays);
}

int tda_put_process(struct sk_buff *skb, const struct tda_process_view *view,
		    bool arrays)
{
	return put_name(skb, view->id, 0, view->pid, view->comm, view->born_ns) ?:
	       tda_put_epoch(skb) ?:
	       put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ?:
	       put_u64(skb, TDACCT_A_LOST_NS, view->sum.lost_ns) ?:
	       put_u64(skb, TDACCT_A_THREADS, view->threads) ?:
	       put_u64(skb, TDACCT_A_EXITED_THREADS, view->exited) ?:
	       (view->running ?
		put_u64(skb, TDACCT_A_AGE_NS, view->age_ns) : 0) ?:
	       (view->without_children ? 0 : put_children(skb, view, arrays)) ?:
	       tda_put_counts(skb, TDACCT_A_COUNTS, &view->sum, arrays);
}

/* Put the names of a group; @path may be NULL. */
static int put_group_name(struct sk_buff *skb, u64 id, u64 parent,
			  const char *path)
{
	return put_u64(skb, TDACCT_A_CGROUP, id) ?:
	       put_if(skb, TDACCT_A_CGROUP_PARENT, parent) ?:
	       (path ? nla_put_string(skb, TDACCT_A_CGROUP_PATH, path) : 0);
}

/* @epoch is that of the numbers. */
int tda_put_group(struct sk_buff *skb, const struct tda_group_row *row,
		  const char *path, bool arrays, const struct tda_epoch *epoch)
{
	const struct tda_group_sum *total = &row->total;

	return put_group_name(skb, row->id, row->parent, path) ?:
	       nla_put_u32(skb, TDACCT_A_CGROUP_FLAGS, row->flags) ?:
	       put_u64(skb, TDACCT_A_THREADS, total->threads) ?:
	       put_u64(skb, TDACCT_A_EXITED_THREADS, total->exited) ?:
	       put_u64(skb, TDACCT_A_CPU_NS, total->cpu_ns) ?:
	       put_u64(skb, TDACCT_A_LOST_NS, total->counts.lost_ns) ?:
	       put_u64(skb, TDACCT_A_EPOCH, epoch->number) ?:
	       put_counts(skb, TDACCT_A_COUNTS, &total->counts, arrays, epoch) ?:
	       put_counts(skb, TDACCT_A_OWN, &row->own.counts, arrays, epoch);
}

static int put_ended(struct sk_buff *skb, const struct tda_notice *n)
{
	switch (n->kind) {
	case TDACCT_ENDED_THREAD:
		return put_name(skb, n->id, n->tid, n->pid, n->comm, n->born_ns) ?:
		       nla_put_u32(skb, TDACCT_A_TASK_FLAGS, n->flags) ?:
		       put_if(skb, TDACCT_A_CGROUP, n->cgroup);
	case TDACCT_ENDED_PROCESS:
		return put_name(skb, n->id, 0, n->pid, n->comm, n->born_ns) ?:
		       put_u64(skb, TDACCT_A_EXITED_THREADS, n->exited) ?:
		       put_if(skb, TDACCT_A_CGROUP, n->cgroup);
	case TDACCT_ENDED_CGROUP:
		return put_group_name(skb, n->cgroup, n->parent, n->path) ?:
		       put_u64(skb, TDACCT_A_EXITED_THREADS, n->exited);
	}
	return -EMSGSIZE;
}

/*
 * The longest names are those of a cgroup. With what an skb needs that is 1 KiB, unless
 * values of three core types are told, or what was counted in the past.
 */
#define NOTICE_NAMES	280
#define NOTICE_PAST	(8 + 8 * TDA_MAX_EVENTS + 8 + 16 * TDA_PAST_MAX)

size_t tda_notice_size(const struct tda_notice *n)
{
	u8 order[MAX_TOLD];

	return NOTICE_NAMES + (tda_past_is_used() ? NOTICE_PAST : 0) +
	       list_values(order, n->epoch.nr_values) *
	       nla_total_size_64bit(sizeof(u64));
}

/* @seq, @missed: of the subscriber that it is for. */
int tda_put_notice(struct sk_buff *skb, const struct tda_notice *n, u64 seq,
		   u64 missed)
{
	return put_u64(skb, TDACCT_A_SEQ, seq) ?:
	       put_u64(skb, TDACCT_A_MISSED, missed) ?:
	       nla_put_u32(skb, TDACCT_A_KIND, n->kind) ?:
	       put_ended(skb, n) ?:
	       put_u64(skb, TDACCT_A_CPU_NS, n->cpu_ns) ?:
	       put_u64(skb, TDACCT_A_LOST_NS, n->sum.lost_ns) ?:
	       put_u64(skb, TDACCT_A_EPOCH, n->epoch.number) ?:
	       put_counts(skb, TDACCT_A_COUNTS, &n->sum, false, &n->epoch);
}

static int put_stats(struct sk_buff *skb, const struct tda_stat *stats,
		     unsigned int nr)
{
	unsigned int i;
	int err = 0;

	for (i = 0; !err && i < nr; i++)
		err = nla_put_u64_64bit(skb, stats[i].type, stats[i].value,
					TDACCT_STAT_A_PAD);
	return err;
}

static int put_sums(struct sk_buff *skb, const struct tda_cpu_stats *stats)
{
	struct tda_stat sums[TDA_NR_SUMS + 1] = {
		[TDA_NR_SUMS] = { TDACCT_STAT_A_IMPLAUSIBLE, stats->implausible },
	};
	unsigned int i;

	for (i = 0; i < TDA_NR_SUMS; i++)
		sums[i] = (struct tda_stat){ TDACCT_STAT_A_SUMS_TO_238 + i,
					     stats->sums[i] };
	return put_stats(skb, sums, ARRAY_SIZE(sums));
}

int tda_put_stats(struct sk_buff *skb, const struct tda_cpu_stats *stats,
		  u64 switches, const struct tda_stat *more, unsigned int nr)
{
	const struct tda_stat of_cpus[] = {
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

	if (!nest || put_stats(skb, of_cpus, ARRAY_SIZE(of_cpus)) ||
	    (tda_nr_fields && put_sums(skb, stats)) ||
	    put_stats(skb, more, nr))
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
	const struct tda_arch_cpu core = tda_arch_core(view->core_type);

	return nla_put_u32(skb, TDACCT_A_CPU, cpu) ?:
	       nla_put_u32(skb, TDACCT_A_STATE, view->state) ?:
	       nla_put_string(skb, TDACCT_A_REASON, view->reason) ?:
	       (view->pmu ? nla_put_string(skb, TDACCT_A_PMU, view->pmu) : 0) ?:
	       (view->core_type == 1 && core.midr ?
		nla_put_u32(skb, TDACCT_A_OTHER_MODEL, core.model) : 0) ?:
	       (view->core_type ?
		nla_put_u32(skb, TDACCT_A_CORE_TYPE, view->core_type) : 0) ?:
	       put_u64(skb, TDACCT_A_CPU_NS, view->cpu_ns) ?:
	       put_u64(skb, TDACCT_A_LOST_NS, view->total.lost_ns) ?:
	       tda_put_epoch(skb) ?:
	       tda_put_counts(skb, TDACCT_A_COUNTS, &view->total, arrays) ?:
	       tda_put_counts(skb, TDACCT_A_IDLE, &view->idle, arrays) ?:
	       tda_put_counts(skb, TDACCT_A_UNTRACKED, &view->untracked, arrays) ?:
	       tda_put_stats(skb, &view->stats, view->total.switches, NULL, 0);
}
