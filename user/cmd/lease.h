/* SPDX-License-Identifier: GPL-2.0 */
/* --set: events that are counted for as long as a command of the tool lasts. */
#ifndef _LEASE_H
#define _LEASE_H

#include "options.h"

struct lease {
	bool taken;
	struct session session;	/* whose socket holds the events */
};

/* Nothing without --set. Tells what is wrong. */
int lease_open(struct lease *l, const struct common *c);

/* The module counts again what it did before. */
void lease_close(struct lease *l);

#endif /* _LEASE_H */
