// SPDX-License-Identifier: GPL-2.0
/*
 * Whatever becomes of a task, what it ran is counted once, and found where it
 * belongs: with the thread while there is one, with its process until that is
 * gone, with the ended ones from then on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "task.h"

#define MARKERS	50000
#define SELF	"/proc/self/exe"

/* ---- children ------------------------------------------------------------------- */

static void mark_core(struct gate *g)
{
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
}

/* ---- one task's life --------------------------------------------------------------- */

static void fork_to_reap(void)
{
	struct message asleep, zombie, process;
	struct gate g;
	uint64_t was;
	pid_t pid = child_start(mark_core, &g);

	child_await(pid, &g);
	see_thread(pid, &asleep);
	worth("asleep", &asleep.counts, CLASS_CORE, MARKERS);
	was = exited_slots();
	gate_call(&g);
	await_state(pid, pid, 'Z');
	see_thread(pid, &zombie);
	check(zombie.id == asleep.id, "a zombie has another id");
	check(zombie.flags & TDACCT_TASK_DEAD, "flags %#x", zombie.flags);
	worth("zombie", &zombie.counts, CLASS_CORE, MARKERS);
	see_process(pid, &process);
	worth("process", &process.counts, CLASS_CORE, MARKERS);
	child_reap(pid);
	no_thread(pid);
	no_process(pid);
	await_exited(was + count_of(&zombie.counts, "slots"));
}

static void flags_of_life(void)
{
	struct message m;
	struct gate g;
	pid_t pid = child_start(mark_core, &g);

	child_await(pid, &g);
	see_thread(pid, &m);
	check(!m.flags, "asleep: flags %#x", m.flags);
	check(!has(&m, TDACCT_A_AGE_NS), "asleep: numbers have an age");
	check(m.pid == (uint32_t)pid, "process %u, not %d", m.pid, pid);
	check(m.born_ns && m.cpu_ns && m.counts.switches, "not all is there");
	check(m.lost_ns == 0, "%" PRIu64 " ns lost of %" PRIu64, m.lost_ns,
	      m.cpu_ns);
	see_thread(my_tid(), &m);
	check(m.flags == TDACCT_TASK_RUNNING, "myself: flags %#x", m.flags);
	check(has(&m, TDACCT_A_AGE_NS), "myself: numbers have no age");
	child_end(pid);
}

static void mark_for_ever(struct gate *g)
{
	pin_to(0);
	gate_answer(g);
	for (;;)
		mark(CLASS_CORE, 1000);
}

#define LOOK_EVERY_US	20000
#define LOOKS		20
#define ROUNDS		10

/*
 * A CPU that was charged within the last millisecond is left alone. How long a
 * question takes is of the machine, and its clocks are read apart.
 */
#define OLDER_NS	2000000

/*
 * Whether it ran when looked at, with numbers not older than the question,
 * which took so long.
 */
static bool is_fresh(const struct message *m, uint64_t took_ns)
{
	return has(m, TDACCT_A_AGE_NS) && m->age_ns <= took_ns + OLDER_NS;
}

/* Was the thread @pid, which runs, fresh most of the times? */
static bool fresh_mostly(pid_t pid)
{
	unsigned int fresh = 0, process_fresh = 0, moved = 0;
	struct message was, now, process;
	uint64_t asked, between, answered;

	see_thread(pid, &was);
	for (unsigned int i = 0; i < LOOKS; i++) {
		usleep(LOOK_EVERY_US);
		asked = now_ns();
		see_thread(pid, &now);
		between = now_ns();
		see_process(pid, &process);
		answered = now_ns();
		check(!(now.flags & TDACCT_TASK_RUNNING) ==
		      !has(&now, TDACCT_A_AGE_NS), "flags %#x and%s age",
		      now.flags, has(&now, TDACCT_A_AGE_NS) ? "" : " no");
		fresh += is_fresh(&now, between - asked);
		process_fresh += is_fresh(&process, answered - between);
		moved += count_of(&now.counts, "slots") >
			 count_of(&was.counts, "slots");
		was = now;
	}
	note("fresh %u times of %u, its process %u, more slots %u", fresh,
	     LOOKS, process_fresh, moved);
	return fresh > LOOKS / 2 && process_fresh > LOOKS / 2 &&
	       moved > LOOKS / 2;
}

/* Somebody else may have its CPU when it is looked at: so try again then. */
static void running_is_fresh(void)
{
	unsigned int round = 0;
	struct gate g;
	pid_t pid;

	pin_to(1);
	pid = child_start(mark_for_ever, &g);
	gate_await(&g);
	while (!fresh_mostly(pid))
		check(++round < ROUNDS, "not fresh in %u rounds", ROUNDS);
	child_end(pid);
}

/* Until one more of our children than there were is gone for good. */
static void await_children(const struct message *was, uint64_t more,
			   struct message *now)
{
	uint64_t end = now_ns() + MOMENT_NS;

	do {
		see_process(getpid(), now);
		check(now_ns() < end, "%" PRIu64 " children are gone, not %"
		      PRIu64, now->children_nr, was->children_nr + more);
	} while (now->children_nr < was->children_nr + more);
}

static void pause_is_lost_time(void)
{
	struct message was, now;
	struct gate g;
	pid_t pid;

	pin_to(1);
	pid = child_start(mark_for_ever, &g);
	gate_await(&g);
	usleep(50000);
	see_thread(pid, &was);
	pause_counting();
	usleep(200000);
	resume_counting();
	usleep(50000);
	see_thread(pid, &now);
	note("%" PRIu64 " of %" PRIu64 " ms of CPU time lost",
	     (now.lost_ns - was.lost_ns) / 1000000,
	     (now.cpu_ns - was.cpu_ns) / 1000000);
	check(now.lost_ns - was.lost_ns >= 100000000, "%" PRIu64 " ns lost",
	      now.lost_ns - was.lost_ns);
	check(now.lost_ns - was.lost_ns <= now.cpu_ns - was.cpu_ns,
	      "%" PRIu64 " ns lost of %" PRIu64, now.lost_ns - was.lost_ns,
	      now.cpu_ns - was.cpu_ns);
	child_end(pid);
}

/* CPU 1 was online all the time, and did not count for at least MIN ns of it. */
static void cpu_lost(const struct message *was, const struct message *now,
		     uint64_t passed, uint64_t min)
{
	uint64_t lost = now->lost_ns - was->lost_ns;
	uint64_t online = now->cpu_ns - was->cpu_ns;

	check(lost >= min && lost <= passed, "%" PRIu64 " of %" PRIu64
	      " ns lost, at least %" PRIu64 " was paused", lost, passed, min);
	check(online >= lost && online <= passed, "%" PRIu64 " of %" PRIu64
	      " ns online", online, passed);
}

static void pause_of_a_cpu(void)
{
	uint64_t begun = now_ns(), ended;
	struct message was, now, after;

	see_cpu(1, &was);
	pause_counting();
	usleep(200000);
	see_cpu(1, &now);
	cpu_lost(&was, &now, now_ns() - begun, 200000000);
	resume_counting();
	see_cpu(1, &now);
	usleep(50000);
	see_cpu(1, &after);
	ended = now_ns();
	cpu_lost(&was, &after, ended - begun, 200000000);
	check(after.lost_ns == now.lost_ns, "%" PRIu64 " ns lost while counting",
	      after.lost_ns - now.lost_ns);
	check(after.cpu_ns - now.cpu_ns >= 50000000, "%" PRIu64 " ns online",
	      after.cpu_ns - now.cpu_ns);
}

static void pause_of_a_child(void)
{
	struct message was, child, now;
	struct gate g;
	pid_t pid;

	see_process(getpid(), &was);
	pid = child_start(mark_for_ever, &g);
	gate_await(&g);
	pause_counting();
	usleep(200000);
	resume_counting();
	kill(pid, SIGKILL);
	await_state(pid, pid, 'Z');
	see_process(pid, &child);
	check(child.lost_ns, "the child lost nothing");
	child_reap(pid);
	no_process(pid);
	await_children(&was, 1, &now);
	check(now.children_lost_ns - was.children_lost_ns == child.lost_ns &&
	      now.children_cpu_ns - was.children_cpu_ns == child.cpu_ns,
	      "%" PRIu64 " of %" PRIu64 " ns lost, not %" PRIu64 " of %" PRIu64,
	      now.children_lost_ns - was.children_lost_ns,
	      now.children_cpu_ns - was.children_cpu_ns, child.lost_ns,
	      child.cpu_ns);
}

/* ---- who is whose child ----------------------------------------------------- */

#define DAEMONS	200

/* A child that ends before its own can have run, as one who makes a daemon. */
static void make_daemon(void)
{
	pid_t pid = fork();

	check(pid >= 0, "fork: %s", strerror(errno));
	if (pid) {
		check(waitpid(pid, NULL, 0) == pid, "waitpid: %s",
		      strerror(errno));
		return;
	}
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	_exit(0);
}

static void make_daemons(struct gate *g)
{
	struct message was, now;

	gate_sleep(g);
	see_process(getpid(), &was);
	for (unsigned int i = 0; i < often(DAEMONS); i++)
		make_daemon();
	await_children(&was, 2 * often(DAEMONS), &now);
	gate_pass(g);
}

/*
 * Orphans come to us, who let them go, and are not the one that they are
 * counted with.
 */
static void daemons_are_children(void)
{
	struct message was, now;
	struct gate g;
	pid_t pid;

	see_process(getpid(), &was);
	pid = child_start(make_daemons, &g);
	signal(SIGCHLD, SIG_IGN);
	gate_call(&g);
	gate_await(&g);
	signal(SIGCHLD, SIG_DFL);
	see_process(getpid(), &now);
	check(now.children_nr == was.children_nr,
	      "%" PRIu64 " of its children are ours",
	      now.children_nr - was.children_nr);
	gate_call(&g);
	child_reap(pid);
}

static int end_quietly(void *unused)
{
	(void)unused;
	return 0;
}

/* With CLONE_PARENT it is a sister, and its mother's child. */
static void make_sister(struct gate *g)
{
	static char stack[65536] __attribute__((aligned(16)));
	struct message m;

	check(clone(end_quietly, stack + sizeof(stack), CLONE_PARENT | SIGCHLD,
		    NULL) > 0, "clone: %s", strerror(errno));
	gate_pass(g);
	see_process(getpid(), &m);
	check(!m.children_nr, "the sister is a child");
}

static void sisters_are_not(void)
{
	struct message was, now;
	struct gate g;
	pid_t pid;

	see_process(getpid(), &was);
	pid = child_start(make_sister, &g);
	gate_await(&g);
	check(waitpid(-1, NULL, 0) > 0, "waitpid: %s", strerror(errno));
	await_children(&was, 1, &now);
	gate_call(&g);
	child_reap(pid);
}

static void tell_marks(struct gate *g)
{
	(void)g;
	mark_and_tell(child_page());
}

/*
 * What its markers come to was charged, but for rounding; how much the kernel
 * takes besides depends on how busy the machine is.
 */
static void killed_running(void)
{
	const uint64_t *marks = child_page();
	struct message m;
	struct gate g;
	pid_t pid = child_start(tell_marks, &g);
	int64_t least;

	await_marks(marks, MARKERS);
	kill(pid, SIGKILL);
	see_dead(pid, &m);
	least = marks_told(marks) * MARKER_SLOTS;
	least -= count_of(&m.counts, "slots") / 50 + m.counts.unclassified;
	check(share_of(&m.counts, BACKEND_BOUND) > least,
	      "%" PRId64 " slots, where its markers have %" PRId64,
	      share_of(&m.counts, BACKEND_BOUND), least);
	child_reap(pid);
}

/* ---- threads ------------------------------------------------------------------------- */

static void *mark_heavy(void *tid)
{
	*(pid_t *)tid = my_tid();
	mark(CLASS_HEAVY, MARKERS);
	return NULL;
}

/* Shared with the children: ids of their threads. */
static pid_t *shared_tid;

static void thread_ends(struct gate *g)
{
	pthread_t thread;

	pthread_create(&thread, NULL, mark_heavy, shared_tid);
	pthread_join(thread, NULL);
	gate_pass(g);
}

static void thread_folds(void)
{
	struct message m;
	struct gate g;
	pid_t pid;

	shared_tid = child_page();
	pid = child_start(thread_ends, &g);
	child_await(pid, &g);
	await_folded(pid, 1, &m);
	no_thread(*shared_tid);
	worth("process", &m.counts, CLASS_HEAVY, MARKERS);
	see_thread(pid, &m);
	worth("leader", &m.counts, CLASS_HEAVY, 0);
	child_end(pid);
}

#define MANY	200

static void *mark_little(void *unused)
{
	mark(CLASS_HEAVY, 100);
	return unused;
}

static void detached_threads(struct gate *g)
{
	pthread_attr_t detached;
	pthread_t thread;

	pthread_attr_init(&detached);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	for (unsigned int i = 0; i < MANY; i++)
		while (pthread_create(&thread, &detached, mark_little, NULL))
			usleep(1000);
	gate_pass(g);
}

static void detached_fold(void)
{
	struct message m;
	struct gate g;
	pid_t pid = child_start(detached_threads, &g);

	child_await(pid, &g);
	await_folded(pid, MANY, &m);
	worth("process", &m.counts, CLASS_HEAVY, 100 * MANY);
	child_end(pid);
}

static void *stay(void *gate)
{
	struct gate *g = gate;

	*shared_tid = my_tid();
	mark(CLASS_HEAVY, MARKERS);
	gate_pass(g);
	mark(CLASS_HEAVY, MARKERS);
	gate_pass(g);
	exit(0);
}

static void leader_leaves(struct gate *g)
{
	pthread_t thread;

	mark(CLASS_CORE, MARKERS);
	pthread_create(&thread, NULL, stay, g);
	syscall(SYS_exit, 0);
}

static void leader_first(void)
{
	struct message leader, thread, process;
	struct gate g;
	pid_t pid;

	shared_tid = child_page();
	pid = child_start(leader_leaves, &g);
	gate_await(&g);
	await_state(pid, *shared_tid, 'S');
	await_state(pid, pid, 'Z');
	see_thread(pid, &leader);
	check(leader.flags & TDACCT_TASK_DEAD, "flags %#x", leader.flags);
	worth("leader", &leader.counts, CLASS_CORE, MARKERS);
	gate_call(&g);
	gate_await(&g);
	await_state(pid, *shared_tid, 'S');
	see_thread(*shared_tid, &thread);
	check(thread.pid == (uint32_t)pid, "of process %u", thread.pid);
	worth("thread", &thread.counts, CLASS_HEAVY, 2 * MARKERS);
	see_process(pid, &process);
	check(count_of(&process.counts, "slots") ==
	      count_of(&leader.counts, "slots") +
	      count_of(&thread.counts, "slots"), "process is not the sum");
	gate_call(&g);
	child_reap(pid);
	no_process(pid);
	no_thread(*shared_tid);
}

/* ---- exec ------------------------------------------------------------------------------ */

/* What becomes of this program by exec: run markers, then wait. */
static int after_exec(char **argv)
{
	mark(CLASS_CORE, strtoul(argv[2], NULL, 0));
	if (write(atoi(argv[3]), "", 1) != 1)
		return 1;
	for (;;)
		pause();
}

static void exec_marker(struct gate *g, unsigned long markers)
{
	char count[24], fd[12];
	int keep = dup(g->back[1]);	/* without close-on-exec */

	snprintf(count, sizeof(count), "%lu", markers);
	snprintf(fd, sizeof(fd), "%d", keep);
	execl(SELF, "lifecycle", "--after-exec", count, fd, (char *)NULL);
	_exit(127);
}

static void mark_and_exec(struct gate *g)
{
	prctl(PR_SET_NAME, "before");
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
	exec_marker(g, MARKERS);
}

static void exec_keeps(void)
{
	struct message was, now;
	struct gate g;
	pid_t pid = child_start(mark_and_exec, &g);

	child_await(pid, &g);
	see_thread(pid, &was);
	check(!strcmp(was.comm, "before"), "comm is %s", was.comm);
	gate_call(&g);
	child_await(pid, &g);
	see_thread(pid, &now);
	check(now.id == was.id, "id %" PRIu64 " became %" PRIu64, was.id,
	      now.id);
	check(now.born_ns == was.born_ns, "born again");
	check(strcmp(now.comm, "before"), "comm still is %s", now.comm);
	worth("after exec", &now.counts, CLASS_CORE, 2 * MARKERS);
	see_process(pid, &now);
	check(strcmp(now.comm, "before"), "process still is %s", now.comm);
	worth("process", &now.counts, CLASS_CORE, 2 * MARKERS);
	child_end(pid);
}

static void *mark_and_take_over(void *gate)
{
	*shared_tid = my_tid();
	mark(CLASS_CORE, MARKERS);
	gate_pass(gate);
	exec_marker(gate, MARKERS);
	return NULL;
}

static void let_take_over(struct gate *g)
{
	pthread_t thread;

	mark(CLASS_CORE, MARKERS / 2);
	pthread_create(&thread, NULL, mark_and_take_over, g);
	for (;;)
		pause();
}

static void takeover_keeps(void)
{
	struct message was, now, leader;
	struct gate g;
	pid_t pid, tid;

	shared_tid = child_page();
	pid = child_start(let_take_over, &g);
	gate_await(&g);
	tid = *shared_tid;
	await_state(pid, tid, 'S');
	see_thread(tid, &was);
	see_thread(pid, &leader);
	worth("thread", &was.counts, CLASS_CORE, MARKERS);
	worth("leader", &leader.counts, CLASS_CORE, MARKERS / 2);
	gate_call(&g);
	child_await(pid, &g);
	no_thread(tid);
	see_thread(pid, &now);
	check(now.id == was.id, "id %" PRIu64 " became %" PRIu64
	      " (the leader had %" PRIu64 ")", was.id, now.id, leader.id);
	worth("thread after", &now.counts, CLASS_CORE, 2 * MARKERS);
	await_folded(pid, 1, &now);
	worth("process", &now.counts, CLASS_CORE, 2 * MARKERS + MARKERS / 2);
	child_end(pid);
}

static void vfork_and_exec(struct gate *g)
{
	pid_t pid = vfork();

	if (!pid) {
		mark(CLASS_CORE, MARKERS);
		exec_marker(g, MARKERS);
	}
	*shared_tid = pid;
	mark(CLASS_HEAVY, MARKERS);
	gate_pass(g);
	kill(pid, SIGKILL);
}

static void vfork_apart(void)
{
	struct message m;
	struct gate g;
	pid_t pid;

	shared_tid = child_page();
	pid = child_start(vfork_and_exec, &g);
	gate_await(&g);
	gate_await(&g);		/* parent and child, in either order */
	await_state(pid, pid, 'S');
	await_state(*shared_tid, *shared_tid, 'S');
	see_thread(pid, &m);
	worth("parent", &m.counts, CLASS_HEAVY, MARKERS);
	see_thread(*shared_tid, &m);
	worth("child", &m.counts, CLASS_CORE, 2 * MARKERS);
	child_end(pid);
}

static const struct row rows[] = {
	{ "lifecycle: from fork to reap, counted once", fork_to_reap },
	{ "lifecycle: flags, age and coverage of the living", flags_of_life },
	{ "lifecycle: a running thread's numbers are fresh",
	  running_is_fresh },
	{ "lifecycle: a pause is lost time", pause_is_lost_time },
	{ "lifecycle: a pause is lost time of a CPU", pause_of_a_cpu },
	{ "lifecycle: a pause is lost time of children that are gone",
	  pause_of_a_child },
	{ "lifecycle: 200 daemons are children of whose children made them",
	  daemons_are_children },
	{ "lifecycle: CLONE_PARENT makes a child of the parent's",
	  sisters_are_not },
	{ "lifecycle: killed while it runs", killed_running },
	{ "lifecycle: a thread that ends is folded", thread_folds },
	{ "lifecycle: 200 detached threads are folded", detached_fold },
	{ "lifecycle: the leader ends before its thread", leader_first },
	{ "lifecycle: exec keeps record and counts", exec_keeps },
	{ "lifecycle: exec by a thread, which becomes the leader",
	  takeover_keeps },
	{ "lifecycle: vfork keeps parent and child apart", vfork_apart },
};

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--after-exec"))
		return after_exec(argv);
	return harness(rows, N_ROWS(rows), argc, argv);
}
