// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "text/text.h"
#include "text/units.h"
#include "missing.h"
#include "moment.h"

enum { TEXTS = sizeof(((struct missing *)NULL)->text) / MISSING_SIZE };

void missing_text(char to[MISSING_SIZE], const char *what, uint64_t from_ns,
		  uint64_t to_ns, const char *why)
{
	char begin[32], end[32];

	moment_text(begin, from_ns);
	moment_text(end, to_ns);
	snprintf(to, MISSING_SIZE, "nothing was %s from %s to %s: %.128s", what,
		 begin, end + (strncmp(begin, end, 11) ? 0 : 11), why);
	text_clean(to);
}

void missing_add(struct missing *m, const char *what, uint64_t from_ns,
		 uint64_t to_ns, const char *why)
{
	if (m->nr < TEXTS)
		missing_text(m->text[m->nr], what, from_ns, to_ns, why);
	else
		m->more_ns += to_ns - from_ns;
	m->nr++;
}

void missing_say(const struct missing *m)
{
	char time[UNITS_SIZE];

	for (unsigned int i = 0; i < m->nr && i < TEXTS; i++)
		fprintf(stderr, "tdacct: %s\n", m->text[i]);
	if (m->nr > TEXTS)
		fprintf(stderr, "tdacct: and %u more times, for %s in all\n",
			m->nr - TEXTS, units_time(time, (double)m->more_ns));
}
