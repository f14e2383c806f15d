/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The metrics of a vendor's file as nodes of a family. A format's front end says where
 * the parts of a metric stand and what its names mean, and gives each node its texts;
 * vendor.c translates the formulas and does all else, once.
 */
#ifndef _METRICS_H
#define _METRICS_H

#include <jansson.h>

#include "model/expr.h"
#include "model/model.h"

struct resolver;
struct metrics;

enum { METRIC_PATH = EXPR_NAME_MAX + 16 };

/* A short name of a formula for a longer one. */
struct alias {
	const char *alias;
	size_t len;
	const char *name;
};

/* A formula or a threshold as it stands in the file. */
struct written {
	const char *text;		/* NULL: there is none */
	const char *key;		/* of it, below the metric's path */
	struct formula is;		/* empty: it was not understood */
};

/* A metric of the file; what is const char belongs to the file's JSON. */
struct metric {
	const json_t *json;
	char path[METRIC_PATH];		/* "Metrics/12" */
	struct written formula;
	struct written threshold;
	const char *parent_key;		/* the key of a metric, or NULL */
	struct alias *alias;		/* to be freed, or NULL */
	size_t nr_aliases;
	json_t *node;			/* of the family: what has a text there */
	const char *name;		/* of the node */
	int parent;			/* index, or -1 */
	double scale;			/* of what the formula yields */
	bool standalone;
};

struct metric_event {
	char *name;			/* as formulas have it */
	char *key;			/* in the family */
};

struct metrics_format {
	bool (*is)(const json_t *root);

	/* Sets the title, and adds all metrics. -ENOMEM, -E2BIG. */
	int (*read)(struct metrics *m);

	/* The length of a name in a formula or threshold here, or 0. */
	size_t (*name_length)(const char *at);
	bool split;			/* of struct expr_dialect */
	bool as_counted;		/* of struct model_fields */

	/* The name that an alias of a formula stands for; NULL: no aliases. */
	const char *(*formula_name)(const struct metric *metric,
				    const char *name);

	/*
	 * What a name means that is no number: a node, or an event, which
	 * metrics_event() makes. -ENOENT: a threshold speaks of nothing known.
	 */
	int (*refer)(struct metrics *m, size_t metric, bool threshold,
		     const char *name, struct reference *to);

	/* Sets the code of an event, if this file has it; or NULL. */
	bool (*config)(const struct metrics *m, const char *name,
		       uint64_t *config);
};

struct metrics {
	const struct metrics_format *format;
	const char *file;
	const char *text;
	json_t *root;			/* of the file */
	const struct resolver *resolver;	/* or NULL */
	json_t *family;
	json_t *events;			/* of the family */
	json_t *numbers;		/* the same: latencies */
	struct metric *metric;
	size_t nr;
	json_t *keys;			/* in small letters: which metric */
	struct metric_event *event;
	size_t nr_events;
	json_t *event_names;		/* as formulas have them: which event */
	json_t *event_keys;		/* in small letters: which event */
};

/*
 * Adds a copy of @metric with that name, which the node has too. @key is what others
 * call it, its name or another one. -EEXIST: there is one. -E2BIG: there are
 * MODEL_NODES_MAX. -ENOMEM.
 */
int metrics_add(struct metrics *m, const char *name,
		const struct metric *metric);
/* Adds it as "NAME@2" where others have the name. */
int metrics_add_another(struct metrics *m, const char *name,
			const struct metric *metric);
int metrics_add_key(struct metrics *m, const char *key);

/* The index of a metric with that key, or -1. */
int metrics_find(const struct metrics *m, const char *key);

/* The one that was added last. */
struct metric *metrics_last(struct metrics *m);

/* @to becomes a metric, times what its unit makes of it; or an event. -E2BIG, -ENOMEM. */
int metrics_refer(struct metrics *m, int metric, struct reference *to);
int metrics_event(struct metrics *m, const char *name, struct reference *to);

/*
 * Sets a member of a node or family, without what controls a terminal and of at most
 * MODEL_TEXT_MAX bytes. An empty text or NULL sets nothing.
 */
void metrics_put(json_t *to, const char *key, const char *text);

/* The unit in which shares are told: "slots", "cycles", "share" or "number". */
void metrics_put_unit(struct metric *metric, const char *unit,
		      const char *unit_text);
bool metrics_has_unit(const struct metric *metric, const char *unit);

/* A text that is not empty, or NULL. */
const char *metrics_string(const json_t *o, const char *key);

/* A name cannot have what begins and ends one in a formula. */
void metrics_drop_quotes(char *name);

/* Frees all but the root. */
void metrics_close(struct metrics *m);

#endif /* _METRICS_H */
