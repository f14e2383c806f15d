/* SPDX-License-Identifier: GPL-2.0 */
/* The config of a raw event as perf lays it out for CPUs of Intel and AMD. */
#ifndef _ENCODING_H
#define _ENCODING_H

#include <stdint.h>

#include "event.h"

struct encoding {
	uint64_t code;		/* bits 0-7, what is more 32-35 (AMD) */
	uint64_t umask;		/* 8-15, what is more 40-47 */
	uint64_t edge;		/* 18 */
	uint64_t any;		/* 21 */
	uint64_t inv;		/* 23 */
	uint64_t cmask;		/* 24-31 */
};

uint64_t encoding_config(const struct encoding *e);
struct encoding encoding_of(uint64_t config);

/*
 * The value that the module has of such a config in any case, or NULL, where there
 * are fixed counters. Else the data of the family knows: event_data_value().
 */
const char *encoding_value(uint64_t config);

/* The extra register that tells such an event what to count, if any. */
enum event_extra encoding_extra(uint64_t code);

#endif /* _ENCODING_H */
