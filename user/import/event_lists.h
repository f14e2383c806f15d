/* SPDX-License-Identifier: GPL-2.0 */
/* A vendor's file of events. */
#ifndef _EVENT_LISTS_H
#define _EVENT_LISTS_H

struct document;
struct event_data;

/* -EINVAL and the document's reason: it is no such file, or is wrong. -ENOMEM. */
int event_lists_read(struct event_data **out, const struct document *from);

#endif /* _EVENT_LISTS_H */
