// SPDX-License-Identifier: GPL-2.0
/*
 * The tracepoints of the scheduler and of cgroups. No kernel exports these to
 * modules by name, but every kernel lets a module walk over all of them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/binfmts.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/cgroup.h>
#include <trace/events/sched.h>

#include "base/compat.h"
#include "cgroup_move.h"
#include "pmu.h"
#include "record/cpu.h"
#include "record/group.h"
#include "record/lifecycle.h"
#include "record/process_table.h"
#include "switch.h"
#include "tracepoints.h"

/* Before @child can run, and while nobody else is its parent. */
static void on_fork(void *data, struct task_struct *parent,
		    struct task_struct *child)
{
	tda_switch_fork(child);
}

static void on_exec(void *data, struct task_struct *task, pid_t old_pid,
		    struct linux_binprm *bprm)
{
	tda_process_exec(task, true, bprm->secureexec);
}

static void on_prepare_exec(void *data, struct task_struct *task,
			    struct linux_binprm *bprm)
{
	tda_process_exec(task, false, false);
}

static void on_free(void *data, struct task_struct *task)
{
	tda_lifecycle_end(task);
}

#ifdef CONFIG_CGROUPS
/* Fires once for a whole process, for its leader, after the move. */
static void on_attach(void *data, struct cgroup *to, const char *path,
		      struct task_struct *leader, bool whole)
{
	tda_cgroup_move(leader, whole);
}

static void on_release(void *data, struct cgroup *cgroup, const char *path)
{
	if (!tda_group_released(cgroup, path))
		tda_cgroup_move_hurry();
}
#endif

/* Calls the probe of this CPU's core_type, on a machine that has several. */
static void on_mixed_switch(TDA_SWITCH_ARGS)
{
	tda_pmu_of(this_cpu_ptr(&tda_cpus))->probe(TDA_SWITCH_PASSED);
}

static struct {
	const char		*name;
	void			*probe;
	bool			optional;	/* newer kernels have it */
	struct tracepoint	*tracepoint;
} tracepoints[] = {
	{ "sched_process_free",	on_free },	/* first: see detach() */
	{ "sched_process_exec",	on_exec },
	{ "sched_prepare_exec",	on_prepare_exec, true },
#ifdef CONFIG_CGROUPS
	{ "cgroup_attach_task",	on_attach },
	{ "cgroup_release",	on_release },
#endif
	{ "sched_process_fork",	on_fork },
	{ "sched_switch" },	/* the kind of counters has the probe */
};

/* Does this kernel call our probes as they are declared? */
static void __maybe_unused check_prototypes(void)
{
	check_trace_callback_type_sched_process_free(on_free);
	check_trace_callback_type_sched_process_fork(on_fork);
	check_trace_callback_type_sched_process_exec(on_exec);
	check_trace_callback_type_sched_prepare_exec(on_prepare_exec);
	check_trace_callback_type_sched_switch(tda_pmu[0]->probe);
#ifdef CONFIG_CGROUPS
	check_trace_callback_type_cgroup_attach_task(on_attach);
	check_trace_callback_type_cgroup_release(on_release);
#endif
}

static void find(struct tracepoint *tracepoint, void *unused)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tracepoints); i++)
		if (!strcmp(tracepoint->name, tracepoints[i].name))
			tracepoints[i].tracepoint = tracepoint;
	cond_resched();		/* there are thousands */
}

/* When this returns, none of these probes runs any more. */
static void detach_some(unsigned int from, unsigned int to)
{
	while (to-- > from)
		if (tracepoints[to].tracepoint)
			tracepoint_probe_unregister(tracepoints[to].tracepoint,
						    tracepoints[to].probe, NULL);
	tracepoint_synchronize_unregister();
	/* On newer kernels the former waits for the probes only. */
	synchronize_rcu();
}

/*
 * The first @nr. Who follows moves looks at the tasks of records, of which only the
 * first probe tells that they are freed: it stays until all have been followed.
 */
static void detach(unsigned int nr)
{
	detach_some(min(nr, 1U), nr);
	tda_cgroup_moves_finish();
	detach_some(0, min(nr, 1U));
}

/*
 * Forks and switches come last, because they make records. Some time passes
 * between two probes: a task that had a record by then, and ended, called exec
 * or was moved before we are told of that, would have a wrong one for good.
 */
int tda_tracepoints_init(void)
{
	unsigned int i;
	int err;

	tracepoints[ARRAY_SIZE(tracepoints) - 1].probe =
		tda_nr_core_types > 1 ? on_mixed_switch : tda_pmu[0]->probe;
	for_each_kernel_tracepoint(find, NULL);
	for (i = 0; i < ARRAY_SIZE(tracepoints); i++) {
		if (!tracepoints[i].tracepoint && tracepoints[i].optional)
			continue;
		err = -ENOENT;
		if (tracepoints[i].tracepoint)
			err = tracepoint_probe_register(tracepoints[i].tracepoint,
							tracepoints[i].probe, NULL);
		if (err) {
			pr_err("tracepoint %s: error %d\n", tracepoints[i].name, err);
			detach(i);
			return err;
		}
	}
	return 0;
}

/* When this returns, no probe runs any more, and nobody follows a move. */
void tda_tracepoints_exit(void)
{
	detach(ARRAY_SIZE(tracepoints));
}
