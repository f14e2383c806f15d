/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sets of events for a site that names none: few of them, each of which fits in
 * the counters, and which together count whatever a model needs.
 */
#ifndef _COVER_H
#define _COVER_H

#include "events/data.h"
#include "model.h"

/*
 * Where @d has no sets. Each has the name of the first node that needs it. If the
 * NMI watchdog counts, a node that does not fit beside it gets a set all the same;
 * one that never fits has none. -ENOMEM.
 */
int cover_sets(struct event_data *d, const struct model *m, bool watchdog);

#endif /* _COVER_H */
