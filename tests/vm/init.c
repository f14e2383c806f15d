// SPDX-License-Identifier: GPL-2.0
/*
 * The first process of a guest of the laboratory. It mounts what programs
 * expect, inserts the module, runs /lab/commands by sh and passes what that
 * prints on to the host, unchanged, see say.h; then it ends all other processes,
 * takes the module out, looks for leaks and powers off.
 *
 * A voice of its own carries what the host must know, a word and its value a
 * line:
 *
 *	up		it runs: the kernel has booted
 *	status N	the exit status of the commands, 128 + signal if killed
 *	failed TEXT	what went wrong around them
 *	leak TEXT	a line of what kmemleak found
 *	end		all of the above was said
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "say.h"

#define LAB	"/lab/"
#define MODULE	"tdacct"

struct mount_row {
	const char *type, *where, *options;
};

static const struct mount_row mounts[] = {
	{ "proc",	"/proc",		NULL },
	{ "sysfs",	"/sys",			NULL },
	{ "devtmpfs",	"/dev",			NULL },
	{ "devpts",	"/dev/pts",		NULL },
	{ "tmpfs",	"/dev/shm",		NULL },
	{ "tmpfs",	"/tmp",			NULL },
	{ "tmpfs",	"/run",			NULL },
	{ "cgroup2",	"/sys/fs/cgroup",	NULL },
	{ "tracefs",	"/sys/kernel/tracing",	NULL },
	{ "debugfs",	"/sys/kernel/debug",	NULL },
	{ "bpf",	"/sys/fs/bpf",		NULL },
};

static void report(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

static void report(const char *format, ...)
{
	char text[4096];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (n >= (int)sizeof(text))
		n = sizeof(text) - 1;
	say(VOICE_REPORT, text, n);
}

static void sleep_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

static void write_all(int fd, const char *buf, size_t len)
{
	while (len) {
		ssize_t n = write(fd, buf, len);

		if (n < 0 && errno != EINTR)
			return;
		if (n > 0) {
			buf += n;
			len -= n;
		}
	}
}

/* Not every kernel has every file system: what is missing stays unmounted. */
static void mount_all(void)
{
	const struct mount_row *m = mounts;

	for (; m < mounts + sizeof(mounts) / sizeof(*mounts); m++) {
		mkdir(m->where, 0755);
		mount(m->type, m->where, m->type, 0, m->options);
	}
}

static void set_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	write_all(fd, text, strlen(text));
	close(fd);
}

/* Read a small file into @buf; false when it is not there. */
static bool get_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, buf, size - 1);
	close(fd);
	buf[n < 0 ? 0 : n] = '\0';
	return true;
}

static void loopback_up(void)
{
	struct ifreq r = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	ioctl(fd, SIOCSIFFLAGS, &r);
	close(fd);
}

static bool module_there(void)
{
	return access("/sys/module/" MODULE "/refcnt", F_OK) == 0;
}

/* False when there was a module to insert and the kernel would not have it. */
static bool insert_module(void)
{
	char args[4096] = "";
	int fd = open(LAB MODULE ".ko", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return true;
	get_file(LAB "module-args", args, sizeof(args));
	args[strcspn(args, "\n")] = '\0';
	if (syscall(SYS_finit_module, fd, args, 0)) {
		report("failed inserting the module: %s\n", strerror(errno));
		return false;
	}
	close(fd);
	return true;
}

/* Sockets of killed processes may hold the module for a moment longer. */
static void remove_module(void)
{
	int tries = 50;

	while (module_there()) {
		if (!syscall(SYS_delete_module, MODULE, O_NONBLOCK))
			return;
		if (!--tries) {
			report("failed removing the module: %s\n",
			       strerror(errno));
			return;
		}
		sleep_ms(100);
	}
}

/* Only so that poll() returns when a child ends. */
static void child_ended(int signal)
{
	(void)signal;
}

static pid_t start_commands(const int out[2], const int err[2])
{
	pid_t pid = fork();

	if (pid)
		return pid;
	say_nothing();
	setsid();
	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(out[1], STDOUT_FILENO);
	dup2(err[1], STDERR_FILENO);
	signal(SIGPIPE, SIG_DFL);
	if (chdir("/root"))
		_exit(126);
	execl("/bin/sh", "sh", LAB "commands", (char *)NULL);
	_exit(127);
}

/* Pass on what came in; false when the last writer is gone. */
static bool pass_on(struct pollfd *from, enum voice to)
{
	char buf[65536];
	ssize_t n;

	if (from->fd < 0 || !from->revents)
		return from->fd >= 0;
	n = read(from->fd, buf, sizeof(buf));
	if (n > 0)
		say(to, buf, n);
	else if (n == 0)
		from->fd = -1;
	return from->fd >= 0;
}

/* As pid 1, reap whatever ended; its status when that was @pid, else -1. */
static int reap(pid_t pid)
{
	int status, result = -1;
	pid_t ended;

	while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
		if (ended == pid)
			result = WIFEXITED(status) ? WEXITSTATUS(status) :
				 128 + WTERMSIG(status);
	return result;
}

/*
 * What the commands left running in the background is killed when they end:
 * until then it may print, after that nothing can hold the pipes open.
 */
static int run_commands(void)
{
	int out[2], err[2], ended, status = -1;
	struct pollfd fds[2] = { };
	pid_t pid;

	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		return 126;
	pid = start_commands(out, err);
	close(out[1]);
	close(err[1]);
	fds[0] = (struct pollfd){ out[0], POLLIN, 0 };
	fds[1] = (struct pollfd){ err[0], POLLIN, 0 };
	for (;;) {
		bool more;

		poll(fds, 2, 100);
		more = pass_on(&fds[0], VOICE_OUT);
		more |= pass_on(&fds[1], VOICE_ERR);
		ended = reap(pid);
		if (ended >= 0) {
			status = ended;
			kill(-1, SIGKILL);
		}
		if (!more && status >= 0)
			break;
	}
	return status;
}

static void forget_old_leaks(void)
{
	set_file("/sys/kernel/debug/kmemleak", "scan=off");
	set_file("/sys/kernel/debug/kmemleak", "clear");
}

/*
 * kmemleak speaks of an object only when it is five seconds old, and only
 * when two scans in a row found no pointer to it. It takes a lock for each page
 * and object. All is done by then whose locks are to be proven: without that,
 * it takes half as long.
 */
static void find_leaks(void)
{
	static const char path[] = "/sys/kernel/debug/kmemleak";
	char line[512];
	FILE *f;

	if (access(path, F_OK))
		return;
	sleep_ms(5500);
	set_file("/proc/sys/kernel/prove_locking", "0");
	set_file(path, "scan");
	set_file(path, "scan");
	f = fopen(path, "r");
	if (!f)
		return;
	while (fgets(line, sizeof(line), f))
		report("leak %s", line);
	fclose(f);
}

static void prepare(void)
{
	struct sigaction on_child = { .sa_handler = child_ended };

	umask(0);
	mount_all();
	umask(022);
	say_init();
	report("up\n");
	sethostname("lab", 3);
	loopback_up();
	mkdir("/root", 0700);
	setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", 1);
	setenv("HOME", "/root", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("TERM", "dumb", 1);
	signal(SIGPIPE, SIG_IGN);
	sigaction(SIGCHLD, &on_child, NULL);
	forget_old_leaks();
}

int main(void)
{
	prepare();
	if (insert_module())
		report("status %d\n", run_commands());
	kill(-1, SIGKILL);
	while (waitpid(-1, NULL, 0) > 0)
		;
	remove_module();
	find_leaks();
	report("end\n");
	reboot(RB_POWER_OFF);
	return 0;
}
