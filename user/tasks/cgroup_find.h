/* SPDX-License-Identifier: GPL-2.0 */
/* Cgroups as people name them. */
#ifndef _CGROUP_FIND_H
#define _CGROUP_FIND_H

#include <stdint.h>

struct client;
struct ids;

/*
 * The id of the cgroup that @text names: "id:1234", a path from the root of
 * the hierarchy or of a mount of cgroup2, or a directory of one, wherever it is. Says
 * what is wrong with it. The module is asked for what is no directory, and a
 * recording, written or read, instead of the file system.
 */
int cgroup_find(struct client *c, const char *text, uint64_t *id);

/* "a,b": several, in the same way. */
int cgroups_find(struct client *c, const char *list, struct ids *to);

/* Looks for a directory only, below the mounts of the file @mounts. */
int cgroup_find_directory(const char *mounts, const char *text, uint64_t *id);

#endif /* _CGROUP_FIND_H */
