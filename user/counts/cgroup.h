/* SPDX-License-Identifier: GPL-2.0 */
/* How cgroups are called, and how they lie below each other. */
#ifndef _CGROUP_H
#define _CGROUP_H

#include "snapshot.h"

/* NULL where there is no such cgroup. */
const char *cgroup_path(const struct snapshot *cgroups, uint64_t id);

/* The last part of a path; of the root, and of "id:1", all of it. */
const char *cgroup_name(const char *path);

/* "a/b/", as people write it, is "/a/b", as the module does. */
bool cgroup_is_called(const char *path, const char *text);

/* @path is that cgroup, or lies below it. */
bool cgroup_is_below(const char *path, const char *text);

#endif /* _CGROUP_H */
