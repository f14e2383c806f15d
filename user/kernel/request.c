// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include <linux/tdacct.h>

#include "request.h"

static void add(struct request *rq, uint16_t attr, uint16_t size,
		uint64_t number)
{
	rq->arg[rq->nr].attr = attr;
	rq->arg[rq->nr].size = size;
	rq->arg[rq->nr++].number = number;
}

void request_u32(struct request *rq, uint16_t attr, uint32_t number)
{
	add(rq, attr, 4, number);
}

void request_u64(struct request *rq, uint16_t attr, uint64_t number)
{
	add(rq, attr, 8, number);
}

void request_event(struct request *rq, uint64_t config, uint64_t config1)
{
	rq->arg[rq->nr].second = config1;
	add(rq, TDACCT_A_EVENT, 16, config);
}

void request_flag(struct request *rq, uint16_t attr)
{
	add(rq, attr, 0, 0);
}

static const char *const command_names[] = {
	[TDACCT_CMD_UNSPEC] = "UNSPEC",
	[TDACCT_CMD_GET_INFO] = "GET_INFO",
	[TDACCT_CMD_GET_THREAD] = "GET_THREAD",
	[TDACCT_CMD_GET_PROCESS] = "GET_PROCESS",
	[TDACCT_CMD_GET_CPU] = "GET_CPU",
	[TDACCT_CMD_GET_TOTALS] = "GET_TOTALS",
	[TDACCT_CMD_GET_STATS] = "GET_STATS",
	[TDACCT_CMD_PAUSE] = "PAUSE",
	[TDACCT_CMD_RESUME] = "RESUME",
	[TDACCT_CMD_GET_CGROUP] = "GET_CGROUP",
	[TDACCT_CMD_SUBSCRIBE] = "SUBSCRIBE",
	[TDACCT_CMD_UNSUBSCRIBE] = "UNSUBSCRIBE",
	[TDACCT_CMD_ENDED] = "ENDED",
	[TDACCT_CMD_SET_EVENTS] = "SET_EVENTS",
};

static const char *const attr_names[] = {
	[TDACCT_A_TID] = "TID",
	[TDACCT_A_PID] = "PID",
	[TDACCT_A_CPU] = "CPU",
	[TDACCT_A_RESUME_MS] = "RESUME_MS",
	[TDACCT_A_CGROUP] = "CGROUP",
};

void request_text(char *to, size_t size, const struct request *rq)
{
	int len = snprintf(to, size, "%s %s", command_names[rq->cmd],
			   rq->dump ? "dump" : "do");

	for (unsigned int i = 0; i < rq->nr; i++) {
		uint16_t attr = rq->arg[i].attr;
		const char *name = attr < sizeof(attr_names) / sizeof(*attr_names) ?
				   attr_names[attr] : NULL;

		if (name)
			len += snprintf(to + len, size - (size_t)len, " %s=%llu",
					name,
					(unsigned long long)rq->arg[i].number);
	}
}
