/* SPDX-License-Identifier: GPL-2.0 */
/* Names in vendors' formulas that are no events of a core. */
#ifndef _LITERALS_H
#define _LITERALS_H

#include <stdbool.h>

struct resolver;

#define LITERAL_UNKNOWN "this fact about the machine is not known"

/* A number by itself, or a fact about the machine that is known. */
bool literal_number(const struct resolver *c, const char *name, double *to);

bool literal_is_uncore(const char *name);
bool literal_is_time(const char *name);
bool literal_is_latency(const char *name);	/* "EVENT:retire_latency" */
bool literal_is_fact(const char *name);
bool literal_is_part(const char *name);	/* only the kernel's, say */

const char *literal_device_why(const char *name);
bool literal_is_software(const char *name);
bool literal_is_perfs(const char *name);	/* of perf on any CPU */

/* Does the machine of the counts have two hardware threads in a core? */
bool literal_shares_cores(const struct resolver *c);

#endif /* _LITERALS_H */
