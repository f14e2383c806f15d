// SPDX-License-Identifier: GPL-2.0
/*
 * A command from its gate to its end. Nobody counts it: who asks what it was charged
 * is told where it stands.
 */
#include <errno.h>
#include <linux/capability.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "cmd/child.h"
#include "kernel/ask.h"
#include "unit.h"

/* Lines of the command's own status: SIGCHLD is bit 16. */
#define IGNORES_CHLD "^SigIgn:.*[13579bdf]....$"
#define BLOCKS_NOTHING "^SigBlk:.0*$"

struct row {
	const char *name;
	const char *program;	/* NULL: sh -c @script */
	const char *script;	/* "grep": what is looked for */
	int err;		/* of the exec */
	int status;
	int signal;		/* sent to us while it runs */
	bool ignored;		/* SIGCHLD, by us */
};

static const struct row rows[] = {
	{ "it ends well", NULL, ":", 0, 0, 0, false },
	{ "its status", NULL, "exit 7", 0, 7, 0, false },
	{ "a signal of its own", NULL, "kill -9 $$", 0, 137, 0, false },
	{ "no such command", "nonsense", NULL, -ENOENT, 127, 0, false },
	{ "no such file", "/non/sense", NULL, -ENOENT, 127, 0, false },
	{ "a directory", "/tmp", NULL, -EACCES, 126, 0, false },
	{ "SIGTERM is passed on", NULL, "exec sleep 100", 0, 143, SIGTERM, false },
	{ "SIGINT", NULL, "exec sleep 100", 0, 130, SIGINT, false },
	{ "SIGQUIT", NULL, "exec sleep 100", 0, 131, SIGQUIT, false },
	{ "SIGHUP", NULL, "exec sleep 100", 0, 129, SIGHUP, false },
	{ "who takes it in his own way", NULL, "trap 'kill $!; exit 5' TERM; sleep 100 & wait", 0, 5, SIGTERM, false },
	{ "SIGCHLD is ignored: still it is waited for", NULL, "exit 7", 0, 7, 0, true },
	{ "SIGCHLD is ignored: by the command, too", "grep", IGNORES_CHLD, 0, 0, 0, true },
	{ "SIGCHLD is not ignored: nor by the command", "grep", IGNORES_CHLD, 0, 1, 0, false },
	{ "no signal is blocked in the command", "grep", BLOCKS_NOTHING, 0, 0, 0, false },
	{ "nobody traces the command", "grep", "^TracerPid:.0$", 0, 0, 0, false },
};

/* Has the shell come so far that it sleeps, or takes @signal? */
static bool is_ready(pid_t pid, int signal)
{
	unsigned long long mask, caught = 0;
	char path[64], line[128];
	bool sleeps = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f)) {
		sleeps |= !strcmp(line, "Name:\tsleep\n");
		if (sscanf(line, "SigCgt: %llx", &mask) == 1)
			caught = mask;
	}
	if (f)
		fclose(f);
	return sleeps || (caught >> (signal - 1) & 1);
}

/* Somebody who sends us a signal when the command @pid is ready for it. */
static pid_t send_later(pid_t pid, int signal)
{
	pid_t sender = signal ? fork() : 0;

	if (!signal || sender)
		return sender;
	for (int tries = 0; tries < 100000 && !is_ready(pid, signal); tries++)
		usleep(1000);
	kill(getppid(), signal);
	_exit(0);
}

static void run(struct child *c, char **command, const struct row *row,
		const struct child_signals *signals)
{
	pid_t sender = 0;
	int err;

	if (!EXPECT_INT(0, child_start(c, command, signals)))
		return;
	err = child_release(c, NULL);
	EXPECT_INT(row->err, err);
	if (!err) {
		sender = send_later(c->pid, row->signal);
		EXPECT_INT(0, child_wait(c, INFINITY));
	}
	EXPECT_INT(0, child_reap(c));
	EXPECT_INT(row->status, child_exit_status(c));
	EXPECT_INT(row->signal != 0, c->interrupted);
	EXPECT(err || c->elapsed_ns > 0);
	if (sender)
		waitpid(sender, NULL, 0);
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
	char *command[] = { "sh", "-c", (char *)row->script, NULL };
	char *program[] = {
		(char *)row->program, (char *)row->script, "/proc/self/status",
		NULL,
	};
	struct child_signals signals;
	struct child c;
	sigset_t mask;

	signal(SIGCHLD, row->ignored ? SIG_IGN : SIG_DFL);
	child_take_signals(&signals);
	run(&c, row->program ? program : command, row, &signals);
	child_give_signals(&signals);
	sigprocmask(SIG_SETMASK, NULL, &mask);
	EXPECT(!sigismember(&mask, SIGTERM) && !sigismember(&mask, SIGCHLD));
	EXPECT(signal(SIGCHLD, SIG_DFL) == (row->ignored ? SIG_IGN : SIG_DFL));
}

/* What never gets through the gate has done nothing. */
static void try_gate(const void *arg)
{
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	char *command[] = { "rm", path, NULL };
	struct child_signals signals;
	struct child c;
	int fd = mkstemp(path);

	(void)arg;
	close(fd);
	child_take_signals(&signals);
	EXPECT_INT(0, child_start(&c, command, &signals));
	EXPECT_INT(0, child_reap(&c));
	child_give_signals(&signals);
	EXPECT_INT(126, child_exit_status(&c));
	EXPECT_INT(0, unlink(path));
}

/* ---- where it is measured ------------------------------------------------- */

enum { AT_GATE = 1, AT_EXEC = 2 };

enum { STOPPED_US = 100000 };

/* A copy of "test -r" for a file of root's with this mode, or a script of one line. */
struct stop_row {
	const char *name;
	unsigned int mode;
	bool script;
	bool caps;		/* the file has some */
	bool nobody;		/* we have no rights */
	int error;		/* of the question, but for the one at the gate */
	uint64_t want;		/* where the command begins to count */
	int signal;		/* that came at the gate */
	int status;
};

static const struct stop_row stop_rows[] = {
	{ "a program begins when its exec is over", 0755, false, false, false, 0, AT_EXEC, 0, 0 },
	{ "a program, by who has no rights", 0755, false, false, true, 0, AT_EXEC, 0, 1 },
	{ "a set-user-ID program has its rights", 04755, false, false, true, 0, AT_EXEC, 0, 0 },
	{ "a set-group-ID program", 02755, false, false, true, 0, AT_EXEC, 0, 1 },
	{ "one with capabilities", 0755, false, true, true, 0, AT_EXEC, 0, 1 },
	{ "a script", 0755, true, false, false, 0, AT_EXEC, 0, 0 },
	{ "a script, by who has no rights", 0755, true, false, true, 0, AT_EXEC, 0, 0 },
	{ "where nobody says what its exec took", 0755, false, false, false, -EPERM, AT_GATE, 0, 0 },
	{ "a signal ends it before its exec", 0755, false, false, false, 0, AT_GATE, SIGTERM, 143 },
	{ "it was stopped at the gate and goes on", 0755, false, false, false, 0, AT_EXEC, SIGSTOP, 0 },
};

typeof(ask_process) __wrap_ask_process;
typeof(client_sleep) __wrap_client_sleep;
static const struct stop_row *stopping;

void __wrap_client_sleep(const struct client *c, double seconds)
{
	(void)c;
	(void)seconds;
}

static void read_line(const char *path, char *line, int size)
{
	FILE *f = fopen(path, "r");

	EXPECT(f && fgets(line, size, f));
	if (f)
		fclose(f);
}

/* It has our name up to its exec; everybody may know that. */
static bool is_behind_exec(uint32_t pid)
{
	char path[64], name[32] = "", own[32] = "";

	snprintf(path, sizeof(path), "/proc/%u/comm", pid);
	read_line(path, name, sizeof(name));
	read_line("/proc/self/comm", own, sizeof(own));
	return strcmp(name, own) != 0;
}

int __wrap_ask_process(struct client *c, uint32_t pid, struct sample *to)
{
	bool behind = is_behind_exec(pid);

	(void)c;
	if (behind && stopping && stopping->error)
		return stopping->error;
	memset(to, 0, sizeof(*to));
	to->cpu_ns = behind ? AT_EXEC : AT_GATE;
	return 0;
}

/* cap_net_raw+p; the file may be executed by any. */
static void give_caps(const char *path)
{
	static const struct vfs_cap_data caps = {
		.magic_etc = VFS_CAP_REVISION_2,
		.data[0].permitted = 1 << CAP_NET_RAW,
	};

	EXPECT_INT(0, setxattr(path, "security.capability", &caps,
			       XATTR_CAPS_SZ_2, 0));
}

static void make_program(const struct stop_row *row, char *path)
{
	char text[256];
	int fd = mkstemp(path);

	EXPECT(fd >= 0);
	if (row->script)
		EXPECT(write(fd, "#!/bin/true\n", 12) == 12);
	close(fd);
	snprintf(text, sizeof(text), "cp /usr/bin/test %s", path);
	EXPECT(row->script || !system(text));
	EXPECT_INT(0, chmod(path, row->mode));
	if (row->caps)
		give_caps(path);
}

/* One that is stopped at the gate goes on a little later. */
static pid_t send_at_gate(pid_t pid, int signal)
{
	pid_t sender;

	if (!signal)
		return 0;
	kill(pid, signal);
	if (signal != SIGSTOP)
		return 0;
	sender = fork();
	if (!sender) {
		usleep(STOPPED_US);
		kill(pid, SIGCONT);
		_exit(0);
	}
	return sender;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void run_stopped(const struct stop_row *row, char *path, char *secret)
{
	char *command[] = { path, "-r", secret, NULL };
	struct child_signals signals;
	struct child c;
	double begun;
	pid_t sender;

	child_take_signals(&signals);
	EXPECT_INT(0, child_start(&c, command, &signals));
	EXPECT_INT(0, child_measure(&c, NULL));
	EXPECT_INT(AT_GATE, c.born.cpu_ns);
	begun = seconds();
	sender = send_at_gate(c.pid, row->signal);
	EXPECT_INT(0, child_release(&c, NULL));
	EXPECT(row->signal != SIGSTOP || seconds() - begun >= STOPPED_US / 1e6);
	EXPECT_INT(row->want, c.born.cpu_ns);
	EXPECT_INT(0, child_wait(&c, INFINITY));
	EXPECT_INT(0, child_reap(&c));
	if (sender > 0)
		waitpid(sender, NULL, 0);
	child_give_signals(&signals);
	EXPECT_INT(row->status, child_exit_status(&c));
}

static void try_stop(const void *arg)
{
	const struct stop_row *row = arg;
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	char secret[] = "/tmp/tdacct-unit-XXXXXX";
	uid_t user = row->nobody ? 65534 : 0;

	stopping = row;
	make_program(row, path);
	close(mkstemp(secret));
	EXPECT_INT(0, setresuid(user, user, 0));
	run_stopped(row, path, secret);
	EXPECT_INT(0, setresuid(0, 0, 0));
	stopping = NULL;
	unlink(path);
	unlink(secret);
}

/* A script without a first line that names its interpreter. */
static void try_script(const void *arg)
{
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	char *command[] = { path, NULL };
	struct child_signals signals;
	struct child c;
	int fd = mkstemp(path);

	(void)arg;
	EXPECT(write(fd, "exit 3\n", 7) == 7 && !fchmod(fd, 0700));
	close(fd);
	child_take_signals(&signals);
	EXPECT_INT(0, child_start(&c, command, &signals));
	EXPECT_INT(0, child_release(&c, NULL));
	EXPECT_INT(0, child_wait(&c, INFINITY));
	EXPECT_INT(0, child_reap(&c));
	child_give_signals(&signals);
	EXPECT_INT(3, child_exit_status(&c));
	unlink(path);
}

/* A wait that is over before the command is, and goes on. */
static void try_wait(const void *arg)
{
	char *command[] = { "sleep", "0.2", NULL };
	struct child_signals signals;
	struct child c;

	(void)arg;
	child_take_signals(&signals);
	EXPECT_INT(0, child_start(&c, command, &signals));
	EXPECT_INT(0, child_release(&c, NULL));
	EXPECT_INT(-EAGAIN, child_wait(&c, 0.001));
	EXPECT_INT(0, child_wait(&c, INFINITY));
	EXPECT(c.elapsed_ns >= 0.2e9);
	EXPECT_INT(0, child_reap(&c));
	child_give_signals(&signals);
}

struct lone_row {
	const char *name;
};

static const struct lone_row gate_rows[] = {
	{ "it does nothing before the gate" },
};

static const struct lone_row script_rows[] = {
	{ "a script that names no interpreter" },
};

static const struct lone_row wait_rows[] = {
	{ "a wait that is over before it ends" },
};

/* Who starts us in the background may have some ignored, and so would they be. */
static void heed_signals(void)
{
	static const int heeded[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

	for (unsigned int i = 0; i < sizeof(heeded) / sizeof(*heeded); i++)
		signal(heeded[i], SIG_DFL);
}

int main(void)
{
	heed_signals();
	UNIT_RUN("child", rows, attempt);
	UNIT_RUN("child", gate_rows, try_gate);
	UNIT_RUN("child", script_rows, try_script);
	UNIT_RUN("child", wait_rows, try_wait);
	UNIT_RUN_BY_ROOT("child", stop_rows, try_stop);
	return unit_end();
}
