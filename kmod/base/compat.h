/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every difference between the kernels that we build for, under the newest
 * kernel's names. probe.mk finds out which of them apply. What only one
 * architecture has is in a header of its own, such as compat_x86.h.
 */
#ifndef _TDA_COMPAT_H
#define _TDA_COMPAT_H

#include <linux/irq_work.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/coredump.h>
#ifdef TDA_TASK_HAS_EXEC_STATE
#include <linux/sched/exec_state.h>
#endif
#include <linux/sched/isolation.h>
#include <linux/shrinker.h>
#include <linux/slab.h>

#ifdef TDA_TASK_HAS___STATE
#define tda_task_state(task)	READ_ONCE((task)->__state)
#else
#define tda_task_state(task)	READ_ONCE((task)->state)
#endif

/*
 * May the owner of @task look into it? Not into what a set-user-ID program
 * does, nor into one that refuses by prctl(). Under RCU, and the caller sees to
 * it that @task keeps its memory, if it has any. Where a kernel does not
 * remember it beyond that, nobody may.
 */
static inline bool tda_task_dumpable(struct task_struct *task)
{
#ifdef TDA_TASK_HAS_EXEC_STATE
	struct task_exec_state *state = rcu_dereference_raw(task->exec_state);

	return state && READ_ONCE(state->dumpable) == TASK_DUMPABLE_OWNER;
#else
	if (task->mm)
		return get_dumpable(task->mm) == SUID_DUMP_USER;
#ifdef TDA_TASK_HAS_USER_DUMPABLE
	return task->user_dumpable;
#else
	return false;
#endif
#endif
}

/*
 * The threads of @leader's process, in an RCU read section. The kernel's own walk asks
 * a debug kernel from 6.7 on whether tasklist_lock is held, too, which no module can
 * name.
 */
#define tda_for_each_thread(leader, task)				\
	list_for_each_entry_rcu(task, &(leader)->signal->thread_head,	\
				thread_node)
/* Goes through the threads of all processes, by two loops. */
#define tda_for_each_process_thread(leader, task)			\
	for_each_process(leader) tda_for_each_thread(leader, task)

#ifdef CONFIG_SMP
#define tda_task_on_cpu(task)	READ_ONCE((task)->on_cpu)
#else
#define tda_task_on_cpu(task)	((task) == current)
#endif

/* Does the administrator want this CPU left in peace (nohz_full=)? */
#ifndef TDA_HAS_HK_TYPE
#define HK_TYPE_TICK		HK_FLAG_TICK
#endif
#define tda_cpu_isolated(cpu)	(!housekeeping_cpu(cpu, HK_TYPE_TICK))

/*
 * An irq_work that runs in interrupt context under PREEMPT_RT too: there all
 * others wait until a thread of the CPU runs, which a realtime task can keep
 * from it for ever.
 */
#ifndef IRQ_WORK_INIT_HARD
#define IRQ_WORK_INIT_HARD(f)	(struct irq_work){		\
	.flags	= ATOMIC_INIT(IRQ_WORK_HARD_IRQ),		\
	.func	= (f),						\
}
#endif

/*
 * A shrinker that newer kernels make. Where it cannot be registered on older ones it
 * is never called, and unregister_shrinker() lets it be.
 */
#ifndef TDA_HAS_SHRINKER_ALLOC
static inline struct shrinker *shrinker_alloc(unsigned int flags,
					      const char *name)
{
	struct shrinker *shrinker = kzalloc(sizeof(*shrinker), GFP_KERNEL);

	if (shrinker)
		shrinker->seeks = DEFAULT_SEEKS;
	return shrinker;
}

static inline void shrinker_register(struct shrinker *shrinker)
{
#ifdef TDA_SHRINKER_HAS_NAME
	int err = register_shrinker(shrinker, "tdacct");
#else
	int err = register_shrinker(shrinker);
#endif

	if (err)
		pr_notice_once("tdacct: no shrinker could be had: error %d\n",
			       err);
}

static inline void shrinker_free(struct shrinker *shrinker)
{
	unregister_shrinker(shrinker);
	kfree(shrinker);
}
#endif

/* These are what sched_switch hands to its probes. */
#ifdef TDA_SWITCH_HAS_PREV_STATE
#define TDA_SWITCH_ARGS	void *data, bool preempt, struct task_struct *prev, \
			struct task_struct *next, unsigned int prev_state
#define TDA_SWITCH_PASSED	data, preempt, prev, next, prev_state
#else
#define TDA_SWITCH_ARGS	void *data, bool preempt, struct task_struct *prev, \
			struct task_struct *next
#define TDA_SWITCH_PASSED	data, preempt, prev, next
#endif

/* There is no such tracepoint: nobody calls its probe. */
#ifndef TDA_HAS_PREPARE_EXEC
#define check_trace_callback_type_sched_prepare_exec(probe)	((void)(probe))
#endif

/* The attributes of the request that began a dump. */
#ifdef TDA_HAS_GENL_INFO_DUMP
#define tda_dump_attrs(cb)	(genl_info_dump(cb)->attrs)
#else
#define tda_dump_attrs(cb)	(genl_dumpit_info(cb)->attrs)
#endif

/*
 * The events that @task has, or NULL: under RCU. And the timer by which perf lets
 * others take turns on the CPU that @event is of.
 */
#ifdef TDA_PERF_HAS_PMU_CONTEXT
#define tda_perf_context(task)	READ_ONCE((task)->perf_event_ctxp)
#define tda_perf_timer(event)						\
	(&container_of((event)->pmu_ctx, struct perf_cpu_pmu_context,	\
		       epc)->hrtimer)
#else
#define tda_perf_context(task)						\
	READ_ONCE((task)->perf_event_ctxp[perf_hw_context])
#define tda_perf_timer(event)						\
	(&container_of((event)->ctx, struct perf_cpu_context, ctx)->hrtimer)
#endif

#endif /* _TDA_COMPAT_H */
