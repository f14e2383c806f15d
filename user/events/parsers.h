/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of files, each from its JSON to the data. */
#ifndef _PARSERS_H
#define _PARSERS_H

#include "field.h"

#define FAMILY_FORMAT "tdacct-events-1"
#define SITE_FORMAT "tdacct-site-1"

struct event_data;

/* -EINVAL and a reason, -ENOMEM. */
int vendor_parse(struct event_data *d, const struct reader *r, json_t *root);
int family_parse(struct event_data *d, const struct reader *r,
		 const json_t *root);

bool site_is(const json_t *root);
int site_parse(struct event_data *d, const struct reader *r,
	       const json_t *root);

/* Once the events are in order: that those of sets are there. */
int site_check(const struct event_data *d, const struct reader *r,
	       const json_t *root);

/* What a site's file has, too. Calls @each for a list, which may be absent. */
int family_each(const struct place *p, const char *key, size_t max,
		int (*each)(struct event_data *d, const struct place *p),
		struct event_data *d);
int family_cpu(struct event_data *d, const struct place *p);
int family_set(struct event_data *d, const struct place *p);
int family_encoding(const struct event_data *d, const struct place *p,
		    struct event *e);
int family_counters(const struct event_data *d, const struct place *p,
		    const char *key, uint64_t *counters);

/* Takes the events and rules of @from, which keeps the rest. */
void family_take_events(struct event_data *d, struct event_data *from);

/* The table that "events_of" names; *@from stays NULL where it names none. */
int family_borrow(struct event_data **from, const struct place *top);

/* Once the events are in order: that those which are spoken of are there. */
int family_check(struct event_data *d, const struct reader *r,
		 const json_t *root);

#endif /* _PARSERS_H */
