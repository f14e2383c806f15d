// SPDX-License-Identifier: GPL-2.0
/*
 * mutate COUNT [SEED]: send so many messages to the module that are valid,
 * nearly valid, or nothing at all, over many sockets of root and of nobody,
 * some of which are closed in the middle of an answer. The same seed sends the
 * same messages. At the end counting goes on, and the laws hold.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>

#include "client.h"
#include "harness.h"
#include "verdict.h"

#define SOCKETS		16
#define NOBODY		65534
#define ROOM		1024

static uint64_t state;
static int family;
static int sockets[SOCKETS];
static unsigned long made, sent, answered, refusals, closed;

/* xorshift: what it gives depends on the seed alone. */
static uint64_t chance(uint64_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % n;
}

/* ---- sockets -------------------------------------------------------------------- */

/* Who opens it is who asks: every other one is nobody's. */
static int open_socket(bool nobody)
{
	int fd;

	if (nobody && syscall(SYS_setresuid, -1, NOBODY, -1))
		return -1;
	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK,
		    NETLINK_GENERIC);
	if (nobody && syscall(SYS_setresuid, -1, 0, -1))
		exit(2);
	return fd;
}

static void reopen(unsigned int i)
{
	int one = 1;

	if (sockets[i] >= 0)
		close(sockets[i]);
	closed++;
	sockets[i] = open_socket(i & 1);
	if (sockets[i] < 0) {
		perror("mutate: socket");
		exit(2);
	}
	if (chance(2))
		setsockopt(sockets[i], SOL_NETLINK, NETLINK_EXT_ACK, &one,
			   sizeof(one));
	if (chance(2))
		setsockopt(sockets[i], SOL_NETLINK, NETLINK_GET_STRICT_CHK,
			   &one, sizeof(one));
}

/* One datagram, if there is any. */
static bool read_some(unsigned int i)
{
	static char buf[1 << 16];
	struct nlmsghdr *h = (void *)buf;
	ssize_t len = recv(sockets[i], buf, sizeof(buf), 0);

	if (len < (ssize_t)sizeof(*h))
		return false;
	answered++;
	refusals += h->nlmsg_type == NLMSG_ERROR;
	return true;
}

/* ---- messages -------------------------------------------------------------------- */

struct message_buf {
	union {
		struct nlmsghdr h;
		unsigned char byte[ROOM];
	};
};

static void put(struct message_buf *m, unsigned int type, const void *data,
		unsigned int len)
{
	struct nlattr *a = (void *)(m->byte + NLMSG_ALIGN(m->h.nlmsg_len));

	if (NLMSG_ALIGN(m->h.nlmsg_len) + NLA_HDRLEN + len + 16 > ROOM)
		return;
	a->nla_type = type;
	a->nla_len = NLA_HDRLEN + len;
	memcpy((char *)a + NLA_HDRLEN, data, len);
	m->h.nlmsg_len = NLMSG_ALIGN(m->h.nlmsg_len) + NLA_ALIGN(a->nla_len);
}

static void put_u32(struct message_buf *m, unsigned int type, uint32_t value)
{
	put(m, type, &value, sizeof(value));
}

static void put_u64(struct message_buf *m, unsigned int type, uint64_t value)
{
	put(m, type, &value, sizeof(value));
}

static uint64_t number(void)
{
	static const uint64_t edges[] = {
		0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
		~0ULL, 1ULL << 63, 4194304, 86400000, 86400001,
	};

	switch (chance(4)) {
	case 0: return edges[chance(sizeof(edges) / sizeof(*edges))];
	case 1: return getpid();
	case 2: return chance(2000);
	default: return state;
	}
}

/* What each command understands. */
static void fill_valid(struct message_buf *m, unsigned int cmd)
{
	bool dump = m->h.nlmsg_flags & NLM_F_DUMP;

	switch (cmd) {
	case TDACCT_CMD_GET_THREAD:
		if (dump && chance(2))
			put_u64(m, TDACCT_A_SINCE, number());
		put_u32(m, dump ? TDACCT_A_PID : TDACCT_A_TID, number());
		break;
	case TDACCT_CMD_GET_PROCESS:
		if (!dump)
			put_u32(m, TDACCT_A_PID, number());
		else if (chance(2))
			put_u64(m, TDACCT_A_SINCE, number());
		break;
	case TDACCT_CMD_GET_CPU:
		if (chance(2))
			put_u32(m, TDACCT_A_CPU, chance(3));
		break;
	case TDACCT_CMD_GET_CGROUP:
		if (!dump)
			put_u64(m, TDACCT_A_CGROUP, number());
		break;
	case TDACCT_CMD_PAUSE:
		put_u64(m, TDACCT_A_RESUME_MS, 1 + chance(20));
		break;
	case TDACCT_CMD_SUBSCRIBE:
		if (chance(2))
			put_u32(m, TDACCT_A_KINDS, chance(8));
		break;
	}
}

static unsigned int rarely_pause(unsigned int cmd)
{
	return cmd == TDACCT_CMD_PAUSE && chance(20) ? TDACCT_CMD_GET_STATS :
						       cmd;
}

static void begin(struct message_buf *m)
{
	unsigned int cmd = rarely_pause(1 + chance(TDACCT_CMD_MAX));
	struct genlmsghdr *g = (void *)(m->byte + NLMSG_HDRLEN);

	memset(m, 0, sizeof(*m));
	m->h.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN);
	m->h.nlmsg_type = family;
	m->h.nlmsg_seq = made;
	m->h.nlmsg_flags = NLM_F_REQUEST;
	if (cmd <= TDACCT_CMD_GET_CPU || cmd == TDACCT_CMD_GET_CGROUP)
		m->h.nlmsg_flags |= chance(2) ? NLM_F_DUMP : 0;
	m->h.nlmsg_flags |= chance(2) ? NLM_F_ACK : 0;
	g->cmd = cmd;
	g->version = TDACCT_GENL_VERSION;
	fill_valid(m, cmd);
}

/* ---- what is done to them ---------------------------------------------------------- */

static void flip(struct message_buf *m)
{
	unsigned int from = NLMSG_HDRLEN;

	if (m->h.nlmsg_len <= from)
		return;
	for (unsigned int n = 1 + chance(8); n; n--)
		m->byte[from + chance(m->h.nlmsg_len - from)] ^= 1 << chance(8);
}

static void truncate_it(struct message_buf *m)
{
	m->h.nlmsg_len = chance(m->h.nlmsg_len + 1);
}

static void lie_about_length(struct message_buf *m)
{
	struct nlattr *a = (void *)(m->byte + NLMSG_LENGTH(GENL_HDRLEN));

	a->nla_len = number();
}

static void wrong_length(struct message_buf *m)
{
	unsigned char junk[64];

	for (unsigned int i = 0; i < sizeof(junk); i++)
		junk[i] = chance(256);
	put(m, chance(TDACCT_A_MAX + 1), junk, chance(sizeof(junk) + 1));
}

static void unknown(struct message_buf *m)
{
	put_u64(m, TDACCT_A_MAX + 1 + chance(1000), number());
}

static void garbage_in_nests(struct message_buf *m)
{
	struct message_buf in = { .h.nlmsg_len = 0 };

	for (unsigned int n = chance(6); n; n--)
		wrong_length(&in);
	put(m, NLA_F_NESTED | chance(TDACCT_A_MAX + 10), in.byte + 4,
	    chance(200));
}

static void same_again(struct message_buf *m)
{
	for (unsigned int n = 1 + chance(20); n; n--)
		put_u32(m, 1 + chance(TDACCT_A_MAX), number());
}

static void other_header(struct message_buf *m)
{
	struct genlmsghdr *g = (void *)(m->byte + NLMSG_HDRLEN);

	g->cmd = chance(256);
	g->version = chance(256);
	g->reserved = chance(2) ? chance(65536) : 0;
	if (g->cmd == TDACCT_CMD_PAUSE)
		g->cmd = TDACCT_CMD_GET_TOTALS;
	m->h.nlmsg_flags = chance(65536) | NLM_F_REQUEST;
}

static void noise(struct message_buf *m)
{
	unsigned int len = NLMSG_LENGTH(GENL_HDRLEN) + chance(200);

	for (unsigned int i = NLMSG_HDRLEN + 1; i < len; i++)
		m->byte[i] = chance(256);
	m->h.nlmsg_len = len;
}

static void (*const changes[])(struct message_buf *m) = {
	flip, truncate_it, lie_about_length, wrong_length, unknown,
	garbage_in_nests, same_again, other_header, noise,
};

#define N_CHANGES (sizeof(changes) / sizeof(*changes))

static void make(struct message_buf *m)
{
	begin(m);
	if (!chance(4))
		return;		/* as it ought to be */
	for (unsigned int n = 1 + chance(2); n; n--)
		changes[chance(N_CHANGES)](m);
}

/* Some answers are read to the end, some in part, some never. */
static void one(void)
{
	unsigned int i = chance(SOCKETS), reads;
	struct message_buf m;
	unsigned int len;

	make(&m);
	len = m.h.nlmsg_len < sizeof(m) ? m.h.nlmsg_len : sizeof(m);
	if (!chance(50))
		len = chance(sizeof(m));
	made++;
	if (send(sockets[i], m.byte, len, MSG_DONTWAIT) >= 0)
		sent++;
	for (reads = chance(3) ? 100 : chance(3); reads; reads--)
		if (!read_some(i))
			break;
	if (!chance(40))
		reopen(i);
}

/* ---- around it -------------------------------------------------------------------- */

/* A flipped bit may have made a PAUSE that nothing ends. */
static void resume(void)
{
	struct client c;

	verdict_connect(&c);
	client_resume(&c);
	client_close(&c);
}

static void find_family(void)
{
	struct client c;

	verdict_connect(&c);
	family = c.family;
	client_close(&c);
}

int main(int argc, char **argv)
{
	unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 10000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;

	harness_alone();
	state = seed * 0x9e3779b97f4a7c15ULL | 1;
	find_family();
	memset(sockets, 0xff, sizeof(sockets));
	for (unsigned int i = 0; i < SOCKETS; i++)
		reopen(i);
	while (sent < count && made < 2 * count)
		one();
	for (unsigned int i = 0; i < SOCKETS; i++)
		close(sockets[i]);
	resume();
	check(sent == count && answered,
	      "of %lu messages %lu were sent, for which there were %lu answers",
	      made, sent, answered);
	verdict_counting();
	verdict_laws();
	printf("mutate: seed %" PRIu64 ": %lu made, %lu sent, %lu answers, of which %lu refusals; %lu sockets\n",
	       seed, made, sent, answered, refusals, closed);
	printf("tried: random and mutated messages | %lu\n", sent);
	return 0;
}
