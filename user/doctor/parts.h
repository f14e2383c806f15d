/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the doctor look at, and tell each other. */
#ifndef _PARTS_H
#define _PARTS_H

#include "facts.h"
#include "finding.h"

/* The parts, each in a file of its own. */
void cpu_look(struct doctor *d);
void counters_look(struct doctor *d);
void kernel_look(struct doctor *d);
void module_look(struct doctor *d);
void modprobe_look(struct doctor *d);
void rights_look(struct doctor *d);

/* A model for this CPU and this kind of counters: its name. */
bool cpu_has_model(const struct doctor *d, const char *kind, char *name,
	       size_t size);

bool cpu_is_amd(const struct doctor *d);
bool cpu_is_arm(const struct doctor *d);
bool cpu_is_virtual(const struct doctor *d);

#endif /* _PARTS_H */
