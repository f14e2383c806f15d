// SPDX-License-Identifier: GPL-2.0
/*
 * What a cgroup is charged is what its tasks ran while they were in it, to the
 * unit, whoever of them moves, ends or is left behind as a zombie; and all
 * cgroups together are all tasks.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "hierarchy.h"
#include "marker.h"
#include "seen.h"

#define MARKERS		20000

/* ---- what is asked again and again ---------------------------------------------------- */

/* Marks twice: at once, and when called. */
static void mark_twice(struct gate *g)
{
	mark(CLASS_CORE, MARKERS);
	gate_pass(g);
	mark(CLASS_HEAVY, MARKERS);
	gate_pass(g);
}

static void mark_for_ever(struct gate *g)
{
	gate_answer(g);
	for (;;)
		mark(CLASS_CORE, 100);
}

/* Where who moves it is not, so that its CPU does not switch by itself. */
static void mark_elsewhere(struct gate *g)
{
	pin_to(0);
	gate_answer(g);
	mark_and_tell(child_page());
}

/* In @path, with these counts of tasks of its own and these of all below. */
static void has_own(const char *what, uint64_t id, const struct counts *own)
{
	struct message m;

	see_cgroup(id, &m);
	must_be_same(what, &m.own, own);
}

static void has_all(const char *what, uint64_t id, const struct counts *all)
{
	struct message m;

	see_cgroup(id, &m);
	must_be_same(what, &m.counts, all);
}

/* Until it is known no more. */
static void await_gone(uint64_t id)
{
	uint64_t end = now_ns() + MOMENT_NS;
	struct message m;

	while (!client_cgroup(the_module(), id, &m)) {
		check(now_ns() < end, "cgroup %" PRIu64
		      " does not go: flags %#x, %" PRIu64 " threads", id,
		      m.cgroup_flags, m.threads);
		usleep(2000);
	}
	no_cgroup(id);
}

static void await_threads(uint64_t id, uint64_t n, struct message *m)
{
	uint64_t end = now_ns() + MOMENT_NS;

	for (;;) {
		see_cgroup(id, m);
		if (m->threads == n)
			return;
		check(now_ns() < end, "cgroup %" PRIu64 " has %" PRIu64
		      " threads, not %" PRIu64, id, m->threads, n);
		usleep(2000);
	}
}

/* ---- where it stays ----------------------------------------------------------------------- */

static void to_the_unit(void)
{
	uint64_t id = cgroup_make("");
	struct message m, c;
	struct gate g;
	pid_t pid = cgroup_start("", mark_twice, &g);

	child_await(pid, &g);
	see_asleep(pid, pid, &m);
	worth("thread", &m.counts, CLASS_CORE, MARKERS);
	check(m.cgroup == id, "the thread is in cgroup %" PRIu64
	      ", not %" PRIu64, m.cgroup, id);
	see_cgroup(id, &c);
	must_be_same("OWN", &c.own, &m.counts);
	must_be_same("COUNTS", &c.counts, &m.counts);
	check(c.cpu_ns == m.cpu_ns, "CPU_NS %" PRIu64 ", the thread's %" PRIu64,
	      c.cpu_ns, m.cpu_ns);
	check(!c.lost_ns, "%" PRIu64 " ns lost", c.lost_ns);
	check(c.threads == 1 && !c.exited_threads, "%" PRIu64 " threads, %"
	      PRIu64 " exited", c.threads, c.exited_threads);
	check(has(&c, TDACCT_A_CGROUP_FLAGS) && !c.cgroup_flags, "flags %#x",
	      c.cgroup_flags);
	check(!strcmp(c.path, cgroup_name("")), "%s is called %s",
	      cgroup_name(""), c.path);
	check(c.parent == cgroup_root(), "parent %" PRIu64, c.parent);
	child_end(pid);
}

static void root_is_there(void)
{
	struct message m, c;

	see_thread(my_tid(), &m);
	check(m.cgroup == cgroup_root(), "I am in cgroup %" PRIu64, m.cgroup);
	see_cgroup(m.cgroup, &c);
	check(!has(&c, TDACCT_A_CGROUP_PARENT), "the root has a parent");
	check(!strcmp(c.path, "/"), "the root is called %s", c.path);
	check(count_of(&c.own, "slots") && c.threads > 10,
	      "%" PRIu64 " threads", c.threads);
}

static void stays_when_exited(void)
{
	uint64_t id = cgroup_make("");
	struct counts sum = { };
	struct message m;
	struct gate g;
	unsigned int n = 20;

	for (unsigned int i = 0; i < n; i++) {
		pid_t pid = cgroup_start("", mark_twice, &g);

		gate_await(&g);
		gate_call(&g);
		gate_await(&g);
		gate_call(&g);
		see_dead(pid, &m);
		counts_add(&sum, &m.counts);
		child_reap(pid);
		gate_shut(&g);
	}
	await_threads(id, 0, &m);
	must_be_same("OWN", &m.own, &sum);
	must_be_same("COUNTS", &m.counts, &sum);
	check(m.exited_threads == n, "%" PRIu64 " exited threads",
	      m.exited_threads);
}

static const char *const levels[] = { "", "b", "b/c", "b/c/d", "b/e" };

#define LEVELS	N_ROWS(levels)

/* The part of the hierarchy below level i are those whose names go on. */
static bool below(const char *path, const char *above)
{
	return !strncmp(path, above, strlen(above));
}

static void ancestors_have_all(void)
{
	struct message m[LEVELS], c;
	struct gate g[LEVELS];
	uint64_t id[LEVELS];
	pid_t pid[LEVELS];

	for (unsigned int i = 0; i < LEVELS; i++) {
		id[i] = cgroup_make(levels[i]);
		pid[i] = cgroup_start(levels[i], mark_twice, &g[i]);
		child_await(pid[i], &g[i]);
		see_asleep(pid[i], pid[i], &m[i]);
	}
	for (unsigned int i = 0; i < LEVELS; i++) {
		struct counts all = { };
		unsigned int n = 0;

		for (unsigned int j = 0; j < LEVELS; j++) {
			if (!below(levels[j], levels[i]))
				continue;
			counts_add(&all, &m[j].counts);
			n++;
		}
		has_own(levels[i], id[i], &m[i].counts);
		has_all(levels[i], id[i], &all);
		see_cgroup(id[i], &c);
		check(c.threads == n, "%s: %" PRIu64 " threads", levels[i],
		      c.threads);
		check(!strcmp(c.path, cgroup_name(levels[i])),
		      "%s is called %s", levels[i], c.path);
	}
	see_cgroup(id[3], &c);
	check(c.parent == id[2], "parent of %s: %" PRIu64, levels[3],
	      c.parent);
	for (unsigned int i = 0; i < LEVELS; i++)
		child_end(pid[i]);
}

/* Nobody ever was in those between. */
static void empty_between(void)
{
	uint64_t top = cgroup_make(""), between, lowest;
	struct message m, c;
	struct gate g;
	pid_t pid;

	between = cgroup_make("b");
	lowest = cgroup_make("b/c");
	pid = cgroup_start("b/c", mark_twice, &g);
	child_await(pid, &g);
	see_asleep(pid, pid, &m);
	has_own("lowest", lowest, &m.counts);
	has_all("between", between, &m.counts);
	has_all("top", top, &m.counts);
	see_cgroup(between, &c);
	check(!count_of(&c.own, "slots") && c.threads == 1,
	      "the one between has %" PRIu64 " slots and %" PRIu64 " threads",
	      count_of(&c.own, "slots"), c.threads);
	child_end(pid);
}

static void name_of(const char *name)
{
	uint64_t id = cgroup_make(name);
	struct message c;
	struct gate g;
	pid_t pid = cgroup_start(name, mark_twice, &g);

	child_await(pid, &g);
	see_cgroup(id, &c);
	if (strlen(cgroup_name(name)) <= 1023)
		check(!strcmp(c.path, cgroup_name(name)), "%s is called %s",
		      cgroup_name(name), c.path);
	else
		check(!has(&c, TDACCT_A_CGROUP_PATH), "%zu bytes became %zu",
		      strlen(cgroup_name(name)), strlen(c.path));
	child_end(pid);
}

static void named_to_the_byte(void)
{
	char deep[1300] = "";

	name_of("with space and \"quotes\"");
	name_of("\xc3\xa4\xff\x01");
	for (unsigned int i = 0; i < 5; i++) {
		memset(deep + strlen(deep), 'a' + i, 230);
		name_of(deep);
		strcat(deep, "/");
	}
}

/* ---- moving ---------------------------------------------------------------------------------- */

static void two_places(uint64_t *from, uint64_t *to)
{
	cgroup_make("");
	*from = cgroup_make("from");
	*to = cgroup_make("to");
}

static void moved_asleep(void)
{
	struct message was, now, c;
	struct counts there;
	uint64_t from, to;
	struct gate g;
	pid_t pid;

	two_places(&from, &to);
	pid = cgroup_start("from", mark_twice, &g);
	child_await(pid, &g);
	see_asleep(pid, pid, &was);
	cgroup_move("to", pid);
	gate_call(&g);
	child_await(pid, &g);
	see_asleep(pid, pid, &now);
	check(now.cgroup == to, "the thread is in %" PRIu64, now.cgroup);
	there = counts_between(&was.counts, &now.counts);
	has_own("from", from, &was.counts);
	has_own("to", to, &there);
	worth("from", &was.counts, CLASS_CORE, MARKERS);
	worth("to", &there, CLASS_HEAVY, MARKERS);
	see_cgroup(from, &c);
	check(!c.threads && !c.exited_threads, "from: %" PRIu64 " threads, %"
	      PRIu64 " exited", c.threads, c.exited_threads);
	check(c.cpu_ns == was.cpu_ns, "from: CPU_NS %" PRIu64 ", not %" PRIu64,
	      c.cpu_ns, was.cpu_ns);
	see_cgroup(to, &c);
	check(c.threads == 1 && c.cpu_ns == now.cpu_ns - was.cpu_ns,
	      "to: %" PRIu64 " threads, CPU_NS %" PRIu64, c.threads, c.cpu_ns);
	child_end(pid);
}

static uint64_t own_slots(uint64_t id)
{
	struct message m;

	return client_cgroup(the_module(), id, &m) ? 0 :
	       count_of(&m.own, "slots");
}

/*
 * Which of the two has what was run in the interval of the move is not told;
 * but the sum is exact, and what was charged before the move, or run after it,
 * is where it belongs. @others: what those before it left in from.
 */
static void move_running(pid_t pid, uint64_t from, uint64_t to, uint64_t others)
{
	uint64_t charged, all, after;
	struct message m;

	charged = own_slots(from);
	cgroup_move("to", pid);
	see_thread(pid, &m);
	all = others + count_of(&m.counts, "slots");
	usleep(20000);
	after = own_slots(to);
	kill(pid, SIGKILL);
	see_dead(pid, &m);
	check(own_slots(from) >= charged, "from had %" PRIu64 " slots, and %"
	      PRIu64 " after the move", charged, own_slots(from));
	check(own_slots(from) <= all, "from went on to %" PRIu64
	      " slots, all before the move are at most %" PRIu64,
	      own_slots(from), all);
	check(own_slots(to) >= after, "to had %" PRIu64 " slots, now %" PRIu64,
	      after, own_slots(to));
}

static void moved_running(void)
{
	struct counts sum = { }, got;
	struct message m, a, b;
	uint64_t from, to, others;
	struct gate g;
	pid_t pid;

	pin_to(1);
	two_places(&from, &to);
	for (unsigned int i = 0; i < often(10); i++) {
		others = own_slots(from);
		pid = cgroup_start("from", mark_for_ever, &g);
		gate_await(&g);
		usleep(10000 + i * 1300);
		move_running(pid, from, to, others);
		see_dead(pid, &m);
		counts_add(&sum, &m.counts);
		see_cgroup(from, &a);
		see_cgroup(to, &b);
		got = a.own;
		counts_add(&got, &b.own);
		must_be_same("from and to", &got, &sum);
		child_reap(pid);
		gate_shut(&g);
	}
}

/*
 * One who has run for long without being asked about, or leaving its CPU, moves
 * away: what it had executed before stays where it was.
 */
static void charged_at_the_move(void)
{
	const uint64_t *marks = child_page();
	uint64_t from, to, before;
	struct message m;
	struct gate g;
	pid_t pid;

	pin_to(1);
	two_places(&from, &to);
	pid = cgroup_start("from", mark_elsewhere, &g);
	gate_await(&g);
	await_marks(marks, 10 * MARKERS);
	before = marks_told(marks);
	cgroup_move("to", pid);
	see_thread(pid, &m);
	note("%" PRIu64 " slots stay of %" PRIu64 " until the question",
	     own_slots(from), count_of(&m.counts, "slots"));
	check(own_slots(from) >= before * MARKER_SLOTS, "%" PRIu64
	      " markers were executed before the move, but only %" PRIu64
	      " slots stay", before, own_slots(from));
	child_end(pid);
}

/* ---- threads ------------------------------------------------------------------------------------- */

#define TEAM	12

struct team {
	pid_t pid, tid[TEAM];
	struct gate leader, g[TEAM];
};

static struct team *team;

static void *member(void *number)
{
	unsigned int i = (unsigned long)number;

	team->tid[i] = my_tid();
	mark(CLASS_CORE, MARKERS / 10 * (i + 1));
	gate_pass(&team->g[i]);
	mark(CLASS_HEAVY, MARKERS / 10 * (i + 1));
	gate_pass(&team->g[i]);
	return NULL;
}

static void lead(struct gate *g)
{
	pthread_t thread;

	for (unsigned long i = 0; i < TEAM; i++)
		pthread_create(&thread, NULL, member, (void *)i);
	gate_pass(g);
}

static void team_start(const char *path)
{
	team = child_page();
	for (unsigned int i = 0; i < TEAM; i++)
		gate_open(&team->g[i]);
	team->pid = cgroup_start(path, lead, &team->leader);
	child_await(team->pid, &team->leader);
	for (unsigned int i = 0; i < TEAM; i++)
		gate_await(&team->g[i]);
}

static void team_call(void)
{
	for (unsigned int i = 0; i < TEAM; i++) {
		gate_call(&team->g[i]);
		gate_await(&team->g[i]);
	}
}

/* Of each member, and of all with the leader. */
static struct counts team_counts(struct counts *each)
{
	struct counts sum;
	struct message m;

	see_asleep(team->pid, team->pid, &m);
	sum = m.counts;
	for (unsigned int i = 0; i < TEAM; i++) {
		see_asleep(team->pid, team->tid[i], &m);
		each[i] = m.counts;
		counts_add(&sum, &m.counts);
	}
	return sum;
}

static void process_moved(void)
{
	struct counts was, now, there, each[TEAM];
	uint64_t from, to;
	struct message c;

	two_places(&from, &to);
	team_start("from");
	was = team_counts(each);
	has_own("from", from, &was);
	cgroup_move("to", team->pid);
	team_call();
	now = team_counts(each);
	there = counts_between(&was, &now);
	has_own("from, after the move", from, &was);
	has_own("to", to, &there);
	see_cgroup(to, &c);
	check(c.threads == TEAM + 1, "to: %" PRIu64 " threads", c.threads);
	see_cgroup(from, &c);
	check(!c.threads, "from: %" PRIu64 " threads", c.threads);
	child_end(team->pid);
	await_threads(to, 0, &c);
	check(c.exited_threads == TEAM + 1, "to: %" PRIu64 " exited threads",
	      c.exited_threads);
	has_own("from, after the end", from, &was);
}

static void threads_apart(void)
{
	static const char *const part[2] = { "one", "two" };
	struct counts now, each_was[TEAM], each[TEAM], there;
	uint64_t top = cgroup_make(""), id[2];
	struct message m;

	for (unsigned int i = 0; i < 2; i++) {
		id[i] = cgroup_make(part[i]);
		if (!cgroup_set(part[i], "cgroup.type", "threaded"))
			skip("no threaded cgroups: %s", strerror(errno));
	}
	team_start("");
	team_counts(each_was);
	for (unsigned int i = 0; i < 2; i++)
		cgroup_move_thread(part[i], team->tid[i]);
	team_call();
	now = team_counts(each);
	for (unsigned int i = 0; i < 2; i++) {
		there = counts_between(&each_was[i], &each[i]);
		has_own(part[i], id[i], &there);
		see_thread(team->tid[i], &m);
		check(m.cgroup == id[i], "thread %u is in cgroup %" PRIu64, i,
		      m.cgroup);
	}
	has_all("all", top, &now);
	see_thread(team->tid[2], &m);
	check(m.cgroup == top, "thread 2 is in cgroup %" PRIu64, m.cgroup);
	child_end(team->pid);
}

/* ---- removing ------------------------------------------------------------------------------------ */

/* A task that has ended in @path, and what it ran. */
static struct counts ended_in(const char *path)
{
	struct message m;
	struct gate g;
	pid_t pid = cgroup_start(path, mark_twice, &g);

	gate_await(&g);
	kill(pid, SIGKILL);
	see_dead(pid, &m);
	child_reap(pid);
	gate_shut(&g);
	return m.counts;
}

static void parent_keeps(void)
{
	uint64_t top = cgroup_make(""), b = cgroup_make("b"), c;
	struct counts in_b, in_c, all;
	struct message m;

	c = cgroup_make("b/c");
	in_b = ended_in("b");
	in_c = ended_in("b/c");
	all = in_b;
	counts_add(&all, &in_c);
	await_threads(c, 0, &m);
	has_own("b", b, &in_b);
	has_own("c", c, &in_c);
	cgroup_remove("b/c");
	await_gone(c);
	has_own("b, after c was removed", b, &all);
	has_all("top, after c was removed", top, &all);
	cgroup_remove("b");
	await_gone(b);
	has_own("top, after b was removed", top, &all);
	has_all("top, after b was removed", top, &all);
}

/* A zombie in @path. */
static pid_t zombie_in(const char *path, struct message *m)
{
	struct gate g;
	pid_t pid = cgroup_start(path, mark_twice, &g);

	gate_await(&g);
	kill(pid, SIGKILL);
	see_dead(pid, m);
	gate_shut(&g);
	return pid;
}

static void is_removed(uint64_t id, uint64_t threads)
{
	struct message c;

	see_cgroup(id, &c);
	check(c.cgroup_flags == TDACCT_CGROUP_REMOVED, "flags %#x",
	      c.cgroup_flags);
	check(c.threads == threads, "%" PRIu64 " threads", c.threads);
}

static void zombies_stay(void)
{
	uint64_t top = cgroup_make(""), id = cgroup_make("b"), again;
	struct message zombie, m;
	pid_t pid = zombie_in("b", &zombie);

	has_own("with a zombie", id, &zombie.counts);
	cgroup_remove("b");
	is_removed(id, 1);
	has_own("removed with a zombie", id, &zombie.counts);
	has_all("its parent", top, &zombie.counts);
	see_thread(pid, &m);
	check(m.cgroup == id, "the zombie is in cgroup %" PRIu64, m.cgroup);
	again = cgroup_make("b");
	check(again != id, "the same id again");
	ended_in("b");
	has_own("while another has its name", id, &zombie.counts);
	child_reap(pid);
	await_gone(id);
	cgroup_remove("b");
	await_gone(again);
	see_cgroup(top, &m);
	must_be_same("the parent alone", &m.own, &m.counts);
}

static void removed_with_parent(void)
{
	uint64_t top = cgroup_make(""), b = cgroup_make("b"), c;
	struct message zombie;
	pid_t pid;

	c = cgroup_make("b/c");
	pid = zombie_in("b/c", &zombie);
	cgroup_remove("b/c");
	cgroup_remove("b");
	is_removed(c, 1);
	is_removed(b, 1);
	has_own("c", c, &zombie.counts);
	has_all("b", b, &zombie.counts);
	has_all("top", top, &zombie.counts);
	child_reap(pid);
	await_gone(c);
	await_gone(b);
	has_own("top, when both are gone", top, &zombie.counts);
	has_all("top, when both are gone", top, &zombie.counts);
}

static void ids_once(void)
{
	uint64_t last = 0, id;
	struct message m;

	cgroup_make("");
	for (unsigned int i = 0; i < often(30); i++) {
		id = cgroup_make("b");
		check(id != last, "id %" PRIu64 " again", id);
		ended_in("b");
		see_cgroup(id, &m);
		cgroup_remove("b");
		await_gone(id);
		last = id;
	}
}

static void unknown_ids(void)
{
	uint64_t empty = cgroup_make("");
	struct message m;
	int err;

	no_cgroup(1ULL << 40);
	no_cgroup(UINT64_MAX);
	err = client_cgroup(the_module(), 0, &m);
	check(err == -ESRCH || err == -ERANGE, "cgroup 0: %s", strerror(-err));
	check(*the_module()->why, "cgroup 0: no sentence");
	err = client_cgroup(the_module(), empty, &m);
	check(err == -ESRCH || err == -EAGAIN, "one that nobody was in: %s",
	      strerror(-err));
	check(*the_module()->why, "one that nobody was in: no sentence");
}

/* ---- coverage -------------------------------------------------------------------------------------- */

static void pauses_are_lost(void)
{
	uint64_t id = cgroup_make("");
	struct message m, c;
	struct gate g;
	pid_t pid;

	pin_to(1);
	pid = cgroup_start("", mark_for_ever, &g);
	gate_await(&g);
	pause_counting();
	usleep(200000);
	resume_counting();
	kill(pid, SIGKILL);
	see_dead(pid, &m);
	see_cgroup(id, &c);
	check(m.lost_ns > 20000000, "%" PRIu64 " ns lost", m.lost_ns);
	check(c.lost_ns == m.lost_ns && c.cpu_ns == m.cpu_ns,
	      "%" PRIu64 " of %" PRIu64 " ns lost, the thread's are %" PRIu64
	      " of %" PRIu64, c.lost_ns, c.cpu_ns, m.lost_ns, m.cpu_ns);
	must_be_same("OWN", &c.own, &m.counts);
	child_reap(pid);
}

static const struct row rows[] = {
	{ "cgroup: has what its task has, to the unit", to_the_unit },
	{ "cgroup: the root is one too", root_is_there },
	{ "cgroup: keeps what ended tasks ran", stays_when_exited },
	{ "cgroup: ancestors have all that is below", ancestors_have_all },
	{ "cgroup: nobody was in the one between", empty_between },
	{ "cgroup: paths are told to the byte", named_to_the_byte },
	{ "cgroup: a task moved asleep, to the unit", moved_asleep },
	{ "cgroup: a task moved running, to an interval", moved_running },
	{ "cgroup: what ran before a move is charged where it ran",
	  charged_at_the_move },
	{ "cgroup: a process of many threads moved", process_moved },
	{ "cgroup: threads of one process in two", threads_apart },
	{ "cgroup: what a removed one had is its parent's", parent_keeps },
	{ "cgroup: removed, with a zombie left behind", zombies_stay },
	{ "cgroup: removed with its parent", removed_with_parent },
	{ "cgroup: no id comes twice", ids_once },
	{ "cgroup: ids of none", unknown_ids },
	{ "cgroup: a pause is lost time", pauses_are_lost },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
