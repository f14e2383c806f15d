/* SPDX-License-Identifier: GPL-2.0 */
/* What is shown together, as the user names it: "12,34", "a,b". */
#ifndef _TARGETS_H
#define _TARGETS_H

#include "target.h"

struct ids;
struct session;

/*
 * Each is as @like, except for its number or name: those of @ids, or of the
 * cgroups in @list. One that is part of another is left out. Tells what is wrong;
 * targets_close() in any case.
 */
int targets_open(struct targets *to, struct session *s,
		 const struct target *like, const struct ids *ids,
		 const char *list);
void targets_close(struct targets *t);

#endif /* _TARGETS_H */
