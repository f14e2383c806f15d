// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "events/event_parse.h"
#include "harness.h"
#include "sets.h"

static void spell(struct event *to, const struct event_data *data,
		  const char *text)
{
	struct event_error why = { "" };

	check(!event_parse(to, data, text, &why), "%s", why.text);
}

static void spell_list(struct event *to, unsigned int room, unsigned int *nr,
		       const struct event_data *data, const char *text)
{
	struct event_error why = { "" };

	check(!text || !events_parse(to, room, nr, data, text, &why), "%s",
	      why.text);
}

/*
 * Codes with their umasks that perf knows by an extra register: with nothing to
 * write there, they are no events.
 */
static bool has_register(unsigned int code, unsigned int umask)
{
	switch (umask << 8 | code) {
	case 0x01b7:
	case 0x01bb:
	case 0x012a:
	case 0x012b:
	case 0x01cd:
	case 0x01c6:
	case 0x40ad:
	case 0x04c2:
		return true;
	default:
		return false;
	}
}

/* As perf has it: on AMD's CPUs a code has four bits more, and far up. */
static uint64_t raw_config(unsigned int code, unsigned int umask)
{
	return (uint64_t)(code >> 8) << 32 | umask << 8 | (code & 0xff);
}

/* Some modifier makes it another event than any of the table. */
static void spell_raw(struct event *to, const struct pool *p, unsigned int code,
		      unsigned int umask, unsigned int cmask)
{
	char text[EVENT_NAME_SIZE];

	if (has_register(code, umask))
		umask = 0x20;
	snprintf(text, sizeof(text), "r%" PRIx64 ":c%u",
		 raw_config(code, umask), cmask);
	spell(to, p->data, text);
}

/* One that the rule is about, which leaves some bits to @others. */
static unsigned int umask_of(const struct event_rule *r, unsigned int others)
{
	return (unsigned int)((others & ~r->umask_bits) | r->umask);
}

static void add_ends(struct pool *p, const struct event_rule *r)
{
	unsigned int umask = umask_of(r, 1);

	check(p->nr + 2 <= POOL_MAX, "more than %d events", POOL_MAX);
	spell_raw(&p->event[p->nr++], p, r->first, umask, 99);
	if (r->last != r->first)
		spell_raw(&p->event[p->nr++], p, r->last, umask, 99);
}

static void add_always(struct pool *p)
{
	const struct event_set *always = &p->data->always;

	for (unsigned int i = 0; i < always->nr_events; i++)
		spell(&p->always[p->nr_always++], p->data, always->event[i]);
}

void pool_fill(struct pool *p, const struct event_data *data,
	       const char *among)
{
	memset(p, 0, sizeof(*p));
	p->data = data;
	check(data->nr_events <= POOL_MAX, "more than %d events", POOL_MAX);
	for (size_t i = 0; i < data->nr_events; i++)
		p->event[p->nr++] = data->event[i];
	for (size_t i = 0; i < data->nr_rules; i++)
		add_ends(p, &data->rule[i]);
	p->asked = p->nr;
	spell_list(p->event, POOL_MAX, &p->nr, data, among);
	add_always(p);
}

void set_print(const struct set *s, char *to, size_t size)
{
	size_t len = 0;

	*to = 0;
	for (unsigned int i = 0; i < s->nr && len < size; i++)
		len += (size_t)snprintf(to + len, size - len, "%s%s",
					i ? "," : "", s->event[i].name);
}

bool set_fill(struct set *s, const struct pool *p, size_t i)
{
	const struct event_rule *r = &p->data->rule[i];
	int places = __builtin_popcountll(r->counters & p->data->counters);

	for (s->nr = 0; (int)s->nr < places; s->nr++) {
		spell_raw(&s->event[s->nr], p, r->last, umask_of(r, 1),
			  100 + s->nr);
		if (s->event[s->nr].counters != r->counters)
			return false;
	}
	return true;
}

bool set_add(struct set *s, const struct pool *p, unsigned int code,
	     unsigned int umask, unsigned int copies)
{
	if (has_register(code, umask))
		return false;
	for (unsigned int i = 0; i < copies; i++)
		spell_raw(&s->event[s->nr++], p, code, umask, i);
	return true;
}

void set_spell(struct set *s, const struct event_data *data, const char *text)
{
	s->nr = 0;
	spell_list(s->event, SET_EVENTS_MAX, &s->nr, data, text);
}

void set_pair(struct set *s, const struct pool *p, unsigned int i,
	      unsigned int j)
{
	s->nr = 0;
	s->event[s->nr++] = p->event[i];
	s->event[s->nr++] = p->event[j];
}

bool set_three(struct set *s, const struct pool *p, unsigned int n)
{
	unsigned int asked = p->nr - p->asked;

	s->nr = 0;
	for (int i = 0; i < 3; i++) {
		s->event[s->nr++] = p->event[p->asked + n % asked];
		n /= asked;
	}
	return !n;
}

/* Below @n. */
static unsigned int any_of(uint64_t *seed, unsigned int n)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return (unsigned int)((*seed >> 32) % n);
}

static void any_raw(struct event *to, const struct pool *p, uint64_t *seed)
{
	const struct event_rule *r =
		&p->data->rule[any_of(seed, (unsigned int)p->data->nr_rules)];
	unsigned int code = r->first + any_of(seed, r->last - r->first + 1);
	unsigned int umask = umask_of(r, 1U << any_of(seed, 8));

	spell_raw(to, p, code, umask, any_of(seed, 16));
}

static bool takes_modifiers(const struct event *e)
{
	return e->config & 0xf000000ff && e->extra == EXTRA_NONE;
}

/* An event with another threshold: at least, or less. */
static void any_threshold(struct event *to, const struct pool *p,
			  uint64_t *seed)
{
	const struct event *e = &p->event[any_of(seed, p->nr)];
	char text[EVENT_NAME_SIZE];

	if (!takes_modifiers(e)) {
		*to = *e;
		return;
	}
	snprintf(text, sizeof(text), "r%" PRIx64 ":c%u:i%u:e%u", e->config,
		 1 + any_of(seed, 15), any_of(seed, 2), any_of(seed, 2));
	spell(to, p->data, text);
}

static void any_event(struct event *to, const struct pool *p, uint64_t *seed)
{
	switch (any_of(seed, 10)) {
	case 0:
		any_threshold(to, p, seed);
		return;
	case 1:
	case 2:
		if (p->data->nr_rules) {
			any_raw(to, p, seed);
			return;
		}
	}
	*to = p->event[any_of(seed, p->nr)];
}

void set_random(struct set *s, const struct pool *p, uint64_t *seed)
{
	unsigned int nr = RANDOM_MIN +
			  any_of(seed, RANDOM_MAX - RANDOM_MIN + 1);

	s->nr = 0;
	while (nr--)
		any_event(&s->event[s->nr++], p, seed);
}
