/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tree of cgroups, as far as the module can tell it from the kernel's: tasks
 * refer to one until they are freed, a child to its parent until it is freed,
 * and one that was removed and that nothing refers to is released. Its memory
 * goes a grace period later, so what still touches it is found out.
 */
#ifndef _TDA_FAKE_CGROUP_H
#define _TDA_FAKE_CGROUP_H

#include <linux/cgroup.h>
#include <linux/kernfs.h>

struct fake_task;

struct fake_cgroup {
	struct fake_cgroup	*parent;
	struct list_head	list;
	struct kernfs_node	kn;
	struct css_set		set;	/* of all tasks in it */
	struct rcu_head		rcu;
	const char		*name;
	unsigned int		refs;
	struct cgroup		cgrp;	/* last: it ends in an array */
};

void fake_cgroups_begin(void);
void fake_cgroups_end(void);

struct fake_cgroup *fake_mkdir(struct fake_cgroup *parent, const char *name);
void fake_rmdir(struct fake_cgroup *g);
u64 fake_id(const struct fake_cgroup *g);
int fake_cgroup_path(struct cgroup *cgroup, char *path, size_t size);

void fake_enter(struct fake_task *t, struct fake_cgroup *g);
void fake_leave(struct fake_task *t);
struct fake_task *fake_fork_in(struct fake_cgroup *g);
void fake_move(struct fake_task *t, struct fake_cgroup *to);
void fake_move_untold(struct fake_task *t, struct fake_cgroup *to);
void fake_move_process(struct fake_task *leader, struct fake_cgroup *to);
void fake_release(struct cgroup *cgroup);

/* The probes of the module, in parts/tracepoints.c. */
void fake_attached(struct cgroup *to, struct task_struct *leader, bool whole);
void fake_released(struct cgroup *cgroup, const char *path);

/* What parts/ lets a test see. */
struct tda_pool *fake_group_pool(void);
void fake_groups_forget(void);

#endif /* _TDA_FAKE_CGROUP_H */
