// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include <linux/tdacct.h>

#include "netlink.h"
#include "request.h"
#include "transport.h"

enum {
	RECEIVE_BUFFER = 1 << 20,
	MESSAGE_BUFFER = 1 << 16,
};

struct netlink {
	struct transport transport;
	struct nl_sock *sk;
	int family;
	void *buffer;		/* for one datagram */
};

/* While one answer comes in. */
struct answer {
	struct netlink *n;
	const struct receiver *to;
	struct outcome *o;
	uint32_t seq;		/* of the question */
	bool done;
	int err;
};

static void take_text(struct outcome *o, const struct nlattr *tlv, int len)
{
	const struct nlattr *a = nla_find(tlv, len, NLMSGERR_ATTR_MSG);

	if (a)
		snprintf(o->text, sizeof(o->text), "%.*s", nla_len(a),
			 (const char *)nla_data(a));
}

/* The extended ack lies behind the request that the kernel sends back. */
static void take_ack_text(struct outcome *o, const struct nlmsghdr *h)
{
	const struct nlmsgerr *e = nlmsg_data(h);
	size_t len = (size_t)nlmsg_datalen(h), skip = sizeof(*e);

	if (!(h->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	if (!(h->nlmsg_flags & NLM_F_CAPPED))
		skip += NLMSG_ALIGN((size_t)e->msg.nlmsg_len) - NLMSG_HDRLEN;
	if (skip >= sizeof(*e) && skip < len)
		take_text(o, (const void *)((const char *)e + skip),
			  (int)(len - skip));
}

/* A notice may come before the answer that it follows from. */
static void take_message(struct answer *a, struct nlmsghdr *h)
{
	const struct genlmsghdr *g = nlmsg_data(h);
	const struct receiver *to = a->to;

	if (!genlmsg_valid_hdr(h, 0))
		return;
	if (g->cmd == TDACCT_CMD_ENDED)
		to = a->n->transport.unasked;
	if (to && !a->err)
		a->err = to->message(genlmsg_attrdata(g, 0),
				     genlmsg_attrlen(g, 0), to->arg);
}

/* An acknowledgement is the error 0. */
static void take_error(struct answer *a, const struct nlmsghdr *h)
{
	const struct nlmsgerr *e = nlmsg_data(h);

	a->done = true;
	if (nlmsg_datalen(h) < (int)sizeof(*e)) {
		a->err = -EBADMSG;
	} else if (e->error) {
		take_ack_text(a->o, h);
		a->err = e->error;
	}
}

/* A dump ends in an errno of its own. */
static void take_end(struct answer *a, const struct nlmsghdr *h)
{
	int end = 0, rest = nlmsg_datalen(h) - (int)sizeof(end);

	if (rest >= 0)
		memcpy(&end, nlmsg_data(h), sizeof(end));
	if (h->nlmsg_flags & NLM_F_ACK_TLVS && rest > 0)
		take_text(a->o, (const void *)((char *)nlmsg_data(h) +
					       sizeof(end)), rest);
	if (end < 0 && !a->err)
		a->err = end;
	a->done = true;
}

/*
 * An answer that was given up, as the socket had no more room for it, is still
 * there when the next one comes. Notices have the number 0.
 */
static void take(struct answer *a, struct nlmsghdr *h)
{
	if (h->nlmsg_seq && h->nlmsg_seq != a->seq)
		return;
	a->o->interrupted |= h->nlmsg_flags & NLM_F_DUMP_INTR;
	switch (h->nlmsg_type) {
	case NLMSG_NOOP:
		break;
	case NLMSG_ERROR:
		take_error(a, h);
		break;
	case NLMSG_DONE:
		take_end(a, h);
		break;
	default:
		take_message(a, h);
	}
}

static int put_arg(struct nl_msg *msg, const struct request *rq, unsigned int i)
{
	uint64_t number = rq->arg[i].number;
	uint32_t half = (uint32_t)number;
	struct nlattr *nest;

	if (rq->arg[i].size == 16) {
		nest = nla_nest_start(msg, NLA_F_NESTED | TDACCT_A_EVENT);
		if (!nest || nla_put_u64(msg, TDACCT_EVENT_A_CONFIG, number) ||
		    nla_put_u64(msg, TDACCT_EVENT_A_CONFIG1, rq->arg[i].second))
			return -ENOMEM;
		nla_nest_end(msg, nest);
		return 0;
	}
	return nla_put(msg, rq->arg[i].attr, rq->arg[i].size,
		       rq->arg[i].size == 8 ? &number : (const void *)&half);
}

static struct nl_msg *build(const struct netlink *n, const struct request *rq)
{
	struct nl_msg *msg = nlmsg_alloc();
	unsigned int i;

	if (!msg)
		return NULL;
	if (!genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, n->family, 0,
			 rq->dump ? NLM_F_DUMP : NLM_F_ACK, rq->cmd,
			 TDACCT_GENL_VERSION))
		goto free_message;
	for (i = 0; i < rq->nr; i++)
		if (put_arg(msg, rq, i))
			goto free_message;
	return msg;

free_message:
	nlmsg_free(msg);
	return NULL;
}

/* libnl's errors as errno; those that we never cause are one. */
static int from_libnl(int err)
{
	switch (-err) {
	case NLE_NOMEM:
		return errno == ENOBUFS ? -ENOBUFS : -ENOMEM;
	case NLE_PERM:
		return -EPERM;
	case NLE_OBJ_NOTFOUND:
		return -ENOENT;
	case NLE_INTR:
		return -EINTR;
	case NLE_AGAIN:
		return -EAGAIN;
	case NLE_MSG_TRUNC:
	case NLE_MSG_TOOSHORT:
		return -EBADMSG;
	default:
		return -EIO;
	}
}

/*
 * One datagram, into our buffer. Not by libnl, which would make
 * a copy of each message in it; a dump has a hundred in a datagram.
 */
static int receive_datagram(struct netlink *n, int flags)
{
	struct iovec to = { .iov_base = n->buffer, .iov_len = MESSAGE_BUFFER };
	struct msghdr msg = { .msg_iov = &to, .msg_iovlen = 1 };
	ssize_t len;

	do {
		len = recvmsg(n->transport.fd, &msg, flags | MSG_TRUNC);
	} while (len < 0 && errno == EINTR);
	if (len < 0)
		return -errno;
	return len > MESSAGE_BUFFER ? -EBADMSG : (int)len;
}

static int receive_some(struct answer *a, int flags)
{
	struct nlmsghdr *h;
	int len;

	if (!a->n->buffer)
		a->n->buffer = malloc(MESSAGE_BUFFER);
	if (!a->n->buffer)
		return -ENOMEM;
	len = receive_datagram(a->n, flags);
	if (len < 0)
		return len;
	for (h = a->n->buffer; !a->done && nlmsg_ok(h, len);
	     h = nlmsg_next(h, &len))
		take(a, h);
	return 0;
}

static int netlink_ask(struct transport *t, const struct request *rq,
		       const struct receiver *to, struct outcome *o)
{
	struct netlink *n = (struct netlink *)t;
	struct answer a = { .n = n, .to = to, .o = o };
	struct nl_msg *msg = build(n, rq);
	int err;

	if (!msg)
		return -ENOMEM;
	err = nl_send_auto(n->sk, msg);
	a.seq = nlmsg_hdr(msg)->nlmsg_seq;
	nlmsg_free(msg);
	if (err < 0)
		return from_libnl(err);
	for (err = 0; !a.done && !err;)
		err = receive_some(&a, 0);
	return a.err ? a.err : err;
}

static int netlink_recv_event(struct transport *t, struct outcome *o)
{
	struct answer a = {
		.n = (struct netlink *)t, .to = t->unasked, .o = o,
	};
	int err = receive_some(&a, MSG_DONTWAIT);

	return a.err ? a.err : err;
}

/*
 * The family is resolved by hand, not from libnl's cache of all families,
 * which is one dump more. Its number, or what failed.
 */
static int connect_family(struct nl_sock *sk)
{
	int err;

	err = genl_connect(sk);
	if (err < 0) {
		fprintf(stderr, "tdacct: cannot open a netlink socket: %s\n",
			nl_geterror(err));
		return -EIO;
	}
	err = genl_ctrl_resolve(sk, TDACCT_GENL_NAME);
	if (err < 0) {
		fprintf(stderr, "tdacct: the module is not loaded; try: modprobe tdacct; tdacct doctor tells more (the kernel has no netlink family '%s')\n",
			TDACCT_GENL_NAME);
		return -ENOENT;
	}
	return err;
}

int netlink_transport(struct transport **out)
{
	struct nl_sock *sk = nl_socket_alloc();
	int family, err, on = 1;

	if (!sk) {
		fprintf(stderr, "tdacct: no memory for a netlink socket\n");
		return -ENOMEM;
	}
	family = connect_family(sk);
	err = family < 0 ? family : netlink_take(out, sk, family);
	if (!err) {
		int fd = (*out)->fd;

		/* better errors, stricter dumps, room for a long dump: none is vital */
		setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
		setsockopt(fd, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
		nl_socket_set_buffer_size(sk, RECEIVE_BUFFER, 0);
	}
	if (err)
		nl_socket_free(sk);
	return err;
}

/*
 * The buffer goes beyond the limit of the machine by privilege, else as far as that. The
 * kernel doubles what it is asked for, for its own needs.
 */
static int netlink_beside(struct transport *t, struct transport **out,
			  const struct receiver *unasked, int buffer)
{
	int fd, bytes = 0, err = netlink_transport(out);
	socklen_t size = sizeof(bytes);

	(void)t;
	if (err)
		return err;
	fd = (*out)->fd;
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof(buffer)))
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof(buffer));
	getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, &size);
	(*out)->buffer = bytes / 2;
	(*out)->unasked = unasked;
	return 0;
}

static int netlink_close(struct transport *t)
{
	struct netlink *n = (struct netlink *)t;

	nl_socket_free(n->sk);
	free(n->buffer);
	free(n);
	return 0;
}

static const struct transport_ops netlink_ops = {
	.ask = netlink_ask, .recv = netlink_recv_event, .beside = netlink_beside,
	.close = netlink_close,
};

int netlink_take(struct transport **out, struct nl_sock *sk, int family)
{
	struct netlink *n = calloc(1, sizeof(*n));

	if (!n)
		return -ENOMEM;
	n->transport = (struct transport){
		.ops = &netlink_ops, .fd = nl_socket_get_fd(sk),
		.live = true, .local = true,
	};
	n->sk = sk;
	n->family = family;
	*out = &n->transport;
	return 0;
}
