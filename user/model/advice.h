/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What people know about nodes that no formula says: what one means, what
 * usually causes it, what to try. It is in the files of user/families/advice, one
 * for each methodology, which the program carries.
 */
#ifndef _ADVICE_H
#define _ADVICE_H

#include <stdbool.h>
#include <stddef.h>

enum { ADVICE_MAX = 8 };	/* texts of one kind */

/* All texts belong to the book. */
struct advice {
	const char *meaning;
	const char *cause[ADVICE_MAX];
	size_t nr_causes;
	const char *remedy[ADVICE_MAX];
	size_t nr_remedies;
	const char *locate[ADVICE_MAX];	/* places: events that show where it happens */
	size_t nr_locate;
};

struct advice_book;

/* -ENOMEM, or -EINVAL where a file of the program's own is broken. */
int advice_open(struct advice_book **out);
void advice_close(struct advice_book *b);

/*
 * By the name of a node as models have it: "l1_bound", Intel's "L1_Bound",
 * perf's "tma_l1_bound". -ENOENT: there is nothing to be said of it.
 */
int advice_find(const struct advice_book *b, const char *name,
		struct advice *to);

/*
 * A place is an event, or the names that CPUs have for it, "A.B:pp|C.D": the first
 * that is known is meant. @known is given each, which ends after @len characters,
 * until it says so. Of @place, @len characters are looked at. False: none is known.
 */
bool advice_first(const char *place, size_t len,
		  bool (*known)(void *arg, const char *name, size_t len),
		  void *arg);

/* @a and @b are the same name, apart from case, "tma_", and - _ or blanks. */
bool advice_same_name(const char *a, const char *b);

#endif /* _ADVICE_H */
