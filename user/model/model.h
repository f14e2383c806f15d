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
	MODEL_NODES_MAX = 512,
	MODEL_EVENTS_MAX = 2048,
	MODEL_TEXT_MAX = 4096,		/* of a title, a description */
	MODEL_LEVELS_MAX = 16,
	MODEL_PARTS_MAX = 8,
};

struct expr;
struct info;

/* What a formula means by a name. */
struct reference {
	bool is_node;
	unsigned int index;
};

struct formula {
	struct expr *expr;	/* NULL: there is no such formula */
	struct reference *ref;	/* one for each name in it */
};

/* Either a value that the kernel names, or a raw perf config. */
struct model_event {
	char *name;
	char *value;
	uint64_t config;
};

enum node_unit { UNIT_SLOTS, UNIT_CYCLES };

struct node {
	char *name;
	char *title;
	char *description;
	char *note;		/* to be shown with @approximate */
	int parent;		/* index, or -1 */
	unsigned int level;	/* from 1 */
	enum node_unit unit;
	struct formula formula;
	struct formula approximate;	/* where @formula cannot be had */
	struct formula threshold;	/* true: worth a look */
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
	unsigned int nr_parts;
	struct field_inside inside[MODEL_PARTS_MAX];
	unsigned int nr_inside;
};

struct model_cpu {
	char *vendor;
	uint32_t family;
	uint32_t model;
};

struct model {
	char *name;
	char *title;
	char *pmu;		/* the kind of counters it is for; NULL: any */
	struct model_cpu *cpu;
	size_t nr_cpus;
	struct model_event *event;
	size_t nr_events;
	struct node *node;
	size_t nr_nodes;
	unsigned int *order;	/* of evaluation: what is needed goes first */
	struct model_fields fields;
};

void model_free(struct model *m);

/* Indices, or -1. */
int model_find_node(const struct model *m, const char *name);
int model_find_event(const struct model *m, const char *name);

#endif /* _MODEL_H */
