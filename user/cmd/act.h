/* SPDX-License-Identifier: GPL-2.0 */
/* Does what a key of `tdacct top` stands for. */
#ifndef _ACT_H
#define _ACT_H

#include "top.h"

void act(struct top *t, enum action a);

#endif /* _ACT_H */
