// SPDX-License-Identifier: GPL-2.0
/* The fake machine's netlink. */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/netlink.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tdacct.h>
#include <net/genetlink.h>

#include "cpus/set.h"
#include "fake.h"
#include "fake_net.h"
#include "serve/lease.h"
#include "serve/subscribe.h"

static struct fake_socket *of(struct sock *sk)
{
	return container_of(sk, struct fake_socket, sk);
}

/* Wakes whoever reads, and he gets the error. */
static void note_error(struct sock *sk)
{
	of(sk)->errors++;
}

struct fake_socket *fake_open(u32 portid, unsigned int room)
{
	struct fake_socket *s = kvzalloc(sizeof(*s), GFP_KERNEL | __GFP_NOFAIL);

	s->portid = portid;
	s->room = room;
	s->sk.sk_error_report = note_error;
	skb_queue_head_init(&s->sk.sk_receive_queue);
	list_add_tail(&s->list, &fake.sockets);
	return s;
}

/* ---- closing, in the kernel's two steps --------------------------------- */

/* First its number is free for others, */
void fake_orphan(struct fake_socket *s)
{
	sock_set_flag(&s->sk, SOCK_DEAD);
}

/* then whoever wants to know is told. */
void fake_tell_closed(struct fake_socket *s)
{
	struct netlink_notify n = {
		.net		= &init_net,
		.portid		= s->portid,
		.protocol	= NETLINK_GENERIC,
	};

	if (fake.notifier)
		fake.notifier->notifier_call(fake.notifier, NETLINK_URELEASE,
					     &n);
}

void fake_close(struct fake_socket *s)
{
	fake_orphan(s);
	fake_tell_closed(s);
}

int fake_set_notifier(struct notifier_block *block)
{
	if (block && fake.no_notifier)
		return -ENOMEM;
	fake.notifier = block;
	return 0;
}

void fake_hold(struct sock *sk)
{
	of(sk)->held++;
}

void fake_put(struct sock *sk)
{
	of(sk)->held--;
}

/* ---- requests ----------------------------------------------------------- */

static void fill_info(struct fake_socket *s, struct genl_info *info,
		      struct netlink_ext_ack *extack)
{
	memset(info, 0, sizeof(*info));
	memset(extack, 0, sizeof(*extack));
	info->snd_portid = s->portid;
	info->extack = extack;
	genl_info_net_set(info, &init_net);
}

static struct sk_buff *make_request(struct fake_socket *s)
{
	struct sk_buff *skb = alloc_skb(64, GFP_KERNEL | __GFP_NOFAIL);

	NETLINK_CB(skb).sk = &s->sk;
	NETLINK_CB(skb).portid = s->portid;
	return skb;
}

int fake_subscribe(struct fake_socket *s, u32 kinds)
{
	struct sk_buff *skb = make_request(s);
	struct netlink_ext_ack extack;
	struct genl_info info;
	int err;

	fill_info(s, &info, &extack);
	err = tda_subscribe(skb, &info, kinds);
	s->said = extack._msg;
	kfree_skb(skb);
	return err;
}

int fake_unsubscribe(struct fake_socket *s)
{
	struct sk_buff *skb = make_request(s);
	struct netlink_ext_ack extack;
	struct genl_info info;
	int err;

	fill_info(s, &info, &extack);
	err = tda_unsubscribe(skb, &info);
	s->said = extack._msg;
	kfree_skb(skb);
	return err;
}

/* ---- messages ----------------------------------------------------------- */

/* Count @set from here on, or only until @s is closed. */
int fake_lend(struct fake_socket *s, bool lease, const struct tda_set *set)
{
	struct sk_buff *skb = make_request(s);
	int err;

	s->said = NULL;
	err = tda_lease_use(skb, lease, set, TDA_SET_ANY_EPOCH, &s->said);
	kfree_skb(skb);
	return err;
}

/* Whose it is if there is no room is as with sock_queue_rcv_skb(). */
int fake_queue_skb(struct sock *sk, struct sk_buff *skb)
{
	if (skb_queue_len(&sk->sk_receive_queue) >= of(sk)->room)
		return -ENOMEM;
	skb_queue_tail(&sk->sk_receive_queue, skb);
	return 0;
}

unsigned int fake_queued(const struct fake_socket *s)
{
	return skb_queue_len(&s->sk.sk_receive_queue);
}

static u64 get_u64(struct nlattr *attr)
{
	return attr ? nla_get_u64(attr) : 0;
}

static u32 get_u32(struct nlattr *attr)
{
	return attr ? nla_get_u32(attr) : 0;
}

/* Of a module that counts no reference cycles. */
#define FIRST_OF_SET	(FAKE_NR_FIXED + 1 +				\
			 (FAKE_HAS_METRICS ? TDA_NR_METRICS : 0) +	\
			 (FAKE_SLOTS_PER_CYCLE ? 1 : 0))

static void get_counts(struct nlattr *counts, struct fake_ended *e)
{
	struct nlattr *a[TDACCT_COUNTS_A_MAX + 1], *first;

	if (!counts || nla_parse_nested(a, TDACCT_COUNTS_A_MAX, counts, NULL,
					NULL))
		return;
	e->switches = get_u64(a[TDACCT_COUNTS_A_SWITCHES]);
	e->slots = get_u64(nla_find_nested(a[TDACCT_COUNTS_A_VALUES],
					   TDA_VALUE_SLOTS + 1));
	if (FAKE_SLOTS_PER_CYCLE)
		e->slots /= FAKE_SLOTS_PER_CYCLE ?: 1;
	first = nla_find_nested(a[TDACCT_COUNTS_A_VALUES], FIRST_OF_SET);
	e->first_of_set = get_u64(first);
}

static bool parse(struct sk_buff *skb, struct fake_ended *e)
{
	struct nlattr *a[TDACCT_A_MAX + 1];
	struct nlmsghdr *nlh = nlmsg_hdr(skb);
	struct genlmsghdr *head = nlmsg_data(nlh);

	memset(e, 0, sizeof(*e));
	if (head->cmd != TDACCT_CMD_ENDED || nlh->nlmsg_seq ||
	    nlmsg_parse(nlh, GENL_HDRLEN, a, TDACCT_A_MAX, NULL, NULL))
		return false;
	e->seq = get_u64(a[TDACCT_A_SEQ]);
	e->missed = get_u64(a[TDACCT_A_MISSED]);
	e->kind = get_u32(a[TDACCT_A_KIND]);
	e->id = get_u64(a[TDACCT_A_ID]);
	e->tid = get_u32(a[TDACCT_A_TID]);
	e->pid = get_u32(a[TDACCT_A_PID]);
	e->flags = get_u32(a[TDACCT_A_TASK_FLAGS]);
	e->born_ns = get_u64(a[TDACCT_A_BORN_NS]);
	e->cpu_ns = get_u64(a[TDACCT_A_CPU_NS]);
	e->lost_ns = get_u64(a[TDACCT_A_LOST_NS]);
	e->exited = get_u64(a[TDACCT_A_EXITED_THREADS]);
	e->cgroup = get_u64(a[TDACCT_A_CGROUP]);
	e->parent = get_u64(a[TDACCT_A_CGROUP_PARENT]);
	if (a[TDACCT_A_COMM])
		nla_strscpy(e->comm, a[TDACCT_A_COMM], sizeof(e->comm));
	if (a[TDACCT_A_CGROUP_PATH])
		nla_strscpy(e->path, a[TDACCT_A_CGROUP_PATH], sizeof(e->path));
	e->epoch = get_u64(a[TDACCT_A_EPOCH]);
	get_counts(a[TDACCT_A_COUNTS], e);
	return true;
}

/* The next message; false if there is none. */
bool fake_receive(struct fake_socket *s, struct fake_ended *e)
{
	struct sk_buff *skb = skb_dequeue(&s->sk.sk_receive_queue);
	bool good;

	if (!skb)
		return false;
	good = parse(skb, e);
	WARN_ON(!good);
	kfree_skb(skb);
	return good;
}

struct fake_socket *subscriber(struct kunit *test, u32 kinds)
{
	static u32 portid;
	struct fake_socket *s = fake_open(++portid, PLENTY);

	KUNIT_ASSERT_EQ(test, fake_subscribe(s, kinds), 0);
	return s;
}

unsigned int receive_all(struct fake_socket *s, struct fake_ended *last)
{
	unsigned int nr = 0;

	while (fake_receive(s, last))
		nr++;
	return nr;
}

/* ---- what is done later ------------------------------------------------- */

bool fake_queue_soon(struct work_struct *work)
{
	bool was = fake.soon;

	fake.soon = work;
	return !was;
}

void fake_flush(struct work_struct *work)
{
	if (fake.soon != work)
		return;
	fake.soon = NULL;
	work->func(work);
}

/* The worker comes along. */
void fake_deliver(void)
{
	if (fake.soon)
		fake_flush(fake.soon);
}

/* ---- begin and end ------------------------------------------------------ */

void fake_net_begin(void)
{
	INIT_LIST_HEAD(&fake.sockets);
}

/* The module is gone, and holds none of them any more. */
void fake_net_end(void)
{
	struct fake_socket *s, *next;

	list_for_each_entry_safe(s, next, &fake.sockets, list) {
		WARN_ON(s->held);
		skb_queue_purge(&s->sk.sk_receive_queue);
		kvfree(s);
	}
}
