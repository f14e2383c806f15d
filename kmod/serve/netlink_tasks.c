// SPDX-License-Identifier: GPL-2.0
/* One thread, or one process, as it is at this moment. */
#include <linux/cpumask.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <net/genetlink.h>

#include "charge/move.h"
#include "charge/question.h"
#include "encode.h"
#include "netlink_tasks.h"
#include "reader.h"
#include "record/look.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "reply.h"

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
		return ERR_PTR(tda_netlink_refuse(info->extack,
						  TDA_MAY_NOT_LOOK));
	if (!task)
		return ERR_PTR(no_thread(info));
	if (!t) {
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[TDACCT_A_TID],
				    "the thread has not run yet, or no record could be had for it");
		return ERR_PTR(-EAGAIN);
	}
	return t;
}

/*
 * Is an isolated CPU to be interrupted, too? Only for users who can read
 * everything: others could disturb it at will by a thread of their own.
 */
static bool wants_isolated(struct sk_buff *request,
			   const struct genl_info *info)
{
	return tda_may_look(request) &&
	       nla_get_flag(info->attrs[TDACCT_A_ISOLATED]);
}

/* A fresh look: whoever runs the thread is asked for its latest numbers. */
static int look_at_thread(struct sk_buff *request, struct genl_info *info,
			  struct tda_task_view *view)
{
	u32 tid = nla_get_u32(info->attrs[TDACCT_A_TID]);
	struct task_struct *task = NULL;
	struct tda_task *t;
	int err = 0;

	rcu_read_lock();
	t = find_thread(request, info, tid);
	if (!IS_ERR(t))
		task = get_task_struct(t->task);
	rcu_read_unlock();
	if (!task)
		return PTR_ERR(t);
	tda_moves_finish();	/* its cgroup is told */
	tda_question_ask_thread(task, t, wants_isolated(request, info));
	put_task_struct(task);

	rcu_read_lock();
	t = find_thread(request, info, tid);
	if (IS_ERR(t))
		err = PTR_ERR(t);
	else if (!tda_task_look(t, task_active_pid_ns(current), view))
		err = no_thread(info);	/* it has ended meanwhile */
	else if (!tda_may_look(request) && !is_own_thread(request, t))
		err = tda_netlink_refuse(info->extack, TDA_MAY_NOT_LOOK);
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
	skb = tda_reply_begin(info, TDACCT_CMD_GET_THREAD, &head);
	if (!skb)
		return -ENOMEM;
	return tda_reply_send(info, skb, head,
			      tda_put_task(skb, &view,
					   tda_wants_arrays(info)));
}

int tda_netlink_get_thread(struct sk_buff *request, struct genl_info *info)
{
	if (!info->attrs[TDACCT_A_TID]) {
		NL_SET_ERR_MSG(info->extack, "which thread? TDACCT_A_TID is missing");
		return -EINVAL;
	}
	return tda_netlink_may_tell(info) ?:
	       tda_netlink_in_epoch(tell_thread, request, info);
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
		return ERR_PTR(tda_netlink_refuse(info->extack,
						  TDA_MAY_NOT_LOOK));
	if (!task)
		return ERR_PTR(no_process(info));
	if (!p) {
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[TDACCT_A_PID],
				    "the process has not run yet, or no record could be had for it");
		return ERR_PTR(-EAGAIN);
	}
	return p;
}

/* Those CPUs that run its threads are asked for their latest numbers. */
static int ask_process(struct sk_buff *request, struct genl_info *info, u32 pid)
{
	cpumask_var_t cpus;
	struct tda_process *p;
	int err = 0;

	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	rcu_read_lock();
	p = find_process(request, info, pid);
	if (!IS_ERR(p))
		tda_process_cpus(p, cpus);
	rcu_read_unlock();
	if (IS_ERR(p))
		err = PTR_ERR(p);
	else
		tda_question_ask_process(p, cpus,
					 wants_isolated(request, info));
	free_cpumask_var(cpus);
	return err;
}

/* A fresh look. */
static int look_at_process(struct sk_buff *request, struct genl_info *info,
			   struct tda_process_view *view)
{
	u32 pid = nla_get_u32(info->attrs[TDACCT_A_PID]);
	struct tda_process *p;
	int err;

	err = ask_process(request, info, pid);
	if (err)
		return err;

	tda_processes_lock();
	rcu_read_lock();
	p = find_process(request, info, pid);
	if (IS_ERR(p))
		err = PTR_ERR(p);
	else if (!tda_process_look(p, task_active_pid_ns(current), view))
		err = no_process(info);
	else if (!tda_may_look(request) && !is_own_process(request, p))
		err = tda_netlink_refuse(info->extack, TDA_MAY_NOT_LOOK);
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
	skb = tda_reply_begin(info, TDACCT_CMD_GET_PROCESS, &head);
	if (!skb)
		return -ENOMEM;
	return tda_reply_send(info, skb, head,
			      tda_put_process(skb, &view,
					      tda_wants_arrays(info)));
}

int tda_netlink_get_process(struct sk_buff *request, struct genl_info *info)
{
	if (!info->attrs[TDACCT_A_PID]) {
		NL_SET_ERR_MSG(info->extack, "which process? TDACCT_A_PID is missing");
		return -EINVAL;
	}
	return tda_netlink_may_tell(info) ?:
	       tda_netlink_in_epoch(tell_process, request, info);
}
