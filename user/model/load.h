/* SPDX-License-Identifier: GPL-2.0 */
/* Models from families, as Documentation/models.rst describes them. */
#ifndef _LOAD_H
#define _LOAD_H

#include "events/event.h"
#include "model.h"

struct document;
struct resolver;

/*
 * -EINVAL and the document's reason, or -ENOMEM. @resolver: facts about the machine,
 * or NULL.
 */
int model_load(struct model **out, const struct document *from,
	       const struct resolver *resolver);

/* Loads a text. */
int model_parse(struct model **out, const char *file, const char *text,
		size_t len, struct event_error *why);

#endif /* _LOAD_H */
