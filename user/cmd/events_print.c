// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "events/counters.h"
#include "view/print.h"
#include "view/table.h"
#include "events.h"

/* ---- JSON --------------------------------------------------------------- */

static void json_mask(struct json *j, const char *key, uint64_t counters)
{
	char text[COUNTERS_SIZE];

	json_text(j, key, counters ? counters_print(text, counters) : NULL);
}

static void json_nodes(struct json *j, const char *key,
		       const struct events_of *e, const bool *which)
{
	json_open(j, key, '[');
	for (size_t i = 0; e->model && i < e->model->nr_nodes; i++)
		if (which[i])
			json_text(j, NULL, e->model->node[i].name);
	json_close(j, ']');
}

static void json_event(struct json *j, const struct events_set *s,
		       unsigned int i)
{
	const struct asked_event *asked = &s->schedule.asked[i];
	const struct schedule *fit = &s->schedule.fit;
	const struct event *e = &s->event[i];
	int place = asked->kind != ASKED_FREE && fit->fits ?
		    fit->place[asked->index] : PLACE_NONE;

	json_open(j, NULL, '{');
	json_text(j, "name", e->name);
	json_text(j, "description", e->description);
	json_count(j, "config", e->config);
	json_count(j, "config1", e->config1);
	json_text(j, "register", events_register(e->extra));
	json_text(j, "value", e->value);
	json_mask(j, "counters", e->counters);
	json_mask(j, "counter", place == PLACE_NONE ? 0 : UINT64_C(1) << place);
	json_flag(j, "alone", e->alone);
	json_flag(j, "deprecated", e->deprecated);
	json_close(j, '}');
}

static void json_names(struct json *j, const char *key,
		       const struct set_schedule *a, uint64_t which)
{
	json_open(j, key, '[');
	for (unsigned int i = 0; i < a->nr; i++)
		if (which >> i & 1)
			json_text(j, NULL, a->event[i].name);
	json_close(j, ']');
}

static void json_conflicts(struct json *j, const struct set_schedule *a)
{
	json_open(j, "conflicts", '[');
	for (unsigned int i = 0; i < a->fit.nr_conflicts; i++) {
		const struct conflict *c = &a->fit.conflict[i];

		json_open(j, NULL, '{');
		json_names(j, "events", a, c->events);
		json_mask(j, "counters", c->counters);
		json_text(j, "register", events_register(c->extra));
		json_count(j, "places", c->places);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void json_nearest(struct json *j, const struct events_of *e,
			 const struct events_set *s)
{
	const struct set_schedule *a = &s->schedule;

	json_open(j, "nearest", '[');
	for (unsigned int i = 0; i < a->fit.nr_nearest; i++) {
		struct events_near near = { .measures = { .nr_exact = 0 } };

		if (e->model)
			events_nearest(&near, e, s, i);
		json_open(j, NULL, '{');
		json_names(j, "without", a, a->fit.without[i]);
		json_nodes(j, "measures", e, near.measures.exact);
		json_nodes(j, "gains", e, near.gains);
		json_nodes(j, "loses", e, near.loses);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void json_set(struct json *j, const struct events_of *e,
		     const struct events_set *s)
{
	const struct set_schedule *a = &s->schedule;
	const struct event_set *named = s->named;
	struct event_error why;
	char text[512];

	json_text(j, "name", named ? named->name : NULL);
	json_text(j, "title", named ? named->title : NULL);
	json_text(j, "description", named ? named->description : NULL);
	json_flag(j, "fits", a->fit.fits);
	json_open(j, "events", '[');
	for (unsigned int i = 0; i < s->nr; i++)
		json_event(j, s, i);
	json_close(j, ']');
	json_flag(j, "missed", a->fit.missed);
	json_conflicts(j, a);
	json_nearest(j, e, s);
	json_flag(j, "more", a->fit.more);
	json_nodes(j, "measures", e, s->measures.exact);
	json_nodes(j, "approximate", e, s->measures.approximate);
	json_count(j, "reads", a->reads);
	json_text(j, "parameter", a->fit.fits &&
		  !schedule_set_parameter(a, text, sizeof(text), &why) ? text : NULL);
}

static void json_head(struct json *j, const struct events_of *e)
{
	json_text(j, "family", e->data->name);
	json_text(j, "model", e->model ? e->model->name : NULL);
	json_mask(j, "counters", events_counters(e));
	json_flag(j, "watchdog", e->watchdog);
	json_text(j, "perf", *e->holders.perf ? e->holders.perf : NULL);
}

/* ---- for people --------------------------------------------------------- */

/* "18 of 19", "18 of 19 +3" */
static const char *put_measured(char to[32], const struct events_of *e,
				const struct measures *m)
{
	if (!e->model)
		return "-";
	snprintf(to, 32, m->nr_besides ? "%u of %u +%u" : "%u of %u",
		 m->nr_exact, m->nr_own, m->nr_besides);
	return to;
}

static int put_set(struct table *t, const struct events_of *e,
		   const struct event_set *named)
{
	char events[16], reads[16], metrics[32];
	struct events_set s;
	int err = events_named(&s, e, named);

	if (err)
		return err;
	snprintf(events, sizeof(events), "%u", s.nr);
	snprintf(reads, sizeof(reads), "%u", s.schedule.reads);
	table_line(t, (const char *[]){
		named->name, events, s.schedule.fit.fits ? "yes" : "no",
		put_measured(metrics, e, &s.measures), reads, named->title,
	}, 6);
	return 0;
}

static void put_watchdog(const struct events_of *e)
{
	if (e->watchdog)
		printf("the NMI watchdog is on and takes a counter; without it (sysctl kernel.nmi_watchdog=0) more may fit; tdacct doctor tells who else holds counters\n");
}

/* Which counters these have, nobody tells. */
static void put_holders(const struct events_of *e)
{
	if (*e->holders.perf)
		printf("note: others have events of perf open, each on a counter of its own while it counts, so fewer may fit; --without leaves counters to them: %s\n",
		       e->holders.perf);
}

static const char *put_counter(char to[COUNTERS_SIZE],
			       const struct set_schedule *a, unsigned int i)
{
	const struct asked_event *asked = &a->asked[i];
	int place;

	if (asked->kind == ASKED_FREE)
		return "free";
	if (asked->kind == ASKED_AGAIN)
		return "again";
	place = a->fit.fits ? a->fit.place[asked->index] : PLACE_NONE;
	return place == PLACE_NONE ? "-" :
	       counters_print(to, UINT64_C(1) << place);
}

static void put_event(struct table *t, const struct events_set *s,
		      unsigned int i)
{
	const struct set_schedule *a = &s->schedule;
	char counter[COUNTERS_SIZE], can[COUNTERS_SIZE], config[64];
	const struct asked_event *asked = &a->asked[i];
	const struct event *e = &s->event[i];
	int len;

	len = snprintf(config, sizeof(config), "%#" PRIx64, e->config);
	if (e->extra != EXTRA_NONE)
		snprintf(config + len, sizeof(config) - (size_t)len,
			 " %s=%#" PRIx64, events_register(e->extra),
			 e->config1);
	table_line(t, (const char *[]){
		put_counter(counter, a, i), asked->kind == ASKED_FREE ? "-" :
		counters_print(can, a->event[asked->index].counters),
		config, e->name,
	}, 4);
}

static int put_events(const struct events_set *s)
{
	static const char *const headings[] = {
		"COUNTER", "AMONG", "CONFIG", "EVENT", NULL,
	};
	struct table table;

	table_begin(&table, stdout, headings, 0);
	for (unsigned int i = 0; i < s->nr; i++)
		put_event(&table, s, i);
	return table_end(&table);
}

/* The titles of the nodes that are in the one and not in the other. */
static void put_titles(const struct events_of *e, const bool *in,
		       const bool *not_in)
{
	const char *before = "";

	for (size_t i = 0; i < e->model->nr_nodes; i++) {
		if (!in[i] || (not_in && not_in[i]))
			continue;
		printf("%s%s", before, e->model->node[i].title);
		before = ", ";
	}
}

static void put_measures(const struct events_of *e, const struct events_set *s)
{
	const struct measures *m = &s->measures;
	bool own[MODEL_NODES_MAX], known[MODEL_NODES_MAX];

	for (size_t i = 0; i < e->model->nr_nodes; i++) {
		own[i] = !e->model->node[i].source;
		known[i] = m->exact[i] || m->approximate[i];
	}
	printf("measures %u of the %u metrics of %s", m->nr_exact, m->nr_own,
	       e->model->name);
	if (m->nr_approximate) {
		printf("; approximate: ");
		put_titles(e, m->approximate, NULL);
	}
	if (m->nr_exact + m->nr_approximate < m->nr_own) {
		printf("; not: ");
		put_titles(e, own, known);
	}
	putchar('\n');
	if (!m->nr_besides)
		return;
	printf("besides: ");
	put_titles(e, m->exact, own);
	putchar('\n');
}

static void put_price(const struct set_schedule *a)
{
	struct event_error why;
	char text[512];

	printf("a switch reads %u counters, %u of them for these events\n",
	       a->reads, a->reads - a->always);
	if (schedule_set_parameter(a, text, sizeof(text), &why))
		printf("%s\n", why.text);
	else if (*text)
		printf("parameter of the module: %s\n", text);
}

static void put_conflict(const struct set_schedule *a, const struct conflict *c)
{
	int nr = __builtin_popcountll(c->events);
	char text[COUNTERS_SIZE], name[PRINT_SAFE_SIZE];

	if (c->extra == EXTRA_OTHER)
		printf("these need a register that the kernel does not program:\n");
	else if (c->extra)
		printf("%d events want different values in a register for %s, of which there %s:\n",
		       nr, events_register(c->extra),
		       c->places == 1 ? "is one" : "are two");
	else if (!c->counters)
		printf("none of the counters that are left can count:\n");
	else
		printf("%d events compete for %u counter%s, %s:\n", nr,
		       c->places, c->places == 1 ? "" : "s",
		       counters_print(text, c->counters));
	for (unsigned int i = 0; i < a->nr; i++)
		if (c->events >> i & 1)
			printf("  %s (%s)\n",
			       print_safe(name, a->event[i].name),
			       counters_print(text, a->event[i].counters));
}

static void put_some(const struct events_of *e, const char *what,
		     const bool *which)
{
	bool any = false;

	for (size_t i = 0; i < e->model->nr_nodes; i++)
		any |= which[i];
	if (!any)
		return;
	printf("; %s ", what);
	put_titles(e, which, NULL);
}

static void put_near(const struct events_of *e, const struct events_set *s,
		     unsigned int i)
{
	const struct set_schedule *a = &s->schedule;
	const char *before = "  without ";
	struct events_near near;

	for (unsigned int k = 0; k < a->nr; k++) {
		if (!(a->fit.without[i] >> k & 1))
			continue;
		printf("%s%s", before, a->event[k].name);
		before = ", ";
	}
	if (e->model) {
		events_nearest(&near, e, s, i);
		printf(": %u of %u metrics", near.measures.nr_exact,
		       near.measures.nr_own);
		put_some(e, "gains", near.gains);
		put_some(e, "loses", near.loses);
	}
	putchar('\n');
}

static void put_refusal(const struct events_of *e, const struct events_set *s)
{
	const struct set_schedule *a = &s->schedule;

	printf("these events do not fit in the counters at the same time\n");
	if (a->fit.missed)
		printf("there is a counter for each, but the kernel does not find them: it gives the event with the fewest possible counters its first one that is free, and does not look back; in another order they may fit\n");
	for (unsigned int i = 0; i < a->fit.nr_conflicts; i++)
		put_conflict(a, &a->fit.conflict[i]);
	if (!a->fit.nr_nearest) {
		printf("nothing fits: there is not even room for what is always counted\n");
		return;
	}
	printf("what fits:\n");
	for (unsigned int i = 0; i < a->fit.nr_nearest; i++)
		put_near(e, s, i);
	if (a->fit.more)
		printf("  and others\n");
	put_watchdog(e);
}

static void put_notes(const struct events_set *s)
{
	for (unsigned int i = 0; i < s->nr; i++) {
		if (s->schedule.asked[i].guessed)
			printf("note: the data does not say which counters can count %s; all were assumed\n",
			       s->event[i].name);
		if (s->event[i].alone)
			printf("note: the vendor says to count %s alone, because of its register\n",
			       s->event[i].name);
	}
}

static int print_set(const struct events_of *e, const struct events_set *s)
{
	char text[PRINT_SAFE_SIZE];
	int err;

	if (s->named)
		printf("%s: %s\n%s\n\n", s->named->name, s->named->title,
		       s->named->description);
	err = put_events(s);
	if (err)
		return err;
	if (s->named)
		putchar('\n');
	for (unsigned int i = 0; s->named && i < s->nr; i++)
		if (s->event[i].description)
			printf("%s: %s\n", s->event[i].name,
			       print_safe(text, s->event[i].description));
	putchar('\n');
	if (s->schedule.fit.fits) {
		if (e->model)
			put_measures(e, s);
		put_price(&s->schedule);
	} else {
		put_refusal(e, s);
	}
	put_notes(s);
	put_holders(e);
	return 0;
}

static int print_list(const struct events_of *e, const struct event_data *d)
{
	static const char *const headings[] = {
		"NAME", "EVENTS", "FITS", "METRICS", "READS", "SHOWS", NULL,
	};
	struct table table;
	int err = 0;

	if (!d) {
		fprintf(stderr, e->data->always.nr_events ?
			"tdacct: %s has no sets: on the E-cores of a hybrid CPU the module always counts cycles, instructions and the first level, and nothing else\n" :
			"tdacct: %s has no sets; --model says which family's sets to show\n",
			e->data->name);
		return -ENOENT;
	}
	table_begin(&table, stdout, headings, 1 << 1 | 1 << 3 | 1 << 4);
	for (size_t i = 0; !err && i < d->nr_sets; i++)
		err = put_set(&table, e, &d->set[i]);
	if (!err)
		err = table_flush(&table);
	table_free(&table);
	if (err)
		return err;
	put_watchdog(e);
	put_holders(e);
	return 0;
}

/* ---- in either form ------------------------------------------------------ */

int events_print_set(const struct events_of *e, const struct events_set *s)
{
	struct json j = json_to(stdout, false);

	if (!e->options->json)
		return print_set(e, s);
	json_open(&j, NULL, '{');
	json_head(&j, e);
	json_set(&j, e, s);
	json_close(&j, '}');
	return json_end(&j);
}

int events_print_list(const struct events_of *e)
{
	struct json j = json_to(stdout, false);
	const struct event_data *d = events_sets(e);
	struct events_set s;
	int err = 0;

	if (!e->options->json)
		return print_list(e, d);
	json_open(&j, NULL, '{');
	json_head(&j, e);
	json_open(&j, "sets", '[');
	for (size_t i = 0; !err && d && i < d->nr_sets; i++) {
		err = events_named(&s, e, &d->set[i]);
		json_open(&j, NULL, '{');
		if (!err)
			json_set(&j, e, &s);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	if (!err)
		return json_end(&j);
	text_free(&j.text);
	return err;
}
