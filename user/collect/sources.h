/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a model and the encodings of its events come from: the files that the user
 * gave, and the data that the tool carries.
 */
#ifndef _SOURCES_H
#define _SOURCES_H

#include "counts/sample.h"
#include "model/resolver.h"

struct model;

/* The user gave these: formulas as detect_model() has them or sites_open(), or NULL. */
struct sources {
	const char *model;
	const char *event_data[EVENT_DATA_MAX];
	unsigned int nr_event_data;
};

/*
 * Fills @to, of which ->root and ->here are set before, the rest is zeroes: whether sets
 * are to fit on this machine, or on any with such a CPU. Tells what is wrong.
 * resolver_close() frees it.
 */
int sources_open(const struct sources *from, struct resolver *to,
		 const struct info *info);

/*
 * When the model is known: the sets, which a site may leave to be computed. Only
 * then @to->sets has any. Tells what is wrong.
 */
int sources_sets(struct resolver *to, const struct model *m);

#endif /* _SOURCES_H */
