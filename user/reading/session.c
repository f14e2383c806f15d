// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "model/detect.h"
#include "model/model.h"
#include "session.h"

int session_open_plain(struct session *s, const struct source *from)
{
	int err;

	memset(s, 0, sizeof(*s));
	err = client_open(&s->client, from->replay, from->record);
	if (err)
		return err;
	s->client.isolated = from->isolated;
	err = ask_info(&s->client, &s->info);
	if (!err)
		return 0;
	client_complain(&s->client, err, "what is counted");
	client_close(&s->client);
	return err;
}

int session_open(struct session *s, const struct source *from)
{
	int err = session_open_plain(s, from);

	if (err)
		return err;
	err = detect_model(&s->model, &s->info, from->model);
	if (err)
		goto close_session;
	err = plan_make(&s->plan, s->model, &s->info);
	if (!err)
		return 0;
	fprintf(stderr, "tdacct: no memory for the model\n");

close_session:
	session_close(s);
	return err;
}

int session_close(struct session *s)
{
	plan_free(s->plan);
	model_free(s->model);
	s->plan = NULL;
	s->model = NULL;
	return client_close(&s->client);
}

void session_say_state(const struct session *s)
{
	if (s->info.state != TDACCT_STATE_COUNTING)
		fprintf(stderr, "tdacct: nothing is counted now: %s; see tdacct status\n",
			state_name(s->info.state));
}
