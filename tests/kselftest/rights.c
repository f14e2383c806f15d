// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <netlink/netlink.h>
#include <netlink/genl/genl.h>

#include "harness.h"
#include "rights.h"

const struct question reads[N_READS] = {
	{ "GET_THREAD of init", TDACCT_CMD_GET_THREAD, 0, TDACCT_A_TID, 1 },
	{ "dump of threads", TDACCT_CMD_GET_THREAD, NLM_F_DUMP },
	{ "dump of init's threads", TDACCT_CMD_GET_THREAD, NLM_F_DUMP,
	  TDACCT_A_PID, 1 },
	{ "GET_PROCESS of init", TDACCT_CMD_GET_PROCESS, 0, TDACCT_A_PID, 1 },
	{ "dump of processes", TDACCT_CMD_GET_PROCESS, NLM_F_DUMP },
	{ "dump of CPUs", TDACCT_CMD_GET_CPU, NLM_F_DUMP },
	{ "one CPU", TDACCT_CMD_GET_CPU, NLM_F_DUMP, TDACCT_A_CPU, 0 },
	{ "GET_TOTALS", TDACCT_CMD_GET_TOTALS },
	{ "GET_STATS", TDACCT_CMD_GET_STATS },
	{ "GET_CGROUP of the root", TDACCT_CMD_GET_CGROUP, 0, TDACCT_A_CGROUP,
	  1, true },
	{ "dump of cgroups", TDACCT_CMD_GET_CGROUP, NLM_F_DUMP },
};

const struct question subscriptions[N_SUBSCRIPTIONS] = {
	{ "SUBSCRIBE", TDACCT_CMD_SUBSCRIBE },
	{ "SUBSCRIBE to processes", TDACCT_CMD_SUBSCRIBE, 0, TDACCT_A_KINDS,
	  1 << TDACCT_ENDED_PROCESS },
};

const struct question changes[N_CHANGES] = {
	{ "SET_EVENTS", TDACCT_CMD_SET_EVENTS },
	{ "PAUSE", TDACCT_CMD_PAUSE },
	{ "RESUME", TDACCT_CMD_RESUME },
};

static struct nl_msg *request_of(struct client *c, const struct question *q)
{
	struct nl_msg *m = client_request(c, q->cmd, q->flags);

	if (q->wide)
		nla_put_u64(m, q->attr, q->value);
	else if (q->attr)
		nla_put_u32(m, q->attr, q->value);
	return m;
}

static int ask(struct client *c, const struct question *q)
{
	return client_ask(c, request_of(c, q), NULL, NULL);
}

uint32_t send_question(struct client *c, const struct question *q)
{
	struct nl_msg *m = request_of(c, q);
	uint32_t seq;

	nl_complete_msg(c->sock, m);
	check(!client_send_raw(c, nlmsg_hdr(m), nlmsg_hdr(m)->nlmsg_len),
	      "%s: cannot be sent", q->name);
	seq = nlmsg_hdr(m)->nlmsg_seq;
	nlmsg_free(m);
	return seq;
}

void all_refused(struct client *c, const struct question *q, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		int err = ask(c, &q[i]);

		check(err == -EPERM, "%s: %s", q[i].name, strerror(-err));
		check(*c->why, "%s: refused without a sentence", q[i].name);
	}
}

void all_answered(struct client *c, const struct question *q, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		int err = ask(c, &q[i]);

		check(!err, "%s: %s (%s)", q[i].name, strerror(-err), c->why);
	}
}

/* A child that dies has checked nothing. */
void must_end_well(pid_t pid)
{
	int status;

	check(pid > 0 && waitpid(pid, &status, 0) == pid, "waitpid: %s",
	      strerror(errno));
	check(!status, "a child ended with status %#x", status);
}

struct client connect_anew(void)
{
	struct client c;
	int err = client_open(&c);

	check(!err, "cannot talk to the module: %s", strerror(-err));
	return c;
}

void info_answered(struct client *c)
{
	struct message m;
	int err = client_info(c, &m);

	check(!err, "GET_INFO: %s (%s)", strerror(-err), c->why);
	check(m.n_values, "GET_INFO tells no values");
}
