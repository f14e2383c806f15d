/* SPDX-License-Identifier: GPL-2.0 */
/* `show --from FILE`: counts that perf took, on any machine. */
#ifndef _CMD_FROM_H
#define _CMD_FROM_H

#include <stdbool.h>

struct common;
struct ids;
struct report;
struct repeat;
struct session;
struct target;

/* The subjects of the file to show; its path is in the source. */
struct from {
	const struct target *target;
	const struct ids *tasks;
	const char *list;	/* the choice as the user said it, or NULL: all */
	bool each;		/* a tree for each, as cgroups have in any case */
};

/* Shows one report. -errno. */
typedef int (*from_fn)(struct session *s, struct repeat *series,
		       struct report *r, void *arg);

/*
 * @s was opened for the file's counts. Becomes lines of JSON in @c where several
 * reports follow. Tells what is wrong.
 */
int from_show(struct session *s, struct common *c, const struct from *f,
	      from_fn show, void *arg);

#endif /* _CMD_FROM_H */
