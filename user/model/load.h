/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Models from families, as Documentation/models.rst describes them, and from
 * vendors' files, as Documentation/vendors.rst does: they are told apart by what is
 * in them.
 */
#ifndef _LOAD_H
#define _LOAD_H

#include <jansson.h>

#include "events/event.h"
#include "model.h"

struct document;
struct encodings;

/*
 * -EINVAL and the document's reason, or -ENOMEM. @encodings: of the events that a
 * vendor's file only names, and facts about the machine; or NULL.
 */
int model_load(struct model **out, const struct document *from,
	       const struct encodings *encodings);

/* Is it a vendor's file of metrics? */
bool model_is_vendors(const struct document *from);

/*
 * A vendor's file of metrics as a family, of which only what is in the file is there.
 * -ENOENT: it is none of these. Else as above.
 */
int model_import(json_t **family, const struct document *from,
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
