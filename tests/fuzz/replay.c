// SPDX-License-Identifier: GPL-2.0
/*
 * Recordings: every question asked twice. What is said is recorded again, and
 * that recording must say the same.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/tdacct.h>

#include "kernel/recorder.h"
#include "kernel/replay.h"
#include "kernel/request.h"
#include "kernel/transport.h"
#include "fuzz.h"

/* What all messages of one answer come to. */
struct heard {
	uint32_t sum;
	unsigned int nr;
	struct recorder *recorder;
};

static int hear(const struct nlattr *attrs, int len, void *arg)
{
	const unsigned char *byte = (const void *)attrs;
	struct heard *h = arg;

	fuzz_expect(len >= 0, "a message has a length: %d", len);
	for (int i = 0; i < len; i++)
		h->sum = (h->sum ^ byte[i]) * 16777619;
	h->nr++;
	if (h->recorder)
		recorder_message(h->recorder, "say", attrs, len);
	return 0;
}

struct answer {
	struct heard heard;
	int err;
	struct outcome o;
};

static void ask(struct replay *r, const struct request *rq, struct answer *a,
		struct recorder *recorder)
{
	struct receiver to = { NULL, hear, &a->heard };

	memset(a, 0, sizeof(*a));
	a->heard.recorder = recorder;
	if (recorder)
		recorder_ask(recorder, rq);
	a->err = replay_ask(r, rq, &to, &a->o);
	if (recorder)
		recorder_end(recorder, a->err, &a->o);
}

static const struct request requests[] = {
	{ .cmd = TDACCT_CMD_GET_INFO },
	{ .cmd = TDACCT_CMD_GET_THREAD, .nr = 1,
	  .arg = { { TDACCT_A_TID, 4, 95 } } },
	{ .cmd = TDACCT_CMD_GET_THREAD, .dump = true },
	{ .cmd = TDACCT_CMD_GET_PROCESS, .nr = 1,
	  .arg = { { TDACCT_A_PID, 4, 95 } } },
	{ .cmd = TDACCT_CMD_GET_CPU, .dump = true },
	{ .cmd = TDACCT_CMD_GET_TOTALS },
};

enum { REQUESTS = sizeof(requests) / sizeof(*requests), ROUNDS = 2 };

static void ask_all(struct replay *r, struct answer *a,
		    struct recorder *recorder)
{
	for (unsigned int i = 0; i < ROUNDS * REQUESTS; i++)
		ask(r, &requests[i % REQUESTS], &a[i], recorder);
}

/* Lines lose blanks at their ends. */
static bool same_text(const char *a, const char *b)
{
	size_t len = strlen(a);

	while (len && isspace((unsigned char)a[len - 1]))
		len--;
	return strlen(b) == len && !strncmp(a, b, len);
}

static void check_same(const struct answer *a, const struct answer *b)
{
	fuzz_expect(a->heard.sum == b->heard.sum && a->heard.nr == b->heard.nr,
		    "a recording of an answer holds its messages");
	fuzz_expect(a->err == b->err && a->o.interrupted == b->o.interrupted,
		    "a recording ends in %d as the answer did: %d", b->err,
		    a->err);
	fuzz_expect(same_text(a->o.text, b->o.text), "'%s' is '%s'", b->o.text,
		    a->o.text);
}

static void check_copy(const struct answer *a, const char *path)
{
	struct answer b[ROUNDS * REQUESTS];
	struct replay *copy;

	fuzz_expect(!replay_open(&copy, path), "a recording can be read");
	ask_all(copy, b, NULL);
	for (unsigned int i = 0; i < ROUNDS * REQUESTS; i++)
		check_same(&a[i], &b[i]);
	replay_close(copy);
}

/* Each line is heard once, so that there is an end. */
static void hear_all(struct replay *r)
{
	struct heard heard = { .nr = 0 };
	struct receiver to = { NULL, hear, &heard };
	int err;

	do {
		err = replay_recv(r, &to);
	} while (!err || err == -ENOBUFS);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	struct answer a[ROUNDS * REQUESTS];
	const char *path = fuzz_file(1, NULL, 0);
	struct recorder *recorder;
	struct replay *r;

	if (!size || replay_open(&r, fuzz_file(0, data, size)))
		return;
	fuzz_expect(!recorder_open(&recorder, path), "it can be recorded");
	ask_all(r, a, recorder);
	fuzz_expect(!recorder_close(recorder), "the recording was written");
	hear_all(r);
	/* a NUL ends a line before its end */
	if (!memchr(data, 0, size))
		check_copy(a, path);
	replay_close(r);
}
