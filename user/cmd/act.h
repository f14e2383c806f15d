/* SPDX-License-Identifier: GPL-2.0 */
/* What the keys of `tdacct top` do. */
#ifndef _ACT_H
#define _ACT_H

#include "top.h"

void act(struct top *t, enum action a);

#endif /* _ACT_H */
