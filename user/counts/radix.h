/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sort very many by numbers: it takes as long for each of a million as for each of
 * a thousand. Who has equal numbers stays in the order that was.
 */
#ifndef _RADIX_H
#define _RADIX_H

#include <stddef.h>
#include <stdint.h>

struct radix {
	uint64_t key;
	uint32_t index;		/* of what is sorted, where it lies */
};

/* @room: for as many. */
void radix_sort(struct radix *order, struct radix *room, size_t nr);

#endif /* _RADIX_H */
