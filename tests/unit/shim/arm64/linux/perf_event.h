/* SPDX-License-Identifier: GPL-2.0 */
/* Of an event what the module looks at, for an ordinary program. */
#ifndef _SHIM_LINUX_PERF_EVENT_H
#define _SHIM_LINUX_PERF_EVENT_H

#include <linux/types.h>

#define U32_MAX		0xffffffffU
#define U64_MAX		(~0ULL)

struct perf_event_attr {
	u64	config1;
};

struct perf_event {
	struct perf_event_attr	attr;
	u64			count;
	struct {
		int		idx;
		u64		prev_count;
	} hw;
};

static inline u64 local64_read(const u64 *from)
{
	return *from;
}

static inline void local64_add(u64 more, u64 *to)
{
	*to += more;
}

#endif /* _SHIM_LINUX_PERF_EVENT_H */
