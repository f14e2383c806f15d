/* SPDX-License-Identifier: GPL-2.0 */
/* What decides whether, and how well, counting works on a machine. */
#ifndef _DOCTOR_H
#define _DOCTOR_H

#include "finding.h"

struct client;

/* Looks at everything that files tell. */
void doctor_look(struct doctor *d);

/* What the module itself says of counting. */
void doctor_ask(struct doctor *d, struct client *c);

#endif /* _DOCTOR_H */
