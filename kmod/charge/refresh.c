// SPDX-License-Identifier: GPL-2.0
/*
 * A reader wants the latest numbers of tasks that run: which CPUs are interrupted to
 * charge what they have counted up to now. They are as few as possible: a CPU that
 * sleeps is left asleep, and an isolated one is left alone.
 */
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>
#include <asm/barrier.h>

#include "base/compat.h"
#include "record/cpu.h"
#include "record/process_table.h"
#include "record/task.h"
#include "refresh.h"
#include "sync.h"

/* A CPU that was charged so lately is not interrupted again for a reader of many. */
#define FRESH_NS	(1 * NSEC_PER_MSEC)

/* Which CPUs are to charge what they run now. */
struct refresh {
	const struct tda_task	*only;		/* NULL: whoever runs */
	const struct tda_process *process;	/* only its threads; or NULL */
	const struct cred	*cred;		/* only this user's; or NULL */
	bool			isolated;	/* isolated CPUs, too */
	bool			idle;		/* idle ones, too */
};

/*
 * Is the question about what @c runs? It is not where no thread's number would
 * become another one: an idle CPU has charged all threads, and whoever runs there
 * next is known to have begun after @now. One that begins to count at this moment
 * may seem to run nothing yet: nothing orders ->counting and ->cur. Under RCU.
 */
static bool is_about(struct tda_cpu *c, const struct refresh *q, u64 now)
{
	const struct tda_task *cur = READ_ONCE(c->cur);

	if (!cur)
		return false;
	if (q->only && cur != q->only)
		return false;
	if (cur == c->idle && !q->idle) {
		WRITE_ONCE(c->synced_ns, now);
		return false;
	}
	if (q->process)
		return cur->process == q->process;
	return !q->cred ||
	       (cur->process && tda_process_is_of(cur->process, q->cred));
}

/*
 * Is @cpu to be interrupted for the question? Not where the administrator wants
 * no interrupts, except on the CPU that asks.
 */
static bool is_to_charge(int cpu, void *info)
{
	const struct refresh *q = info;
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);
	u64 now = ktime_get_mono_fast_ns();
	bool about;

	/* First, as no switch writes this: all else is on a line that each writes. */
	if (!q->only && cpu != smp_processor_id() &&
	    now - READ_ONCE(c->synced_ns) < FRESH_NS)
		return false;
	if (!READ_ONCE(c->counting))
		return false;
	rcu_read_lock();
	about = is_about(c, q, now);
	rcu_read_unlock();
	return about && (q->isolated || !tda_cpu_isolated(cpu) ||
			 cpu == smp_processor_id());
}

static void charge_now(void *unused)
{
	tda_sync_cpu(this_cpu_ptr(&tda_cpus));
}

static void see_what_was_charged(void)
{
	/*
	 * What a CPU charged before it turned to who is ->cur is seen from here on, also
	 * without a retry. Pairs with the barrier at the end of the section of a switch.
	 */
	smp_rmb();
}

/* All interrupts are sent before the first is waited for. */
static void ask(const struct cpumask *cpus, struct refresh *q)
{
	cpus_read_lock();
	on_each_cpu_cond_mask(is_to_charge, charge_now, q, true, cpus);
	cpus_read_unlock();
	see_what_was_charged();
}

/**
 * tda_refresh - bring running tasks up to date
 * @isolated: also where nohz_full= asks for peace
 *
 * Another CPU that was charged a moment ago is left alone. May sleep.
 */
void tda_refresh(bool isolated)
{
	struct refresh q = { .isolated = isolated };

	ask(cpu_online_mask, &q);
}

/*
 * Ask for @t only, which is the record of @task, or was: it is only compared.
 * @task is held. No other CPU is looked at than the one that it is on. If that does
 * not run it any more when we look, it was charged when it left; a CPU that it is
 * on by then began with it after the question.
 */
void tda_refresh_thread(const struct task_struct *task,
			const struct tda_task *t, bool isolated)
{
	struct refresh q = { .only = t, .isolated = isolated };
	unsigned int cpu = task_cpu(task);

	preempt_disable();
	if (is_to_charge(cpu, &q))
		smp_call_function_single(cpu, charge_now, NULL, 1);
	preempt_enable();
	see_what_was_charged();
}

/*
 * Ask for a process, those of @cpus, which its threads are on, that run one. @p is
 * only compared. May sleep.
 */
void tda_refresh_process(const struct tda_process *p,
			 const struct cpumask *cpus, bool isolated)
{
	struct refresh q = { .process = p, .isolated = isolated };

	ask(cpus, &q);
}

/* Ask the CPUs that run something of @cred's user. */
void tda_refresh_user(const struct cred *cred)
{
	struct refresh q = { .cred = cred };

	ask(cpu_online_mask, &q);
}

/* Ask all CPUs, the isolated too, and with @idle those that sleep. May sleep. */
void tda_refresh_all(bool idle)
{
	struct refresh q = { .isolated = true, .idle = idle };

	ask(cpu_online_mask, &q);
}
