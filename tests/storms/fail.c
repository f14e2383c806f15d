// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"
#include "harness.h"
#include "task.h"

#define DEBUGFS	"/sys/kernel/debug/"

static const char *const kinds[] = { "failslab", "fail_page_alloc" };

static void set(const char *kind, const char *name, const char *value)
{
	char path[128];

	snprintf(path, sizeof(path), DEBUGFS "%s/%s", kind, name);
	check(set_file(path, value), "cannot write '%s' to %s: %s", value,
	      path, strerror(errno));
}

static void set_both(const char *name, const char *value)
{
	for (unsigned int i = 0; i < 2; i++)
		set(kinds[i], name, value);
}

void fail_pages(bool too)
{
	set("fail_page_alloc", "min-order", too ? "0" : "1000");
}

/* No words: each would be a trace in the log, like those of real trouble. */
void fail_needed(void)
{
	if (access("/proc/self/fail-nth", F_OK) ||
	    access(DEBUGFS "failslab", F_OK) ||
	    access(DEBUGFS "fail_page_alloc", F_OK))
		skip("this kernel cannot make allocations fail");
	set_both("verbose", "0");
	set_both("probability", "0");
	set_both("ignore-gfp-wait", "N");
	set("fail_page_alloc", "ignore-gfp-highmem", "N");
	fail_pages(true);
}

static int open_nth(pid_t tid)
{
	char path[64] = "/proc/thread-self/fail-nth";
	int fd;

	if (tid)
		snprintf(path, sizeof(path), "/proc/%d/fail-nth", tid);
	fd = open(path, O_RDWR | O_CLOEXEC);
	check(fd >= 0, "cannot open %s: %s", path, strerror(errno));
	return fd;
}

/* Kept open: to open it again would be to allocate. */
static int nth_fd(pid_t tid)
{
	static pid_t whose = -1, of;
	static int fd = -1;

	if (whose != getpid() || of != tid) {
		if (fd >= 0)
			close(fd);
		fd = open_nth(tid);
		whose = getpid();
		of = tid;
	}
	return fd;
}

static void put_nth(int fd, unsigned int nth)
{
	char text[16];
	int len = snprintf(text, sizeof(text), "%u", nth);

	check(pwrite(fd, text, len, 0) == len, "cannot set fail-nth to %u: %s",
	      nth, strerror(errno));
}

void fail_arm(pid_t tid, unsigned int nth)
{
	put_nth(nth_fd(tid), nth);
}

unsigned int fail_disarm(pid_t tid)
{
	char text[16] = "";
	int fd = nth_fd(tid);

	check(pread(fd, text, sizeof(text) - 1, 0) > 0,
	      "cannot read fail-nth: %s", strerror(errno));
	put_nth(fd, 0);
	return atoi(text);
}

void fail_often(unsigned int percent)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", percent);
	set_both("times", "-1");
	set_both("task-filter", "Y");
	set_both("probability", text);
}

/* Call @see for every task whose name begins with @comm, until it says so. */
static pid_t each_task(const char *comm, bool (*see)(pid_t tid))
{
	DIR *proc = opendir("/proc");
	char path[300], name[64];
	struct dirent *entry;
	pid_t found = 0;

	while (!found && proc && (entry = readdir(proc))) {
		pid_t tid = atoi(entry->d_name);

		snprintf(path, sizeof(path), "/proc/%d/comm", tid);
		if (tid > 0 && get_file(path, name, sizeof(name)) &&
		    !strncmp(name, comm, strlen(comm)) && see(tid))
			found = tid;
	}
	if (proc)
		closedir(proc);
	return found;
}

static bool first(pid_t tid)
{
	(void)tid;
	return true;
}

pid_t fail_kthread(const char *comm)
{
	return each_task(comm, first);
}

static bool turn_on(pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/make-it-fail", tid);
	set_file(path, "1");
	return false;
}

static bool turn_off(pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/make-it-fail", tid);
	set_file(path, "0");
	return false;
}

void fail_kthreads(const char *comm, bool on)
{
	each_task(comm, on ? turn_on : turn_off);
}
