// SPDX-License-Identifier: GPL-2.0
/* The fake machine's cgroups. */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fake.h"
#include "fake_cgroup.h"

static struct fake_cgroup *of(struct cgroup *cgroup)
{
	return container_of(cgroup, struct fake_cgroup, cgrp);
}

u64 fake_id(const struct fake_cgroup *g)
{
	return g->kn.id;
}

/* A name of NULL: "g" and its id. */
struct fake_cgroup *fake_mkdir(struct fake_cgroup *parent, const char *name)
{
	unsigned int level = parent ? parent->cgrp.level + 1 : 0;
	struct fake_cgroup *g;

	g = kvzalloc(struct_size(g, cgrp.ancestors, level + 1),
		     GFP_KERNEL | __GFP_NOFAIL);
	g->kn.id = ++fake.last_cgroup;
	g->name = name ? kstrdup(name, GFP_KERNEL) :
			 kasprintf(GFP_KERNEL, "g%llu", g->kn.id);
	g->cgrp.kn = &g->kn;
	g->cgrp.level = level;
	g->cgrp.self.cgroup = &g->cgrp;
	g->cgrp.self.flags = CSS_ONLINE;
	g->set.dfl_cgrp = &g->cgrp;
	g->refs = 1;
	g->parent = parent;
	if (parent) {
		g->cgrp.self.parent = &parent->cgrp.self;
		parent->refs++;
		memcpy(g->cgrp.ancestors, parent->cgrp.ancestors,
		       level * sizeof(g->cgrp.ancestors[0]));
	}
	g->cgrp.ancestors[level] = &g->cgrp;
	list_add_tail(&g->list, &fake.cgroups);
	return g;
}

static void free_cgroup(struct rcu_head *rcu)
{
	struct fake_cgroup *g = container_of(rcu, struct fake_cgroup, rcu);

	kfree(g->name);
	kvfree(g);
}

/* As TRACE_CGROUP_PATH does, with its buffer of 1024 bytes. */
void fake_release(struct cgroup *cgroup)
{
	static char path[1024];
	unsigned long flags;

	fake_cgroup_path(cgroup, path, sizeof(path));
	local_irq_save(flags);
	fake_released(cgroup, path);
	local_irq_restore(flags);
}

static void put(struct fake_cgroup *g)
{
	struct fake_cgroup *parent;

	for (; g && !--g->refs; g = parent) {
		parent = g->parent;
		fake_release(&g->cgrp);
		list_del(&g->list);
		call_rcu(&g->rcu, free_cgroup);
	}
}

/* No task that lives may be in it, and no child that was not removed. */
void fake_rmdir(struct fake_cgroup *g)
{
	g->cgrp.self.flags &= ~CSS_ONLINE;
	put(g);
}

/* Copy @name to @at of a path that is cut off at @size. */
static void copy(char *path, size_t size, size_t at, const char *name)
{
	for (; *name; name++, at++)
		if (at + 1 < size)
			path[at] = *name;
}

/* As cgroup_path(): returns the length that it has or would have. */
int fake_cgroup_path(struct cgroup *cgroup, char *path, size_t size)
{
	struct fake_cgroup *g;
	size_t len = 0, at;

	for (g = of(cgroup); g->parent; g = g->parent)
		len += 1 + strlen(g->name);
	if (!len)
		return strscpy(path, "/", size);
	at = len;
	for (g = of(cgroup); g->parent; g = g->parent) {
		at -= strlen(g->name);
		copy(path, size, at, g->name);
		copy(path, size, --at, "/");
	}
	path[min(len, size - 1)] = '\0';
	return len;
}

/* ---- tasks in them ------------------------------------------------------ */

void fake_enter(struct fake_task *t, struct fake_cgroup *g)
{
	t->cgroup = g;
	g->refs++;
	rcu_assign_pointer(t->task.cgroups, &g->set);
}

void fake_leave(struct fake_task *t)
{
	put(t->cgroup);
	t->cgroup = NULL;
}

struct fake_task *fake_fork_in(struct fake_cgroup *g)
{
	struct fake_task *t = fake_fork();

	fake_leave(t);
	fake_enter(t, g);
	return t;
}

/* The kernel moves, tells, and can release what was left only then. */
void fake_move(struct fake_task *t, struct fake_cgroup *to)
{
	struct fake_cgroup *from = t->cgroup;

	fake_enter(t, to);
	fake_attached(&to->cgrp, &t->task, false);
	put(from);
}

/* A kernel that moves and does not tell. */
void fake_move_untold(struct fake_task *t, struct fake_cgroup *to)
{
	struct fake_cgroup *from = t->cgroup;

	fake_enter(t, to);
	put(from);
}

/* What has ended, waited for or not, stays where it is. */
void fake_move_process(struct fake_task *leader, struct fake_cgroup *to)
{
	struct fake_cgroup *from = leader->cgroup;
	struct fake_task *t;
	unsigned int moved = 0;

	list_for_each_entry(t, &fake.tasks, list)
		if (t->process == leader->process && !t->gone &&
		    !(t->task.flags & PF_EXITING)) {
			struct fake_cgroup *was = t->cgroup;

			fake_enter(t, to);
			if (was == from)
				moved++;
			else
				put(was);
		}
	fake_attached(&to->cgrp, &leader->task, true);
	while (moved--)
		put(from);
}

/* ---- begin and end ------------------------------------------------------ */

void fake_cgroups_begin(void)
{
	INIT_LIST_HEAD(&fake.cgroups);
	fake.root = fake_mkdir(NULL, "");
}

/* The module is gone: nobody is told any more. */
void fake_cgroups_end(void)
{
	struct fake_cgroup *g, *next;

	list_for_each_entry_safe(g, next, &fake.cgroups, list)
		free_cgroup(&g->rcu);
	rcu_barrier();
}
