/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The JSON of a file, and for a family that "extends" another one, which the tool
 * carries, what both say together. Documentation/models.rst has the rules.
 */
#ifndef _DOCUMENT_H
#define _DOCUMENT_H

#include "field.h"

#define FAMILY_FORMAT "tdacct-family-1"
/* Families consisted of files in these formats before. */
#define EVENTS_FORMAT "tdacct-events-1"
#define MODEL_FORMAT "tdacct-model-1"
#define SITE_FORMAT "tdacct-site-1"

struct embedded;

struct document {
	struct reader reader;
	json_t *root;
	json_t *own;
	char *read;		/* by document_open(), or NULL */
	bool carried;		/* by the tool */
};

/*
 * -EINVAL and @why, which stays with the document; -ENOMEM. @file, @text and @why
 * must live as long as it is open. Of vendors' files some say a thing twice, which is
 * a mistake in all others.
 */
int document_parse(struct document *d, const char *file, const char *text,
		   size_t len, struct event_error *why);

/*
 * The same of a file of at most @max bytes; -errno and "cannot read @what'PATH'", such
 * as "the model ".
 */
int document_open(struct document *d, const char *path, size_t max,
		  const char *what, struct event_error *why);

/* Reads a family that the tool carries, which has no mistakes. */
int document_carried(struct document *d, const struct embedded *e,
		     struct event_error *why);
void document_close(struct document *d);

/* "tdacct-family-1", or NULL: it is a vendor's. */
const char *document_format(const json_t *root);

/* A list on the top level of a family's own file alone; NULL: it has none. */
json_t *document_list(const struct embedded *e, const char *key);

/* The family of that name that the tool carries, or NULL. */
const struct embedded *document_find(const char *name);

#endif /* _DOCUMENT_H */
