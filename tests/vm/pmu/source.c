// SPDX-License-Identifier: GPL-2.0
#include "source.h"

void source_add(struct source *s, const struct source *other)
{
	for (int m = 0; m < N_MODES; m++) {
		s->insns[m] += other->insns[m];
		for (int c = 0; c < N_CLASSES; c++) {
			s->markers[m][c] += other->markers[m][c];
			s->waits[m][c] += other->waits[m][c];
		}
	}
}

uint64_t source_insns(const struct source *s, unsigned int filter)
{
	uint64_t sum = 0;

	for (int m = 0; m < N_MODES; m++)
		if (filter & 1U << m)
			sum += s->insns[m];
	return sum;
}

uint64_t source_slots(const struct source *s, const struct core *core,
		      unsigned int class, unsigned int filter)
{
	uint64_t marker = (uint64_t)core->width * MARKER_CYCLES;
	uint64_t sum = 0;

	for (int m = 0; m < N_MODES; m++)
		if (filter & 1U << m)
			sum += s->insns[m] * core->base[class] +
			       s->markers[m][class] * marker +
			       s->waits[m][class];
	return sum;
}

uint64_t source_all_slots(const struct source *s, const struct core *core,
			  unsigned int filter)
{
	uint64_t sum = 0;

	for (unsigned int c = 0; c < N_CLASSES; c++)
		sum += source_slots(s, core, c, filter);
	return sum;
}
