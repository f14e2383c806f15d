// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "events/event_parse.h"
#include "events/families.h"
#include "events/schedule_set.h"
#include "sets.h"

/* All that is counted with a set, also what is counted in any case. */
struct set_counts {
	const char *name;
	const char *unfit;	/* why it does not fit here; NULL: it does */
	struct wanted event[SCHEDULE_SET_MAX];
	unsigned int nr;
};

/* A family on this machine, and where it has all counters that it can have. */
struct place {
	const struct event_data *here;
	struct event_data *whole;	/* NULL: not known */
	bool watchdog;
	bool hides;			/* fewer than hyper-threading leaves */
};

static bool set_fits(struct set_schedule *a, const struct event_data *family,
		     const struct event_set *set, bool watchdog)
{
	struct event event[SET_EVENTS_MAX];
	struct schedule_request r = {
		.data = family, .event = event, .watchdog = watchdog,
	};
	struct event_error why;

	for (unsigned int i = 0; i < set->nr_events; i++)
		if (!event_parse(&event[r.nr], family, set->event[i], &why))
			r.nr++;
	return !schedule_set(a, &r) && a->fit.fits;
}

/* Finds which of the table's counters the machine lacks; a site's file has no others. */
static void find_whole(struct place *p)
{
	if (p->whole || p->here->path ||
	    families_by_name(&p->whole, p->here->name))
		return;
	p->hides = p->whole->counters & ~p->here->counters;
	event_data_without_ht(p->whole);
}

static const char *why_unfit(struct place *p, const struct event_set *set)
{
	struct set_schedule a;

	if (p->watchdog && set_fits(&a, p->here, set, false))
		return "the NMI watchdog has a counter that it needs";
	find_whole(p);
	if (!p->whole || !set_fits(&a, p->whole, set, false))
		return "it needs more counters than there are";
	if (p->hides)
		return "it needs more counters than this machine has; the host of a virtual machine may hide some";
	if (p->watchdog && !set_fits(&a, p->whole, set, true))
		return "that takes a machine without hyper-threading, and no NMI watchdog";
	return "that takes a machine without hyper-threading";
}

static void take(struct set_counts *to, struct place *p,
		 const struct event_set *set)
{
	struct set_schedule a;

	to->name = set->name;
	if (!set_fits(&a, p->here, set, p->watchdog))
		to->unfit = why_unfit(p, set);
	for (unsigned int i = 0; i < a.nr; i++)
		if (!a.event[i].cannot)
			to->event[to->nr++] = (struct wanted){
				a.event[i].config, a.event[i].config1,
			};
}

int sets_make(struct sets *to, const struct event_data *family, bool watchdog)
{
	struct place p = { .here = family, .watchdog = watchdog };

	if (!family)
		return 0;
	to->set = calloc(family->nr_sets + 1, sizeof(*to->set));
	if (!to->set)
		return -ENOMEM;
	for (to->nr = 0; to->nr < family->nr_sets; to->nr++)
		take(&to->set[to->nr], &p, &family->set[to->nr]);
	if (p.whole)
		event_data_close(p.whole);
	return 0;
}

void sets_free(struct sets *s)
{
	free(s->set);
}

static bool has_all(const struct set_counts *s, const struct wanted *wanted,
		    size_t nr)
{
	for (size_t k = 0; k < nr; k++) {
		unsigned int i = 0;

		while (i < s->nr && (s->event[i].config != wanted[k].config ||
				     s->event[i].config1 != wanted[k].config1))
			i++;
		if (i == s->nr)
			return false;
	}
	return true;
}

/* Nobody is told to use a set that does not fit. */
size_t sets_find(const struct sets *s, const struct wanted *wanted, size_t nr,
		 const char **name, size_t max)
{
	size_t found = 0;

	for (size_t i = 0; i < s->nr && found < max; i++)
		if (!s->set[i].unfit && has_all(&s->set[i], wanted, nr))
			name[found++] = s->set[i].name;
	return found;
}

const char *sets_crowded(const struct sets *s, const struct wanted *wanted,
			 size_t nr, const char **why)
{
	for (size_t i = 0; i < s->nr; i++)
		if (s->set[i].unfit && has_all(&s->set[i], wanted, nr)) {
			*why = s->set[i].unfit;
			return s->set[i].name;
		}
	return NULL;
}
