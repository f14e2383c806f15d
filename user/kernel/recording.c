// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include <linux/tdacct.h>

#include "recording.h"
#include "request.h"

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

static const char *attr_name(unsigned int attr)
{
	switch (attr) {
	case TDACCT_A_TID:
		return "TID";
	case TDACCT_A_PID:
		return "PID";
	case TDACCT_A_CPU:
		return "CPU";
	case TDACCT_A_RESUME_MS:
		return "RESUME_MS";
	case TDACCT_A_CGROUP:
		return "CGROUP";
	default:
		return NULL;
	}
}

/*
 * "GET_THREAD do TID=42". SINCE is left out: a generation is of one boot, and
 * the answers to a poll are told apart by their order. So are KINDS: whoever
 * replays a watch may show less of it than was recorded.
 */
void recording_ask(char *to, size_t size, const struct request *rq)
{
	int len = snprintf(to, size, "%s %s", command_names[rq->cmd],
			   rq->dump ? "dump" : "do");

	for (unsigned int i = 0; i < rq->nr; i++) {
		const char *name = attr_name(rq->arg[i].attr);

		if (name)
			len += snprintf(to + len, size - (size_t)len, " %s=%llu",
					name,
					(unsigned long long)rq->arg[i].number);
	}
}
