/* SPDX-License-Identifier: GPL-2.0 */
/* Finds what decides whether, and how well, counting works on a machine. */
#ifndef _DOCTOR_H
#define _DOCTOR_H

#include "finding.h"

struct client;

/* Looks at everything that files tell. */
void doctor_look(struct doctor *d);

/* Asks the module itself how it counts. */
void doctor_ask(struct doctor *d, struct client *c);

#endif /* _DOCTOR_H */
