// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>

#include "encoding.h"

uint64_t encoding_config(const struct encoding *e)
{
	return (e->code & 0xff) | (e->umask & 0xff) << 8 | e->edge << 18 |
	       e->any << 21 | e->inv << 23 | e->cmask << 24 |
	       (e->code >> 8) << 32 | (e->umask >> 8) << 40;
}

struct encoding encoding_of(uint64_t config)
{
	return (struct encoding){
		.code = (config & 0xff) | (config >> 32 & 0xf) << 8,
		.umask = (config >> 8 & 0xff) | (config >> 40 & 0xff) << 8,
		.edge = config >> 18 & 1,
		.any = config >> 21 & 1,
		.inv = config >> 23 & 1,
		.cmask = config >> 24 & 0xff,
	};
}

const char *encoding_value(uint64_t config)
{
	switch (config) {
	case 0xc0:
		return "instructions";
	case 0x3c:
		return "cycles";
	case 0x400:
		return "slots";
	default:
		return NULL;
	}
}

enum event_extra encoding_extra(uint64_t code)
{
	switch (code) {
	case 0xb7:
	case 0xbb:
	case 0x2a:
	case 0x2b:
		return EXTRA_OFFCORE;
	case 0xcd:
		return EXTRA_LATENCY;
	case 0xc6:
		return EXTRA_FRONTEND;
	default:
		return EXTRA_NONE;
	}
}
