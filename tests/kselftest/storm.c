// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "marker.h"
#include "storm.h"

#define AT_ONCE	3
#define THREADS	4

/* A bit of work, so that every task has slots of its own class. */
static void work(void)
{
	static unsigned int turn;

	mark(turn++ % N_CLASSES, 20);
}

static void reap(unsigned int *running, unsigned int keep)
{
	while (*running > keep && waitpid(-1, NULL, 0) > 0)
		--*running;
}

/* Fork; the child does @then. No more than a few at once. */
static void keep_forking(void (*then)(void))
{
	unsigned int running = 0;

	for (;;) {
		pid_t pid = fork();

		if (!pid) {
			then();
			_exit(0);
		}
		running += pid > 0;
		work();
		reap(&running, AT_ONCE - 1);
	}
}

static void fork_storm(void)
{
	keep_forking(work);
}

static void exec_true(void)
{
	execl("/bin/busybox", "true", (char *)NULL);
}

static void exec_storm(void)
{
	keep_forking(exec_true);
}

static void *short_thread(void *unused)
{
	work();
	return unused;
}

static void thread_storm(void)
{
	pthread_t thread[THREADS];
	unsigned int n, i;

	for (;;) {
		for (n = 0; n < THREADS; n++)
			if (pthread_create(&thread[n], NULL, short_thread,
					   NULL))
				break;
		for (i = 0; i < n; i++)
			pthread_join(thread[i], NULL);
	}
}

static void *endless_thread(void *unused)
{
	for (;;)
		work();
	return unused;
}

/* A process whose threads all run until the first one ends it. */
static void exit_under_threads(void)
{
	pthread_t thread;

	for (unsigned int i = 0; i < THREADS; i++)
		pthread_create(&thread, NULL, endless_thread, NULL);
	usleep(1000);
}

static void exit_storm(void)
{
	keep_forking(exit_under_threads);
}

static void *exec_in_thread(void *unused)
{
	exec_true();
	return unused;
}

/* Exec by a thread that is not the leader, which thereby becomes it. */
static void take_over(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, endless_thread, NULL);
	pthread_create(&thread, NULL, exec_in_thread, NULL);
	pause();
}

static void takeover_storm(void)
{
	keep_forking(take_over);
}

/* The child ends while its parent waits inside vfork(). */
static void vfork_storm(void)
{
	for (;;) {
		pid_t pid = vfork();

		if (!pid)
			_exit(0);
		work();
		waitpid(pid, NULL, 0);
	}
}

/* Nobody waits: children are gone at once, before their last switch. */
static void autoreap_storm(void)
{
	signal(SIGCHLD, SIG_IGN);
	for (;;) {
		if (!fork())
			_exit(0);
		work();
		sched_yield();
		while (waitpid(-1, NULL, 0) > 0)
			;
	}
}

static void pingpong_storm(void)
{
	int there[2], back[2];
	char byte = 0;
	pid_t pid;

	if (pipe(there) || pipe(back))
		_exit(1);
	pid = fork();
	for (;;) {
		if (write(pid ? there[1] : back[1], &byte, 1) != 1 ||
		    read(pid ? back[0] : there[0], &byte, 1) != 1)
			_exit(1);
		work();
	}
}

const struct storm storms[] = {
	{ "fork",	fork_storm },
	{ "exec",	exec_storm },
	{ "thread",	thread_storm },
	{ "exit",	exit_storm },
	{ "takeover",	takeover_storm },
	{ "vfork",	vfork_storm },
	{ "autoreap",	autoreap_storm },
	{ "pingpong",	pingpong_storm },
};

const unsigned int n_storms = sizeof(storms) / sizeof(*storms);

pid_t storm_start(const struct storm *s, unsigned int copies)
{
	pid_t group = 0;

	while (copies--) {
		pid_t pid = fork();

		if (!pid) {
			setpgid(0, group);
			alarm(0);
			s->run();
		}
		setpgid(pid, group);
		group = group ?: pid;
	}
	return group;
}

void storm_stop(pid_t group)
{
	/* Those that were being forked meanwhile are met the next time. */
	while (!kill(-group, SIGKILL)) {
		while (waitpid(-group, NULL, WNOHANG) > 0)
			;
		usleep(1000);
	}
}
