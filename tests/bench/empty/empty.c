// SPDX-License-Identifier: GPL-2.0
/*
 * A probe on sched_switch that does nothing: what being called there costs
 * before anything is counted.
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

static struct tracepoint *tracepoint;

static void on_switch(void *data, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
}

static void find(struct tracepoint *found, void *unused)
{
	if (!strcmp(found->name, "sched_switch"))
		tracepoint = found;
}

static int __init empty_init(void)
{
	check_trace_callback_type_sched_switch(on_switch);
	for_each_kernel_tracepoint(find, NULL);
	if (!tracepoint)
		return -ENOENT;
	return tracepoint_probe_register(tracepoint, on_switch, NULL);
}

static void __exit empty_exit(void)
{
	tracepoint_probe_unregister(tracepoint, on_switch, NULL);
	tracepoint_synchronize_unregister();
}

module_init(empty_init);
module_exit(empty_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An empty probe on sched_switch, to measure against");
