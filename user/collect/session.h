/* SPDX-License-Identifier: GPL-2.0 */
/* Nearly every reading needs this first: the module, its model, a plan. */
#ifndef _SESSION_H
#define _SESSION_H

#include "counts/sample.h"
#include "kernel/client.h"
#include "model/plan.h"
#include "sources.h"

/* Says where answers come from, and what they mean. */
struct source {
	const char *replay;	/* a recording, or NULL: the kernel answers */
	const char *record;	/* where that is written meanwhile, or NULL */
	const char *counts;	/* a file that has all counts: nobody is asked; or NULL */
	struct sources means;	/* the model as detect_model() has it */
	bool sets;		/* which named sets count what is asked */
	bool isolated;		/* isolated CPUs are asked, too */
	bool present;		/* nothing that is not counted any more */
};

struct session {
	struct client client;
	struct info info;
	struct resolver resolver;
	struct model *model;
	struct model *beside[CORE_TYPES_MAX];	/* of each core_type but 0, or NULL */
	struct plan *plan;
	int stopped;		/* the signal that ended the readings, or 0 */
};

/*
 * Either tells what is wrong. The second one leaves the model out. Where a file has
 * the counts the first one is session_open_model().
 */
int session_open(struct session *s, const struct source *from);
int session_open_plain(struct session *s, const struct source *from);
int session_close(struct session *s);

/* Only what counts would mean: no module is asked, and info is a guess. */
int session_open_model(struct session *s, const struct source *from);
int session_close_model(struct session *s);

/*
 * Its values become those that perf counted, and the plans those for these. Tells what
 * is wrong, such as that @file has none that the formulas need.
 */
struct taken;
int session_bind(struct session *s, struct taken *t, const char *file);

/* The plans for s->info, whose values somebody changed. -ENOMEM, which it tells. */
int session_plan(struct session *s);

/* client_root() of its client. */
static inline const char *session_root(const struct session *s)
{
	return client_root(&s->client);
}

/*
 * The module where it is loaded, or a recording where one is spoken of; else
 * only what counts would mean. Tells which, and what is wrong.
 */
int session_open_means(struct session *s, const struct source *from,
		       bool *counting);

/* Is the module of this machine loaded, or about to be? Silent. */
bool session_has_module(void);

/*
 * After -ESTALE of ask_state(): the same session with what is counted now, for a series
 * that goes on. Says so, and what is wrong; what was made of the plan is to be made anew.
 */
int session_open_anew(struct session *s, const struct source *from);

#endif /* _SESSION_H */
