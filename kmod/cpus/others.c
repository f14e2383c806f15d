// SPDX-License-Identifier: GPL-2.0
/*
 * How others who want counters are noticed and looked up. See others.h.
 *
 * perf calls ->cancel_txn() of the PMU for each group of events that finds no
 * counter, whoever it is of. Events that may take turns are tried again when
 * perf's timer lets them take turns: that is seen, too, as one that wants all
 * counters for itself never comes to ->cancel_txn(). A pinned event is tried once, so
 * it is noticed when it is made: whoever makes it enables it later, mostly. So are
 * others, to which that saves the first milliseconds.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "base/compat.h"
#include "charge/counter.h"
#include "events.h"
#include "others.h"
#include "record/task.h"
#include "state.h"
#include "want.h"

/* No longer than this is looked at a list of events with interrupts off. */
#define MOST_SEEN	64

/* The task that asks perf for our own events now, and the CPU that they are for. */
static struct task_struct *asker;	/* under tda_cpus_mutex, read by all */
static int asking_cpu = -1;		/* the same */

/* The caller asks perf for our own events of @cpu, until tda_others_asked(). */
void tda_others_ask(unsigned int cpu)
{
	lockdep_assert_held(&tda_cpus_mutex);

	WRITE_ONCE(asker, current);
	WRITE_ONCE(asking_cpu, cpu);
}

void tda_others_asked(void)
{
	WRITE_ONCE(asking_cpu, -1);
	WRITE_ONCE(asker, NULL);
}

/*
 * The PMUs by which CPUs count, which are several where perf has one for each type of
 * cores, also where all count as one core_type. M, read by any.
 */
static const struct pmu *counted[TDA_MAX_CORE_TYPES];

static bool is_counted(const struct pmu *pmu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(counted); i++)
		if (READ_ONCE(counted[i]) == pmu)
			return true;
	return false;
}

static void note_counted(const struct pmu *pmu)
{
	unsigned int i = 0;

	if (is_counted(pmu))
		return;
	while (i < ARRAY_SIZE(counted) - 1 && counted[i])
		i++;
	WRITE_ONCE(counted[i], pmu);
}

/* From here on whoever waits for counters of @c, which has events, is noticed. */
void tda_others_know(struct tda_cpu *c)
{
	const struct perf_event *event = c->counter[0].event;

	note_counted(event->pmu);
	c->share.tick_ms = max(event->pmu->hrtimer_interval_ms, 1);
	WRITE_ONCE(c->share.timer, tda_perf_timer(event));
	WRITE_ONCE(c->share.pmu, event->pmu);
}

/* And from here on no more: there is nothing to be had. */
void tda_others_forget(struct tda_cpu *c)
{
	WRITE_ONCE(c->share.pmu, NULL);
	WRITE_ONCE(c->share.timer, NULL);
}

static bool is_own(const struct tda_cpu *c, const struct perf_event *event)
{
	unsigned int i;

	if (event == READ_ONCE(c->share.anchor))
		return true;
	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (event == READ_ONCE(c->counter[i].event))
			return true;
	return false;
}

/* Does it count slots, or a metric, each of which goes with the one SLOTS there is? */
static bool wants_first(const struct perf_event *event)
{
	return tda_nr_fields && event->attr.type != PERF_TYPE_HARDWARE &&
	       event->attr.type != PERF_TYPE_HW_CACHE &&
	       !(event->attr.config & 0xff) &&
	       (event->attr.config >> 8 & 0xff) >= 4;
}

/* ---- noticed -------------------------------------------------------------- */

struct waiting {
	unsigned int	nr;
	unsigned int	idle;	/* of these, at least so many have no counter now */
	unsigned int	want;
};

/* Count the events in @ctx that others have in state @least or above. Under RCU. */
static void count_those(const struct tda_cpu *c,
			const struct perf_event_context *ctx,
			enum perf_event_state least, struct waiting *w)
{
	const struct pmu *pmu = READ_ONCE(c->share.pmu);
	const struct perf_event *event;
	unsigned int seen = 0;

	list_for_each_entry_rcu(event, &ctx->event_list, event_entry) {
		if (seen++ == MOST_SEEN) {
			w->idle++;	/* whether the others have any is unknown */
			break;
		}
		if (event->pmu != pmu ||
		    READ_ONCE(event->state) < least ||
		    is_own(c, event))
			continue;
		w->nr++;
		w->idle += READ_ONCE(event->state) == PERF_EVENT_STATE_INACTIVE;
		if (wants_first(event))
			w->want |= TDA_WANT_FIRST;
	}
}

/*
 * Somebody waits on this CPU, @surely or only if one of them is seen to have no
 * counter. Interrupts off; perf's locks are held.
 */
static void note_waiting(struct tda_cpu *c, bool surely)
{
	struct waiting w = { .want = TDA_WANT_TURN };
	const struct perf_event *own = READ_ONCE(c->counter[0].event);
	struct perf_event_context *ctx;

	if (READ_ONCE(asking_cpu) == smp_processor_id() || !own ||
	    !tda_want_listens(c, TDA_WANT_TURN))
		return;
	rcu_read_lock();
	count_those(c, own->ctx, PERF_EVENT_STATE_INACTIVE, &w);
	ctx = tda_perf_context(current);
	if (ctx)
		count_those(c, ctx, PERF_EVENT_STATE_INACTIVE, &w);
	rcu_read_unlock();
	if (surely || w.idle)
		tda_want_note(c, w.want, w.nr);
}

/* A group of events has got no counter on this CPU. */
static int on_refused(struct kprobe *probe, struct pt_regs *regs)
{
	const void *pmu = (const void *)regs_get_kernel_argument(regs, 0);
	struct tda_cpu *c = this_cpu_ptr(&tda_cpus);

	if (pmu == READ_ONCE(c->share.pmu) && pmu)
		note_waiting(c, true);
	return 0;
}

/* It is time for others to take turns here, or it was, before they had enough. */
static int on_turn(struct kprobe *probe, struct pt_regs *regs)
{
	const void *timer = (const void *)regs_get_kernel_argument(regs, 0);
	struct tda_cpu *c = this_cpu_ptr(&tda_cpus);

	if (timer == READ_ONCE(c->share.timer) && timer)
		note_waiting(c, false);
	return 0;
}

/* An event that may take turns was made for a task, or for a CPU. */
static void note_soon(struct perf_event_context *ctx,
		      const struct perf_event *event)
{
	struct task_struct *task = READ_ONCE(ctx->task);
	struct waiting w = { .nr = 1, .want = TDA_WANT_SOON };
	struct tda_cpu *c;

	if (event->cpu < 0 && IS_ERR_OR_NULL(task))
		return;
	c = per_cpu_ptr(&tda_cpus, event->cpu < 0 ? task_cpu(task) : event->cpu);
	if (event->pmu != READ_ONCE(c->share.pmu) ||
	    !tda_want_listens(c, TDA_WANT_SOON))
		return;
	if (wants_first(event))
		w.want |= TDA_WANT_FIRST;
	rcu_read_lock();
	if (task)
		count_those(c, ctx, PERF_EVENT_STATE_OFF, &w);
	rcu_read_unlock();
	tda_want_note(c, w.want, w.nr);
}

static void note_pinned(unsigned int cpu, const struct perf_event *event)
{
	struct tda_cpu *c = per_cpu_ptr(&tda_cpus, cpu);
	unsigned int want = TDA_WANT_PINNED;

	if (event->pmu != READ_ONCE(c->share.pmu))
		return;
	if (wants_first(event))
		want |= TDA_WANT_FIRST;
	if (tda_want_listens(c, want))
		tda_want_note(c, want, 0);
}

/* An event comes to a CPU, or to a task, which may run on any. */
static int on_install(struct kprobe *probe, struct pt_regs *regs)
{
	struct perf_event_context *ctx = (void *)regs_get_kernel_argument(regs, 0);
	const struct perf_event *event =
		(const void *)regs_get_kernel_argument(regs, 1);
	unsigned int cpu;

	if (current == READ_ONCE(asker))
		return 0;
	if (!event->attr.pinned)
		note_soon(ctx, event);
	else if (event->cpu >= 0)
		note_pinned(event->cpu, event);
	else
		for_each_online_cpu(cpu)
			note_pinned(cpu, event);
	return 0;
}

/* Counts the events that others have on the CPU itself, on or off. As above. */
unsigned int tda_others_nr(const struct tda_cpu *c)
{
	const struct perf_event *own = c->counter[0].event;
	struct waiting w = { };

	lockdep_assert_held(&tda_cpus_mutex);

	rcu_read_lock();
	if (own)
		count_those(c, own->ctx, PERF_EVENT_STATE_OFF, &w);
	rcu_read_unlock();
	return w.nr;
}

static struct kprobe probes[] = {
	{ .pre_handler = on_refused },		/* at the PMU's ->cancel_txn() */
	{ .pre_handler = on_turn, .symbol_name = "perf_mux_hrtimer_handler" },
	{ .pre_handler = on_install, .symbol_name = "perf_install_in_context" },
};

static bool probed[ARRAY_SIZE(probes)];		/* at load and unload */

/* An event that counts nothing, on a CPU that might count; no other's. May sleep. */
static struct perf_event *make_idle_event(void)
{
	struct perf_event *event;
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	for_each_online_cpu(cpu) {
		if (tda_cpu_of(cpu)->state != TDACCT_STATE_COUNTING &&
		    tda_cpu_of(cpu)->state != TDACCT_STATE_WAITING)
			continue;
		tda_others_ask(cpu);
		event = tda_events_make_idle(cpu);
		tda_others_asked();
		return event;
	}
	return ERR_PTR(-ENODEV);
}

/*
 * perf numbers events as they are made: all that others have by now have lower
 * numbers than this. 0: it cannot be had. Under tda_cpus_mutex, CPUs do not come
 * or go. May sleep.
 */
u64 tda_others_newest(void)
{
	struct perf_event *event = make_idle_event();
	u64 newest;

	if (IS_ERR(event))
		return 0;
	newest = event->id;
	perf_event_release_kernel(event);
	return newest;
}

/* Finds the function that tells the PMU that a group has no counter; NULL: none. */
static void *find_refusal(u64 *newest)
{
	struct perf_event *event;
	void *address = NULL;

	cpus_read_lock();
	mutex_lock(&tda_cpus_mutex);
	event = make_idle_event();
	if (!IS_ERR(event)) {
		*newest = event->id;
		address = event->pmu->cancel_txn;
		perf_event_release_kernel(event);
	}
	mutex_unlock(&tda_cpus_mutex);
	cpus_read_unlock();
	return address;
}

/**
 * tda_others_init - notice others who want counters from here on
 * @newest: the number of the newest event that there is, as tda_others_newest()
 *
 * CPUs count, or wait. Goes on with what the kernel lets be probed. May sleep.
 *
 * Return: 0, or an error if those who wait cannot be noticed at all.
 */
int tda_others_init(u64 *newest)
{
	unsigned int i;
	int err = -ENODEV;

	probes[0].addr = find_refusal(newest);
	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		if (!i && !probes[0].addr)
			continue;
		err = register_kprobe(&probes[i]);
		probed[i] = !err;
		if (err && i)
			pr_notice("%s cannot be probed (error %d), so some who want counters are noticed later or not at all\n",
				  probes[i].symbol_name, err);
	}
	return probed[0] || probed[1] ? 0 : err;
}

/* May sleep. */
void tda_others_exit(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		if (!probed[i])
			continue;
		unregister_kprobe(&probes[i]);
		probed[i] = false;
	}
}

/* ---- looked up ------------------------------------------------------------ */

/*
 * Adds @event to @found if it is newer than @after. An event that a task inherits is as
 * old as its parent; one of the kernel has an error pointer in place of an owner.
 */
static void see_event(const struct perf_event *event, u64 after,
		      struct tda_others *found)
{
	const struct perf_event *made = READ_ONCE(event->parent) ?: event;
	const struct task_struct *owner = READ_ONCE(event->owner);
	enum perf_event_state state = READ_ONCE(event->state);

	if (event->attr.pinned && state == PERF_EVENT_STATE_ERROR &&
	    IS_ERR(owner))
		found->failed++;
	if (made->id <= after || state < PERF_EVENT_STATE_OFF)
		return;
	if (event->attr.pinned)
		found->pinned++;
	else if (state >= PERF_EVENT_STATE_INACTIVE)
		found->waiting++;
	else
		return;
	if (found->pid || IS_ERR_OR_NULL(owner))
		return;
	found->pid = owner->pid;
	memcpy(found->comm, owner->comm, sizeof(found->comm));
	found->comm[sizeof(found->comm) - 1] = '\0';
}

/* The one work that looks adds to this what it finds, of events newer than that. */
static struct tda_others *looking;
static u64 looking_after;

/* The record's task stays, as the lock of its bucket is held. */
static void see_task(struct tda_task *t, u64 unused)
{
	struct perf_event_context *ctx = tda_perf_context(t->task);
	const struct perf_event *event;
	unsigned int seen = 0;

	if (!ctx)
		return;
	list_for_each_entry_rcu(event, &ctx->event_list, event_entry) {
		if (seen++ == MOST_SEEN)
			break;
		if (is_counted(event->pmu))
			see_event(event, looking_after, looking);
	}
}

/**
 * tda_others_of_tasks - events that tasks have
 * @after: only those that are newer than this one, of tda_others_newest()
 * @found: what there is, is added here
 *
 * By one caller at a time. May sleep.
 */
void tda_others_of_tasks(u64 after, struct tda_others *found)
{
	looking = found;
	looking_after = after;
	tda_tasks_visit(see_task);
}

/*
 * Finds what others have among the events of the CPU @c itself, not of its tasks. It has
 * one of ours at least. Under tda_cpus_mutex.
 */
void tda_others_of_cpu(const struct tda_cpu *c, u64 after,
		       struct tda_others *found)
{
	const struct perf_event *own = c->counter[0].event ?: c->share.anchor;
	const struct perf_event *event;

	lockdep_assert_held(&tda_cpus_mutex);

	if (!own)
		return;
	rcu_read_lock();
	list_for_each_entry_rcu(event, &own->ctx->event_list, event_entry)
		if (event->pmu == own->pmu && !is_own(c, event))
			see_event(event, after, found);
	rcu_read_unlock();
}
