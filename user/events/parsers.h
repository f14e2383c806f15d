/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of files, each from its JSON to the data. -EINVAL and a reason, -ENOMEM. */
#ifndef _PARSERS_H
#define _PARSERS_H

#include "field.h"

struct event_data;

int vendor_parse(struct event_data *d, const struct reader *r, json_t *root);
/* @names: the family that "events_of" names, which gives its events away, or NULL. */
int family_parse(struct event_data *d, const struct reader *r,
		 const json_t *root, struct event_data *names);

/* Once the events are in order: that those which are spoken of are there. */
int family_check(struct event_data *d, const struct reader *r,
		 const json_t *root);

#endif /* _PARSERS_H */
