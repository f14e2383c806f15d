/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The encodings of events, from the files that the user gave and from the data
 * that the tool carries; and which named sets count them.
 */
#ifndef _ENCODE_H
#define _ENCODE_H

#include "counts/sample.h"
#include "model/encodings.h"

enum { EVENT_DATA_MAX = 64 };

struct event_data;
struct model;

/* The user gave this: formulas as detect_model() has them or sites_open(), or NULL. */
struct encode_from {
	const char *model;
	const char *event_data[EVENT_DATA_MAX];
	unsigned int nr_event_data;
};

/*
 * @to->here was set before: whether sets are to fit on this machine, or on any
 * with such a CPU. Tells what is wrong.
 */
int encode_open(struct encodings *to, const struct encode_from *from,
		const struct info *info);
void encode_close(struct encodings *e);

/* The site's file that is used, or NULL: its model goes with its events. */
const char *encode_model(const struct encodings *e);

/* The family that the CPUs are of, or NULL; else which counters the files of events tell of. */
const struct event_data *encode_family(const struct encodings *e);
uint64_t encode_counters(const struct encodings *e);

/*
 * When the model is known: the sets, which a site may leave to be computed. Only
 * then e->sets answers. Tells what is wrong.
 */
int encode_sets(struct encodings *e, const struct model *m);

#endif /* _ENCODE_H */
