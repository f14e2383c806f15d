// SPDX-License-Identifier: GPL-2.0
/* Who changed last what is counted, or whether it is. See change.h. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cred.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "change.h"

static DEFINE_MUTEX(mutex);
static struct tda_change last;		/* under the mutex */

/*
 * The caller has done @command: @what says so to the log. The name is at its end,
 * and without what a terminal would obey: whoever asks has chosen it. May sleep.
 */
void tda_change_note(u32 command, const char *what)
{
	struct tda_change change = {
		.command = command,
		.pid = task_tgid_nr(current),
		.uid = from_kuid_munged(&init_user_ns, current_uid()),
		.at_ns = ktime_get_boottime_ns(),
	};

	get_task_comm(change.comm, current);
	mutex_lock(&mutex);
	last = change;
	mutex_unlock(&mutex);
	pr_notice("%s by pid %u, uid %u (%*pE)\n", what, change.pid, change.uid,
		  (int)strlen(change.comm), change.comm);
}

/* The last of them. May sleep. */
void tda_change_read(struct tda_change *change)
{
	mutex_lock(&mutex);
	*change = last;
	mutex_unlock(&mutex);
}
