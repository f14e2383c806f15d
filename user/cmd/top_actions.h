/* SPDX-License-Identifier: GPL-2.0 */
/* Does what a key of `tdacct top` stands for. */
#ifndef _TOP_ACTIONS_H
#define _TOP_ACTIONS_H

#include "top.h"

void top_act(struct top *t, enum action a);

#endif /* _TOP_ACTIONS_H */
