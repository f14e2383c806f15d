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
#include "charge/cpus.h"
#include "charge/move.h"
#include "charge/question.h"
#include "charge/set.h"
#include "dump.h"
#include "encode.h"
#include "reader.h"
#include "record/group.h"
#include "record/look.h"
#include "record/processes.h"
#include "record/task.h"

/*
 * A dump under way. Who asked is settled when it begins: later parts are built
 * in the context of whoever happens to read the socket.
 */
struct dump {
	struct pid_namespace	*ns;
	struct tda_reader	reader;		/* if it may see its own only */
	int			err;		/* why there will be no answer */
	const char		*why;		/* the same for people */
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
		unsigned int			group;
		unsigned int			cpu;
	};
};

static struct dump *dump_of(struct netlink_callback *cb)
{
	return *(struct dump **)cb->ctx;
}

/* @refused: it is only there to say so, and is no dump that counts. */
static struct dump *new_dump(struct nlattr **attrs, bool refused)
{
	struct dump *d = kzalloc(sizeof(*d), GFP_KERNEL);

	if (!d)
		return NULL;
	d->ns = get_pid_ns(task_active_pid_ns(current));
	d->generation = refused ? 0 : tda_generation_next();
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

/* The dump is of what its reader owns. */
static void limit(struct dump *d, struct sk_buff *skb)
{
	d->reader = tda_reader_of(skb);
	get_cred(d->reader.opener);
	get_cred(d->reader.asker);
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
 * A refusal needs a sentence, and older kernels have no place for one before
 * the first part is built: so remember it until then.
 */
static void refuse(struct dump *d, int err, const char *why)
{
	if (d->err)
		return;
	d->err = err;
	d->why = why;
}

static int told_refusal(struct netlink_callback *cb)
{
	const struct dump *d = dump_of(cb);

	if (d->err && cb->extack)
		cb->extack->_msg = d->why;
	return d->err;
}

/* @own: users who cannot read everything can read what is their own. */
static int start(struct netlink_callback *cb, bool own)
{
	struct nlattr **attrs = tda_dump_attrs(cb);
	bool all = tda_may_look(cb->skb);
	bool refused = !all && !(own && tda_may_own());
	struct dump *d = new_dump(attrs, refused);

	if (!d)
		return -ENOMEM;
	*(struct dump **)cb->ctx = d;
	if (refused)
		refuse(d, -EPERM, TDA_MAY_NOT_LOOK);
	else if (attrs[TDACCT_A_TID])
		refuse(d, -EINVAL,
		       "a dump takes no thread id; ask without NLM_F_DUMP");
	else if (all)
		tda_question_ask(nla_get_flag(attrs[TDACCT_A_ISOLATED]));
	else
		limit(d, cb->skb);
	if (is_limited(d))
		tda_question_ask_user(d->reader.asker);
	return 0;
}

int tda_dump_threads_start(struct netlink_callback *cb)
{
	int err = start(cb, true);

	if (!err && !dump_of(cb)->err)
		tda_moves_finish();	/* their cgroups are told */
	return err;
}

int tda_dump_processes_start(struct netlink_callback *cb)
{
	int err = start(cb, true);

	if (!err && dump_of(cb)->pid)
		refuse(dump_of(cb), -EINVAL,
		       "a dump is of all processes; ask for one without NLM_F_DUMP");
	return err;
}

/* For people: why tda_groups_take() failed. */
const char *tda_why_no_groups(int err)
{
	return err == -EOPNOTSUPP ? "this kernel has no cgroups" :
				    "no memory for all cgroups";
}

/* The whole of it is taken now: parts of it at other times would not add up. */
int tda_dump_groups_start(struct netlink_callback *cb)
{
	struct tda_groups *all;
	struct dump *d;
	int err = start(cb, false);

	if (err)
		return err;
	d = dump_of(cb);
	if (tda_dump_attrs(cb)[TDACCT_A_CGROUP])
		refuse(d, -EINVAL,
		       "a dump is of all cgroups; ask for one without NLM_F_DUMP");
	if (d->err)
		return 0;
	tda_moves_finish();	/* who has moved already is seen there */
	tda_set_read_lock();
	d->epoch = tda_epoch;
	all = tda_groups_take();
	tda_set_read_unlock();
	if (IS_ERR(all))
		refuse(d, PTR_ERR(all), tda_why_no_groups(PTR_ERR(all)));
	else
		d->groups = all;
	return 0;
}

static bool is_cpu(u32 cpu)
{
	return cpu < nr_cpu_ids && cpu_possible(cpu);
}

int tda_dump_cpus_start(struct netlink_callback *cb)
{
	struct dump *d;
	int err = start(cb, false);

	if (err)
		return err;
	d = dump_of(cb);
	if (d->one_cpu && !is_cpu(d->only_cpu))
		refuse(d, -ERANGE, "no CPU has this number");
	return 0;
}

int tda_dump_done(struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);

	if (!d)
		return 0;
	put_pid_ns(d->ns);
	if (is_limited(d)) {
		put_cred(d->reader.opener);
		put_cred(d->reader.asker);
	}
	tda_groups_put(d->groups);
	kfree(d);
	return 0;
}

/*
 * Another number after each record that went, and in each epoch: then the dump is
 * not of one piece.
 */
static unsigned int version(void)
{
	return (tda_tasks_version() + (unsigned int)tda_epoch.number) << 1 | 1;
}

static void *begin_part(struct sk_buff *skb, struct netlink_callback *cb, int cmd)
{
	void *head = genlmsg_put(skb, NETLINK_CB(cb->skb).portid,
				 cb->nlh->nlmsg_seq, &tda_family, NLM_F_MULTI, cmd);

	if (head)
		genl_dump_check_consistent(cb, head);
	return head;
}

/* Whole or not at all. */
static int end_part(struct sk_buff *skb, void *head, int err)
{
	if (err)
		genlmsg_cancel(skb, head);
	else
		genlmsg_end(skb, head);
	return err;
}

static int put_generation(struct sk_buff *skb, const struct dump *d)
{
	return nla_put_u64_64bit(skb, TDACCT_A_GENERATION, d->generation,
				 TDACCT_A_PAD);
}

/* 0 as well if the thread is none of those that were asked for. */
static int dump_thread(struct sk_buff *skb, struct netlink_callback *cb,
		       struct tda_task *t)
{
	const struct dump *d = dump_of(cb);
	struct tda_task_view view;
	void *head;

	if (!is_for(d, t->process))
		return 0;
	if (!tda_task_changed(t, d->since, d->generation) ||
	    !tda_task_look(t, d->ns, &view) || (d->pid && d->pid != view.pid))
		return 0;
	if (is_limited(d) && !tda_is_own_thread(&d->reader, t))
		return 0;
	head = begin_part(skb, cb, TDACCT_CMD_GET_THREAD);
	if (!head)
		return -EMSGSIZE;
	return end_part(skb, head, tda_put_task(skb, &view, d->arrays) ?:
				   put_generation(skb, d));
}

/*
 * Called once per buffer until it adds nothing; the dump holds our place, which is
 * an id, so it can let others run behind each record. Many may be passed by that
 * nobody asked for.
 */
int tda_dump_threads(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	struct tda_task_cursor before = d->task;
	struct tda_task *t;

	if (told_refusal(cb))
		return d->err;
	tda_set_read_lock();
	cb->seq = version();
	rcu_read_lock();
	for (; (t = tda_task_next(&d->task)); before = d->task) {
		if (dump_thread(skb, cb, t)) {
			d->task = before;	/* full: first next time */
			break;
		}
		tda_breathe();
	}
	rcu_read_unlock();
	tda_set_read_unlock();
	return skb->len;
}

static int dump_process(struct sk_buff *skb, struct netlink_callback *cb,
			struct tda_process *p)
{
	const struct dump *d = dump_of(cb);
	struct tda_process_view view;
	void *head;

	if (!is_for(d, p))
		return 0;
	if (!tda_process_look(p, d->ns, &view) ||
	    !tda_process_changed(p, &view.sum, d->since, d->generation))
		return 0;
	if (is_limited(d) && !tda_is_own_process(&d->reader, p))
		return 0;
	view.without_children = is_limited(d);
	head = begin_part(skb, cb, TDACCT_CMD_GET_PROCESS);
	if (!head)
		return -EMSGSIZE;
	return end_part(skb, head, tda_put_process(skb, &view, d->arrays) ?:
				   put_generation(skb, d));
}

int tda_dump_processes(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	struct tda_process_cursor before = d->process;
	struct tda_process *p;

	if (told_refusal(cb))
		return d->err;
	tda_set_read_lock();
	cb->seq = version();
	tda_processes_lock();
	rcu_read_lock();
	for (; (p = tda_process_next(&d->process)); before = d->process) {
		if (dump_process(skb, cb, p)) {
			d->process = before;
			break;
		}
		tda_breathe();
	}
	rcu_read_unlock();
	tda_processes_unlock();
	tda_set_read_unlock();
	return skb->len;
}

static int dump_group(struct sk_buff *skb, struct netlink_callback *cb,
		      const struct tda_group_row *row, char *path)
{
	bool known = tda_group_path(row->id, path, TDA_GROUP_PATH);
	void *head = begin_part(skb, cb, TDACCT_CMD_GET_CGROUP);

	if (!head)
		return -EMSGSIZE;
	return end_part(skb, head,
			tda_put_group(skb, row, known ? path : NULL,
				      dump_of(cb)->arrays,
				      &dump_of(cb)->epoch));
}

int tda_dump_groups(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	char *path;

	if (told_refusal(cb))
		return d->err;
	path = kmalloc(TDA_GROUP_PATH, GFP_KERNEL);
	if (!path)
		return -ENOMEM;
	for (; d->group < d->groups->nr; d->group++)
		if (dump_group(skb, cb, tda_groups_row(d->groups, d->group),
			       path))
			break;
	kfree(path);
	return skb->len;
}

static int dump_cpu(struct sk_buff *skb, struct netlink_callback *cb,
		    unsigned int cpu, struct tda_cpu_view *view)
{
	void *head;

	tda_cpus_look(cpu, view);
	head = begin_part(skb, cb, TDACCT_CMD_GET_CPU);
	if (!head)
		return -EMSGSIZE;
	return end_part(skb, head,
			tda_put_cpu(skb, cpu, view, dump_of(cb)->arrays));
}

int tda_dump_cpus(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct dump *d = dump_of(cb);
	struct tda_cpu_view *view;

	if (told_refusal(cb))
		return d->err;
	view = kmalloc(sizeof(*view), GFP_KERNEL);
	if (!view)
		return -ENOMEM;
	tda_set_read_lock();
	cb->seq = (unsigned int)tda_epoch.number << 1 | 1;
	for (; d->cpu < nr_cpu_ids; d->cpu++) {
		if (!cpu_possible(d->cpu) ||
		    (d->one_cpu && d->only_cpu != d->cpu))
			continue;
		if (dump_cpu(skb, cb, d->cpu, view))
			break;
	}
	tda_set_read_unlock();
	kfree(view);
	return skb->len;
}
