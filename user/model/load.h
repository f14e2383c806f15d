/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Models from families, as Documentation/models.rst describes them, and from
 * vendors' files, as Documentation/vendors.rst does: they are told apart by what is
 * in them.
 */
#ifndef _LOAD_H
#define _LOAD_H

#include "events/event.h"
#include "model.h"

struct document;
struct encodings;

/*
 * -EINVAL and the document's reason, or -ENOMEM. @encodings: of the events that a
 * vendor's file only names; or NULL.
 */
int model_load(struct model **out, const struct document *from,
	       const struct encodings *encodings);

/* Parse a text or a file. -EINVAL and @why, -ENOMEM, or -errno of the file and @why. */
int model_parse(struct model **out, const char *file, const char *text,
		size_t len, struct event_error *why);
int model_parse_with(struct model **out, const char *file, const char *text,
		     size_t len, const struct encodings *encodings,
		     struct event_error *why);
int model_read(struct model **out, const char *path,
	       const struct encodings *encodings, struct event_error *why);

#endif /* _LOAD_H */
