/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of the doctor, and the questions that they ask each other. */
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

/* There is a model for this CPU and this kind of counters. */
bool cpu_has_model(const struct doctor *d, const char *kind);

bool cpu_is_amd(const struct doctor *d);
bool cpu_is_arm(const struct doctor *d);
bool cpu_is_virtual(const struct doctor *d);

/* "6.1.0-18-amd64"; false where it is not known. */
bool kernel_release(const struct doctor *d, char to[FACT_SIZE]);

#endif /* _PARTS_H */
