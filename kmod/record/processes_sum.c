// SPDX-License-Identifier: GPL-2.0
/* What is left of processes that are gone, and the sum of that and of all others. */
#include <linux/cache.h>
#include <linux/pid_namespace.h>

#include "base/work.h"
#include "processes.h"
#include "processes_private.h"
#include "task.h"

/*
 * What is left of processes that are gone. While a walk adds up those that are
 * not, what ends before the walk came by goes to @late as well.
 */
static struct {
	raw_spinlock_t	lock;
	struct tda_sum	sum;
	struct tda_sum	late;
	u64		walk;	/* number of the walk under way or the last */
	bool		walking;
} exited __cacheline_aligned_in_smp = {
	.lock = __RAW_SPIN_LOCK_UNLOCKED(exited.lock),
};

void tda_processes_add_exited(struct tda_process *p)
{
	raw_spin_lock(&exited.lock);
	tda_sum_add_ended(&exited.sum, &p->sum);
	if (exited.walking && p->walk != exited.walk)
		tda_sum_add_ended(&exited.late, &p->sum);
	raw_spin_unlock(&exited.lock);
}

/* Begin a walk: all that has ended so far is in @sum. Returns its number. */
static u64 begin_walk(struct tda_sum *sum)
{
	unsigned long flags;
	u64 walk;

	raw_spin_lock_irqsave(&exited.lock, flags);
	walk = ++exited.walk;
	exited.walking = true;
	*sum = exited.sum;
	memset(&exited.late, 0, sizeof(exited.late));
	raw_spin_unlock_irqrestore(&exited.lock, flags);
	return walk;
}

/* End it: add what ended before the walk came by. */
static void end_walk(struct tda_sum *sum)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&exited.lock, flags);
	tda_sum_plus(sum, &exited.late);
	exited.walking = false;
	raw_spin_unlock_irqrestore(&exited.lock, flags);
}

/*
 * Everything that was ever charged to a process, each process once however
 * many end meanwhile: in @live if it was there when we came by, in @ended if
 * not. May sleep.
 */
void tda_processes_sum(struct tda_sum *live, struct tda_sum *ended)
{
	struct tda_process_cursor at = { };
	struct tda_process_view view;
	struct tda_process *p;
	u64 walk;

	memset(live, 0, sizeof(*live));
	tda_processes_lock();
	walk = begin_walk(ended);
	rcu_read_lock();
	while ((p = tda_process_next(&at))) {
		if (tda_process_look_at(p, &init_pid_ns, &view, walk))
			tda_sum_plus(live, &view.sum);
		tda_breathe();
	}
	rcu_read_unlock();
	end_walk(ended);
	tda_processes_unlock();
}

/*
 * What has ended and is on its way, from a thread to its process and from there to
 * its heir, has come there when this returns. Nobody looks. May sleep.
 */
static void settle_all(void)
{
	lockdep_assert_held(&tda_processes_readers);

	synchronize_rcu();
	tda_processes_flush();
}

static void end_epoch_of(struct tda_process *p)
{
	struct tda_past_room *none = NULL;

	raw_spin_lock_irq(&p->lock);
	tda_counts_end_epoch(&p->sum, &none);	/* it has room */
	tda_sum_end_epoch(&p->children);
	raw_spin_unlock_irq(&p->lock);
}

/*
 * What all processes and threads have counted of the set is past, of those that
 * have ended, too. Who ends meanwhile is added to another as past; so each is seen
 * in its place, or on its way. The caller has called tda_processes_lock(). May
 * sleep.
 */
void tda_processes_end_epoch(void)
{
	struct tda_process_cursor at = { };
	struct tda_process *p;
	unsigned long flags;

	lockdep_assert_held(&tda_processes_readers);

	tda_tasks_end_epoch();
	rcu_read_lock();
	while ((p = tda_process_next(&at))) {
		end_epoch_of(p);
		tda_breathe();
	}
	rcu_read_unlock();
	settle_all();
	raw_spin_lock_irqsave(&exited.lock, flags);
	tda_sum_end_epoch(&exited.sum);
	tda_sum_end_epoch(&exited.late);
	raw_spin_unlock_irqrestore(&exited.lock, flags);
}
