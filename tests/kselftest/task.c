// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"
#include "task.h"

void gate_open(struct gate *g)
{
	check(!pipe2(g->there, O_CLOEXEC) && !pipe2(g->back, O_CLOEXEC),
	      "pipe: %s", strerror(errno));
}

static void put(int fd)
{
	check(write(fd, "", 1) == 1, "the other side is gone: %s",
	      strerror(errno));
}

static void take(int fd)
{
	char byte;

	check(read(fd, &byte, 1) == 1, "the other side has ended");
}

void gate_call(struct gate *g)
{
	put(g->there[1]);
}

void gate_await(struct gate *g)
{
	take(g->back[0]);
}

void gate_answer(struct gate *g)
{
	put(g->back[1]);
}

void gate_sleep(struct gate *g)
{
	take(g->there[0]);
}

void gate_pass(struct gate *g)
{
	gate_answer(g);
	gate_sleep(g);
}

void gate_shut(struct gate *g)
{
	close(g->there[0]);
	close(g->there[1]);
	close(g->back[0]);
	close(g->back[1]);
}

void pin_to(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	check(!sched_setaffinity(0, sizeof(set), &set), "CPU %u: %s", cpu,
	      strerror(errno));
}

static int end_at_once(void *unused)
{
	(void)unused;
	return 0;
}

pid_t least_life(void)
{
	static char stack[65536] __attribute__((aligned(16)));
	pid_t pid = clone(end_at_once, stack + sizeof(stack),
			  CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);

	if (pid < 0)
		return -errno;
	waitpid(pid, NULL, 0);
	return pid;
}

pid_t my_tid(void)
{
	return syscall(SYS_gettid);
}

static void *tell_and_sleep(void *tid)
{
	__atomic_store_n((pid_t *)tid, my_tid(), __ATOMIC_RELEASE);
	for (;;)
		pause();
	return NULL;
}

pid_t sleeping_thread(void)
{
	static pid_t tid;
	pthread_t thread;
	int err;

	tid = 0;
	err = pthread_create(&thread, NULL, tell_and_sleep, &tid);
	check(!err, "pthread_create: %s", strerror(err));
	while (!__atomic_load_n(&tid, __ATOMIC_ACQUIRE))
		usleep(1000);
	return tid;
}

uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

bool get_file(const char *path, char *buf, unsigned int size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;

	if (fd >= 0) {
		n = read(fd, buf, size - 1);
		close(fd);
	}
	buf[n > 0 ? n : 0] = '\0';
	return n >= 0;
}

bool set_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return false;
	n = write(fd, text, strlen(text));
	close(fd);
	return n == (ssize_t)strlen(text);
}

static char state_of(pid_t pid, pid_t tid)
{
	char path[64], buf[512], *p;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", pid, tid);
	if (!get_file(path, buf, sizeof(buf)))
		return 0;
	p = strrchr(buf, ')');
	return p && p[1] ? p[2] : 0;
}

/*
 * It says so shortly before it leaves its CPU, and a CPU that the machine gives
 * to others stops there. What its system call is, the kernel tells once it has
 * left; until then, "running". Of one that may not be asked about, a moment
 * must do.
 */
static void await_off_cpu(pid_t pid, pid_t tid, uint64_t end)
{
	char path[64], buf[128];

	usleep(2000);
	snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", pid, tid);
	while (get_file(path, buf, sizeof(buf)) &&
	       !strncmp(buf, "running", 7)) {
		check(now_ns() < end, "thread %d of %d does not leave its CPU",
		      tid, pid);
		usleep(500);
	}
}

void await_state(pid_t pid, pid_t tid, char state)
{
	uint64_t end = now_ns() + MOMENT_NS;

	while (state_of(pid, tid) != state) {
		check(now_ns() < end, "thread %d of %d is '%c', not '%c'", tid,
		      pid, state_of(pid, tid) ?: '?', state);
		usleep(500);
	}
	await_off_cpu(pid, tid, end);
}
