// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"
#include "request.h"
#include "transport.h"

struct recorder {
	FILE *file;
	char *path;
};

int recorder_open(struct recorder **out, const char *path)
{
	struct recorder *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return -ENOMEM;
	r->path = strdup(path);
	r->file = fopen(path, "we");
	if (!r->path || !r->file) {
		err = errno ? -errno : -ENOMEM;
		fprintf(stderr, "tdacct: cannot write the recording '%s': %s\n",
			path, strerror(-err));
		if (r->file)
			fclose(r->file);
		free(r->path);
		free(r);
		return err;
	}
	fprintf(r->file, "%s\n", RECORDING_MAGIC);
	*out = r;
	return 0;
}

void recorder_ask(struct recorder *r, const struct request *rq)
{
	char ask[REQUEST_TEXT_SIZE];

	request_text(ask, sizeof(ask), rq);
	fprintf(r->file, "ask %s\n", ask);
}

void recorder_time(struct recorder *r, double seconds)
{
	fprintf(r->file, "at %.9f\n", seconds);
}

void recorder_put(FILE *to, const char *word, const void *attrs, int len)
{
	const unsigned char *byte = attrs;

	fprintf(to, "%s ", word);
	for (int i = 0; i < len; i++)
		fprintf(to, "%02x", byte[i]);
	fputc('\n', to);
}

void recorder_message(struct recorder *r, const char *word, const void *attrs,
		      int len)
{
	recorder_put(r->file, word, attrs, len);
}

void recorder_lost(struct recorder *r)
{
	fprintf(r->file, "lost\n");
}

void recorder_end(struct recorder *r, int err, const struct outcome *o)
{
	fprintf(r->file, "end %d%s%s%s\n", -err,
		o->interrupted ? " interrupted" : "", *o->text ? " " : "",
		o->text);
}

int recorder_close(struct recorder *r)
{
	int err = ferror(r->file) ? EIO : 0;

	errno = 0;
	if (fclose(r->file))
		err = errno ? errno : EIO;
	if (err)
		fprintf(stderr, "tdacct: cannot write the recording '%s': %s\n",
			r->path, strerror(err));
	free(r->path);
	free(r);
	return err ? -EIO : 0;
}

/* A transport with a recorder that writes down all that goes through it. */
struct tap {
	struct transport transport;
	struct transport *inner;
	struct recorder *recorder;
	bool beside;		/* another one closes the recorder */
	const struct receiver *to;	/* of the question that is asked */
	struct receiver unasked;	/* of the inner one: writes */
	int err;		/* of the receivers; what follows is written */
};

static int pass(struct tap *p, const struct receiver *to,
		const struct nlattr *attrs, int len)
{
	if (!p->err)
		p->err = to->message(attrs, len, to->arg);
	return 0;
}

static int say(const struct nlattr *attrs, int len, void *arg)
{
	struct tap *p = arg;

	recorder_message(p->recorder, "say", attrs, len);
	return pass(p, p->to, attrs, len);
}

static int overhear(const struct nlattr *attrs, int len, void *arg)
{
	struct tap *p = arg;

	recorder_message(p->recorder, "hear", attrs, len);
	return pass(p, p->transport.unasked, attrs, len);
}

static int tap_ask(struct transport *t, const struct request *rq,
		   const struct receiver *to, struct outcome *o)
{
	struct tap *p = (struct tap *)t;
	struct receiver writer = { .message = say, .arg = p };
	int err;

	p->to = to;
	p->err = 0;
	recorder_time(p->recorder, o->asked);
	recorder_ask(p->recorder, rq);
	err = p->inner->ops->ask(p->inner, rq, &writer, o);
	if (p->err)
		err = p->err;
	recorder_end(p->recorder, err, o);
	return err;
}

static int tap_recv(struct transport *t, struct outcome *o)
{
	struct tap *p = (struct tap *)t;
	int err;

	p->err = 0;
	err = p->inner->ops->recv(p->inner, o);
	if (err == -ENOBUFS)
		recorder_lost(p->recorder);
	return p->err ? p->err : err;
}

static int tap_close(struct transport *t)
{
	struct tap *p = (struct tap *)t;
	int err = p->inner->ops->close(p->inner);

	if (!p->beside && recorder_close(p->recorder))
		err = -EIO;
	free(p);
	return err;
}

static int tap_beside(struct transport *t, struct transport **out,
		      const struct receiver *unasked, int buffer);

static const struct transport_ops tap_ops = {
	.ask = tap_ask, .recv = tap_recv, .beside = tap_beside,
	.close = tap_close,
};

/* It is as the inner one; but who replays a recording has not this machine's files. */
static void look_like(struct tap *p, struct transport *inner)
{
	p->inner = inner;
	p->transport = *inner;
	p->transport.ops = &tap_ops;
	p->transport.local = false;
}

static int tap_beside(struct transport *t, struct transport **out,
		      const struct receiver *unasked, int buffer)
{
	const struct tap *of = (const struct tap *)t;
	struct tap *p = calloc(1, sizeof(*p));
	struct transport *inner;
	int err;

	*out = NULL;
	if (!p)
		return -ENOMEM;
	p->recorder = of->recorder;
	p->beside = true;
	p->unasked = (struct receiver){ .message = overhear, .arg = p };
	err = of->inner->ops->beside(of->inner, &inner, &p->unasked, buffer);
	if (err) {
		free(p);
		return err;
	}
	look_like(p, inner);
	p->transport.unasked = unasked;
	*out = &p->transport;
	return 0;
}

int recorder_transport(struct transport **t, const char *path)
{
	struct tap *p = calloc(1, sizeof(*p));
	int err = p ? recorder_open(&p->recorder, path) : -ENOMEM;

	if (err) {
		free(p);
		return err;
	}
	look_like(p, *t);
	*t = &p->transport;
	return 0;
}
