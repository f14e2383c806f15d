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
#include <linux/workqueue.h>
#include <net/sock.h>

#include "base/work.h"
#include "charge/set.h"
#include "lease.h"

/* Not held while a socket is closed: changing the set takes long. */
static DEFINE_MUTEX(mutex);
static struct sock *holder;	/* under mutex; whether, anywhere. Held */
static struct tda_set former;	/* under mutex: from before the first holder */
static bool owed;		/* under mutex: it is to be counted again */
static char refusal[96];	/* under mutex, for writing: names the holder */
static pid_t pid;		/* under mutex: of the holder */

static void put_back(struct work_struct *unused);
static DECLARE_DELAYED_WORK(put_back_work, put_back);

static void let_go(void)
{
	lockdep_assert_held(&mutex);

	sock_put(holder);
	WRITE_ONCE(holder, NULL);
}

/* In a pause, or while somebody has the counters, it has to wait. */
static void put_back(struct work_struct *unused)
{
	const char *why;
	int err = 0;

	mutex_lock(&mutex);
	if (holder && sock_flag(holder, SOCK_DEAD)) {
		let_go();
		owed = true;
	}
	if (owed)
		err = tda_set_use(&former, TDA_SET_ANY_EPOCH, &why);
	owed = err == -EBUSY;
	if (owed)
		queue_delayed_work(tda_wq, &put_back_work, HZ);
	else if (err)
		pr_warn("the events that were counted before cannot be counted again: %s\n",
			why);
	mutex_unlock(&mutex);
}

static void hold(struct sock *sk)
{
	lockdep_assert_held(&mutex);

	if (holder)
		return;
	sock_hold(sk);
	WRITE_ONCE(holder, sk);
	owed = false;
	pid = task_tgid_nr(current);
	snprintf(refusal, sizeof(refusal),
		 "%s (%d) counts a set of its own until it ends; try again then",
		 current->comm, pid);
}

/* From here on @set stays. */
static void end(void)
{
	lockdep_assert_held(&mutex);

	if (holder) {
		pr_notice("events were chosen for good while process %d counted a set of its own: that is over, and they stay\n",
			  pid);
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
		*why = refusal;
		return -EBUSY;
	}
	if (lease && holder && holder != sk) {
		let_go();
		owed = true;
	}
	tda_set_read_lock();
	tda_set_now(&now);
	tda_set_read_unlock();
	err = tda_set_use(set, epoch, why);
	if (err)
		return err;
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
		queue_delayed_work(tda_wq, &put_back_work, 0);
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
		queue_delayed_work(tda_wq, &put_back_work, 0);
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
