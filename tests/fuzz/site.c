// SPDX-License-Identifier: GPL-2.0
/*
 * Files of a site. From one that is taken come a model, mostly of the formulas of the
 * family that it extends, and the sets that count its events.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counts/sample.h"
#include "import/import.h"
#include "events/schedule_set.h"
#include "events/event_parse.h"
#include "model/cover.h"
#include "model/load.h"
#include "fuzz.h"
#include "numbers.h"

static void check_constants(const struct event_data *d)
{
	for (size_t i = 0; i < d->nr_constants; i++) {
		double number;

		fuzz_expect(event_data_constant(d, d->constant[i].name,
						&number) &&
			    isfinite(number) && number > 0,
			    "'%s' is a number above 0", d->constant[i].name);
	}
}

/* Each event of the file that it takes from no other is one of the model. */
static void check_events(const struct model *m, const struct event_data *d)
{
	for (size_t i = 0; i < d->nr_events; i++) {
		const struct event *e = &d->event[i];
		int index = e->borrowed || e->constant ? -1 :
			    model_find_event(m, e->name);

		fuzz_expect(index >= 0 || e->borrowed || e->constant,
			    "'%s' is an event of the model", e->name);
		fuzz_expect(index < 0 ||
			    (m->event[index].config == e->config &&
			     m->event[index].config1 == e->config1 &&
			     !m->event[index].why == !e->cannot),
			    "'%s' is what the file says", e->name);
	}
}

static void check_set(const struct event_data *d, const struct event_set *s)
{
	struct event event[SET_EVENTS_MAX];
	struct schedule_request r = { .data = d, .event = event };
	struct event_error why = { "" };
	static struct set_schedule a;

	for (unsigned int i = 0; i < s->nr_events; i++)
		fuzz_expect(!event_parse(&event[r.nr++], d, s->event[i], &why),
			    "'%s' of set '%s' is an event: %s", s->event[i],
			    s->name, why.text);
	fuzz_expect(!schedule_set(&a, &r), "it is known which counters there are");
}

static void check_sets(const struct event_data *d)
{
	for (size_t i = 0; i < d->nr_sets; i++)
		check_set(d, &d->set[i]);
}

static void use(struct event_data *d, struct model *m)
{
	struct counts c = { .have = ~UINT64_C(0) };

	check_constants(d);
	check_events(m, d);
	if (cover_sets(d, m, d->nr_cpus & 1))
		abort();
	if (d->counters)
		check_sets(d);
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		c.value[i] = (i + 1) * 1000;
	fuzz_eval(m, &c);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct event_error why = { "" };
	struct event_data *d = NULL;
	struct model *m = NULL;

	if (import_events_parse(&d, "site", text, size, &why))
		fuzz_expect(*why.text, "a refusal has a reason");
	else if (d->title && !model_parse(&m, "site", text, size, &why))
		use(d, m);
	model_free(m);
	event_data_close(d);
	free(text);
}
