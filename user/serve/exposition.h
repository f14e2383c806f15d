/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes metrics as Prometheus reads them: its own text format, version 0.0.4, or
 * OpenMetrics 1.0. Samples are the same in both; what stands above a family is not.
 */
#ifndef _SERVE_EXPOSITION_H
#define _SERVE_EXPOSITION_H

#include "text/text.h"

enum exposition_format { EXPOSITION_TEXT, EXPOSITION_OPEN, EXPOSITION_FORMATS };
enum exposition_type {
	EXPOSITION_COUNTER, EXPOSITION_GAUGE, EXPOSITION_INFO,
};

struct exposition {
	enum exposition_format format;
	struct text text;
	uint64_t samples;

	/* Of the family that is open. */
	char name[80];		/* of each sample, with its suffix */
	unsigned int labels;	/* of the sample that is open */
};

/* The value of Content-Type. */
const char *exposition_content_type(enum exposition_format format);

/*
 * Begins a family: its samples follow. @name is without "_total" and "_info". @unit ends
 * @name where there is one; NULL: there is none. @help is a sentence.
 */
void exposition_family(struct exposition *e, enum exposition_type type,
		       const char *name, const char *unit, const char *help);

/*
 * A sample: its labels, and then its value. A label without text is left out, as it
 * would be the same. What is no UTF-8 in @text becomes \xHH.
 */
void exposition_begin(struct exposition *e);
void exposition_label(struct exposition *e, const char *name, const char *text);
void exposition_count(struct exposition *e, uint64_t value);
void exposition_ns(struct exposition *e, uint64_t ns);	/* in seconds */
void exposition_number(struct exposition *e, double value);

/* No more follows. -ENOMEM. The caller frees e->text. */
int exposition_end(struct exposition *e);

#endif /* _SERVE_EXPOSITION_H */
