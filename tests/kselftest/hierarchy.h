/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cgroups for tests: below a directory of the case's own, which its end
 * leaves to the next one's sweep. Paths are relative to that directory, ""
 * being itself.
 */
#ifndef _HIERARCHY_H
#define _HIERARCHY_H

#include <stdint.h>
#include <sys/types.h>

#include "task.h"

/* Make a cgroup, tell its id. The case is skipped where there are none. */
uint64_t cgroup_make(const char *path);
void cgroup_remove(const char *path);	/* waits until nobody is in it */
void cgroup_give(const char *path, uid_t uid); /* he may make and move below */
bool cgroup_set(const char *path, const char *file, const char *text);

/* Move a process; one thread of it, into a threaded cgroup. */
void cgroup_move(const char *path, pid_t pid);
void cgroup_move_thread(const char *path, pid_t tid);

/* As child_start(), but born in the cgroup: nothing of it is elsewhere. */
pid_t cgroup_start(const char *path, void (*run)(struct gate *g),
		   struct gate *g);

/* What the kernel's own path of @path is: "/..." */
const char *cgroup_name(const char *path);

/* The id of one that is there; of the hierarchy's root. */
uint64_t cgroup_id(const char *path);
uint64_t cgroup_root(void);

/* End and remove all in the case's directory, but not that itself. */
void cgroup_clear(void);

/* End all that earlier cases left in theirs, and remove them. */
void cgroup_sweep(void);

#endif /* _HIERARCHY_H */
