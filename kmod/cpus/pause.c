// SPDX-License-Identifier: GPL-2.0
/* No CPU counts: somebody has paused us, or the machine sleeps. */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/suspend.h>
#include <linux/timekeeping.h>

#include "base/work.h"
#include "pause.h"
#include "reconcile.h"
#include "state.h"

static u64 resume_at_ns;	/* under the mutex: mono clock; 0: when told */

static void resume(struct work_struct *work);
static DECLARE_DELAYED_WORK(resume_work, resume);

enum tdacct_state tda_cpus_state_of_all(void)
{
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	if (tda_cpus_why_paused())
		return TDACCT_STATE_PAUSED;
	for_each_possible_cpu(cpu)
		if (tda_cpu_is_counting(cpu))
			return TDACCT_STATE_COUNTING;
	return TDACCT_STATE_WAITING;
}

/*
 * How is it with all of them? @left_ms: until counting resumes by itself; 0:
 * it does not. May sleep.
 */
enum tdacct_state tda_cpus_state(u64 *left_ms)
{
	enum tdacct_state state;
	u64 now;

	mutex_lock(&tda_cpus_mutex);
	state = tda_cpus_state_of_all();
	now = ktime_get_ns();
	*left_ms = resume_at_ns > now ?
		   div_u64(resume_at_ns - now, NSEC_PER_MSEC) + 1 : 0;
	mutex_unlock(&tda_cpus_mutex);
	return state;
}

/**
 * tda_cpus_pause - let go of all counters
 * @ms: resume after so long; 0: when told
 *
 * May sleep.
 */
void tda_cpus_pause(u64 ms)
{
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	tda_cpus_wanted.paused = true;
	tda_cpus_reconcile();
	resume_at_ns = ms ? ktime_get_ns() + ms * NSEC_PER_MSEC : 0;
	if (ms)
		mod_delayed_work(tda_wq, &resume_work,
				 msecs_to_jiffies(ms) + 1);
	else
		cancel_delayed_work(&resume_work);
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

static void end_pause(void)
{
	lockdep_assert_held(&tda_cpus_mutex);

	tda_cpus_wanted.paused = false;
	resume_at_ns = 0;
	cancel_delayed_work(&resume_work);
	tda_cpus_reconcile();
}

/* Take the counters again. No error if they are ours. May sleep. */
void tda_cpus_resume(void)
{
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	end_pause();
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

/* Unless somebody has paused again, for longer, while this was on its way. */
static void resume(struct work_struct *work)
{
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	if (resume_at_ns && ktime_get_ns() >= resume_at_ns)
		end_pause();
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

/*
 * Other CPUs go offline when the machine sleeps; the one that puts it to sleep
 * does not, and finds its counters zeroed when it wakes.
 */
static int on_sleep(struct notifier_block *block, unsigned long action,
		    void *unused)
{
	bool sleeps = action == PM_SUSPEND_PREPARE ||
		      action == PM_HIBERNATION_PREPARE ||
		      action == PM_RESTORE_PREPARE;

	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	tda_cpus_wanted.asleep = sleeps;
	tda_cpus_reconcile();
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
	return NOTIFY_OK;
}

static struct notifier_block sleep_notifier = {
	.notifier_call = on_sleep,
};

void tda_cpus_pause_init(void)
{
	tda_cpus_wanted.paused = false;
}

/* Does a pause that has begun end by itself? No more. May sleep. */
void tda_cpus_pause_exit(void)
{
	cancel_delayed_work_sync(&resume_work);
}

void tda_cpus_sleep_init(void)
{
	register_pm_notifier(&sleep_notifier);
}

void tda_cpus_sleep_exit(void)
{
	unregister_pm_notifier(&sleep_notifier);
}
