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
 * had no room. i is a message of a dump that is not of one moment, d the end of one
 * that failed, o no operation, a an acknowledgement, f a failure, r the same and why, R
 * the same behind the whole request, s a failure that ends too soon, L more than there is
 * room for, w a signal.
 */
struct answer_row {
	const char *name;
	const char *comes;
	int want_err;
	const char *want;	/* what is taken: m, or n of a notice */
	const char *text;	/* why it failed; NULL: nothing is said */
	bool interrupted;
};

static const struct answer_row answer_rows[] = {
	{ "an answer", "me", 0, "m" },
	{ "a notice within it", "mnme", 0, "mnm" },
	{ "the rest of an earlier answer comes first", "MMEme", 0, "m" },
	{ "an earlier answer's end is not this one's", "mEme", 0, "mm" },
	{ "no room", "mx", -ENOBUFS, "m" },
	{ "an acknowledgement", "am", 0, "" },
	{ "a failure", "f", -EBUSY, "" },
	{ "and why", "r", -EBUSY, "", "held" },
	{ "and why, behind the request", "R", -EBUSY, "", "held" },
	{ "behind a message", "mrm", -EBUSY, "m", "held" },
	{ "a failure that ends too soon", "s", -EBADMSG, "" },
	{ "a dump that fails", "md", -ENODEV, "m", "gone" },
	{ "a dump that is not of one moment", "mie", 0, "mm", NULL, true },
	{ "no operation", "ome", 0, "m" },
	{ "more than there is room for", "mL", -EBADMSG, "m" },
	{ "a signal", "wmwe", 0, "m" },
	{ "nobody is there", "", -ECONNRESET, "" },
};

typeof(nl_send_auto) __wrap_nl_send_auto;
typeof(recvmsg) __wrap_recvmsg;

static const char *comes;
static int sending;		/* what libnl says of it */
static char sent[256];		/* the attributes */

static void tell_sent(struct nl_msg *msg)
{
	const struct genlmsghdr *g = nlmsg_data(nlmsg_hdr(msg));
	struct nlattr *attr, *in;
	int rest, inside;

	*sent = 0;
	nla_for_each_attr(attr, genlmsg_attrdata(g, 0), genlmsg_attrlen(g, 0), rest) {
		size_t len = strlen(sent);

		if (nla_type(attr) != TDACCT_A_EVENT) {
			snprintf(sent + len, sizeof(sent) - len, "%d:%d ",
				 nla_type(attr), nla_len(attr));
			continue;
		}
		nla_for_each_nested(in, attr, inside) {
			len = strlen(sent);
			snprintf(sent + len, sizeof(sent) - len, "event %d=%#llx ",
				 nla_type(in), (unsigned long long)nla_get_u64(in));
		}
	}
}

int __wrap_nl_send_auto(struct nl_sock *sk, struct nl_msg *msg)
{
	(void)sk;
	nlmsg_hdr(msg)->nlmsg_seq = SEQ;
	tell_sent(msg);
	return sending;
}

/* The kernel's words behind what is there of @m. */
static void add_text(struct nlmsghdr *m, const char *text)
{
	struct nlattr *a = (struct nlattr *)((char *)m + NLMSG_ALIGN(m->nlmsg_len));

	a->nla_type = NLMSGERR_ATTR_MSG;
	a->nla_len = (uint16_t)(NLA_HDRLEN + strlen(text) + 1);
	strcpy((char *)a + NLA_HDRLEN, text);
	m->nlmsg_flags |= NLM_F_ACK_TLVS;
	m->nlmsg_len = NLMSG_ALIGN(m->nlmsg_len) + NLA_ALIGN(a->nla_len);
}

static void fail(struct nlmsghdr *m, char letter)
{
	struct nlmsgerr *e = NLMSG_DATA(m);

	m->nlmsg_type = NLMSG_ERROR;
	m->nlmsg_len = NLMSG_LENGTH(sizeof(*e));
	e->error = letter == 'a' ? 0 : -EBUSY;
	e->msg.nlmsg_len = NLMSG_LENGTH(8);
	if (letter == 'R')
		m->nlmsg_len += 8;
	else
		m->nlmsg_flags = NLM_F_CAPPED;
	if (letter == 'r' || letter == 'R')
		add_text(m, "held");
	if (letter == 's')
		m->nlmsg_len = NLMSG_LENGTH(2);
}

static void end(struct nlmsghdr *m, int err)
{
	m->nlmsg_type = NLMSG_DONE;
	m->nlmsg_len = NLMSG_LENGTH(sizeof(err));
	memcpy(NLMSG_DATA(m), &err, sizeof(err));
	if (err)
		add_text(m, "gone");
}

static void make(struct nlmsghdr *m, char letter)
{
	struct genlmsghdr *g = NLMSG_DATA(m);

	m->nlmsg_len = NLMSG_LENGTH(sizeof(*g));
	m->nlmsg_type = letter == 'o' ? NLMSG_NOOP : FAMILY;
	m->nlmsg_flags = letter == 'i' ? NLM_F_DUMP_INTR : 0;
	m->nlmsg_seq = strchr("ME", letter) ? SEQ - 1 :
		       letter == 'n' ? 0 : SEQ;
	g->cmd = letter == 'n' ? TDACCT_CMD_ENDED : TDACCT_CMD_GET_THREAD;
	if (strchr("eEd", letter))
		end(m, letter == 'd' ? -ENODEV : 0);
	else if (strchr("afrRs", letter))
		fail(m, letter);
}

ssize_t __wrap_recvmsg(int fd, struct msghdr *to, int flags)
{
	char letter = *comes++;
	struct nlmsghdr *m = to->msg_iov->iov_base;

	(void)fd;
	EXPECT(flags & MSG_TRUNC);
	errno = letter == 'w' ? EINTR : letter ? ENOBUFS : ECONNRESET;
	if (!letter || letter == 'x' || letter == 'w')
		return -1;
	if (letter == 'L')
		return (ssize_t)to->msg_iov->iov_len + 1;
	memset(m, 0, 256);
	make(m, letter);
	return m->nlmsg_len;
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
	sending = 1;
	EXPECT_INT(0, netlink_transport(&t));
	t->unasked = &unasked;
	EXPECT_INT(row->want_err, t->ops->ask(t, &rq, &to, &o));
	EXPECT_TEXT(row->want, got);
	EXPECT_TEXT(row->text ? row->text : "", o.text);
	EXPECT_INT(row->interrupted, o.interrupted);
	t->ops->close(t);
}

/* ---- questions ------------------------------------------------------------ */

static const struct question_row {
	const char *name;
	int sending;
	int want_err;
} question_rows[] = {
	{ "one that is sent", 1, 0 },
	{ "no memory", -NLE_NOMEM, -ENOMEM },
	{ "no right", -NLE_PERM, -EPERM },
	{ "nobody is there", -NLE_OBJ_NOTFOUND, -ENOENT },
	{ "a signal", -NLE_INTR, -EINTR },
	{ "not now", -NLE_AGAIN, -EAGAIN },
	{ "cut off", -NLE_MSG_TRUNC, -EBADMSG },
	{ "too short", -NLE_MSG_TOOSHORT, -EBADMSG },
	{ "something else", -NLE_BAD_SOCK, -EIO },
};

static void attempt_question(const void *arg)
{
	const struct question_row *row = arg;
	const struct receiver to = { .message = take_letter };
	struct request rq = { .cmd = TDACCT_CMD_SET_EVENTS };
	struct outcome o = { .interrupted = false };
	struct transport *t;
	char want[128];

	comes = "a";
	sending = row->sending;
	errno = 0;
	request_u32(&rq, TDACCT_A_PID, 5);
	request_u64(&rq, TDACCT_A_EPOCH, 6);
	request_event(&rq, 0x1b7, 0x10001);
	request_event(&rq, 0xc0, 0);
	request_flag(&rq, TDACCT_A_PID);
	EXPECT_INT(0, netlink_transport(&t));
	EXPECT_INT(row->want_err, t->ops->ask(t, &rq, &to, &o));
	snprintf(want, sizeof(want), "%d:4 %d:8 event %d=0x1b7 event %d=0x10001 event %d=0xc0 event %d=0 %d:0 ",
		 TDACCT_A_PID, TDACCT_A_EPOCH, TDACCT_EVENT_A_CONFIG,
		 TDACCT_EVENT_A_CONFIG1, TDACCT_EVENT_A_CONFIG,
		 TDACCT_EVENT_A_CONFIG1, TDACCT_A_PID);
	EXPECT_TEXT(want, sent);
	t->ops->close(t);
}

int main(void)
{
	UNIT_RUN("netlink", rows, attempt);
	UNIT_RUN("netlink: answer", answer_rows, attempt_answer);
	UNIT_RUN("netlink: question", question_rows, attempt_question);
	return unit_end();
}
