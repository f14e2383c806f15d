/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A model: what the counts of one family of CPUs mean. load.h reads one. The
 * program itself knows no CPU, no event and no metric.
 */
#ifndef _MODEL_H
#define _MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MODEL_FILE_MAX = 4 << 20,	/* bytes */
	MODEL_NODES_MAX = 1024,
	MODEL_EVENTS_MAX = 2048,
	MODEL_TEXT_MAX = 4096,		/* of a title, a description */
	MODEL_LEVELS_MAX = 16,
	MODEL_PARTS_MAX = 8,
};

struct expr;
struct info;

/* The node or event that a formula names. */
struct reference {
	bool is_node;
	unsigned int index;
	double scale;		/* of the node's share, in this formula */
};

struct formula {
	struct expr *expr;	/* NULL: there is no such formula */
	struct reference *ref;	/* one for each name in it */
};

/*
 * Either a value that the kernel names, or a raw perf config. A symbol is one or
 * the other only where a site's file says so; a constant is a number then, and no
 * event of the model.
 */
struct model_event {
	char *name;
	char *value;
	char *symbol;		/* what it is to count, for people; or NULL */
	uint64_t config;
	uint64_t config1;	/* the value of an extra register */
	char *why;		/* it cannot be counted at all, or NULL */
};

/* Shares of slots, of cycles, of something else; and numbers that are none. */
enum node_unit { UNIT_SLOTS, UNIT_CYCLES, UNIT_SHARE, UNIT_NUMBER };

struct node {
	char *name;
	char *title;
	char *description;
	char *source;		/* of the formula; NULL: the model's title */
	char *note;		/* to be shown with @approximate */
	int parent;		/* index, or -1 */
	unsigned int level;	/* from 1 */
	unsigned int said_level;	/* by the file, which may err, or 0 */
	enum node_unit unit;
	char *unit_text;	/* of what is neither slots nor cycles */
	bool core_wide;		/* the core's other hardware thread is in it */
	bool standalone;		/* no part of the tree: a number for itself */
	double scale;		/* what the formula yields is to be times this */
	struct formula formula;
	struct formula approximate;	/* where @formula cannot be had */
	struct formula threshold;	/* true: worth a look */
	char *text;		/* of the formula, for people */
	char *approximate_text;
	char *threshold_text;
	char *locate;		/* events that show where it happens */
	char *why;		/* the formula was not understood */
	char *threshold_why;
};

/* A field that lies within another: its value's name, the other's index. */
struct field_inside {
	char *value;
	unsigned int part;
};

/*
 * Fields that are quantised parts of one value. The parts make up the whole,
 * which tells by how much they are short; see fields.c.
 */
struct model_fields {
	char *of;
	char *parts[MODEL_PARTS_MAX];
	bool cut_off[MODEL_PARTS_MAX]; /* known to take nothing that others leave */
	unsigned int nr_parts;
	struct field_inside inside[MODEL_PARTS_MAX];
	unsigned int nr_inside;
	bool as_counted;	/* nothing is given back that rounding lost */
};

/* A number that formulas have in place of its name: the family's, or told by a site. */
struct model_constant {
	char *name;
	double number;
};

struct model {
	char *name;
	char *title;
	char *note;		/* what to know about all its numbers, or NULL */
	char *page;		/* the document that tells more, or NULL */
	struct model_event *event;
	size_t nr_events;
	struct model_constant *constant;
	size_t nr_constants;
	struct node *node;
	size_t nr_nodes;
	unsigned int *order;	/* of evaluation: what is needed goes first */
	struct model_fields fields;
	double width;		/* slots in a cycle, where cycles tell them; or 0 */
};

void model_free(struct model *m);
/* Leaves it empty. */
void model_free_formula(struct formula *f);

/* "slots", "percent", "per instruction" ... */
const char *model_unit_name(const struct node *n);

/*
 * Is it a node of the first level that can be added to the others? What is aside, or a
 * share of something else than the first one is, is no part of the same whole.
 */
bool model_is_part(const struct model *m, size_t node);

/* Indices, or -1. */
int model_find_node(const struct model *m, const char *name);
int model_find_event(const struct model *m, const char *name);

#endif /* _MODEL_H */
