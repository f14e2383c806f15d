/* SPDX-License-Identifier: GPL-2.0 */
/* The families that the tool carries. */
#ifndef _FAMILIES_H
#define _FAMILIES_H

#include "data.h"
#include "event_machine.h"

struct embedded;

/*
 * A machine's CPU, from its /proc/cpuinfo, which does not know the kind of
 * counters. -ENOENT: it does not tell.
 */
int event_machine_read(struct event_machine *m, const char *path);

/* Is it for this machine's CPU and kind of counters? */
bool families_fits(const struct event_data *d, const struct event_machine *m);

/* NULL: there is none for it. *@err: 0, -ENOMEM. */
const struct embedded *families_find(const struct event_machine *m, int *err);

/*
 * Is it of a CPU? The others have formulas for any that has such counters, or symbols
 * in place of events.
 */
bool families_is_cpu(const struct embedded *e);

/* -ENOENT: there is none for it, or of that name. */
int families_of_machine(struct event_data **out,
			const struct event_machine *m);
int families_by_name(struct event_data **out, const char *name);

/* The name of each CPU's behind a space, to be told to people. */
void families_names(char *to, size_t size);

#endif /* _FAMILIES_H */
