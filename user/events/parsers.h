/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of files, each from its JSON to the data. */
#ifndef _PARSERS_H
#define _PARSERS_H

#include "field.h"

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

/*
 * What a site's file has, too. For field_each(), @to is the data, in which the second
 * makes room for all that is in @root.
 */
int family_cpu(void *to, const struct place *p);
int family_set(void *to, const struct place *p);
int family_allocate(struct event_data *d, const json_t *root);
int family_constants(struct event_data *d, const struct place *top,
		     bool above_0);

/* -EINVAL: the family does not have these, or there are none although it has some. */
int family_check_counters(const struct event_data *d, const struct place *p,
			  uint64_t counters);

/*
 * An event without its name, which the object has only where it is @listed. Where the
 * file tells no counters, they are those of its rule.
 */
int family_event(const struct event_data *d, const struct place *p,
		 struct event *to, bool listed);

/* The family that "events_of" names; *@from stays NULL where it names none. */
int family_borrow(struct event_data **from, const struct place *top);

/* Once the events are in order: that those which are spoken of are there. */
int family_check(struct event_data *d, const struct reader *r,
		 const json_t *root);

#endif /* _PARSERS_H */
