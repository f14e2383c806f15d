/* SPDX-License-Identifier: GPL-2.0 */
/* What must hold of the numbers of any model, whatever was counted. */
#ifndef _FUZZ_NUMBERS_H
#define _FUZZ_NUMBERS_H

struct counts;
struct model;

void fuzz_eval(const struct model *model, const struct counts *c);

#endif /* _FUZZ_NUMBERS_H */
