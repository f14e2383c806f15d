// SPDX-License-Identifier: GPL-2.0
/*
 * Every allocation made to fail in turn, in a kernel that can do that: each
 * time there is a clean error or a loss that was counted as one, nothing of it
 * is left behind, and the next try succeeds.
 *
 * For the long ones FIRST and LAST in the environment are where N begins and
 * ends, so that guests can have a part each, and STEP by how much it grows.
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/netlink.h>
#include <netlink/attr.h>

#include "attempt.h"
#include "client.h"
#include "fail.h"
#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "storm.h"
#include "task.h"
#include "verdict.h"

#define MODULE_FILE	"/lab/tdacct.ko"
#define CPU1_ONLINE	"/sys/devices/system/cpu/cpu1/online"
#define CGROUPS		"/sys/fs/cgroup"

/* ---- questions ------------------------------------------------------------------- */

static void question(const char *name, int cmd, int flags,
		     void (*fill)(struct nl_msg *m))
{
	const struct attempt a = {
		.name = name, .act = attempt_ask,
		.after = attempt_nothing, .cmd = cmd, .flags = flags,
		.fill = fill,
	};

	fail_needed();
	attempt_in_turn(&a);
	verdict_laws();
}

static void our_tid(struct nl_msg *m)
{
	nla_put_u32(m, TDACCT_A_TID, my_tid());
}

static void our_pid(struct nl_msg *m)
{
	nla_put_u32(m, TDACCT_A_PID, getpid());
}

static void get_info(void)
{
	question("GET_INFO", TDACCT_CMD_GET_INFO, 0, NULL);
}

static void get_thread(void)
{
	question("GET_THREAD", TDACCT_CMD_GET_THREAD, 0, our_tid);
}

static void get_process(void)
{
	question("GET_PROCESS", TDACCT_CMD_GET_PROCESS, 0, our_pid);
}

static void get_totals(void)
{
	question("GET_TOTALS", TDACCT_CMD_GET_TOTALS, 0, NULL);
}

static void get_stats(void)
{
	question("GET_STATS", TDACCT_CMD_GET_STATS, 0, NULL);
}

static void dump_cpus(void)
{
	question("dump of CPUs", TDACCT_CMD_GET_CPU, NLM_F_DUMP, NULL);
}

/* They run for a moment each, then stay: to be sent away by disperse(). */
static void crowd(unsigned int nr)
{
	while (nr--)
		if (!fork()) {
			alarm(0);
			mark(4, 10);
			pause();
			_exit(0);
		}
}

static void disperse(void)
{
	signal(SIGTERM, SIG_IGN);	/* which those that are there do not */
	kill(0, SIGTERM);
	while (waitpid(-1, NULL, 0) > 0)
		;
}

static void dump_threads(void)
{
	crowd(60);
	question("dump of threads", TDACCT_CMD_GET_THREAD, NLM_F_DUMP, NULL);
	disperse();
}

static void dump_processes(void)
{
	crowd(60);
	question("dump of processes", TDACCT_CMD_GET_PROCESS, NLM_F_DUMP,
		 NULL);
	disperse();
}

/* ---- cgroups, where there are any ------------------------------------------------- */

static uint64_t inode_of(const char *path)
{
	struct stat s;

	check(!stat(path, &s), "stat %s: %s", path, strerror(errno));
	return s.st_ino;
}

static void root_cgroup(struct nl_msg *m)
{
	nla_put_u64(m, TDACCT_A_CGROUP, inode_of(CGROUPS));
}

static void known(int cmd, int flags, void (*fill)(struct nl_msg *m))
{
	const struct attempt a = { .name = "-", .cmd = cmd, .flags = flags,
				   .fill = fill };
	int err;

	fail_needed();
	err = attempt_ask(&a, 0);
	if (err == -EOPNOTSUPP)
		skip("this module has no such command");
}

static void get_cgroup(void)
{
	known(TDACCT_CMD_GET_CGROUP, 0, root_cgroup);
	question("GET_CGROUP", TDACCT_CMD_GET_CGROUP, 0, root_cgroup);
}

static void in_cgroups(unsigned int nr)
{
	char path[64], procs[80];

	for (unsigned int i = 0; i < nr; i++) {
		snprintf(path, sizeof(path), CGROUPS "/shortage-%u", i);
		snprintf(procs, sizeof(procs), "%s/cgroup.procs", path);
		mkdir(path, 0755);
		if (!fork()) {
			alarm(0);
			set_file(procs, "0");
			sched_yield();
			pause();
		}
	}
}

static void dump_cgroups(void)
{
	known(TDACCT_CMD_GET_CGROUP, NLM_F_DUMP, NULL);
	in_cgroups(40);
	question("dump of cgroups", TDACCT_CMD_GET_CGROUP, NLM_F_DUMP, NULL);
	disperse();
}

/* ---- subscriptions ------------------------------------------------------------------ */

static int do_subscribe(struct client *c)
{
	return client_ask(c, client_request(c, TDACCT_CMD_SUBSCRIBE, 0), NULL,
			  NULL);
}

/* Its socket is closed: whether or not it was refused, only we are left. */
static void nobody_subscribed(int err)
{
	uint64_t end = now_ns() + MOMENT_NS;

	(void)err;
	while (verdict_stat(TDACCT_STAT_A_SUBSCRIBERS) > 1) {
		check(now_ns() < end, "a subscriber is left behind");
		usleep(1000);
	}
}

static void subscription(const char *name, int cmd,
			 int (*prepare)(struct client *c))
{
	const struct attempt a = {
		.name = name, .act = attempt_ask, .after = nobody_subscribed,
		.cmd = cmd, .prepare = prepare,
	};
	struct client listener;

	known(TDACCT_CMD_SUBSCRIBE, 0, NULL);
	/* Whose reserve for notices is there, for nobody may need all of it. */
	verdict_connect(&listener);
	check(!do_subscribe(&listener), "%s", listener.why);
	attempt_in_turn(&a);
	client_close(&listener);
	verdict_laws();
}

/* The first one pays for the reserve, and does with less of it. */
static void first_subscribes(void)
{
	struct client c;

	known(TDACCT_CMD_SUBSCRIBE, 0, NULL);
	for (unsigned int nth = 1; nth <= 1024; nth += nth < 8 ? 1 : nth / 2) {
		int err;

		verdict_connect(&c);
		fail_arm(0, nth);
		err = do_subscribe(&c);
		check(!err || !fail_disarm(0), "no allocation failed, but: %s",
		      c.why);
		fail_disarm(0);
		check(!err || err == -ENOMEM || err == -ENOBUFS, "%s", c.why);
		client_close(&c);
	}
	verdict_laws();
}

static void subscribe(void)
{
	subscription("SUBSCRIBE", TDACCT_CMD_SUBSCRIBE, NULL);
}

static void unsubscribe(void)
{
	subscription("UNSUBSCRIBE", TDACCT_CMD_UNSUBSCRIBE, do_subscribe);
}

/* ---- counters that are made ---------------------------------------------------------- */

static void resumed(int err)
{
	struct client c;

	(void)err;
	verdict_connect(&c);
	client_resume(&c);
	client_close(&c);
	verdict_hopeful();
}

static void pausing(void)
{
	const struct attempt a = {
		.name = "PAUSE", .act = attempt_ask, .after = resumed,
		.cmd = TDACCT_CMD_PAUSE,
	};

	fail_needed();
	attempt_in_turn(&a);
	verdict_laws();
}

/* What could not be had is tried again, without anybody asking. */
static void resuming(void)
{
	const struct attempt a = {
		.name = "RESUME", .act = attempt_ask, .after = resumed,
		.cmd = TDACCT_CMD_RESUME, .prepare = client_pause,
	};

	fail_needed();
	attempt_in_turn(&a);
	verdict_counting();
	verdict_laws();
}

static bool module_there(void)
{
	return !access("/sys/module/tdacct", F_OK);
}

static void taken_out(int err)
{
	if (!err)
		verdict_hopeful();
	check(!err == module_there(), "the module %s in: %s",
	      err ? "stayed" : "is not", strerror(-err));
	if (!err)
		check(!remove_module(), "cannot take the module out");
}

static int insert_with(pid_t tid, unsigned int nth, const char *options)
{
	int err, fd = open(MODULE_FILE, O_RDONLY | O_CLOEXEC);

	check(fd >= 0, "cannot open " MODULE_FILE ": %s", strerror(errno));
	fail_arm(tid, nth);
	err = syscall(SYS_finit_module, fd, options, 0) ? -errno : 0;
	close(fd);
	return err;
}

static int insert(const struct attempt *a, unsigned int nth)
{
	return insert_with(a->tid, nth, "");
}

/* Far more than it takes to undo a load that is refused. */
#define UNDOING	50

/*
 * The allocations of the kernel before anything of ours runs: those of a load
 * that we refuse at once, without those that undo it.
 */
static unsigned int before_init(void)
{
	int err = insert_with(0, ATTEMPT_MAX, "clear_slots=2000000000");
	unsigned int made = ATTEMPT_MAX - fail_disarm(0);

	check(err == -EINVAL, "a load with nonsense is not refused: %s",
	      strerror(-err));
	return made > UNDOING ? made - UNDOING : 0;
}

static void load_failing(const char *name)
{
	struct attempt a = {
		.name = name, .step = 1, .act = insert,
		.after = taken_out,
	};

	check(!remove_module(), "cannot take the module out");
	a.before = before_init();
	attempt_in_turn(&a);
	check(!insert_module(""), "cannot put the module in again");
	verdict_counting();
	verdict_laws();
}

static void load(void)
{
	fail_needed();
	load_failing("load");
}

/* Where theirs are the only caches that fail: see tests/suites/all/70-faults.sh. */
static void load_reserves(void)
{
	fail_needed();
	fail_pages(false);
	load_failing("the reserves of a load");
	fail_pages(true);
}

static int unload(const struct attempt *a, unsigned int nth)
{
	fail_arm(a->tid, nth);
	return syscall(SYS_delete_module, "tdacct", O_NONBLOCK) ? -errno : 0;
}

/* What is not in the module is not refused either: it goes. */
static void put_in(int err)
{
	check(!err, "the module does not go out: %s", strerror(-err));
	check(!insert_module(""), "cannot put the module in again");
	verdict_hopeful();
}

static void unloading(void)
{
	const struct attempt a = {
		.name = "unload", .act = unload, .after = put_in, .step = 1,
	};

	fail_needed();
	attempt_in_turn(&a);
	verdict_counting();
	verdict_laws();
}

static int set_online(const struct attempt *a, unsigned int nth)
{
	bool on = a->flags;

	if (on)
		check(set_file(CPU1_ONLINE, "0"), "CPU 1 stays online: %s",
		      strerror(errno));
	fail_arm(a->tid, nth);
	return set_file(CPU1_ONLINE, on ? "1" : "0") ? 0 : -errno;
}

static void online_again(int err)
{
	char now[8];

	(void)err;	/* other parts of the kernel may refuse there */
	get_file(CPU1_ONLINE, now, sizeof(now));
	if (now[0] != '1')
		check(set_file(CPU1_ONLINE, "1"), "CPU 1 stays offline: %s",
		      strerror(errno));
	verdict_hopeful();
}

static void hotplug(const char *name, bool on)
{
	struct attempt a = {
		.name = name, .act = set_online, .after = online_again,
		.flags = on, .step = 1,
	};

	fail_needed();
	if (access(CPU1_ONLINE, W_OK))
		skip("CPU 1 cannot go offline");
	a.tid = fail_kthread("cpuhp/1");
	attempt_in_turn(&a);
	verdict_counting();
	verdict_laws();
}

static void online(void)
{
	hotplug("a CPU that comes", true);
}

static void offline(void)
{
	hotplug("a CPU that goes", false);
}

/* ---- what must not fail because of us --------------------------------------------------- */

static int do_clone(const struct attempt *a, unsigned int nth)
{
	pid_t pid;

	(void)a;
	fail_arm(0, nth);
	pid = least_life();
	return pid < 0 ? pid : 0;
}

static int do_mkdir(const struct attempt *a, unsigned int nth)
{
	int err;

	(void)a;
	fail_arm(0, nth);
	err = mkdir(CGROUPS "/shortage-mkdir", 0755) ? -errno : 0;
	return err;
}

static void do_rmdir(int err)
{
	if (!err)
		check(!rmdir(CGROUPS "/shortage-mkdir"), "rmdir: %s",
		      strerror(errno));
}

static int procs_fd = -1;

static int do_move(const struct attempt *a, unsigned int nth)
{
	(void)a;
	fail_arm(0, nth);
	return write(procs_fd, "0", 1) == 1 ? 0 : -errno;
}

/*
 * The module takes part in it, from its pools only: with it in, there is no
 * allocation more that could fail. Those that fail are the kernel's own.
 */
static void no_part_in(const struct attempt *a)
{
	unsigned int with, without;

	fail_pages(false);
	with = attempt_cost(a);
	check(!remove_module(), "cannot take the module out");
	without = attempt_cost(a);
	check(!insert_module(""), "cannot put the module in again");
	check(with <= without, "%s: %u allocations with the module, %u without",
	      a->name, with, without);
	fail_pages(true);
	attempt_in_turn(a);
	verdict_counting();
	verdict_laws();
}

static void forking(void)
{
	const struct attempt a = {
		.name = "fork", .act = do_clone, .after = attempt_nothing,
	};

	fail_needed();
	no_part_in(&a);
}

static void making_cgroups(void)
{
	const struct attempt a = {
		.name = "cgroup mkdir", .act = do_mkdir, .after = do_rmdir,
	};

	fail_needed();
	no_part_in(&a);
}

static void back_to_root(int err)
{
	(void)err;
	check(set_file(CGROUPS "/cgroup.procs", "0"), "cannot move back: %s",
	      strerror(errno));
}

static void moving(void)
{
	const struct attempt a = {
		.name = "cgroup move", .act = do_move, .after = back_to_root,
	};

	fail_needed();
	mkdir(CGROUPS "/shortage-move", 0755);
	procs_fd = open(CGROUPS "/shortage-move/cgroup.procs",
			O_WRONLY | O_CLOEXEC);
	check(procs_fd >= 0, "cgroup.procs: %s", strerror(errno));
	no_part_in(&a);
}

/* ---- pools that run dry --------------------------------------------------------------------- */

#define FLOOD	400

/* More than the pools of all CPUs can have grown to before. */
#define LIVES	20000

/*
 * Whoever fills the pools gets no memory, and nobody can take his place: who is
 * made now takes after kthreadd, and who was being made just now is found the
 * second time, whatever he is called by then.
 */
static void starve(bool on)
{
	for (unsigned int i = 0; i < 2; i++) {
		fail_kthreads("kthreadd", on);
		fail_kthreads("kworker/u", on);
	}
	fail_often(on ? 100 : 0);
}

/* What the module says of a child that has just run and waits at @g. */
static int born(struct gate *g, pid_t *pid)
{
	struct message m;

	gate_open(g);
	*pid = fork();
	check(*pid >= 0, "fork: %s", strerror(errno));
	if (!*pid)
		for (;;)
			gate_pass(g);
	gate_await(g);
	return client_thread(the_module(), *pid, &m);
}

/*
 * It has no record yet: whoever asks for it is told to come again. Each one
 * before it took a record out of the pools, and none comes back to these.
 */
static pid_t without_record(struct gate *g)
{
	unsigned int had = 0;
	pid_t pid;
	int err;

	while (!(err = born(g, &pid))) {
		had++;
		check(had < LIVES, "%u threads got a record without memory",
		      had);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		gate_shut(g);
	}
	check(err == -EAGAIN, "a thread without record: %s", strerror(-err));
	return pid;
}

static void gets_record(struct gate *g, pid_t pid)
{
	struct message m;
	int err = -EAGAIN;

	for (unsigned int try = 0; err && try < 1000; try++) {
		gate_call(g);
		gate_await(g);
		usleep(10000);
		err = client_thread(the_module(), pid, &m);
	}
	check(!err, "a thread without record never got one: %s",
	      strerror(-err));
}

/* What is lost is untracked, but counted; and goes on no longer than it must. */
static void starved(void)
{
	uint64_t was, lost;
	struct gate g;
	pid_t pid;

	fail_needed();
	was = verdict_stat(TDACCT_STAT_A_UNTRACKED_SWITCHES);
	starve(true);
	pid = without_record(&g);
	crowd(FLOOD);
	verdict_laws();
	lost = verdict_stat(TDACCT_STAT_A_UNTRACKED_SWITCHES) - was;
	starve(false);
	check(lost, "no record could be had, and nothing was counted as lost");
	gets_record(&g, pid);
	disperse();
	verdict_laws();
	printf("tried: switches without a record, counted as such | %"
	       PRIu64 "\n", lost);
}

/* ---- all that works in the background --------------------------------------------------------- */

#define ROUNDS	10

static void workers(void)
{
	static const char *const kinds[] = { "fork", "thread", "exit" };
	pid_t group[3];

	fail_needed();
	for (unsigned int i = 0; i < 3; i++)
		for (unsigned int j = 0; j < n_storms; j++)
			if (!strcmp(storms[j].name, kinds[i]))
				group[i] = storm_start(&storms[j], 1);
	for (unsigned int round = 0; round < ROUNDS; round++) {
		fail_kthreads("kworker/u", true);
		fail_often(30);
		usleep(200000);
		fail_often(0);
		verdict_laws();
	}
	for (unsigned int i = 0; i < 3; i++)
		storm_stop(group[i]);
	fail_kthreads("kworker/u", false);
	verdict_counting();
	verdict_laws();
	printf("tried: rounds of storms with failing workers | %d\n", ROUNDS);
}

static const struct row rows[] = {
	{ "shortage: GET_INFO", get_info },
	{ "shortage: GET_THREAD", get_thread },
	{ "shortage: GET_PROCESS", get_process },
	{ "shortage: GET_TOTALS", get_totals },
	{ "shortage: GET_STATS", get_stats },
	{ "shortage: GET_CGROUP", get_cgroup },
	{ "shortage: dump of CPUs", dump_cpus },
	{ "shortage: dump of threads", dump_threads },
	{ "shortage: dump of processes", dump_processes },
	{ "shortage: dump of cgroups", dump_cgroups },
	{ "shortage: SUBSCRIBE", subscribe },
	{ "shortage: SUBSCRIBE, the first", first_subscribes },
	{ "shortage: UNSUBSCRIBE", unsubscribe },
	{ "shortage: PAUSE", pausing, 120 },
	{ "shortage: RESUME, events that cannot be made", resuming, 300 },
	{ "shortage: a CPU that goes", offline, 120 },
	{ "shortage: a CPU that comes, events that cannot be made", online, 900 },
	{ "shortage: fork, in which we allocate nothing", forking },
	{ "shortage: cgroup mkdir, in which we allocate nothing",
	  making_cgroups },
	{ "shortage: cgroup move, in which we allocate nothing", moving },
	{ "shortage: no memory for records, until there is some", starved,
	  900 },
	{ "shortage: workers that get no memory", workers, 900 },
	{ "shortage: unload", unloading, 600 },
	{ "shortage: all of a load", load, 2700 },
	{ "shortage: reserves of a load", load_reserves, 600 },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
