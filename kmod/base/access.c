// SPDX-License-Identifier: GPL-2.0
/*
 * May somebody read what is told of a task? The kernel answers that by
 * ptrace_may_access(task, PTRACE_MODE_READ_FSCREDS), which it exports to no
 * module, so its rules are written down here once more. They come from
 * __ptrace_may_access() in kernel/ptrace.c and cap_ptrace_access_check() in
 * security/commoncap.c; other security modules cannot be asked.
 *
 * The rights are those by which files are opened, as for /proc/PID: a server
 * that takes on its client's ids for the time of a question sees no more than
 * the client would.
 */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/sched/task.h>

#include "access.h"
#include "compat.h"

static bool is_same(const struct cred *by, const struct cred *of)
{
	return tda_access_ids(of) &&
	       uid_eq(by->fsuid, of->uid) && gid_eq(by->fsgid, of->gid) &&
	       by->user_ns == of->user_ns &&
	       cap_issubset(of->cap_permitted, by->cap_effective);
}

static bool may_read(const struct cred *by, const struct cred *of)
{
	const struct cred *mine;
	bool capable;

	if (is_same(by, of))
		return true;
	mine = override_creds(by);
	capable = ns_capable_noaudit(of->user_ns, CAP_SYS_PTRACE);
	revert_creds(mine);
	return capable;
}

/* May @reader read of @task, as it is now? Preemptible, or under RCU. */
bool tda_access_allowed(const struct tda_reader *reader,
			struct task_struct *task)
{
	const struct cred *of;
	bool allowed;

	rcu_read_lock();
	of = __task_cred(task);
	allowed = may_read(reader->opener, of) && may_read(reader->asker, of);
	rcu_read_unlock();
	if (!allowed)
		return false;
	/*
	 * Who gives up rights is made undumpable first: read in the other
	 * order. Pairs with the barrier in commit_creds().
	 */
	smp_rmb();
	task_lock(task);
	allowed = tda_task_dumpable(task);
	task_unlock(task);
	return allowed;
}
