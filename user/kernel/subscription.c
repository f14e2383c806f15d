// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "ask.h"
#include "parse.h"
#include "request.h"
#include "subscription.h"

struct subscription {
	struct client client;
	struct receiver receiver;
	notice_fn take;
	void *arg;
};

static int take(const struct nlattr *attrs, int len, void *arg)
{
	struct subscription *s = arg;
	struct notice n;
	int err = client_parse(&s->client, parse_ended, &n, attrs, len,
			       "notice");

	return err ? err : s->take(&n, s->arg);
}

static uint32_t ends_of(uint32_t kinds)
{
	static const struct {
		enum sample_kind kind;
		enum tdacct_ended ended;
	} all[] = {
		{ SAMPLE_THREAD, TDACCT_ENDED_THREAD },
		{ SAMPLE_PROCESS, TDACCT_ENDED_PROCESS },
		{ SAMPLE_CGROUP, TDACCT_ENDED_CGROUP },
	};
	uint32_t ends = 0;

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (kinds & SAMPLE_MASK(all[i].kind))
			ends |= UINT32_C(1) << all[i].ended;
	return ends;
}

int subscription_open(struct subscription **out, const struct client *of,
		      uint32_t kinds, int buffer, notice_fn fn, void *arg)
{
	struct subscription *s = calloc(1, sizeof(*s));
	int err;

	*out = NULL;
	if (!s)
		return -ENOMEM;
	s->take = fn;
	s->arg = arg;
	s->receiver = (struct receiver){ .message = take, .arg = s };
	err = client_open_beside(&s->client, of, &s->receiver, buffer);
	if (err) {
		free(s);
		return err;
	}
	*out = s;
	return ask_subscribe(&s->client, ends_of(kinds));
}

struct client *subscription_client(struct subscription *s)
{
	return &s->client;
}

int subscription_receive(struct subscription *s)
{
	return client_recv(&s->client);
}

int subscription_fd(struct subscription *s)
{
	return s ? client_fd(&s->client) : -1;
}

void subscription_close(struct subscription *s)
{
	if (!s)
		return;
	client_close(&s->client);
	free(s);
}
