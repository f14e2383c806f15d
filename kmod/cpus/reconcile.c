// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU is to count if it is online and chosen, counting is not paused, the machine
 * does not suspend, and others were not given all of its counters. It is then to have
 * what is counted on request, unless others were given that, or have it. Whoever
 * changes something of this, which are hotplug, a pause, suspend, the set and
 * sharing, stores it and calls tda_cpu_reconcile(), which compares what is wanted of
 * the CPU with what it is. So does the work here, for CPUs that wait for a counter, or
 * lost one, or count without what is counted on request: they are tried again, later
 * each time that it fails.
 *
 * There is one way to begin (start: have the events made, begin by IPI) and one to end
 * (stop: end by IPI, let the events go).
 */
#include <linux/bits.h>
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "charge/counter.h"
#include "charge/deferred.h"
#include "charge/sync.h"
#include "choice.h"
#include "events.h"
#include "others.h"
#include "reconcile.h"
#include "state.h"
#include "want.h"

#define RETRY_MAX_S	60

/* A CPU that counted for less before it lost a counter has not recovered. */
#define STEADY_NS	(10 * NSEC_PER_SEC)

struct tda_cpus_wanted tda_cpus_wanted;

static void retry(struct work_struct *work);
static DECLARE_DELAYED_WORK(retry_work, retry);

/* Why no CPU may count now; NULL: they may. */
const char *tda_cpus_why_paused(void)
{
	lockdep_assert_held(&tda_cpus_mutex);

	if (tda_cpus_wanted.paused)
		return "paused";
	return tda_cpus_wanted.asleep ? "the machine is suspended" : NULL;
}

/* In which state @cpu is to be, and why, if it is not to count. */
static enum tdacct_state wanted(unsigned int cpu, const char **why)
{
	const struct tda_cpu *c = tda_cpu_of(cpu);

	*why = "offline";
	if (!c->online)
		return TDACCT_STATE_OFFLINE;
	*why = "not chosen by cpus=";
	if (!tda_cpu_is_chosen(cpu))
		return TDACCT_STATE_LEFT_OUT;
	*why = tda_cpus_why_paused();
	if (*why)
		return TDACCT_STATE_PAUSED;
	*why = TDA_OTHERS_NEED;
	return c->share.given == TDA_GIVEN_ALL ? TDACCT_STATE_WAITING :
						 TDACCT_STATE_COUNTING;
}

/* ---- when to try again ------------------------------------------------------ */

static bool is_to_retry(const struct tda_cpu *c)
{
	return !c->share.given &&
	       (c->state == TDACCT_STATE_WAITING ||
		(c->state == TDACCT_STATE_COUNTING && READ_ONCE(c->missing)));
}

static bool is_due(const struct tda_cpu *c)
{
	return is_to_retry(c) && ktime_get_ns() >= c->retry_at_ns;
}

/* Have retry() run when the first CPU is due. */
void tda_cpus_arm_retry(void)
{
	u64 now = ktime_get_ns(), first = U64_MAX;
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	for_each_online_cpu(cpu)
		if (is_to_retry(tda_cpu_of(cpu)))
			first = min(first, tda_cpu_of(cpu)->retry_at_ns);
	if (first != U64_MAX)
		tda_defer_later(&tda_deferred_retry, first > now ?
				nsecs_to_jiffies(first - now) + 1 : 0);
}

/* Try again later, and later still each time that it fails. */
static void schedule_retry(struct tda_cpu *c)
{
	c->retry_s = clamp(c->retry_s * 2, 1U, (unsigned int)RETRY_MAX_S);
	c->retry_at_ns = ktime_get_ns() + c->retry_s * NSEC_PER_SEC;
	tda_cpus_arm_retry();
}

/*
 * A counter of @c was taken away. It is not to be asked for at once: whoever
 * took it has it still, and a CPU that loses one again and again must not spin.
 */
static void retry_lost(struct tda_cpu *c)
{
	if (ktime_get_ns() - c->started_ns > STEADY_NS)
		c->retry_s = 0;
	schedule_retry(c);
}

/* ---- begin and end ---------------------------------------------------------- */

struct begin {
	enum tdacct_state	state;
	const char		*why;
};

static void begin_here(void *info)
{
	struct begin *b = info;

	b->state = tda_sync_start(this_cpu_ptr(&tda_cpus), &b->why);
}

static void end_here(void *unused)
{
	tda_sync_stop(this_cpu_ptr(&tda_cpus));
}

static void charge_rest_here(void *unused)
{
	tda_sync_rest(this_cpu_ptr(&tda_cpus));
}

/* Let the events of @cpu go; what they counted at last is not lost. */
static void drop_events(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	if (tda_events_disable(c))
		smp_call_function_single(cpu, charge_rest_here, NULL, 1);
	tda_events_release(c);
}

static void stop(unsigned int cpu, enum tdacct_state state, const char *why)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	tda_others_forget(c);
	smp_call_function_single(cpu, end_here, NULL, 1);
	drop_events(cpu);
	tda_cpu_set_state(c, state, why);
	c->renew = false;
}

static void try_to_start(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	struct begin b = { .state = TDACCT_STATE_CANNOT };
	int err;

	tda_cpu_pass_time(c);
	b.why = tda_cpu_find_type(cpu);
	if (b.why) {
		tda_cpu_set_state(c, b.state, b.why);
		return;
	}
	tda_others_ask(cpu);
	err = tda_events_create(c, cpu);	/* notes why not */
	tda_others_asked();
	if (err) {
		drop_events(cpu);
		return;
	}
	smp_call_function_single(cpu, begin_here, &b, 1);
	if (b.state != TDACCT_STATE_COUNTING) {
		drop_events(cpu);
		tda_cpu_set_state(c, b.state, b.why);
		return;
	}
	tda_cpu_set_state(c, TDACCT_STATE_COUNTING, c->without);
	c->started_ns = ktime_get_ns();
	tda_others_know(c);
}

static void start(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	c->renew = false;
	try_to_start(cpu);
	if (is_to_retry(c))
		schedule_retry(c);
}

/* ---- what others are given -------------------------------------------------- */

/*
 * Returns the counters, a bit each, that @c has left to give of what is not always
 * counted. All of it goes at once: readers are told in how many slots none of it was
 * counted, and not of each.
 */
unsigned int tda_cpu_can_give(const struct tda_cpu *c)
{
	if (c->core_type || tda_nr_fixed() >= tda_nr_counters)
		return 0;
	return GENMASK(tda_nr_counters - 1, tda_nr_fixed()) & ~c->missing;
}

/* @c stops counting, or is about to ask for everything again. */
void tda_cpu_forget_given(struct tda_cpu *c)
{
	struct tda_share *s = &c->share;

	lockdep_assert_held(&tda_cpus_mutex);

	s->given = TDA_GIVEN_NOTHING;
	s->lent = TDA_GIVEN_NOTHING;
	if (s->anchor)
		perf_event_release_kernel(s->anchor);
	WRITE_ONCE(s->anchor, NULL);
}

/* @c has nothing to give any more. */
static void forget_others(struct tda_cpu *c)
{
	tda_cpu_forget_given(c);
	tda_want_forget(c, ~0U);
}

static void stop_to_give(unsigned int cpu, const char *why)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	struct perf_event *anchor;

	stop(cpu, TDACCT_STATE_WAITING, why);
	tda_others_ask(cpu);
	anchor = tda_events_make_idle(cpu);
	tda_others_asked();
	WRITE_ONCE(c->share.anchor, IS_ERR(anchor) ? NULL : anchor);
}

/* A counter of what is always counted is gone, and so @cpu counts no more: clean up. */
static void stop_given_up(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	forget_others(c);
	stop(cpu, TDACCT_STATE_WAITING, "a counter was taken away");
	retry_lost(c);
}

static void leave_here(void *mask)
{
	tda_sync_leave(this_cpu_ptr(&tda_cpus), *(unsigned int *)mask);
}

/* @cpu, which counts, goes on without what is missing, @why. */
static void go_on_without(struct tda_cpu *c, const char *why)
{
	tda_events_drop_missing(c, why);
	tda_cpu_set_state(c, TDACCT_STATE_COUNTING, c->without);
}

static void give_some(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	unsigned int mask = tda_cpu_can_give(c);

	if (!mask)
		return;
	smp_call_function_single(cpu, leave_here, &mask, 1);
	if (tda_cpu_has_given_up(c))
		stop_given_up(cpu);
	else
		go_on_without(c, TDA_OTHERS_NEED);
}

/* ---- a CPU that counts ------------------------------------------------------ */

static void regain_here(void *unused)
{
	tda_sync_regain(this_cpu_ptr(&tda_cpus));
}

/* Ask perf again for what @cpu lacks, unless others were given that. */
static void regain(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	const char *why = TDA_OTHERS_NEED;

	c->renew = false;
	if (!c->share.given) {
		tda_others_ask(cpu);
		why = tda_events_ask_again(c, cpu);
		tda_others_asked();
	}
	smp_call_function_single(cpu, regain_here, NULL, 1);
	go_on_without(c, why);
	if (c->share.given)
		return;
	if (c->missing)
		schedule_retry(c);
	else
		c->started_ns = ktime_get_ns();
}

static void reconcile_counting(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	if (tda_cpu_has_given_up(c)) {
		stop_given_up(cpu);
	} else if (c->renew) {
		regain(cpu);
	} else if (c->share.given) {
		give_some(cpu);
	} else if (c->missing && tda_events_lost(c)) {
		go_on_without(c, "taken away");
		retry_lost(c);
	} else if (is_due(c)) {
		regain(cpu);
	}
}

/* ---- all -------------------------------------------------------------------- */

static void reconcile_off(unsigned int cpu, enum tdacct_state state,
			  const char *why)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	if (c->state == state && !strcmp(c->reason, why))
		return;
	if (state == TDACCT_STATE_WAITING) {
		stop_to_give(cpu, why);
		return;
	}
	forget_others(c);
	if (c->state == TDACCT_STATE_COUNTING ||
	    c->state == TDACCT_STATE_WAITING)
		stop(cpu, state, why);
	else
		tda_cpu_set_state(c, state, why);
}

/*
 * See to it that @cpu is what is wanted of it, as far as that can be now. One that
 * cannot count is tried again only when it was wanted not to.
 */
void tda_cpu_reconcile(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	const char *why;
	enum tdacct_state state = wanted(cpu, &why);

	lockdep_assert_held(&tda_cpus_mutex);

	if (state != TDACCT_STATE_COUNTING)
		reconcile_off(cpu, state, why);
	else if (c->state == TDACCT_STATE_COUNTING)
		reconcile_counting(cpu);
	else if (c->state == TDACCT_STATE_WAITING ? c->renew || is_due(c) :
		 c->state != TDACCT_STATE_CANNOT)
		start(cpu);
}

void tda_cpus_reconcile(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu)
		tda_cpu_reconcile(cpu);
}

static void retry(struct work_struct *work)
{
	tda_deferred_begin(&tda_deferred_retry);
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	tda_cpus_reconcile();
	tda_cpus_arm_retry();
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

void tda_cpus_retry_init(void)
{
	tda_deferred_init(&tda_deferred_retry, &retry_work, 0);
}

void tda_cpus_retry_exit(void)
{
	tda_deferred_exit(&tda_deferred_retry);
	cancel_delayed_work_sync(&retry_work);
}
