// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "data.h"
#include "encoding.h"

static void set_free(struct event_set *s)
{
	for (unsigned int i = 0; i < s->nr_events; i++)
		free(s->event[i]);
	free(s->event);
	free(s->name);
	free(s->title);
	free(s->description);
}

void event_data_free_event(struct event *e)
{
	free((char *)e->description);
	free((char *)e->symbol);
	free(e->own);
}

static int by_name(const void *a, const void *b)
{
	const struct event *one = a, *other = b;

	return strcasecmp(one->name, other->name);
}

static int by_name_and_order(const void *a, const void *b)
{
	const struct event *one = a, *other = b;
	int order = by_name(a, b);

	if (!order)
		order = !!one->cannot - !!other->cannot;
	return order ? order : one->order < other->order ? -1 : 1;
}

bool event_data_sort(struct event_data *d)
{
	bool twice = false;
	size_t nr = 0;

	if (!d->nr_events)
		return false;	/* there is no array to be sorted */
	for (size_t i = 0; i < d->nr_events; i++)
		d->event[i].order = (unsigned int)i;
	qsort(d->event, d->nr_events, sizeof(*d->event), by_name_and_order);
	for (size_t i = 0; i < d->nr_events; i++) {
		if (nr && !by_name(&d->event[nr - 1], &d->event[i])) {
			twice |= !d->event[nr - 1].borrowed &&
				 !d->event[i].borrowed;
			event_data_free_event(&d->event[i]);
		} else {
			d->event[nr++] = d->event[i];
		}
	}
	d->nr_events = nr;
	return twice;
}

void event_data_close(struct event_data *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->nr_events; i++)
		event_data_free_event(&d->event[i]);
	for (size_t i = 0; i < d->nr_cpus; i++)
		free(d->cpu[i].vendor);
	for (size_t i = 0; i < d->nr_sets; i++)
		set_free(&d->set[i]);
	for (size_t i = 0; i < d->nr_constants; i++)
		free(d->constant[i].name);
	set_free(&d->always);
	free(d->constant);
	free(d->path);
	free(d->event);
	free(d->cpu);
	free(d->rule);
	free(d->set);
	free(d->name);
	free(d->title);
	free(d->pmu);
	free(d->method);
	free(d->note);
	free(d->page);
	free(d);
}

void event_data_without_ht(struct event_data *d)
{
	if (d->counters_no_ht)
		d->counters = d->counters_no_ht;
	for (size_t i = 0; i < d->nr_events; i++)
		d->event[i].counters = d->event[i].counters_no_ht;
}

void event_data_on(struct event_data *d, uint64_t counters)
{
	if (!counters)
		return;
	event_data_without_ht(d);
	d->counters &= counters;
	d->counters_no_ht = d->counters;
	for (size_t i = 0; i < d->nr_events; i++) {
		d->event[i].counters &= counters;
		d->event[i].counters_no_ht = d->event[i].counters;
	}
}

static int name_to_event(const void *name, const void *event)
{
	return strcasecmp(name, ((const struct event *)event)->name);
}

const struct event *event_data_find(const struct event_data *d,
				    const char *name)
{
	return d->nr_events ? bsearch(name, d->event, d->nr_events,
				      sizeof(*d->event), name_to_event) : NULL;
}

const struct event_set *event_data_find_set(const struct event_data *d,
					    const char *name)
{
	for (size_t i = 0; i < d->nr_sets; i++)
		if (!strcasecmp(d->set[i].name, name))
			return &d->set[i];
	return NULL;
}

const char *event_data_value(const struct event_data *d, uint64_t config)
{
	if (d && d->cycles)
		return config == d->cycles ? "cycles" : NULL;
	return encoding_value(config);
}

bool event_data_constant(const struct event_data *d, const char *name,
			 double *number)
{
	for (size_t i = 0; i < d->nr_constants; i++) {
		if (strcmp(d->constant[i].name, name))
			continue;
		*number = d->constant[i].number;
		return true;
	}
	return false;
}

static uint64_t by_event(const struct event_data *d, const struct encoding *e)
{
	for (size_t i = 0; i < d->nr_events; i++) {
		const struct event *other = &d->event[i];
		struct encoding o = encoding_of(other->config);

		if (e->code == o.code && e->umask == o.umask &&
		    e->any == o.any && event_fixed(other) < 0 &&
		    other->counters && !other->atom)
			return other->counters;
	}
	return 0;
}

uint64_t event_data_rule(const struct event_data *d, uint64_t config)
{
	struct encoding e = encoding_of(config);

	for (size_t i = 0; i < d->nr_rules; i++) {
		const struct event_rule *r = &d->rule[i];

		if (r->first <= e.code && e.code <= r->last &&
		    (e.umask & r->umask_bits) == r->umask)
			return r->counters;
	}
	return 0;
}

uint64_t event_data_counters(const struct event_data *d, uint64_t config)
{
	struct encoding e = encoding_of(config);
	uint64_t counters = by_event(d, &e);

	return counters ? counters : event_data_rule(d, config);
}

void event_of_config(const struct event_data *d, uint64_t config,
		     uint64_t config1, struct event *to)
{
	*to = (struct event){ .config = config, .config1 = config1 };
	to->counters = d ? event_data_counters(d, config) : 0;
	if (config1)
		to->extra = encoding_extra(encoding_of(config).code);
}
