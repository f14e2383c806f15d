/* SPDX-License-Identifier: GPL-2.0 */
/* The names of the cores of each sort, if a machine has two. */
#ifndef _CORES_H
#define _CORES_H

#include <stdbool.h>

#include "counts/sample.h"

/* "P-cores", "Neoverse N2"; of the first sort or of the @other. */
const char *cores_name(const struct info *info, bool other);

#endif /* _CORES_H */
