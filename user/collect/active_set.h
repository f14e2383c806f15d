/* SPDX-License-Identifier: GPL-2.0 */
/* Which of the sets that the tool knows by name is counted. */
#ifndef _ACTIVE_SET_H
#define _ACTIVE_SET_H

#include <stdbool.h>
#include <stddef.h>

struct event_data;
struct info;

/* Its name among those of @sets; false if it has none there. */
bool active_set_among(char *to, size_t size, const struct event_data *sets,
		      const struct info *info);

/*
 * The same of the sets of a site's file, or else of this CPU. False, too, where
 * nothing is counted on request.
 */
bool active_set_name(char *to, size_t size, const struct info *info);

#endif /* _ACTIVE_SET_H */
