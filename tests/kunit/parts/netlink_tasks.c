// SPDX-License-Identifier: GPL-2.0
/* One thread or process, of the test's tasks. */
#include <linux/sched/signal.h>
#include <net/genetlink.h>

#include "fake.h"
#include "record/process_read.h"
#include "record/task_read.h"

static struct task_struct *task_with_id(u32 nr)
{
	struct fake_task *t;

	list_for_each_entry(t, &fake.tasks, list)
		if (!t->gone && t->task.pid == nr)
			return &t->task;
	return NULL;
}

#define find_vpid(nr)		(nr)
#define pid_task(nr, type)	((void)(type), task_with_id(nr))
#define tda_task_read(t, ns, view) \
	(fake_at(FAKE_FOUND, 0), tda_task_read(t, ns, view))
#define tda_process_read(p, ns, view) \
	(fake_at(FAKE_FOUND, 0), tda_process_read(p, ns, view))

#include "../../../kmod/serve/netlink_tasks.c"

/* Ask @command by its only attribute. For questions that are not answered. */
static int ask(int (*command)(struct sk_buff *request, struct genl_info *info),
	       int attr, u32 nr, struct netlink_ext_ack *extack)
{
	struct {
		struct nlattr	head;
		u32		nr;
	} id = { { sizeof(id), attr }, nr };
	struct nlattr *attrs[TDACCT_A_MAX + 1] = { };
	struct genl_info info = { .attrs = attrs, .extack = extack };

	attrs[attr] = &id.head;
	if (fake.even_so)
		attrs[TDACCT_A_ISOLATED] = &id.head;	/* a flag: it is there */
	return command(NULL, &info);
}

int fake_ask_thread(u32 tid, struct netlink_ext_ack *extack)
{
	return ask(tda_netlink_get_thread, TDACCT_A_TID, tid, extack);
}

int fake_ask_process(u32 pid, struct netlink_ext_ack *extack)
{
	return ask(tda_netlink_get_process, TDACCT_A_PID, pid, extack);
}
