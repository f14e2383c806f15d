/* SPDX-License-Identifier: GPL-2.0 */
/* One question in the words of the ABI, and where its answer goes. */
#ifndef _REQUEST_H
#define _REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nlattr;

#define REQUEST_ARGS 20		/* of the largest request */

struct request {
	uint8_t cmd;		/* enum tdacct_cmd */
	bool dump;
	unsigned int nr;
	struct {
		uint16_t attr;
		uint16_t size;	/* 4 or 8; 0 of a flag; 16: two in a nest */
		uint64_t number;
		uint64_t second;
	} arg[REQUEST_ARGS];
};

void request_u32(struct request *rq, uint16_t attr, uint32_t number);
void request_u64(struct request *rq, uint16_t attr, uint64_t number);
/* TDACCT_A_EVENT */
void request_event(struct request *rq, uint64_t config, uint64_t config1);
void request_flag(struct request *rq, uint16_t attr);

/*
 * "GET_THREAD do TID=42". SINCE is left out: a generation is of one boot, and
 * the answers to a poll are told apart by their order. So are KINDS: whoever
 * replays a watch may show less of it than was recorded.
 */
enum { REQUEST_TEXT_SIZE = 160 };
void request_text(char *to, size_t size, const struct request *rq);

/* Takes answers. begin() is called again when a dump is asked again. */
struct receiver {
	void (*begin)(void *arg);
	int (*message)(const struct nlattr *attrs, int len, void *arg);
	void *arg;
};

#endif /* _REQUEST_H */
