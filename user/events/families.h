/* SPDX-License-Identifier: GPL-2.0 */
/* The event data that the tool carries. */
#ifndef _FAMILIES_H
#define _FAMILIES_H

#include "data.h"
#include "event_machine.h"

/*
 * A machine's CPU, from its /proc/cpuinfo, which does not know the kind of
 * counters. -ENOENT: it does not tell.
 */
int machine_read_file(struct event_machine *m, const char *path);

/* Is it for this machine's CPU and kind of counters? */
bool families_fits(const struct event_data *d, const struct event_machine *m);

/* -ENOENT: there is none for it, or of that name. */
int families_of_machine(struct event_data **out,
			const struct event_machine *m);
int families_by_name(struct event_data **out, const char *name);

/* Each name behind a space, to be told to people. */
void families_names(char *to, size_t size);

#endif /* _FAMILIES_H */
