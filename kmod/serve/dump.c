// SPDX-License-Identifier: GPL-2.0
/*
 * Dumps: all threads, all processes, all cgroups, all CPUs. A dump is one or
 * more buffers, built as the reader asks for them; struct dump remembers the
 * place.
 */
#include <linux/cred.h>
#include <linux/pid_namespace.h>
#include <linux/slab.h>
#include <net/genetlink.h>

#include "base/compat.h"
#include "base/work.h"
#include "charge/cgroup_move.h"
#include "charge/refresh.h"
#include "commands.h"
#include "cpus/cpus_read.h"
#include "cpus/set.h"
#include "encode.h"
#include "reader.h"
#include "record/group.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "record/task_read.h"

/*
 * A dump under way. Who asked is settled when it begins: later parts are built
 * in the context of whoever happens to read the socket.
 */
struct dump {
	void			(*put)(struct sk_buff *skb,
				       struct netlink_callback *cb);
	struct pid_namespace	*ns;
	struct tda_reader	reader;		/* if it may see its own only */
	u64			since;
	u64			generation;
	u32			pid;		/* only this process; 0: all */
	bool			arrays;		/* values as the reader asked */
	struct tda_epoch	epoch;		/* of @groups */
	bool			one_cpu;
	u32			only_cpu;	/* if one_cpu */
	struct tda_groups	*groups;	/* of a dump of cgroups */
	union {
		struct tda_task_cursor		task;
		struct tda_process_cursor	process;
		struct {
			unsigned int		group;
			char			path[TDA_GROUP_PATH];
		};
		struct {
			unsigned int		cpu;
			struct tda_cpu_view	view;
		};
	};
};

static struct dump *dump_of(struct netlink_callback *cb)
{
	return *(struct dump **)cb->ctx;
}

static struct dump *new_dump(struct nlattr **attrs)
{
	struct dump *d = kzalloc(sizeof(*d), GFP_KERNEL);

	if (!d)
		return NULL;
	d->ns = get_pid_ns(task_active_pid_ns(current));
	d->generation = tda_generation_next();
	if (attrs[TDACCT_A_SINCE])
		d->since = nla_get_u64(attrs[TDACCT_A_SINCE]);
	if (d->since >= d->generation)
		d->since = 0;	/* of a module that was there before us */
	if (attrs[TDACCT_A_PID])
		d->pid = nla_get_u32(attrs[TDACCT_A_PID]);
	d->arrays = attrs[TDACCT_A_ARRAYS];
	d->one_cpu = attrs[TDACCT_A_CPU];
	if (d->one_cpu)
		d->only_cpu = nla_get_u32(attrs[TDACCT_A_CPU]);
	return d;
}

static bool is_limited(const struct dump *d)
{
	return d->reader.asker;
}

/* Is it worth a look? What is seen then is judged once more. */
static bool is_for(const struct dump *d, const struct tda_process *p)
{
	return !is_limited(d) || tda_process_is_of(p, d->reader.asker);
}

/*
 * Begin no dump: one that has begun holds the module until its reader has read
 * what comes before it, or goes. Older kernels have no place for the sentence
 * here. There the error is sent from here, and -EINTR tells the kernel so.
 */
static int refuse(struct netlink_callback *cb, int err, const char *why)
{
	struct netlink_ext_ack extack = { ._msg = why };

	if (cb->extack) {
		cb->extack->_msg = why;
		return err;
	}
	netlink_ack(cb->skb, nlmsg_hdr(cb->skb), err, &extack);
	return -EINTR;
}

/*
 * Begin a dump that @put fills buffers of. @own: users who cannot read everything can
 * read what is their own.
 */
static int start(struct netlink_callback *cb, bool own,
		 void (*put)(struct sk_buff *skb, struct netlink_callback *cb))
{
	struct nlattr **attrs = tda_dump_attrs(cb);
	bool all = tda_may_read(cb->skb);
	struct dump *d;

	if (!all && !(own && tda_may_own()))
		return refuse(cb, -EPERM, TDA_MAY_NOT_READ);
	if (!tda_may_tell())
		return refuse(cb, -EPERM, TDA_LOCKED_DOWN);
	if (attrs[TDACCT_A_TID])
		return refuse(cb, -EINVAL,
			      "a dump takes no thread id; ask without NLM_F_DUMP");
	d = new_dump(attrs);
	if (!d)
		return -ENOMEM;
	d->put = put;
	*(struct dump **)cb->ctx = d;
	if (all) {
		tda_refresh(nla_get_flag(attrs[TDACCT_A_ISOLATED]));
	} else {
		d->reader = tda_reader_of(cb->skb);
		get_cred(d->reader.opener);
		get_cred(d->reader.asker);
		tda_refresh_user(d->reader.asker);
	}
	return 0;
}

/* After a start that succeeded only. */
int tda_dump_done(struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);

	put_pid_ns(d->ns);
	if (is_limited(d)) {
		put_cred(d->reader.opener);
		put_cred(d->reader.asker);
	}
	tda_groups_put(d->groups);
	kfree(d);
	return 0;
}

/* Called once per buffer until it adds nothing: the dump holds our place. */
int tda_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	if (!tda_may_tell()) {	/* locked down since the dump began */
		if (cb->extack)
			cb->extack->_msg = TDA_LOCKED_DOWN;
		return -EPERM;
	}
	tda_set_read_lock();
	dump_of(cb)->put(skb, cb);
	tda_set_read_unlock();
	return skb->len;
}

/*
 * Another number in each epoch, and after each of @gone records that a dump may have
 * missed: then the dump is not of one piece.
 */
static unsigned int version(unsigned int gone)
{
	return (gone + (unsigned int)tda_epoch.number) << 1 | 1;
}

static void *begin_part(struct sk_buff *skb, struct netlink_callback *cb, int cmd)
{
	void *head = genlmsg_put(skb, NETLINK_CB(cb->skb).portid,
				 cb->nlh->nlmsg_seq, &tda_family, NLM_F_MULTI, cmd);

	if (head)
		genl_dump_check_consistent(cb, head);
	return head;
}

/* Keep a part whole or not at all. Returns whether it found room. */
static bool end_part(struct sk_buff *skb, void *head, int err)
{
	if (err)
		genlmsg_cancel(skb, head);
	else
		genlmsg_end(skb, head);
	return !err;
}

static int put_generation(struct sk_buff *skb, const struct dump *d)
{
	return nla_put_u64_64bit(skb, TDACCT_A_GENERATION, d->generation,
				 TDACCT_A_PAD);
}

/* ---- threads ---------------------------------------------------------------- */

/* False if there is no room. A thread that was not asked for takes none. */
static bool dump_thread(struct sk_buff *skb, struct netlink_callback *cb,
			struct tda_task *t)
{
	const struct dump *d = dump_of(cb);
	struct tda_task_view view;
	void *head;

	if (!is_for(d, t->process) ||
	    !tda_task_changed(t, d->since, d->generation) ||
	    !tda_task_read(t, d->ns, &view) || (d->pid && d->pid != view.pid) ||
	    (is_limited(d) && !tda_is_own_thread(&d->reader, t)))
		return true;
	head = begin_part(skb, cb, TDACCT_CMD_GET_THREAD);
	return end_part(skb, head, !head ? -EMSGSIZE :
			tda_put_task(skb, &view, d->arrays) ?:
			put_generation(skb, d));
}

/*
 * Our place is an id, so others may run behind each record. Many may be passed by that
 * nobody asked for.
 */
static void dump_threads(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	struct tda_task_cursor before = d->task;
	struct tda_task *t;

	cb->seq = version(tda_tasks_version());
	rcu_read_lock();
	for (; (t = tda_task_next(&d->task)); before = d->task) {
		if (!dump_thread(skb, cb, t)) {
			d->task = before;	/* full: first next time */
			break;
		}
		tda_resched_point();
	}
	rcu_read_unlock();
}

int tda_dump_threads_start(struct netlink_callback *cb)
{
	int err = start(cb, true, dump_threads);

	if (!err)
		tda_cgroup_moves_finish();	/* their cgroups are told */
	return err;
}

/* ---- processes --------------------------------------------------------------- */

static bool dump_process(struct sk_buff *skb, struct netlink_callback *cb,
			 struct tda_process *p)
{
	const struct dump *d = dump_of(cb);
	struct tda_process_view view;
	void *head;

	if (!is_for(d, p) || !tda_process_read(p, d->ns, &view) ||
	    !tda_process_changed(p, &view.sum, d->since, d->generation) ||
	    (is_limited(d) && !tda_is_own_process(&d->reader, p)))
		return true;
	view.without_children = is_limited(d);
	head = begin_part(skb, cb, TDACCT_CMD_GET_PROCESS);
	return end_part(skb, head, !head ? -EMSGSIZE :
			tda_put_process(skb, &view, d->arrays) ?:
			put_generation(skb, d));
}

static void dump_processes(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	struct tda_process_cursor before = d->process;
	struct tda_process *p;

	cb->seq = version(tda_tasks_version());
	tda_processes_lock();
	rcu_read_lock();
	for (; (p = tda_process_next(&d->process)); before = d->process) {
		if (!dump_process(skb, cb, p)) {
			d->process = before;
			break;
		}
		tda_resched_point();
	}
	rcu_read_unlock();
	tda_processes_unlock();
}

int tda_dump_processes_start(struct netlink_callback *cb)
{
	if (tda_dump_attrs(cb)[TDACCT_A_PID])
		return refuse(cb, -EINVAL,
			      "a dump is of all processes; ask for one without NLM_F_DUMP");
	return start(cb, true, dump_processes);
}

/* ---- cgroups ------------------------------------------------------------------ */

static bool dump_group(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	const struct tda_group_row *row = tda_groups_row(d->groups, d->group);
	const char *path = tda_group_path(row->id, d->path, sizeof(d->path));
	void *head = begin_part(skb, cb, TDACCT_CMD_GET_CGROUP);

	return end_part(skb, head, !head ? -EMSGSIZE :
			tda_put_group(skb, row, path, d->arrays, &d->epoch));
}

static void dump_groups(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);

	for (; d->group < d->groups->nr; d->group++)
		if (!dump_group(skb, cb))
			break;
}

/* The whole of it is taken now: parts of it at other times would not add up. */
int tda_dump_groups_start(struct netlink_callback *cb)
{
	struct dump *d;
	int err;

	if (tda_dump_attrs(cb)[TDACCT_A_CGROUP])
		return refuse(cb, -EINVAL,
			      "a dump is of all cgroups; ask for one without NLM_F_DUMP");
	err = start(cb, false, dump_groups);
	if (err)
		return err;
	tda_cgroup_moves_finish();	/* who has moved already is seen there */
	d = dump_of(cb);
	tda_set_read_lock();
	d->epoch = tda_epoch;
	d->groups = tda_groups_take();
	tda_set_read_unlock();
	if (!IS_ERR(d->groups))
		return 0;
	err = PTR_ERR(d->groups);
	d->groups = NULL;
	tda_dump_done(cb);
	return refuse(cb, err, tda_why_no_groups(err));
}

/* ---- CPUs ---------------------------------------------------------------------- */

static bool dump_cpu(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	void *head;

	tda_cpus_read(d->cpu, &d->view);
	head = begin_part(skb, cb, TDACCT_CMD_GET_CPU);
	return end_part(skb, head, !head ? -EMSGSIZE :
			tda_put_cpu(skb, d->cpu, &d->view, d->arrays));
}

static void dump_cpus(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);

	cb->seq = version(0);
	for (; d->cpu < nr_cpu_ids; d->cpu++)
		if (cpu_possible(d->cpu) &&
		    (!d->one_cpu || d->only_cpu == d->cpu) && !dump_cpu(skb, cb))
			break;
}

static bool is_cpu(u32 cpu)
{
	return cpu < nr_cpu_ids && cpu_possible(cpu);
}

int tda_dump_cpus_start(struct netlink_callback *cb)
{
	struct nlattr *cpu = tda_dump_attrs(cb)[TDACCT_A_CPU];

	if (cpu && !is_cpu(nla_get_u32(cpu)))
		return refuse(cb, -ERANGE, "no CPU has this number");
	return start(cb, false, dump_cpus);
}
