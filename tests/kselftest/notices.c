// SPDX-License-Identifier: GPL-2.0
/*
 * Subscribers are told the final counts of all that ends: once, in order, and
 * the same numbers that could be asked for last. Who is slow is told what it
 * missed, and nobody else suffers.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "ear.h"
#include "harness.h"
#include "hierarchy.h"
#include "marker.h"
#include "seen.h"
#include "storm.h"

#define MARKERS		20000

#define THREAD	TDACCT_ENDED_THREAD
#define PROCESS	TDACCT_ENDED_PROCESS
#define CGROUP	TDACCT_ENDED_CGROUP
#define ONLY(kind)	(1U << (kind))

static void mark_core(struct gate *g)
{
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
}

/* One that has ended and was not waited for, with what was seen of it last. */
static pid_t zombie(const char *group, struct message *thread,
		    struct message *process)
{
	struct gate g;
	pid_t pid;

	pid = group ? cgroup_start(group, mark_core, &g) :
	      child_start(mark_core, &g);
	gate_await(&g);
	gate_call(&g);
	see_dead(pid, thread);
	see_process(pid, process);
	gate_shut(&g);
	return pid;
}

/* Somebody who ends, for those who listen. Returns the id of its process. */
static uint64_t somebody_ends(void)
{
	struct message thread, process;

	child_reap(zombie(NULL, &thread, &process));
	return process.id;
}

/* ---- the numbers ------------------------------------------------------------------------- */

static void same_thread(const struct message *told, const struct message *seen)
{
	must_be_same("thread", &told->counts, &seen->counts);
	check(told->tid == seen->tid && told->pid == seen->pid,
	      "thread %u of %u, not %u of %u", told->tid, told->pid, seen->tid,
	      seen->pid);
	check(!strcmp(told->comm, seen->comm) &&
	      told->born_ns == seen->born_ns, "%s, born %" PRIu64,
	      told->comm, told->born_ns);
	check(told->flags & TDACCT_TASK_DEAD, "flags %#x", told->flags);
	check(told->cpu_ns == seen->cpu_ns && told->lost_ns == seen->lost_ns,
	      "%" PRIu64 " of %" PRIu64 " ns lost, seen %" PRIu64 " of %"
	      PRIu64, told->lost_ns, told->cpu_ns, seen->lost_ns,
	      seen->cpu_ns);
	check(told->cgroup == seen->cgroup, "cgroup %" PRIu64, told->cgroup);
	worth("thread", &told->counts, CLASS_CORE, MARKERS);
}

static void same_process(const struct message *told,
			 const struct message *seen)
{
	must_be_same("process", &told->counts, &seen->counts);
	check(told->pid == seen->pid && !strcmp(told->comm, seen->comm) &&
	      told->born_ns == seen->born_ns, "process %u, %s, born %" PRIu64,
	      told->pid, told->comm, told->born_ns);
	check(told->cpu_ns == seen->cpu_ns && told->lost_ns == seen->lost_ns,
	      "%" PRIu64 " of %" PRIu64 " ns lost, seen %" PRIu64 " of %"
	      PRIu64, told->lost_ns, told->cpu_ns, seen->lost_ns,
	      seen->cpu_ns);
	check(told->exited_threads == 1, "%" PRIu64 " ended threads",
	      told->exited_threads);
}

static void as_seen_last(void)
{
	const struct message *t, *p;
	struct message thread, process;
	struct ear e;
	pid_t pid;

	ear_open(&e, 0);
	pid = zombie(NULL, &thread, &process);
	ear_listen(&e, 200);
	check(!ear_has(&e, THREAD, thread.id), "told before it was waited for");
	child_reap(pid);
	p = ear_await(&e, PROCESS, process.id);
	t = ear_has(&e, THREAD, thread.id);
	check(t, "the process has ended, and its thread not");
	check(t->seq < p->seq, "process %" PRIu64 " before its thread %" PRIu64,
	      p->seq, t->seq);
	same_thread(t, &thread);
	same_process(p, &process);
}

#define TEAM	10

static void *member(void *number)
{
	mark(CLASS_CORE, 1000 * (1 + (unsigned long)number));
	return NULL;
}

static void lead(struct gate *g)
{
	pthread_t thread[TEAM];

	for (unsigned long i = 0; i < TEAM; i++)
		pthread_create(&thread[i], NULL, member, (void *)i);
	for (unsigned int i = 0; i < TEAM; i++)
		pthread_join(thread[i], NULL);
	gate_pass(g);
}

/* The sum of those threads of @pid that were told of. */
static unsigned int threads_of(const struct ear *e, uint32_t pid,
			       uint64_t before, struct counts *sum)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < e->n; i++) {
		const struct message *m = &e->heard[i];

		if (m->kind != THREAD || m->pid != pid)
			continue;
		check(m->seq < before, "thread %" PRIu64
		      " after its process %" PRIu64, m->seq, before);
		counts_add(sum, &m->counts);
		n++;
	}
	return n;
}

static void threads_first(void)
{
	const struct message *p;
	struct message m;
	struct counts sum = { };
	struct ear e;
	struct gate g;
	unsigned int n;
	pid_t pid;

	ear_open(&e, 0);
	pid = child_start(lead, &g);
	child_await(pid, &g);
	see_process(pid, &m);
	child_end(pid);
	p = ear_await(&e, PROCESS, m.id);
	n = threads_of(&e, pid, p->seq, &sum);
	check(n == TEAM + 1 && p->exited_threads == n,
	      "%u threads told of, %" PRIu64 " ended", n, p->exited_threads);
	must_be_same("process and its threads", &p->counts, &sum);
	worth("process", &p->counts, CLASS_CORE, 1000 * TEAM * (TEAM + 1) / 2);
}

static void cgroups_too(void)
{
	struct message thread, process, seen, top;
	const struct message *c, *t, *p;
	struct ear e;
	uint64_t id;
	pid_t pid;

	cgroup_make("");
	id = cgroup_make("b");
	ear_open(&e, 0);
	pid = zombie("b", &thread, &process);
	cgroup_remove("b");
	see_cgroup(id, &seen);
	ear_listen(&e, 200);
	check(!ear_has(&e, CGROUP, id), "told while a zombie is in it");
	child_reap(pid);
	c = ear_await(&e, CGROUP, id);
	t = ear_has(&e, THREAD, thread.id);
	check(t && t->seq < c->seq, "the cgroup before its thread");
	check(t->cgroup == id, "the thread ended in %" PRIu64, t->cgroup);
	p = ear_await(&e, PROCESS, process.id);
	check(p->cgroup == id, "the process ended in %" PRIu64, p->cgroup);
	must_be_same("COUNTS", &c->counts, &thread.counts);
	if (has(c, TDACCT_A_OWN))
		must_be_same("OWN", &c->own, &thread.counts);
	check(c->exited_threads == 1 && c->cpu_ns == seen.cpu_ns &&
	      c->lost_ns == seen.lost_ns, "%" PRIu64 " ended threads, %" PRIu64
	      " ns", c->exited_threads, c->cpu_ns);
	check(!strcmp(c->path, cgroup_name("b")), "%s is called %s",
	      cgroup_name("b"), c->path);
	see_cgroup(cgroup_make(""), &top);
	check(c->parent == top.cgroup, "parent %" PRIu64, c->parent);
}

/* ---- storms -------------------------------------------------------------------------------- */

#define FORKS	100

/* Two at once, so that both CPUs have some that end. */
static void fork_many(unsigned int markers)
{
	for (unsigned int i = 0; i < often(FORKS); i++) {
		for (unsigned int n = 0; n < 2; n++) {
			if (fork())
				continue;
			mark(CLASS_CORE, markers);
			_exit(0);
		}
		while (waitpid(-1, NULL, 0) > 0)
			;
	}
	_exit(0);
}

static void exited_counts(struct counts *c)
{
	struct message t;

	see_totals(&t);
	*c = t.exited;
}

/* Until what it was told of is all that ended since EXITED was @was. */
static void await_sum(struct ear *e, const struct counts *was)
{
	uint64_t end = now_ns() + 2 * MOMENT_NS;
	struct counts sum, now, growth;

	for (;;) {
		ear_listen(e, 50);
		exited_counts(&now);
		growth = counts_between(was, &now);
		memset(&sum, 0, sizeof(sum));
		ear_count(e, THREAD, &sum);
		if (counts_same(&sum, &growth))
			return;
		if (now_ns() > end)
			must_be_same("all notices and the growth of EXITED",
				     &sum, &growth);
	}
}

/* Nothing ended between the two: what is told from now on is what grows. */
static void open_at_rest(struct ear *e, struct counts *exited)
{
	uint64_t end = now_ns() + MOMENT_NS;
	struct counts was;

	for (;;) {
		exited_counts(&was);
		ear_open(e, 0);
		usleep(100000);
		exited_counts(exited);
		ear_listen(e, 0);
		if (!e->n && counts_same(&was, exited))
			return;
		check(now_ns() < end, "tasks end all the time: %s",
		      e->n ? e->heard[0].comm : "nobody");
		ear_close(e);
	}
}

static int by_id(const void *a, const void *b)
{
	const struct message *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static void each_once(struct ear *e)
{
	qsort(e->heard, e->n, sizeof(*e->heard), by_id);
	for (unsigned int i = 1; i < e->n; i++)
		check(e->heard[i].kind == CGROUP ||
		      by_id(&e->heard[i - 1], &e->heard[i]),
		      "%s %" PRIu64 " was told of twice", e->heard[i].comm,
		      e->heard[i].id);
}

static void await_processes(struct ear *e, unsigned int n)
{
	uint64_t end = now_ns() + MOMENT_NS;

	while (ear_count(e, PROCESS, NULL) < n) {
		check(now_ns() < end, "%u processes told of, not %u",
		      ear_count(e, PROCESS, NULL), n);
		ear_listen(e, 50);
	}
}

static void no_gap(void)
{
	unsigned int want = 2 * 2 * often(FORKS) + 2;
	struct counts exited;
	pid_t pid[2];
	struct ear e;

	open_at_rest(&e, &exited);
	for (unsigned int i = 0; i < 2; i++) {
		pid[i] = fork();
		if (!pid[i])
			fork_many(200);
	}
	for (unsigned int i = 0; i < 2; i++)
		while (!waitpid(pid[i], NULL, WNOHANG))
			ear_listen(&e, 20);
	await_processes(&e, want);
	await_sum(&e, &exited);
	check(!e.missed && !e.overruns, "%" PRIu64 " missed", e.missed);
	note("%u notices, %u of processes", e.n,
	     ear_count(&e, PROCESS, NULL));
	each_once(&e);
}

/* ... of any kind, killed in the middle of whatever they do. */
static void under_storms(void)
{
	struct counts exited;
	struct ear e;
	pid_t group;

	open_at_rest(&e, &exited);
	for (unsigned int i = 0; i < n_storms; i++) {
		uint64_t end = now_ns() + 200000000;

		group = storm_start(&storms[i], 2);
		while (now_ns() < end)
			ear_listen(&e, 10);
		storm_stop(group);
	}
	await_sum(&e, &exited);
	check(!e.missed && !e.overruns, "%" PRIu64 " missed", e.missed);
	note("%u notices", e.n);
	each_once(&e);
}

/* ---- who is slow ------------------------------------------------------------------------------ */

#define LITTLE_ROOM	8192

static void ends_heard_by(struct ear *e, unsigned int n)
{
	while (n--)
		ear_await(e, PROCESS, somebody_ends());
}

static void never_reads(void)
{
	uint64_t missed = see_stat(TDACCT_STAT_A_NOTICES_MISSED), id;
	const struct message *m;
	struct ear slow, fast;
	unsigned int n;
	int err;

	ear_connect(&slow);
	client_buffer(&slow.c, LITTLE_ROOM);
	err = ear_subscribe(&slow, 0);
	check(!err, "SUBSCRIBE: %s", strerror(-err));
	ear_open(&fast, 0);
	ends_heard_by(&fast, often(100) + 20);
	check(!fast.missed && !fast.overruns, "the other misses %" PRIu64,
	      fast.missed);
	ear_listen(&slow, 0);
	n = slow.n;
	check(slow.overruns, "no ENOBUFS after %u notices", n);
	check(n && n < fast.n, "the slow one has %u notices of %u", n, fast.n);
	id = somebody_ends();
	m = ear_await(&slow, PROCESS, id);
	check(m->missed > 0, "nothing was missed");
	check(see_stat(TDACCT_STAT_A_NOTICES_MISSED) - missed >= m->missed,
	      "the statistics know of fewer missed ones");
	no_process(m->pid);
	note("the slow one had %u notices of %u, missed %" PRIu64, n, fast.n,
	     m->missed);
}

/* ---- who hears what ----------------------------------------------------------------------------- */

static void await_subscribers(uint64_t n)
{
	uint64_t end = now_ns() + MOMENT_NS;

	while (see_stat(TDACCT_STAT_A_SUBSCRIBERS) != n) {
		check(now_ns() < end, "%" PRIu64 " subscribers, not %" PRIu64,
		      see_stat(TDACCT_STAT_A_SUBSCRIBERS), n);
		usleep(2000);
	}
}

static void only_its_kind(struct ear *e, uint32_t kind)
{
	check(e->n, "nothing of kind %u", kind);
	for (unsigned int i = 0; i < e->n; i++)
		check(e->heard[i].kind == kind, "kind %u, not %u",
		      e->heard[i].kind, kind);
}

static void kinds_chosen(void)
{
	struct message thread, process;
	struct ear e[3];
	uint64_t id;

	for (uint32_t kind = 0; kind < 3; kind++)
		ear_open(&e[kind], ONLY(kind));
	cgroup_make("");
	id = cgroup_make("b");
	child_reap(zombie("b", &thread, &process));
	cgroup_remove("b");
	ear_await(&e[CGROUP], CGROUP, id);
	ear_await(&e[THREAD], THREAD, thread.id);
	ear_await(&e[PROCESS], PROCESS, process.id);
	for (uint32_t kind = 0; kind < 3; kind++)
		only_its_kind(&e[kind], kind);
}

static void kinds_changed(void)
{
	struct ear e, other;
	unsigned int n;
	int err;

	await_subscribers(0);
	ear_open(&e, ONLY(CGROUP));
	ear_open(&other, 0);
	ends_heard_by(&other, 1);
	err = ear_subscribe(&e, ONLY(PROCESS));
	check(!err, "twice: %s (%s)", strerror(-err), e.c.why);
	check(see_stat(TDACCT_STAT_A_SUBSCRIBERS) == 2, "twice makes two");
	ends_heard_by(&e, 2);
	n = ear_count(&e, PROCESS, NULL);
	check(!ear_count(&e, THREAD, NULL), "threads were told of");
	each_once(&e);
	check(n >= 2, "%u processes", n);
}

static void wrong_kinds(void)
{
	static const uint32_t wrong[] = { 1U << 3, 1U << 31, 0xffffffff };
	struct ear e;

	ear_connect(&e);
	for (unsigned int i = 0; i < N_ROWS(wrong); i++) {
		int err = ear_subscribe(&e, wrong[i]);

		check(err == -EINVAL || err == -ERANGE, "kinds %#x: %s",
		      wrong[i], strerror(-err));
		check(*e.c.why, "kinds %#x: no sentence", wrong[i]);
	}
}

static void not_subscribed(struct ear *e)
{
	int err = client_unsubscribe(&e->c);

	check(err == -ENOENT, "UNSUBSCRIBE of none: %s", strerror(-err));
	check(*e->c.why, "UNSUBSCRIBE of none: no sentence");
}

static void unsubscribed(void)
{
	struct ear e, other;
	uint64_t id, later;
	int err;

	ear_connect(&e);
	not_subscribed(&e);
	err = ear_subscribe(&e, 0);
	check(!err, "SUBSCRIBE: %s", strerror(-err));
	ear_open(&other, 0);
	id = somebody_ends();
	ear_await(&other, PROCESS, id);
	ear_await(&e, PROCESS, id);
	err = client_unsubscribe(&e.c);
	check(!err, "UNSUBSCRIBE: %s (%s)", strerror(-err), e.c.why);
	later = somebody_ends();
	ear_await(&other, PROCESS, later);
	ear_listen(&e, 100);
	check(!ear_has(&e, PROCESS, later), "still told after it");
	not_subscribed(&e);
	e.n = 0;
	e.missed = 0;
	err = ear_subscribe(&e, 0);
	check(!err, "SUBSCRIBE again: %s", strerror(-err));
	ear_await(&e, PROCESS, somebody_ends());
}

/* ---- sockets ---------------------------------------------------------------------------------------- */

static void closed(void)
{
	struct ear e;
	pid_t pid;

	await_subscribers(0);
	ear_open(&e, 0);
	await_subscribers(1);
	ear_close(&e);
	await_subscribers(0);
	pid = fork();
	if (!pid) {
		ear_open(&e, 0);
		for (;;)
			pause();
	}
	await_subscribers(1);
	child_end(pid);
	await_subscribers(0);
	somebody_ends();
}

/* Whose socket lives on in another process. */
static void closed_by_the_last(void)
{
	struct ear e;
	pid_t pid;

	await_subscribers(0);
	ear_open(&e, 0);
	pid = fork();
	if (!pid)
		for (;;)
			pause();
	ear_close(&e);
	usleep(50000);
	await_subscribers(1);
	child_end(pid);
	await_subscribers(0);
}

static void one_too_many(void)
{
	static struct ear e[TDACCT_SUBSCRIBERS_MAX + 1];
	int err;

	await_subscribers(0);
	for (unsigned int i = 0; i < TDACCT_SUBSCRIBERS_MAX; i++)
		ear_open(&e[i], 0);
	await_subscribers(TDACCT_SUBSCRIBERS_MAX);
	ear_connect(&e[TDACCT_SUBSCRIBERS_MAX]);
	err = ear_subscribe(&e[TDACCT_SUBSCRIBERS_MAX], 0);
	check(err == -EUSERS, "one too many: %s", strerror(-err));
	check(*e[TDACCT_SUBSCRIBERS_MAX].c.why, "refused without a sentence");
	err = ear_subscribe(&e[7], ONLY(PROCESS));
	check(!err, "one of them again: %s", strerror(-err));
	ends_heard_by(&e[0], 1);
	ends_heard_by(&e[TDACCT_SUBSCRIBERS_MAX - 1], 1);
	ear_close(&e[3]);
	err = ear_subscribe(&e[TDACCT_SUBSCRIBERS_MAX], 0);
	check(!err, "when one has gone: %s (%s)", strerror(-err),
	      e[TDACCT_SUBSCRIBERS_MAX].c.why);
	ends_heard_by(&e[TDACCT_SUBSCRIBERS_MAX], 1);
}

#define PORT	77007

static void address_used_again(void)
{
	struct ear e, other;

	await_subscribers(0);
	ear_connect_at(&e, PORT);
	check(!ear_subscribe(&e, 0), "SUBSCRIBE: %s", e.c.why);
	ear_close(&e);
	ear_connect_at(&e, PORT);
	ear_open(&other, 0);
	await_subscribers(1);
	ear_await(&other, PROCESS, somebody_ends());
	ear_listen(&e, 100);
	check(!e.n, "told what the one before it wanted");
	check(!ear_subscribe(&e, 0), "SUBSCRIBE: %s", e.c.why);
	ends_heard_by(&e, 1);
}

/* In a network of its own there is another socket with the same address. */
static void other_network(void)
{
	struct ear here, there;

	await_subscribers(0);
	ear_connect_at(&here, PORT);
	check(!ear_subscribe(&here, 0), "SUBSCRIBE: %s", here.c.why);
	if (unshare(CLONE_NEWNET))
		skip("no network namespaces: %s", strerror(errno));
	ear_connect_at(&there, PORT);
	await_subscribers(1);
	check(!ear_subscribe(&there, ONLY(PROCESS)), "SUBSCRIBE there: %s",
	      there.c.why);
	await_subscribers(2);
	ends_heard_by(&there, 1);
	ends_heard_by(&here, 1);
	check(!ear_count(&there, THREAD, NULL), "told what another wanted");
	check(ear_count(&here, THREAD, NULL), "not told of threads");
	ear_close(&there);
	await_subscribers(1);
	ends_heard_by(&here, 1);
}

/* ---- the module goes ------------------------------------------------------------------------------------ */

static void module_goes(void)
{
	struct ear e, other;
	unsigned int n;
	pid_t group;
	int err;

	ear_open(&e, 0);
	ear_open(&other, 0);
	group = storm_start(&storms[0], 2);
	ear_listen(&e, 1000);
	err = remove_module();
	check(!err, "cannot remove the module: %s", strerror(-err));
	while (ear_listen(&e, 200))
		;
	n = e.n;
	err = insert_module("");
	check(!err, "cannot insert the module: %s", strerror(-err));
	ear_listen(&e, 500);
	check(e.n == n, "told of %u by the next module", e.n - n);
	storm_stop(group);
	await_subscribers(0);
	ear_close(&e);
	ear_close(&other);
	await_subscribers(0);
	ear_open(&e, 0);
	ends_heard_by(&e, 1);
}

static const struct row rows[] = {
	{ "notices: a thread and its process, as they were seen last",
	  as_seen_last },
	{ "notices: threads before their process, which is their sum",
	  threads_first },
	{ "notices: a cgroup, after its last zombie", cgroups_too },
	{ "notices: all that is forked, without a gap", no_gap },
	{ "notices: all that ends in storms, without a gap", under_storms },
	{ "notices: one who never reads harms itself only", never_reads },
	{ "notices: kinds chosen", kinds_chosen },
	{ "notices: subscribing twice changes the kinds", kinds_changed },
	{ "notices: kinds that are none", wrong_kinds },
	{ "notices: unsubscribed", unsubscribed },
	{ "notices: end with the socket", closed },
	{ "notices: end with the last who has the socket",
	  closed_by_the_last },
	{ "notices: 64 may subscribe", one_too_many },
	{ "notices: an address that is used again", address_used_again },
	{ "notices: the same address in another network", other_network },
	{ "notices: the module goes while somebody listens", module_goes },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
