/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The named sets of a family: what each counts, and whether it fits in the counters
 * of the machine that is spoken of.
 */
#ifndef _SETS_H
#define _SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_data;
struct set_counts;

/* An event that is to be counted, as perf is asked for it. */
struct wanted {
	uint64_t config;
	uint64_t config1;
};

struct sets {
	struct set_counts *set;
	size_t nr;
};

/* @family: with the counters of that machine; NULL: there are no sets. -ENOMEM. */
int sets_make(struct sets *to, const struct event_data *family, bool watchdog);
void sets_free(struct sets *s);

/* Those that fit and count all of these: at most @max names, how many. */
size_t sets_find(const struct sets *s, const struct wanted *wanted, size_t nr,
		 const char **name, size_t max);

/*
 * The first that counts all of these and does not fit, and @why, to stand behind
 * "but"; NULL: there is none.
 */
const char *sets_crowded(const struct sets *s, const struct wanted *wanted,
			 size_t nr, const char **why);

#endif /* _SETS_H */
