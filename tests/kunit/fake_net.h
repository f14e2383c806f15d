/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sockets that subscribe: each has room for so many messages, and can be
 * closed. What the module would do later is done when the test says so.
 */
#ifndef _TDA_FAKE_NET_H
#define _TDA_FAKE_NET_H

#include <linux/notifier.h>
#include <linux/sched.h>
#include <linux/skbuff.h>
#include <linux/workqueue.h>
#include <net/sock.h>

struct kunit;
struct tda_set;

struct fake_socket {
	struct sock		sk;
	u32			portid;
	unsigned int		room;
	unsigned int		held;	/* by the module */
	unsigned int		errors;	/* that it was told of */
	struct list_head	list;
	const char		*said;	/* why the last request was refused */
};

/* A message, taken apart. */
struct fake_ended {
	u64	seq;
	u64	missed;
	u32	kind;
	u64	id;
	u32	tid;
	u32	pid;
	u32	flags;
	char	comm[TASK_COMM_LEN];
	u64	born_ns;
	u64	cpu_ns;
	u64	lost_ns;
	u64	exited;
	u64	cgroup;
	u64	parent;
	char	path[160];
	u64	slots;
	u64	switches;
	u64	epoch;
	u64	first_of_set;	/* or the gap, if there is none */
};

void fake_net_begin(void);
void fake_net_end(void);

struct fake_socket *fake_open(u32 portid, unsigned int room);
void fake_orphan(struct fake_socket *s);
void fake_tell_closed(struct fake_socket *s);
void fake_close(struct fake_socket *s);
int fake_subscribe(struct fake_socket *s, u32 kinds);
int fake_unsubscribe(struct fake_socket *s);
int fake_lend(struct fake_socket *s, bool lease, const struct tda_set *set);
void fake_deliver(void);
bool fake_receive(struct fake_socket *s, struct fake_ended *e);
unsigned int fake_queued(const struct fake_socket *s);

/* Shorter, for tests. */
#define PLENTY		1000
#define THREADS		BIT(TDACCT_ENDED_THREAD)
#define PROCESSES	BIT(TDACCT_ENDED_PROCESS)
#define CGROUPS		BIT(TDACCT_ENDED_CGROUP)
#define ALL		(THREADS | PROCESSES | CGROUPS)

struct fake_socket *subscriber(struct kunit *test, u32 kinds);
unsigned int receive_all(struct fake_socket *s, struct fake_ended *last);

/* What parts/ puts in the place of the kernel's own. */
int fake_queue_skb(struct sock *sk, struct sk_buff *skb);
int fake_set_notifier(struct notifier_block *block);
void fake_hold(struct sock *sk);
void fake_put(struct sock *sk);
bool fake_queue_soon(struct work_struct *work);
void fake_flush(struct work_struct *work);

/* What parts/ lets a test see. */
struct tda_pool *fake_notice_pool(void);
unsigned int fake_notice_share(unsigned int cpus);
void fake_notices_forget(void);
void fake_subscribers_forget(void);
void fake_notices_wait(int nr);
int fake_notices_waiting(void);

#endif /* _TDA_FAKE_NET_H */
