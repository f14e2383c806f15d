/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace in the JSON object format of Chrome, which Perfetto and speedscope read: values
 * over time, and slices. Each belongs to a series, which they show as a process. Times are
 * in ns, and in the file in microseconds.
 */
#ifndef _TRACE_H
#define _TRACE_H

#include "json.h"

struct trace {
	struct json json;
};

struct trace trace_begin(FILE *to);

/* Names a series, a number from 1 up; they are shown in this order. */
void trace_series(struct trace *t, unsigned int series, const char *name);

/* From @ns on the counter @name of a series has these @nr values. */
void trace_counter(struct trace *t, unsigned int series, uint64_t ns,
		   const char *name, const char *const *names, const double *values,
		   unsigned int nr);

void trace_slice(struct trace *t, unsigned int series, uint64_t ns, uint64_t length_ns,
		 const char *name);

/* Writes what there is so far, and at the end the rest. -ENOMEM, -EIO. */
int trace_flush(struct trace *t);
int trace_end(struct trace *t);

#endif /* _TRACE_H */
