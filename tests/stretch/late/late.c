// SPDX-License-Identifier: GPL-2.0
/*
 * For how long can the CPU that inserts this not do anything else? A timer that
 * wants to interrupt every 50 us notes how late it was: interrupts were off for so
 * long. It wakes a thread that goes before all others, which notes how late that
 * was: in the kernel nobody made room for so long (interrupts or preemption off, an
 * RCU section, a loop without a pause).
 *
 * Where a clock tick is an instruction (-icount shift=0) both are numbers of
 * instructions; with several CPUs those of all of them.
 *
 *	echo 1 >/sys/module/late/parameters/worst	begin anew
 *	cat /sys/module/late/parameters/worst		"IRQS-OFF NO-ROOM" in ns
 */
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/smp.h>

#define PERIOD_NS	(50 * NSEC_PER_USEC)

static struct task_struct *thread;	/* constant while the timer runs */
static struct hrtimer timer;

/* One CPU: the timer and the thread never run at once. */
static u64 fired_ns;			/* by the timer */
static bool fired;			/* by the timer; cleared by the thread */
static u64 irqs_off_ns, no_room_ns;	/* the worst so far */

static void note(u64 *worst, u64 late)
{
	if (late > READ_ONCE(*worst))
		WRITE_ONCE(*worst, late);
}

static enum hrtimer_restart on_timer(struct hrtimer *t)
{
	u64 now = ktime_get_ns();

	note(&irqs_off_ns, now - ktime_to_ns(hrtimer_get_expires(t)));
	if (!READ_ONCE(fired)) {
		WRITE_ONCE(fired_ns, now);
		WRITE_ONCE(fired, true);
		wake_up_process(thread);
	}
	hrtimer_forward_now(t, ns_to_ktime(PERIOD_NS));
	return HRTIMER_RESTART;
}

static int on_wake(void *unused)
{
	sched_set_fifo(current);
	while (!kthread_should_stop()) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (!READ_ONCE(fired)) {
			schedule();
			continue;
		}
		__set_current_state(TASK_RUNNING);
		note(&no_room_ns, ktime_get_ns() - READ_ONCE(fired_ns));
		WRITE_ONCE(fired, false);
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

static int begin_anew(const char *text, const struct kernel_param *param)
{
	WRITE_ONCE(irqs_off_ns, 0);
	WRITE_ONCE(no_room_ns, 0);
	return 0;
}

static int tell(char *text, const struct kernel_param *param)
{
	return sprintf(text, "%llu %llu\n", READ_ONCE(irqs_off_ns),
		       READ_ONCE(no_room_ns));
}

static const struct kernel_param_ops worst_ops = {
	.set = begin_anew,
	.get = tell,
};

module_param_cb(worst, &worst_ops, NULL, 0644);

static int __init late_init(void)
{
	thread = kthread_create(on_wake, NULL, "late");
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	kthread_bind(thread, raw_smp_processor_id());
	wake_up_process(thread);
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	timer.function = on_timer;
	hrtimer_start(&timer, ktime_add_ns(ktime_get(), PERIOD_NS),
		      HRTIMER_MODE_ABS_PINNED_HARD);
	return 0;
}

static void __exit late_exit(void)
{
	hrtimer_cancel(&timer);
	kthread_stop(thread);
}

module_init(late_init);
module_exit(late_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("The longest time in which a CPU does nothing else");
