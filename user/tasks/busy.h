/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How busy CPUs are, which the kernel tells in /proc/stat and no count of slots: a
 * CPU that sleeps has no slots.
 */
#ifndef _BUSY_H
#define _BUSY_H

#include "kernel/ask.h"

/* All since boot. @root: what stands before /proc; NULL: nothing is known. */
void busy_read(const char *root, struct cpus *cpus);

#endif /* _BUSY_H */
