/* SPDX-License-Identifier: GPL-2.0 */
/* Says what a list of the tasks in a cgroup does not show, and why. */
#ifndef _LIST_WARNINGS_H
#define _LIST_WARNINGS_H

#include "tasks/select.h"

struct list;
struct rows;

struct list_warnings {
	size_t placeless;	/* rows whose cgroup is not known */
	size_t ended;		/* that ended in one that is not known */
};

/*
 * On stderr. @rows: those that are shown, of @lists, by @select. @whole: no other
 * filter took rows away, and they are since the beginning.
 */
void list_warnings_say(const struct list_warnings *l,
		       const struct select *select, const struct list *lists,
		       const struct rows *rows, int slots, bool whole);

#endif /* _LIST_WARNINGS_H */
