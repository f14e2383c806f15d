/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Slots as folded stacks, which flamegraph.pl and speedscope read: a line for each stack,
 * "FRAME;FRAME;... SLOTS". What is below a node of the tree is a frame above it.
 */
#ifndef _FOLDED_H
#define _FOLDED_H

#include <stdint.h>
#include <stdio.h>

#include "model/result.h"

/*
 * Divides @whole among @nr parts by their shares, from 0 up, which are its own: together
 * they are @whole where the shares are 1 together, or more. Returns what is left.
 */
uint64_t folded_divide(uint64_t whole, const double *share, unsigned int nr,
		       uint64_t *part);

/* Returns the slots of @core_type that @c has, and how many of them have no class. */
uint64_t folded_slots(const struct info *info, const struct counts *c,
		      unsigned int core_type, uint64_t *unclassified);

/*
 * Prints a stack for each part of the slots of @c, of which @r was computed. The first
 * frames are the parts of @path, and @name. All lines together have the slots of @c, which
 * it returns.
 */
uint64_t folded_print(FILE *to, const char *path, const char *name,
		      const struct result *r, const struct counts *c);

#endif /* _FOLDED_H */
