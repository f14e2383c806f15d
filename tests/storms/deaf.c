// SPDX-License-Identifier: GPL-2.0
/*
 * deaf COMMAND...: subscribe, run a command and read nothing meanwhile. What
 * found no place was counted as missed, the numbers of what is read at last and
 * of what was missed add up, and from then on all is heard again.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/netlink.h>
#include <netlink/attr.h>
#include <netlink/genl/genl.h>

#include "client.h"
#include "harness.h"
#include "task.h"
#include "verdict.h"

struct heard {
	uint64_t read, seq, missed;	/* the latter two: of the last one */
};

static struct client client;

static void run(char **command)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		execvp(command[0], command);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	check(!status, "%s ended with status %#x", command[0], status);
}

static void hear(struct nlmsghdr *h, struct heard *all)
{
	struct genlmsghdr *g = nlmsg_data(h);
	uint64_t seq = 0, missed = 0;
	struct nlattr *a;
	int rest;

	if (h->nlmsg_type != client.family || g->cmd != TDACCT_CMD_ENDED)
		return;
	nla_for_each_attr(a, genlmsg_attrdata(g, 0), genlmsg_attrlen(g, 0),
			  rest) {
		if (nla_type(a) == TDACCT_A_SEQ)
			seq = nla_get_u64(a);
		if (nla_type(a) == TDACCT_A_MISSED)
			missed = nla_get_u64(a);
	}
	all->read++;
	check(seq == all->read + missed && missed >= all->missed,
	      "notice %" PRIu64 " says that %" PRIu64 " were missed, but is the %"
	      PRIu64 "th that was read", seq, missed, all->read);
	all->seq = seq;
	all->missed = missed;
}

/* Whatever is there by then, and what comes within @ms of the last. */
static bool hear_some(struct heard *all, int ms)
{
	static char buf[1 << 16];
	struct pollfd p = { nl_socket_get_fd(client.sock), POLLIN, 0 };
	struct nlmsghdr *h = (void *)buf;
	int len;

	if (poll(&p, 1, ms) <= 0)
		return false;
	len = recv(p.fd, buf, sizeof(buf), MSG_DONTWAIT);
	if (len < 0)
		check(errno == ENOBUFS || errno == EAGAIN, "recv: %s",
		      strerror(errno));
	for (; len > 0 && nlmsg_ok(h, len); h = nlmsg_next(h, &len))
		hear(h, all);
	return true;
}

static void subscribe(void)
{
	int err, small = 4096, fd;

	verdict_connect(&client);
	fd = nl_socket_get_fd(client.sock);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	err = client_ask(&client, client_request(&client,
						 TDACCT_CMD_SUBSCRIBE, 0),
			 NULL, NULL);
	check(!err, "SUBSCRIBE: %s (%s)", strerror(-err), client.why);
}

/* Make ends, and listen, until one comes that says so. */
static void hear_again(struct heard *all)
{
	uint64_t read = all->read, end = now_ns() + 60000000000ULL;
	char *nothing[] = { "/bin/true", NULL };

	while (all->read == read) {
		check(now_ns() < end, "nothing is heard any more");
		run(nothing);
		while (hear_some(all, 200))
			;
	}
}

int main(int argc, char **argv)
{
	uint64_t was, missed;
	struct heard all = { };

	harness_alone();
	if (argc < 2) {
		fprintf(stderr, "usage: deaf COMMAND...\n");
		return 2;
	}
	was = verdict_stat(TDACCT_STAT_A_NOTICES_MISSED);
	subscribe();
	run(argv + 1);
	missed = verdict_stat(TDACCT_STAT_A_NOTICES_MISSED) - was;
	check(missed, "nothing was missed by one who never read");
	while (hear_some(&all, 500))
		;
	hear_again(&all);
	check(all.missed >= missed, "missed %" PRIu64 ", told of %" PRIu64,
	      missed, all.missed);
	client_close(&client);
	verdict_laws();
	printf("tried: notices to a subscriber that never reads | %" PRIu64
	       "\n", all.seq);
	printf("tried: of these, missed, and told as missed | %" PRIu64 "\n",
	       all.missed);
	return 0;
}
