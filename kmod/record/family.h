/* SPDX-License-Identifier: GPL-2.0 */
/* Families: parents, children and heirs of processes. See family.c. */
#ifndef _TDA_FAMILY_H
#define _TDA_FAMILY_H

#include <linux/types.h>

struct tda_process;

void tda_family_join(struct tda_process *p, struct tda_process *parent);
bool tda_family_leave(struct tda_process *p, struct tda_process **dead);
struct tda_process *tda_family_put(struct tda_process **p);

bool tda_family_hold_for_move(struct tda_process *p);
void tda_family_begin_move(struct tda_process *p);

#endif /* _TDA_FAMILY_H */
