/* SPDX-License-Identifier: GPL-2.0 */
/* The E-cores of a hybrid CPU, beside its P-cores: see atom.c. */
#ifndef _TDA_PMU_ATOM_H
#define _TDA_PMU_ATOM_H

#include <linux/types.h>

struct tda_kind;

bool tda_atom_is_there(void);
const struct tda_kind *tda_atom_beside(const struct tda_kind *others);

#endif /* _TDA_PMU_ATOM_H */
