// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "ears.h"
#include "parse.h"
#include "request.h"

struct ears {
	struct client client;
	struct receiver receiver;
	notice_fn take;
	void *arg;
};

static int take(const struct nlattr *attrs, int len, void *arg)
{
	struct ears *e = arg;
	struct parse_error why = { .epoch = e->client.epoch };
	struct notice n;
	int err = parse_ended(&n, attrs, len, &why);

	if (why.epoch.other)
		client_tell_other_epoch();
	if (!err)
		return e->take(&n, e->arg);
	snprintf(e->client.last.text, sizeof(e->client.last.text),
		 "the kernel's notice makes no sense: %s", why.text);
	return err;
}

int ears_open(struct ears **out, const struct client *of, notice_fn fn,
	      void *arg, int buffer)
{
	struct ears *e = calloc(1, sizeof(*e));
	int err;

	*out = NULL;
	if (!e)
		return -ENOMEM;
	e->take = fn;
	e->arg = arg;
	e->receiver = (struct receiver){ .message = take, .arg = e };
	err = client_open_beside(&e->client, of, &e->receiver, buffer);
	if (err)
		free(e);
	else
		*out = e;
	return err;
}

struct client *ears_client(struct ears *e)
{
	return &e->client;
}

int ears_hear(struct ears *e)
{
	return client_hear(&e->client);
}

void ears_close(struct ears *e)
{
	if (!e)
		return;
	client_close(&e->client);
	free(e);
}
