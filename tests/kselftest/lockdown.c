// SPDX-License-Identifier: GPL-2.0
/*
 * A kernel that is locked down for confidentiality tells no counts, not even one's
 * own, and not to root. It stays so until it is booted again: nothing else can be
 * tried behind this.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/netlink.h>
#include <netlink/genl/genl.h>

#include "harness.h"
#include "rights.h"
#include "seen.h"
#include "somebody.h"
#include "task.h"

#define LOCKDOWN	"/sys/kernel/security/lockdown"

/* The module can be inserted again before that only. */
static void come_anew(void)
{
	char state[100] = "";

	mount("none", "/sys/kernel/security", "securityfs", 0, NULL);
	if (!get_file(LOCKDOWN, state, sizeof(state)))
		skip("this kernel has no lockdown");
	check(!remove_module() && !insert_module("own_tasks=1"),
	      "the module cannot be inserted again");
}

static void lock_down(void)
{
	check(set_file(LOCKDOWN, "confidentiality"), "%s: %s", LOCKDOWN,
	      strerror(errno));
}

static void says_so(const struct client *c)
{
	check(strstr(c->why, "locked down"), "it says \"%s\"", c->why);
}

static void none_told(void)
{
	struct client c = connect_anew();

	info_answered(&c);
	all_refused(&c, reads, N_READS);
	says_so(&c);
	all_refused(&c, subscriptions, N_SUBSCRIPTIONS);
	says_so(&c);
}

static void changes_made(void)
{
	struct client c = connect_anew();

	all_answered(&c, changes, N_CHANGES);
}

static void none_of_own(void)
{
	static const int cmds[] = { TDACCT_CMD_GET_THREAD,
				    TDACCT_CMD_GET_PROCESS };
	static const unsigned int ids[] = { TDACCT_A_TID, TDACCT_A_PID };
	struct client c;

	become_nobody(0);
	c = connect_anew();
	for (unsigned int i = 0; i < N_ROWS(cmds); i++) {
		struct question one = { "my own", cmds[i], 0, ids[i],
					getpid() };
		struct question list = { "list", cmds[i], NLM_F_DUMP };

		all_refused(&c, &one, 1);
		says_so(&c);
		all_refused(&c, &list, 1);
		says_so(&c);
	}
}

/* ---- what was begun before -------------------------------------------------- */

#define MANY	200	/* threads, so that a dump has many parts */

static void fork_many(void)
{
	for (unsigned int i = 0; i < MANY; i++)
		if (!fork())
			for (;;)
				pause();
}

static void count_ends(const struct message *m, void *arg)
{
	*(unsigned int *)arg += m->kind == TDACCT_ENDED_PROCESS;
}

/* It is told that something was lost, and nothing more. */
static void no_ends_told(struct client *c)
{
	unsigned int *n = c->ended_arg;
	int heard;

	if (!fork())
		_exit(0);
	wait(NULL);
	do {
		heard = client_ended(c, 20000);
	} while (heard == 1);
	check(heard == -ENOBUFS, "no loss is told: %s", strerror(-heard));
	check(!*n, "%u ends are told", *n);
}

static void begun_before(void)
{
	static const struct question threads = {
		"threads", TDACCT_CMD_GET_THREAD, NLM_F_DUMP
	};
	struct client listener, dump;
	unsigned int ends = 0;
	uint32_t seq;
	int err;

	come_anew();
	fork_many();
	listener = connect_anew();
	listener.ended = count_ends;
	listener.ended_arg = &ends;
	check(!client_subscribe(&listener, 1 << TDACCT_ENDED_PROCESS), "%s",
	      listener.why);
	dump = connect_anew();
	client_buffer(&dump, 1);
	seq = send_question(&dump, &threads);
	lock_down();
	err = client_answer(&dump, seq, NULL, NULL);
	check(err == -EPERM, "the dump: %s", strerror(-err));
	says_so(&dump);
	no_ends_told(&listener);
}

static const struct row rows[] = {
	{ "lockdown: a dump and a subscription that began before end",
	  begun_before },
	{ "lockdown: root is told no counts", none_told },
	{ "lockdown: what changes something is done", changes_made },
	{ "lockdown: own_tasks=1, one's own are not told either",
	  none_of_own },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
