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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "storm.h"
#include "task.h"

#define MARKERS	50000
#define SELF	"/proc/self/exe"

#define CLASS_CORE	0x03
#define CLASS_HEAVY	0x04
#define CLASS_MEMORY	0x0b

/* ---- children ------------------------------------------------------------------- */

static pid_t start(void (*run)(struct gate *g), struct gate *g)
{
	pid_t pid;

	gate_open(g);
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		run(g);
		_exit(0);
	}
	return pid;
}

/* Until it waits at its gate. */
static void await_child(pid_t pid, struct gate *g)
{
	gate_await(g);
	await_state(pid, pid, 'S');
}

static void reap(pid_t pid)
{
	int status;

	check(waitpid(pid, &status, 0) == pid, "waitpid: %s",
	      strerror(errno));
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	reap(pid);
}

static void mark_core(struct gate *g)
{
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
}

static uint64_t exited_slots(void)
{
	struct message t;

	see_totals(&t);
	return count_of(&t.exited, "slots");
}

/* What is gone is folded after a moment. */
static void await_exited(uint64_t least)
{
	for (unsigned int tries = 0; tries < 200; tries++) {
		if (exited_slots() >= least)
			return;
		usleep(10000);
	}
	check(0, "EXITED has %" PRIu64 " slots, not %" PRIu64 ", after 2 s",
	      exited_slots(), least);
}

/* ---- one task's life --------------------------------------------------------------- */

static void fork_to_reap(void)
{
	struct message asleep, zombie, process;
	struct gate g;
	uint64_t was;
	pid_t pid = start(mark_core, &g);

	await_child(pid, &g);
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
	reap(pid);
	no_thread(pid);
	no_process(pid);
	await_exited(was + count_of(&zombie.counts, "slots"));
}

static void flags_of_life(void)
{
	struct message m;
	struct gate g;
	pid_t pid = start(mark_core, &g);

	await_child(pid, &g);
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
	end(pid);
}

static void mark_for_ever(struct gate *g)
{
	pin_to(0);
	gate_answer(g);
	for (;;)
		mark(CLASS_CORE, 1000);
}

#define FRESH_NS	20000000
#define LOOKS		20

/* Whether it ran when looked at, with numbers as new as they should be. */
static bool is_fresh(const struct message *m)
{
	return has(m, TDACCT_A_AGE_NS) && m->age_ns <= FRESH_NS;
}

/*
 * Somebody else may have its CPU when it is looked at, and a machine that is
 * busy otherwise takes ours away: so it must be fresh most of the times.
 */
static void running_is_fresh(void)
{
	unsigned int fresh = 0, process_fresh = 0, moved = 0;
	struct message was, now, process;
	struct gate g;
	pid_t pid;

	pin_to(1);
	pid = start(mark_for_ever, &g);
	gate_await(&g);
	see_thread(pid, &was);
	for (unsigned int i = 0; i < LOOKS; i++) {
		usleep(FRESH_NS / 1000);
		see_thread(pid, &now);
		see_process(pid, &process);
		check(!(now.flags & TDACCT_TASK_RUNNING) ==
		      !has(&now, TDACCT_A_AGE_NS), "flags %#x and%s age",
		      now.flags, has(&now, TDACCT_A_AGE_NS) ? "" : " no");
		fresh += is_fresh(&now);
		process_fresh += is_fresh(&process);
		moved += count_of(&now.counts, "slots") >
			 count_of(&was.counts, "slots");
		was = now;
	}
	note("fresh %u times of %u, its process %u, more slots %u", fresh,
	     LOOKS, process_fresh, moved);
	check(fresh > LOOKS / 2 && process_fresh > LOOKS / 2 &&
	      moved > LOOKS / 2, "fresh %u times of %u", fresh, LOOKS);
	end(pid);
}

static void pause_is_lost_time(void)
{
	struct message was, now;
	struct gate g;
	pid_t pid;

	pin_to(1);
	pid = start(mark_for_ever, &g);
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
	end(pid);
}

static void killed_running(void)
{
	struct message m;
	struct gate g;
	pid_t pid = start(mark_for_ever, &g);
	int64_t slots;

	gate_await(&g);
	usleep(20000);
	kill(pid, SIGKILL);
	await_state(pid, pid, 'Z');
	see_thread(pid, &m);
	slots = count_of(&m.counts, "slots") - m.counts.unclassified;
	check(count_of(&m.counts, "backend_bound") > (uint64_t)slots * 8 / 10,
	      "%" PRIu64 " of %" PRId64 " slots are its own",
	      count_of(&m.counts, "backend_bound"), slots);
	reap(pid);
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

static void share_tid(void)
{
	char name[] = "/dev/shm/tidXXXXXX";
	int fd = mkstemp(name);

	check(fd >= 0 && !ftruncate(fd, 4096), "%s: %s", name,
	      strerror(errno));
	unlink(name);
	shared_tid = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			  0);
	check(shared_tid != MAP_FAILED, "mmap: %s", strerror(errno));
}

static void thread_ends(struct gate *g)
{
	pthread_t thread;

	pthread_create(&thread, NULL, mark_heavy, shared_tid);
	pthread_join(thread, NULL);
	gate_pass(g);
}

/* A thread that is gone is folded after a moment. */
static void await_folded(pid_t pid, uint64_t exited, struct message *m)
{
	for (unsigned int tries = 0; tries < 200; tries++) {
		see_process(pid, m);
		if (m->threads == 1 && m->exited_threads == exited)
			return;
		usleep(10000);
	}
	check(0, "process %d has %" PRIu64 " threads and %" PRIu64
	      " exited, not 1 and %" PRIu64, pid, m->threads,
	      m->exited_threads, exited);
}

static void thread_folds(void)
{
	struct message m;
	struct gate g;
	pid_t pid;

	share_tid();
	pid = start(thread_ends, &g);
	await_child(pid, &g);
	await_folded(pid, 1, &m);
	no_thread(*shared_tid);
	worth("process", &m.counts, CLASS_HEAVY, MARKERS);
	see_thread(pid, &m);
	worth("leader", &m.counts, CLASS_HEAVY, 0);
	end(pid);
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
	pid_t pid = start(detached_threads, &g);

	await_child(pid, &g);
	await_folded(pid, MANY, &m);
	worth("process", &m.counts, CLASS_HEAVY, 100 * MANY);
	end(pid);
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

	share_tid();
	pid = start(leader_leaves, &g);
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
	reap(pid);
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
	pid_t pid = start(mark_and_exec, &g);

	await_child(pid, &g);
	see_thread(pid, &was);
	check(!strcmp(was.comm, "before"), "comm is %s", was.comm);
	gate_call(&g);
	await_child(pid, &g);
	see_thread(pid, &now);
	check(now.id == was.id, "id %" PRIu64 " became %" PRIu64, was.id,
	      now.id);
	check(now.born_ns == was.born_ns, "born again");
	check(strcmp(now.comm, "before"), "comm still is %s", now.comm);
	worth("after exec", &now.counts, CLASS_CORE, 2 * MARKERS);
	see_process(pid, &now);
	check(strcmp(now.comm, "before"), "process still is %s", now.comm);
	worth("process", &now.counts, CLASS_CORE, 2 * MARKERS);
	end(pid);
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

	share_tid();
	pid = start(let_take_over, &g);
	gate_await(&g);
	tid = *shared_tid;
	await_state(pid, tid, 'S');
	see_thread(tid, &was);
	see_thread(pid, &leader);
	worth("thread", &was.counts, CLASS_CORE, MARKERS);
	worth("leader", &leader.counts, CLASS_CORE, MARKERS / 2);
	gate_call(&g);
	await_child(pid, &g);
	no_thread(tid);
	see_thread(pid, &now);
	check(now.id == was.id, "id %" PRIu64 " became %" PRIu64
	      " (the leader had %" PRIu64 ")", was.id, now.id, leader.id);
	worth("thread after", &now.counts, CLASS_CORE, 2 * MARKERS);
	await_folded(pid, 1, &now);
	worth("process", &now.counts, CLASS_CORE, 2 * MARKERS + MARKERS / 2);
	end(pid);
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

	share_tid();
	pid = start(vfork_and_exec, &g);
	gate_await(&g);
	gate_await(&g);		/* parent and child, in either order */
	await_state(pid, pid, 'S');
	await_state(*shared_tid, *shared_tid, 'S');
	see_thread(pid, &m);
	worth("parent", &m.counts, CLASS_HEAVY, MARKERS);
	see_thread(*shared_tid, &m);
	worth("child", &m.counts, CLASS_CORE, 2 * MARKERS);
	end(pid);
}

/* ---- who is there ------------------------------------------------------------------------ */

struct roll {
	unsigned int threads, kthreads, wrong;
	uint32_t pid, tid;	/* to look for */
	const char *comm;	/* ... or a name that begins so, in pid */
	struct message found;
	char why[100];
};

static void call_roll(const struct message *m, void *arg)
{
	struct roll *r = arg;

	r->threads++;
	r->kthreads += !!(m->flags & TDACCT_TASK_KTHREAD);
	if (!m->tid || !m->pid || !m->id || !m->counts.there ||
	    !strncmp(m->comm, "swapper/", 8)) {
		r->wrong++;
		snprintf(r->why, sizeof(r->why), "thread %u of %u, id %" PRIu64
			 ", %s", m->tid, m->pid, m->id, m->comm);
	}
	if (m->tid == r->tid || (r->comm && m->pid == r->pid &&
				 !strncmp(m->comm, r->comm, strlen(r->comm))))
		r->found = *m;
}

static void dump_threads(struct roll *r)
{
	int err = client_dump(the_module(), TDACCT_CMD_GET_THREAD, call_roll,
			      r);

	check(!err, "dump of threads: %s (%s)", strerror(-err),
	      the_module()->why);
	check(!r->wrong, "%u wrong: %s", r->wrong, r->why);
}

static void everybody_there(void)
{
	struct roll r = { .tid = my_tid() };
	struct message m;

	dump_threads(&r);
	note("%u threads, %u of the kernel", r.threads, r.kthreads);
	check(r.kthreads > 10, "%u threads of the kernel", r.kthreads);
	check(r.found.tid, "I am not in the dump");
	see_thread(2, &m);
	check(m.flags & TDACCT_TASK_KTHREAD && !strcmp(m.comm, "kthreadd"),
	      "thread 2 is %s, flags %#x", m.comm, m.flags);
	see_thread(1, &m);
	check(!(m.flags & TDACCT_TASK_KTHREAD), "init is of the kernel");
}

static void wait_then_mark(struct gate *g)
{
	gate_pass(g);
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
}

static void older_than_module(void)
{
	struct message m;
	struct gate g;
	pid_t pid;
	int err;

	err = remove_module();
	check(!err, "cannot remove the module: %s", strerror(-err));
	pid = start(wait_then_mark, &g);
	gate_await(&g);
	err = insert_module("");
	check(!err, "cannot insert the module: %s", strerror(-err));
	gate_call(&g);
	await_child(pid, &g);
	see_thread(pid, &m);
	worth("older", &m.counts, CLASS_CORE, MARKERS);
	check(m.lost_ns == 0, "%" PRIu64 " of %" PRIu64 " ns lost", m.lost_ns,
	      m.cpu_ns);
	see_process(pid, &m);
	worth("process", &m.counts, CLASS_CORE, MARKERS);
	end(pid);
}

static void running_while_inserted(void)
{
	struct message m;
	struct gate g;
	pid_t pid;
	int64_t slots;
	int err;

	pin_to(1);
	err = remove_module();
	check(!err, "cannot remove the module: %s", strerror(-err));
	pid = start(mark_for_ever, &g);
	gate_await(&g);
	err = insert_module("");
	check(!err, "cannot insert the module: %s", strerror(-err));
	usleep(100000);
	kill(pid, SIGKILL);
	await_state(pid, pid, 'Z');
	see_thread(pid, &m);
	slots = count_of(&m.counts, "slots");
	check(slots > 1000000, "%" PRId64 " slots", slots);
	check(m.counts.unclassified < (uint64_t)slots / 50,
	      "%" PRIu64 " of %" PRId64 " slots unclassified",
	      m.counts.unclassified, slots);
	reap(pid);
}

/* 300 of them are set apart. */
#define SMALL_PID_MAX	"400"
#define REUSES		1000

/* Read of every child as a zombie: its own markers, and a new id. */
static void short_life(unsigned int i, uint64_t *last_id, unsigned int *seen)
{
	struct message m;
	unsigned int markers = 100 + i % 7 * 100;
	pid_t pid = fork();

	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		mark(CLASS_CORE, markers);
		_exit(0);
	}
	check(!waitid(P_PID, pid, NULL, WEXITED | WNOWAIT), "waitid: %s",
	      strerror(errno));
	usleep(100);
	see_thread(pid, &m);
	check(m.id > *last_id, "id %" PRIu64 " after %" PRIu64, m.id,
	      *last_id);
	if (m.flags & TDACCT_TASK_DEAD)
		worth("child", &m.counts, CLASS_CORE, markers);
	*last_id = m.id;
	seen[pid % 1000]++;
	reap(pid);
}

static void pids_reused(void)
{
	unsigned int seen[1000] = { }, reused = 0;
	uint64_t last_id = 0;
	char was[32];

	check(get_file("/proc/sys/kernel/pid_max", was, sizeof(was)), "/proc");
	if (!set_file("/proc/sys/kernel/pid_max", SMALL_PID_MAX))
		skip("pid_max cannot be " SMALL_PID_MAX);
	for (unsigned int i = 0; i < often(REUSES); i++)
		short_life(i, &last_id, seen);
	set_file("/proc/sys/kernel/pid_max", was);
	for (unsigned int i = 0; i < 1000; i++)
		reused += seen[i] > 1;
	note("%u pids were used again", reused);
	check(reused > often(90), "only %u pids were used again", reused);
}

/* ---- CPUs and the module come and go -------------------------------------------------------- */

#define CPU1_ONLINE	"/sys/devices/system/cpu/cpu1/online"

/* SUM is AFTER for slots and instructions while paused. */
static void laws_hold(const char *when)
{
	static const char *const names[] = { "slots", "instructions",
					     "retiring", "cycles" };
	struct message t;

	pause_counting();
	see_totals(&t);
	resume_counting();
	for (unsigned int i = 0; i < N_ROWS(names); i++) {
		uint64_t sum = count_of(&t.live, names[i]) +
			       count_of(&t.exited, names[i]) +
			       count_of(&t.idle, names[i]) +
			       count_of(&t.untracked, names[i]);
		uint64_t after = count_of(&t.after, names[i]);

		check(sum == after, "%s: %s: SUM - AFTER = %" PRId64, when,
		      names[i], (int64_t)(sum - after));
	}
}

static void await_counting(uint32_t cpu)
{
	struct message m;

	for (unsigned int tries = 0; tries < 300; tries++) {
		see_cpu(cpu, &m);
		if (m.state == TDACCT_STATE_COUNTING)
			return;
		usleep(10000);
	}
	check(0, "CPU %u is in state %u (%s)", cpu, m.state, m.reason);
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

#define LOADS	3

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
	{ "lifecycle: from fork to reap, counted once", fork_to_reap },
	{ "lifecycle: flags, age and coverage of the living", flags_of_life },
	{ "lifecycle: a running thread's numbers are fresh",
	  running_is_fresh },
	{ "lifecycle: a pause is lost time", pause_is_lost_time },
	{ "lifecycle: killed while it runs", killed_running },
	{ "lifecycle: a thread that ends is folded", thread_folds },
	{ "lifecycle: 200 detached threads are folded", detached_fold },
	{ "lifecycle: the leader ends before its thread", leader_first },
	{ "lifecycle: exec keeps record and counts", exec_keeps },
	{ "lifecycle: exec by a thread, which becomes the leader",
	  takeover_keeps },
	{ "lifecycle: vfork keeps parent and child apart", vfork_apart },
	{ "lifecycle: everybody is there, idle is not", everybody_there },
	{ "lifecycle: pids used again do not mix", pids_reused },
	{ "lifecycle: a task older than the module", older_than_module },
	{ "lifecycle: a task that runs while the module comes",
	  running_while_inserted },
	{ "lifecycle: a CPU goes and comes under load", offline_and_online },
	{ "lifecycle: the module goes and comes under load",
	  unload_under_load, 120 },
};

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--after-exec"))
		return after_exec(argv);
	return harness(rows, N_ROWS(rows), argc, argv);
}
