// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU counts if it is online, nobody has paused us, and perf has given us
 * the counters of what is always counted; what is counted on request may be
 * missing, and is asked for again and again. There is one way to begin
 * (start_cpu: have the events made, begin by IPI) and one to end (stop_cpu: end
 * by IPI, let the events go); hotplug, suspend, pause, a counter that somebody
 * else took and unload all use these two.
 *
 * Order of locks: CPU hotplug, then the mutex here. A hotplug callback holds
 * the first already.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/smp.h>
#include <linux/suspend.h>
#include <linux/timekeeping.h>
#include <linux/topology.h>

#include "base/compat.h"
#include "base/work.h"
#include "cpus.h"
#include "events.h"
#include "fold.h"
#include "jump.h"
#include "kind.h"
#include "question.h"
#include "record/task.h"
#include "request.h"

#define RETRY_MAX_S	60

/* Fewer counters than that were found touched: no reason to tell of it. */
#define MANY_RESYNCS	100

/* A CPU that counted for less before it lost a counter has not recovered. */
#define STEADY_NS	(10 * NSEC_PER_SEC)

/*
 * Metrics lose precision, and after hours a counter wraps, on a CPU that never
 * switches (nohz_full): charge it now and then all the same. One that is idle
 * counts next to nothing, unless it polls: it is left asleep for so many rounds.
 */
#define FOLD_EVERY_S	60
#define FOLD_IDLE_EVERY	10

static DEFINE_MUTEX(mutex);
static struct cpumask chosen;		/* constant: where to count */
static enum cpuhp_state hotplug_state;
static bool paused;			/* under mutex */
static bool asleep;			/* under mutex: the machine suspends */
static unsigned int rounds;		/* fold_work only */
static u64 resume_at_ns;		/* under mutex: mono clock; 0: by hand */

static enum tdacct_state state_of_all(void);
static void retry(struct work_struct *work);
static void resume(struct work_struct *work);
static void fold_all(struct work_struct *work);

static DECLARE_DELAYED_WORK(retry_work, retry);
static DECLARE_DELAYED_WORK(resume_work, resume);
static DECLARE_DELAYED_WORK(fold_work, fold_all);

static struct tda_cpu *cpu_of(unsigned int cpu)
{
	return per_cpu_ptr(&tda_cpus, cpu);
}

static bool is_chosen(unsigned int cpu)
{
	return cpumask_test_cpu(cpu, &chosen);
}

/**
 * tda_cpus_choose - say where to count; before anything else here is called
 * @list: as the kernel writes it, "0-3,8"; NULL: on all CPUs
 *
 * Return: 0; -EINVAL if that is no such list, said why.
 */
int tda_cpus_choose(const char *list)
{
	int err;

	cpumask_copy(&chosen, cpu_possible_mask);
	if (!list)
		return 0;
	err = cpulist_parse(list, &chosen);
	if (err == -ERANGE || err == -EOVERFLOW ||
	    (!err && !cpumask_subset(&chosen, cpu_possible_mask)))
		pr_err("cpus=%s names a CPU that this machine does not have; it has %*pbl\n",
		       list, cpumask_pr_args(cpu_possible_mask));
	else if (err)
		pr_err("cpus=%s is not a list of CPUs such as 0-3,8\n", list);
	else if (cpumask_empty(&chosen))
		pr_err("cpus= names no CPU; give CPUs such as 0-3,8, or leave it out for all\n");
	else
		return 0;
	return -EINVAL;
}

struct fitness {
	const struct tda_kind	*kind;
	const char		*why_not;
};

static void ask_whether_unfit(void *info)
{
	struct fitness *f = info;

	f->why_not = f->kind->unfit();
}

/* Why @cpu can never count so, or NULL. A machine may have cores of two sorts. */
static const char *unfit(unsigned int cpu, const struct tda_kind *kind)
{
	struct fitness f = { .kind = kind, .why_not = "offline" };

	smp_call_function_single(cpu, ask_whether_unfit, &f, 1);
	return f.why_not;
}

const char tda_kind_not_this_sort[] =
	"a core of another sort";

/*
 * How is @cpu to count, which does not count now? Why it cannot, or NULL: what the
 * kind for its own sort of cores says.
 */
static const char *find_kind(unsigned int cpu)
{
	const char *why = unfit(cpu, tda_kind), *other;

	lockdep_assert_held(&mutex);

	if (!why || !tda_other_kind)
		return why;
	other = unfit(cpu, tda_other_kind);
	if (other)
		return other == tda_kind_not_this_sort ? why : other;
	WRITE_ONCE(cpu_of(cpu)->other, tda_other_kind);
	return NULL;
}

/*
 * Why no CPU that was chosen can ever count; or NULL, and @fit is one that may.
 * The caller keeps CPUs from coming and going. May sleep.
 */
const char *tda_cpus_unfit(unsigned int *fit)
{
	const char *why = "none of the CPUs in cpus= is online";
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		if (!is_chosen(cpu))
			continue;
		*fit = cpu;
		why = unfit(cpu, tda_kind);
		if (!why)
			break;
	}
	return why;
}

/* As @c is, it has been up to now. Before anything sets its state. */
static void pass_time(struct tda_cpu *c)
{
	u64 now = ktime_get_ns(), passed = now - c->since_ns;

	lockdep_assert_held(&mutex);

	c->since_ns = now;
	if (c->state == TDACCT_STATE_OFFLINE)
		return;
	c->online_ns += passed;
	if (c->state != TDACCT_STATE_COUNTING)
		c->lost_ns += passed;
}

static void set_state(struct tda_cpu *c, enum tdacct_state state,
		      const char *reason)
{
	lockdep_assert_held(&mutex);

	pass_time(c);
	c->state = state;
	strscpy(c->reason, reason, sizeof(c->reason));
}

struct begin {
	enum tdacct_state	state;
	const char		*why;
};

static void begin(void *info)
{
	struct begin *b = info;

	b->state = tda_switch_start(this_cpu_ptr(&tda_cpus), &b->why);
}

static void end(void *unused)
{
	tda_switch_stop(this_cpu_ptr(&tda_cpus));
}

static void regain(void *unused)
{
	tda_switch_regain(this_cpu_ptr(&tda_cpus));
}

static void charge_rest(void *unused)
{
	tda_switch_charge_rest(this_cpu_ptr(&tda_cpus));
}

/* Let the events of @cpu go; what they counted at last is not lost. */
static void drop_events(unsigned int cpu)
{
	struct tda_cpu *c = cpu_of(cpu);

	if (tda_events_disable(c))
		smp_call_function_single(cpu, charge_rest, NULL, 1);
	tda_events_release(c);
}

static void stop_cpu(unsigned int cpu, enum tdacct_state state,
		     const char *reason)
{
	lockdep_assert_held(&mutex);

	smp_call_function_single(cpu, end, NULL, 1);
	drop_events(cpu);
	set_state(cpu_of(cpu), state, reason);
}

static void start_cpu(unsigned int cpu)
{
	struct tda_cpu *c = cpu_of(cpu);
	struct begin b = { .state = TDACCT_STATE_CANNOT };

	lockdep_assert_held(&mutex);

	pass_time(c);
	b.why = find_kind(cpu);
	if (b.why) {
		set_state(c, b.state, b.why);
		return;
	}
	if (tda_events_create(c, cpu)) {
		drop_events(cpu);
		return;
	}
	smp_call_function_single(cpu, begin, &b, 1);
	if (b.state != TDACCT_STATE_COUNTING) {
		drop_events(cpu);
		set_state(c, b.state, b.why);
		return;
	}
	set_state(c, TDACCT_STATE_COUNTING, c->without);
	c->started_ns = ktime_get_ns();
}

/* Does @c count, and not all that it ought to? */
static bool lacks_some(const struct tda_cpu *c)
{
	return c->state == TDACCT_STATE_COUNTING && READ_ONCE(c->missing);
}

static bool is_to_retry(const struct tda_cpu *c)
{
	return c->state == TDACCT_STATE_WAITING || lacks_some(c);
}

/* Have retry() run when the first CPU is due. */
static void arm_retry(void)
{
	u64 now = ktime_get_ns(), first = U64_MAX;
	unsigned int cpu;

	lockdep_assert_held(&mutex);

	for_each_online_cpu(cpu)
		if (is_to_retry(cpu_of(cpu)))
			first = min(first, cpu_of(cpu)->retry_at_ns);
	if (first != U64_MAX)
		mod_delayed_work(tda_wq, &retry_work, first > now ?
				 nsecs_to_jiffies(first - now) + 1 : 0);
}

/* Try again later, and later still each time that it fails. */
static void schedule_retry(struct tda_cpu *c)
{
	lockdep_assert_held(&mutex);

	c->retry_s = clamp(c->retry_s * 2, 1U, (unsigned int)RETRY_MAX_S);
	c->retry_at_ns = ktime_get_ns() + c->retry_s * NSEC_PER_SEC;
	arm_retry();
}

/* Start @cpu if it ought to count. */
static void start_if_wanted(unsigned int cpu)
{
	struct tda_cpu *c = cpu_of(cpu);

	lockdep_assert_held(&mutex);

	if (!is_chosen(cpu)) {
		set_state(c, TDACCT_STATE_LEFT_OUT, "not chosen by cpus=");
		return;
	}
	if (paused || asleep) {
		set_state(c, TDACCT_STATE_PAUSED,
			  paused ? "paused" : "the machine is suspended");
		return;
	}
	start_cpu(cpu);
	if (is_to_retry(c))
		schedule_retry(c);
}

/* A hot path that lost a counter has ended already, without telling. */
static bool has_given_up(const struct tda_cpu *c)
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
	schedule_retry(c);
}

/* Clean up behind it. */
static void stop_given_up(unsigned int cpu)
{
	stop_cpu(cpu, TDACCT_STATE_WAITING, "a counter was taken away");
	retry_lost(cpu_of(cpu));
}

/* Go on without what is counted on request and was taken away. */
static void go_on_without(struct tda_cpu *c)
{
	tda_events_drop_missing(c, "taken away");
	set_state(c, TDACCT_STATE_COUNTING, c->without);
	retry_lost(c);
}

/* Is to be had again what is missing on @cpu, which counts? */
static void retry_missing(unsigned int cpu)
{
	struct tda_cpu *c = cpu_of(cpu);
	const char *why = tda_events_ask_again(c, cpu);

	smp_call_function_single(cpu, regain, NULL, 1);
	tda_events_drop_missing(c, why);
	set_state(c, TDACCT_STATE_COUNTING, c->without);
	if (c->missing)
		schedule_retry(c);
	else
		c->started_ns = ktime_get_ns();
}

static bool is_due(const struct tda_cpu *c)
{
	return is_to_retry(c) && ktime_get_ns() >= c->retry_at_ns;
}

static void retry_cpu(unsigned int cpu)
{
	struct tda_cpu *c = cpu_of(cpu);

	lockdep_assert_held(&mutex);

	if (has_given_up(c))
		stop_given_up(cpu);
	else if (lacks_some(c) && tda_events_lost(c))
		go_on_without(c);
	else if (is_due(c) && lacks_some(c))
		retry_missing(cpu);
	else if (is_due(c))
		start_if_wanted(cpu);
}

static void retry(struct work_struct *work)
{
	unsigned int cpu;

	cpus_read_lock();
	mutex_lock(&mutex);
	for_each_online_cpu(cpu)
		retry_cpu(cpu);
	arm_retry();
	mutex_unlock(&mutex);
	cpus_read_unlock();
}

/* ---- another set --------------------------------------------------------- */

#define NONE_COUNTS	"no CPU counts now, so events cannot be tried"
#define NONE_OF_SETS	"only the smaller cores count now; events are counted on the larger ones, so they cannot be tried"

static void leave_set_here(void *unused)
{
	tda_switch_leave_set(this_cpu_ptr(&tda_cpus));
}

static void fold(void *unused)
{
	tda_switch_fold(this_cpu_ptr(&tda_cpus));
}

static bool is_counting(unsigned int cpu)
{
	return cpu_of(cpu)->state == TDACCT_STATE_COUNTING;
}

/* Does @cpu count events on request? Other cores of a mixed machine never do. */
static bool counts_set(unsigned int cpu)
{
	return is_counting(cpu) && !cpu_of(cpu)->other;
}

static bool any_counts_set(void)
{
	unsigned int cpu;

	lockdep_assert_held(&mutex);

	for_each_online_cpu(cpu)
		if (counts_set(cpu))
			return true;
	return false;
}

static bool any_counts(void)
{
	unsigned int cpu;

	lockdep_assert_held(&mutex);

	for_each_online_cpu(cpu)
		if (is_counting(cpu))
			return true;
	return false;
}

/* See to it that @cpu counts what is asked for, or is known not to. */
static bool still_counts(unsigned int cpu)
{
	if (has_given_up(cpu_of(cpu)))
		stop_given_up(cpu);
	return counts_set(cpu);
}

/* From here on @cpu counts all but the set, and has no events of it. */
static void leave_set(unsigned int cpu)
{
	if (!still_counts(cpu))
		return;
	smp_call_function_single(cpu, leave_set_here, NULL, 1);
	if (still_counts(cpu))
		tda_events_release_set(cpu_of(cpu));
}

/*
 * perf stops all counters of a CPU for each event that it enables, and then the
 * metrics mean nothing up to the next clear: so charge just before and behind.
 */
static int try_set(unsigned int cpu, const struct tda_set *set, char *why,
		   size_t size)
{
	int err;

	smp_call_function_single(cpu, fold, NULL, 1);
	err = tda_events_try_set(cpu_of(cpu), cpu, set, why, size);
	smp_call_function_single(cpu, fold, NULL, 1);
	return err;
}

/*
 * One CPU after the other, up to the first that cannot have it. All that have left
 * the old set by then are @left.
 */
static int try_set_everywhere(const struct tda_set *set, struct cpumask *left,
			      char *why, size_t size)
{
	unsigned int cpu;
	int err = 0;

	cpumask_clear(left);
	for_each_online_cpu(cpu) {
		cpumask_set_cpu(cpu, left);
		leave_set(cpu);
		if (!still_counts(cpu))
			continue;
		err = try_set(cpu, set, why, size);
		if (err)
			return err;
	}
	if (any_counts_set())
		return 0;
	snprintf(why, size, "%s", any_counts() ? NONE_OF_SETS : NONE_COUNTS);
	return -EAGAIN;
}

static void release_set(unsigned int cpu)
{
	if (counts_set(cpu))
		tda_events_release_set(cpu_of(cpu));
}

/* Count what the set is now. What cannot be had of it is missing. */
static void regain_set(unsigned int cpu)
{
	if (!counts_set(cpu))
		return;
	smp_call_function_single(cpu, fold, NULL, 1);
	if (still_counts(cpu))
		retry_missing(cpu);
}

static int change_set(const struct tda_set *set,
		      void (*begin_epoch)(const struct tda_set *set),
		      char *why, size_t size)
{
	static struct cpumask left;	/* under mutex: too large for the stack */
	bool had_gap = tda_values_have_gap();
	unsigned int cpu;
	int err;

	lockdep_assert_held(&mutex);

	tda_values_ready_for_gap();
	err = try_set_everywhere(set, &left, why, size);
	if (!err)
		begin_epoch(set);
	else
		for_each_cpu(cpu, &left)
			release_set(cpu);
	for_each_cpu(cpu, &left)
		regain_set(cpu);
	if (err && !had_gap)
		tda_values_drop_gap();
	tda_set_tell_switch();
	arm_retry();
	return err;
}

/**
 * tda_cpus_change_set - count another set of events
 * @set: which
 * @begin_epoch: called when no CPU counts the old set any more, nor the new one
 *		 yet, and it is sure that all can
 * @why: room for a text for people
 * @size: of it
 *
 * Each CPU that counts lets go of the set and is tried with the new one, one after
 * the other. If one cannot have it, it and those before it count the old one again,
 * as if somebody had taken the counters for a moment; what somebody did take
 * meanwhile is missing. What else is counted goes on. CPUs that do not count now
 * will count of the set what they can. May sleep.
 *
 * Return: 0; -EAGAIN if nothing can be tried now, with @why; or an error with @why
 * naming CPU and event.
 */
int tda_cpus_change_set(const struct tda_set *set,
			void (*begin_epoch)(const struct tda_set *set),
			char *why, size_t size)
{
	int err = -EAGAIN;

	cpus_read_lock();
	mutex_lock(&mutex);
	if (state_of_all() == TDACCT_STATE_PAUSED)
		snprintf(why, size, "counting is paused, so events cannot be tried; resume first");
	else if (state_of_all() == TDACCT_STATE_WAITING)
		snprintf(why, size, NONE_COUNTS);
	else
		err = change_set(set, begin_epoch, why, size);
	mutex_unlock(&mutex);
	cpus_read_unlock();
	return err;
}

static int come_online(unsigned int cpu)
{
	mutex_lock(&mutex);
	start_if_wanted(cpu);
	mutex_unlock(&mutex);
	return 0;	/* a CPU that we cannot count on is no failure */
}

static int go_offline(unsigned int cpu)
{
	mutex_lock(&mutex);
	stop_cpu(cpu, TDACCT_STATE_OFFLINE, "offline");
	mutex_unlock(&mutex);
	return 0;
}

/**
 * tda_cpus_pause - let go of all counters
 * @ms: resume after so long; 0: when told
 *
 * May sleep.
 */
void tda_cpus_pause(u64 ms)
{
	unsigned int cpu;

	cpus_read_lock();
	mutex_lock(&mutex);
	for_each_online_cpu(cpu)
		if (!paused && is_chosen(cpu))
			stop_cpu(cpu, TDACCT_STATE_PAUSED, "paused");
	paused = true;
	resume_at_ns = ms ? ktime_get_ns() + ms * NSEC_PER_MSEC : 0;
	if (ms)
		mod_delayed_work(tda_wq, &resume_work,
				 msecs_to_jiffies(ms) + 1);
	else
		cancel_delayed_work(&resume_work);
	mutex_unlock(&mutex);
	cpus_read_unlock();
}

static void start_all(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu)
		if (cpu_of(cpu)->state != TDACCT_STATE_COUNTING)
			start_if_wanted(cpu);
}

static void end_pause(void)
{
	lockdep_assert_held(&mutex);

	if (!paused)
		return;
	paused = false;
	resume_at_ns = 0;
	cancel_delayed_work(&resume_work);
	start_all();
}

/* Take the counters again. No error if they are ours. May sleep. */
void tda_cpus_resume(void)
{
	cpus_read_lock();
	mutex_lock(&mutex);
	end_pause();
	mutex_unlock(&mutex);
	cpus_read_unlock();
}

/* Unless somebody has paused again, for longer, while this was on its way. */
static void resume(struct work_struct *work)
{
	cpus_read_lock();
	mutex_lock(&mutex);
	if (resume_at_ns && ktime_get_ns() >= resume_at_ns)
		end_pause();
	mutex_unlock(&mutex);
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
	unsigned int cpu;

	cpus_read_lock();
	mutex_lock(&mutex);
	if (sleeps != asleep) {
		asleep = sleeps;
		for_each_online_cpu(cpu)
			if (sleeps && !paused && is_chosen(cpu))
				stop_cpu(cpu, TDACCT_STATE_PAUSED,
					 "the machine is suspended");
		if (!sleeps)
			start_all();
	}
	mutex_unlock(&mutex);
	cpus_read_unlock();
	return NOTIFY_OK;
}

static struct notifier_block sleep_notifier = {
	.notifier_call = on_sleep,
};

static enum tdacct_state state_of_all(void)
{
	unsigned int cpu;

	lockdep_assert_held(&mutex);

	if (paused || asleep)
		return TDACCT_STATE_PAUSED;
	for_each_possible_cpu(cpu)
		if (cpu_of(cpu)->state == TDACCT_STATE_COUNTING)
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

	mutex_lock(&mutex);
	state = state_of_all();
	now = ktime_get_ns();
	*left_ms = resume_at_ns > now ?
		   div_u64(resume_at_ns - now, NSEC_PER_MSEC) + 1 : 0;
	mutex_unlock(&mutex);
	return state;
}

/* Did perf touch the counters at most switches since this minute began? */
static bool touched_lately(const struct tda_cpu *c)
{
	u64 resyncs = READ_ONCE(c->stats.resyncs) - c->resyncs_before;
	u64 switches = READ_ONCE(c->switches) - c->switches_before;

	return resyncs > MANY_RESYNCS && resyncs > switches / 2;
}

static void begin_minute(void)
{
	struct tda_sum total;
	unsigned int cpu;

	cpus_read_lock();
	mutex_lock(&mutex);
	for_each_possible_cpu(cpu) {
		struct tda_cpu *c = cpu_of(cpu);

		c->touched_before = touched_lately(c);
		c->resyncs_before = READ_ONCE(c->stats.resyncs);
		c->switches_before = READ_ONCE(c->switches);
		tda_switch_total(cpu, &total);
		tda_jump_begin(c, cpu, &total, ktime_get_mono_fast_ns());
		cond_resched();
	}
	mutex_unlock(&mutex);
	cpus_read_unlock();
}

static void fold_all(struct work_struct *work)
{
	begin_minute();
	tda_question_all(++rounds % FOLD_IDLE_EVERY == 0);
	queue_delayed_work(tda_wq, &fold_work, FOLD_EVERY_S * HZ);
}

/* A minute that has just begun does not say enough yet. */
static bool mostly_touched(const struct tda_cpu *c)
{
	return c->touched_before || touched_lately(c);
}

/* It counts, but not as it should. */
static void tell_of_counters(const struct tda_cpu *c, struct tda_cpu_view *view)
{
	if (view->state != TDACCT_STATE_COUNTING || *view->reason)
		return;
	if (*c->jump.name)
		snprintf(view->reason, sizeof(view->reason),
			 "%s went up by more than a CPU counts: something writes to the counter behind perf's back, and totals are too high",
			 c->jump.name);
	else if (mostly_touched(c))
		strscpy(view->reason,
			"at most of its switches perf takes the counters off and puts them on again, as for cgroup events; more slots are unclassified",
			sizeof(view->reason));
}

/* Everything about one CPU, up to its last charge. May sleep. */
void tda_cpus_look(unsigned int cpu, struct tda_cpu_view *view)
{
	struct tda_cpu *c = cpu_of(cpu);

	memset(view, 0, sizeof(*view));
	cpus_read_lock();
	mutex_lock(&mutex);
	tda_switch_total(cpu, &view->total);
	tda_jump_look(c, cpu, &view->total, ktime_get_mono_fast_ns());
	pass_time(c);
	view->cpu_ns = c->online_ns;
	view->total.lost_ns = c->lost_ns;
	tda_sum_add(&view->idle, &c->idle->counts);
	tda_sum_add(&view->untracked, &c->untracked->counts);
	view->stats = c->stats;
	/* Which sort of core it is, is asked when it is to count. */
	if (tda_other_kind && (c->other || c->state == TDACCT_STATE_COUNTING))
		view->pmu = tda_kind_of(c)->name;
	view->state = has_given_up(c) ? TDACCT_STATE_WAITING : c->state;
	strscpy(view->reason, c->reason, sizeof(view->reason));
	tell_of_counters(c, view);
	mutex_unlock(&mutex);
	cpus_read_unlock();
}

/* All that was charged on all CPUs. May sleep. */
void tda_cpus_total(struct tda_sum *sum)
{
	struct tda_sum one;
	unsigned int cpu;

	memset(sum, 0, sizeof(*sum));
	cpus_read_lock();
	mutex_lock(&mutex);
	for_each_possible_cpu(cpu) {
		tda_switch_total(cpu, &one);
		tda_sum_plus(sum, &one);
		cond_resched();
	}
	mutex_unlock(&mutex);
	cpus_read_unlock();
}

/* What no process was charged for. May sleep. */
void tda_cpus_own(struct tda_sum *idle, struct tda_sum *untracked)
{
	unsigned int cpu;

	memset(idle, 0, sizeof(*idle));
	memset(untracked, 0, sizeof(*untracked));
	for_each_possible_cpu(cpu) {
		tda_sum_add(idle, &cpu_of(cpu)->idle->counts);
		tda_sum_add(untracked, &cpu_of(cpu)->untracked->counts);
		cond_resched();
	}
}

static int init_cpu(unsigned int cpu, u64 clear_slots)
{
	struct tda_cpu *c = cpu_of(cpu);

	c->follow = IRQ_WORK_INIT_HARD(tda_switch_follow);
	c->clear_slots = clear_slots;
	c->dither = cpu;
	c->state = TDACCT_STATE_OFFLINE;
	c->jump.since_ns = ktime_get_mono_fast_ns();
	strscpy(c->reason, "offline", sizeof(c->reason));
	c->untracked = tda_task_make(cpu_to_node(cpu));
	c->idle = tda_task_make(cpu_to_node(cpu));
	return c->idle && c->untracked ? 0 : -ENOMEM;
}

/* What every CPU needs before the first switch is seen. May sleep. */
int tda_cpus_init(u64 clear_slots, bool count_guests)
{
	unsigned int cpu;
	int err = 0;

	tda_events_init(count_guests);
	tda_request_init(&tda_request_retry, &retry_work, 0);
	paused = false;
	for_each_possible_cpu(cpu)
		err = err ?: init_cpu(cpu, clear_slots);
	if (err)
		tda_cpus_exit();
	return err;
}

static unsigned int nr_present(void)
{
	unsigned int i, present = 0;

	for (i = 0; i < tda_nr_values(); i++)
		present += tda_value_present(i);
	return present;
}

/* Which CPUs count otherwise than most do. */
static void tell_others(void)
{
	static struct cpumask others;	/* under mutex */
	unsigned int cpu;

	lockdep_assert_held(&mutex);

	cpumask_clear(&others);
	for_each_online_cpu(cpu)
		if (is_counting(cpu) && cpu_of(cpu)->other)
			cpumask_set_cpu(cpu, &others);
	if (!cpumask_empty(&others))
		pr_info("CPUs %*pbl are smaller cores: %s counters, %u values of their own; sets of events are not counted there\n",
			cpumask_pr_args(&others), tda_other_kind->name,
			tda_nr_other + 1);
}

static bool does_not_count(const struct tda_cpu *c)
{
	return c->state != TDACCT_STATE_COUNTING;
}

/* Move those of @from to @same that do not count for the reason of @c. */
static void move_same(struct cpumask *same, struct cpumask *from,
		      const struct tda_cpu *c)
{
	unsigned int cpu;

	cpumask_clear(same);
	for_each_cpu(cpu, from)
		if (!strcmp(cpu_of(cpu)->reason, c->reason))
			cpumask_set_cpu(cpu, same);
	cpumask_andnot(from, from, same);
}

/* Say of the CPUs of @same, which are as @c, what they do not count, and why. */
static void tell_reason(const struct cpumask *same, const struct tda_cpu *c)
{
	bool many = cpumask_weight(same) > 1;

	if (does_not_count(c))
		pr_notice("CPU%s %*pbl %s not count: %s\n", many ? "s" : "",
			  cpumask_pr_args(same), many ? "do" : "does",
			  c->reason);
	else
		pr_notice("CPU%s %*pbl %s %s\n", many ? "s" : "",
			  cpumask_pr_args(same), many ? "count" : "counts",
			  c->reason);
}

/* A line for each reason, however many CPUs have it. */
static void tell_reasons(void)
{
	static struct cpumask left, same;	/* under mutex */
	unsigned int cpu;

	lockdep_assert_held(&mutex);

	cpumask_clear(&left);
	for_each_online_cpu(cpu)
		if (*cpu_of(cpu)->reason)
			cpumask_set_cpu(cpu, &left);
	while (!cpumask_empty(&left)) {
		const struct tda_cpu *c = cpu_of(cpumask_first(&left));

		move_same(&same, &left, c);
		tell_reason(&same, c);
	}
}

/*
 * Say what came of it. False if no CPU counts and none ever will: then @why
 * says why.
 */
static bool any_hope(char *why, size_t size)
{
	unsigned int cpu, counting = 0, hopeful = 0;

	mutex_lock(&mutex);
	for_each_online_cpu(cpu) {
		struct tda_cpu *c = cpu_of(cpu);

		counting += !does_not_count(c);
		hopeful += c->state == TDACCT_STATE_WAITING;
		if (is_chosen(cpu))
			strscpy(why, c->reason, size);
	}
	tell_reasons();
	tell_others();
	mutex_unlock(&mutex);
	if (counting)
		pr_info("counting %u values on %u of %u CPUs\n",
			nr_present(), counting, num_online_cpus());
	return counting || hopeful;
}

/*
 * From here on CPUs come and go under our eyes. Those that are there are
 * started from here and not by their hotplug threads, which a realtime task may
 * keep waiting for ever.
 */
static int follow_hotplug(void)
{
	int state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
					      "tdacct:online", come_online,
					      go_offline);

	if (state < 0)
		return state;
	hotplug_state = state;
	cpus_read_lock();
	mutex_lock(&mutex);
	start_all();
	mutex_unlock(&mutex);
	cpus_read_unlock();
	return 0;
}

/**
 * tda_cpus_start - begin to count wherever that is possible
 *
 * The hooks are attached. A CPU whose counters others hold is tried again.
 *
 * Return: 0; -ENODEV if no CPU can count, said why.
 */
int tda_cpus_start(void)
{
	char why[sizeof_field(struct tda_cpu, reason)] = "";
	int err = follow_hotplug();

	if (err)
		return err;
	register_pm_notifier(&sleep_notifier);
	if (!any_hope(why, sizeof(why))) {
		pr_err("no CPU can count: %s\n", why);
		tda_cpus_stop();
		return -ENODEV;
	}
	queue_delayed_work(tda_wq, &fold_work, FOLD_EVERY_S * HZ);
	return 0;
}

/* Let all counters go, for good. The hooks may still be there. May sleep. */
void tda_cpus_stop(void)
{
	unregister_pm_notifier(&sleep_notifier);
	tda_cpus_pause(0);
	cpuhp_remove_state_nocalls(hotplug_state);
	cancel_delayed_work_sync(&fold_work);
	cancel_delayed_work_sync(&resume_work);
	tda_request_exit(&tda_request_retry);
	cancel_delayed_work_sync(&retry_work);
}

/* The hooks are gone. */
void tda_cpus_exit(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		irq_work_sync(&cpu_of(cpu)->follow);
		tda_task_discard(cpu_of(cpu)->idle);
		tda_task_discard(cpu_of(cpu)->untracked);
	}
}
