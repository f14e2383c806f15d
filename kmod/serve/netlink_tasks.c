// SPDX-License-Identifier: GPL-2.0
/* One thread, or one process, as it is at this moment. */
#include <linux/cpumask.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <net/genetlink.h>

#include "charge/cgroup_move.h"
#include "charge/refresh.h"
#include "commands.h"
#include "encode.h"
#include "reader.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "record/task_read.h"
#include "reply.h"

/* The task with an id of the caller's pid namespace, under RCU. */
static struct task_struct *task_of(u32 nr, enum pid_type type)
{
	return nr > PID_MAX_LIMIT ? NULL : pid_task(find_vpid(nr), type);
}

/* May whoever sent @request see the numbers of @t? Under RCU. */
static bool sees_thread(struct sk_buff *request, struct tda_task *t)
{
	struct tda_reader reader;

	if (tda_may_read(request))
		return true;
	reader = tda_reader_of(request);
	return tda_is_own_thread(&reader, t);
}

static bool sees_process(struct sk_buff *request, struct tda_process *p)
{
	struct tda_reader reader;

	if (tda_may_read(request))
		return true;
	reader = tda_reader_of(request);
	return tda_is_own_process(&reader, p);
}

static int refuse_tid(struct genl_info *info, int err, const char *why)
{
	return tda_netlink_refuse(info, info->attrs[TDACCT_A_TID], err, why);
}

static int refuse_pid(struct genl_info *info, int err, const char *why)
{
	return tda_netlink_refuse(info, info->attrs[TDACCT_A_PID], err, why);
}

static int refuse_reader(struct genl_info *info)
{
	return tda_netlink_refuse(info, NULL, -EPERM, TDA_MAY_NOT_READ);
}

#define NO_THREAD	"no thread has this id"
#define NO_PROCESS	"no process has this id"

/*
 * Under RCU: the record of the thread that is asked for, if the caller may see it. An
 * error is explained in @info.
 */
static struct tda_task *find_thread(struct sk_buff *request, struct genl_info *info)
{
	struct task_struct *task = task_of(nla_get_u32(info->attrs[TDACCT_A_TID]),
					   PIDTYPE_PID);
	struct tda_task *t = task ? tda_task_find(task) : NULL;

	if (!(t ? sees_thread(request, t) : tda_may_read(request)))
		return ERR_PTR(refuse_reader(info));
	if (!task)
		return ERR_PTR(refuse_tid(info, -ESRCH, NO_THREAD));
	return t ?: ERR_PTR(refuse_tid(info, -EAGAIN,
				       "the thread has not run yet, or no record could be had for it"));
}

/*
 * Is an isolated CPU to be interrupted, too? Only for users who can read
 * everything: others could disturb it at will by a thread of their own.
 */
static bool wants_isolated(struct sk_buff *request,
			   const struct genl_info *info)
{
	return tda_may_read(request) &&
	       nla_get_flag(info->attrs[TDACCT_A_ISOLATED]);
}

/* A fresh look: whoever runs the thread is asked for its latest numbers. */
static int look_at_thread(struct sk_buff *request, struct genl_info *info,
			  struct tda_task_view *view)
{
	struct task_struct *task = NULL;
	struct tda_task *t;
	int err = 0;

	rcu_read_lock();
	t = find_thread(request, info);
	if (!IS_ERR(t))
		task = get_task_struct(t->task);
	rcu_read_unlock();
	if (!task)
		return PTR_ERR(t);
	tda_cgroup_moves_finish();	/* its cgroup is told */
	tda_refresh_thread(task, t, wants_isolated(request, info));
	put_task_struct(task);

	rcu_read_lock();
	t = find_thread(request, info);
	if (IS_ERR(t))
		err = PTR_ERR(t);
	else if (!tda_task_read(t, task_active_pid_ns(current), view))
		err = refuse_tid(info, -ESRCH, NO_THREAD);	/* it has ended */
	else if (!sees_thread(request, t))
		err = refuse_reader(info);
	rcu_read_unlock();
	return err;
}

static int tell_thread(struct sk_buff *request, struct genl_info *info)
{
	struct tda_task_view view;
	struct sk_buff *skb;
	int err = look_at_thread(request, info, &view);

	if (err)
		return err;
	skb = tda_reply_begin(info);
	return tda_reply_send(info, skb, !skb ? -ENOMEM :
			      tda_put_task(skb, &view, tda_wants_arrays(info)));
}

int tda_netlink_get_thread(struct sk_buff *request, struct genl_info *info)
{
	if (!info->attrs[TDACCT_A_TID])
		return tda_netlink_refuse(info, NULL, -EINVAL,
					  "which thread? TDACCT_A_TID is missing");
	return tda_netlink_may_tell(info) ?:
	       tda_netlink_in_epoch(tell_thread, request, info);
}

/* Like find_thread(), for a process. */
static struct tda_process *find_process(struct sk_buff *request,
					struct genl_info *info)
{
	struct task_struct *task = task_of(nla_get_u32(info->attrs[TDACCT_A_PID]),
					   PIDTYPE_TGID);
	struct tda_process *p = task ? tda_process_find(task->signal) : NULL;

	if (!(p ? sees_process(request, p) : tda_may_read(request)))
		return ERR_PTR(refuse_reader(info));
	if (!task)
		return ERR_PTR(refuse_pid(info, -ESRCH, NO_PROCESS));
	return p ?: ERR_PTR(refuse_pid(info, -EAGAIN,
				       "the process has not run yet, or no record could be had for it"));
}

/* Those CPUs that run its threads are asked for their latest numbers. */
static int ask_process(struct sk_buff *request, struct genl_info *info)
{
	cpumask_var_t cpus;
	struct tda_process *p;

	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	rcu_read_lock();
	p = find_process(request, info);
	if (!IS_ERR(p))
		tda_process_cpus(p, cpus);
	rcu_read_unlock();
	if (!IS_ERR(p))
		tda_refresh_process(p, cpus,
				    wants_isolated(request, info));
	free_cpumask_var(cpus);
	return PTR_ERR_OR_ZERO(p);
}

/* A fresh look. */
static int look_at_process(struct sk_buff *request, struct genl_info *info,
			   struct tda_process_view *view)
{
	int err = ask_process(request, info);
	struct tda_process *p;

	if (err)
		return err;
	tda_processes_lock();
	rcu_read_lock();
	p = find_process(request, info);
	if (IS_ERR(p))
		err = PTR_ERR(p);
	else if (!tda_process_read(p, task_active_pid_ns(current), view))
		err = refuse_pid(info, -ESRCH, NO_PROCESS);
	else if (!sees_process(request, p))
		err = refuse_reader(info);
	rcu_read_unlock();
	tda_processes_unlock();
	return err;
}

static int tell_process(struct sk_buff *request, struct genl_info *info)
{
	struct tda_process_view view;
	struct sk_buff *skb;
	int err = look_at_process(request, info, &view);

	if (err)
		return err;
	view.without_children = !tda_may_read(request);
	skb = tda_reply_begin(info);
	return tda_reply_send(info, skb, !skb ? -ENOMEM :
			      tda_put_process(skb, &view, tda_wants_arrays(info)));
}

int tda_netlink_get_process(struct sk_buff *request, struct genl_info *info)
{
	if (!info->attrs[TDACCT_A_PID])
		return tda_netlink_refuse(info, NULL, -EINVAL,
					  "which process? TDACCT_A_PID is missing");
	return tda_netlink_may_tell(info) ?:
	       tda_netlink_in_epoch(tell_process, request, info);
}
