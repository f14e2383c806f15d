// SPDX-License-Identifier: GPL-2.0
/*
 * Dumps: each record once whatever the tasks do meanwhile, only those that
 * were asked for, and with TDACCT_A_SINCE every change, for every reader.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/netlink.h>
#include <netlink/genl/genl.h>
#include <linux/netlink.h>

#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "storm.h"
#include "task.h"

#define MARKERS	2000
#define DUMP	NLM_F_DUMP

#define MOST_TIDS	32768

struct list {
	unsigned int times[MOST_TIDS];	/* seen, by tid */
	uint64_t slots[MOST_TIDS];
	unsigned int others;		/* not of the process asked for */
	uint32_t pid;
	uint64_t generation;
	bool mixed;
};

static void take_list(const struct message *m, void *arg)
{
	struct list *l = arg;

	if (l->generation && m->generation != l->generation)
		l->mixed = true;
	l->generation = m->generation;
	l->others += m->pid != l->pid;
	if (m->tid >= MOST_TIDS)
		return;
	l->times[m->tid]++;
	l->slots[m->tid] = m->counts.value[0];
}

/* @l keeps what it had seen, but for how often. */
static void list_threads(struct list *l, uint32_t pid, uint64_t since)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, TDACCT_CMD_GET_THREAD,
					  NLM_F_DUMP);
	int err;

	memset(l->times, 0, sizeof(l->times));
	l->others = 0;
	l->pid = pid;
	l->generation = 0;
	if (pid)
		nla_put_u32(m, TDACCT_A_PID, pid);
	if (since)
		nla_put_u64(m, TDACCT_A_SINCE, since);
	err = client_ask(c, m, take_list, l);
	check(!err, "dump: %s (%s)", strerror(-err), c->why);
	check(!l->mixed, "two generations in a dump");
}

static struct list *new_list(void)
{
	struct list *l = calloc(1, sizeof(*l));

	check(l != NULL, "no memory");
	return l;
}

struct sleeper {
	pid_t pid;
	struct gate gate;
};

static void start_sleepers(struct sleeper *s, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		gate_open(&s[i].gate);
		s[i].pid = fork();
		check(s[i].pid >= 0, "fork: %s", strerror(errno));
		if (s[i].pid)
			continue;
		for (;;) {
			gate_pass(&s[i].gate);
			mark(0x03, MARKERS);
		}
	}
	for (unsigned int i = 0; i < n; i++) {
		gate_await(&s[i].gate);
		await_state(s[i].pid, s[i].pid, 'S');
	}
}

/* Let it run for a turn. */
static void wake(struct sleeper *s)
{
	gate_call(&s->gate);
	gate_await(&s->gate);
	await_state(s->pid, s->pid, 'S');
}

static void stop_sleepers(struct sleeper *s, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		kill(s[i].pid, SIGKILL);
}

#define STABLE	100

/* Those that stay are in every dump, once, whatever comes and goes. */
static void each_once(void)
{
	struct list *l = new_list();
	struct sleeper s[STABLE];
	unsigned int n = often(STABLE);
	pid_t group[2];

	start_sleepers(s, n);
	group[0] = storm_start(&storms[0], 1);
	group[1] = storm_start(&storms[2], 1);
	for (unsigned int i = 0; i < often(30); i++) {
		list_threads(l, 0, 0);
		for (unsigned int k = 0; k < n; k++)
			check(l->times[s[k].pid] == 1,
			      "thread %d is %u times in dump %u", s[k].pid,
			      l->times[s[k].pid], i);
		check(l->times[1] == 1, "init is there %u times", l->times[1]);
	}
	storm_stop(group[0]);
	storm_stop(group[1]);
	stop_sleepers(s, n);
}

static void only_one_process(void)
{
	struct list *l = new_list();
	unsigned int seen = 0;

	for (unsigned int i = 0; i < 20; i++)
		sleeping_thread();
	list_threads(l, getpid(), 0);
	for (unsigned int i = 0; i < MOST_TIDS; i++)
		seen += l->times[i];
	check(!l->others, "%u of other processes", l->others);
	check(seen == 21, "%u threads, not 21", seen);
}

static void only_the_charged(void)
{
	struct list *l = new_list();
	struct sleeper s[3];

	start_sleepers(s, 3);
	list_threads(l, 0, 0);
	check(l->generation, "a dump without generation");
	wake(&s[1]);
	list_threads(l, 0, l->generation);
	check(!l->times[s[0].pid] && !l->times[s[2].pid],
	      "one that slept is there");
	check(l->times[s[1].pid] == 1, "the one that ran is there %u times",
	      l->times[s[1].pid]);
	check(l->times[my_tid()] == 1, "I am not there");
	list_threads(l, 0, l->generation);
	check(!l->times[s[1].pid], "it is there again, and slept");
	stop_sleepers(s, 3);
}

/*
 * A reader who knows a dump of a module that was there before us, and which has
 * our number or a later one, has seen nothing of ours.
 */
static void since_one_to_come(void)
{
	struct list *l = new_list();
	struct sleeper s;

	start_sleepers(&s, 1);
	for (unsigned int ahead = 1; ahead <= 1000; ahead += 999) {
		list_threads(l, 0, 0);
		list_threads(l, 0, l->generation + ahead);
		check(l->times[s.pid] == 1,
		      "%u dumps ahead: one that slept is there %u times",
		      ahead, l->times[s.pid]);
	}
	stop_sleepers(&s, 1);
}

/* Two readers, each with its own generations, both see every change. */
static void two_readers(void)
{
	struct list *a = new_list(), *b = new_list();
	struct sleeper s[2];

	start_sleepers(s, 2);
	list_threads(a, 0, 0);
	list_threads(b, 0, 0);
	for (unsigned int i = 0; i < 10; i++) {
		struct list *first = i % 2 ? a : b, *then = i % 2 ? b : a;

		wake(&s[0]);
		list_threads(first, 0, first->generation);
		if (i % 3 == 0) {
			wake(&s[1]);
			list_threads(first, 0, first->generation);
			check(first->times[s[1].pid], "missed by the first");
			list_threads(then, 0, then->generation);
			check(then->times[s[1].pid], "missed by the other");
		} else {
			check(first->times[s[0].pid], "missed by the first");
			list_threads(then, 0, then->generation);
		}
		check(then->times[s[0].pid], "turn %u: missed by the other",
		      i);
	}
	stop_sleepers(s, 2);
}

/* Changes put together are what there is, for readers of different pace. */
static void changes_add_up(void)
{
	struct list *a = new_list(), *b = new_list(), *all = new_list();
	struct sleeper s[40];
	unsigned int n = often(N_ROWS(s));
	uint32_t r = 7;

	start_sleepers(s, n);
	list_threads(a, 0, 0);
	list_threads(b, 0, 0);
	for (unsigned int i = 0; i < often(120); i++) {
		gate_call(&s[next_random(&r) % n].gate);
		if (i % 3 == 0)
			list_threads(a, 0, a->generation);
		if (i % 7 == 0)
			list_threads(b, 0, b->generation);
	}
	for (unsigned int i = 0; i < n; i++)
		await_state(s[i].pid, s[i].pid, 'S');
	list_threads(a, 0, a->generation);
	list_threads(b, 0, b->generation);
	list_threads(all, 0, 0);
	for (unsigned int i = 0; i < n; i++)
		check(a->slots[s[i].pid] == all->slots[s[i].pid] &&
		      b->slots[s[i].pid] == all->slots[s[i].pid],
		      "thread %d has %" PRIu64 " slots, readers know %" PRIu64
		      " and %" PRIu64, s[i].pid, all->slots[s[i].pid],
		      a->slots[s[i].pid], b->slots[s[i].pid]);
	stop_sleepers(s, n);
}

static void take_pids(const struct message *m, void *arg)
{
	struct list *l = arg;

	l->generation = m->generation;
	if (m->pid < MOST_TIDS)
		l->times[m->pid]++;
}

static void list_processes(struct list *l, uint64_t since)
{
	struct client *c = the_module();
	struct nl_msg *m = client_request(c, TDACCT_CMD_GET_PROCESS,
					  NLM_F_DUMP);
	int err;

	memset(l->times, 0, sizeof(l->times));
	if (since)
		nla_put_u64(m, TDACCT_A_SINCE, since);
	err = client_ask(c, m, take_pids, l);
	check(!err, "dump: %s (%s)", strerror(-err), c->why);
}

static void processes_charged(void)
{
	struct list *l = new_list();
	struct sleeper s[3];

	start_sleepers(s, 3);
	list_processes(l, 0);
	check(l->times[1] == 1 && l->times[s[0].pid] == 1 &&
	      l->times[getpid()] == 1, "not all processes are there, once");
	wake(&s[1]);
	list_processes(l, l->generation);
	check(l->times[s[1].pid] == 1, "the one that ran is there %u times",
	      l->times[s[1].pid]);
	check(!l->times[s[0].pid] && !l->times[s[2].pid],
	      "one that slept is there");
	stop_sleepers(s, 3);
}

#define CROWD	200

/* So many that they take several buffers, of which each is filled up. */
static void each_process_once(void)
{
	struct list *l = new_list();
	struct sleeper s[CROWD];
	unsigned int n = often(CROWD);

	start_sleepers(s, n);
	for (unsigned int i = 0; i < often(10); i++) {
		list_processes(l, 0);
		for (unsigned int k = 0; k < n; k++)
			check(l->times[s[k].pid] == 1,
			      "process %d is %u times in dump %u", s[k].pid,
			      l->times[s[k].pid], i);
		check(l->times[1] == 1, "init is there %u times", l->times[1]);
	}
	stop_sleepers(s, n);
}

struct end {
	uint32_t tid;
	bool seen;
};

static void note_end(const struct message *m, void *arg)
{
	struct end *e = arg;

	e->seen |= m->tid == e->tid;
}

/* A thread has ended for the module once its record is out of the table. */
static void end_sleeper(struct sleeper *s)
{
	struct end e = { .tid = s->pid };
	struct client ear;

	check(!client_open(&ear), "cannot connect");
	ear.ended = note_end;
	ear.ended_arg = &e;
	check(!client_subscribe(&ear, 1 << TDACCT_ENDED_THREAD), "%s",
	      ear.why);
	kill(s->pid, SIGKILL);
	waitpid(s->pid, NULL, 0);
	while (!e.seen)
		check(client_ended(&ear, MOMENT_NS / 1000000) == 1,
		      "it does not end");
	client_close(&ear);
}

/*
 * Does a dump by @cmd say that it is not of one moment, when @s ends within it?
 */
static unsigned int interrupted_by(int cmd, struct sleeper *s)
{
	char buf[4096];
	struct client c;
	struct nl_msg *m;
	unsigned int times;

	check(!client_open(&c), "cannot connect");
	m = client_request(&c, cmd, NLM_F_DUMP);
	nl_complete_msg(c.sock, m);
	client_send_raw(&c, nlmsg_hdr(m), nlmsg_hdr(m)->nlmsg_len);
	check(recv(nl_socket_get_fd(c.sock), buf, sizeof(buf), 0) > 0,
	      "no first part");
	if (s)
		end_sleeper(s);
	check(!client_answer(&c, nlmsg_hdr(m)->nlmsg_seq, NULL, NULL), "%s",
	      c.why);
	times = c.interrupted;
	nlmsg_free(m);
	client_close(&c);
	return times;
}

/* Others may end by chance, but not always. */
static void torn_dump_says_so(void)
{
	static const int dumps[] = { TDACCT_CMD_GET_THREAD,
				     TDACCT_CMD_GET_PROCESS };
	struct sleeper s[CROWD];
	unsigned int n = often(CROWD);

	start_sleepers(s, n);
	for (unsigned int i = 0; i < N_ROWS(dumps); i++) {
		unsigned int whole = 0;

		for (unsigned int k = 0; k < 20 && !whole; k++)
			whole += !interrupted_by(dumps[i], NULL);
		check(whole, "every dump %u is interrupted, though nothing happens",
		      i);
		check(interrupted_by(dumps[i], &s[i]),
		      "dump %u: a thread ended between two parts", i);
	}
	stop_sleepers(s + N_ROWS(dumps), n - N_ROWS(dumps));
}

/* A reader that goes away in the middle leaves nothing behind. */
static void abandoned(void)
{
	struct sleeper s[60];
	unsigned int n = often(N_ROWS(s));
	char buf[4096];

	the_module();
	start_sleepers(s, n);
	for (unsigned int i = 0; i < often(20); i++) {
		struct client c;
		struct nl_msg *m;

		check(!client_open(&c), "cannot connect");
		m = client_request(&c, TDACCT_CMD_GET_THREAD, NLM_F_DUMP);
		nl_complete_msg(c.sock, m);
		client_send_raw(&c, nlmsg_hdr(m), nlmsg_hdr(m)->nlmsg_len);
		if (i % 2)
			recv(nl_socket_get_fd(c.sock), buf, sizeof(buf), 0);
		nlmsg_free(m);
		client_close(&c);
	}
	stop_sleepers(s, n);
	check(!remove_module(), "the module is still in use");
	check(!insert_module(""), "it cannot be inserted again");
}

/* A thread is no process, and a process is found by its id only. */
static void thread_is_no_process(void)
{
	pid_t tid = sleeping_thread();
	struct message m;

	see_thread(tid, &m);
	check(m.pid == (uint32_t)getpid(), "of process %u", m.pid);
	no_process(tid);
}

static const struct row rows[] = {
	{ "dumps: each thread once, under storms", each_once },
	{ "dumps: only one process", only_one_process },
	{ "dumps: only those charged since", only_the_charged },
	{ "dumps: since one that is yet to come", since_one_to_come },
	{ "dumps: two readers see every change", two_readers },
	{ "dumps: changes add up", changes_add_up },
	{ "dumps: only processes charged since", processes_charged },
	{ "dumps: each process once, in many buffers", each_process_once },
	{ "dumps: one that somebody ended in says so", torn_dump_says_so },
	{ "dumps: abandoned", abandoned },
	{ "dumps: a thread is no process", thread_is_no_process },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
