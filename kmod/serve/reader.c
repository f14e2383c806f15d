// SPDX-License-Identifier: GPL-2.0
/* Readers, and what they may see. */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/fs.h>
#include <linux/net.h>
#include <linux/sched/task.h>
#include <linux/security.h>
#include <net/genetlink.h>
#include <net/sock.h>

#include "reader.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"

static struct tda_rights rights;	/* constant */

/* Counters of others tell their secrets: closed unless the opener may look. */
bool tda_may_read(struct sk_buff *skb)
{
	return netlink_capable(skb, CAP_PERFMON) ||
	       netlink_capable(skb, CAP_SYS_ADMIN);
}

/* Readers may not change what others count, unless a parameter says so. */
bool tda_may_change(struct sk_buff *skb)
{
	return netlink_capable(skb, CAP_SYS_ADMIN) ||
	       (rights.perfmon_changes && netlink_capable(skb, CAP_PERFMON));
}

/* Are users answered who cannot read everything? */
bool tda_may_own(void)
{
	return rights.own_tasks;
}

/*
 * Is anybody told counts at all? Not in a kernel that keeps its secrets from
 * root, too: perf is closed there.
 */
bool tda_may_tell(void)
{
	return !security_locked_down(LOCKDOWN_PERF);
}

/*
 * Both who opened the socket, who gets the answer, and who asks: somebody else
 * may have handed us the socket, or us the question.
 */
struct tda_reader tda_reader_of(struct sk_buff *skb)
{
	struct tda_reader reader = {
		.opener = NETLINK_CB(skb).sk->sk_socket->file->f_cred,
		.asker = current_cred(),
	};

	return reader;
}

/* Has all that @p was charged been the reader's own? */
static bool is_born_own(const struct tda_reader *reader,
			const struct tda_process *p)
{
	return rights.own_tasks && tda_process_is_of(p, reader->opener) &&
	       tda_process_is_of(p, reader->asker);
}

static bool may_read(const struct tda_reader *reader,
		     const struct tda_process *p, struct task_struct *task)
{
	bool own;

	if (!task)
		return false;
	own = tda_access_allowed(reader, task) && is_born_own(reader, p);
	put_task_struct(task);
	return own;
}

/*
 * May @reader, who cannot read everything, see the numbers of @t that were
 * taken? They were taken first: if @t becomes somebody else's later, they do not
 * include that, and if it did so before, it shows now. Under RCU.
 */
bool tda_is_own_thread(const struct tda_reader *reader, struct tda_task *t)
{
	return is_born_own(reader, t->process) &&
	       may_read(reader, t->process, tda_task_hold(t));
}

/* Like tda_is_own_thread(), for a process. */
bool tda_is_own_process(const struct tda_reader *reader, struct tda_process *p)
{
	return is_born_own(reader, p) &&
	       may_read(reader, p, tda_process_hold(p));
}

void tda_reader_init(const struct tda_rights *given)
{
	rights = *given;
}
