/* SPDX-License-Identifier: GPL-2.0 */
/* Events that are counted for as long as a socket is open. */
#ifndef _TDA_LEASE_H
#define _TDA_LEASE_H

#include <linux/types.h>

struct sk_buff;
struct tda_set;

int tda_lease_use(struct sk_buff *request, bool lease,
		  const struct tda_set *set, u64 epoch, const char **why);
bool tda_lease_is_held(void);
void tda_lease_on_release(void);
void tda_lease_exit(void);

#endif /* _TDA_LEASE_H */
