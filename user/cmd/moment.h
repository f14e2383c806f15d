/* SPDX-License-Identifier: GPL-2.0 */
/* Times in a recording, as people say them. */
#ifndef _MOMENT_H
#define _MOMENT_H

#include <stdint.h>

/*
 * "2026-11-28 03:00", with seconds or without; "03:00" is the last one before @to_ns; "10m"
 * is so long behind @from_ns, "-10m" before @to_ns. All are in nanoseconds since 1970, and
 * these two are when the recording begins and ends. -EINVAL.
 */
int moment_parse(const char *text, uint64_t from_ns, uint64_t to_ns, uint64_t *ns);

/* The same in words, for who says that it is wrong. */
#define MOMENT_EXPECTED "a time such as 03:00, '2026-11-28 03:00', 10m or -10m"

/* "2026-11-28 03:00:00" */
void moment_text(char to[32], uint64_t ns);

#endif /* _MOMENT_H */
