// SPDX-License-Identifier: GPL-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/sched.h>

#include "harness.h"
#include "hierarchy.h"

#define USUAL		"/sys/fs/cgroup"
#define OURS		"/tmp/cgroup2"
#define PREFIX		"tdacct-test."

static char root[256];		/* where the hierarchy is mounted */
static char base[300];		/* the case's directory */

/* ---- where it is ----------------------------------------------------------------- */

static void find_mounted(void)
{
	FILE *mounts = setmntent("/proc/mounts", "r");
	struct mntent *m;

	while (mounts && (m = getmntent(mounts)))
		if (!strcmp(m->mnt_type, "cgroup2") && !*root)
			snprintf(root, sizeof(root), "%s", m->mnt_dir);
	if (mounts)
		endmntent(mounts);
}

static void find_root(void)
{
	if (*root)
		return;
	find_mounted();
	if (*root)
		return;
	mkdir(OURS, 0755);
	if (mount("cgroup2", OURS, "cgroup2", 0, NULL))
		skip("no cgroups (v2): %s", strerror(errno));
	strcpy(root, OURS);
}

/* ---- what others left --------------------------------------------------------------- */

static void kill_all(const char *dir)
{
	char path[4096];
	FILE *f;
	int pid;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	f = fopen(path, "r");
	while (f && fscanf(f, "%d", &pid) == 1)
		kill(pid, SIGKILL);
	if (f)
		fclose(f);
}

static void remove_tree(const char *dir);

static void remove_below(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	char path[4096];

	while (d && (e = readdir(d))) {
		if (e->d_type != DT_DIR || e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		remove_tree(path);
	}
	if (d)
		closedir(d);
}

static void remove_tree(const char *dir)
{
	uint64_t end = now_ns() + MOMENT_NS;

	remove_below(dir);
	do {
		kill_all(dir);
		usleep(1000);
	} while (rmdir(dir) && errno == EBUSY && now_ns() < end);
}

void cgroup_sweep(void)
{
	struct dirent *e;
	char path[600];
	DIR *d;

	find_root();
	d = opendir(root);
	while (d && (e = readdir(d))) {
		if (strncmp(e->d_name, PREFIX, strlen(PREFIX)))
			continue;
		snprintf(path, sizeof(path), "%s/%s", root, e->d_name);
		remove_tree(path);
	}
	if (d)
		closedir(d);
}

/* ---- ours ---------------------------------------------------------------------------- */

static void find_base(void)
{
	if (*base)
		return;
	cgroup_sweep();
	snprintf(base, sizeof(base), "%s/" PREFIX "%d", root, getpid());
	check(!mkdir(base, 0755), "%s: %s", base, strerror(errno));
}

static const char *dir_of(const char *path)
{
	static char dir[4096];

	find_base();
	snprintf(dir, sizeof(dir), "%s%s%s", base, *path ? "/" : "", path);
	return dir;
}

const char *cgroup_name(const char *path)
{
	return dir_of(path) + strlen(root);
}

static uint64_t id_of(const char *dir)
{
	struct stat s;

	check(!stat(dir, &s), "%s: %s", dir, strerror(errno));
	return s.st_ino;
}

void cgroup_clear(void)
{
	find_base();
	remove_below(base);
}

uint64_t cgroup_root(void)
{
	find_root();
	return id_of(root);
}

uint64_t cgroup_id(const char *path)
{
	return id_of(dir_of(path));
}

uint64_t cgroup_make(const char *path)
{
	const char *dir = dir_of(path);

	check(!*path || !mkdir(dir, 0755), "mkdir %s: %s", dir,
	      strerror(errno));
	return id_of(dir);
}

/* Those who end leave it a moment later than they are waited for. */
void cgroup_remove(const char *path)
{
	const char *dir = dir_of(path);
	uint64_t end = now_ns() + MOMENT_NS;

	while (rmdir(dir)) {
		check(errno == EBUSY && now_ns() < end, "rmdir %s: %s", dir,
		      strerror(errno));
		usleep(1000);
	}
}

void cgroup_give(const char *path, uid_t uid)
{
	char name[4200];

	snprintf(name, sizeof(name), "%s/cgroup.procs", dir_of(path));
	check(!chown(dir_of(path), uid, -1) && !chown(name, uid, -1),
	      "chown %s: %s", name, strerror(errno));
}

bool cgroup_set(const char *path, const char *file, const char *text)
{
	char name[4200];

	snprintf(name, sizeof(name), "%s/%s", dir_of(path), file);
	return set_file(name, text);
}

static void write_id(const char *path, const char *file, pid_t id)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", id);
	check(cgroup_set(path, file, text), "moving %d to %s: %s", id,
	      dir_of(path), strerror(errno));
}

void cgroup_move(const char *path, pid_t pid)
{
	write_id(path, "cgroup.procs", pid);
}

void cgroup_move_thread(const char *path, pid_t tid)
{
	write_id(path, "cgroup.threads", tid);
}

pid_t cgroup_start(const char *path, void (*run)(struct gate *g),
		   struct gate *g)
{
	struct clone_args args = {
		.flags = CLONE_INTO_CGROUP,
		.exit_signal = SIGCHLD,
	};
	int fd = open(dir_of(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	pid_t pid;

	check(fd >= 0, "%s: %s", dir_of(path), strerror(errno));
	args.cgroup = fd;
	gate_open(g);
	pid = syscall(SYS_clone3, &args, sizeof(args));
	check(pid >= 0, "clone3 into %s: %s", dir_of(path), strerror(errno));
	if (!pid) {
		run(g);
		_exit(0);
	}
	close(fd);
	return pid;
}
