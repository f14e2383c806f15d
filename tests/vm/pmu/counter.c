// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "counter.h"

uint64_t tally_count(const struct tally *t, const struct core *core)
{
	return t->event ? t->parts / event_parts(t->event, core) : 0;
}

static struct tally *present(const struct counter *c)
{
	return c->nr_tallies ? &c->tallies[c->now] : NULL;
}

static uint64_t seen(const struct counter *c, const struct source *s,
		     const struct core *core)
{
	const struct tally *t = present(c);

	return t && t->event ? event_seen(t->event, s, core, t->filter) : 0;
}

static bool is_for(const struct tally *t, const struct tally *work)
{
	return t->config == work->config && t->filter == work->filter;
}

/* Most often it is the present one, of thousands in some tests. */
static size_t find(const struct counter *c, const struct tally *work)
{
	size_t i;

	if (c->nr_tallies && is_for(&c->tallies[c->now], work))
		return c->now;
	for (i = 0; i < c->nr_tallies; i++)
		if (is_for(&c->tallies[i], work))
			break;
	return i;
}

static void add(struct counter *c, const struct tally *work)
{
	c->tallies = realloc(c->tallies,
			     (c->nr_tallies + 1) * sizeof(*c->tallies));
	if (!c->tallies)
		abort();
	c->tallies[c->nr_tallies++] = *work;
}

/* The counter must stand still; its value stays. */
void counter_select(struct counter *c, const struct core *core,
		    const struct tally *work)
{
	uint64_t value = counter_value(c, core);
	size_t i = find(c, work);

	if (i == c->nr_tallies)
		add(c, work);
	c->now = i;
	counter_write(c, core, value);
}

void counter_run(struct counter *c, const struct source *s,
		 const struct core *core, bool run)
{
	counter_fold(c, s, core);
	if (run && !c->running)
		c->mark = seen(c, s, core);
	c->running = run;
}

void counter_fold(struct counter *c, const struct source *s,
		  const struct core *core)
{
	uint64_t parts;

	if (!c->running)
		return;
	parts = seen(c, s, core);
	present(c)->parts += parts - c->mark;
	c->mark = parts;
}

uint64_t counter_value(const struct counter *c, const struct core *core)
{
	const struct tally *t = present(c);

	return c->offset + (t ? tally_count(t, core) : 0);
}

void counter_write(struct counter *c, const struct core *core, uint64_t value)
{
	c->offset += value - counter_value(c, core);
}
