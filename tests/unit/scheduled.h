/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests of events and sets that fit share. */
#ifndef _ADMISSION_H
#define _ADMISSION_H

#include <stdbool.h>

#include "events/data.h"
#include "events/schedule_set.h"

/* Events as somebody writes them, of @d; @without: counters as text, or NULL. */
void scheduled_ask(struct set_schedule *a, const struct event_data *d,
		   const char *events, const char *without, bool watchdog);

/* Puts the events of a set behind @to, with commas between. */
void admission_list(char *to, const struct event_set *s);

/* Puts the names of the sets of @d that fit behind @to, a blank behind each. */
void admission_sets(char *to, const struct event_data *d, bool watchdog);

#endif /* _ADMISSION_H */
