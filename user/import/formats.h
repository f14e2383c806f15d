/* SPDX-License-Identifier: GPL-2.0 */
/* The formats in which vendors publish metrics, each in the file of its name. */
#ifndef _FORMATS_H
#define _FORMATS_H

#include "metrics.h"

extern const struct metrics_format intel_format;
extern const struct metrics_format arm_format;
extern const struct metrics_format perf_format;

#endif /* _FORMATS_H */
