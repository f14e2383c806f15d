/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers as "0-3,8": CPUs, mostly. */
#ifndef _RANGES_H
#define _RANGES_H

#include <stdbool.h>
#include <stdint.h>

enum { RANGES_MAX = 4096 };	/* every other one of as many CPUs as Linux has */

/* Zeroed: no number. */
struct ranges {
	struct range {
		uint32_t first, last;
	} range[RANGES_MAX];
	unsigned int nr;
};

/* Also of one number alone. -EINVAL. */
int ranges_parse(struct ranges *r, const char *text);
bool ranges_have(const struct ranges *r, uint32_t number);

/* Its only number; -1: it has more, or none. */
int64_t ranges_only(const struct ranges *r);

#endif /* _RANGES_H */
