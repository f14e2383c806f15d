// SPDX-License-Identifier: GPL-2.0
/*
 * deaf COMMAND...: subscribe, run a command and read nothing meanwhile. What
 * found no place was counted as missed, the numbers of what is read at last and
 * of what was missed add up, and from then on all is heard again.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/netlink.h>

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

static void hear(const struct message *m, void *arg)
{
	struct heard *all = arg;

	all->read++;
	check(m->seq == all->read + m->missed && m->missed >= all->missed,
	      "notice %" PRIu64 " says that %" PRIu64 " were missed, but is the %"
	      PRIu64 "th that was read", m->seq, m->missed, all->read);
	all->seq = m->seq;
	all->missed = m->missed;
}

/* Whatever is there by then, and what comes within @ms of the last. */
static bool hear_some(int ms)
{
	int ret = client_ended(&client, ms);

	check(ret >= 0 || ret == -ENOBUFS, "listening: %s", strerror(-ret));
	return ret;
}

/* What has just ended may leave no room for the answer: then all over again. */
static void subscribe(struct heard *all)
{
	int err, small = 4096;

	do {
		client_close(&client);
		verdict_connect(&client);
		*all = (struct heard){ };
		client.ended = hear;
		client.ended_arg = all;
		setsockopt(nl_socket_get_fd(client.sock), SOL_SOCKET, SO_RCVBUF,
			   &small, sizeof(small));
		err = client_subscribe(&client, 0);
	} while (err == -ENOBUFS);
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
		while (hear_some(200))
			;
	}
}

int main(int argc, char **argv)
{
	struct heard all;
	uint64_t was, missed;

	harness_alone();
	if (argc < 2) {
		fprintf(stderr, "usage: deaf COMMAND...\n");
		return 2;
	}
	subscribe(&all);
	was = verdict_stat(TDACCT_STAT_A_NOTICES_MISSED);
	run(argv + 1);
	missed = verdict_stat(TDACCT_STAT_A_NOTICES_MISSED) - was;
	check(missed, "nothing was missed by one who never read");
	while (hear_some(500))
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
