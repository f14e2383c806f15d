/* SPDX-License-Identifier: GPL-2.0 */
/* The readings of a recording, one after the other. */
#ifndef _RECORDED_H
#define _RECORDED_H

#include "frames.h"
#include "readings.h"

/* Is handed each reading, which it may take over and zero. Another number than 0 ends them. */
typedef int (*recorded_fn)(struct reading *r, void *arg);

/*
 * Widens the times to those between which the file at @path has readings. -errno, told;
 * what is damaged is told by recorded_each().
 */
int recorded_span(const char *path, uint64_t *from_ns, uint64_t *to_ns);

/*
 * Hands on the readings of the file at @path, in order, but leaves out frames that end
 * before @from_ns or begin behind @to_ns, since 1970. What is damaged is left out, and
 * that is told, unless this is done @again. -errno.
 */
int recorded_each(const char *path, const struct info *info, uint64_t from_ns,
		  uint64_t to_ns, bool again, recorded_fn take, void *arg);

/* The same of one frame of a file that is open. */
int recorded_frame(struct frames *f, const struct frame *frame,
		   const struct info *info, recorded_fn take, void *arg);

#endif /* _RECORDED_H */
