/* SPDX-License-Identifier: GPL-2.0 */
/* This machine, where no module tells what it is. */
#ifndef _MACHINE_H
#define _MACHINE_H

#include "counts/sample.h"

struct event_machine;

/*
 * What stands before its /proc and /sys: "", or what the environment says, which then
 * is another machine as files tell of it.
 */
const char *machine_root(void);

/* How a machine is told from others; "": not known. */
struct machine_name {
	char host[65];
	char boot_id[37];	/* another one after each boot: counts begin anew */
};

/* @root as client_root() has it: NULL where nothing is known of the machine. */
void machine_name(struct machine_name *to, const char *root);

/*
 * Its CPU, and the values that a module counts on any CPU of its kind: slots
 * and their fields, cycles, instructions; and those of E-cores, if it has such.
 */
void machine_info(struct info *to);

/* Makes of it a CPU with another kind of counters. */
void machine_suppose(struct info *to, const char *pmu);

/* The CPU that @info is of, as families are looked for. */
void machine_describe(struct event_machine *to, const struct info *info);

#endif /* _MACHINE_H */
