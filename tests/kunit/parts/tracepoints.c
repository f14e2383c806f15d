// SPDX-License-Identifier: GPL-2.0
/* The probes, on tracepoints that may be missing or refuse. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/tracepoint.h>

#include "fake.h"
#include "fake_cgroup.h"
#include "here.h"

#define for_each_kernel_tracepoint(f, data)	fake_each_tracepoint(f, data)
#define tracepoint_probe_register(tracepoint, probe, data) \
	fake_attach(tracepoint, probe)
#define tracepoint_probe_unregister(tracepoint, probe, data) \
	fake_detach(tracepoint, probe)

#include "../../../kmod/charge/tracepoints.c"

void fake_attached(struct cgroup *to, struct task_struct *leader, bool whole)
{
	if (fake_tells("cgroup_attach_task"))
		on_attach(NULL, to, "unused", leader, whole);
}

void fake_released(struct cgroup *cgroup, const char *path)
{
	if (fake_tells("cgroup_release"))
		on_release(NULL, cgroup, path);
}

void fake_forked(struct fake_task *child)
{
	if (fake_tells("sched_process_fork"))
		on_fork(NULL, child->task.real_parent, &child->task);
}

/* It calls exec, and has more rights after that. */
void fake_secure_exec(struct fake_task *t)
{
	struct linux_binprm bprm = { .secureexec = 1 };

	if (fake_tells("sched_process_exec"))
		on_exec(NULL, &t->task, t->task.pid, &bprm);
}

/* The CPU that is here goes from @prev to @next. */
void fake_switched(struct task_struct *prev, struct task_struct *next)
{
#ifdef TDA_SWITCH_HAS_PREV_STATE
	on_mixed_switch(NULL, false, prev, next, 0);
#else
	on_mixed_switch(NULL, false, prev, next);
#endif
}

/* As if the module had just been inserted. */
void fake_hooks_forget(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tracepoints); i++)
		tracepoints[i].tracepoint = NULL;
}
