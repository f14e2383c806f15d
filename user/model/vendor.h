/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of metrics as vendors publish them become models. Each format has a
 * front end, which says where the parts of a metric stand and what its names
 * mean; all else is done here, once. A metric that cannot be had stays in the
 * model with the reason. Documentation/vendors.rst describes the formats.
 */
#ifndef _VENDOR_H
#define _VENDOR_H

#include <jansson.h>

#include "expr.h"
#include "model.h"

struct encodings;
struct reader;

enum {
	VENDOR_PATH = EXPR_NAME_MAX + 16,
	VENDOR_NAME_MAX = EXPR_NAME_MAX,	/* of a node */
};

/* What a formula says for a longer name. */
struct alias {
	const char *alias;
	size_t len;
	const char *name;
};

/* A metric as it stands in the file; texts belong to the JSON. */
struct draft {
	const json_t *json;
	char path[VENDOR_PATH];		/* "Metrics/12" */
	const char *formula;		/* NULL: there is none */
	const char *formula_key;	/* "Formula", below @path */
	const char *threshold;
	const char *threshold_key;
	const char *parent;		/* the key of a metric, or NULL */
	struct alias *alias;		/* freed with the draft, or NULL */
	size_t nr_aliases;
};

struct vendor {
	const struct vendor_format *format;
	const char *file;
	const char *text;
	json_t *root;
	const struct encodings *encodings;
	struct model *m;
	struct draft *draft;		/* one for each node of @m */
	json_t *nodes;			/* key in small letters: index */
	json_t *events;			/* name: index */
	size_t room;			/* for events, in @m */
};

struct vendor_format {
	bool (*is)(const json_t *root);

	/* The title, and all nodes by vendor_add(). -ENOMEM, -E2BIG. */
	int (*read)(struct vendor *v);

	/* The length of a name in a formula or threshold here, or 0. */
	size_t (*name_length)(const char *at);
	bool split;			/* of struct expr_dialect */
	bool as_counted;		/* of struct model_fields */

	/* What stands for a name of a formula where it is not the name. */
	const char *(*formula_name)(const struct draft *d, const char *name);

	/*
	 * What a name means that is no number: a node, or an event, which
	 * vendor_event() makes. -ENOENT: a threshold speaks of nothing known.
	 */
	int (*refer)(struct vendor *v, size_t node, bool threshold,
		     const char *name, struct reference *to);

	/* The encoding of an event, where this file has it; or NULL. */
	bool (*config)(const struct vendor *v, const char *name,
		       uint64_t *config);
};

extern const struct vendor_format vendor_intel;
extern const struct vendor_format vendor_perf;
extern const struct vendor_format vendor_arm;

/* NULL: no vendor's. */
const struct vendor_format *vendor_format(const json_t *root);

/*
 * A file of metrics, which vendor_format() knows, as a family. -E2BIG: it has more than
 * MODEL_NODES_MAX metrics. -ENOMEM.
 */
int vendor_import(json_t **family, const struct reader *from, json_t *root,
		  const struct encodings *encodings);

/* vendor_family.c */
int vendor_write(json_t **family, const struct vendor *v);

/*
 * For front ends. A node with this name and draft, all else empty; @key is
 * what others call it, its name or another one. -EEXIST: there is one.
 * -E2BIG: there is no room for more.
 */
int vendor_add(struct vendor *v, const char *name, const struct draft *d,
	       struct node **out);
/* The same of a name that others may have, too: "NAME@2". */
int vendor_add_another(struct vendor *v, const char *name,
		       const struct draft *d, struct node **out);
int vendor_add_key(struct vendor *v, const char *key);
int vendor_find(const struct vendor *v, const char *key);
int vendor_event(struct vendor *v, const char *name, struct reference *to);
int vendor_refer(struct vendor *v, int node, struct reference *to);

/* A copy of at most MODEL_TEXT_MAX; of NULL it is NULL. -ENOMEM. */
int vendor_text(char **to, const char *from);
const char *vendor_string(const json_t *o, const char *key);

#endif /* _VENDOR_H */
