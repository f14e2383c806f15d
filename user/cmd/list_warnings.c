// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "tasks/list.h"
#include "text/units.h"
#include "view/rows.h"
#include "list_warnings.h"

#define WORTH_SAYING 0.005	/* of the cgroups' slots */

/* A process with threads here that is listed elsewhere. */
static void say_strays(const struct select *s, const struct list *lists,
		       const struct rows *rows)
{
	uint32_t last = 0;
	size_t nr = 0;

	for (size_t i = 0; i < lists->nr_strays; i++) {
		const struct stray *stray = &lists->stray[i];

		size_t shown = 0;

		while (shown < rows->nr &&
		       rows->row[shown].sample->pid != stray->pid)
			shown++;
		if (stray->pid == last || shown < rows->nr ||
		    select_cgroup(s, stray->cgroup) != SELECT_YES)
			continue;
		last = stray->pid;
		nr++;
	}
	if (nr)
		fprintf(stderr, "tdacct: %zu process%s with threads in there %s not shown, because the first thread is elsewhere; --threads shows these threads\n",
			nr, nr == 1 ? "" : "es", nr == 1 ? "is" : "are");
}

static double slots_of(const struct sample *s, int slots)
{
	return slots >= 0 && sample_has(s->counts.have, (unsigned int)slots) ?
	       (double)s->counts.value[slots] : 0;
}

/* The slots of one below another are among those of the other. */
static bool is_nested(const struct select *s, uint64_t cgroup)
{
	for (unsigned int i = 0; i < s->cgroups->nr; i++)
		if (s->cgroups->id[i] != cgroup &&
		    cgroup_tree_below(&s->tree, cgroup,
				      s->cgroups->id[i]) == CGROUP_BELOW)
			return true;
	return false;
}

static double charged(const struct select *s, const struct list *lists,
		      int slots)
{
	double sum = 0;

	for (unsigned int i = 0; i < s->cgroups->nr; i++) {
		uint64_t id = s->cgroups->id[i];
		const struct sample *c = snapshot_find(&lists->cgroups, id);

		if (c && !is_nested(s, id))
			sum += slots_of(c, slots);
	}
	return sum;
}

/* A task that moved has brought slots with it, which hide some of the rest. */
static void say_rest(const struct select *s, const struct list *lists,
		     const struct rows *rows, int slots)
{
	double all = charged(s, lists, slots), rest = all;
	char share[UNITS_SIZE];

	for (size_t i = 0; i < rows->nr; i++)
		rest -= slots_of(rows->row[i].sample, slots);
	if (rest > all * WORTH_SAYING)
		fprintf(stderr, "tdacct: %s of the slots that were charged in there are in no row: those of tasks that have ended or moved; tdacct list --cgroups has all\n",
			units_share(share, rest / all));
}

void list_warnings_say(const struct list_warnings *l,
		       const struct select *select, const struct list *lists,
		       const struct rows *rows, int slots, bool whole)
{
	if (l->placeless)
		fprintf(stderr, "tdacct: %zu of them %s not shown, because it is not known in which cgroup\n",
			l->placeless, l->placeless == 1 ? "is" : "are");
	if (l->ended)
		fprintf(stderr, "tdacct: %zu that ended in the interval %s not shown, because it is not known in which cgroup\n",
			l->ended, l->ended == 1 ? "is" : "are");
	say_strays(select, lists, rows);
	if (whole)
		say_rest(select, lists, rows, slots);
}
