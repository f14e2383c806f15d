/* SPDX-License-Identifier: GPL-2.0 */
/* This machine, where no module tells what it is. */
#ifndef _MACHINE_H
#define _MACHINE_H

#include "counts/sample.h"

/*
 * Its CPU, and the values that a module counts on any CPU of its kind: slots
 * and their fields, cycles, instructions.
 */
void machine_info(struct info *to);

#endif /* _MACHINE_H */
