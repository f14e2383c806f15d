/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers for people, and back. */
#ifndef _UNITS_H
#define _UNITS_H

#include <stddef.h>
#include <stdint.h>

enum { UNITS_SIZE = 40 };	/* room for any of these texts */

/* Not known is "-". */
const char *units_share(char *to, double share);	/* "45.2 %" */
const char *units_error(char *to, double error);	/* "0.3", points */
const char *units_count(char *to, double count);	/* "12.3 G" */
const char *units_time(char *to, double ns);		/* "1.23 ms" */
const char *units_bytes(char *to, double bytes);	/* "4.0 MiB" */

/*
 * "30s", "500ms", "5m", "2h"; plain numbers are seconds. From a millisecond, as -I
 * has it, to a year. -EINVAL, -ERANGE.
 */
int units_parse_time(const char *text, double *seconds);

/* "8M", "64K", "1G", powers of 1024; plain ones are bytes. As below. */
int units_parse_bytes(const char *text, uint64_t max, uint64_t *bytes);

/* "10M", "1.5 G", as units_count() has it, powers of 1000; plain ones too. As below. */
int units_parse_count(const char *text, uint64_t max, uint64_t *count);

/* Decimal, nothing before or behind. -EINVAL, -ERANGE. */
int units_parse_number(const char *text, uint64_t max, uint64_t *number);

#endif /* _UNITS_H */
