// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs that wait for a counter, or lost one, or count without what is counted on
 * request: they are tried again, later each time that it fails.
 */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "cpus_others.h"
#include "cpus_private.h"
#include "events.h"
#include "fold.h"
#include "request.h"

#define RETRY_MAX_S	60

/* A CPU that counted for less before it lost a counter has not recovered. */
#define STEADY_NS	(10 * NSEC_PER_SEC)

static void retry(struct work_struct *work);
static DECLARE_DELAYED_WORK(retry_work, retry);

static void regain(void *unused)
{
	tda_switch_regain(this_cpu_ptr(&tda_cpus));
}

/* Does @c count, and not all that it ought to? */
static bool lacks_some(const struct tda_cpu *c)
{
	return c->state == TDACCT_STATE_COUNTING && READ_ONCE(c->missing);
}

bool tda_cpu_is_to_retry(const struct tda_cpu *c)
{
	return !c->share.given &&
	       (c->state == TDACCT_STATE_WAITING || lacks_some(c));
}

/* Have retry() run when the first CPU is due. */
void tda_cpus_arm_retry(void)
{
	u64 now = ktime_get_ns(), first = U64_MAX;
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	for_each_online_cpu(cpu)
		if (tda_cpu_is_to_retry(tda_cpu_of(cpu)))
			first = min(first, tda_cpu_of(cpu)->retry_at_ns);
	if (first != U64_MAX)
		tda_request_later(&tda_request_retry, first > now ?
				  nsecs_to_jiffies(first - now) + 1 : 0);
}

/* Try again later, and later still each time that it fails. */
void tda_cpu_schedule_retry(struct tda_cpu *c)
{
	lockdep_assert_held(&tda_cpus_mutex);

	c->retry_s = clamp(c->retry_s * 2, 1U, (unsigned int)RETRY_MAX_S);
	c->retry_at_ns = ktime_get_ns() + c->retry_s * NSEC_PER_SEC;
	tda_cpus_arm_retry();
}

/* A hot path that lost a counter has ended already, without telling. */
bool tda_cpu_has_given_up(const struct tda_cpu *c)
{
	return c->state == TDACCT_STATE_COUNTING && !READ_ONCE(c->counting);
}

/*
 * A counter of @c was taken away. It is not to be asked for at once: whoever
 * took it has it still, and a CPU that loses one again and again must not spin.
 */
static void retry_lost(struct tda_cpu *c)
{
	if (ktime_get_ns() - c->started_ns > STEADY_NS)
		c->retry_s = 0;
	tda_cpu_schedule_retry(c);
}

/* Clean up behind it. */
void tda_cpu_stop_given_up(unsigned int cpu)
{
	tda_cpu_stop(cpu, TDACCT_STATE_WAITING, "a counter was taken away");
	retry_lost(tda_cpu_of(cpu));
}

/* Go on without what is counted on request and was taken away. */
static void go_on_without(struct tda_cpu *c)
{
	tda_events_drop_missing(c, "taken away");
	tda_cpu_set_state(c, TDACCT_STATE_COUNTING, c->without);
	retry_lost(c);
}

/* Is to be had again what is missing on @cpu, which counts? */
void tda_cpu_retry_missing(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	const char *why;

	tda_others_ask(cpu);
	why = tda_events_ask_again(c, cpu);
	tda_others_asked();
	smp_call_function_single(cpu, regain, NULL, 1);
	tda_events_drop_missing(c, why);
	tda_cpu_set_state(c, TDACCT_STATE_COUNTING, c->without);
	if (c->missing)
		tda_cpu_schedule_retry(c);
	else
		c->started_ns = ktime_get_ns();
}

/* The set is another one, and @cpu, which counts, has given counters to others. */
void tda_cpu_go_without(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	smp_call_function_single(cpu, regain, NULL, 1);
	tda_events_drop_missing(c, TDA_OTHERS_NEED);
	tda_cpu_set_state(c, TDACCT_STATE_COUNTING, c->without);
}

static bool is_due(const struct tda_cpu *c)
{
	return tda_cpu_is_to_retry(c) && ktime_get_ns() >= c->retry_at_ns;
}

static void retry_cpu(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	lockdep_assert_held(&tda_cpus_mutex);

	if (tda_cpu_has_given_up(c))
		tda_cpu_stop_given_up(cpu);
	else if (lacks_some(c) && tda_events_lost(c))
		go_on_without(c);
	else if (is_due(c) && lacks_some(c))
		tda_cpu_retry_missing(cpu);
	else if (is_due(c))
		tda_cpu_start_if_wanted(cpu);
}

static void retry(struct work_struct *work)
{
	unsigned int cpu;

	tda_request_begin(&tda_request_retry);
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	for_each_online_cpu(cpu)
		retry_cpu(cpu);
	tda_cpus_arm_retry();
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

void tda_cpus_retry_init(void)
{
	tda_request_init(&tda_request_retry, &retry_work, 0);
}

void tda_cpus_retry_exit(void)
{
	tda_request_exit(&tda_request_retry);
	cancel_delayed_work_sync(&retry_work);
}
