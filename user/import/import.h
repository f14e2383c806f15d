/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of formulas and of events, whoever wrote them: what is a vendor's becomes the
 * tool's own first. What is in a file tells whose it is.
 */
#ifndef _IMPORT_H
#define _IMPORT_H

#include <stddef.h>

#include <jansson.h>

#include "events/event.h"

struct document;
struct resolver;
struct event_data;
struct model;

/*
 * Formulas. @resolver: of the events that a vendor's file only names, and facts about
 * the machine; or NULL. -EINVAL and @why, -ENOMEM, or -errno of the file and @why.
 */
int import_formulas(struct model **out, const char *path,
		    const struct resolver *resolver, struct event_error *why);
int import_formulas_parse(struct model **out, const char *file,
			  const char *text, size_t len,
			  const struct resolver *resolver,
			  struct event_error *why);

/*
 * Events. @latencies: takes those of the file; *@out stays NULL if it has no events
 * beside them. NULL: a file of latencies is a mistake. Errors as above.
 */
int import_events(struct event_data **out, json_t **latencies,
		  const char *path, struct event_error *why);
int import_events_parse(struct event_data **out, const char *file,
			const char *text, size_t len, struct event_error *why);

#endif /* _IMPORT_H */
