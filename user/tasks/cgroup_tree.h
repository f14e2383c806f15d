/* SPDX-License-Identifier: GPL-2.0 */
/* How cgroups are called and how they lie below each other, also those that are gone. */
#ifndef _CGROUP_TREE_H
#define _CGROUP_TREE_H

#include "counts/snapshot.h"

/* All cgroups that were ever learnt. Zeroed: none. */
struct cgroup_tree {
	struct cgroup_node {
		uint64_t id;
		uint64_t parent;	/* 0: none */
		char *path;
	} *node;		/* by id */
	size_t nr;
	size_t room;
};

enum cgroup_below { CGROUP_NOT_BELOW, CGROUP_BELOW, CGROUP_UNKNOWN };

/* A cgroup that was learnt stays as it is. -ENOMEM. */
int cgroup_tree_learn(struct cgroup_tree *t, const struct sample *cgroup);
int cgroup_tree_learn_all(struct cgroup_tree *t, const struct snapshot *cgroups);

/* Is @id the cgroup @top or below it? */
enum cgroup_below cgroup_tree_below(const struct cgroup_tree *t, uint64_t id,
				    uint64_t top);

/* NULL where it was never learnt. */
const char *cgroup_tree_path(const struct cgroup_tree *t, uint64_t id);
void cgroup_tree_free(struct cgroup_tree *t);

/* The path of one of @cgroups, which are sorted; NULL where it is none of them. */
const char *cgroup_path(const struct snapshot *cgroups, uint64_t id);

/* The last part of a path; of the root, and of "id:1", all of it. */
const char *cgroup_name(const char *path);

/* "a/b/", as people write it, is "/a/b", as the module does. */
bool cgroup_is_called(const char *path, const char *text);

/* @path is that cgroup, or lies below it. */
bool cgroup_is_below(const char *path, const char *text);

#endif /* _CGROUP_TREE_H */
