/* SPDX-License-Identifier: GPL-2.0 */
/* The options of show, also for commands that do the same in other words. */
#ifndef _CMD_SHOW_H
#define _CMD_SHOW_H

#include "tasks/target.h"
#include "view/report.h"
#include "view/tree.h"
#include "options.h"

struct show {
	struct common common;
	struct target target;	/* what is true of each of @targets */
	struct targets targets;
	struct ids ids;		/* of tasks or cgroups */
	struct ranges cpus;
	const char *list;	/* which of several, as the user calls them */
	bool all_cpus;		/* -a; beside a target it once meant --all */
	bool each;		/* of those that --from has */
	bool recorded;		/* which is of tdacct record, and source.replay */
	struct tree_options tree;
	const char *explain;	/* a node, or NULL */
	bool describe;
	char said[REPORT_NOTES][REPORT_NOTE_SIZE];	/* beside CSV */
};

/* The keys of --system and --from, and the first one of others. */
enum { SHOW_SYSTEM = OPTION_OWN, SHOW_FROM, SHOW_OWN };

/* -t, -p, -C, -c, -G, -a, --system, --from: false where @key is none of them. */
bool show_take(struct argp_state *state, struct show *s, int key, char *arg);

/* At the end of the options; ends the program where they contradict each other. */
void show_check(struct argp_state *state, struct show *s);

/* The run() of struct command: @arg is a struct show. */
int show_run(struct session *s, void *arg);

#endif /* _CMD_SHOW_H */
