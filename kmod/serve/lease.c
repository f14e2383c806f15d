// SPDX-License-Identifier: GPL-2.0
/*
 * A set for as long as a question lasts: when the socket that asked for it is closed,
 * by whom or what ever, the set that there was before is counted again.
 *
 * One socket at a time can have that. Who chooses events for good ends it: they stay.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/netlink.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/workqueue.h>
#include <net/sock.h>

#include "base/work.h"
#include "change.h"
#include "cpus/set.h"
#include "lease.h"

/* Not held while a socket is closed: changing the set takes long. */
static DEFINE_MUTEX(mutex);
static struct sock *holder;	/* under mutex; whether, anywhere. Held */
static char holder_name[TASK_COMM_LEN];		/* under mutex */
static pid_t holder_pid;	/* the same */
static struct tda_set former;	/* under mutex: from before the first holder */
static bool owed;		/* under mutex: it is to be counted again */
static unsigned int wait_s;	/* under mutex: before that is tried again */

static void put_back(struct work_struct *unused);
static DECLARE_DELAYED_WORK(put_back_work, put_back);

static void let_go(void)
{
	lockdep_assert_held(&mutex);

	sock_put(holder);
	WRITE_ONCE(holder, NULL);
}

/* Returns whether anything has changed, or an error. */
static int use(const struct tda_set *set, u64 epoch, const char **why)
{
	u64 before = READ_ONCE(tda_epoch.number);	/* nobody else changes it */
	int err = tda_set_use(set, epoch, why);

	lockdep_assert_held(&mutex);

	return err ? err : READ_ONCE(tda_epoch.number) != before;
}

/*
 * In a pause, while somebody has the counters, or without memory, it has to wait. A try
 * takes the set from all CPUs, so there are not many.
 */
static void put_back(struct work_struct *unused)
{
	const char *why;
	int err = 0;

	mutex_lock(&mutex);
	if (holder && sock_flag(holder, SOCK_DEAD)) {
		let_go();
		owed = true;
		wait_s = 0;
	}
	if (owed)
		err = use(&former, TDA_SET_ANY_EPOCH, &why);
	owed = err == -EBUSY || err == -ENOMEM || err == -ENOSPC || err == -EINTR;
	if (owed) {
		wait_s = clamp(wait_s * 2, 1U, 60U);
		queue_delayed_work(tda_wq, &put_back_work, wait_s * HZ);
	} else if (err < 0) {
		pr_warn("the events that were counted before cannot be counted again: %s\n",
			why);
	} else if (err) {
		pr_notice("pid %d (%*pE) has ended: the events from before it are counted again\n",
			  holder_pid, (int)strlen(holder_name), holder_name);
	}
	mutex_unlock(&mutex);
}

static void hold(struct sock *sk)
{
	lockdep_assert_held(&mutex);

	if (holder)
		return;
	sock_hold(sk);
	WRITE_ONCE(holder, sk);
	get_task_comm(holder_name, current);
	holder_pid = task_tgid_nr(current);
	owed = false;
}

/* Make the sentence of a refusal. Some are read still when the next is written. */
static const char *refusal(void)
{
	static char text[8][96];
	static unsigned int nr;
	char *to = text[nr++ % ARRAY_SIZE(text)];

	lockdep_assert_held(&mutex);

	snprintf(to, sizeof(*text), "%s (%d) counts a set of its own until it ends; try again then",
		 holder_name, holder_pid);
	return to;
}

/* Let the set stay from here on. */
static void end(void)
{
	lockdep_assert_held(&mutex);

	if (holder) {
		pr_notice("events were chosen for good while process %d counted a set of its own: that is over, and they stay\n",
			  holder_pid);
		let_go();
	}
	owed = false;
}

static int lease_or_use(struct sock *sk, bool lease, const struct tda_set *set,
			u64 epoch, const char **why)
{
	struct tda_set now = { };
	int err;

	lockdep_assert_held(&mutex);

	if (lease && holder && holder != sk && !sock_flag(holder, SOCK_DEAD)) {
		*why = refusal();
		return -EBUSY;
	}
	if (lease && holder && holder != sk) {
		let_go();
		owed = true;
	}
	tda_set_read_lock();
	tda_set_now(&now);
	tda_set_read_unlock();
	err = use(set, epoch, why);
	if (err < 0)
		return err;
	if (err)
		tda_change_note(TDACCT_CMD_SET_EVENTS,
				"the events that are counted are changed");
	if (!lease) {
		end();
		return 0;
	}
	if (!holder && !owed)
		former = now;
	hold(sk);
	return 0;
}

/**
 * tda_lease_use - count @set from here on
 * @request: who asks, whether it may was asked before
 * @lease: until its socket is closed; else for good
 * @set: as of tda_set_use()
 * @epoch: as there
 * @why: as there
 *
 * Return: 0, or an error; -EBUSY, too, if somebody else has a set for a while.
 */
int tda_lease_use(struct sk_buff *request, bool lease,
		  const struct tda_set *set, u64 epoch, const char **why)
{
	int err;

	mutex_lock(&mutex);
	err = lease_or_use(NETLINK_CB(request).sk, lease, set, epoch, why);
	if (owed)
		mod_delayed_work(tda_wq, &put_back_work, 0);
	mutex_unlock(&mutex);
	return err;
}

bool tda_lease_is_held(void)
{
	return READ_ONCE(holder);
}

/* Some socket is being closed. It must not wait for us. */
void tda_lease_on_release(void)
{
	if (tda_lease_is_held())
		mod_delayed_work(tda_wq, &put_back_work, 0);
}

/* Nobody asks any more. May sleep. */
void tda_lease_exit(void)
{
	mutex_lock(&mutex);
	if (holder)
		let_go();
	owed = false;
	mutex_unlock(&mutex);
	cancel_delayed_work_sync(&put_back_work);
}
