// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "text/text.h"
#include "text/units.h"
#include "missing.h"

#define NS UINT64_C(1000000000)

enum { TEXTS = sizeof(((struct missing *)NULL)->text) / MISSING_SIZE };

void missing_text(char to[MISSING_SIZE], const char *what, uint64_t from_ns,
		  uint64_t to_ns, const char *why)
{
	time_t from = (time_t)(from_ns / NS), until = (time_t)(to_ns / NS);
	char begin[32], day[32], end[32];
	struct tm tm;

	strftime(begin, sizeof(begin), "%Y-%m-%d %H:%M:%S",
		 localtime_r(&from, &tm));
	strftime(end, sizeof(end), "%Y-%m-%d %H:%M:%S",
		 localtime_r(&until, &tm));
	snprintf(day, sizeof(day), "%.11s", begin);
	snprintf(to, MISSING_SIZE, "nothing was %s from %s to %s: %.128s", what,
		 begin, end + (strncmp(day, end, 11) ? 0 : 11), why);
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
