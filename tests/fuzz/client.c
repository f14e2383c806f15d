// SPDX-License-Identifier: GPL-2.0
/*
 * Whatever a socket may bring, through libnl: a byte says what is asked, then
 * datagrams come, each behind its length in two bytes. The sockets are real,
 * only sending and receiving is done here.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/netlink.h>
#include <netlink/netlink.h>

#include "kernel/ask.h"
#include "kernel/client.h"
#include "kernel/netlink.h"
#include "kernel/parse.h"
#include "kernel/request.h"
#include "kernel/transport.h"
#include "fuzz.h"

enum { FAMILY = 24 };

static const uint8_t *left;
static size_t left_size;
static uint32_t asked;		/* sequence number */

/* In place of the C library's, for libnl too. */
ssize_t sendmsg(int fd, const struct msghdr *msg, int flags)
{
	const struct nlmsghdr *h = msg->msg_iov[0].iov_base;
	size_t size = 0;

	(void)fd;
	(void)flags;
	asked = h->nlmsg_seq;
	for (size_t i = 0; i < msg->msg_iovlen; i++)
		size += msg->msg_iov[i].iov_len;
	return (ssize_t)size;
}

static size_t next_size(void)
{
	size_t size;

	if (left_size < 2)
		return 0;
	size = (size_t)(left[0] | left[1] << 8);
	return size < left_size - 2 ? size : left_size - 2;
}

static void name_kernel(struct msghdr *msg)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };

	if (msg->msg_name && msg->msg_namelen >= sizeof(kernel))
		memcpy(msg->msg_name, &kernel, sizeof(kernel));
	msg->msg_namelen = sizeof(kernel);
	msg->msg_controllen = 0;
	msg->msg_flags = 0;
}

/* An input cannot know which number its question has; 0 is none's. */
static void number(char *at, size_t size)
{
	struct nlmsghdr h;

	while (size >= sizeof(h)) {
		memcpy(&h, at, sizeof(h));
		if (h.nlmsg_seq)
			h.nlmsg_seq = asked;
		memcpy(at, &h, sizeof(h));
		if (h.nlmsg_len < sizeof(h) || h.nlmsg_len >= size ||
		    NLMSG_ALIGN(h.nlmsg_len) >= size)
			return;
		at += NLMSG_ALIGN(h.nlmsg_len);
		size -= NLMSG_ALIGN(h.nlmsg_len);
	}
}

ssize_t recvmsg(int fd, struct msghdr *msg, int flags)
{
	size_t size = next_size(), room = msg->msg_iov[0].iov_len;

	(void)fd;
	if (!size) {
		errno = ECONNRESET;	/* no more: never wait for more */
		return -1;
	}
	name_kernel(msg);
	if (size > room)
		msg->msg_flags |= MSG_TRUNC;
	memcpy(msg->msg_iov[0].iov_base, left + 2, size < room ? size : room);
	number(msg->msg_iov[0].iov_base, size < room ? size : room);
	if (!(flags & MSG_PEEK)) {
		left += 2 + size;
		left_size -= 2 + size;
	}
	return (ssize_t)(flags & MSG_TRUNC || size < room ? size : room);
}

static struct nl_sock *open_socket(void)
{
	struct nl_sock *sk = nl_socket_alloc();

	fuzz_expect(sk && !nl_connect(sk, NETLINK_GENERIC),
		    "a netlink socket can be opened");
	nl_socket_set_msg_buf_size(sk, 1 << 16);
	nl_socket_disable_seq_check(sk);
	return sk;
}

static void info(struct client *c)
{
	struct info to;

	ask_info(c, &to);
}

static void thread(struct client *c)
{
	struct sample to;

	ask_thread(c, 42, &to);
}

static void process(struct client *c)
{
	struct sample to;

	ask_process(c, 42, &to);
}

static void totals(struct client *c)
{
	struct totals to;

	ask_totals(c, &to);
}

static void stats(struct client *c)
{
	struct stats to;

	ask_stats(c, &to);
}

static void threads(struct client *c)
{
	struct snapshot all = { 0 };

	ask_threads(c, 0, 0, &all);
	snapshot_sort(&all);
	snapshot_free(&all);
}

static void processes(struct client *c)
{
	struct snapshot all = { 0 };

	ask_processes(c, 0, &all);
	snapshot_free(&all);
}

static void cpus(struct client *c)
{
	struct cpus all = { 0 };

	ask_cpus(c, -1, &all);
	cpus_free(&all);
}

static void cgroups(struct client *c)
{
	struct snapshot all = { 0 };

	ask_cgroups(c, &all);
	snapshot_free(&all);
}

static int take_notice(const struct nlattr *attrs, int len, void *arg)
{
	struct parse_error why = { .text = "" };
	struct notice notice;

	(void)arg;
	return parse_ended(&notice, attrs, len, &why);
}

/* What is sent to who subscribed, until nothing more comes. */
static void unasked(struct client *c)
{
	static const struct receiver to = { NULL, take_notice, NULL };

	c->transport->unasked = &to;
	while (!client_recv(c))
		;
}

static void (*const asks[])(struct client *c) = {
	info, thread, process, totals, stats, threads, processes, cpus,
	cgroups, unasked,
};

void fuzz_one(const uint8_t *data, size_t size)
{
	struct client c = { .transport = NULL };

	if (!size)
		return;
	fuzz_expect(!netlink_take(&c.transport, open_socket(), FAMILY),
		    "a socket becomes a transport");
	left = data + 1;
	left_size = size - 1;
	asks[*data % (sizeof(asks) / sizeof(*asks))](&c);
	fuzz_expect(strlen(c.last.text) < sizeof(c.last.text),
		    "what the kernel said ends within its buffer");
	client_close(&c);
}
