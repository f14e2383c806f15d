/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sites' files on this machine: each says for some CPUs which of their events the
 * symbols of a model are. Documentation/sites.rst describes them.
 */
#ifndef _SITES_H
#define _SITES_H

#include "families.h"

#define SITES_VARIABLE "TDACCT_SITES"
#define SITES_FOLDER "/etc/tdacct/sites"

/* Are there any? Cheap. */
bool sites_exist(void);

/*
 * @choice, from the user: a file, one in the folder without the end of its name,
 * or another folder, where one for @m is looked for. NULL: in the folder that the
 * environment names, else in SITES_FOLDER. -ENOENT: there is none for @m, which is
 * told only where there was a choice; so is all else that is wrong. A file that is
 * not as it should be is left out, which is told, where it was not named.
 */
int sites_find(struct event_data **out, const char *choice,
	       const struct event_machine *m);

/* The same without a choice for a machine whose files are below @root, or "". */
int sites_find_below(struct event_data **out, const char *root,
		     const struct event_machine *m);

#endif /* _SITES_H */
