/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Families of a site: files of this machine that say for some CPUs what the tool does
 * not carry, mostly which of their events the symbols of a model are.
 * Documentation/sites.rst describes them.
 */
#ifndef _SITES_H
#define _SITES_H

#include <limits.h>

#include "families.h"

#define SITES_VARIABLE "TDACCT_SITES"
#define SITES_FOLDER "/etc/tdacct/sites"

/* Are there any? Cheap. */
bool sites_exist(void);

/*
 * The first for @m in the folder that the environment names, else in SITES_FOLDER.
 * -ENOENT: there is none. Says which files it leaves out for a mistake.
 */
int sites_find(struct event_data **out, const struct event_machine *m);

/* As sites_find(), for a machine whose files are below @root, or "". */
int sites_find_below(struct event_data **out, const char *root,
		     const struct event_machine *m);

/*
 * What a user named: a file, one in that folder with or without the end of its name,
 * or another folder, in which one for @m is looked for. -ENOENT: it is no family's
 * file that says which counters there are, and @out is NULL; maybe it is a vendor's,
 * or the tool's own. Says what else is wrong.
 */
int sites_open(struct event_data **out, const char *choice,
	       const struct event_machine *m);

/* The file that such a choice is: @path, or @choice where it is none of that folder. */
const char *sites_path(char path[PATH_MAX], const char *choice);

struct near;

/* Tries the names in that folder, and copies the nearest one to @best. */
void sites_try(struct near *near, char best[NAME_MAX + 1]);

#endif /* _SITES_H */
