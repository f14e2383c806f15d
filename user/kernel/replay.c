// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <netlink/attr.h>

#include "counts/array.h"
#include "history/frames.h"
#include "text/text.h"
#include "recorder.h"
#include "replay.h"
#include "request.h"
#include "transport.h"

#define MESSAGE_MAX (1 << 16)
#define ERRNO_MAX 4095

enum word { ASK, SAY, END, HEAR, AT, LOST, WORDS };

static const char *const words[WORDS] = {
	"ask", "say", "end", "hear", "at", "lost",
};

struct line {
	enum word word;		/* that it begins with */
	char *text;		/* behind it; NULL: the file is read again */
	long offset;		/* of the line in the file */
	unsigned int number;
	bool used;		/* of an "ask": was answered already */
};

struct replay {
	char *path;
	FILE *file;
	struct text text_of;	/* which @file reads, of a recording of readings */
	bool seekable;		/* else all of it is kept in memory */
	char *text;		/* the line that was read last */
	size_t size;
	struct line *line;
	size_t nr;
	size_t room;
	size_t heard;		/* up to this line */
	double time;		/* of the last question */
	bool goes_on;		/* no answer may be given twice */
	union {
		struct nlattr align;
		unsigned char byte[MESSAGE_MAX];
	} message;
};

static int complain(const struct replay *r, unsigned int line,
		    const char *what)
{
	fprintf(stderr, "tdacct: %s:%u: %s\n", r->path, line, what);
	return -EINVAL;
}

/* All words but "lost" have something behind them; of "say" that may be empty. */
static int take_line(struct replay *r, long offset, unsigned int number)
{
	size_t len = strcspn(r->text, " ");
	enum word word = 0;
	struct line *l;

	if (!*r->text || *r->text == '#')
		return 0;
	while (word < WORDS && (strlen(words[word]) != len ||
				memcmp(r->text, words[word], len)))
		word++;
	if (word == WORDS || (r->text[len] ? word == LOST :
			      word != LOST && word != SAY))
		return complain(r, number,
				"expected at, ask, say, end, hear or lost");
	if (array_grow(&r->line, r->nr, &r->room, sizeof(*r->line)))
		return -ENOMEM;
	l = &r->line[r->nr];
	*l = (struct line){ .word = word, .number = number, .offset = offset };
	if (!r->seekable || (word != SAY && word != HEAR)) {
		l->text = strdup(r->text + len);
		if (!l->text)
			return -ENOMEM;
	}
	r->nr++;
	return 0;
}

static void cut_blanks(char *text, size_t len)
{
	while (len > 0 && isspace((unsigned char)text[len - 1]))
		text[--len] = 0;
}

/* Without the blanks at its end. */
static bool read_line(struct replay *r)
{
	ssize_t len = getline(&r->text, &r->size, r->file);

	if (len >= 0)
		cut_blanks(r->text, (size_t)len);
	return len >= 0;
}

static int complain_file(const char *path, int error)
{
	fprintf(stderr, "tdacct: cannot read the recording '%s': %s\n", path,
		strerror(error));
	return error ? -error : -EIO;
}

/* A file that is no recording may be a disk, whose first line has no end. */
static int read_magic(struct replay *r)
{
	char text[2 * sizeof(RECORDING_MAGIC)] = "";

	errno = 0;
	if (!fgets(text, sizeof(text), r->file) && ferror(r->file))
		return complain_file(r->path, errno);
	cut_blanks(text, strlen(text));
	return strcmp(text, RECORDING_MAGIC) ?
	       complain(r, 1, "expected '" RECORDING_MAGIC "'") : 0;
}

static int read_lines(struct replay *r)
{
	long offset;
	int err = read_magic(r);

	offset = ftell(r->file);
	r->seekable = offset >= 0;
	errno = 0;
	for (unsigned int n = 2; !err && read_line(r); n++) {
		err = take_line(r, offset, n);
		offset = ftell(r->file);
	}
	if (!err && !feof(r->file))
		err = complain_file(r->path, errno);
	return err;
}

/* Opens the last text of what tdacct record wrote: it says what the values are. */
static FILE *open_frames(struct replay *r, const char *path)
{
	struct frames f;
	struct frame frame, last = { .length = 0 };
	int err = frames_open(&f, path);

	/* who reads what was recorded tells what is damaged */
	f.silent = true;
	while (!err && frames_next(&f, &frame) > 0)
		if (frame.type == FRAME_TEXT)
			last = frame;
	f.silent = false;
	if (!err)
		err = last.length ? frames_read(&f, &last) : -ENODATA;
	if (!err) {
		r->text_of = f.contents;
		f.contents = (struct text){ .len = 0 };
	}
	frames_close(&f);
	errno = -err;
	return err ? NULL : fmemopen(r->text_of.at, r->text_of.len, "r");
}

int replay_open(struct replay **out, const char *path)
{
	struct replay *r = calloc(1, sizeof(*r));
	int err;

	*out = NULL;
	if (!r)
		return -ENOMEM;
	r->file = frames_is(path) ? open_frames(r, path) : fopen(path, "re");
	if (!r->file) {
		err = complain_file(path, errno);
		text_free(&r->text_of);
		free(r);
		return err;
	}
	r->path = strdup(path);
	err = r->path ? read_lines(r) : -ENOMEM;
	if (err) {
		replay_close(r);
		r = NULL;
	}
	*out = r;
	return err;
}

void replay_close(struct replay *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->nr; i++)
		free(r->line[i].text);
	free(r->line);
	free(r->text);
	free(r->path);
	fclose(r->file);
	text_free(&r->text_of);
	free(r);
}

static size_t find(const struct replay *r, const char *ask)
{
	size_t last = r->nr;

	for (size_t i = 0; i < r->nr; i++) {
		if (r->line[i].word != ASK || strcmp(r->line[i].text + 1, ask))
			continue;
		last = i;
		if (!r->line[i].used)
			return i;
	}
	return last;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int from_hex(struct replay *r, const char *hex, unsigned int number)
{
	int len = 0;

	for (; *hex == ' '; hex++)
		;
	for (; *hex; hex += 2) {
		int high = digit(hex[0]), low = digit(hex[1]);

		if (len == MESSAGE_MAX)
			return complain(r, number, "a message is too long");
		if (high < 0 || low < 0)
			return complain(r, number, "expected hex digits");
		r->message.byte[len++] = (unsigned char)(high << 4 | low);
	}
	return len;
}

static int read_end(const char *line, struct outcome *o)
{
	char *at, *text = o->text;
	long err = strtol(line, &at, 10);

	while (*at == ' ')
		at++;
	if (!strncmp(at, "interrupted", 11)) {
		o->interrupted = true;
		for (at += 11; *at == ' '; at++)
			;
	}
	snprintf(text, sizeof(o->text), "%s", at);
	for (; *text; text++)	/* it goes to a terminal */
		if (!isprint((unsigned char)*text) || (unsigned char)*text > '~')
			*text = '?';
	return err >= 0 && err <= ERRNO_MAX ? -(int)err : -EINVAL;
}

/* The bytes in hex behind the word, to the receiver. */
static int pass(struct replay *r, size_t i, const struct receiver *to)
{
	const struct line *l = &r->line[i];
	const char *text = l->text;
	int len;

	if (!text) {
		if (fseek(r->file, l->offset, SEEK_SET) || !read_line(r))
			return complain(r, l->number, "cannot be read again");
		text = r->text + strcspn(r->text, " ");
	}
	len = from_hex(r, text, l->number);
	return len < 0 ? len : to->message(&r->message.align, len, to->arg);
}

int replay_recv(struct replay *r, const struct receiver *to)
{
	while (r->heard < r->nr) {
		size_t i = r->heard++;

		if (r->line[i].word == HEAR)
			return pass(r, i, to);
		if (r->line[i].word == LOST)
			return -ENOBUFS;
		if (r->line[i].word == ASK && !r->line[i].used)
			return -EAGAIN;
	}
	return -ENODATA;
}

int replay_ask(struct replay *r, const struct request *rq,
	       const struct receiver *to, struct outcome *o)
{
	char ask[REQUEST_TEXT_SIZE];
	size_t i;

	o->asked = r->time;
	request_text(ask, sizeof(ask), rq);
	i = find(r, ask);
	if (i == r->nr || (r->goes_on && r->line[i].used)) {
		snprintf(o->text, sizeof(o->text), i == r->nr ?
			 "the recording has no answer to '%s'" :
			 "the recording has no later answer to '%s'; it was made without an interval",
			 ask);
		return -ENOENT;
	}
	r->line[i].used = true;
	/* "at" is in seconds since boot, whose nanoseconds must fit 64 bits */
	r->time = i && r->line[i - 1].word == AT ?
		  strtod(r->line[i - 1].text, NULL) : NAN;
	if (!(r->time >= 0 && r->time < 1e10))
		r->time = NAN;
	o->asked = r->time;
	while (++i < r->nr && r->line[i].word != END) {
		int err;

		if (r->line[i].word == HEAR || r->line[i].word == LOST)
			continue;
		if (r->line[i].word != SAY)
			return complain(r, r->line[i].number, "expected end");
		err = pass(r, i, to);
		if (err)
			return err;
	}
	if (i == r->nr)
		return complain(r, r->line[i - 1].number,
				"the recording ends within an answer");
	return read_end(r->line[i].text, o);
}

/* A transport is one of perhaps two that read the same recording. */
struct player {
	struct transport transport;
	struct replay *replay;
	bool beside;		/* the other one closes it */
};

static int player_ask(struct transport *t, const struct request *rq,
		      const struct receiver *to, struct outcome *o)
{
	return replay_ask(((struct player *)t)->replay, rq, to, o);
}

static int player_recv(struct transport *t, struct outcome *o)
{
	(void)o;
	return replay_recv(((struct player *)t)->replay, t->unasked);
}

static void player_go_on(struct transport *t)
{
	((struct player *)t)->replay->goes_on = true;
}

static int player_beside(struct transport *t, struct transport **out,
			 const struct receiver *unasked, int buffer)
{
	struct player *p = malloc(sizeof(*p));

	(void)buffer;
	if (!p)
		return -ENOMEM;
	*out = &p->transport;
	*p = *(const struct player *)t;
	p->transport.unasked = unasked;
	p->beside = true;
	return 0;
}

static int player_close(struct transport *t)
{
	struct player *p = (struct player *)t;

	if (!p->beside)
		replay_close(p->replay);
	free(p);
	return 0;
}

static const struct transport_ops player_ops = {
	.ask = player_ask, .recv = player_recv, .go_on = player_go_on,
	.beside = player_beside, .close = player_close,
};

int replay_transport(struct transport **out, const char *path)
{
	struct player *p = calloc(1, sizeof(*p));
	int err = p ? replay_open(&p->replay, path) : -ENOMEM;

	*out = NULL;
	if (err) {
		free(p);
		return err;
	}
	p->transport.ops = &player_ops;
	p->transport.fd = -1;
	*out = &p->transport;
	return 0;
}
