// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "metrics.h"

#define FULL	0xff

static void look(struct shares *now, const struct source *s,
		 const struct core *core, unsigned int filter)
{
	memset(now, 0, sizeof(*now));
	for (unsigned int c = 0; c < N_CLASSES; c++) {
		uint64_t slots = source_slots(s, core, c, filter);

		now->slots += slots;
		for (unsigned int f = 0; f < N_FIELDS; f++)
			if (classes[c].fields & 1U << f)
				now->field[f] += slots;
	}
}

static void add_difference(struct shares *to, const struct shares *now,
			   const struct shares *was)
{
	to->slots += now->slots - was->slots;
	for (unsigned int f = 0; f < N_FIELDS; f++)
		to->field[f] += now->field[f] - was->field[f];
}

void metrics_fold(struct metrics *m, const struct source *s,
		  const struct core *core)
{
	struct shares now;

	if (!m->running)
		return;
	look(&now, s, core, m->filter);
	add_difference(&m->since, &now, &m->mark);
	add_difference(&m->ever, &now, &m->mark);
	m->mark = now;
}

void metrics_run(struct metrics *m, const struct source *s,
		 const struct core *core, bool run, unsigned int filter)
{
	metrics_fold(m, s, core);
	if (run && (!m->running || filter != m->filter))
		look(&m->mark, s, core, filter);
	m->running = run;
	m->filter = filter;
}

void metrics_write_slots(struct metrics *m, uint64_t value)
{
	if (m->valid)
		m->wiped = m->since.slots;
	m->valid = false;
	m->overflowed = false;
	m->slots_written = true;
	m->slots_value = value;
	if (value)
		m->spoils++;	/* unless it turns out to be a restore */
	memset(&m->since, 0, sizeof(m->since));
}

void metrics_begin_anew(struct metrics *m)
{
	memset(&m->since, 0, sizeof(m->since));
}

static void note_clear(struct metrics *m, uint64_t at)
{
	if (!m->clears || m->wiped < m->cleared_least)
		m->cleared_least = m->wiped;
	if (m->wiped > m->cleared_most)
		m->cleared_most = m->wiped;
	if (m->clears < N_CLEARS_LOGGED)
		m->cleared_at[m->clears] = at;
	m->wiped = 0;
	m->clears++;
	m->clears_running += m->running;
}

static void restore(struct metrics *m, uint64_t value)
{
	uint64_t slots = m->slots_value;

	m->since.slots += slots;
	for (unsigned int f = 0; f < N_FIELDS; f++) {
		uint64_t byte = value >> 8 * f & FULL;

		m->since.field[f] += (byte * slots + FULL / 2) / FULL;
	}
	m->restored = value;
	m->restores++;
	m->spoils--;
}

void metrics_write(struct metrics *m, const struct source *s,
		   const struct core *core, uint64_t value)
{
	bool pair = m->slots_written && !m->slots_value == !value;

	m->restored = 0;
	if (pair && !value)
		note_clear(m, source_all_slots(s, core, FILTER_BOTH));
	else if (pair)
		restore(m, value);
	else if (m->valid)
		m->spoils++;
	m->valid = pair;
	m->slots_written = false;
}

unsigned int metrics_byte(uint64_t part, uint64_t slots, enum rounding round)
{
	if (!slots)
		return 0;
	if (round != ROUND_NEAREST)
		return FULL * part / slots;
	return (2 * FULL * part + slots) / (2 * slots);
}

static void take_rest(unsigned int *byte)
{
	byte[FIELD_BE_BOUND] = FULL - byte[FIELD_RETIRING] -
			       byte[FIELD_BAD_SPEC] - byte[FIELD_FE_BOUND];
}

uint64_t metrics_read(const struct metrics *m, enum rounding round, bool sticky,
		      unsigned int fields)
{
	unsigned int byte[N_FIELDS];
	uint64_t value = 0;

	for (unsigned int f = 0; f < fields; f++)
		byte[f] = m->valid ? metrics_byte(m->since.field[f],
						  m->since.slots, round) : FULL;
	if (m->valid && m->since.slots && round == ROUND_SILICON)
		take_rest(byte);
	for (unsigned int f = 0; f < fields; f++) {
		uint64_t stuck = m->restored >> 8 * f & FULL;

		if (m->valid && sticky && byte[f] < stuck)
			byte[f] = stuck;
		value |= (uint64_t)byte[f] << 8 * f;
	}
	return value;
}
