/* SPDX-License-Identifier: GPL-2.0 */
/* How the cores of each type are called, if a machine has several. */
#ifndef _CORES_H
#define _CORES_H

#include "counts/sample.h"

/* "P-cores", "Neoverse N2"; of @core_type. */
const char *cores_name(const struct info *info, unsigned int core_type);

enum { CORES_KEY_SIZE = 16 };

/* "atom", "other": of another @core_type than 0, which is counted. Returns @to. */
const char *cores_key(const struct info *info, unsigned int core_type,
		      char to[CORES_KEY_SIZE]);

#endif /* _CORES_H */
