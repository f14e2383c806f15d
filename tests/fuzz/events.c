// SPDX-License-Identifier: GPL-2.0
/*
 * Events as they are written, on the first line, and event data, which is the
 * rest; where that is none, what the tool carries. What is taken is asked
 * whether it fits.
 */
#include <stdlib.h>
#include <string.h>

#include "import/import.h"
#include "events/schedule_set.h"
#include "events/counters.h"
#include "events/families.h"
#include "events/event_parse.h"
#include "fuzz.h"

static void check_mask(uint64_t mask)
{
	char text[COUNTERS_SIZE];
	uint64_t again = 0;

	fuzz_expect(!mask || (counters_parse(counters_print(text, mask),
					     &again) && again == mask),
		    "counters are read as they are printed");
}

static void check_data(const struct event_data *d)
{
	check_mask(d->counters);
	for (size_t i = 0; i < d->nr_events; i++) {
		const struct event *e = &d->event[i];

		fuzz_expect(event_data_find(d, e->name) == e,
			    "'%s' is found by its name", e->name);
		check_mask(e->counters);
	}
	for (size_t i = 0; i < d->nr_sets; i++)
		fuzz_expect(event_data_find_set(d, d->set[i].name),
			    "'%s' is found by its name", d->set[i].name);
}

static void check_places(const struct set_schedule *a, uint64_t counters)
{
	uint64_t taken = 0;

	for (unsigned int i = 0; i < a->nr; i++) {
		uint64_t place = a->fit.place[i] == PLACE_NONE ? 0 :
				 UINT64_C(1) << a->fit.place[i];

		fuzz_expect(!(place & taken) &&
			    !(place & ~(counters & a->event[i].counters)),
			    "'%s' has a place of its own", a->event[i].name);
		fuzz_expect(place || !a->fit.fits,
			    "'%s' has a place", a->event[i].name);
		taken |= place;
	}
}

static void check_refusal(const struct set_schedule *a)
{
	for (unsigned int i = 0; i < a->fit.nr_conflicts; i++)
		fuzz_expect((unsigned int)__builtin_popcountll(
				a->fit.conflict[i].events) >
			    a->fit.conflict[i].places,
			    "more events compete than there are places");
	for (unsigned int i = 0; i < a->fit.nr_nearest; i++)
		fuzz_expect(a->fit.without[i],
			    "something is left out");
}

static void ask(const struct event_data *d, const char *line)
{
	struct event event[SET_EVENTS_MAX];
	struct schedule_request r = { .data = d, .event = event };
	struct event_error why = { "" };
	static struct set_schedule a;
	char text[64];

	r.watchdog = strlen(line) & 1;
	if (events_parse(event, SET_EVENTS_MAX, &r.nr, d, line, &why)) {
		fuzz_expect(*why.text, "a refusal has a reason");
		return;
	}
	if (schedule_set(&a, &r))
		return;
	check_places(&a, d->counters);
	fuzz_expect(a.fit.fits == !a.fit.nr_conflicts,
		    "what does not fit has a reason");
	check_refusal(&a);
	schedule_set_parameter(&a, text, sizeof(text), &why);
}

/* The same one each time. */
static const struct event_data *carried(void)
{
	static struct event_data *d;

	if (!d && families_by_name(&d, "sapphirerapids"))
		abort();
	return d;
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *line = fuzz_line(&data, &size);
	char *text = fuzz_text(data, size);
	struct event_error why = { "" };
	struct event_data *d;

	if (import_events_parse(&d, "data", text, size, &why)) {
		fuzz_expect(*why.text, "a refusal has a reason");
		ask(carried(), line);
	} else {
		check_data(d);
		ask(d, line);
	}
	event_data_close(d);
	free(text);
	free(line);
}
