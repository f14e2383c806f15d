// SPDX-License-Identifier: GPL-2.0
#include <fnmatch.h>

#include "select.h"

static bool is_kind(const struct select *s, enum sample_kind kind)
{
	return s->kinds >> kind & 1;
}

/* A cgroup has no command, so that no pattern fits it. */
static bool fits(const struct select *s, enum sample_kind kind,
		 const char *comm)
{
	if (!s->comm)
		return true;
	return kind != SAMPLE_CGROUP && !fnmatch(s->comm, comm, 0);
}

static bool has_slots(const struct select *s, const struct info *info,
		      const struct sample *of)
{
	int index = count_index(info, "slots");

	if (!s->min_slots)
		return true;
	return index >= 0 && sample_has(of->counts.have, (unsigned int)index) &&
	       of->counts.value[index] >= s->min_slots;
}

/* No cgroup is a task, and no process is a thread. */
static bool is_task(const struct select *s, enum sample_kind kind,
		    uint32_t pid, uint32_t tid)
{
	if (ids_any(s->pids) &&
	    (kind == SAMPLE_CGROUP || !ids_have(s->pids, pid)))
		return false;
	return !ids_any(s->tids) ||
	       (kind == SAMPLE_THREAD && ids_have(s->tids, tid));
}

enum selected select_cgroup(const struct select *s, uint64_t cgroup)
{
	enum selected is = SELECT_NO;

	for (unsigned int i = 0; i < s->cgroups->nr; i++)
		switch (cgroup_tree_below(&s->tree, cgroup,
					  s->cgroups->id[i])) {
		case CGROUP_BELOW:
			return SELECT_YES;
		case CGROUP_UNKNOWN:
			is = SELECT_UNKNOWN;
			break;
		case CGROUP_NOT_BELOW:
			break;
		}
	return is;
}

enum selected select_sample(const struct select *s, const struct info *info,
			    const struct sample *of)
{
	if (!is_kind(s, of->kind) || !fits(s, of->kind, of->comm) ||
	    !is_task(s, of->kind, of->pid, of->tid) ||
	    !has_slots(s, info, of))
		return SELECT_NO;
	if (!ids_any(s->cgroups))
		return SELECT_YES;
	if (!sample_has(of->have, TDACCT_A_CGROUP))
		return SELECT_NO;
	return select_cgroup(s, of->cgroup);
}

/* Only its notice tells in which cgroup a process ended. */
enum selected select_unseen(const struct select *s, const struct sample *of)
{
	if (!is_kind(s, of->kind) || !fits(s, of->kind, of->comm) ||
	    !is_task(s, of->kind, of->pid, of->tid))
		return SELECT_NO;
	if (!ids_any(s->cgroups))
		return SELECT_YES;
	switch (of->kind) {
	case SAMPLE_PROCESS:
		return SELECT_UNKNOWN;
	case SAMPLE_CGROUP:
		return select_cgroup(s, of->id);
	default:
		return of->cgroup ? select_cgroup(s, of->cgroup) : SELECT_NO;
	}
}
