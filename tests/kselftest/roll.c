// SPDX-License-Identifier: GPL-2.0
/*
 * Who is there: tasks of every kind, under the ids by which the one who asks
 * knows them. A number that is used again is another task; a task with many
 * numbers, one in each pid namespace, is one.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/io_uring.h>
#include <netlink/netlink.h>
#include <netlink/attr.h>

#include "child.h"
#include "harness.h"
#include "marker.h"
#include "seen.h"

#define MARKERS	50000

/* ---- the roll ------------------------------------------------------------------- */

#define MOST	4096

struct roll {
	unsigned int n;
	struct message m[MOST];
};

static struct roll roll;

static void take_down(const struct message *m, void *unused)
{
	(void)unused;
	check(roll.n < MOST, "more than %u threads", MOST);
	check(m->tid && m->pid && m->id && m->counts.there,
	      "thread %u of %u, id %" PRIu64 ", %s", m->tid, m->pid, m->id,
	      m->comm);
	roll.m[roll.n++] = *m;
}

/* All threads, or those of @pid. */
static void call_roll(uint32_t pid)
{
	struct client *c = the_module();
	struct nl_msg *request = client_request(c, TDACCT_CMD_GET_THREAD,
						NLM_F_DUMP);
	int err;

	roll.n = 0;
	if (pid)
		nla_put_u32(request, TDACCT_A_PID, pid);
	err = client_ask(c, request, take_down, NULL);
	check(!err, "dump of threads: %s (%s)", strerror(-err), c->why);
}

static const struct message *with_id(uint64_t id)
{
	for (unsigned int i = 0; i < roll.n; i++)
		if (roll.m[i].id == id)
			return &roll.m[i];
	return NULL;
}

static void everybody_there(void)
{
	struct message m;

	see_thread(my_tid(), &m);
	call_roll(0);
	check(with_id(m.id), "I am not in the dump");
	for (unsigned int i = 0; i < roll.n; i++)
		check(strncmp(roll.m[i].comm, "swapper/", 8),
		      "%s is in the dump", roll.m[i].comm);
	see_thread(2, &m);
	check(m.flags & TDACCT_TASK_KTHREAD && !strcmp(m.comm, "kthreadd"),
	      "thread 2 is %s, flags %#x", m.comm, m.flags);
	see_thread(1, &m);
	check(!(m.flags & TDACCT_TASK_KTHREAD), "init is of the kernel");
}

/* ---- threads of the kernel ---------------------------------------------------------- */

/* By what the kernel says: PF_KTHREAD in its flags. */
static bool is_kthread(uint32_t tid, bool *there)
{
	char path[64], buf[512], *p;
	unsigned int flags = 0;

	snprintf(path, sizeof(path), "/proc/%u/stat", tid);
	*there = get_file(path, buf, sizeof(buf));
	p = strrchr(buf, ')');
	if (p)
		sscanf(p, ") %*c %*d %*d %*d %*d %*d %u", &flags);
	return flags & 0x00200000;
}

static struct roll earlier;

static const struct counts *earlier_of(uint64_t id)
{
	for (unsigned int i = 0; i < earlier.n; i++)
		if (earlier.m[i].id == id && !has(&earlier.m[i],
						  TDACCT_A_AGE_NS))
			return &earlier.m[i].counts;
	return NULL;
}

/* They run no markers, so every slot of theirs is an instruction's. */
static bool see_kthread(const struct message *m)
{
	const struct counts *was = earlier_of(m->id);
	struct counts since;

	check(m->tid == m->pid, "%s: thread %u of %u", m->comm, m->tid,
	      m->pid);
	if (!was || has(m, TDACCT_A_AGE_NS))
		return false;
	since = counts_between(was, &m->counts);
	worth(m->comm, &since, CLASS_CORE, 0);
	return count_of(&since, "instructions") > 0;
}

static void see_kthreads(unsigned int *n, unsigned int *ran)
{
	*n = *ran = 0;
	call_roll(0);
	for (unsigned int i = 0; i < roll.n; i++) {
		const struct message *m = &roll.m[i];
		bool there, kthread = is_kthread(m->pid, &there);

		check(!there || kthread == !!(m->flags & TDACCT_TASK_KTHREAD),
		      "%s: flags %#x", m->comm, m->flags);
		if (!(m->flags & TDACCT_TASK_KTHREAD))
			continue;
		*ran += see_kthread(m);
		(*n)++;
	}
}

/*
 * In one of them the counters were started, between which there is much in
 * some kernels: so what they ran since a while ago is looked at, which lasts
 * until one of them has run.
 */
static void kernel_threads(void)
{
	uint64_t end = now_ns() + MOMENT_NS;
	unsigned int n, ran;

	call_roll(0);
	earlier = roll;
	do {
		usleep(500000);
		see_kthreads(&n, &ran);
	} while (!ran && now_ns() < end);
	note("%u threads of the kernel, %u have run", n, ran);
	check(n > 10 && ran, "%u threads of the kernel, %u have run", n, ran);
}

/* ---- workers of io_uring ------------------------------------------------------------- */

#define READS		4
#define READ_BYTES	(1 << 18)

struct ring {
	int fd;
	unsigned int *tail, *mask, *array;
	struct io_uring_sqe *sqe;
};

static void *map_ring(int fd, size_t size, off_t what)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_POPULATE, fd, what);

	check(p != MAP_FAILED, "mmap of the ring: %s", strerror(errno));
	return p;
}

static void open_ring(struct ring *r)
{
	struct io_uring_params p = { };
	char *sq;

	r->fd = syscall(SYS_io_uring_setup, READS, &p);
	if (r->fd < 0)
		skip("no io_uring: %s", strerror(errno));
	sq = map_ring(r->fd, p.sq_off.array + p.sq_entries * 4,
		      IORING_OFF_SQ_RING);
	r->tail = (unsigned int *)(sq + p.sq_off.tail);
	r->mask = (unsigned int *)(sq + p.sq_off.ring_mask);
	r->array = (unsigned int *)(sq + p.sq_off.array);
	r->sqe = map_ring(r->fd, p.sq_entries * sizeof(*r->sqe),
			  IORING_OFF_SQES);
}

/* IOSQE_ASYNC: not by us, by a worker. */
static void put_read(struct ring *r, int fd, void *buf)
{
	unsigned int i = *r->tail & *r->mask;

	r->sqe[i] = (struct io_uring_sqe) {
		.opcode = IORING_OP_READ,
		.flags = IOSQE_ASYNC,
		.fd = fd,
		.addr = (unsigned long)buf,
		.len = READ_BYTES,
	};
	r->array[i] = i;
	__atomic_store_n(r->tail, *r->tail + 1, __ATOMIC_RELEASE);
}

static void read_by_workers(struct gate *g)
{
	int zero = open("/dev/zero", O_RDONLY), n;
	char *buf = calloc(READS, READ_BYTES);
	struct ring r;

	open_ring(&r);
	for (unsigned int i = 0; i < READS; i++)
		put_read(&r, zero, buf + i * READ_BYTES);
	n = syscall(SYS_io_uring_enter, r.fd, READS, READS,
		    IORING_ENTER_GETEVENTS, NULL, 0);
	check(n == READS, "io_uring_enter: %d, %s", n, strerror(errno));
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
}

/* Until nobody in the roll runs, so that all numbers are final. */
static void call_sleepers(pid_t pid)
{
	uint64_t end = now_ns() + MOMENT_NS;
	bool awake;

	do {
		usleep(2000);
		call_roll(pid);
		awake = false;
		for (unsigned int i = 0; i < roll.n; i++)
			awake |= has(&roll.m[i], TDACCT_A_AGE_NS);
		check(now_ns() < end, "process %d does not sleep", pid);
	} while (awake);
}

/* A thread of its process, made by the kernel, that never leaves it. */
static void see_worker(pid_t pid, const struct message *m)
{
	check(m->pid == (uint32_t)pid, "%s is of process %u", m->comm, m->pid);
	check(!strncmp(m->comm, "iou-wrk-", 8), "thread %u is %s", m->tid,
	      m->comm);
	check(!(m->flags & TDACCT_TASK_KTHREAD), "%s: flags %#x", m->comm,
	      m->flags);
	worth(m->comm, &m->counts, CLASS_CORE, 0);
}

/* Before 5.12 they were threads of the kernel, and nobody's. */
static void workers_are_ours(void)
{
	call_roll(0);
	for (unsigned int i = 0; i < roll.n; i++)
		if (!strncmp(roll.m[i].comm, "io_wqe_worker", 13) &&
		    roll.m[i].flags & TDACCT_TASK_KTHREAD)
			skip("workers are threads of this kernel");
}

static void ring_workers(void)
{
	uint64_t instructions = 0;
	struct message m;
	struct gate g;
	pid_t pid = child_start(read_by_workers, &g);

	child_await(pid, &g);
	workers_are_ours();
	call_sleepers(pid);
	for (unsigned int i = 0; i < roll.n; i++) {
		if (roll.m[i].tid == (uint32_t)pid)
			continue;
		see_worker(pid, &roll.m[i]);
		instructions += count_of(&roll.m[i].counts, "instructions");
	}
	note("%u workers ran %" PRIu64 " instructions", roll.n - 1,
	     instructions);
	check(instructions > 1000, "workers ran %" PRIu64 " instructions",
	      instructions);
	see_thread(pid, &m);
	worth("who submits", &m.counts, CLASS_CORE, MARKERS);
	see_process(pid, &m);
	worth("process", &m.counts, CLASS_CORE, MARKERS);
	child_end(pid);
	no_process(pid);
}

/* ---- numbers used again ---------------------------------------------------------------- */

#define PID_MAX		"/proc/sys/kernel/pid_max"
#define SET_APART	300	/* used once only, when the machine starts */
#define SMALL_PID_MAX	350
#define REUSES		200
#define MOST_LIVES	3000

/* Read as a zombie: its own markers and no other's, and a new id. */
static uint64_t short_life(unsigned int markers, uint64_t *last_id,
			   unsigned int *seen, unsigned int *reused)
{
	struct message m;
	pid_t pid = fork();

	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		mark(CLASS_CORE, markers);
		_exit(0);
	}
	check(pid < SMALL_PID_MAX, "pid %d", pid);
	check(!waitid(P_PID, pid, NULL, WEXITED | WNOWAIT), "waitid: %s",
	      strerror(errno));
	see_dead(pid, &m);
	check(m.id > *last_id, "id %" PRIu64 " after %" PRIu64, m.id,
	      *last_id);
	worth("child", &m.counts, CLASS_CORE, markers);
	*last_id = m.id;
	*reused += seen[pid]++ > 0;
	child_reap(pid);
	return count_of(&m.counts, "slots");
}

/* The numbers that are set apart are left behind, by lives nobody looks at. */
static void use_up_small_pids(void)
{
	for (unsigned int i = 0; i < SET_APART; i++) {
		pid_t pid = least_life();

		check(pid > 0, "clone: %s", strerror(-pid));
		if (pid >= SET_APART)
			return;
	}
}

static void pids_reused(void)
{
	unsigned int seen[SMALL_PID_MAX] = { }, reused = 0, i;
	uint64_t last_id = 0, slots = exited_slots();
	char was[32], small[32];

	snprintf(small, sizeof(small), "%d", SMALL_PID_MAX);
	check(get_file(PID_MAX, was, sizeof(was)), "no " PID_MAX);
	if (!set_file(PID_MAX, small))
		skip("pid_max cannot be %s", small);
	use_up_small_pids();
	for (i = 0; i < MOST_LIVES && reused < often(REUSES); i++)
		slots += short_life(100 + i % 7 * 100, &last_id, seen,
				    &reused);
	set_file(PID_MAX, was);
	note("%u lives, in %u of them a pid was used again", i, reused);
	check(reused == often(REUSES), "pids were used again %u times only",
	      reused);
	await_exited(slots);
}

/* ---- pid namespaces ------------------------------------------------------------------------ */

#define LEVELS	3

/* What a task of level i saw of the innermost one, by its number there. */
struct view {
	uint64_t id, slots;
	unsigned int threads, processes;
};

static struct view *views;
static struct gate turn[LEVELS];

static void look(unsigned int level, uint32_t tid)
{
	struct message m;

	see_thread(tid, &m);
	views[level].id = m.id;
	views[level].slots = count_of(&m.counts, "slots");
	call_roll(0);
	views[level].threads = roll.n;
	for (unsigned int i = 0; i < roll.n; i++)
		check(roll.m[i].tid <= tid && roll.m[i].pid <= tid,
		      "level %u sees thread %u of %u", level, roll.m[i].tid,
		      roll.m[i].pid);
	see_process(tid, &m);
	check(m.id && m.threads == 1, "%" PRIu64 " threads", m.threads);
	no_thread(tid + 1);
	no_process(tid + 1);
}

/* In one's own namespace, those below have the numbers 2, 3, ... */
static void answer_at(unsigned int level)
{
	gate_sleep(&turn[level]);
	look(level, LEVELS - level);
	gate_pass(&turn[level]);
	pause();
	_exit(0);
}

/* Process 1 of a namespace, and so on. The innermost one does the work. */
static void go_down(void)
{
	unsigned int level;

	for (level = 0; level < LEVELS - 1; level++) {
		check(!unshare(CLONE_NEWPID), "unshare: %s", strerror(errno));
		if (fork())
			answer_at(level);
	}
	look(level, 1);
	mark(CLASS_CORE, MARKERS);
	gate_pass(&turn[level]);
	_exit(0);
}

static const struct message *find_id(uint64_t id)
{
	const struct message *m;

	call_roll(0);
	m = with_id(id);
	check(m, "the innermost task is not in the dump");
	return m;
}

static void namespaces_start(pid_t *first)
{
	for (unsigned int i = 0; i < LEVELS; i++)
		gate_open(&turn[i]);
	views = child_page();
	if (unshare(CLONE_NEWPID))
		skip("no pid namespace: %s", strerror(errno));
	*first = fork();
	check(*first >= 0, "fork: %s", strerror(errno));
	if (!*first)
		go_down();
}

/* Told by every level, it is one task with one count. */
static void seen_from_all(const struct message *m)
{
	for (unsigned int i = 0; i < LEVELS - 1; i++) {
		gate_call(&turn[i]);
		gate_await(&turn[i]);
		check(views[i].id == m->id, "level %u sees another task", i);
		check(views[i].slots == count_of(&m->counts, "slots"),
		      "level %u sees %" PRIu64 " slots, not %" PRIu64, i,
		      views[i].slots, count_of(&m->counts, "slots"));
		check(views[i].threads == LEVELS - i,
		      "level %u sees %u threads", i, views[i].threads);
	}
	check(views[LEVELS - 1].threads == 1, "the innermost sees %u threads",
	      views[LEVELS - 1].threads);
}

static void namespaces(void)
{
	struct message m;
	pid_t first, tid;
	uint64_t was;

	namespaces_start(&first);
	gate_await(&turn[LEVELS - 1]);
	tid = find_id(views[LEVELS - 1].id)->tid;
	await_state(tid, tid, 'S');
	see_thread(tid, &m);
	worth("innermost", &m.counts, CLASS_CORE, MARKERS);
	seen_from_all(&m);
	was = exited_slots();
	child_end(first);	/* ends all within */
	no_thread(tid);
	no_thread(first);
	await_exited(was + count_of(&m.counts, "slots"));
}

static const struct row rows[] = {
	{ "roll: everybody is there, idle is not", everybody_there },
	{ "roll: threads of the kernel are counted, and flagged",
	  kernel_threads },
	{ "roll: workers of io_uring belong to their process", ring_workers },
	{ "roll: a pid used again is another task", pids_reused },
	{ "roll: one task with a number in each of three pid namespaces",
	  namespaces },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
