// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "events/counters.h"
#include "events/event_parse.h"
#include "scheduled.h"
#include "unit.h"

void scheduled_ask(struct set_schedule *a, const struct event_data *d,
		   const char *events, const char *without, bool watchdog)
{
	struct event event[SET_EVENTS_MAX];
	struct schedule_request r = {
		.data = d, .event = event, .watchdog = watchdog,
	};
	struct event_error why = { "" };

	EXPECT_INT(0, events_parse(event, SET_EVENTS_MAX, &r.nr, d, events,
				   &why));
	EXPECT_TEXT("", why.text);
	EXPECT(!without || counters_parse(without, &r.without));
	EXPECT_INT(0, schedule_set(a, &r));
}

void admission_list(char *to, const struct event_set *s)
{
	for (unsigned int i = 0; i < s->nr_events; i++)
		sprintf(to + strlen(to), "%s%s", *to ? "," : "", s->event[i]);
}

void admission_sets(char *to, const struct event_data *d, bool watchdog)
{
	struct set_schedule a;
	char text[4096];

	for (size_t i = 0; i < d->nr_sets; i++) {
		*text = 0;
		admission_list(text, &d->set[i]);
		scheduled_ask(&a, d, text, NULL, watchdog);
		if (a.fit.fits)
			sprintf(to + strlen(to), "%s ", d->set[i].name);
	}
}
