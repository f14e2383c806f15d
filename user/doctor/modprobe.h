/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the parameters that modprobe gives the module. */
#ifndef _MODPROBE_H
#define _MODPROBE_H

#include <stdbool.h>

#include "facts.h"

/* The file that "tdacct events use --boot" writes. */
#define MODPROBE_EVENTS "/etc/modprobe.d/tdacct-events.conf"

/* A parameter of the module: where it is, without the root, and its value. */
struct modprobe_parameter {
	char file[FACT_PATH_SIZE];
	char value[FACT_SIZE];
};

/*
 * Finds the parameter @key, such as "set=", in the files that modprobe reads below
 * @root, but not in MODPROBE_EVENTS unless @own, and on the kernel's command line.
 */
bool modprobe_find(struct modprobe_parameter *to, const char *root,
		   const char *key, bool own);

#endif /* _MODPROBE_H */
