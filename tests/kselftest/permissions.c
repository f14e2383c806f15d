// SPDX-License-Identifier: GPL-2.0
/*
 * Who may ask what: anybody GET_INFO; all else takes CAP_PERFMON or
 * CAP_SYS_ADMIN in the initial user namespace, of who asks and of who opened
 * the socket; what changes something takes CAP_SYS_ADMIN. Answers are in the pid
 * namespace of who asks.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <netlink/netlink.h>
#include <netlink/genl/genl.h>
#include <linux/capability.h>

#include "core.h"
#include "harness.h"
#include "rights.h"
#include "seen.h"
#include "somebody.h"
#include "task.h"

#define CAP(name)	(1ULL << CAP_##name)

static void may_subscribe(struct client *c)
{
	int err;

	all_answered(c, subscriptions, N_SUBSCRIPTIONS);
	err = client_unsubscribe(c);
	check(!err, "UNSUBSCRIBE: %s (%s)", strerror(-err), c->why);
}

static void may_nothing(struct client *c)
{
	info_answered(c);
	all_refused(c, reads, N_READS);
	all_refused(c, subscriptions, N_SUBSCRIPTIONS);
	all_refused(c, changes, N_CHANGES);
}

static void may_look(struct client *c)
{
	info_answered(c);
	all_answered(c, reads, N_READS);
	may_subscribe(c);
}

static void may_look_only(struct client *c)
{
	may_look(c);
	all_refused(c, changes, N_CHANGES);
	check(strstr(c->why, "CAP_SYS_ADMIN") &&
	      strstr(c->why, "perfmon_changes=1"), "it says \"%s\"", c->why);
}

static void may_all(struct client *c)
{
	may_look(c);
	all_answered(c, changes, N_CHANGES);
}

/* ---- capabilities ------------------------------------------------------------------------ */

static void root_may_all(void)
{
	struct client c = connect_anew();

	may_all(&c);
}

static void nobody_may_nothing(void)
{
	struct client c;

	become_nobody(0);
	c = connect_anew();
	may_nothing(&c);
}

static void perfmon_may_look(void)
{
	struct client c;

	become_nobody(CAP(PERFMON));
	c = connect_anew();
	may_look_only(&c);
}

static void admin_may_all(void)
{
	struct client c;

	become_nobody(CAP(SYS_ADMIN));
	c = connect_anew();
	may_all(&c);
}

static void others_may_nothing(void)
{
	struct client c;

	become_nobody(((1ULL << (CAP_LAST_CAP + 1)) - 1) &
		      ~CAP(PERFMON) & ~CAP(SYS_ADMIN));
	c = connect_anew();
	may_nothing(&c);
}

static void given_up(void)
{
	struct client c = connect_anew();

	may_all(&c);
	become_nobody(0);
	may_nothing(&c);
}

/* A socket that root opened, and somebody else asks by. */
static void passed_down(void)
{
	struct client c = connect_anew();
	pid_t pid = fork();

	if (!pid) {
		become_nobody(0);
		may_nothing(&c);
		_exit(0);
	}
	must_end_well(pid);
	may_all(&c);
}

/* One that nobody opened, and root asks by: a trick to borrow root's rights. */
static void reopened(void)
{
	struct client c;

	check(!setresgid(-1, NOBODY, -1) && !setresuid(-1, NOBODY, -1),
	      "setresuid: %s", strerror(errno));
	c = connect_anew();
	check(!setresuid(-1, 0, -1) && !setresgid(-1, 0, -1),
	      "setresuid: %s", strerror(errno));
	may_nothing(&c);
}

/* A client by a socket that somebody of @opener's rights has opened. */
static struct client received(void (*opener)(void))
{
	struct client c;
	int pair[2];
	pid_t pid;

	check(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair), "socketpair: %s",
	      strerror(errno));
	pid = fork();
	if (!pid) {
		opener();
		c = connect_anew();
		send_socket(pair[1], nl_socket_get_fd(c.sock));
		_exit(0);
	}
	c = connect_anew();
	check(dup2(receive_socket(pair[0]), nl_socket_get_fd(c.sock)) >= 0,
	      "dup2: %s", strerror(errno));
	must_end_well(pid);
	return c;
}

static void be_nobody(void)
{
	become_nobody(0);
}

static void be_false_root(void)
{
	if (unshare(CLONE_NEWUSER))
		skip("no user namespace: %s", strerror(errno));
}

static void be_root(void)
{
}

static void passed_up(void)
{
	struct client c = received(be_nobody);

	may_nothing(&c);
}

static void passed_out(void)
{
	struct client c = received(be_false_root);

	may_nothing(&c);
}

static void passed_among_equals(void)
{
	struct client c = received(be_root);

	may_all(&c);
}

/* Permitted, but not effective, is no right; raised, it is. */
static void not_effective(void)
{
	struct client c;

	become_nobody(CAP(PERFMON));
	lower_capabilities(CAP(PERFMON));
	c = connect_anew();
	may_nothing(&c);
	set_capabilities(CAP(PERFMON));
	may_nothing(&c);
	c = connect_anew();
	may_look_only(&c);
}

static void count_notices(const struct message *m, void *arg)
{
	*(unsigned int *)arg += m->kind == TDACCT_ENDED_PROCESS;
}

/* Rights are looked at when one subscribes; to give them up ends nothing. */
static void subscribed_then_given_up(void)
{
	uint64_t end = now_ns() + MOMENT_NS;
	struct client c = connect_anew();
	unsigned int n = 0;

	c.ended = count_notices;
	c.ended_arg = &n;
	check(!client_subscribe(&c, 0), "SUBSCRIBE: %s", c.why);
	become_nobody(0);
	if (!fork())
		_exit(0);
	wait(NULL);
	while (!n) {
		check(now_ns() < end, "nothing was told");
		client_ended(&c, 100);
	}
	may_nothing(&c);
}

/* ---- namespaces ----------------------------------------------------------------------------- */

static void false_root(void)
{
	struct client c;

	become_nobody(0);
	if (unshare(CLONE_NEWUSER))
		skip("no user namespace: %s", strerror(errno));
	c = connect_anew();
	may_nothing(&c);
}

static void false_root_of_root(void)
{
	struct client c;

	if (unshare(CLONE_NEWUSER))
		skip("no user namespace: %s", strerror(errno));
	set_file("/proc/self/setgroups", "deny");
	check(set_file("/proc/self/uid_map", "0 0 1") &&
	      set_file("/proc/self/gid_map", "0 0 1"), "no map");
	check(!getuid(), "uid %u", getuid());
	c = connect_anew();
	may_nothing(&c);
}

static void other_network(void)
{
	struct client c;

	check(!unshare(CLONE_NEWNET), "no network namespace: %s",
	      strerror(errno));
	c = connect_anew();
	may_look(&c);
	all_refused(&c, changes, N_CHANGES);
}

static void false_root_of_other_network(void)
{
	struct client c;

	if (unshare(CLONE_NEWUSER | CLONE_NEWNET))
		skip("no user namespace: %s", strerror(errno));
	c = connect_anew();
	may_nothing(&c);
}

struct sight {
	unsigned int n, highest;
	bool me, child;
};

static void look(const struct message *m, void *arg)
{
	struct sight *s = arg;

	s->n++;
	s->me |= m->pid == 1;
	s->child |= m->pid == 2;
	if (m->pid > s->highest)
		s->highest = m->pid;
	if (has(m, TDACCT_A_TID) && m->tid > s->highest)
		s->highest = m->tid;
}

static void see_two(struct client *c, int cmd, const char *what)
{
	struct sight s = { };
	int err = client_dump(c, cmd, look, &s);

	check(!err, "%s: %s (%s)", what, strerror(-err), c->why);
	check(s.n == 2 && s.me && s.child && s.highest == 2,
	      "%s: %u seen, ids up to %u", what, s.n, s.highest);
}

/* A dump of the threads of a process that cannot be seen from here. */
static void see_none_of(struct client *c, uint32_t pid)
{
	struct nl_msg *m = client_request(c, TDACCT_CMD_GET_THREAD,
					  NLM_F_DUMP);
	struct sight s = { };
	int err;

	nla_put_u32(m, TDACCT_A_PID, pid);
	err = client_ask(c, m, look, &s);
	check((!err || err == -ESRCH) && !s.n, "%u threads of outside: %s",
	      s.n, strerror(-err));
}

/* As process 1 of a pid namespace, with one child and nobody else. */
static void look_around(pid_t outside)
{
	struct client c = connect_anew();
	struct message m;
	pid_t pid = fork();
	int err;

	if (!pid)
		for (;;)
			pause();
	check(pid == 2, "the child is %d", pid);
	await_state(2, 2, 'S');
	see_two(&c, TDACCT_CMD_GET_THREAD, "dump of threads");
	see_two(&c, TDACCT_CMD_GET_PROCESS, "dump of processes");
	err = client_thread(&c, 2, &m);
	check(!err && m.tid == 2 && m.pid == 2, "thread 2: %s",
	      strerror(-err));
	err = client_process(&c, 1, &m);
	check(!err && m.pid == 1, "process 1: %s", strerror(-err));
	check(strcmp(m.comm, "init"), "process 1 is that of outside");
	err = client_thread(&c, outside, &m);
	check(err == -ESRCH, "a thread of outside: %s", strerror(-err));
	err = client_process(&c, outside, &m);
	check(err == -ESRCH, "a process of outside: %s", strerror(-err));
	see_none_of(&c, outside);
	all_refused(&c, subscriptions, N_SUBSCRIPTIONS);
	kill(2, SIGKILL);
}

static void other_pids(void)
{
	pid_t outside = getpid(), pid;

	check(!unshare(CLONE_NEWPID | CLONE_NEWNS), "no pid namespace: %s",
	      strerror(errno));
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		check(!mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
		      !mount("proc", "/proc", "proc", 0, NULL), "mount: %s",
		      strerror(errno));
		look_around(outside);
		_exit(0);
	}
	must_end_well(pid);
}

/* ---- own_tasks ---------------------------------------------------------------------------------- */

static void reload(const char *args)
{
	int err = remove_module();

	check(!err, "removing: %s", strerror(-err));
	err = insert_module(args);
	check(!err, "inserting with \"%s\": %s", args, strerror(-err));
}

/* Who is process 1 where it lives is asked about by that number. */
static bool about_me(const struct question *q)
{
	return getpid() == 1 && !q->flags &&
	       (q->attr == TDACCT_A_TID || q->attr == TDACCT_A_PID);
}

/* A dump of threads or processes leaves out what is not one's own. */
static bool of_own(const struct question *q)
{
	return q->flags & NLM_F_DUMP && (q->cmd == TDACCT_CMD_GET_THREAD ||
					 q->cmd == TDACCT_CMD_GET_PROCESS);
}

static void own_answered(struct client *c, pid_t pid, const char *what)
{
	struct message m;
	int err;

	err = client_thread(c, pid, &m);
	check(!err && m.tid == (uint32_t)pid, "%s, the thread: %s (%s)", what,
	      strerror(-err), c->why);
	err = client_process(c, pid, &m);
	check(!err && m.pid == (uint32_t)pid, "%s, the process: %s (%s)", what,
	      strerror(-err), c->why);
	check(!has(&m, TDACCT_A_CHILDREN) && !has(&m, TDACCT_A_CHILDREN_NR) &&
	      !has(&m, TDACCT_A_CHILDREN_CPU_NS) &&
	      !has(&m, TDACCT_A_CHILDREN_LOST_NS),
	      "%s: its children are told, who may have been somebody else",
	      what);
}

static void own_refused(struct client *c, pid_t pid, const char *what)
{
	struct message m;
	int err;

	err = client_thread(c, pid, &m);
	check(err == -EPERM && *c->why, "%s, the thread: %s", what,
	      strerror(-err));
	err = client_process(c, pid, &m);
	check(err == -EPERM && *c->why, "%s, the process: %s", what,
	      strerror(-err));
}

struct own_rows {
	uint32_t pid;
	bool there;		/* a row of it */
	bool children;		/* of anybody's are told */
	unsigned int n;
};

static void look_for_own(const struct message *m, void *arg)
{
	struct own_rows *o = arg;

	o->n++;
	o->there |= m->pid == o->pid;
	o->children |= has(m, TDACCT_A_CHILDREN) ||
		       has(m, TDACCT_A_CHILDREN_NR);
}

/* Is @pid in both lists? */
static void listed(struct client *c, pid_t pid, bool wanted, const char *what)
{
	static const int lists[] = { TDACCT_CMD_GET_THREAD,
				     TDACCT_CMD_GET_PROCESS };

	for (unsigned int i = 0; i < N_ROWS(lists); i++) {
		struct own_rows o = { .pid = pid };
		int err = client_dump(c, lists[i], look_for_own, &o);

		check(!err, "list %u: %s (%s)", i, strerror(-err), c->why);
		check(o.there == wanted, "%s is %sin list %u, of %u rows", what,
		      o.there ? "" : "not ", i, o.n);
		check(!o.children, "list %u tells of children", i);
	}
}

/* Of all others, it cannot even be told whether they are there. */
static void only_own(struct client *c, pid_t other)
{
	own_answered(c, getpid(), "my own");
	listed(c, getpid(), true, "my own");
	for (unsigned int i = 0; i < N_READS; i++)
		if (!about_me(&reads[i]) && !of_own(&reads[i]))
			all_refused(c, &reads[i], 1);
	all_refused(c, subscriptions, N_SUBSCRIPTIONS);
	all_refused(c, changes, N_CHANGES);
	own_refused(c, other, "another's");
	listed(c, other, false, "another's");
	own_refused(c, 3999999, "one that is not there");
}

static pid_t fork_pausing(void)
{
	pid_t pid = fork();

	check(pid >= 0, "fork: %s", strerror(errno));
	if (pid)
		return pid;
	for (;;)
		pause();
}

/* All threads of one's process, and its children. */
static void own_others(struct client *c)
{
	pid_t pid = fork_pausing(), tid = sleeping_thread();
	struct message m;
	int err;

	err = client_thread(c, tid, &m);
	check(!err && m.tid == (uint32_t)tid, "another thread of mine: %s (%s)",
	      strerror(-err), c->why);
	await_state(pid, pid, 'S');
	own_answered(c, pid, "another process of mine");
	listed(c, pid, true, "another process of mine");
	kill(pid, SIGKILL);
}

/* Go on in a child. */
static void be_reborn(void)
{
	pid_t pid = fork();

	if (!pid)
		return;
	must_end_well(pid);
	_exit(0);
}

/* Somebody who was never anybody else, as all are whom a login shell starts. */
static void be_user(void)
{
	become_nobody(0);
	check(!prctl(PR_SET_DUMPABLE, 1), "prctl: %s", strerror(errno));
	be_reborn();
}

/* Process 1 there, which outside is somebody else. */
static void be_first(void)
{
	if (unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET))
		skip("no user namespace: %s", strerror(errno));
	be_reborn();
	check(getpid() == 1, "pid %d", getpid());
}

/* With the rights that @be leaves, and ids as they are there. */
static void ask_for_own(void (*be)(void), pid_t other)
{
	struct client c;
	pid_t pid = fork();

	if (pid) {
		must_end_well(pid);
		return;
	}
	be();
	c = connect_anew();
	only_own(&c, other);
	own_others(&c);
	_exit(0);
}

static void own_tasks(void)
{
	pid_t pid;

	reload("own_tasks=1");
	pid = fork_pausing();
	ask_for_own(be_user, pid);
	ask_for_own(be_false_root, pid);
	ask_for_own(be_first, pid);
	kill(pid, SIGKILL);
	reload("");
}

/* With the rights that @be leaves. */
static void run_as(void (*be)(void), void (*run)(struct client *c))
{
	struct client c;
	pid_t pid = fork();

	if (!pid) {
		be();
		c = connect_anew();
		run(&c);
		_exit(0);
	}
	must_end_well(pid);
}

static void be_perfmon(void)
{
	become_nobody(CAP(PERFMON));
}

/* And nobody else is given more by it. */
static void perfmon_may_all(void)
{
	reload("perfmon_changes=1");
	run_as(be_perfmon, may_all);
	run_as(be_nobody, may_nothing);
	run_as(be_root, may_all);
	reload("");
}

/* ---- a dump that is refused ------------------------------------------------------------------- */

static const struct question no_dumps[] = {
	{ "threads by TID", TDACCT_CMD_GET_THREAD, NLM_F_DUMP, TDACCT_A_TID,
	  1 },
	{ "processes by PID", TDACCT_CMD_GET_PROCESS, NLM_F_DUMP,
	  TDACCT_A_PID, 1 },
	{ "cgroups by number", TDACCT_CMD_GET_CGROUP, NLM_F_DUMP,
	  TDACCT_A_CGROUP, 1, true },
	{ "a CPU that is not there", TDACCT_CMD_GET_CPU, NLM_F_DUMP,
	  TDACCT_A_CPU, 99999 },
};

/* Nothing is read, so whatever wants to be sent first finds no room. */
static void ask_deaf(struct client *c, const struct question *q,
		     unsigned int n)
{
	client_buffer(c, 1);
	for (unsigned int i = 0; i < 8; i++)
		send_question(c, &(struct question){ "", TDACCT_CMD_GET_INFO });
	for (unsigned int i = 0; i < n; i++)
		if (q[i].flags & NLM_F_DUMP)
			send_question(c, &q[i]);
}

static void refused_dumps(void)
{
	struct client nobody = received(be_nobody), root = connect_anew();

	ask_deaf(&nobody, reads, N_READS);
	ask_deaf(&root, no_dumps, N_ROWS(no_dumps));
	reload("");
}

/* ---- who has changed something --------------------------------------------------------------- */

static struct change last_change(void)
{
	struct client c = connect_anew();
	struct message m;
	int err = client_stats(&c, &m);

	check(!err, "GET_STATS: %s", strerror(-err));
	client_close(&c);
	return m.change;
}

static void log_says(const char *what)
{
	char command[200];

	snprintf(command, sizeof(command),
		 "dmesg | grep 'tdacct: ' | tail -n 1 | grep -qF 'tdacct: %s'",
		 what);
	check(!system(command), "the last line is not \"%s\"", what);
}

/* Whoever did it, after @was: by a name that is not written to a log as it is. */
static void must_be_told(const struct change *was, uint32_t command,
			 const char *what)
{
	struct change now = last_change();
	char line[100];

	check(now.command == command, "%s: command %u", what, now.command);
	check(now.pid == (uint32_t)getpid(), "%s: pid %u", what, now.pid);
	check(now.uid == getuid(), "%s: uid %u", what, now.uid);
	check(!strcmp(now.comm, "a\nb"), "%s: by %s", what, now.comm);
	check(now.at_ns > was->at_ns, "%s: at %" PRIu64, what, now.at_ns);
	snprintf(line, sizeof(line), "%s by pid %d, uid %u (a\\nb)", what,
		 getpid(), getuid());
	log_says(line);
}

static void must_be_as(const struct change *was, const char *what)
{
	struct change now = last_change();

	check(!memcmp(was, &now, sizeof(now)), "%s is told as a change", what);
}

static void use_events(struct client *c, unsigned int nr)
{
	int err = client_set_events(c, the_core()->any_counter, nr, 0);

	check(!err, "SET_EVENTS: %s (%s)", strerror(-err), c->why);
}

static void change_all(struct client *c)
{
	struct change was = { };

	check(!prctl(PR_SET_NAME, "a\nb"), "prctl: %s", strerror(errno));
	check(!client_pause(c), "PAUSE: %s", c->why);
	must_be_told(&was, TDACCT_CMD_PAUSE, "counting is paused");
	was = last_change();
	check(!client_resume(c), "RESUME: %s", c->why);
	must_be_told(&was, TDACCT_CMD_RESUME, "counting is resumed");
	was = last_change();
	check(!client_resume(c), "RESUME: %s", c->why);
	must_be_as(&was, "what counts and is resumed");
	use_events(c, 1);
	must_be_told(&was, TDACCT_CMD_SET_EVENTS,
		     "the events that are counted are changed");
	was = last_change();
	use_events(c, 1);
	must_be_as(&was, "the same events once more");
	use_events(c, 0);
	was = last_change();
	check(client_set_events(c, the_core()->any_counter, 40, 0),
	      "40 events can be counted");
	must_be_as(&was, "what was refused");
}

static void be_admin(void)
{
	become_nobody(CAP(SYS_ADMIN));
}

static void change_as_admin(struct client *c)
{
	check(!client_pause(c) && !client_resume(c), "PAUSE, RESUME: %s",
	      c->why);
}

static void changes_are_told(void)
{
	char line[100];
	struct change was;

	reload("");
	was = last_change();
	check(!was.command, "command %u before any", was.command);
	run_as(be_root, change_all);
	run_as(be_admin, change_as_admin);
	was = last_change();
	check(was.uid == NOBODY, "by uid %u", was.uid);
	run_as(be_nobody, may_nothing);
	must_be_as(&was, "what nobody may");
	check(!remove_module(), "removing");
	snprintf(line, sizeof(line), "unloaded by pid %d, uid 0", getpid());
	log_says(line);
	check(!insert_module(""), "inserting");
}

/* The same, with a module that answers everybody of what is his. */
static void with_own_tasks(void (*be)(void), void (*run)(struct client *c))
{
	reload("own_tasks=1");
	run_as(be, run);
	reload("");
}

/* It can be looked into by now, but was root. */
static void refuse_what_was_root(struct client *c)
{
	own_refused(c, getpid(), "who was somebody else");
	check(!prctl(PR_SET_DUMPABLE, 1), "prctl: %s", strerror(errno));
	own_refused(c, getpid(), "who was somebody else, but is dumpable");
	listed(c, getpid(), false, "who was somebody else");
}

static void was_root(void)
{
	with_own_tasks(be_nobody, refuse_what_was_root);
}

static void refuse_undumpable(struct client *c)
{
	pid_t pid;

	check(!prctl(PR_SET_DUMPABLE, 0), "prctl: %s", strerror(errno));
	own_refused(c, getpid(), "who must not be looked into");
	listed(c, getpid(), false, "who must not be looked into");
	pid = fork_pausing();
	await_state(pid, pid, 'S');
	own_refused(c, pid, "its child");
	check(!prctl(PR_SET_DUMPABLE, 1), "prctl: %s", strerror(errno));
	own_answered(c, getpid(), "the same, dumpable again");
	own_refused(c, pid, "its child, still");
	kill(pid, SIGKILL);
}

static void undumpable(void)
{
	with_own_tasks(be_user, refuse_undumpable);
}

/* Somebody else's process, and one's own that has his group only. */
static void become(uid_t uid, gid_t gid)
{
	check(!setresgid(gid, gid, gid) && !setresuid(uid, uid, uid),
	      "cannot become %u: %s", uid, strerror(errno));
	check(!prctl(PR_SET_DUMPABLE, 1), "prctl: %s", strerror(errno));
	be_reborn();
	for (;;)
		pause();
}

static bool is_child(pid_t pid, pid_t parent)
{
	char path[64];
	int of = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return false;
	if (fscanf(f, "%*d (%*[^)]) %*c %d", &of) != 1)
		of = 0;
	fclose(f);
	return of == parent;
}

/*
 * The child for which somebody waits whom become() has left. It has one of the
 * next numbers; not every kernel has /proc/PID/task/PID/children.
 */
static pid_t child_of(pid_t parent)
{
	pid_t pid = parent;

	while (!is_child(++pid, parent)) {
		if (pid < parent + 100)
			continue;
		pid = parent;
		usleep(1000);
	}
	await_state(pid, pid, 'S');
	return pid;
}

static void another_users(void)
{
	static const gid_t ids[][2] = { { NOBODY - 1, NOBODY },
					{ NOBODY, NOBODY - 1 } };
	pid_t waiting, other, pid;
	struct client c;

	reload("own_tasks=1");
	for (unsigned int i = 0; i < N_ROWS(ids); i++) {
		waiting = fork();
		if (!waiting)
			become(ids[i][0], ids[i][1]);
		other = child_of(waiting);
		pid = fork();
		if (!pid) {
			be_user();
			c = connect_anew();
			own_answered(&c, getpid(), "my own");
			own_refused(&c, other, "another user's");
			listed(&c, other, false, "another user's");
			_exit(0);
		}
		must_end_well(pid);
		kill(waiting, SIGKILL);	/* first: it minds how its child ends */
		kill(other, SIGKILL);
	}
	reload("");
}

/* Whoever borrows root's tongue asks for what is root's. */
static void passed_up_for_own(void)
{
	struct client c;

	reload("own_tasks=1");
	c = received(be_user);
	own_refused(&c, getpid(), "root's own, by a socket of nobody's");
	listed(&c, getpid(), false, "root's own, by a socket of nobody's");
	reload("");
}

/* And who borrows root's ears, for what is his own. */
static void passed_down_for_own(void)
{
	struct client c;
	pid_t pid;

	reload("own_tasks=1");
	c = connect_anew();
	pid = fork();
	if (!pid) {
		be_user();
		own_refused(&c, getpid(), "nobody's own, by root's socket");
		_exit(0);
	}
	must_end_well(pid);
	reload("");
}

/* ---- exec ----------------------------------------------------------------------------------------- */

#define TWIN	"/tmp/twin"

/* This program once more, as root's, with @mode. */
static void make_twin(mode_t mode)
{
	int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	int to = open(TWIN, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
	struct stat st;
	ssize_t n = 1;

	check(from >= 0 && to >= 0 && !fstat(from, &st), "%s: %s", TWIN,
	      strerror(errno));
	for (off_t at = 0; at < st.st_size && n > 0;)
		n = sendfile(to, from, &at, st.st_size - at);
	check(n > 0 && !fchmod(to, mode), "%s: %s", TWIN, strerror(errno));
	close(from);
	close(to);
}

/* What the twin does: be who called it, all over, and wait. */
static int be_twin(void)
{
	uid_t uid = getuid();
	gid_t gid = getgid();

	if (setresgid(gid, gid, gid) || setresuid(uid, uid, uid) ||
	    prctl(PR_SET_DUMPABLE, 1))
		return 1;
	for (;;)
		pause();
}

static void await_twin(pid_t pid)
{
	char path[64], comm[32] = "";

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	while (!strstr(comm, "twin")) {
		check(get_file(path, comm, sizeof(comm)) && *comm,
		      "the twin has ended");
		usleep(1000);
	}
	await_state(pid, pid, 'S');
}

static pid_t run_twin(void)
{
	pid_t pid = fork();

	if (!pid) {
		execl(TWIN, TWIN, "--twin", NULL);
		_exit(127);
	}
	await_twin(pid);
	return pid;
}

static void answer_ordinary(struct client *c)
{
	pid_t pid = run_twin();

	own_answered(c, pid, "an ordinary program");
	kill(pid, SIGKILL);
}

static void refuse_twin(struct client *c)
{
	pid_t pid = run_twin();

	own_refused(c, pid, "a program that ran with other rights");
	listed(c, pid, false, "a program that ran with other rights");
	kill(pid, SIGKILL);
}

static void execs(void)
{
	make_twin(0755);
	with_own_tasks(be_user, answer_ordinary);
	make_twin(04755);
	with_own_tasks(be_user, refuse_twin);
	make_twin(02755);
	with_own_tasks(be_user, refuse_twin);
	make_twin(0711);	/* it cannot be read */
	with_own_tasks(be_user, refuse_twin);
	unlink(TWIN);
}

/* Where the kernel tells before an exec: what was secret then stays so. */
static void refuse_undumpable_before(struct client *c)
{
	pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_DUMPABLE, 0);
		execl(TWIN, TWIN, "--twin", NULL);
		_exit(127);
	}
	await_twin(pid);
	own_refused(c, pid, "who was not to be looked into before its exec");
	kill(pid, SIGKILL);
}

static bool tells_before_exec(void)
{
	static const char event[] =
		"/sys/kernel/tracing/events/sched/sched_prepare_exec";

	mount("none", "/sys/kernel/tracing", "tracefs", 0, NULL);
	return !access(event, F_OK);
}

static void undumpable_before_exec(void)
{
	if (!tells_before_exec())
		skip("this kernel does not tell of an exec before it");
	make_twin(0755);
	with_own_tasks(be_user, refuse_undumpable_before);
	unlink(TWIN);
}

static void not_even_own(void)
{
	struct client c;

	be_user();
	c = connect_anew();
	may_nothing(&c);
	own_refused(&c, getpid(), "my own");
}

/* ---- whom it disturbs ---------------------------------------------------------------------------- */

#define QUESTIONS	50

/* Returns when it does. */
static pid_t spin_on(unsigned int cpu)
{
	struct gate g;
	pid_t pid;

	gate_open(&g);
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (pid) {
		gate_await(&g);
		gate_shut(&g);
		return pid;
	}
	pin_to(cpu);
	gate_answer(&g);
	for (;;)
		asm volatile("");
}

/*
 * A CPU that was folded within the last millisecond is not folded again: how
 * often one is by two lists in a row depends on how long they take.
 */
static void ask_often(struct client *c)
{
	pin_to(0);
	for (unsigned int i = 0; i < QUESTIONS; i++) {
		own_answered(c, getpid(), "my own");
		usleep(2000);
		listed(c, getpid(), true, "my own");
		usleep(2000);
	}
}

static void ask_often_while_busy(struct client *c)
{
	pid_t busy = spin_on(1);

	ask_often(c);
	kill(busy, SIGKILL);
}

static uint64_t folds_of(unsigned int cpu)
{
	struct message m;

	see_cpu(cpu, &m);
	return m.stat[TDACCT_STAT_A_FOLDS];
}

/* How often CPU 1 is interrupted while a user asks for what is his own. */
static uint64_t folds_meanwhile(void (*run)(struct client *c))
{
	uint64_t before = folds_of(1);

	run_as(be_user, run);
	return folds_of(1) - before;
}

/* Who may only see himself interrupts no CPU but those that run him. */
static void own_disturbs_nobody(void)
{
	uint64_t others, his;
	pid_t busy;

	reload("own_tasks=1");
	busy = spin_on(1);
	others = folds_meanwhile(ask_often);
	kill(busy, SIGKILL);
	his = folds_meanwhile(ask_often_while_busy);
	reload("");
	/* Once a minute all CPUs are. */
	check(others < 5, "root's CPU was interrupted %" PRIu64 " times",
	      others);
	/*
	 * Lists ask for both of his processes; this one alone is not there. Some
	 * see somebody else of the kernel there for a moment.
	 */
	check(his > QUESTIONS / 2, "his CPU was interrupted %" PRIu64 " times",
	      his);
}

static const struct row rows[] = {
	{ "permissions: root may all", root_may_all },
	{ "permissions: nobody may GET_INFO only", nobody_may_nothing },
	{ "permissions: CAP_PERFMON may look and change nothing",
	  perfmon_may_look },
	{ "permissions: perfmon_changes=1, CAP_PERFMON may all",
	  perfmon_may_all },
	{ "permissions: a dump that is refused does not hold the module",
	  refused_dumps },
	{ "permissions: who has changed something is told", changes_are_told },
	{ "permissions: CAP_SYS_ADMIN may all", admin_may_all },
	{ "permissions: all other capabilities may nothing",
	  others_may_nothing },
	{ "permissions: given up after opening", given_up },
	{ "permissions: a socket of root passed to nobody", passed_down },
	{ "permissions: a socket that root opened as nobody", reopened },
	{ "permissions: a socket of nobody passed to root", passed_up },
	{ "permissions: a socket of a false root passed to root",
	  passed_out },
	{ "permissions: a socket of root passed to root",
	  passed_among_equals },
	{ "permissions: a capability that is not effective", not_effective },
	{ "permissions: subscribed, then given up",
	  subscribed_then_given_up },
	{ "permissions: root of a user namespace", false_root },
	{ "permissions: root as root of a user namespace",
	  false_root_of_root },
	{ "permissions: another network namespace reads only",
	  other_network },
	{ "permissions: false root of another network namespace",
	  false_root_of_other_network },
	{ "permissions: a pid namespace sees itself only", other_pids },
	{ "permissions: not even one's own", not_even_own },
	{ "permissions: own_tasks=1 opens one's own processes", own_tasks },
	{ "permissions: own_tasks=1, who was root before", was_root },
	{ "permissions: own_tasks=1, who must not be looked into",
	  undumpable },
	{ "permissions: own_tasks=1, another user's", another_users },
	{ "permissions: own_tasks=1, a socket of nobody passed to root",
	  passed_up_for_own },
	{ "permissions: own_tasks=1, a socket of root passed to nobody",
	  passed_down_for_own },
	{ "permissions: own_tasks=1, after an exec with other rights", execs },
	{ "permissions: own_tasks=1, secrets of before an exec",
	  undumpable_before_exec },
	{ "permissions: own_tasks=1 disturbs no CPU of others",
	  own_disturbs_nobody },
};

/* Begin a list and read nothing of it: it holds the module. */
static void __attribute__((noreturn)) hold(void)
{
	struct client c = connect_anew();

	client_buffer(&c, 1);
	send_question(&c, &(struct question){ "a list", TDACCT_CMD_GET_THREAD,
					      NLM_F_DUMP });
	puts("holding");
	fflush(stdout);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--hold"))
		hold();
	if (argc == 2 && !strcmp(argv[1], "--twin"))
		return be_twin();
	return harness(rows, N_ROWS(rows), argc, argv);
}
