/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event data: the events of one family of CPUs with the counters of each, and named sets
 * of them (Documentation/models.rst). import/ makes them of vendors' files, too.
 */
#ifndef _DATA_H
#define _DATA_H

#include <stddef.h>

#include "event.h"

struct document;

enum {
	EVENTS_MAX = 16384,
	EVENT_SETS_MAX = 64,
	SET_EVENTS_MAX = 32,
	EVENT_ALWAYS_MAX = 4,
	EVENT_CONSTANTS_MAX = 2048,
};

/* A set of events to be counted together, in this order. */
struct event_set {
	char *name;
	char *title;
	char *description;
	char **event;		/* as a user would spell them */
	unsigned int nr_events;
};

/* Which counters can count what has such a code; the first that fits says. */
struct event_rule {
	unsigned int first;	/* codes */
	unsigned int last;
	uint64_t umask;		/* these bits of it */
	uint64_t umask_bits;	/* which count; 0: any umask */
	uint64_t counters;
};

struct event_cpu {
	char *vendor;
	uint32_t family;
	uint32_t model;
	uint32_t last;		/* model of a range; mostly the same */
};

/* A number of this CPU that formulas speak of, such as the slots of a cycle. */
struct event_constant {
	char *name;
	double number;
};

struct event_data {
	char *name;		/* of the family, or the file's */
	char *title;		/* NULL: the file has none */
	struct event *event;	/* by name, whatever the case */
	size_t nr_events;
	uint64_t counters;	/* all there are; 0: not told */
	uint64_t counters_no_ht;
	/* The rest only where it is a family. */
	char *path;		/* of its file; NULL: the tool carries it */
	struct event_cpu *cpu;
	size_t nr_cpus;
	struct event_rule *rule;
	size_t nr_rules;
	struct event_set *set;
	size_t nr_sets;
	char *pmu;		/* the kind of counters, or NULL: any */
	char *method;		/* what its formulas are, or NULL; also: */
	char *note;		/* what to know about all their numbers */
	char *page;		/* the document that tells more */
	/*
	 * Where there are no fixed counters, the config of cycles: these are
	 * counted in any case, and instructions only if they are asked for.
	 * Else 0.
	 */
	uint64_t cycles;
	uint64_t instructions;	/* their config there; 0: as Intel's */
	uint32_t width;		/* slots in a cycle, where cycles tell them; or 0 */
	/*
	 * What a module counts there beside any set, except instructions and
	 * cycles, as above, and what fixed counter 3 has.
	 */
	struct event_set always;
	struct event_constant *constant;
	size_t nr_constants;
};

#define EVENT_DATA_EXPECTED \
	"expected a family with \"cpus\" and \"counters\"; see sites.rst"

/* -EINVAL and the document's reason, where it is no family, too; -ENOMEM. */
int event_data_read(struct event_data **out, const struct document *from);

/* Reads a file. Errors as above with @why, or -errno of the file. */
int event_data_open(struct event_data **out, const char *path,
		    struct event_error *why);

/*
 * Puts the events in order. Of those of the same name the file's first stays, unless
 * another can be counted. Returns whether two of the file's own have one.
 */
bool event_data_sort(struct event_data *d);
void event_data_close(struct event_data *d);

/* Frees what belongs to one of its events. */
void event_data_free_event(struct event *e);

/* From here on for a machine on which hyper-threading is off. */
void event_data_without_ht(struct event_data *d);

/* From here on for a machine that has these counters; 0: it does not tell. */
void event_data_on(struct event_data *d, uint64_t counters);

/* By a name as the data has it, in any case; NULL. event_parse.h knows more. */
const struct event *event_data_find(const struct event_data *d,
				    const char *name);
const struct event_set *event_data_find_set(const struct event_data *d,
					    const char *name);
bool event_data_constant(const struct event_data *d, const char *name,
			 double *number);

/* The value that the module has of such a config in any case, or NULL. */
const char *event_data_value(const struct event_data *d, uint64_t config);

/*
 * Which counters can count such a config: of an event that is the same but
 * for its modifiers, else by the rules for its code; 0: not told.
 */
uint64_t event_data_counters(const struct event_data *d, uint64_t config);

/* Which counters the rules give an event with such a config; 0: no rule is for it. */
uint64_t event_data_rule(const struct event_data *d, uint64_t config);

/*
 * An event without a name, as perf takes it, with its counters; @d may be
 * NULL, and they are not told then.
 */
void event_of_config(const struct event_data *d, uint64_t config,
		     uint64_t config1, struct event *to);

#endif /* _DATA_H */
