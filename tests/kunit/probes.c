// SPDX-License-Identifier: GPL-2.0
/* Tracepoints as the kernel has them, and the family; either may be refused. */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "fake.h"

static struct tracepoint tracepoints[] = {
	{ .name = "sched_waking" },
	{ .name = "sched_switch" },
	{ .name = "sched_process_exec" },
	{ .name = "sched_process_fork" },
	{ .name = "sched_process_free" },
	{ .name = "cgroup_mkdir" },
	{ .name = "cgroup_attach_task" },
	{ .name = "cgroup_release" },
};

void fake_each_tracepoint(void (*f)(struct tracepoint *tracepoint, void *data),
			  void *data)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(tracepoints); i++)
		if (!fake.no_tracepoint ||
		    strcmp(tracepoints[i].name, fake.no_tracepoint))
			f(&tracepoints[i], data);
}

int fake_attach(struct tracepoint *tracepoint, void *probe)
{
	if (++fake.nr_attached == fake.fail_attach)
		return -ENOMEM;
	fake.attached++;
	__set_bit(tracepoint - tracepoints, &fake.probed);
	fake_at(FAKE_PROBED, 0);
	return 0;
}

int fake_detach(struct tracepoint *tracepoint, void *probe)
{
	fake.attached--;
	__clear_bit(tracepoint - tracepoints, &fake.probed);
	return 0;
}

/* Is there a probe? For tests that attach none themselves, all are there. */
bool fake_tells(const char *name)
{
	unsigned int i = 0;

	while (strcmp(tracepoints[i].name, name))
		i++;
	return !fake.nr_attached || fake.probed & BIT(i);
}

int fake_register_family(void)
{
	if (fake.no_family)
		return -ENOMEM;
	fake.family = true;
	return 0;
}

void fake_unregister_family(void)
{
	fake.family = false;
}
