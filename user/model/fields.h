/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Undo the bias of quantised fields.
 *
 * A CPU reports shares as whole numbers of 1/255. One that cuts off instead
 * of rounding leaves every field short by half a step on average, the parts
 * together by two steps; formulas that divide by the sum of the parts would
 * hand all that to the largest of them. What the parts are short of the whole
 * is known, though: it is spread evenly over them, and a field that lies
 * within a part gets as much as a part does.
 *
 * Say 100,000 slots, and fields that come to 40,000, 30,000, 19,600 and 9,600:
 * 800 are missing, so each part gains 200, and a field within a part too.
 *
 * The bound: a field that is rounded or cut off is within b = BLUR/255 of the truth,
 * and the truth of the parts makes up the whole. Adding m = missing / parts then
 * leaves an error of at most b + |m|. Parts that make up the whole all the same
 * are not all cut off: one has what the n others were cut off, and is within
 * n * (b + |m|). It is one of those that are not known to be cut off.
 */
#ifndef _FIELDS_H
#define _FIELDS_H

#include "plan.h"

/*
 * Counts as formulas shall see them, by index; NAN: not known. The whole has
 * lost what was not classified. An event that was counted in a part of the slots only
 * is, for formulas, what it would be if the other slots were like these, as a share
 * of the part is: 30 in 80 of 100 slots are 37.5. The truth lies between these 30 and
 * 50, if none of the others had one, or all.
 */
struct field_values {
	double number[COUNTS_NR];
	bool whole;		/* each part is 1 */
	double bound;		/* of a field that is rounded or cut off; NAN: not known */
	double part[COUNTS_NR];	/* of the slots, in which it was counted */
	double least[COUNTS_NR]; /* where that is not all: what it is, at least */
	uint64_t unknown;	/* by index: counted in none of the slots */
};

void fields_correct(const struct plan *p, const struct counts *c,
		    struct field_values *to);

#endif /* _FIELDS_H */
