// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "counts/sample.h"
#include "client.h"
#include "netlink.h"
#include "recorder.h"
#include "replay.h"
#include "request.h"
#include "transport.h"

enum { ATTEMPTS = 2 };		/* of a dump that is interrupted */

/* The kernel tells when a task was born by the same clock. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int client_ask(struct client *c, const struct request *rq,
	       const struct receiver *to)
{
	int err = 0;

	for (int i = 0; i < ATTEMPTS; i++) {
		if (to->begin)
			to->begin(to->arg);
		c->last = (struct outcome){ .asked = now() };
		err = c->transport->ops->ask(c->transport, rq, to, &c->last);
		if (err || !c->last.interrupted)
			break;
	}
	return err;
}

void client_expect(struct client *c, const struct info *info)
{
	unsigned int present = info->nr_values - info->nr_past;

	c->epoch = (struct parse_epoch){
		.number = info->epoch, .lasting = info_nr_lasting(info),
		.present = present, .past = info->nr_past,
		.gap = present &&
		       info->value[present - 1].kind == TDACCT_KIND_GAP,
		.keeps = sample_has(info->have, TDACCT_A_PAST_MAX),
	};
}

int client_parse(struct client *c, parse_fn *parse, void *to,
		 const struct nlattr *attrs, int len, const char *what)
{
	static bool told;
	struct parse_error why = { .epoch = c->epoch };
	int err = parse(to, attrs, len, &why);

	if (err == -EBADMSG)
		snprintf(c->last.text, sizeof(c->last.text),
			 "the kernel's %s makes no sense: %s", what, why.text);
	if (why.epoch.other && !told)
		fprintf(stderr, "tdacct: the events were changed meanwhile: what they count is not shown; start again to see the new ones\n");
	told |= why.epoch.other;
	return err;
}

int client_open(struct client *c, const char *replay, const char *record)
{
	int err;

	memset(c, 0, sizeof(*c));
	if (replay)
		return replay_transport(&c->transport, replay);
	err = netlink_transport(&c->transport);
	if (!err && record)
		err = recorder_transport(&c->transport, record);
	if (err)
		client_close(c);
	return err;
}

int client_open_beside(struct client *c, const struct client *of,
		       const struct receiver *unasked, int buffer)
{
	struct transport *t = of->transport;

	memset(c, 0, sizeof(*c));
	c->epoch = of->epoch;
	return t->ops->beside(t, &c->transport, unasked, buffer);
}

int client_buffer(const struct client *c)
{
	return c->transport->buffer;
}

int client_fd(const struct client *c)
{
	return c->transport->fd;
}

bool client_is_live(const struct client *c)
{
	return c->transport->live;
}

bool client_is_local(const struct client *c)
{
	return c->transport->local;
}

const char *client_root(const struct client *c)
{
	return client_is_local(c) ? "" : getenv("TDACCT_ROOT");
}

void client_say_state(const struct info *info)
{
	if (info->state != TDACCT_STATE_COUNTING)
		fprintf(stderr, "tdacct: nothing is counted now: %s; tdacct doctor tells why\n",
			state_name(info->state));
}

int client_recv(struct client *c)
{
	c->last.text[0] = 0;
	return c->transport->ops->recv(c->transport, &c->last);
}

int client_close(struct client *c)
{
	struct transport *t = c->transport;
	int err = t ? t->ops->close(t) : 0;

	memset(c, 0, sizeof(*c));
	return err;
}

/* Root lacks a capability in a container, or has given it up. */
const char *client_advice(void)
{
	return geteuid() ? "try it with sudo" :
	       "being root is not enough in a container, or without that capability";
}

/*
 * Old kernels lose the text of a dump that is refused. A text that names no
 * capability tells of something else that is in the way.
 */
static const char *hint(const struct client *c, int err)
{
	static char text[200];

	switch (-err) {
	case EPERM:
		if (c->last.text[0] && !strstr(c->last.text, "CAP_"))
			return "";
		snprintf(text, sizeof(text), "%s; %s; tdacct doctor tells more", c->last.text[0] ? "" :
			 "; this needs CAP_PERFMON", client_advice());
		return text;
	case EAGAIN:
		return "; it has not run since counting began";
	case ENOBUFS:
		return "; the answer came faster than it was read, try again";
	case EBADMSG:
		return "; module and tool may be of different versions; tdacct doctor tells more";
	case ESTALE:
		return "; look at tdacct status, and try again";
	case EOPNOTSUPP:
		if (c->last.text[0])
			return "";
		return "; the loaded module is older than this tool; tdacct doctor tells more";
	default:
		return "";
	}
}

void client_complain(const struct client *c, int err, const char *what, ...)
{
	/* nobody answers a question for a family that there was */
	const char *reason = c->last.text[0] ? c->last.text :
			     err == -ENOENT && c->transport->live ?
			     "the module was removed" : strerror(-err);
	va_list args;

	fprintf(stderr, "tdacct: ");
	va_start(args, what);
	vfprintf(stderr, what, args);
	va_end(args);
	fprintf(stderr, ": %s%s\n", reason, hint(c, err));
}

void client_sleep(const struct client *c, double seconds)
{
	struct timespec t = {
		.tv_sec = (time_t)seconds,
		.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9),
	};

	if (!c->transport->live) {
		c->transport->ops->go_on(c->transport);
		return;
	}
	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t) == EINTR)
		;
}

double client_between(double from, double to, double nominal)
{
	return to > from ? to - from : nominal;
}
