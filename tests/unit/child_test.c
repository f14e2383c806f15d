// SPDX-License-Identifier: GPL-2.0
/* A command from its gate to its end, without anybody who counts it. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/child.h"
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
	err = child_release(c);
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
	EXPECT_INT(0, child_release(&c));
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
	EXPECT_INT(0, child_release(&c));
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
	return unit_end();
}
