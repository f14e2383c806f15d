// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kernel/ask.h"
#include "tasks/tracker.h"
#include "child.h"
#include "orphans.h"

enum { EXIT_CANNOT_EXEC = 126, EXIT_NO_COMMAND = 127, EXIT_SIGNAL = 128 };

enum { FINAL_TRIES = 200, FINAL_WAIT_MS = 5 };
enum { GATE_TRIES = 100, GATE_WAIT_MS = 1 };
enum { HALT_TRIES = 2000, HALT_WAIT_US = 1000 };

/* Readings that must agree: in doubt about the CPU time, and without doubt. */
enum { STILL_IN_DOUBT = 80, STILL = 20 };

#define ROUNDING_NS 10e3	/* rusage is in microseconds, twice */

static const int endings[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };

#define NR_ENDINGS (sizeof(endings) / sizeof(*endings))

static void signals_of_child(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	for (size_t i = 0; i < NR_ENDINGS; i++)
		sigaddset(set, endings[i]);
}

/* If our parent ignores SIGCHLD, so do we, and then there is no zombie. */
void child_take_signals(struct child_signals *was)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };
	sigset_t set;

	signals_of_child(&set);
	sigprocmask(SIG_BLOCK, &set, &was->mask);
	sigaction(SIGCHLD, &usual, &was->ended);
}

void child_give_signals(const struct child_signals *was)
{
	const struct timespec now = { 0 };
	sigset_t set;

	signals_of_child(&set);
	while (sigtimedwait(&set, NULL, &now) > 0)
		;
	sigaction(SIGCHLD, &was->ended, NULL);
	sigprocmask(SIG_SETMASK, &was->mask, NULL);
}

/*
 * Where execvp() would find it, so that the search is not part of what the
 * command is charged. NULL: to be searched for again, which tells what is
 * wrong.
 */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH");
	struct stat st;
	char *found;

	if (strchr(name, '/'))
		return strdup(name);
	while (path) {
		size_t len = strcspn(path, ":");

		if (asprintf(&found, "%.*s/%s", len ? (int)len : 1,
			     len ? path : ".", name) < 0)
			return NULL;
		if (!access(found, X_OK) && !stat(found, &st) &&
		    S_ISREG(st.st_mode))
			return found;
		free(found);
		path = path[len] ? path + len + 1 : NULL;
	}
	return NULL;
}

/* Behind the gate there is as little as can be before the exec. */
static int execute(void *arg)
{
	struct errand *e = arg;
	int word = 0;

	close(e->gate_end);
	sigaction(SIGCHLD, &e->signals->ended, NULL);
	/* if we are killed while it stands still, it goes on */
	prctl(PR_SET_PDEATHSIG, SIGCONT);
	if (write(e->news, &word, sizeof(word)) != sizeof(word) ||
	    read(e->gate, &word, sizeof(word)) != sizeof(word))
		_exit(EXIT_CANNOT_EXEC);
	sigprocmask(SIG_SETMASK, &e->signals->mask, NULL);
	if (e->program)
		execv(e->program, e->command);
	execvp(e->command[0], e->command);
	e->err = errno;
	_exit(e->err == ENOENT ? EXIT_NO_COMMAND : EXIT_CANNOT_EXEC);
}

/* Waits until the child says that it is ready, or its exec or exit closes the pipe. */
static void hear(const struct child *c)
{
	int word;

	while (read(c->news, &word, sizeof(word)) < 0 && errno == EINTR)
		;
}

/*
 * It shares our memory up to its exec, which would else have to give back a
 * copy of it, at the command's expense. Nobody writes there but one of us at a
 * time: it sleeps at the gate, we sleep until it has ended its exec.
 */
static int fork_child(struct child *c)
{
	struct errand *e = &c->errand;
	size_t size = (size_t)256 * 1024;

	/* execvp() may put the arguments on it, for a shell to run them */
	for (char **arg = e->command; *arg; arg++)
		size += sizeof(*arg);

	e->program = find_program(e->command[0]);
	c->stack = malloc(size);
	if (!c->stack)
		return -ENOMEM;
	c->pid = clone(execute, (char *)c->stack + (size & ~(size_t)15),
		       CLONE_VM | SIGCHLD, e);
	if (c->pid < 0)
		return -errno;
	close(e->news);
	hear(c);
	return 0;
}

/* Once it has other memory, or is gone. */
static void free_memory(struct child *c)
{
	free(c->errand.program);
	free(c->stack);
}

int child_start(struct child *c, char **command,
		const struct child_signals *signals)
{
	int news[2], err;

	memset(c, 0, sizeof(*c));
	if (pipe2(c->gate, O_CLOEXEC))
		return -errno;
	err = pipe2(news, O_CLOEXEC) ? -errno : 0;
	if (err)
		goto close_gate;
	c->news = news[0];
	c->errand = (struct errand){
		.command = command, .signals = signals, .news = news[1],
		.gate = c->gate[0], .gate_end = c->gate[1],
	};
	orphans_take();
	err = fork_child(c);
	if (!err)
		return 0;
	orphans_leave();
	close(news[0]);
	close(news[1]);
	free_memory(c);
close_gate:
	close(c->gate[0]);
	close(c->gate[1]);
	return err;
}

/* While it is on its way to sleep at the gate its numbers have an age. */
int child_measure(struct child *c, struct client *client)
{
	int err = 0;

	for (int i = 0; i < GATE_TRIES; i++) {
		if (i)
			client_sleep(client, GATE_WAIT_MS / 1e3);
		err = ask_process(client, (uint32_t)c->pid, &c->born);
		if (err && err != -EAGAIN)
			break;
		if (!err && !sample_has(c->born.have, TDACCT_A_AGE_NS))
			break;
	}
	return err;
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* From here on time goes by, on the wall and on CPUs. */
static void begin_times(struct child *c)
{
	struct timespec t = { .tv_sec = 0 };	/* where it is not known */
	clockid_t clock;

	if (clock_getcpuclockid(c->pid, &clock) || clock_gettime(clock, &t))
		t = (struct timespec){ .tv_sec = 0 };
	c->before_ns = (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
	c->elapsed_ns = -now_ns();
}

/*
 * Wait for the end of @pid and leave it a zombie. What was used by those that
 * were waited for is in @usage too; only the bare system call tells it.
 */
static int ask_zombie(pid_t pid, int how, siginfo_t *si, struct rusage *usage)
{
	si->si_pid = 0;
	while (syscall(SYS_waitid, P_PID, pid, si, WEXITED | WNOWAIT | how,
		       usage))
		if (errno != EINTR)
			return -errno;
	return 0;
}

/*
 * The exec of the command closes the last writing end of c->news, and for that the kernel
 * is to send it SIGSTOP. It then stops right before its first instruction, whatever
 * rights the exec gave it.
 */
static bool halt_at_exec(const struct child *c)
{
	return !fcntl(c->news, F_SETOWN, c->pid) &&
	       !fcntl(c->news, F_SETSIG, SIGSTOP) &&
	       !fcntl(c->news, F_SETFL, O_ASYNC);
}

/* Its exec is over and not charged to it: it begins here. */
static void measure_exec(struct child *c, struct client *client)
{
	struct sample gate = c->born;

	if (child_measure(c, client))
		c->born = gate;
	begin_times(c);
	kill(c->pid, SIGCONT);
}

int child_release(struct child *c, struct client *client)
{
	bool halts = halt_at_exec(c);
	siginfo_t si = { .si_pid = 0 };
	struct rusage usage;
	int word = 0;

	begin_times(c);
	if (write(c->gate[1], &word, sizeof(word)) != sizeof(word))
		return -errno;
	hear(c);
	for (int i = 0; halts && !si.si_pid && i < HALT_TRIES; i++) {
		if (i)
			usleep(HALT_WAIT_US);
		if (ask_zombie(c->pid, WSTOPPED | WNOHANG, &si, &usage))
			break;
	}
	if (si.si_pid && si.si_code == CLD_STOPPED) {
		measure_exec(c, client);
	} else if (halts && !si.si_pid) {
		/* somebody let it go on, or forbade the signal: none is to come later */
		fcntl(c->news, F_SETFL, 0);
		kill(c->pid, SIGCONT);
	}
	return -c->errand.err;
}

/* The number of the signal, or -1. */
static int wait_signal(siginfo_t *si, double ns)
{
	struct timespec t = { .tv_sec = 0 };
	sigset_t set;

	signals_of_child(&set);
	if (isfinite(ns)) {
		t.tv_sec = (time_t)(ns / 1e9);
		t.tv_nsec = (long)fmod(ns, 1e9);
	}
	return sigtimedwait(&set, si, isfinite(ns) ? &t : NULL);
}

/*
 * What somebody sent to us alone is passed on. The terminal sends its signals
 * to the command as well. False: none came.
 */
static bool take_signal(struct child *c, double ns)
{
	siginfo_t si;
	int signal = wait_signal(&si, ns);

	if (signal < 0 || signal == SIGCHLD)
		return signal == SIGCHLD;
	c->interrupted = true;
	if (si.si_code <= 0)
		kill(c->pid, signal);
	return true;
}

static double nanoseconds(const struct timeval *t)
{
	return (double)t->tv_sec * 1e9 + (double)t->tv_usec * 1e3;
}

int child_wait(struct child *c, double seconds)
{
	double end = now_ns() + seconds * 1e9, left;
	struct rusage usage;
	siginfo_t si;
	int err;

	while (!(err = ask_zombie(c->pid, WNOHANG, &si, &usage)) && !si.si_pid) {
		left = end - now_ns();
		if (left <= 0)
			return -EAGAIN;
		take_signal(c, left);
		orphans_reap(c->pid);
	}
	c->elapsed_ns += now_ns();
	return err;
}

/*
 * A zombie may still be on its way off the CPU: what it was charged last is
 * there when its thread is dead.
 */
static int read_zombie(struct client *client, uint32_t pid, struct sample *to,
		       bool *last)
{
	int err = 0;

	*last = false;
	for (int i = 0; !err && !*last && i < FINAL_TRIES; i++) {
		if (i)
			client_sleep(client, FINAL_WAIT_MS / 1e3);
		err = tracker_process_over(client, pid, last);
	}
	return err ? err : ask_process(client, pid, to);
}

static void take_end(struct stop *s)
{
	struct child *c = s->arg;
	struct rusage usage;
	siginfo_t si;

	while (take_signal(c, 0))
		;
	orphans_reap(c->pid);
	if (s->came || (!ask_zombie(c->pid, WNOHANG, &si, &usage) && !si.si_pid))
		return;
	s->came = SIGCHLD;
	if (c->client->transport)	/* else the module is not there */
		read_zombie(c->client, (uint32_t)c->pid, &c->sample, &c->last);
}

int child_stop_open(struct child *c, struct stop *s, struct client *client)
{
	sigset_t set;

	c->client = client;
	signals_of_child(&set);
	*s = (struct stop){
		.fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK),
		.take = take_end, .arg = c,
	};
	return s->fd < 0 ? -errno : 0;
}

void child_stop_close(struct stop *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}

double child_missing_ns(const struct child *c)
{
	return c->waited_ns - (double)c->sample.children_cpu_ns;
}

bool child_is_covered(const struct child *c)
{
	return child_missing_ns(c) <= 0.01 * c->waited_ns + 2e6;
}

/*
 * Processes that are gone are added to the command's children a moment after
 * they were waited for. How many they will be is not known, only their CPU
 * time, roughly: when that is there and nothing was added for a while, all are.
 */
static int read_children(struct child *c, struct client *client)
{
	uint64_t was = c->sample.children_nr;
	int err = 0, still = 0;

	if (!sample_has(c->sample.have, TDACCT_A_CHILDREN_NR) ||
	    !(child_missing_ns(c) > ROUNDING_NS || was))
		return 0;
	for (int i = 0; !err && i < FINAL_TRIES; i++) {
		if (child_is_covered(c) &&
		    still >= (child_missing_ns(c) > ROUNDING_NS ?
			      STILL_IN_DOUBT : STILL))
			break;
		client_sleep(client, FINAL_WAIT_MS / 1e3);
		err = ask_process(client, (uint32_t)c->pid, &c->sample);
		still = c->sample.children_nr == was ? still + 1 : 0;
		was = c->sample.children_nr;
	}
	return err;
}

/* Takes the time before it began off, which was mostly the kernel's. */
static void leave_out(double *from, double *ns)
{
	double part = fmin(*from, *ns);

	*from -= part;
	*ns -= part;
}

/* Asked for again, now that its last moments are over. */
static int read_times(struct child *c)
{
	struct rusage usage;
	siginfo_t si;
	int err = ask_zombie(c->pid, 0, &si, &usage);

	if (err)
		return err;
	c->user_ns = nanoseconds(&usage.ru_utime);
	c->system_ns = nanoseconds(&usage.ru_stime);
	c->waited_ns = fmax(0, c->user_ns + c->system_ns -
			       (double)c->sample.cpu_ns);
	leave_out(&c->system_ns, &c->before_ns);
	leave_out(&c->user_ns, &c->before_ns);
	return 0;
}

int child_read(struct child *c, struct client *client)
{
	int err = read_zombie(client, (uint32_t)c->pid, &c->sample, &c->last);

	if (!err)
		err = read_times(c);
	if (!err)
		err = read_children(c, client);
	c->total = c->sample;
	if (!err)
		sample_since(&c->sample, &c->born);
	return err;
}

int child_reap(struct child *c)
{
	close(c->gate[1]);
	close(c->gate[0]);
	close(c->news);
	while (waitpid(c->pid, &c->status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	orphans_leave();
	free_memory(c);
	return 0;
}

int child_refused(char **command, int err)
{
	fprintf(stderr, "tdacct: cannot run '%s': %s\n", command[0],
		strerror(-err));
	return err == -ENOENT ? EXIT_NO_COMMAND : EXIT_CANNOT_EXEC;
}

int child_exit_status(const struct child *c)
{
	if (WIFSIGNALED(c->status))
		return EXIT_SIGNAL + WTERMSIG(c->status);
	return WEXITSTATUS(c->status);
}
