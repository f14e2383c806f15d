/* SPDX-License-Identifier: GPL-2.0 */
/* What load.c and load_*.c share, and nobody else includes. */
#ifndef _LOAD_PRIVATE_H
#define _LOAD_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "model.h"

struct event_data;
struct model_error;

/* Paths are such as "nodes/18/approximate/formula". */
#define LOAD_PATH_MAX 256

struct loader {
	const char *file;
	const char *text;
	struct model *m;
	const struct event_data *site;	/* what symbols are, or NULL */
	const json_t *events;
	struct model_error *why;
};

/*
 * load_keys.c. All return 0, -EINVAL and @l->why, or -ENOMEM; @path is where
 * @object is. load_fail() says what is wrong there, @within characters into a text.
 */
int __attribute__((format(printf, 4, 5)))
load_fail(struct loader *l, const char *path, unsigned int within,
	  const char *format, ...);
int load_check_keys(struct loader *l, const json_t *object, const char *path,
		    const char *const *keys);
int load_check_object(struct loader *l, const json_t *object,
		      const char *path, const char *const *keys);
int load_text(struct loader *l, const json_t *object, const char *path,
	      const char *key, bool required, char **out);
int load_number(struct loader *l, const json_t *object, const char *path,
		const char *key, uint64_t max, uint64_t *out);
int load_optional(struct loader *l, const json_t *object, const char *path,
		  const char *key, uint64_t max, uint64_t *out);

/* A text that is known to be one, once more. */
int load_keep_text(const json_t *object, const char *key, char **to);

/* @to, of LOAD_PATH_MAX, becomes the path of @key below @path. */
void load_join(char *to, const char *path, const char *key);

/* load_events.c. The second wants the first to have been there. */
int load_events(struct loader *l, const json_t *root);
bool load_is_told(const struct loader *l, const char *name, double *number);

/* load_fields.c */
int load_fields(struct loader *l, const json_t *root);

/* load_formulas.c. Of a node, where all events and names of nodes are known. */
int load_formula(struct loader *l, const json_t *object, const char *path,
		 const char *key, struct formula *f);
int load_approximate(struct loader *l, const json_t *node, const char *path,
		     struct node *to);
int load_threshold(struct loader *l, const json_t *node, const char *path,
		   struct node *to);

/* load_nodes.c. After events and fields. */
int load_nodes(struct loader *l, const json_t *root);

#endif /* _LOAD_PRIVATE_H */
