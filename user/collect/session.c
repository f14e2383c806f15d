// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "events/sites.h"
#include "import/taken.h"
#include "kernel/ask.h"
#include "model/cores.h"
#include "model/model.h"
#include "detect.h"
#include "machine.h"
#include "session.h"

#define MODULE "/sys/module/tdacct"

int session_open_plain(struct session *s, const struct source *from)
{
	int err;

	memset(s, 0, sizeof(*s));
	err = client_open(&s->client, from->replay, from->record);
	if (err)
		return err;
	s->client.isolated = from->isolated;
	err = ask_info(&s->client, &s->info);
	if (!err) {
		client_expect(&s->client, &s->info);
		return 0;
	}
	client_complain(&s->client, err, "what is counted");
	client_close(&s->client);
	return err;
}

/*
 * Cores of another type have formulas of their own, whatever model is used of
 * core_type 0. Where these are not known, it is shown as counts only.
 */
static int load_beside(struct session *s, unsigned int core_type)
{
	const struct core_type *c = &s->info.core_type[core_type];
	struct info like = s->info;
	int err;

	if (!c->prefix)
		return 0;
	if (*c->vendor) {	/* E-cores have the numbers of their P-cores */
		memcpy(like.vendor, c->vendor, sizeof(like.vendor));
		like.model = c->model;
	} else {
		cores_key(&s->info, core_type, like.pmu);
	}
	err = detect_cpu(&s->beside[core_type], &like);
	if (err || !s->beside[core_type])
		return err == -ENOMEM ? err : 0;
	return plan_add(s->plan, s->beside[core_type], core_type);
}

static void free_beside(struct session *s)
{
	for (unsigned int type = 1; type < CORE_TYPES_MAX; type++) {
		model_free(s->beside[type]);
		s->beside[type] = NULL;
	}
}

int session_plan(struct session *s)
{
	int err;

	plan_free(s->plan);
	free_beside(s);
	err = plan_make(&s->plan, s->model, &s->info);
	for (unsigned int type = 1; !err && type < CORE_TYPES_MAX; type++)
		err = load_beside(s, type);
	if (err)
		fprintf(stderr, "tdacct: no memory for the model\n");
	return err;
}

int session_bind(struct session *s, struct taken *t, const char *file)
{
	int err = taken_bind(t, s->model, &s->resolver, &s->info);

	if (!err && !t->nr_values) {
		fprintf(stderr, "tdacct: %s has no event that the formulas of %s need, such as '%s'; --model names other formulas\n",
			file, s->model->name,
			s->model->nr_events ? s->model->event[0].name : "none");
		return -EINVAL;
	}
	if (err)
		return err;
	/* fields are as perf printed them */
	s->model->fields.as_counted = true;
	err = session_plan(s);
	for (const struct plan *p = err ? NULL : s->plan; p; p = p->next)
		t->width[p->core_type] = p->model->width;
	return err;
}

static int load_model(struct session *s, const struct source *from)
{
	const struct sources *means = &from->means;
	const char *choice = NULL;
	int err = 0;

	/* where the tool's own model says all that is asked, they take time only */
	if (means->model || means->nr_event_data || from->sets ||
	    from->counts || sites_exist())
		err = sources_open(means, &s->resolver, &s->info);
	if (!err && s->resolver.supposed && !*s->info.version)
		machine_suppose(&s->info, s->resolver.supposed);
	if (!err)
		choice = resolver_path(&s->resolver);
	if (!choice)
		choice = means->model;
	if (!err)
		err = detect_model(&s->model, &s->info, choice, &s->resolver);
	if (!err)
		err = sources_sets(&s->resolver, s->model);
	return err ? err : session_plan(s);
}

int session_open(struct session *s, const struct source *from)
{
	int err;

	if (from->counts)
		return session_open_model(s, from);
	err = session_open_plain(s, from);
	if (err)
		return err;
	s->resolver.here = client_is_local(&s->client);
	s->resolver.root = session_root(s);
	if (from->present)
		info_drop_past(&s->info);
	err = load_model(s, from);
	if (err)
		session_close(s);
	return err;
}

int session_close(struct session *s)
{
	session_close_model(s);
	return client_close(&s->client);
}

int session_open_model(struct session *s, const struct source *from)
{
	int err;

	memset(s, 0, sizeof(*s));
	machine_info(&s->info);
	s->resolver.here = true;
	err = load_model(s, from);
	if (err)
		session_close_model(s);
	return err;
}

int session_close_model(struct session *s)
{
	plan_free(s->plan);
	model_free(s->model);
	free_beside(s);
	resolver_close(&s->resolver);
	s->plan = NULL;
	s->model = NULL;
	return 0;
}

bool session_has_module(void)
{
	return !access(MODULE, F_OK);
}

int session_open_means(struct session *s, const struct source *from,
		       bool *counting)
{
	*counting = from->replay || from->record || session_has_module();
	return *counting ? session_open(s, from) : session_open_model(s, from);
}

int session_open_anew(struct session *s, const struct source *from)
{
	int err;

	fprintf(stderr, "tdacct: the events were changed: the interval in which that happened is left out, and the new ones are shown from here on\n");
	session_close(s);
	err = session_open(s, from);
	s->client.follows = !err;
	return err;
}
