// SPDX-License-Identifier: GPL-2.0
/*
 * A recorder before another transport: what goes through it is unchanged, and a
 * recording of it says the same.
 */
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

/* What the transport behind the recorder does at each question. */
struct row {
	const char *name;
	const char *says;	/* a message a letter */
	const char *hears;	/* unasked meanwhile, likewise; by another one */
	int err;
	bool interrupted;
	const char *text;
	int lost;		/* how often the other one hears of losses */
	int refused;		/* the reader wants no message from this one on */
	const char *want;	/* what the reader got */
	int want_err;
};

/* clang-format off */
static const struct row rows[] = {
	{ "an answer", "a", "", 0, false, "", 0, -1, "a", 0 },
	{ "no message", "", "", 0, false, "", 0, -1, "", 0 },
	{ "a long answer", "abcdef", "", 0, false, "", 0, -1, "abcdef", 0 },
	{ "an error with a text", "", "", -EPERM, false, "not for you", 0, -1, "", -EPERM },
	{ "interrupted", "ab", "", 0, true, "", 0, -1, "ab", 0 },
	{ "a reader that fails: the rest is written all the same", "abc", "", 0, false, "", 0, 1, "a", -ENOMEM },
	{ "what is heard", "a", "xyz", 0, false, "", 0, -1, "a", 0 },
	{ "what was lost", "a", "x", 0, false, "", 1, -1, "a", 0 },
};
/* clang-format on */

struct source {
	struct transport transport;
	const struct row *row;
	size_t heard;
	int lost;
};

static int closed;		/* transports */

static int give(const struct receiver *to, char letter)
{
	union {
		struct nlattr *align;
		char text[8];
	} message = { .text = { letter } };

	return to->message((const void *)&message, 1, to->arg);
}

static int source_ask(struct transport *t, const struct request *rq,
		      const struct receiver *to, struct outcome *o)
{
	const struct row *row = ((struct source *)t)->row;
	int err = 0;

	(void)rq;
	for (const char *at = row->says; !err && *at; at++)
		err = give(to, *at);
	o->interrupted = row->interrupted;
	snprintf(o->text, sizeof(o->text), "%s", row->text);
	return err ? err : row->err;
}

static int source_hear(struct transport *t, struct outcome *o)
{
	struct source *s = (struct source *)t;

	(void)o;
	if (s->lost++ < s->row->lost)
		return -ENOBUFS;
	if (!s->row->hears[s->heard])
		return -EAGAIN;
	return give(t->unasked, s->row->hears[s->heard++]);
}

static int source_close(struct transport *t)
{
	closed++;
	free(t);
	return 0;
}

static struct transport *new_source(const struct row *row);

static int source_beside(struct transport *t, struct transport **out,
			 const struct receiver *unasked, int buffer)
{
	*out = new_source(((struct source *)t)->row);
	(*out)->unasked = unasked;
	(*out)->buffer = buffer;
	return 0;
}

static const struct transport_ops source_ops = {
	.ask = source_ask, .recv = source_hear, .beside = source_beside,
	.close = source_close,
};

static struct transport *new_source(const struct row *row)
{
	struct source *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	s->transport.ops = &source_ops;
	s->transport.fd = 7;
	s->transport.live = true;
	s->transport.local = true;
	s->row = row;
	return &s->transport;
}

struct got {
	char text[64];
	int refused;
};

static int take(const struct nlattr *attrs, int len, void *arg)
{
	struct got *g = arg;

	if (!g->refused--)
		return -ENOMEM;
	strncat(g->text, (const char *)attrs, (size_t)len);
	return 0;
}

/* Ask, then hear by another one until there is no more; its end is returned. */
static int converse(struct transport *t, const struct row *row, int refused,
		    struct got *answer, struct got *heard, struct outcome *o)
{
	struct request rq = { .cmd = TDACCT_CMD_GET_INFO };
	struct receiver to = { .message = take, .arg = answer };
	struct receiver ears = { .message = take, .arg = heard };
	struct transport *beside;
	int err, lost = 0;

	answer->refused = refused;
	heard->refused = -1;
	EXPECT_INT(0, t->ops->beside(t, &beside, &ears, 4096));
	err = t->ops->ask(t, &rq, &to, o);
	for (int end = 0; !end || end == -ENOBUFS; lost += end == -ENOBUFS)
		end = beside->ops->recv(beside, o);
	EXPECT_INT(row->lost, lost);
	EXPECT_TEXT(row->hears, heard->text);
	EXPECT_INT(0, beside->ops->close(beside));
	return err;
}

static void check(const struct row *row, const struct outcome *o)
{
	EXPECT_INT(row->interrupted, o->interrupted);
	EXPECT_TEXT(row->text, o->text);
}

static void try_record(const struct row *row, const char *path)
{
	struct got answer = { "", 0 }, heard = { "", 0 };
	struct transport *t = new_source(row);
	struct outcome o = { .asked = 12.5 };

	closed = 0;
	EXPECT_INT(0, recorder_transport(&t, path));
	EXPECT_INT(7, t->fd);
	EXPECT(t->live);
	EXPECT(!t->local);
	EXPECT_INT(row->want_err, converse(t, row, row->refused, &answer,
					   &heard, &o));
	EXPECT_TEXT(row->want, answer.text);
	check(row, &o);
	EXPECT_INT(0, t->ops->close(t));
	EXPECT_INT(2, closed);
}

/* Of a reader that failed the recording has the error, but all the messages. */
static void try_replay(const struct row *row, const char *path)
{
	struct got answer = { "", 0 }, heard = { "", 0 };
	struct outcome o = { .asked = NAN };
	struct transport *t;

	EXPECT_INT(0, replay_transport(&t, path));
	EXPECT_INT(-1, t->fd);
	EXPECT(!t->live);
	EXPECT(!t->local);
	EXPECT_INT(row->want_err, converse(t, row, -1, &answer, &heard, &o));
	EXPECT_TEXT(row->says, answer.text);
	EXPECT(o.asked == 12.5);
	check(row, &o);
	EXPECT_INT(0, t->ops->close(t));
}

static void attempt(const void *arg)
{
	char path[] = "/tmp/tdacct-unit-XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0)
		abort();
	close(fd);
	try_record(arg, path);
	try_replay(arg, path);
	unlink(path);
}

static const struct {
	const char *name;
} write_rows[] = { { "a recording that finds no room" } };

/* It is told when it is closed, once. */
static void try_write(const void *arg)
{
	struct got answer = { "", 0 }, heard = { "", 0 };
	struct outcome o = { .asked = NAN };
	struct transport *t = new_source(&rows[0]);

	(void)arg;
	EXPECT_INT(0, recorder_transport(&t, "/dev/full"));
	EXPECT_INT(0, converse(t, &rows[0], -1, &answer, &heard, &o));
	EXPECT_INT(-EIO, t->ops->close(t));
}

int main(void)
{
	freopen("/dev/null", "we", stderr);	/* it tells what is wrong */
	UNIT_RUN("transport", rows, attempt);
	UNIT_RUN("transport", write_rows, try_write);
	return unit_end();
}
