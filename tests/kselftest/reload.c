// SPDX-License-Identifier: GPL-2.0
/*
 * The module comes to a machine that is at work already, and leaves one that
 * goes on; so do CPUs. Tasks older than it are counted from their first switch
 * with it, to the unit.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "storm.h"

#define MARKERS	50000

static void take_out(void)
{
	int err = remove_module();

	check(!err, "cannot remove the module: %s", strerror(-err));
}

static void put_in(const char *args)
{
	int err = insert_module(args);

	check(!err, "cannot insert the module: %s", strerror(-err));
}

/* ---- older than the module -------------------------------------------------------- */

static void nothing_lost(const char *who, const struct message *m)
{
	check(m->lost_ns == 0, "%s: %" PRIu64 " of %" PRIu64 " ns lost", who,
	      m->lost_ns, m->cpu_ns);
}

static void wait_then_mark(struct gate *g)
{
	mark(CLASS_HEAVY, MARKERS);	/* before it: nobody's */
	gate_pass(g);
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
}

static void older_task(void)
{
	struct message m;
	struct gate g;
	pid_t pid;

	take_out();
	pid = child_start(wait_then_mark, &g);
	child_await(pid, &g);
	put_in("");
	gate_call(&g);
	child_await(pid, &g);
	see_thread(pid, &m);
	worth("older", &m.counts, CLASS_CORE, MARKERS);
	nothing_lost("older", &m);
	see_process(pid, &m);
	worth("process", &m.counts, CLASS_CORE, MARKERS);
	child_end(pid);
}

#define THREADS	3

/* Shared with the child. */
struct threads {
	pid_t tid[THREADS];
};

static struct threads *threads;
static struct gate calls[THREADS];

static void *older_thread(void *number)
{
	unsigned int i = (unsigned long)number;

	threads->tid[i] = my_tid();
	gate_pass(&calls[i]);
	mark(CLASS_CORE, MARKERS * (i + 1));
	gate_pass(&calls[i]);
	return NULL;
}

static void start_threads(void)
{
	pthread_t thread;

	for (unsigned long i = 0; i < THREADS; i++)
		pthread_create(&thread, NULL, older_thread, (void *)i);
}

static void threads_and_leader(struct gate *g)
{
	start_threads();
	gate_pass(g);
}

static void threads_no_leader(struct gate *g)
{
	(void)g;
	start_threads();
	syscall(SYS_exit, 0);
}

static pid_t start_with_threads(void (*run)(struct gate *g), struct gate *g)
{
	pid_t pid;

	threads = child_page();
	for (unsigned int i = 0; i < THREADS; i++)
		gate_open(&calls[i]);
	pid = child_start(run, g);
	for (unsigned int i = 0; i < THREADS; i++) {
		gate_await(&calls[i]);
		await_state(pid, threads->tid[i], 'S');
	}
	return pid;
}

/* Each runs what is its share; then all are looked at. */
static void run_threads(pid_t pid)
{
	struct message m;

	for (unsigned int i = 0; i < THREADS; i++) {
		gate_call(&calls[i]);
		gate_await(&calls[i]);
		await_state(pid, threads->tid[i], 'S');
		see_thread(threads->tid[i], &m);
		check(m.pid == (uint32_t)pid, "of process %u", m.pid);
		worth("thread", &m.counts, CLASS_CORE, MARKERS * (i + 1));
		nothing_lost("thread", &m);
	}
	see_process(pid, &m);
	worth("process", &m.counts, CLASS_CORE,
	      MARKERS * THREADS * (THREADS + 1) / 2);
}

static void older_threads(void)
{
	struct message m;
	struct gate g;
	pid_t pid;

	take_out();
	pid = start_with_threads(threads_and_leader, &g);
	child_await(pid, &g);
	put_in("");
	run_threads(pid);
	see_process(pid, &m);
	check(m.threads >= THREADS && m.threads <= THREADS + 1 &&
	      !m.exited_threads, "%" PRIu64 " threads, %" PRIu64 " exited",
	      m.threads, m.exited_threads);
	child_end(pid);
	no_process(pid);
}

/* Its leader was a zombie before the module came. */
static void older_leader_gone(void)
{
	struct gate g;
	pid_t pid;

	take_out();
	pid = start_with_threads(threads_no_leader, &g);
	await_state(pid, pid, 'Z');
	put_in("");
	run_threads(pid);
	child_end(pid);
	no_process(pid);
	no_thread(threads->tid[0]);
	laws_hold("after that");
}

static void end_at_once(struct gate *g)
{
	(void)g;
	mark(CLASS_CORE, MARKERS);
}

/* It is there and has never run; or it is not known. Never has it counts. */
static void older_zombie(void)
{
	struct message m;
	struct gate g;
	pid_t pid;
	int err;

	take_out();
	pid = child_start(end_at_once, &g);
	await_state(pid, pid, 'Z');
	put_in("");
	err = client_thread(the_module(), pid, &m);
	check(!err || err == -EAGAIN, "a zombie: %s (%s)", strerror(-err),
	      the_module()->why);
	check(err || !count_of(&m.counts, "slots"), "%" PRIu64 " slots",
	      count_of(&m.counts, "slots"));
	child_reap(pid);
	no_thread(pid);
	laws_hold("after that");
}

static void mark_elsewhere(struct gate *g)
{
	pin_to(0);
	gate_answer(g);
	mark_and_tell(child_page());
}

static void running_while_inserted(void)
{
	const uint64_t *marks = child_page();
	struct message m;
	struct gate g;
	uint64_t before;
	pid_t pid;
	int64_t slots;

	pin_to(1);
	take_out();
	pid = child_start(mark_elsewhere, &g);
	gate_await(&g);
	put_in("");
	before = marks_told(marks);
	await_marks(marks, before + MARKERS);
	kill(pid, SIGKILL);
	see_dead(pid, &m);
	slots = count_of(&m.counts, "slots");
	check(slots > MARKERS * MARKER_SLOTS, "%" PRId64 " slots", slots);
	check(m.counts.unclassified < (uint64_t)slots / 50,
	      "%" PRIu64 " of %" PRId64 " slots unclassified",
	      m.counts.unclassified, slots);
	child_reap(pid);
}

/* ---- CPUs and the module come and go -------------------------------------------------------- */

#define CPU1_ONLINE	"/sys/devices/system/cpu/cpu1/online"

static void await_counting(uint32_t cpu)
{
	uint64_t end = now_ns() + MOMENT_NS;
	struct message m;

	for (;;) {
		see_cpu(cpu, &m);
		if (m.state == TDACCT_STATE_COUNTING)
			return;
		check(now_ns() < end, "CPU %u is in state %u (%s)", cpu,
		      m.state, m.reason);
		usleep(10000);
	}
}

static void offline_and_online(void)
{
	struct message was, now;
	pid_t group[2];

	if (access(CPU1_ONLINE, W_OK))
		skip("CPU 1 cannot be taken offline");
	the_module();
	group[0] = storm_start(&storms[0], 2);
	group[1] = storm_start(&storms[2], 2);
	for (unsigned int i = 0; i < often(5); i++) {
		see_cpu(1, &was);
		check(set_file(CPU1_ONLINE, "0"), "offline: %s",
		      strerror(errno));
		see_cpu(1, &now);
		check(now.state == TDACCT_STATE_OFFLINE, "state %u",
		      now.state);
		check(count_of(&now.counts, "slots") >=
		      count_of(&was.counts, "slots"), "counts are lost");
		laws_hold("offline");
		check(set_file(CPU1_ONLINE, "1"), "online: %s",
		      strerror(errno));
		await_counting(1);
		laws_hold("online again");
	}
	storm_stop(group[0]);
	storm_stop(group[1]);
}

#define LOADS	2

static uint64_t ms_since(uint64_t *then)
{
	uint64_t ms = (now_ns() - *then) / 1000000;

	*then = now_ns();
	return ms;
}

/* Under every storm for itself: together they leave the CPUs to nobody. */
static void unload_under(const struct storm *s)
{
	uint64_t then, removing = 0, inserting = 0, laws = 0;
	pid_t group;
	int err;

	the_module();
	group = storm_start(s, 2);
	for (unsigned int i = 0; i < often(LOADS); i++) {
		then = now_ns();
		err = remove_module();
		check(!err, "removing: %s", strerror(-err));
		removing += ms_since(&then);
		err = insert_module("");
		check(!err, "inserting: %s", strerror(-err));
		inserting += ms_since(&then);
		laws_hold("inserted again");
		laws += ms_since(&then);
	}
	storm_stop(group);
	note("%s: %u times, removing took %" PRIu64 " ms, inserting %" PRIu64
	     ", pause and resume %" PRIu64, s->name, often(LOADS), removing,
	     inserting, laws);
}

static void unload_under_load(void)
{
	for (unsigned int i = 0; i < n_storms; i++)
		unload_under(&storms[i]);
}

static const struct row rows[] = {
	{ "reload: a task older than the module", older_task },
	{ "reload: threads older than the module", older_threads },
	{ "reload: a leader that ended before the module came",
	  older_leader_gone },
	{ "reload: a zombie older than the module", older_zombie },
	{ "reload: a task that runs while the module comes",
	  running_while_inserted },
	{ "reload: a CPU goes and comes under load", offline_and_online },
	{ "reload: the module goes and comes under load",
	  unload_under_load, 480 },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
