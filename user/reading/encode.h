/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The encodings of events, from the files that the user gave and from the data
 * that the tool carries; and which named sets count them.
 */
#ifndef _ENCODE_H
#define _ENCODE_H

#include "counts/sample.h"
#include "model/encodings.h"

struct source;

/* Tells what is wrong. */
int encode_open(struct encodings *to, const struct source *from,
		const struct info *info);
void encode_close(struct encodings *e);

#endif /* _ENCODE_H */
