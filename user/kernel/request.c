// SPDX-License-Identifier: GPL-2.0
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
