// SPDX-License-Identifier: GPL-2.0
/* Load and unload, when the test wants it. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/module.h>
#include <linux/workqueue.h>

#include "fake.h"

#undef module_init
#undef module_exit
#undef module_param
#undef module_param_array
#undef module_param_cb
#undef module_param_named
#undef MODULE_PARM_DESC
#undef MODULE_LICENSE
#undef MODULE_AUTHOR
#undef MODULE_DESCRIPTION
#undef MODULE_VERSION
#undef __init
#undef __initdata
#undef __exit
#define module_init(f)
#define module_exit(f)
#define module_param(...)
#define module_param_array(...)
#define module_param_cb(...)
#define module_param_named(...)
#define MODULE_PARM_DESC(...)
#define MODULE_LICENSE(...)
#define MODULE_AUTHOR(...)
#define MODULE_DESCRIPTION(...)
#define MODULE_VERSION(...)
#define __init
#define __initdata
#define __exit
#define cpus_read_lock()	((void)fake.kept++)
#define cpus_read_unlock()	((void)fake.kept--)

/* It is a macro in newer kernels, so this stands before its own. */
static struct workqueue_struct *make_workqueue(const char *name,
					       unsigned int flags, int most)
{
	if (fake_fails(FAKE_TABLES))
		return NULL;
	return alloc_workqueue("%s", flags, most, name);
}

#undef alloc_workqueue
#define alloc_workqueue	make_workqueue

#include "../../../kmod/main.c"

int fake_load(void)
{
	return tda_init();
}

void fake_unload(void)
{
	tda_exit();
}

void fake_set_clear_slots(unsigned long slots)
{
	clear_slots = slots;
}

/* As insmod, and who writes to the parameter's file, have it. */
int fake_set_metrics_slack(const char *text)
{
	return set_metrics_slack(text, NULL);
}

void fake_set_ref_cycles(bool on)
{
	ref_cycles = on;
}

void fake_set_events(const unsigned long long *configs, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		events[i] = (struct tda_event){ .config = configs[i] };
	nr_events = nr;
}

/* One element of events=, as insmod has it; @again is how it reads then. */
int fake_take_event(const char *text, char *again)
{
	struct kernel_param param = { .arg = &events[0] };
	int err = param_ops_event.set(text, &param);

	if (err)
		return err;
	param_ops_event.get(again, &param);
	nr_events = 1;
	return 0;
}

/* Whatever it is: NULL is as if the parameter were not given. */
void fake_set_counters(char *name)
{
	counters = name;
}
