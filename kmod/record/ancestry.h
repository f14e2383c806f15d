/* SPDX-License-Identifier: GPL-2.0 */
/* Families: parents, children and heirs of processes. See ancestry.c. */
#ifndef _TDA_ANCESTRY_H
#define _TDA_ANCESTRY_H

#include <linux/types.h>

struct tda_process;

void tda_ancestry_join(struct tda_process *p, struct tda_process *parent);
bool tda_ancestry_leave(struct tda_process *p, struct tda_process **dead);
struct tda_process *tda_ancestry_put(struct tda_process **p);

bool tda_ancestry_hold_for_move(struct tda_process *p);
void tda_ancestry_begin_move(struct tda_process *p);

#endif /* _TDA_ANCESTRY_H */
