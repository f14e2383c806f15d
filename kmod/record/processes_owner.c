// SPDX-License-Identifier: GPL-2.0
/* Which user owns a process, and so can read its counts. */
#include <linux/cred.h>
#include <linux/sched.h>

#include "base/access.h"
#include "base/compat.h"
#include "processes.h"
#include "processes_private.h"

/* Under RCU, or with interrupts off. */
static const struct cred *cred_of(const struct task_struct *task)
{
	return rcu_dereference_raw(task->real_cred);
}

/*
 * Does @task run as somebody else than @p began as, or so that its owner must
 * not look into it? Under RCU, and @task keeps its memory meanwhile.
 */
static bool is_foreign(const struct tda_process *p, struct task_struct *task)
{
	const struct cred *cred = cred_of(task);

	return !tda_access_ids(cred) || !uid_eq(cred->uid, p->uid) ||
	       !gid_eq(cred->gid, p->gid) || !tda_task_dumpable(task);
}

/* Which user owns it, until that changes? Nobody else sees @p yet. */
void tda_process_note_owner(struct tda_process *p, struct task_struct *task)
{
	p->uid = cred_of(task)->uid;
	p->gid = cred_of(task)->gid;
	p->foreign = is_foreign(p, task);
}

/*
 * @task, which is current, has just called exec, which leaves one thread.
 * @secure: it did so with more rights than its caller's.
 */
void tda_process_exec(struct task_struct *task, bool secure)
{
	struct tda_process *p;
	unsigned long flags;

	rcu_read_lock();
	p = tda_process_find(task->signal);
	if (p) {
		raw_spin_lock_irqsave(&p->lock, flags);
		strscpy(p->comm, task->comm, sizeof(p->comm));
		if (secure || is_foreign(p, task))
			WRITE_ONCE(p->foreign, true);
		raw_spin_unlock_irqrestore(&p->lock, flags);
	}
	rcu_read_unlock();
}

/* @task, which is current, is about to: what it was until now counts, too. */
void tda_process_before_exec(struct task_struct *task)
{
	struct tda_process *p;
	unsigned long flags;

	rcu_read_lock();
	p = tda_process_find(task->signal);
	if (p && is_foreign(p, task)) {
		raw_spin_lock_irqsave(&p->lock, flags);
		WRITE_ONCE(p->foreign, true);
		raw_spin_unlock_irqrestore(&p->lock, flags);
	}
	rcu_read_unlock();
}

/* Did @p run as @cred's user, and nothing else, for as long as it was counted? */
bool tda_process_is_of(const struct tda_process *p, const struct cred *cred)
{
	return !READ_ONCE(p->foreign) && uid_eq(p->uid, cred->fsuid) &&
	       gid_eq(p->gid, cred->fsgid);
}
