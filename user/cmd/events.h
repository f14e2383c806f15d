/* SPDX-License-Identifier: GPL-2.0 */
/* Finds events, and whether they fit, before tdacct events shows anything. */
#ifndef _CMD_EVENTS_H
#define _CMD_EVENTS_H

#include "doctor/holders.h"
#include "events/schedule_set.h"
#include "model/measures.h"

struct boot;
struct session;

struct events_options {
	const char *family;	/* NULL: of this machine */
	const char *file;	/* of event data, NULL: the family's own */
	const char *model;	/* or a site's file; NULL: of the family */
	uint64_t without;
	bool watchdog;
	bool no_ht;
	bool json;
	bool load;
	bool boot;
};

/* A CPU, with all that is known of its events and counters. */
struct events_of {
	const struct events_options *options;
	struct event_data *data;	/* names and counters */
	struct event_data *family;	/* the sets; NULL: none, or @data */
	bool watchdog;			/* is on, as far as is known */
	bool elsewhere;			/* it is a site of other CPUs */
	struct holders holders;		/* on this machine; else empty */
	struct model *model;		/* NULL: none */
};

/* Some events that were asked for together, and what is to be said of them. */
struct events_set {
	const struct event_set *named;	/* NULL: from the command line */
	struct event event[SET_EVENTS_MAX];
	unsigned int nr;
	struct set_schedule schedule;
	struct measures measures;	/* of all of them, were they to fit */
};

/* Tells what is wrong. */
int events_open(struct events_of *e, const struct events_options *o);
void events_close(struct events_of *e);

/* The data that has the sets; NULL: there are none. */
const struct event_data *events_sets(const struct events_of *e);

/*
 * The end of a line on stderr that said that there is no @word: what is nearest to
 * it, and the sets that there are.
 */
void events_say_sets(const struct event_data *d, const char *word);

/* Tells what is wrong. Events that do not fit are not wrong. */
int events_named(struct events_set *to, const struct events_of *e,
		 const struct event_set *named);

/* @words: events, lists of them, names of sets. */
int events_asked(struct events_set *to, const struct events_of *e,
		 char *const *words, unsigned int nr);

/* A set that fits, in place of one that does not. */
struct events_near {
	struct measures measures;
	bool gains[MODEL_NODES_MAX];	/* over no events at all */
	bool loses[MODEL_NODES_MAX];	/* of what all would measure */
};

/* Without those that nearest set @i leaves out; only where there is a model. */
void events_nearest(struct events_near *to, const struct events_of *e,
		    const struct events_set *s, unsigned int i);

/* The counters that are left for the module. */
uint64_t events_counters(const struct events_of *e);

/* Shows an answer, in words or as JSON. An errno. */
int events_print_list(const struct events_of *e);
int events_print_set(const struct events_of *e, const struct events_set *s);

/* Have the module count these from here on; NULL: none. Tells what is wrong. */
int events_switch(struct session *s, const struct set_schedule *a);

/* Has the module count it for as long as @s is open. */
int events_lend(struct session *s, const struct set_schedule *a);

/*
 * Has the module count it, in a session of its own, and tells what is counted then: by
 * the name that it has in @sets, or NULL. @boot, unless NULL, is committed; then nothing
 * else is done where no module is loaded.
 */
int events_use(const struct set_schedule *a, const struct event_data *sets,
	       struct boot *boot, bool json);

/* "offcore", or NULL where it is none. */
const char *events_register(enum event_extra extra);

#endif /* _CMD_EVENTS_H */
