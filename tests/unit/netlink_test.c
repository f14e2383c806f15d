// SPDX-License-Identifier: GPL-2.0
/*
 * The room for messages of a socket that nobody asks through, and which messages
 * are the answer to a question. In the place of the kernel is a socket that knows
 * net.core.rmem_max and which users can go beyond it, and that has messages.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/socket.h>

#include <linux/tdacct.h>

#include "kernel/netlink.h"
#include "kernel/outcome.h"
#include "kernel/request.h"
#include "kernel/transport.h"
#include "unit.h"

enum { RMEM_MAX = 212992, FAMILY = 30 };

struct row {
	const char *name;
	bool privileged;	/* CAP_NET_ADMIN */
	int asked;		/* bytes */
	int want;		/* that the tool says it has */
	int tries;		/* to set it */
};

static const struct row rows[] = {
	{ "with the privilege, beyond the limit of the machine", true, 8 << 20, 8 << 20, 1 },
	{ "with the privilege, within the limit", true, 65536, 65536, 1 },
	{ "without it, within the limit", false, 65536, 65536, 2 },
	{ "without it, as far as the limit goes", false, 8 << 20, RMEM_MAX, 2 },
};

typeof(genl_connect) __wrap_genl_connect;
typeof(genl_ctrl_resolve) __wrap_genl_ctrl_resolve;
typeof(setsockopt) __wrap_setsockopt;
typeof(getsockopt) __wrap_getsockopt;

static const struct row *now;
static int room, tries;

int __wrap_genl_connect(struct nl_sock *sk)
{
	(void)sk;
	return 0;
}

int __wrap_genl_ctrl_resolve(struct nl_sock *sk, const char *name)
{
	(void)sk;
	EXPECT_TEXT(TDACCT_GENL_NAME, name);
	return FAMILY;
}

/* The kernel doubles what it is asked for. */
int __wrap_setsockopt(int fd, int level, int name, const void *value,
		      socklen_t size)
{
	int bytes = *(const int *)value;

	(void)fd;
	if (level != SOL_SOCKET)
		return 0;
	EXPECT_INT(sizeof(int), size);
	EXPECT(name == SO_RCVBUFFORCE || name == SO_RCVBUF);
	tries++;
	if (name == SO_RCVBUFFORCE && !now->privileged) {
		errno = EPERM;
		return -1;
	}
	room = 2 * (name == SO_RCVBUF && bytes > RMEM_MAX ? RMEM_MAX : bytes);
	return 0;
}

int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size)
{
	(void)fd;
	EXPECT(level == SOL_SOCKET && name == SO_RCVBUF);
	EXPECT_INT(sizeof(int), *size);
	*(int *)value = room;
	return 0;
}

static void attempt(const void *arg)
{
	struct transport *t, *beside;

	now = arg;
	room = tries = 0;
	EXPECT_INT(0, netlink_transport(&t));
	EXPECT_INT(0, t->ops->beside(t, &beside, NULL, now->asked));
	EXPECT_INT(now->want, beside->buffer);
	EXPECT_INT(now->tries, tries);
	beside->ops->close(beside);
	t->ops->close(t);
}

/* ---- answers ------------------------------------------------------------- */

enum { SEQ = 7 };

/*
 * Of a datagram each: m, a message of the answer; e, its end; n, a notice; the
 * letters M and E are those of an answer to an earlier question; x: the socket
 * had no room.
 */
struct answer_row {
	const char *name;
	const char *comes;
	int want_err;
	const char *want;	/* what is taken: m, or n of a notice */
};

static const struct answer_row answer_rows[] = {
	{ "an answer", "me", 0, "m" },
	{ "a notice within it", "mnme", 0, "mnm" },
	{ "the rest of an earlier answer comes first", "MMEme", 0, "m" },
	{ "an earlier answer's end is not this one's", "mEme", 0, "mm" },
	{ "no room", "mx", -ENOBUFS, "m" },
};

typeof(nl_send_auto) __wrap_nl_send_auto;
typeof(recvmsg) __wrap_recvmsg;

static const char *comes;

int __wrap_nl_send_auto(struct nl_sock *sk, struct nl_msg *msg)
{
	(void)sk;
	nlmsg_hdr(msg)->nlmsg_seq = SEQ;
	return 1;
}

ssize_t __wrap_recvmsg(int fd, struct msghdr *to, int flags)
{
	struct {
		struct nlmsghdr h;
		struct genlmsghdr g;
	} m = {
		.h = { .nlmsg_len = sizeof(m), .nlmsg_type = FAMILY,
		       .nlmsg_seq = SEQ },
		.g = { .cmd = TDACCT_CMD_GET_THREAD },
	};
	char letter = *comes++;

	(void)fd;
	(void)flags;
	errno = letter ? ENOBUFS : ECONNRESET;
	if (!letter || letter == 'x')
		return -1;
	if (letter == 'M' || letter == 'E')
		m.h.nlmsg_seq = SEQ - 1;
	if (letter == 'n') {
		m.h.nlmsg_seq = 0;
		m.g.cmd = TDACCT_CMD_ENDED;
	}
	if (letter == 'e' || letter == 'E') {
		m.h.nlmsg_type = NLMSG_DONE;
		m.g = (struct genlmsghdr){ .cmd = 0 };	/* the errno 0 */
	}
	memcpy(to->msg_iov->iov_base, &m, sizeof(m));
	return sizeof(m);
}

static int take_letter(const struct nlattr *attrs, int len, void *arg)
{
	(void)attrs;
	(void)len;
	strcat(arg, "m");
	return 0;
}

static int take_notice(const struct nlattr *attrs, int len, void *arg)
{
	(void)attrs;
	(void)len;
	strcat(arg, "n");
	return 0;
}

static void attempt_answer(const void *arg)
{
	const struct answer_row *row = arg;
	char got[16] = "";
	const struct receiver to = { .message = take_letter, .arg = got };
	const struct receiver unasked = { .message = take_notice, .arg = got };
	const struct request rq = {
		.cmd = TDACCT_CMD_GET_THREAD, .dump = true,
	};
	struct outcome o = { .interrupted = false };
	struct transport *t;

	comes = row->comes;
	EXPECT_INT(0, netlink_transport(&t));
	t->unasked = &unasked;
	EXPECT_INT(row->want_err, t->ops->ask(t, &rq, &to, &o));
	EXPECT_TEXT(row->want, got);
	t->ops->close(t);
}

int main(void)
{
	UNIT_RUN("netlink", rows, attempt);
	UNIT_RUN("netlink: answer", answer_rows, attempt_answer);
	return unit_end();
}
