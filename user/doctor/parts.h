/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of the doctor look at, and tell each other. */
#ifndef _PARTS_H
#define _PARTS_H

#include "facts.h"
#include "finding.h"

/* The parts, each in a file of its own. */
void look_at_cpu(struct doctor *d);
void look_at_counters(struct doctor *d);
void look_at_kernel(struct doctor *d);
void look_at_module(struct doctor *d);
void look_at_modprobe(struct doctor *d);
void look_at_rights(struct doctor *d);

/* perf offers SLOTS and PERF_METRICS. */
bool has_metrics(const struct doctor *d);

/* A model for this CPU and this kind of counters: its name. */
bool has_model(const struct doctor *d, const char *kind, char *name,
	       size_t size);

bool is_amd(const struct doctor *d);
bool is_arm(const struct doctor *d);
bool is_virtual(const struct doctor *d);

#endif /* _PARTS_H */
