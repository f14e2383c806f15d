// SPDX-License-Identifier: GPL-2.0
/* Recordings: what is written is what is read, and broken ones are refused. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/tdacct.h>

#include "kernel/recorder.h"
#include "kernel/replay.h"
#include "kernel/request.h"
#include "kernel/transport.h"
#include "unit.h"

struct got {
	char text[256];
	int messages;
};

static int take(const struct nlattr *attrs, int len, void *arg)
{
	struct got *g = arg;

	snprintf(g->text, sizeof(g->text), "%.*s", len, (const char *)attrs);
	g->messages++;
	return 0;
}

/* A file of @text, whose name is to be freed. */
static char *file_of(const char *text)
{
	char *path = strdup("/tmp/tdacct-unit-XXXXXX");
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		abort();
	close(fd);
	return path;
}

static struct replay *open_text(const char *text, int err)
{
	char *path = file_of(text);
	struct replay *r = NULL;

	EXPECT_INT(err, replay_open(&r, path));
	unlink(path);
	free(path);
	return r;
}

struct open_row {
	const char *name;
	const char *text;
	int err;
};

#define MAGIC "tdacct-recording 1\n"

static const struct open_row open_rows[] = {
	{ "nothing in it but its name", MAGIC, 0 },
	{ "notes and empty lines", MAGIC "# a note\n\n", 0 },
	{ "an exchange", MAGIC "ask GET_INFO do\nsay 00\nend 0\n", 0 },
	{ "what nobody asked for", MAGIC "hear 00\nlost\n", 0 },
	{ "lost with something behind it", MAGIC "lost 5\n", -EINVAL },
	{ "another kind of file", "ELF\n", -EINVAL },
	{ "an empty file", "", -EINVAL },
	{ "a file that begins like one", "tdacct-recording 1 and more than that in its line\n", -EINVAL },
	{ "blanks behind the name", "tdacct-recording 1 \r\n", 0 },
	{ "another version", "tdacct-recording 2\n", -EINVAL },
	{ "a line of another kind", MAGIC "tell GET_INFO\n", -EINVAL },
};

static void try_open(const void *arg)
{
	const struct open_row *row = arg;

	replay_close(open_text(row->text, row->err));
}

struct ask_row {
	const char *name;
	const char *text;
	unsigned int times;
	int err;
	int messages;
	const char *got;	/* the last message */
	const char *said;	/* with the error */
	bool interrupted;
};

#define ASK MAGIC "ask GET_THREAD do TID=5\n"

static const struct ask_row ask_rows[] = {
	{ "an answer", ASK "say 6162\nend 0\n", 1, 0, 1, "ab", "", false },
	{ "an empty message", ASK "say\nend 0\n", 1, 0, 1, "", "", false },
	{ "no message", ASK "end 0\n", 1, 0, 0, "", "", false },
	{ "two messages", ASK "say 61\nsay 62\nend 0\n", 1, 0, 2, "b", "", false },
	{ "an error with a text", ASK "end 3 no such thread\n", 1, -ESRCH, 0, "", "no such thread", false },
	{ "an error whose text would control a terminal", ASK "end 3 a\033[2J\302\233b\n", 1, -ESRCH, 0, "", "a?[2J??b", false },
	{ "interrupted", ASK "say 61\nend 0 interrupted\n", 1, 0, 1, "a", "", true },
	{ "the second time the next", ASK "say 61\nend 0\nask GET_THREAD do TID=5\nsay 62\nend 0\n", 2, 0, 1, "b", "", false },
	{ "the third time the last again", ASK "say 61\nend 0\nask GET_THREAD do TID=5\nsay 62\nend 0\n", 3, 0, 1, "b", "", false },
	{ "not asked for", MAGIC "ask GET_THREAD do TID=6\nend 0\n", 1, -ENOENT, 0, "", "the recording has no answer to 'GET_THREAD do TID=5'", false },
	{ "a dump is another request", MAGIC "ask GET_THREAD dump TID=5\nend 0\n", 1, -ENOENT, 0, "", "the recording has no answer to 'GET_THREAD do TID=5'", false },
	{ "what nobody asked for is no part of it", ASK "hear 63\nsay 61\nlost\nend 0\n", 1, 0, 1, "a", "", false },
	{ "ends within", ASK "say 61\n", 1, -EINVAL, 1, "a", "", false },
	{ "the next within", ASK "ask GET_INFO do\nend 0\n", 1, -EINVAL, 0, "", "", false },
	{ "no hex", ASK "say xy\nend 0\n", 1, -EINVAL, 0, "", "", false },
	{ "half a byte", ASK "say 616\nend 0\n", 1, -EINVAL, 0, "", "", false },
};

static void try_ask(const void *arg)
{
	const struct ask_row *row = arg;
	struct replay *r = open_text(row->text, 0);
	struct request rq = { .cmd = TDACCT_CMD_GET_THREAD };
	struct outcome o = { .text = "" };
	struct got got;
	struct receiver to = { .message = take, .arg = &got };
	int err = 0;

	request_u32(&rq, TDACCT_A_TID, 5);
	for (unsigned int i = 0; r && i < row->times; i++) {
		memset(&got, 0, sizeof(got));
		err = replay_ask(r, &rq, &to, &o);
	}
	EXPECT_INT(row->err, err);
	EXPECT_INT(row->messages, got.messages);
	EXPECT_TEXT(row->got, got.text);
	EXPECT_TEXT(row->said, o.text);
	EXPECT_INT(row->interrupted, o.interrupted);
	replay_close(r);
}

/* What is heard so many times: the messages, and how the last one ended. */
struct hear_row {
	const char *name;
	const char *text;
	int times;
	int err;
	const char *got;
};

static const struct hear_row hear_rows[] = {
	{ "a message", MAGIC "hear 61\n", 1, 0, "a" },
	{ "two of them", MAGIC "hear 61\nhear 62\n", 2, 0, "ab" },
	{ "and the end", MAGIC "hear 61\nhear 62\n", 3, -ENODATA, "ab" },
	{ "none", MAGIC, 1, -ENODATA, "" },
	{ "some were lost", MAGIC "hear 61\nlost\nhear 62\n", 2, -ENOBUFS, "a" },
	{ "and the next one", MAGIC "hear 61\nlost\nhear 62\n", 3, 0, "ab" },
	{ "something was asked meanwhile", MAGIC "hear 61\nask GET_INFO do\nend 0\nhear 62\n", 2, -EAGAIN, "a" },
	{ "and then it goes on", MAGIC "hear 61\nask GET_INFO do\nsay 00\nend 0\nhear 62\n", 3, 0, "ab" },
	{ "within an answer", MAGIC "ask GET_INFO do\nhear 61\nend 0\n", 2, 0, "a" },
	{ "no hex", MAGIC "hear xy\n", 1, -EINVAL, "" },
};

static int gather(const struct nlattr *attrs, int len, void *arg)
{
	strncat(arg, (const char *)attrs, (size_t)len);
	return 0;
}

static void try_hear(const void *arg)
{
	const struct hear_row *row = arg;
	struct replay *r = open_text(row->text, 0);
	char got[64] = "";
	struct receiver to = { .message = gather, .arg = got };
	int err = 0;

	for (int i = 0; r && i < row->times; i++)
		err = replay_recv(r, &to);
	EXPECT_INT(row->err, err);
	EXPECT_TEXT(row->got, got);
	replay_close(r);
}

/* When the question was asked; below 0: that is not known. */
struct time_row {
	const char *name;
	const char *at;
	double want;
};

static const struct time_row time_rows[] = {
	{ "a time", "at 5.5\n", 5.5 },
	{ "no time", "", -1 },
	{ "a time that is no number", "at nan\n", -1 },
	{ "a time before the boot", "at -3\n", -1 },
	{ "a time that fits in no counter of nanoseconds", "at 1e30\n", -1 },
	{ "a time without an end", "at inf\n", -1 },
};

static void try_time(const void *arg)
{
	const struct time_row *row = arg;
	struct request rq = { .cmd = TDACCT_CMD_GET_INFO };
	struct receiver to = { .message = take };
	struct outcome o = { .asked = 0 };
	struct replay *r;
	char text[128];

	snprintf(text, sizeof(text), MAGIC "%sask GET_INFO do\nend 0\n",
		 row->at);
	r = open_text(text, 0);
	EXPECT_INT(0, replay_ask(r, &rq, &to, &o));
	if (row->want < 0)
		EXPECT(isnan(o.asked));
	else
		EXPECT(o.asked == row->want);
	replay_close(r);
}

static const struct {
	const char *name;
} round_rows[] = { { "what was recorded is replayed" } };

static void try_round(const void *arg)
{
	char *path = file_of("");
	struct request rq = { .cmd = TDACCT_CMD_GET_CPU, .dump = true };
	struct receiver to = { .message = take };
	struct recorder *w = NULL;
	struct replay *r = NULL;
	struct outcome said = { .interrupted = true, .text = "try later" };
	struct outcome o = { .text = "" };
	struct got got = { "", 0 };

	(void)arg;
	to.arg = &got;
	request_u32(&rq, TDACCT_A_CPU, 3);
	request_u64(&rq, TDACCT_A_SINCE, 77);
	EXPECT_INT(0, recorder_open(&w, path));
	recorder_ask(w, &rq);
	recorder_message(w, "say", "\x01 z", 3);
	recorder_end(w, -EAGAIN, &said);
	recorder_message(w, "hear", "ab", 2);
	recorder_lost(w);
	EXPECT_INT(0, recorder_close(w));
	EXPECT_INT(0, replay_open(&r, path));
	EXPECT_INT(-EAGAIN, replay_ask(r, &rq, &to, &o));
	EXPECT_TEXT("\x01 z", got.text);
	EXPECT_TEXT("try later", o.text);
	EXPECT(o.interrupted);
	EXPECT_INT(0, replay_recv(r, &to));
	EXPECT_TEXT("ab", got.text);
	EXPECT_INT(-ENOBUFS, replay_recv(r, &to));
	EXPECT_INT(-ENODATA, replay_recv(r, &to));
	replay_close(r);
	unlink(path);
	free(path);
}

int main(void)
{
	freopen("/dev/null", "we", stderr);	/* it tells what is wrong */
	UNIT_RUN("replay open", open_rows, try_open);
	UNIT_RUN("replay ask", ask_rows, try_ask);
	UNIT_RUN("replay hear", hear_rows, try_hear);
	UNIT_RUN("replay time", time_rows, try_time);
	UNIT_RUN("replay", round_rows, try_round);
	return unit_end();
}
