/* SPDX-License-Identifier: GPL-2.0 */
/* Cgroups as people name them, and how they lie below each other. */
#ifndef _CGROUP_H
#define _CGROUP_H

#include "counts/snapshot.h"
#include "session.h"

/*
 * The id of the cgroup that @text names: "id:1234", a path from the root of
 * the hierarchy, or a directory below the mount of cgroup2. Says what is wrong
 * with it. A recording, written or read, is asked instead of the file system.
 */
int cgroup_find(struct session *s, const struct common *options,
		const char *text, uint64_t *id);

/* The same without a session: what @mounts, as /proc/self/mounts, tells. */
int cgroup_find_directory(const char *mounts, const char *text, uint64_t *id);

/* NULL where there is no such cgroup. */
const char *cgroup_path(const struct snapshot *cgroups, uint64_t id);

/* The last part of a path; of the root, and of "id:1", all of it. */
const char *cgroup_name(const char *path);

#endif /* _CGROUP_H */
