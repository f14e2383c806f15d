// SPDX-License-Identifier: GPL-2.0
/*
 * All cgroups together are all tasks, whatever these do and however many
 * cgroups there are; and what was made for them is given back.
 *
 * GROUPS in the environment: how many there are when there are many.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "hierarchy.h"
#include "marker.h"
#include "seen.h"


/* ---- the law -------------------------------------------------------------------------- */

#define MOST	20000

struct group {
	uint64_t id, slots;
};

struct dump {
	unsigned int n, removed;
	struct counts own;
	struct group group[MOST];	/* by id */
};

static struct dump dump;

static void take_group(const struct message *m, void *unused)
{
	(void)unused;
	check(dump.n < MOST, "more than %u cgroups", MOST);
	check(m->cgroup && m->counts.there && m->own.there,
	      "cgroup %" PRIu64 " has no counts", m->cgroup);
	counts_add(&dump.own, &m->own);
	dump.removed += m->cgroup_flags & TDACCT_CGROUP_REMOVED;
	dump.group[dump.n++] = (struct group) {
		m->cgroup, count_of(&m->counts, "slots"),
	};
}

static int by_id(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static void dump_groups(void)
{
	int err;

	the_info();
	memset(&dump.own, 0, sizeof(dump.own));
	dump.n = dump.removed = 0;
	err = client_dump(the_module(), TDACCT_CMD_GET_CGROUP, take_group,
			  NULL);
	check(!err, "dump of cgroups: %s (%s)", strerror(-err),
	      the_module()->why);
	qsort(dump.group, dump.n, sizeof(*dump.group), by_id);
}

static void each_once(void)
{
	for (unsigned int i = 1; i < dump.n; i++)
		check(dump.group[i - 1].id != dump.group[i].id,
		      "cgroup %" PRIu64 " comes twice", dump.group[i].id);
}

static struct counts tasks(void)
{
	struct message t;

	see_totals(&t);
	counts_add(&t.live, &t.exited);
	return t.live;
}

/* While paused it is an equation, whatever is moved and removed meanwhile. */
static void law_holds(const char *when)
{
	struct counts all;

	pause_counting();
	all = tasks();
	dump_groups();
	resume_counting();
	must_be_same(when, &dump.own, &all);
	each_once();
}

/* Every exact value is between two sums over tasks. */
static bool between(const struct counts *was, const struct counts *now)
{
	static const char *const exact[] = { "slots", "instructions",
					     "cycles" };

	for (unsigned int i = 0; i < N_ROWS(exact); i++)
		if (count_of(&dump.own, exact[i]) < count_of(was, exact[i]) ||
		    count_of(&dump.own, exact[i]) > count_of(now, exact[i]))
			return false;
	return true;
}

static void bracketed(const char *when)
{
	struct counts was, now;

	was = tasks();
	dump_groups();
	now = tasks();
	each_once();
	check(between(&was, &now), "%s: OWN has %" PRIu64 " slots, tasks %"
	      PRIu64 " to %" PRIu64, when, count_of(&dump.own, "slots"),
	      count_of(&was, "slots"), count_of(&now, "slots"));
}

static void at_rest(void)
{
	law_holds("at rest");
	bracketed("at rest");
}

/* ---- a storm ----------------------------------------------------------------------------- */

/* Shared with the storm: how many tasks it made. */
static uint64_t *made;

static void short_work(struct gate *g)
{
	(void)g;
	mark(CLASS_CORE, 30);
	if (!fork()) {
		mark(CLASS_MEMORY, 30);
		_exit(0);
	}
}

/* Born in one, ended in another, after it was here and there. */
static void short_life(const char *name, const char *other)
{
	struct gate g;
	pid_t pid = cgroup_start(name, short_work, &g);
	char text[16];

	snprintf(text, sizeof(text), "%d", pid);
	cgroup_set(other, "cgroup.procs", text);
	cgroup_set(name, "cgroup.procs", text);
	cgroup_set("", "cgroup.procs", text);
	waitpid(pid, NULL, 0);
	gate_shut(&g);
	__atomic_add_fetch(made, 2, __ATOMIC_RELAXED);
}

/* What it forked may still be in there, and hold it for a moment. */
static void make_and_remove(unsigned int cpu)
{
	char name[2][16];

	pin_to(cpu);
	signal(SIGCHLD, SIG_DFL);
	for (unsigned int i = 0;; i++) {
		snprintf(name[i % 2], sizeof(*name), "%u.%u", cpu, i);
		cgroup_make(name[i % 2]);
		short_life(name[i % 2], i ? name[!(i % 2)] : "");
		if (i)
			cgroup_remove(name[!(i % 2)]);
	}
}

/* The second generation is ours, as it has no parent any more. */
static void reap_orphans(void)
{
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

static void start_storm(pid_t *pid)
{
	made = child_page();
	cgroup_make("");
	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		pid[cpu] = fork();
		if (!pid[cpu])
			make_and_remove(cpu);
	}
}

#define ROUNDS	20
#define LEAST	20	/* tasks of a storm, or it is none */

static uint64_t tasks_made(void)
{
	return __atomic_load_n(made, __ATOMIC_RELAXED);
}

static void under_storm(void)
{
	unsigned int most = 0;
	pid_t pid[2];
	uint64_t top = cgroup_make("");
	struct message m;

	start_storm(pid);
	for (unsigned int i = 0; i < often(ROUNDS) || tasks_made() < LEAST;
	     i++) {
		usleep(50000);
		bracketed("under a storm");
		most = dump.n > most ? dump.n : most;
		law_holds("under a storm, paused");
		reap_orphans();
	}
	child_end(pid[0]);
	child_end(pid[1]);
	see_cgroup(top, &m);
	note("%" PRIu64 " tasks were made, at most %u cgroups seen", *made,
	     most);
	check(count_of(&m.counts, "slots") >= *made * 30 * MARKER_SLOTS,
	      "%" PRIu64 " tasks ran only %" PRIu64 " slots", *made,
	      count_of(&m.counts, "slots"));
}

/* When all below it is gone, all is its own. */
static void all_comes_up(void)
{
	uint64_t top = cgroup_make(""), end = now_ns() + MOMENT_NS;
	struct message m;
	pid_t pid[2];

	start_storm(pid);
	do
		usleep(500000);
	while (tasks_made() < LEAST && now_ns() < end);
	child_end(pid[0]);
	child_end(pid[1]);
	cgroup_clear();
	do {
		usleep(10000);
		reap_orphans();
		see_cgroup(top, &m);
	} while (!counts_same(&m.own, &m.counts) && now_ns() < end);
	must_be_same("OWN and COUNTS", &m.own, &m.counts);
	check(count_of(&m.own, "slots") >= *made * 30 * MARKER_SLOTS,
	      "%" PRIu64 " tasks ran only %" PRIu64 " slots", *made,
	      count_of(&m.own, "slots"));
	law_holds("after a storm");
}

/* ---- many ------------------------------------------------------------------------------------ */

#define MANY	250

static unsigned int many(void)
{
	const char *text = getenv("GROUPS");
	unsigned int n = text ? strtoul(text, NULL, 0) : often(MANY);

	check(n && n <= MOST - 100, "GROUPS=%s is not possible", text);
	return n;
}

/* A hundred in one directory. */
static void name_many(unsigned int i, char *name)
{
	sprintf(name, i % 100 ? "%u/%u" : "%u", i / 100, i % 100);
}

static void tiny(struct gate *g)
{
	(void)g;
	mark(CLASS_CORE, 50);
}

static void make_many(unsigned int n, uint64_t *id)
{
	char name[32];
	struct gate g;
	pid_t pid;

	cgroup_make("");
	for (unsigned int i = 0; i < n; i++) {
		name_many(i, name);
		id[i] = cgroup_make(name);
		pid = cgroup_start(name, tiny, &g);
		child_reap(pid);
		gate_shut(&g);
	}
}

static void remove_many(unsigned int n)
{
	char name[32];

	while (n--) {
		name_many(n, name);
		cgroup_remove(name);
	}
}

static void see_many(unsigned int n, const uint64_t *id)
{
	for (unsigned int i = 0; i < n; i++) {
		const struct group *g, key = { id[i] };

		g = bsearch(&key, dump.group, dump.n, sizeof(key), by_id);
		check(g, "number %u is not in the dump of %u", i, dump.n);
		check(g->slots >= 50 * MARKER_SLOTS,
		      "number %u has %" PRIu64 " slots", i, g->slots);
	}
}

static void await_stat(unsigned int stat, uint64_t most)
{
	uint64_t end = now_ns() + 3 * MOMENT_NS;

	while (see_stat(stat) > most) {
		check(now_ns() < end, "statistic %u stays at %" PRIu64
		      ", was %" PRIu64, stat, see_stat(stat), most);
		usleep(10000);
	}
}

/* Those that were removed, by rows before this one too, are no more. */
static void await_removal(void)
{
	uint64_t end = now_ns() + MOMENT_NS;

	while (dump_groups(), dump.removed) {
		check(now_ns() < end, "%u of %u cgroups are removed and there",
		      dump.removed, dump.n);
		usleep(10000);
	}
}

/* What has ended on a CPU is kept for others, up to 256 records of a kind. */
#define KEPT_BYTES	(1 << 18)

static void many_groups(void)
{
	uint64_t misplaced = see_stat(TDACCT_STAT_A_MISPLACED);
	uint64_t id[MOST], top, groups, memory, with;
	unsigned int n = many();
	struct message m;

	top = cgroup_make("");
	make_many(1, id);
	remove_many(1);
	await_removal();
	groups = see_stat(TDACCT_STAT_A_CGROUPS);
	memory = see_stat(TDACCT_STAT_A_MEMORY);
	make_many(n, id);
	with = see_stat(TDACCT_STAT_A_MEMORY);
	check(see_stat(TDACCT_STAT_A_CGROUPS) >= groups + n, "%" PRIu64
	      " cgroups, before %u more it were %" PRIu64,
	      see_stat(TDACCT_STAT_A_CGROUPS), n, groups);
	dump_groups();
	each_once();
	see_many(n, id);
	law_holds("with many");
	remove_many(n);
	await_stat(TDACCT_STAT_A_CGROUPS, groups);
	await_stat(TDACCT_STAT_A_MEMORY,
		   memory + KEPT_BYTES * sysconf(_SC_NPROCESSORS_ONLN));
	see_cgroup(top, &m);
	check(count_of(&m.own, "slots") >= 50ULL * n * MARKER_SLOTS,
	      "%" PRIu64 " slots are left", count_of(&m.own, "slots"));
	note("%u cgroups took %" PRId64 " KB, %" PRId64 " KB are left", n,
	     (int64_t)(with - memory) / 1024,
	     (int64_t)(see_stat(TDACCT_STAT_A_MEMORY) - memory) / 1024);
	check(see_stat(TDACCT_STAT_A_MISPLACED) == misplaced, "%" PRIu64
	      " misplaced", see_stat(TDACCT_STAT_A_MISPLACED) - misplaced);
}

/* ---- deep ------------------------------------------------------------------------------------ */

#define DEEPEST_KNOWN	64
#define DEEPER		70

static void mark_and_wait(struct gate *g)
{
	mark(CLASS_CORE, 5000);
	gate_pass(g);
}

/* The case's own directory is level 1. Returns the id at DEEPEST_KNOWN. */
static uint64_t make_deep(char *name)
{
	uint64_t id = cgroup_make(""), known = 0;

	*name = '\0';
	for (unsigned int level = 2; level <= DEEPER; level++) {
		strcat(name, *name ? "/d" : "d");
		id = cgroup_make(name);
		if (level == DEEPEST_KNOWN)
			known = id;
	}
	check(id != known, "nothing is deeper");
	return known;
}

static void too_deep(void)
{
	uint64_t misplaced = see_stat(TDACCT_STAT_A_MISPLACED), known;
	char name[2 * DEEPER];
	struct message m, c;
	struct gate g;
	pid_t pid;

	known = make_deep(name);
	pid = cgroup_start(name, mark_and_wait, &g);
	child_await(pid, &g);
	see_asleep(pid, pid, &m);
	see_cgroup(known, &c);
	must_be_same("OWN of level 64", &c.own, &m.counts);
	worth("level 64", &c.own, CLASS_CORE, 5000);
	check(see_stat(TDACCT_STAT_A_MISPLACED) > misplaced,
	      "not told that it is not where it belongs");
	child_end(pid);
	law_holds("deep");
}

static const struct row rows[] = {
	{ "cgroups: together they are all tasks", at_rest },
	{ "cgroups: made, moved between and removed on two CPUs",
	  under_storm },
	{ "cgroups: what the removed ones had comes up", all_comes_up },
	{ "cgroups: many, each with its own, and given back", many_groups,
	  600 },
	{ "cgroups: deeper than is told apart", too_deep },
	{ "cgroups: together they are all tasks after all that", at_rest },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
