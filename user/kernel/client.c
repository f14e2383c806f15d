// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include <linux/tdacct.h>

#include "client.h"
#include "replay.h"

enum {
	ATTEMPTS = 2,			/* of a dump that is interrupted */
	RECEIVE_BUFFER = 1 << 20,
	MESSAGE_BUFFER = 1 << 16,
};

static void add(struct request *rq, uint16_t attr, uint16_t size,
		uint64_t number)
{
	rq->arg[rq->nr].attr = attr;
	rq->arg[rq->nr].size = size;
	rq->arg[rq->nr++].number = number;
}

void request_u32(struct request *rq, uint16_t attr, uint32_t number)
{
	add(rq, attr, 4, number);
}

void request_u64(struct request *rq, uint16_t attr, uint64_t number)
{
	add(rq, attr, 8, number);
}

void request_flag(struct request *rq, uint16_t attr)
{
	add(rq, attr, 0, 0);
}

/* While one answer comes in. */
struct answer {
	struct client *c;
	const struct receiver *to;
	bool done;
	bool interrupted;
	int err;
};

static void take_text(struct client *c, const struct nlattr *tlv, int len)
{
	const struct nlattr *a = nla_find(tlv, len, NLMSGERR_ATTR_MSG);

	if (a)
		snprintf(c->text, sizeof(c->text), "%.*s", nla_len(a),
			 (const char *)nla_data(a));
}

/* The extended ack lies behind the request that the kernel sends back. */
static void take_ack_text(struct client *c, const struct nlmsghdr *h)
{
	const struct nlmsgerr *e = nlmsg_data(h);
	size_t len = (size_t)nlmsg_datalen(h), skip = sizeof(*e);

	if (!(h->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	if (!(h->nlmsg_flags & NLM_F_CAPPED))
		skip += NLMSG_ALIGN((size_t)e->msg.nlmsg_len) - NLMSG_HDRLEN;
	if (skip >= sizeof(*e) && skip < len)
		take_text(c, (const void *)((const char *)e + skip),
			  (int)(len - skip));
}

/* It may come before the answer that it follows from. */
static void take_unasked(struct answer *a, const struct nlattr *attrs, int len)
{
	const struct receiver *to = a->c->unasked;

	if (!to)
		return;
	recorder_hear(a->c->recorder, attrs, len);
	if (!a->err)
		a->err = to->message(attrs, len, to->arg);
}

static void take_message(struct answer *a, struct nlmsghdr *h)
{
	const struct genlmsghdr *g = nlmsg_data(h);
	int len;

	if (!genlmsg_valid_hdr(h, 0))
		return;
	len = genlmsg_attrlen(g, 0);
	if (g->cmd == TDACCT_CMD_ENDED) {
		take_unasked(a, genlmsg_attrdata(g, 0), len);
		return;
	}
	recorder_say(a->c->recorder, genlmsg_attrdata(g, 0), len);
	if (!a->err)
		a->err = a->to->message(genlmsg_attrdata(g, 0), len,
					a->to->arg);
}

/* An acknowledgement is the error 0. */
static void take_error(struct answer *a, const struct nlmsghdr *h)
{
	const struct nlmsgerr *e = nlmsg_data(h);

	a->done = true;
	if (nlmsg_datalen(h) < (int)sizeof(*e)) {
		a->err = -EBADMSG;
	} else if (e->error) {
		take_ack_text(a->c, h);
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
		take_text(a->c, (const void *)((char *)nlmsg_data(h) +
					       sizeof(end)), rest);
	if (end < 0 && !a->err)
		a->err = end;
	a->done = true;
}

static void take(struct answer *a, struct nlmsghdr *h)
{
	a->interrupted |= h->nlmsg_flags & NLM_F_DUMP_INTR;
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

static struct nl_msg *build(const struct client *c, const struct request *rq)
{
	struct nl_msg *msg = nlmsg_alloc();
	unsigned int i;

	if (!msg)
		return NULL;
	if (!genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, c->family, 0,
			 rq->dump ? NLM_F_DUMP : NLM_F_ACK, rq->cmd,
			 TDACCT_GENL_VERSION))
		goto free_message;
	for (i = 0; i < rq->nr; i++) {
		uint32_t half = (uint32_t)rq->arg[i].number;
		const void *data = rq->arg[i].size == 8 ?
				   &rq->arg[i].number : (const void *)&half;

		if (nla_put(msg, rq->arg[i].attr, rq->arg[i].size, data))
			goto free_message;
	}
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

static int allocate_buffer(struct client *c)
{
	if (!c->buffer)
		c->buffer = malloc(MESSAGE_BUFFER);
	return c->buffer ? 0 : -ENOMEM;
}

/*
 * One datagram, into the buffer of the client. Not by libnl, which would make
 * a copy of each message in it; a dump has a hundred in a datagram.
 */
static ssize_t receive_datagram(struct client *c, int flags)
{
	struct iovec to = { .iov_base = c->buffer, .iov_len = MESSAGE_BUFFER };
	struct msghdr msg = { .msg_iov = &to, .msg_iovlen = 1 };
	ssize_t len;

	do {
		len = recvmsg(nl_socket_get_fd(c->sk), &msg,
			      flags | MSG_TRUNC);
	} while (len < 0 && errno == EINTR);
	if (len < 0)
		return -errno;
	return len > MESSAGE_BUFFER ? -EBADMSG : len;
}

static int receive_some(struct client *c, struct answer *a, int flags)
{
	int err = allocate_buffer(c), rest;
	struct nlmsghdr *h = c->buffer;
	ssize_t len = err ? err : receive_datagram(c, flags);

	if (len < 0)
		return (int)len;
	for (rest = (int)len; !a->done && nlmsg_ok(h, rest);
	     h = nlmsg_next(h, &rest))
		take(a, h);
	return 0;
}

static int receive(struct client *c, struct answer *a)
{
	int err = 0;

	while (!a->done && !err)
		err = receive_some(c, a, 0);
	return a->err ? a->err : err;
}

static int ask_kernel(struct client *c, const struct request *rq,
		      struct answer *a)
{
	struct nl_msg *msg = build(c, rq);
	int err;

	if (!msg)
		return -ENOMEM;
	recorder_ask(c->recorder, rq);
	err = nl_send_auto(c->sk, msg);
	nlmsg_free(msg);
	err = err < 0 ? from_libnl(err) : receive(c, a);
	recorder_end(c->recorder, err, a->interrupted, c->text);
	return err;
}

/* The kernel tells when a task was born by the same clock. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int ask_once(struct client *c, const struct request *rq,
		    struct answer *a)
{
	int err;

	if (!c->replay) {
		c->asked = now();
		recorder_time(c->recorder, c->asked);
		return ask_kernel(c, rq, a);
	}
	err = replay_ask(c->replay, rq, a->to, &a->interrupted, c->text,
			 sizeof(c->text));
	c->asked = replay_time(c->replay);
	return err;
}

int client_ask(struct client *c, const struct request *rq,
	       const struct receiver *to)
{
	int err = 0;

	for (int i = 0; i < ATTEMPTS; i++) {
		struct answer a = { .c = c, .to = to };

		c->text[0] = 0;
		if (to->begin)
			to->begin(to->arg);
		err = ask_once(c, rq, &a);
		c->interrupted = a.interrupted;
		if (err || !a.interrupted)
			break;
	}
	return err;
}

/*
 * The family is resolved by hand, not from libnl's cache of all families,
 * which is one dump more.
 */
static int connect_family(struct client *c)
{
	int err;

	err = genl_connect(c->sk);
	if (err < 0) {
		fprintf(stderr, "tdacct: cannot open a netlink socket: %s\n",
			nl_geterror(err));
		return -EIO;
	}
	err = genl_ctrl_resolve(c->sk, TDACCT_GENL_NAME);
	if (err < 0) {
		fprintf(stderr, "tdacct: the kernel has no family '%s': the module is not loaded; try: modprobe tdacct\n",
			TDACCT_GENL_NAME);
		return -ENOENT;
	}
	c->family = err;
	return 0;
}

/* Better errors, stricter dumps, room for a long dump; none is vital. */
static void tune(struct client *c)
{
	int on = 1, fd = nl_socket_get_fd(c->sk);

	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
	nl_socket_set_buffer_size(c->sk, RECEIVE_BUFFER, 0);
}

static int open_kernel(struct client *c)
{
	int err;

	c->sk = nl_socket_alloc();
	if (!c->sk) {
		fprintf(stderr, "tdacct: no memory for a netlink socket\n");
		return -ENOMEM;
	}
	err = connect_family(c);
	if (err)
		goto free_socket;
	tune(c);
	return 0;

free_socket:
	nl_socket_free(c->sk);
	c->sk = NULL;
	return err;
}

int client_open(struct client *c, const char *replay, const char *record)
{
	int err;

	memset(c, 0, sizeof(*c));
	if (replay)
		return replay_open(&c->replay, replay);
	err = open_kernel(c);
	if (!err && record)
		err = recorder_open(&c->recorder, record);
	if (err)
		client_close(c);
	return err;
}

/* Beyond the limit of the machine by privilege, else as far as that goes. */
static void set_buffer(const struct client *c, int bytes)
{
	int fd = client_fd(c);

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof(bytes)))
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes));
}

int client_open_beside(struct client *c, const struct client *of,
		       const struct receiver *unasked, int buffer)
{
	int err;

	memset(c, 0, sizeof(*c));
	c->beside = true;
	c->unasked = unasked;
	c->replay = of->replay;
	c->recorder = of->recorder;
	if (c->replay)
		return 0;
	err = open_kernel(c);
	if (!err)
		set_buffer(c, buffer);
	return err;
}

/* The kernel doubles what it is asked for, for its own needs. */
int client_buffer(const struct client *c)
{
	socklen_t size = sizeof(int);
	int bytes = 0;

	if (c->sk)
		getsockopt(client_fd(c), SOL_SOCKET, SO_RCVBUF, &bytes, &size);
	return bytes / 2;
}

int client_fd(const struct client *c)
{
	return c->sk ? nl_socket_get_fd(c->sk) : -1;
}

static int hear_kernel(struct client *c)
{
	struct answer a = { .c = c, .to = c->unasked };
	int err = receive_some(c, &a, MSG_DONTWAIT);

	if (err == -ENOBUFS)
		recorder_lost(c->recorder);
	return a.err ? a.err : err;
}

int client_hear(struct client *c)
{
	return c->replay ? replay_hear(c->replay, c->unasked) : hear_kernel(c);
}

int client_close(struct client *c)
{
	int err = c->beside ? 0 : recorder_close(c->recorder);

	nl_socket_free(c->sk);
	free(c->buffer);
	if (!c->beside)
		replay_close(c->replay);
	memset(c, 0, sizeof(*c));
	return err;
}

/* Who is root already is so in a container, or has given up capabilities. */
const char *client_advice(void)
{
	return geteuid() ? "try it with sudo" :
	       "being root is not enough in a container, or without that capability";
}

/*
 * Old kernels lose the text of a dump that is refused. Where the text speaks
 * of no capability it is something else that is in the way.
 */
static const char *hint(const struct client *c, int err)
{
	static char text[160];

	switch (-err) {
	case EPERM:
		if (c->text[0] && !strstr(c->text, "CAP_"))
			return "";
		snprintf(text, sizeof(text), "%s; %s", c->text[0] ? "" :
			 "; this needs CAP_PERFMON", client_advice());
		return text;
	case EAGAIN:
		return "; it has not run since counting began";
	case ENOBUFS:
		return "; the answer came faster than it was read, try again";
	case EBADMSG:
		return "; module and tool may be of different versions";
	case EOPNOTSUPP:
		return "; the loaded module is older than this tool";
	default:
		return "";
	}
}

void client_complain(const struct client *c, int err, const char *what, ...)
{
	va_list args;

	fprintf(stderr, "tdacct: ");
	va_start(args, what);
	vfprintf(stderr, what, args);
	va_end(args);
	fprintf(stderr, ": %s%s\n", c->text[0] ? c->text : strerror(-err),
		hint(c, err));
}

void client_sleep(const struct client *c, double seconds)
{
	struct timespec t = {
		.tv_sec = (time_t)seconds,
		.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9),
	};

	if (c->replay) {
		replay_go_on(c->replay);
		return;
	}
	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t) == EINTR)
		;
}

double client_between(double from, double to, double nominal)
{
	return to > from ? to - from : nominal;
}
