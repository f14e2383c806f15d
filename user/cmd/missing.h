/* SPDX-License-Identifier: GPL-2.0 */
/* Times in which nothing was counted, or recorded, and why. */
#ifndef _MISSING_H
#define _MISSING_H

#include <stddef.h>
#include <stdint.h>

enum { MISSING_SIZE = 256 };

/* "nothing was WHAT from 2026-11-28 03:10:00 to 03:10:20: WHY"; times since 1970. */
void missing_text(char to[MISSING_SIZE], const char *what, uint64_t from_ns,
		  uint64_t to_ns, const char *why);

/* Those of a report, for missing_say(): the first ones, and how many more. */
struct missing {
	char text[8][MISSING_SIZE];
	unsigned int nr;
	uint64_t more_ns;	/* those behind them, all together */
};

void missing_add(struct missing *m, const char *what, uint64_t from_ns,
		 uint64_t to_ns, const char *why);

/* On stderr, a line each. */
void missing_say(const struct missing *m);

#endif /* _MISSING_H */
