// SPDX-License-Identifier: GPL-2.0
/*
 * Files of a site. One that is taken gives the symbols of the model that is made of
 * them their meaning, and the sets that count them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counts/sample.h"
#include "events/admit.h"
#include "events/spell.h"
#include "model/cover.h"
#include "model/encodings.h"
#include "model/load.h"
#include "text/embedded.h"
#include "fuzz.h"
#include "numbers.h"

static struct model *load_model(const struct event_data *site)
{
	const struct encodings encodings = { .site = site };
	const struct embedded *e = embedded_families;
	struct event_error why;
	struct model *m;

	while (e->name && strcmp(e->name, "three_level.json"))
		e++;
	if (!e->name || model_parse_with(&m, e->name, e->text, e->len,
					 &encodings, &why))
		abort();
	return m;
}

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

static void check_symbols(const struct model *m, const struct event_data *d)
{
	for (size_t i = 0; i < m->nr_events; i++) {
		const struct model_event *e = &m->event[i];
		const struct event *is = event_data_find(d, e->name);

		if (!strcmp(e->name, "IssueBW"))
			continue;	/* a number, which the file lacks */
		fuzz_expect(!e->why == !!is, "'%s' is told or not", e->name);
		fuzz_expect(!is || (is->config == e->config &&
				    is->config1 == e->config1),
			    "'%s' is what the site says", e->name);
	}
}

static void check_set(const struct event_data *d, const struct event_set *s)
{
	struct event event[SET_EVENTS_MAX];
	struct admit_request r = { .data = d, .event = event };
	struct event_error why = { "" };
	static struct admission a;

	for (unsigned int i = 0; i < s->nr_events; i++)
		fuzz_expect(!event_spell(&event[r.nr++], d, s->event[i], &why),
			    "'%s' of set '%s' is an event: %s", s->event[i],
			    s->name, why.text);
	fuzz_expect(!admit(&a, &r), "it is known which counters there are");
}

static void check_sets(const struct event_data *d)
{
	for (size_t i = 0; i < d->nr_sets; i++)
		check_set(d, &d->set[i]);
}

static void use(struct event_data *d)
{
	struct counts c = { .have = ~UINT64_C(0) };
	struct model *m = load_model(d);

	check_constants(d);
	check_symbols(m, d);
	if (cover_sets(d, m, d->nr_cpus & 1))
		abort();
	check_sets(d);
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		c.value[i] = (i + 1) * 1000;
	fuzz_eval(m, &c);
	model_free(m);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct event_error why = { "" };
	struct event_data *d;

	if (event_data_parse(&d, "site", text, size, &why))
		fuzz_expect(*why.text, "a refusal has a reason");
	else if (d->model)
		use(d);
	event_data_close(d);
	free(text);
}
