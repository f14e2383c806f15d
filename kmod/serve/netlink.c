// SPDX-License-Identifier: GPL-2.0
/*
 * The commands of the family. <linux/tdacct.h> is their manual.
 *
 * All of it runs in the caller's context and may sleep, but for what is under
 * RCU. Records are looked at one at a time and copied; no lock is held while a
 * message is built.
 */
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <net/genetlink.h>
#include <net/net_namespace.h>

#include "base/arch.h"
#include "charge/cpus.h"
#include "charge/events.h"
#include "charge/kind.h"
#include "charge/move.h"
#include "charge/question.h"
#include "charge/set.h"
#include "dump.h"
#include "encode.h"
#include "netlink.h"
#include "reader.h"
#include "record/group.h"
#include "record/look.h"
#include "record/notice.h"
#include "record/processes.h"
#include "record/task.h"
#include "subscribe.h"

#define PAUSE_MAX_MS	(24 * 60 * 60 * MSEC_PER_SEC)

static u64 clear_slots;		/* what the module was loaded with; constant */

static int refuse(struct netlink_ext_ack *extack)
{
	NL_SET_ERR_MSG(extack, TDA_MAY_NOT_LOOK);
	return -EPERM;
}

static bool wants_arrays(const struct genl_info *info)
{
	return info->attrs[TDACCT_A_ARRAYS];
}

static struct sk_buff *begin_reply(struct genl_info *info, int cmd, void **head)
{
	struct sk_buff *skb = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);

	if (!skb)
		return NULL;
	*head = genlmsg_put_reply(skb, info, &tda_family, 0, cmd);
	if (*head)
		return skb;
	nlmsg_free(skb);
	return NULL;
}

static int send_reply(struct genl_info *info, struct sk_buff *skb, void *head,
		      int err)
{
	if (err) {
		nlmsg_free(skb);
		return err;
	}
	genlmsg_end(skb, head);
	return genlmsg_reply(skb, info);
}

/* What the module was loaded with, and on which CPU. */
static void describe(struct tda_info *all)
{
	*all = (struct tda_info){
		.pmu = tda_kind->name,
		.cpu = tda_arch_counted(),
		.clear_slots = clear_slots,
		.guests = tda_events_count_guests(),
		.events_max = tda_set_max(),
	};
}

static int get_info(struct sk_buff *request, struct genl_info *info)
{
	struct tda_info all;
	struct sk_buff *skb;
	void *head;
	int err;

	describe(&all);
	all.state = tda_cpus_state(&all.left_ms);
	skb = begin_reply(info, TDACCT_CMD_GET_INFO, &head);
	if (!skb)
		return -ENOMEM;
	tda_set_read_lock();
	all.epoch_ns = tda_set_began_ns();
	err = tda_put_info(skb, &all);
	tda_set_read_unlock();
	return send_reply(info, skb, head, err);
}

/* The task with an id of the caller's pid namespace, under RCU. */
static struct task_struct *task_of(u32 nr, enum pid_type type)
{
	if (nr > PID_MAX_LIMIT)
		return NULL;
	return pid_task(find_vpid(nr), type);
}

static bool is_own_thread(struct sk_buff *request, struct tda_task *t)
{
	struct tda_reader reader = tda_reader_of(request);

	return tda_is_own_thread(&reader, t);
}

static bool is_own_process(struct sk_buff *request, struct tda_process *p)
{
	struct tda_reader reader = tda_reader_of(request);

	return tda_is_own_process(&reader, p);
}

static int no_thread(struct genl_info *info)
{
	NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[TDACCT_A_TID],
			    "no thread has this id");
	return -ESRCH;
}

/*
 * Under RCU: the record of thread @tid, if the caller may see it. An error is
 * explained in @info.
 */
static struct tda_task *find_thread(struct sk_buff *request,
				    struct genl_info *info, u32 tid)
{
	struct task_struct *task = task_of(tid, PIDTYPE_PID);
	struct tda_task *t = task ? tda_task_find(task) : NULL;

	if (!tda_may_look(request) && !(t && is_own_thread(request, t)))
		return ERR_PTR(refuse(info->extack));
	if (!task)
		return ERR_PTR(no_thread(info));
	if (!t) {
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[TDACCT_A_TID],
				    "the thread has not run yet, or no record could be had for it");
		return ERR_PTR(-EAGAIN);
	}
	return t;
}

/* A fresh look: whoever runs the thread is asked for its latest numbers. */
static int look_at_thread(struct sk_buff *request, struct genl_info *info,
			  struct tda_task_view *view)
{
	u32 tid = nla_get_u32(info->attrs[TDACCT_A_TID]);
	struct tda_task *t;
	int err = 0;

	rcu_read_lock();
	t = find_thread(request, info, tid);
	rcu_read_unlock();
	if (IS_ERR(t))
		return PTR_ERR(t);
	tda_moves_finish();	/* its cgroup is told */
	/* Compares the pointer only. */
	tda_question_ask(t, nla_get_flag(info->attrs[TDACCT_A_ISOLATED]));

	rcu_read_lock();
	t = find_thread(request, info, tid);
	if (IS_ERR(t))
		err = PTR_ERR(t);
	else if (!tda_task_look(t, task_active_pid_ns(current), view))
		err = no_thread(info);	/* it has ended meanwhile */
	else if (!tda_may_look(request) && !is_own_thread(request, t))
		err = refuse(info->extack);
	rcu_read_unlock();
	return err;
}

static int tell_thread(struct sk_buff *request, struct genl_info *info)
{
	struct tda_task_view view;
	struct sk_buff *skb;
	void *head;
	int err;

	err = look_at_thread(request, info, &view);
	if (err)
		return err;
	skb = begin_reply(info, TDACCT_CMD_GET_THREAD, &head);
	if (!skb)
		return -ENOMEM;
	return send_reply(info, skb, head,
			  tda_put_task(skb, &view, wants_arrays(info)));
}

/* All that an answer tells is of one epoch. */
static int in_epoch(int (*tell)(struct sk_buff *request,
				struct genl_info *info),
		    struct sk_buff *request, struct genl_info *info)
{
	int err;

	tda_set_read_lock();
	err = tell(request, info);
	tda_set_read_unlock();
	return err;
}

static int get_thread(struct sk_buff *request, struct genl_info *info)
{
	if (!info->attrs[TDACCT_A_TID]) {
		NL_SET_ERR_MSG(info->extack, "which thread? TDACCT_A_TID is missing");
		return -EINVAL;
	}
	return in_epoch(tell_thread, request, info);
}

static int no_process(struct genl_info *info)
{
	NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[TDACCT_A_PID],
			    "no process has this id");
	return -ESRCH;
}

/* As find_thread(), for a process. */
static struct tda_process *find_process(struct sk_buff *request,
					struct genl_info *info, u32 pid)
{
	struct task_struct *task = task_of(pid, PIDTYPE_TGID);
	struct tda_process *p = task ? tda_process_find(task->signal) : NULL;

	if (!tda_may_look(request) && !(p && is_own_process(request, p)))
		return ERR_PTR(refuse(info->extack));
	if (!task)
		return ERR_PTR(no_process(info));
	if (!p) {
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[TDACCT_A_PID],
				    "the process has not run yet, or no record could be had for it");
		return ERR_PTR(-EAGAIN);
	}
	return p;
}

/*
 * A fresh look: the CPUs that run its threads are asked for their latest
 * numbers. Isolated ones only by somebody who may look at everything.
 */
static int look_at_process(struct sk_buff *request, struct genl_info *info,
			   struct tda_process_view *view)
{
	u32 pid = nla_get_u32(info->attrs[TDACCT_A_PID]);
	struct tda_process *p;
	int err = 0;

	rcu_read_lock();
	p = find_process(request, info, pid);
	rcu_read_unlock();
	if (IS_ERR(p))
		return PTR_ERR(p);
	/* Compares the pointer only. */
	tda_question_ask_process(p, tda_may_look(request) &&
			      nla_get_flag(info->attrs[TDACCT_A_ISOLATED]));

	tda_processes_lock();
	rcu_read_lock();
	p = find_process(request, info, pid);
	if (IS_ERR(p))
		err = PTR_ERR(p);
	else if (!tda_process_look(p, task_active_pid_ns(current), view))
		err = no_process(info);
	else if (!tda_may_look(request) && !is_own_process(request, p))
		err = refuse(info->extack);
	rcu_read_unlock();
	tda_processes_unlock();
	return err;
}

static int tell_process(struct sk_buff *request, struct genl_info *info)
{
	struct tda_process_view view;
	struct sk_buff *skb;
	void *head;
	int err;

	err = look_at_process(request, info, &view);
	if (err)
		return err;
	view.without_children = !tda_may_look(request);
	skb = begin_reply(info, TDACCT_CMD_GET_PROCESS, &head);
	if (!skb)
		return -ENOMEM;
	return send_reply(info, skb, head,
			  tda_put_process(skb, &view, wants_arrays(info)));
}

static int get_process(struct sk_buff *request, struct genl_info *info)
{
	if (!info->attrs[TDACCT_A_PID]) {
		NL_SET_ERR_MSG(info->extack, "which process? TDACCT_A_PID is missing");
		return -EINVAL;
	}
	return in_epoch(tell_process, request, info);
}

static int no_groups(struct netlink_ext_ack *extack, int err)
{
	if (extack)
		extack->_msg = tda_why_no_groups(err);
	return err;
}

static const struct tda_group_row *find_row(const struct tda_groups *all, u64 id)
{
	unsigned int i;

	for (i = 0; i < all->nr; i++) {
		if (tda_groups_row(all, i)->id == id)
			return tda_groups_row(all, i);
		cond_resched();
	}
	return NULL;
}

static int reply_group(struct genl_info *info, const struct tda_group_row *row)
{
	char *path = kmalloc(TDA_GROUP_PATH, GFP_KERNEL);
	struct sk_buff *skb;
	bool known;
	void *head;
	int err;

	if (!path)
		return -ENOMEM;
	known = tda_group_path(row->id, path, TDA_GROUP_PATH);
	skb = begin_reply(info, TDACCT_CMD_GET_CGROUP, &head);
	err = skb ? tda_put_group(skb, row, known ? path : NULL,
				  wants_arrays(info), &tda_epoch) : -ENOMEM;
	kfree(path);
	return skb ? send_reply(info, skb, head, err) : err;
}

static int tell_cgroup(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *id = info->attrs[TDACCT_A_CGROUP];
	const struct tda_group_row *row;
	struct tda_groups *all;
	int err = -ESRCH;

	tda_question_ask(NULL, nla_get_flag(info->attrs[TDACCT_A_ISOLATED]));
	tda_moves_finish();	/* who has moved already is seen there */
	all = tda_groups_take();
	if (IS_ERR(all))
		return no_groups(info->extack, PTR_ERR(all));
	row = find_row(all, nla_get_u64(id));
	if (row)
		err = reply_group(info, row);
	else
		NL_SET_ERR_MSG_ATTR(info->extack, id,
				    "no task has run in a cgroup with this id");
	tda_groups_put(all);
	return err;
}

static int get_cgroup(struct sk_buff *request, struct genl_info *info)
{
	if (!tda_may_look(request))
		return refuse(info->extack);
	if (!info->attrs[TDACCT_A_CGROUP]) {
		NL_SET_ERR_MSG(info->extack, "which cgroup? TDACCT_A_CGROUP is missing");
		return -EINVAL;
	}
	return in_epoch(tell_cgroup, request, info);
}

static int may_subscribe(struct sk_buff *request, struct genl_info *info)
{
	if (!tda_may_look(request))
		return refuse(info->extack);
	if (task_active_pid_ns(current) != &init_pid_ns) {
		NL_SET_ERR_MSG(info->extack,
			       "subscribe from the initial pid namespace: ended tasks have ids there only");
		return -EPERM;
	}
	return 0;
}

static int subscribe(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *wanted = info->attrs[TDACCT_A_KINDS];
	u32 all = BIT(TDACCT_ENDED_THREAD) | BIT(TDACCT_ENDED_PROCESS) |
		  BIT(TDACCT_ENDED_CGROUP);
	u32 kinds = wanted ? nla_get_u32(wanted) : all;
	int err = may_subscribe(request, info);

	if (err)
		return err;
	if (!kinds || kinds & ~all) {
		NL_SET_ERR_MSG_ATTR(info->extack, wanted,
				    "TDACCT_A_KINDS has no kind, or an unknown one");
		return -EINVAL;
	}
	return tda_subscribe(request, info, kinds);
}

static int unsubscribe(struct sk_buff *request, struct genl_info *info)
{
	return tda_unsubscribe(request, info);
}

/*
 * The order makes the law hold while everything runs: what was charged before
 * the first total is in the records when they are read, and what the records
 * hold by then is in the last total. The CPUs' own records first: idle may end
 * up in no other.
 */
static int put_totals(struct sk_buff *skb, struct tda_sum sum[6])
{
	tda_question_ask(NULL, false);
	tda_cpus_total(&sum[0]);
	tda_processes_sum(&sum[1], &sum[2]);
	tda_cpus_own(&sum[3], &sum[4]);
	tda_cpus_total(&sum[5]);

	if (tda_put_epoch(skb) ||
	    tda_put_counts(skb, TDACCT_A_BEFORE, &sum[0], false) ||
	    tda_put_counts(skb, TDACCT_A_LIVE, &sum[1], false) ||
	    tda_put_counts(skb, TDACCT_A_EXITED, &sum[2], false) ||
	    tda_put_counts(skb, TDACCT_A_IDLE, &sum[3], false) ||
	    tda_put_counts(skb, TDACCT_A_UNTRACKED, &sum[4], false) ||
	    tda_put_counts(skb, TDACCT_A_AFTER, &sum[5], false))
		return -EMSGSIZE;
	return 0;
}

static int tell_totals(struct sk_buff *request, struct genl_info *info)
{
	struct tda_sum *sum;
	struct sk_buff *skb;
	void *head;
	int err;

	sum = kcalloc(6, sizeof(*sum), GFP_KERNEL);
	if (!sum)
		return -ENOMEM;
	skb = begin_reply(info, TDACCT_CMD_GET_TOTALS, &head);
	err = skb ? put_totals(skb, sum) : -ENOMEM;
	kfree(sum);
	return skb ? send_reply(info, skb, head, err) : err;
}

static int get_totals(struct sk_buff *request, struct genl_info *info)
{
	if (!tda_may_look(request))
		return refuse(info->extack);
	return in_epoch(tell_totals, request, info);
}

static void add_stats(struct tda_cpu_stats *to, const struct tda_cpu_stats *from)
{
	u64 *sum = (u64 *)to;
	const u64 *more = (const u64 *)from;
	unsigned int i;

	for (i = 0; i < sizeof(*to) / sizeof(u64); i++)
		sum[i] += more[i];
}

/* What no single CPU has. */
static struct tda_stats stats_of_all(void)
{
	struct tda_stats stats = {
		.threads	= tda_tasks_nr(),
		.processes	= tda_processes_nr(),
		.memory		= tda_tasks_memory() + tda_processes_memory() +
				  tda_groups_memory() + tda_notices_memory(),
		.cgroups	= tda_groups_nr(),
		.misplaced	= tda_groups_misplaced(),
		.subscribers	= tda_subscribers_nr(),
		.notices	= tda_subscribers_due(),
		.notices_missed	= tda_subscribers_missed(),
	};

	return stats;
}

static int get_stats(struct sk_buff *request, struct genl_info *info)
{
	struct tda_cpu_stats stats = { };
	struct tda_cpu_view *view;
	struct sk_buff *skb;
	unsigned int cpu;
	struct tda_stats of_all;
	u64 switches = 0;
	void *head;

	if (!tda_may_look(request))
		return refuse(info->extack);
	view = kmalloc(sizeof(*view), GFP_KERNEL);
	if (!view)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		tda_cpus_look(cpu, view);
		add_stats(&stats, &view->stats);
		switches += view->total.switches;
		cond_resched();
	}
	kfree(view);
	of_all = stats_of_all();
	skb = begin_reply(info, TDACCT_CMD_GET_STATS, &head);
	if (!skb)
		return -ENOMEM;
	return send_reply(info, skb, head,
			  tda_put_stats(skb, &stats, switches, &of_all));
}

static int check_admin(struct sk_buff *request, struct genl_info *info)
{
	if (!tda_may_look(request))
		return refuse(info->extack);
	if (genl_info_net(info) != &init_net) {
		NL_SET_ERR_MSG(info->extack,
			       "only from the initial network namespace");
		return -EPERM;
	}
	return 0;
}

static int pause(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *for_ms = info->attrs[TDACCT_A_RESUME_MS];
	u64 ms = for_ms ? nla_get_u64(for_ms) : 0;
	int err = check_admin(request, info);

	if (err)
		return err;
	if (for_ms && (!ms || ms > PAUSE_MAX_MS)) {
		NL_SET_ERR_MSG_ATTR(info->extack, for_ms,
				    "a pause lasts from 1 ms to one day");
		return -ERANGE;
	}
	tda_cpus_pause(ms);
	return 0;
}

static int resume(struct sk_buff *request, struct genl_info *info)
{
	int err = check_admin(request, info);

	if (!err)
		tda_cpus_resume();
	return err;
}

static const struct nla_policy event_policy[TDACCT_EVENT_A_MAX + 1] = {
	[TDACCT_EVENT_A_CONFIG]		= { .type = NLA_U64 },
	[TDACCT_EVENT_A_CONFIG1]	= { .type = NLA_U64 },
};

static bool is_there(const struct tda_set *set, const struct tda_event *e)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		if (tda_event_same(&set->event[i], e))
			return true;
	return false;
}

/* Is it counted in any case, and so in no set? */
static bool is_kept(const struct tda_event *e)
{
	unsigned int i;

	for (i = 0; i < tda_values_kept(); i++)
		if (tda_value(i)->kind == TDACCT_KIND_EVENT &&
		    tda_value(i)->config == e->config &&
		    tda_value(i)->config1 == e->config1)
			return true;
	return false;
}

static int refuse_event(struct genl_info *info, const struct nlattr *event,
			const char *why, int err)
{
	if (info->extack) {
		info->extack->_msg = why;
		info->extack->bad_attr = event;
	}
	return err;
}

/* Put one more into @set. What is counted in any case is left out. */
static int add_event(struct genl_info *info, const struct nlattr *event,
		     struct tda_set *set)
{
	struct nlattr *attrs[TDACCT_EVENT_A_MAX + 1];
	struct tda_event wanted = { };
	const char *flaw;
	int err = nla_parse_nested(attrs, TDACCT_EVENT_A_MAX, event,
				   event_policy, info->extack);

	if (err)
		return err;
	if (!attrs[TDACCT_EVENT_A_CONFIG])
		return refuse_event(info, event, "which event? TDACCT_EVENT_A_CONFIG is missing", -EINVAL);
	wanted.config = nla_get_u64(attrs[TDACCT_EVENT_A_CONFIG]);
	if (attrs[TDACCT_EVENT_A_CONFIG1])
		wanted.config1 = nla_get_u64(attrs[TDACCT_EVENT_A_CONFIG1]);
	flaw = tda_event_flaw(&wanted);
	if (flaw)
		return refuse_event(info, event, flaw, -EINVAL);
	if (is_there(set, &wanted))
		return refuse_event(info, event, "an event is there twice", -EINVAL);
	if (is_kept(&wanted))
		return 0;
	if (set->nr == tda_set_max())
		return refuse_event(info, event, "more events than can be counted; GET_INFO says how many can", -E2BIG);
	set->event[set->nr++] = wanted;
	return 0;
}

static int read_set(struct genl_info *info, struct tda_set *set)
{
	struct nlattr *attr;
	int left, err;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, left) {
		if (nla_type(attr) != TDACCT_A_EVENT)
			continue;
		err = add_event(info, attr, set);
		if (err)
			return err;
	}
	return 0;
}

static int set_events(struct sk_buff *request, struct genl_info *info)
{
	struct nlattr *epoch = info->attrs[TDACCT_A_EPOCH];
	struct tda_set set = { };
	const char *why;
	int err = check_admin(request, info) ?: read_set(info, &set);

	if (err)
		return err;
	err = tda_set_use(&set, epoch ? nla_get_u64(epoch) : TDA_SET_ANY_EPOCH,
			  &why);
	if (err && info->extack)
		info->extack->_msg = why;
	return err;
}

static const struct nla_policy no_policy[TDACCT_A_MAX + 1] = { };

static const struct nla_policy thread_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_TID]		= NLA_POLICY_MIN(NLA_U32, 1),
	[TDACCT_A_PID]		= NLA_POLICY_MIN(NLA_U32, 1),
	[TDACCT_A_SINCE]	= { .type = NLA_U64 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy process_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_PID]		= NLA_POLICY_MIN(NLA_U32, 1),
	[TDACCT_A_SINCE]	= { .type = NLA_U64 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy cgroup_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_CGROUP]	= { .type = NLA_U64 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy subscribe_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_KINDS]	= { .type = NLA_U32 },
};

static const struct nla_policy cpu_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_CPU]		= { .type = NLA_U32 },
	[TDACCT_A_ARRAYS]	= { .type = NLA_FLAG },
	[TDACCT_A_ISOLATED]	= { .type = NLA_FLAG },
};

static const struct nla_policy pause_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_RESUME_MS]	= { .type = NLA_U64 },
};

static const struct nla_policy events_policy[TDACCT_A_MAX + 1] = {
	[TDACCT_A_EPOCH]	= NLA_POLICY_MIN(NLA_U64, 1),
	[TDACCT_A_EVENT]	= NLA_POLICY_NESTED(event_policy),
};

#define POLICY(p)	.policy = p, .maxattr = TDACCT_A_MAX

static const struct genl_ops ops[] = {
	{
		.cmd	= TDACCT_CMD_GET_INFO,
		.doit	= get_info,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_THREAD,
		.doit	= get_thread,
		.start	= tda_dump_threads_start,
		.dumpit	= tda_dump_threads,
		.done	= tda_dump_done,
		POLICY(thread_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_PROCESS,
		.doit	= get_process,
		.start	= tda_dump_processes_start,
		.dumpit	= tda_dump_processes,
		.done	= tda_dump_done,
		POLICY(process_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_CGROUP,
		.doit	= get_cgroup,
		.start	= tda_dump_groups_start,
		.dumpit	= tda_dump_groups,
		.done	= tda_dump_done,
		POLICY(cgroup_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_CPU,
		.start	= tda_dump_cpus_start,
		.dumpit	= tda_dump_cpus,
		.done	= tda_dump_done,
		POLICY(cpu_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_TOTALS,
		.doit	= get_totals,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_GET_STATS,
		.doit	= get_stats,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_PAUSE,
		.doit	= pause,
		POLICY(pause_policy),
	}, {
		.cmd	= TDACCT_CMD_RESUME,
		.doit	= resume,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_SUBSCRIBE,
		.doit	= subscribe,
		POLICY(subscribe_policy),
	}, {
		.cmd	= TDACCT_CMD_UNSUBSCRIBE,
		.doit	= unsubscribe,
		POLICY(no_policy),
	}, {
		.cmd	= TDACCT_CMD_SET_EVENTS,
		.doit	= set_events,
		POLICY(events_policy),
	},
};

/* From here on anybody may ask. */
int tda_netlink_init(u64 slots, bool own)
{
	clear_slots = slots;
	tda_family.policy = no_policy;
	tda_family.ops = ops;
	tda_family.n_ops = ARRAY_SIZE(ops);
	tda_reader_init(own);
	return genl_register_family(&tda_family);
}

/* When this returns, nobody is in here any more. */
void tda_netlink_exit(void)
{
	genl_unregister_family(&tda_family);
}
