/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads metrics as strictly as Prometheus and OpenMetrics write them down, and more so: what
 * a reader would take although it is not right is wrong here.
 */
#ifndef _METRICS_TEXT_H
#define _METRICS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct metric {
	char *series;		/* name and labels as they stand there */
	char *name;		/* "x_total" */
	char *labels;		/* all but the first: "class="retiring"", or "" */
	uint64_t value;		/* of what is no number of ns: in ns */
	bool counter;
};

struct metrics {
	char *text;
	struct metric *at;
	size_t nr;
	char why[200];		/* the first mistake, or "" */
};

/* All of @text, which is OpenMetrics or Prometheus's own format. Sees to->why. */
void metrics_text_parse(struct metrics *to, const char *text, bool open);
void metrics_text_free(struct metrics *m);

/* The same series; NULL: there is none. */
const struct metric *metric_find(const struct metrics *m, const char *series);

#endif /* _METRICS_TEXT_H */
