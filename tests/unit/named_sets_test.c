// SPDX-License-Identifier: GPL-2.0
/* The named sets: they fit, no two of them fit together, and each adds something. */
#include <stdio.h>
#include <string.h>

#include "events/families.h"
#include "model/load.h"
#include "model/measures.h"
#include "text/embedded.h"
#include "scheduled.h"
#include "unit.h"

/* What both of Zen 4 and Zen 5 have beside the tree. */
#define ZEN_NUMBERS \
	"smt caches memory tlb branches l2 prefetch fetch fills numa itlb "

/*
 * Also beside the watchdog, which is on where nobody turned it off. Where a
 * hardware thread has four counters, that takes one of them.
 */
static const struct sets_row {
	const char *name;
	const char *family;
	const char *sets;	/* that fit */
	bool watchdog;
	bool no_ht;
} sets_rows[] = {
	{ "Sapphire Rapids", "sapphirerapids",
	  "memory memory-latency memory-today frontend core branches ",
	  true, false },
	{ "Ice Lake", "icelake",
	  "memory memory-latency backend frontend operations ", true, false },
	{ "Sierra Forest", "sierraforest", "level2 memory ", true, false },
	{ "Alder Lake-N", "gracemont", "level2 memory ", false, false },
	{ "Alder Lake-N with the watchdog", "gracemont", "", true, false },
	{ "E-cores of a hybrid", "alderlake_atom", "", false, false },
	{ "Sapphire Rapids, plain", "sapphirerapids_plain", "level2 memory ",
	  false, false },
	{ "Sapphire Rapids, plain, with the watchdog", "sapphirerapids_plain",
	  "", true, false },
	{ "Ice Lake, plain", "icelake_plain", "level2 backend memory ", false,
	  false },
	{ "Ice Lake, plain, with the watchdog", "icelake_plain", "level2 ",
	  true, false },
	{ "Skylake", "skylake", "level1 memory ", false, false },
	{ "Broadwell", "broadwell", "level1 memory ", false, false },
	{ "Broadwell without hyper-threading", "broadwell",
	  "level1 memory memory-stores level2 ", true, true },
	{ "Zen 4", "zen4",
	  "level1 level2 frontend speculation backend " ZEN_NUMBERS,
	  false, false },
	{ "Zen 4 with the watchdog", "zen4",
	  "frontend speculation backend " ZEN_NUMBERS, true, false },
	{ "Zen 5 with the watchdog", "zen5",
	  "frontend speculation backend " ZEN_NUMBERS, true, false },
	{ "Zen 3 with the watchdog", "zen3",
	  "stalls caches memory tlb branches ", true, false },
	{ "Zen 2 with the watchdog", "zen2",
	  "stalls caches memory tlb branches ", true, false },
	{ "Skylake with the watchdog", "skylake", "", true, false },
	{ "Skylake without hyper-threading", "skylake",
	  "level1 memory level2 backend level1-memory ", false, true },
	{ "Broadwell without, and without the watchdog", "broadwell",
	  "level1 memory memory-stores level2 level1-memory ", false, true },
	{ "Skylake without, with the watchdog", "skylake",
	  "level1 memory level2 ", true, true },
};

static void try_sets(const void *arg)
{
	const struct sets_row *row = arg;
	char text[4096], fit[4096] = "";
	struct event_error why;
	struct event_data *d;
	struct set_schedule a;

	EXPECT_INT(0, families_by_name(&d, row->family));
	if (row->no_ht)
		event_data_without_ht(d);
	for (size_t i = 0; i < d->nr_sets; i++) {
		*text = 0;
		admission_list(text, &d->set[i]);
		scheduled_ask(&a, d, text, NULL, row->watchdog);
		for (unsigned int k = a.first; k < a.nr; k++)
			EXPECT(!(a.event[k].counters & ~d->counters));
		EXPECT_INT(0, schedule_set_parameter(&a, text, sizeof(text), &why));
	}
	admission_sets(fit, d, row->watchdog);
	EXPECT_TEXT(row->sets, fit);
	event_data_close(d);
}

/* Otherwise they would be one set. */
static const struct pairs_row {
	const char *name;
	const char *family;
} pairs_rows[] = {
	{ "Sapphire Rapids", "sapphirerapids" },
	{ "Ice Lake", "icelake" },
	{ "Skylake", "skylake" },
	{ "Sierra Forest", "sierraforest" },
	{ "Alder Lake-N", "gracemont" },
	{ "Broadwell", "broadwell" },
	{ "Sapphire Rapids, plain", "sapphirerapids_plain" },
	{ "Ice Lake, plain", "icelake_plain" },
	{ "Zen 2", "zen2" },
	{ "Zen 3", "zen3" },
	{ "Zen 4", "zen4" },
	{ "Zen 5", "zen5" },
};

static bool is_in(const struct set_schedule *a, const struct event *e)
{
	for (unsigned int i = a->first; i < a->nr; i++)
		if (a->event[i].config == e->config &&
		    a->event[i].config1 == e->config1)
			return true;
	return false;
}

/* Does some set of @d have all events of @a and @b? */
static bool one_has_both(const struct event_data *d, const struct set_schedule *a)
{
	struct set_schedule one;
	char text[4096];

	for (size_t i = 0; i < d->nr_sets; i++) {
		unsigned int k = a->first;

		*text = 0;
		admission_list(text, &d->set[i]);
		scheduled_ask(&one, d, text, NULL, false);
		while (k < a->nr && is_in(&one, &a->event[k]))
			k++;
		if (k == a->nr)
			return true;
	}
	return false;
}

/*
 * Without hyper-threading two sets that were made for four counters may fit at once:
 * then there is a set for that.
 */
static void try_pairs_no_ht(const void *arg)
{
	const struct pairs_row *row = arg;
	struct event_data *d;
	struct set_schedule a;
	char text[4096];

	EXPECT_INT(0, families_by_name(&d, row->family));
	event_data_without_ht(d);
	for (size_t i = 0; i < d->nr_sets; i++)
		for (size_t k = 0; k < i; k++) {
			*text = 0;
			admission_list(text, &d->set[i]);
			admission_list(text, &d->set[k]);
			scheduled_ask(&a, d, text, NULL, false);
			EXPECT(!a.fit.fits || one_has_both(d, &a));
		}
	event_data_close(d);
}

static void try_pairs(const void *arg)
{
	const struct pairs_row *row = arg;
	struct event_data *d;
	struct set_schedule a;
	char text[4096];

	EXPECT_INT(0, families_by_name(&d, row->family));
	for (size_t i = 0; i < d->nr_sets; i++)
		for (size_t k = 0; k < i; k++) {
			*text = 0;
			admission_list(text, &d->set[i]);
			admission_list(text, &d->set[k]);
			scheduled_ask(&a, d, text, NULL, false);
			EXPECT(!a.fit.fits);
		}
	event_data_close(d);
}

/* Else nobody would count it: what it is for is a node that no other shows. */
static struct model *built_in(const char *family)
{
	struct event_error why = { "" };
	struct model *m = NULL;
	size_t len = strlen(family);

	for (const struct embedded *e = embedded_families; e->name; e++)
		if (!strncmp(e->name, family, len) &&
		    !strcmp(e->name + len, ".json"))
			EXPECT_INT(0, model_parse(&m, e->name, e->text, e->len,
						  &why));
	EXPECT_TEXT("", why.text);
	return m;
}

static void find_measures(struct measures *to, const struct model *m,
			  const struct event_data *d, size_t set)
{
	char text[4096] = "";
	struct set_schedule a;

	admission_list(text, &d->set[set]);
	scheduled_ask(&a, d, text, NULL, false);
	measures_find(to, m, a.event, a.nr);
}

/* A larger set may have all of it, which only a machine with more counters has. */
static bool adds(const struct measures *all, const struct event_data *d,
		 size_t set)
{
	for (size_t n = 0; n < MODEL_NODES_MAX; n++) {
		bool others = false;

		for (size_t i = 0; i < d->nr_sets; i++)
			others |= i != set && all[i].exact[n] &&
				  d->set[i].nr_events <= d->set[set].nr_events;
		if (all[set].exact[n] && !others)
			return true;
	}
	return false;
}

static bool contains(const struct event_set *all, const struct event_set *part)
{
	unsigned int found = 0;

	for (unsigned int i = 0; i < part->nr_events; i++)
		for (unsigned int k = 0; k < all->nr_events; k++)
			found += !strcmp(all->event[k], part->event[i]);
	return found == part->nr_events;
}

/* What two others have is counted at the same time. */
static bool joins_two(const struct event_data *d, size_t set)
{
	unsigned int parts = 0;

	for (size_t i = 0; i < d->nr_sets; i++)
		parts += i != set && contains(&d->set[set], &d->set[i]);
	return parts >= 2;
}

static const struct pairs_row adds_rows[] = {
	{ "Sapphire Rapids", "sapphirerapids" },
	{ "Sapphire Rapids, plain", "sapphirerapids_plain" },
	{ "Ice Lake", "icelake" },
	{ "Ice Lake, plain", "icelake_plain" },
	{ "Skylake", "skylake" },
	{ "Broadwell", "broadwell" },
	{ "Sierra Forest", "sierraforest" },
	{ "Alder Lake-N", "gracemont" },
};

static void try_adds(const void *arg)
{
	const struct pairs_row *row = arg;
	static struct measures all[EVENT_SETS_MAX];
	struct model *m = built_in(row->family);
	struct event_data *d;

	EXPECT_INT(0, families_by_name(&d, row->family));
	for (size_t i = 0; m && i < d->nr_sets; i++)
		find_measures(&all[i], m, d, i);
	for (size_t i = 0; m && i < d->nr_sets; i++)
		if (!adds(all, d, i) && !joins_two(d, i))
			unit_fail(__FILE__, __LINE__, "%s adds no node",
				  d->set[i].name);
	event_data_close(d);
	model_free(m);
}

int main(void)
{
	UNIT_RUN("each set adds a node", adds_rows, try_adds);
	UNIT_RUN("sets that fit", sets_rows, try_sets);
	UNIT_RUN("sets of which no two fit", pairs_rows, try_pairs);
	UNIT_RUN("without hyper-threading, one set for what fits", pairs_rows,
		 try_pairs_no_ht);
	return unit_end();
}
