// SPDX-License-Identifier: GPL-2.0
/*
 * Read every /proc/PID/task/TID/stat, and do nothing with it: the least that
 * it costs to look at all threads without tdacct.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static unsigned long threads;

/* A thread or process may be gone by now. */
static void read_stat(int task, const char *tid)
{
	char path[300], text[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/stat", tid);
	fd = openat(task, path, O_RDONLY);
	if (fd < 0)
		return;
	threads += read(fd, text, sizeof(text)) > 0;
	close(fd);
}

static void each_of(DIR *dir, void (*visit)(int fd, const char *name))
{
	struct dirent *e;

	while ((e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name))
			visit(dirfd(dir), e->d_name);
	closedir(dir);
}

static void read_process(int proc, const char *pid)
{
	char path[300];
	DIR *dir;
	int fd;

	snprintf(path, sizeof(path), "%s/task", pid);
	fd = openat(proc, path, O_RDONLY | O_DIRECTORY);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (dir)
		each_of(dir, read_stat);
	else if (fd >= 0)
		close(fd);
}

int main(void)
{
	DIR *proc = opendir("/proc");

	if (!proc)
		err(1, "/proc");
	each_of(proc, read_process);
	printf("threads=%lu\n", threads);
	return 0;
}
