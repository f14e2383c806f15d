/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Models from JSON, as Documentation/models.rst describes it, and from vendors'
 * files, as Documentation/vendors.rst does: they are told apart by what is in
 * them.
 */
#ifndef _LOAD_H
#define _LOAD_H

#include "model.h"

struct encodings;

struct model_error {
	char text[512];		/* "file:line:column: what" */
};

/* -EINVAL and @why, -ENOMEM, or -errno of the file and @why. */
int model_parse(struct model **out, const char *file, const char *text,
		size_t len, struct model_error *why);

/* @encodings: of the events that a vendor's file only names, or NULL. */
int model_parse_with(struct model **out, const char *file, const char *text,
		     size_t len, const struct encodings *encodings,
		     struct model_error *why);
int model_read(struct model **out, const char *path,
	       const struct encodings *encodings, struct model_error *why);

#endif /* _LOAD_H */
