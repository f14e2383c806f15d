// SPDX-License-Identifier: GPL-2.0
/*
 * CPUs give counters to others who want them, and take them back.
 *
 * A CPU gives step by step, as long as others go on waiting: first all but what is
 * always counted; then all. The machinery is what there is for counters that were taken
 * away: what a CPU lacks is missing, and its slots are told as slots without events; a
 * CPU that lacks all waits, and its time is lost.
 *
 * A CPU takes all back when nobody has been seen for a second to want it, and longer
 * if they came back soon the last time. No task may have a pinned event by then: a
 * CPU's pinned events come before a task's, which would be off for good without a
 * word. Those of the CPU itself are no harm: they were made before our new ones, so
 * they come first, and we have what is left.
 *
 * Others who have been there for long must share: from then on both sides take
 * turns of a second, on all CPUs at once. Who is seen not to wait in our turn does
 * not need what was given, and we keep it.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bits.h>
#include <linux/cpu.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>

#include "base/arch.h"
#include "charge/counter.h"
#include "charge/deferred.h"
#include "charge/pmu.h"
#include "others.h"
#include "reconcile.h"
#include "share.h"
#include "state.h"
#include "want.h"

/*
 * perf tries those who wait again at each of its ticks, 4 ms on most machines: after
 * so many of them it is known whether what was given is enough.
 */
#define BLIND_TICKS	3
#define BLIND_LEAST_MS	15
#define LOOK_MS		250	/* between two looks for others */
#define LOOK_SHARE	20	/* and no more than a 20th of the time is spent on them */
#define HOLD_MAX_S	8
#define SOON_NS		NSEC_PER_SEC
#define CALM_NS		(10 * NSEC_PER_SEC)
#define TURN_NS		NSEC_PER_SEC
#define TRY_NS		(60 * NSEC_PER_SEC)	/* if others always come first */

static void share(struct work_struct *work);
static DECLARE_DELAYED_WORK(share_work, share);

unsigned int tda_share_after_s = 60;	/* by an administrator, any time */

static u64 calm_newest;		/* by M, read by the work: no event up to this one
				 * keeps us from what we want; 0: any may */

/*
 * The work alone writes these, under the mutex; so it may read them without, and others
 * under the mutex. Times are of the mono clock.
 */
static u64 needed_ns;		/* others had counters of ours then, or it was our turn */
static u64 seen_ns;		/* somebody was seen then who needs what was given */
static u64 had_ns;		/* others have had counters of ours for so long, less the
				 * time without; at most a turn more than patience_ns() */
static u64 told_ns;		/* had_ns is that of this moment */
static bool have;		/* others have some since the work ended last */
static u64 turn_until_ns;	/* the turn that it is lasts until then, at least */
static bool turns;		/* both sides take turns */
static bool our_turn;

static bool watched;		/* at load and unload: others are noticed */
static unsigned int nr_general;	/* constant: general counters of a CPU */
static bool told_failed;	/* under the mutex: the log has it */
static struct tda_others in_tasks;	/* of the work: of the last look at tasks */
static u64 looked_ns;		/* of the work: then it began, mono clock */
static u64 look_ns;		/* of the work: so long it is until then */

/* ---- steps ------------------------------------------------------------------ */

/* @c has these counters left that @step would give, a bit each. */
static unsigned int has_to_give(const struct tda_cpu *c, enum tda_given step)
{
	return step == TDA_GIVEN_NOTHING ? 0 : tda_cpu_can_give(c);
}

/* Counts the general counters that others can have when @c has given up to @step. */
static unsigned int nr_left(const struct tda_cpu *c, enum tda_given step)
{
	unsigned int i, nr = nr_general;

	for (i = 0; step < TDA_GIVEN_ALL && i < tda_nr_counters_of(c); i++)
		if (c->counter[i].event && !(has_to_give(c, step) & BIT(i)) &&
		    !tda_is_missing(c, i) &&
		    tda_arch_counter(c->counter[i].event) < TDA_ARCH_GENERAL)
			nr -= min(nr, 1U);
	return nr;
}

/*
 * Events were made on @c that will count soon, if there is room. Whether there is, is
 * guessed from their number: if that is too little, they will be seen to wait.
 */
static enum tda_given soon_step(const struct tda_cpu *c)
{
	unsigned int nr = READ_ONCE(c->share.nr_wanted) + tda_others_nr(c);
	enum tda_given step = c->share.given;

	while (step < TDA_GIVEN_ALL && nr_left(c, step) < nr)
		step++;
	/* More than there are take turns, whatever is given. */
	if (nr_left(c, step) < nr)
		step = TDA_GIVEN_EXTRA;
	if (step < TDA_GIVEN_ALL && !has_to_give(c, step))
		return c->share.given;
	return step;
}

/* Returns the step that @c is to give next, if others @want something of it. */
static enum tda_given next_step(const struct tda_cpu *c, unsigned int want)
{
	enum tda_given step = c->share.given + 1;

	if (want == TDA_WANT_SOON)
		return soon_step(c);
	if (want & TDA_WANT_FIRST)
		return TDA_GIVEN_ALL;
	if (step == TDA_GIVEN_EXTRA && !has_to_give(c, step))
		step = TDA_GIVEN_ALL;
	/* a pinned event was made; nobody knows whether it lacks a counter */
	if (step == TDA_GIVEN_ALL && !(want & TDA_WANT_TURN))
		return c->share.given;
	return step;
}

/* Give up to @step of what @cpu has, for what others were seen to @want. */
static void give(unsigned int cpu, enum tda_given step, unsigned int want)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	struct tda_share *s = &c->share;
	const u64 now = ktime_get_ns();

	if (!s->given) {
		s->given_since_ns = now;
		s->pid = 0;
	}
	if (step == TDA_GIVEN_ALL) {
		tda_cpu_forget_given(c);
		tda_want_forget(c, ~0U);
	}
	s->given = step;
	tda_cpu_reconcile(cpu);
	if (!s->given)
		return;		/* it has lost a counter meanwhile, and waits */
	s->quiet_since_ns = now;
	seen_ns = now;
	WRITE_ONCE(s->blind_until_ns,
		   now + max(BLIND_TICKS * s->tick_ms + 3, BLIND_LEAST_MS + 0U) *
		   NSEC_PER_MSEC);
	tda_want_forget(c, want | TDA_WANT_TURN);
}

/*
 * How long is @c, which has everything, to be quiet when it has given some? If others
 * are back soon, they may have been there all the time and had only not been seen.
 */
static void choose_hold(struct tda_share *s)
{
	u64 past = ktime_get_ns() - s->returned_ns;

	if (!s->returned_ns || past > SOON_NS)
		s->hold_s = 1;
	else
		s->hold_s = min(2 * s->hold_s, (unsigned int)HOLD_MAX_S);
	if (s->returned_ns && past <= CALM_NS)
		WRITE_ONCE(calm_newest, 0);
}

/*
 * @cpu asks perf for all that it gave. The caller has seen to @seen of what others
 * want; what is noted beside that, or meanwhile, stays noted.
 */
static void take_back(unsigned int cpu, unsigned int seen)
{
	struct tda_cpu *c = tda_cpu_of(cpu);

	tda_cpu_forget_given(c);
	tda_want_forget(c, seen);
	c->share.returned_ns = ktime_get_ns();
	c->retry_s = 0;
	c->renew = true;
	tda_cpu_reconcile(cpu);
}

/* ---- one CPU ---------------------------------------------------------------- */

/* May @c give any, now that others @want something? */
static bool is_to_give(const struct tda_cpu *c, unsigned int want)
{
	if (!want || c->state != TDACCT_STATE_COUNTING)
		return false;
	if (our_turn && READ_ONCE(tda_sharing) == TDA_SHARE_FAIR)
		return want & TDA_WANT_PINNED;
	if (want & TDA_WANT_TURN && ktime_get_ns() < c->share.blind_until_ns)
		return false;
	return true;
}

/*
 * @cpu has given counters, and others were noted to have @wanted something of it. If
 * nobody needs what was given any more, take it back.
 */
static void look_at(unsigned int cpu, unsigned int wanted)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	struct tda_share *s = &c->share;
	struct tda_others others = in_tasks;
	u64 now = ktime_get_ns();

	tda_others_of_cpu(c, calm_newest, &others);
	/* It came too late, and is tried but once: people believe that it counts. */
	if (others.failed && !told_failed) {
		told_failed = true;
		pr_warn("CPU %u: an event of the kernel itself found no counter and counts nothing, though the kernel may call it enabled; if it is the NMI watchdog: tdacct pause --for 5s; sysctl kernel.nmi_watchdog=0; sysctl kernel.nmi_watchdog=1\n",
			cpu);
	}
	if (others.pid) {
		s->pid = others.pid;
		strscpy(s->comm, others.comm, sizeof(s->comm));
	}
	if (others.waiting || in_tasks.pinned || wanted & TDA_WANT_PINNED) {
		s->quiet_since_ns = now;
		seen_ns = now;
		tda_want_forget(c, wanted & TDA_WANT_PINNED);
		return;
	}
	/* Tasks are not looked at each time: until they are, it may be one of theirs. */
	if (looked_ns >= s->quiet_since_ns + s->hold_s * NSEC_PER_SEC)
		take_back(cpu, wanted);
}

static void settle(unsigned int cpu)
{
	struct tda_cpu *c = tda_cpu_of(cpu);
	unsigned int want = atomic_read(&c->share.wanted);
	enum tda_given step;

	if (tda_cpu_has_given_up(c)) {
		tda_cpu_reconcile(cpu);
		return;
	}
	if (READ_ONCE(tda_sharing) == TDA_SHARE_TDACCT) {
		if (c->share.given)
			take_back(cpu, ~0U);
		else
			tda_want_forget(c, ~0U);
	} else if (is_to_give(c, want)) {
		step = next_step(c, want);
		if (step > c->share.given && !c->share.given)
			choose_hold(&c->share);
		if (step > c->share.given)
			give(cpu, step, want);
		else
			tda_want_forget(c, want);
	} else if (c->share.given) {
		look_at(cpu, want);
	} else if (c->state != TDACCT_STATE_COUNTING) {
		/* It was noticed in the moment in which the CPU stopped. */
		tda_want_forget(c, want);
	}
}

/* ---- turns ------------------------------------------------------------------ */

static bool any_given(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu)
		if (tda_cpu_of(cpu)->share.given)
			return true;
	return false;
}

static bool any_wanted_back(void)
{
	unsigned int cpu;

	for_each_online_cpu(cpu)
		if (tda_cpu_of(cpu)->share.lent &&
		    atomic_read(&tda_cpu_of(cpu)->share.wanted))
			return true;
	return false;
}

/*
 * Before each turn of ours all tasks are looked at. If that takes long, turns are longer,
 * so that it takes no more than a 20th of the time.
 */
static u64 turn_ns(void)
{
	return max_t(u64, TURN_NS, look_ns / 2);
}

/* Others come first for so long: a turn, at least. */
static u64 patience_ns(void)
{
	return READ_ONCE(tda_sharing) == TDA_SHARE_PERF ? TRY_NS :
	       max_t(u64, READ_ONCE(tda_share_after_s) * NSEC_PER_SEC,
		     turn_ns());
}

/* A turn that begins late ends later. */
static void begin_our_turn(u64 now)
{
	const u64 patience = min(patience_ns(), had_ns);
	unsigned int cpu;

	our_turn = true;
	turns = true;
	turn_until_ns = now + turn_ns() + (had_ns - patience);
	for_each_online_cpu(cpu) {
		struct tda_share *s = &tda_cpu_of(cpu)->share;
		enum tda_given given = s->given;

		if (!given)
			continue;
		take_back(cpu, TDA_WANT_TURN | TDA_WANT_SOON);
		s->lent = given;
	}
}

/* Others who waited have again what they had; the rest did not need it. */
static void end_our_turn(u64 now)
{
	unsigned int cpu;

	our_turn = false;
	turn_until_ns = now + (READ_ONCE(tda_sharing) == TDA_SHARE_PERF ? TRY_NS :
									  turn_ns());
	for_each_online_cpu(cpu) {
		struct tda_share *s = &tda_cpu_of(cpu)->share;
		unsigned int want = atomic_read(&s->wanted);
		enum tda_given lent = s->lent;

		s->lent = TDA_GIVEN_NOTHING;
		if (lent > s->given && want & ~TDA_WANT_FIRST &&
		    tda_cpu_is_counting(cpu) &&
		    READ_ONCE(tda_sharing) != TDA_SHARE_TDACCT)
			give(cpu, lent, want);
	}
}

/*
 * Bring had_ns up to date. Time in which others have no counter of ours is taken off, so
 * those who leave us more than half of the time never have to take turns.
 */
static void tell_time(u64 now)
{
	u64 past = now - told_ns, patience = patience_ns();

	had_ns = have ? min(had_ns + past, patience + turn_ns()) :
			had_ns - min(had_ns, past);
	told_ns = now;
	if (had_ns + 2 * turn_ns() < patience || (!have && !had_ns))
		turns = false;
}

/* All CPUs are settled: do others have counters of ours from here on? */
static void tell_change(void)
{
	bool now_have = any_given();
	u64 now = ktime_get_ns();

	/* Others who come now have a whole turn before ours. */
	if (now_have && !have)
		turn_until_ns = max(turn_until_ns, now + turn_ns());
	/* We kept away for a while after they were last seen: that is not their time. */
	if (have && !now_have && !our_turn) {
		tell_time(now);
		had_ns -= min(had_ns, now - seen_ns);
	}
	have = now_have;
}

/* @due: our turn is due, and tasks were looked at: if none has a pinned event, begin it. */
static void take_turns(bool due)
{
	u64 now = ktime_get_ns();

	tell_time(now);
	if (our_turn) {
		if (now >= turn_until_ns || (any_wanted_back() &&
					     READ_ONCE(tda_sharing) == TDA_SHARE_PERF))
			end_our_turn(now);
		needed_ns = now;
		return;
	}
	if (!any_given())
		return;
	needed_ns = now;
	if (due && !in_tasks.pinned)
		begin_our_turn(now);
}

/* ---- the work --------------------------------------------------------------- */

/* When is there something to be done, in ns from now? 0: not before somebody asks. */
static u64 due_in(void)
{
	u64 now = ktime_get_ns(), look = looked_ns + look_ns, turn;

	if (our_turn)
		return turn_until_ns > now ? turn_until_ns - now : 1;
	if (!have)
		return 0;
	look = look > now ? look - now : LOOK_MS * NSEC_PER_MSEC;
	turn = turn_until_ns > now ? turn_until_ns - now : 0;
	if (had_ns < patience_ns())
		turn = max(turn, patience_ns() - had_ns);
	return turn ? min(look, turn) : look;
}

/*
 * Which events do others have in tasks? The answer is from the last look as long as
 * another one would make looks take more than a 20th of the time; but if our turn is @due,
 * it is new. While others have no counter of ours, the question does not arise.
 */
static void look_at_tasks(bool due)
{
	u64 began = ktime_get_ns();

	if (!have) {
		memset(&in_tasks, 0, sizeof(in_tasks));
		return;
	}
	if (!due && began < looked_ns + look_ns)
		return;
	memset(&in_tasks, 0, sizeof(in_tasks));
	tda_others_of_tasks(READ_ONCE(calm_newest), &in_tasks);
	look_ns = max_t(u64, LOOK_MS * NSEC_PER_MSEC,
			(ktime_get_ns() - began) * LOOK_SHARE);
	looked_ns = began;
}

static void share(struct work_struct *work)
{
	unsigned int cpu;
	bool our_turn_due;
	u64 now, due;

	tda_deferred_begin(&tda_deferred_share);
	now = ktime_get_ns();
	our_turn_due = have && !our_turn && now >= turn_until_ns &&
		       had_ns + (now - told_ns) >= patience_ns();
	look_at_tasks(our_turn_due);
	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	/* Turns first: others may have come now, and those of the last turn be gone. */
	take_turns(our_turn_due);
	for_each_online_cpu(cpu)
		settle(cpu);
	tell_change();
	due = due_in();
	if (due)
		tda_defer_later(&tda_deferred_share, nsecs_to_jiffies(due) + 1);
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
}

/* Once a minute: if all is calm, no event that others have by now is any harm. May sleep. */
void tda_share_minute(void)
{
	lockdep_assert_held(&tda_cpus_mutex);

	if (!watched || any_given() || our_turn ||
	    ktime_get_ns() - needed_ns < CALM_NS)
		return;
	WRITE_ONCE(calm_newest, tda_others_newest());
	told_failed = false;
}

/* Adds to @reason, for people, which others have counters of @c, and for how long. */
void tda_share_tell(const struct tda_cpu *c, char *reason, size_t size)
{
	const struct tda_share *s = &c->share;
	char who[TASK_COMM_LEN + 12] = "perf";
	size_t len = strlen(reason);
	bool in_turns;

	lockdep_assert_held(&tda_cpus_mutex);

	if (!s->given || len >= size)
		return;
	in_turns = our_turn || (turns && any_given() &&
				READ_ONCE(tda_sharing) == TDA_SHARE_FAIR);
	if (s->pid)
		snprintf(who, sizeof(who), "%s %d", s->comm, s->pid);
	snprintf(reason + len, size - len, " (%s, for %llu s%s)", who,
		 (ktime_get_ns() - s->given_since_ns) / NSEC_PER_SEC,
		 in_turns ? ", in turns" : "");
}

/* Before any CPU counts: so many general counters a CPU has. */
void tda_cpus_have_general(unsigned int nr)
{
	nr_general = nr;
}

/* At load, before any CPU counts. */
void tda_cpus_share_init(void)
{
	needed_ns = 0;
	seen_ns = 0;
	turns = false;
	had_ns = 0;
	told_ns = 0;
	have = false;
	turn_until_ns = 0;
	our_turn = false;
	told_failed = false;
	calm_newest = 0;
	looked_ns = 0;
	look_ns = 0;
	tda_deferred_init(&tda_deferred_share, &share_work, 0);
}

/* CPUs count: share their counters from here on. May sleep. */
void tda_cpus_share_start(void)
{
	int err = tda_others_init(&calm_newest);

	watched = !err;
	if (err)
		pr_notice("others who want counters cannot be noticed on this kernel (error %d): they have what is left, as with share=tdacct\n",
			  err);
}

/* Nobody is listened to any more. CPUs may count still. May sleep. */
void tda_cpus_share_exit(void)
{
	tda_others_exit();
	watched = false;
	tda_deferred_exit(&tda_deferred_share);
	cancel_delayed_work_sync(&share_work);
}
