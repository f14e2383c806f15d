// SPDX-License-Identifier: GPL-2.0
/*
 * Subscribers, and how notices come to them. See subscribe.h.
 *
 * A notice that finds no room in a subscriber's queue is lost to that subscriber,
 * who sees a gap in its sequence. So are all in a kernel that was locked down since.
 */
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/netlink.h>
#include <linux/notifier.h>
#include <linux/workqueue.h>
#include <net/genetlink.h>
#include <net/sock.h>

#include "base/work.h"
#include "encode.h"
#include "lease.h"
#include "reader.h"
#include "record/notice.h"
#include "reply.h"
#include "subscribe.h"

/*
 * struct subscriber - a socket that wants to be told
 * @sk: held, but not kept open by that. Never its port number: that may be
 *	somebody else's already while this socket is being closed
 * @seq: notices that were due
 * @missed: of these, those that it was not sent
 * @full: something found no place, and the queue was not empty since
 */
struct subscriber {
	struct list_head	list;
	struct sock		*sk;
	u32			kinds;
	bool			full;
	u64			seq;
	u64			missed;
};

/* Guards both of these; who holds it is the one who wants notices. */
static DEFINE_MUTEX(mutex);
static LIST_HEAD(subscribers);
static unsigned int nr_subscribers;

static atomic64_t due, missed;

static void deliver_all(struct work_struct *work);

static DECLARE_WORK(deliver_work, deliver_all);

/* ---- the worker ------------------------------------------------------------ */

/* It sees the gap in its sequence. */
static void count_missed(struct subscriber *s, u64 more)
{
	lockdep_assert_held(&mutex);

	s->missed += more;
	atomic64_add(more, &missed);
}

/* And at once, even if nothing else ever comes. */
static void raise_error(struct sock *sk)
{
	WRITE_ONCE(sk->sk_err, ENOBUFS);
	sk->sk_error_report(sk);
}

static struct sk_buff *build(const struct subscriber *s,
			     const struct tda_notice *n)
{
	struct sk_buff *skb = genlmsg_new(tda_notice_size(n), GFP_KERNEL);
	void *head;

	if (!skb)
		return NULL;
	head = genlmsg_put(skb, 0, 0, &tda_family, 0, TDACCT_CMD_ENDED);
	if (!head || tda_put_notice(skb, n, s->seq, s->missed)) {
		nlmsg_free(skb);
		return NULL;
	}
	genlmsg_end(skb, head);
	return skb;
}

/*
 * Put @skb into the socket's queue, as netlink_unicast() would: that takes a
 * port number, whoever has it by then. What a closed socket is sent is freed
 * with it.
 */
static bool queue(struct sock *sk, struct sk_buff *skb)
{
	if (!skb || !sock_queue_rcv_skb(sk, skb))
		return skb;
	kfree_skb(skb);
	return false;
}

/* Once full, until it is empty: one long gap is better than many short ones. */
static bool is_full(struct subscriber *s)
{
	if (skb_queue_empty_lockless(&s->sk->sk_receive_queue))
		s->full = false;
	return s->full;
}

/* @tell: counts may be told. */
static void deliver_to(struct subscriber *s, const struct tda_notice *n, bool tell)
{
	s->seq++;
	atomic64_inc(&due);
	if (!is_full(s) && tell && queue(s->sk, build(s, n)))
		return;
	count_missed(s, 1);
	if (s->full)
		return;
	s->full = true;
	raise_error(s->sk);
}

/* Notices that nobody could be sent because there were none. */
static void account_dropped(void)
{
	struct subscriber *s;
	unsigned int kind;

	lockdep_assert_held(&mutex);
	for (kind = 0; kind <= TDACCT_ENDED_CGROUP; kind++) {
		u64 n = tda_notices_dropped(kind);

		if (!n)
			continue;
		list_for_each_entry(s, &subscribers, list) {
			if (!(s->kinds & BIT(kind)))
				continue;
			s->seq += n;
			atomic64_add(n, &due);
			count_missed(s, n);
			raise_error(s->sk);
		}
	}
}

static void deliver_all(struct work_struct *work)
{
	struct llist_node *all = tda_notices_collect();
	struct tda_notice *n, *next;
	bool tell = all && tda_may_tell();
	struct subscriber *s;

	llist_for_each_entry_safe(n, next, all, node) {
		/* Let go after each: who closes a socket may wait for it. */
		mutex_lock(&mutex);
		list_for_each_entry(s, &subscribers, list)
			if (s->kinds & BIT(n->kind))
				deliver_to(s, n, tell);
		mutex_unlock(&mutex);
		tda_notice_done(n);
		cond_resched();
	}
	mutex_lock(&mutex);
	account_dropped();
	if (!nr_subscribers)
		tda_notices_release();
	mutex_unlock(&mutex);
}

/* ---- who is told ----------------------------------------------------------- */

static void update_kinds(void)
{
	struct subscriber *s;
	u32 kinds = 0;

	lockdep_assert_held(&mutex);
	list_for_each_entry(s, &subscribers, list)
		kinds |= s->kinds;
	tda_notices_want(kinds);
}

static struct subscriber *find(const struct sock *sk)
{
	struct subscriber *s;

	lockdep_assert_held(&mutex);
	list_for_each_entry(s, &subscribers, list)
		if (s->sk == sk)
			return s;
	return NULL;
}

static void drop(struct subscriber *s)
{
	lockdep_assert_held(&mutex);

	list_del(&s->list);
	nr_subscribers--;
	update_kinds();
	sock_put(s->sk);
	kfree(s);
}

/* The last one takes the reserve along, when the rest is sent. */
static void leave(struct subscriber *s)
{
	drop(s);
	if (!nr_subscribers)
		queue_work(tda_wq, &deliver_work);
}

static int add(struct sock *sk, struct genl_info *info, u32 kinds)
{
	struct subscriber *s;
	unsigned int kind;
	int err;

	if (nr_subscribers >= TDACCT_SUBSCRIBERS_MAX)
		return tda_netlink_refuse(info, NULL, -EUSERS,
					  "too many have subscribed already");
	err = tda_notices_prepare();
	if (err)
		return err;
	s = kzalloc(sizeof(*s), GFP_KERNEL);
	if (!s)
		return -ENOMEM;
	/* notices that were dropped before anybody listened are nobody's loss */
	for (kind = 0; !nr_subscribers && kind <= TDACCT_ENDED_CGROUP; kind++)
		tda_notices_dropped(kind);
	s->sk = sk;
	sock_hold(sk);
	s->kinds = kinds;
	list_add_tail(&s->list, &subscribers);
	nr_subscribers++;
	update_kinds();
	return 0;
}

/*
 * Send notices of @kinds to the socket that @request came from. Whether it may
 * have them was asked before. May sleep.
 */
int tda_subscribe(struct sk_buff *request, struct genl_info *info, u32 kinds)
{
	struct sock *sk = NETLINK_CB(request).sk;
	struct subscriber *s;
	int err = 0;

	mutex_lock(&mutex);
	s = find(sk);
	if (s) {
		s->kinds = kinds;
		update_kinds();
	} else {
		err = add(sk, info, kinds);
	}
	mutex_unlock(&mutex);
	return err;
}

int tda_unsubscribe(struct sk_buff *request, struct genl_info *info)
{
	struct subscriber *s;

	mutex_lock(&mutex);
	s = find(NETLINK_CB(request).sk);
	if (s)
		leave(s);
	mutex_unlock(&mutex);
	return s ? 0 : tda_netlink_refuse(info, NULL, -ENOENT,
					  "this socket has not subscribed");
}

/*
 * A subscription ends with its socket. Told of all that are closed in the
 * system, by port number; ours is marked as dead by now.
 */
static int on_release(struct notifier_block *block, unsigned long event,
		      void *data)
{
	const struct netlink_notify *n = data;
	struct subscriber *s, *next;

	if (event != NETLINK_URELEASE || n->protocol != NETLINK_GENERIC)
		return NOTIFY_DONE;
	tda_lease_on_release();
	if (!READ_ONCE(nr_subscribers))
		return NOTIFY_DONE;
	mutex_lock(&mutex);
	list_for_each_entry_safe(s, next, &subscribers, list)
		if (sock_flag(s->sk, SOCK_DEAD))
			leave(s);
	mutex_unlock(&mutex);
	return NOTIFY_DONE;
}

static struct notifier_block release_notifier = {
	.notifier_call = on_release,
};

unsigned int tda_subscribers_nr(void)
{
	return READ_ONCE(nr_subscribers);
}

/* Messages that were to be sent, over all subscribers. */
u64 tda_subscribers_due(void)
{
	return atomic64_read(&due);
}

/* Those of them that were not. */
u64 tda_subscribers_missed(void)
{
	return atomic64_read(&missed);
}

int tda_subscribers_init(void)
{
	tda_notices_init(&deliver_work);
	return netlink_register_notifier(&release_notifier);
}

/* The family is gone, and so are the probes: nothing comes any more. */
void tda_subscribers_exit(void)
{
	struct subscriber *s, *next;

	netlink_unregister_notifier(&release_notifier);
	tda_notices_stop();
	flush_work(&deliver_work);
	mutex_lock(&mutex);
	list_for_each_entry_safe(s, next, &subscribers, list)
		drop(s);
	mutex_unlock(&mutex);
	tda_notices_exit();
}
