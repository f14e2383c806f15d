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

static enum selected lies_below(const struct select *s, uint64_t cgroup)
{
	switch (lineage_is_below(&s->lineage, cgroup, s->cgroup)) {
	case LINEAGE_YES:
		return SELECT_YES;
	case LINEAGE_NO:
		return SELECT_NO;
	default:
		return SELECT_UNKNOWN;
	}
}

enum selected select_sample(const struct select *s, const struct info *info,
			    const struct sample *of)
{
	if (!is_kind(s, of->kind) || !fits(s, of->kind, of->comm) ||
	    !has_slots(s, info, of))
		return SELECT_NO;
	if (!s->cgroup)
		return SELECT_YES;
	if (!sample_has(of->have, TDACCT_A_CGROUP))
		return SELECT_NO;
	return lies_below(s, of->cgroup);
}

/* Where a process ends nothing tells but its notice. */
enum selected select_known(const struct select *s, const struct known *k)
{
	if (!is_kind(s, k->kind) || !fits(s, k->kind, k->comm))
		return SELECT_NO;
	if (!s->cgroup)
		return SELECT_YES;
	switch (k->kind) {
	case SAMPLE_PROCESS:
		return SELECT_UNKNOWN;
	case SAMPLE_CGROUP:
		return lies_below(s, k->id);
	default:
		return k->cgroup ? lies_below(s, k->cgroup) : SELECT_NO;
	}
}
