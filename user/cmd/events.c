// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/detect.h"
#include "collect/machine.h"
#include "events/event_parse.h"
#include "events/families.h"
#include "events/hardware.h"
#include "events/sites.h"
#include "import/import.h"
#include "import/known.h"
#include "model/cover.h"
#include "text/near.h"
#include "events.h"

/* @hint: which was meant, or "". */
static int refuse(const char *what, const char *hint)
{
	char names[512];

	families_names(names, sizeof(names));
	fprintf(stderr, "tdacct: no event data for %s; give a file with --event-data, or one of these with --model:%s%s\n",
		what, names, hint);
	return -ENOENT;
}

/* Adds what this machine has beside its CPU: counters, a watchdog, holders. */
static void look_at_machine(struct events_of *e, const struct hardware *h)
{
	event_data_on(e->data, h->counters);
	e->watchdog |= h->watchdog;
	holders_find(&e->holders, machine_root());
}

static int read_machine(struct event_machine *m)
{
	char path[512];

	snprintf(path, sizeof(path), "%.400s/proc/cpuinfo", machine_root());
	return event_machine_read(m, path);
}

static int open_machine(struct events_of *e)
{
	struct event_machine m;
	struct hardware h;
	char what[128];

	if (read_machine(&m))
		return refuse("this CPU, whose model /proc/cpuinfo does not tell", "");
	hardware_read(&h, machine_root());
	strcpy(m.pmu, h.pmu);
	if (sites_find(&e->data, &m) &&
	    families_of_machine(&e->data, &m)) {
		snprintf(what, sizeof(what),
			 "this CPU, %s family %u model 0x%x with counters '%s'",
			 m.vendor, m.family, m.model, m.pmu);
		return refuse(what, "");
	}
	look_at_machine(e, &h);
	return 0;
}

/* It may be of another machine, of which nothing else is known. -ENOENT: it is no site's. */
static int open_site(struct events_of *e, const char *choice)
{
	struct event_machine m;
	struct hardware h;
	int err;

	if (read_machine(&m))
		memset(&m, 0, sizeof(m));
	err = sites_open(&e->data, choice, &m);
	if (err)
		return err;
	e->elsewhere = !families_fits(e->data, &m);
	hardware_read(&h, machine_root());
	if (!e->elsewhere)
		look_at_machine(e, &h);
	return 0;
}

static int complain_family(const char *name)
{
	char names[512], *rest = names, *one, hint[NEAR_SIZE], what[96];
	struct near near;

	families_names(names, sizeof(names));
	near_begin(&near, name);
	while ((one = strsep(&rest, " ")))
		near_try(&near, one);
	near_hint(&near, hint);
	snprintf(what, sizeof(what), "a family '%.64s'", name);
	return refuse(what, hint);
}

static int open_family(struct event_data **out, const char *name)
{
	int err = families_by_name(out, name);

	return err == -ENOENT ? complain_family(name) : err;
}

/* The user says which family has the sets for the file, or else the file does. */
static int open_file(struct events_of *e)
{
	const struct events_options *o = e->options;
	struct event_error why = { "" };
	int err = import_events(&e->data, NULL, o->file, &why);

	if (err) {
		fprintf(stderr, "tdacct: %s\n", err == -ENOMEM && !*why.text ?
			strerror(ENOMEM) : why.text);
		return err;
	}
	if (o->family)
		return open_family(&e->family, o->family);
	err = known_file(&e->family, o->file);
	return err == -ENOENT ? 0 : err;
}

static int open_data(struct events_of *e)
{
	const struct events_options *o = e->options;
	int err;

	if (o->file)
		return open_file(e);
	if (o->family)
		return open_family(&e->data, o->family);
	if (!o->model)
		return open_machine(e);
	/* a model's is its own family, unless another one is named */
	err = open_site(e, o->model);
	if (err == -ENOENT)
		err = families_by_name(&e->data, o->model);
	return err == -ENOENT ? open_machine(e) : err;
}

/* The model of a family has its name, and a site's is in its file. */
static int open_model(struct events_of *e)
{
	const struct event_data *sets = events_sets(e);
	const char *name = e->data->path && !e->options->file ? e->data->path :
							     e->options->model;

	if (!name && sets)
		name = sets->name;
	if (!name && !e->options->file)
		name = e->data->name;
	return name ? detect_model(&e->model, NULL, name, NULL) : 0;
}

/* A site may leave it to us which events go together. */
static int find_sets(struct events_of *e)
{
	if (!e->data->path || !e->model ||
	    !cover_sets(e->data, e->model, e->watchdog))
		return 0;
	fprintf(stderr, "tdacct: no memory for the sets of events\n");
	return -ENOMEM;
}

int events_open(struct events_of *e, const struct events_options *o)
{
	int err;

	memset(e, 0, sizeof(*e));
	e->options = o;
	e->watchdog = o->watchdog;
	err = open_data(e);
	if (!err && o->no_ht)
		event_data_without_ht(e->data);
	if (!err)
		err = open_model(e);
	if (!err)
		err = find_sets(e);
	if (err)
		events_close(e);
	return err;
}

void events_close(struct events_of *e)
{
	event_data_close(e->data);
	event_data_close(e->family);
	model_free(e->model);
}

const struct event_data *events_sets(const struct events_of *e)
{
	if (e->family)
		return e->family;
	return e->data->nr_sets ? e->data : NULL;
}

/* Arm's files do not tell which counters a core has. The family's table does. */
static const struct event_data *counters_of(const struct events_of *e)
{
	return e->data->counters || !e->family ? e->data : e->family;
}

uint64_t events_counters(const struct events_of *e)
{
	return counters_of(e)->counters & ~e->options->without;
}

static int finish(struct events_set *to, const struct events_of *e)
{
	const struct event_data *d = counters_of(e);
	const struct schedule_request r = {
		.data = d, .event = to->event, .nr = to->nr,
		.without = e->options->without,
		.watchdog = e->watchdog,
	};

	for (unsigned int i = 0; i < to->nr; i++)
		if (!to->event[i].counters)
			to->event[i].counters =
				event_data_counters(d, to->event[i].config);
	if (schedule_set(&to->schedule, &r)) {
		fprintf(stderr, "tdacct: %s does not say which counters can count its events; give the family with --model alone\n",
			e->data->name);
		return -ENODATA;
	}
	if (e->model)
		measures_find(&to->measures, e->model, to->schedule.event,
			      to->schedule.nr);
	return 0;
}

void events_say_sets(const struct event_data *d, const char *word)
{
	char hint[NEAR_SIZE];
	struct near near;

	near_begin(&near, word);
	for (size_t i = 0; i < d->nr_sets; i++)
		near_try(&near, d->set[i].name);
	for (size_t i = 0; !strchr(word, '/') && i < d->nr_events; i++)
		near_try(&near, d->event[i].name);
	fprintf(stderr, "; the sets of %s are", d->name);
	for (size_t i = 0; i < d->nr_sets; i++)
		fprintf(stderr, "%s %s", i ? "," : "", d->set[i].name);
	fprintf(stderr, "%s\n", near_hint(&near, hint));
}

/* @sets: one of these may have been meant; NULL: none. */
static int parse_one(struct events_set *to, const struct event_data *data,
		     const char *text, const struct event_data *sets)
{
	struct event_error why = { "" };
	int err = events_parse(to->event, SET_EVENTS_MAX, &to->nr, data, text,
			       &why);

	if (!err)
		return 0;
	fprintf(stderr, "tdacct: %s", err == -ENOMEM ? strerror(ENOMEM) :
						       why.text);
	if (err == -ENOENT && sets)
		events_say_sets(sets, text);
	else
		fputc('\n', stderr);
	return err;
}

/* Names of a set are those of the file that has the set. */
static int add_named(struct events_set *to, const struct events_of *e,
		     const struct event_set *named)
{
	int err = 0;

	for (unsigned int i = 0; !err && i < named->nr_events; i++)
		err = parse_one(to, events_sets(e), named->event[i], NULL);
	return err;
}

int events_named(struct events_set *to, const struct events_of *e,
		 const struct event_set *named)
{
	int err;

	memset(to, 0, sizeof(*to));
	to->named = named;
	err = add_named(to, e, named);
	return err ? err : finish(to, e);
}

static int add_one(struct events_set *to, const struct events_of *e,
		   const char *word)
{
	const struct event_data *sets = events_sets(e);
	const struct event_set *named = sets ? event_data_find_set(sets, word) :
					       NULL;

	return named ? add_named(to, e, named) :
		       parse_one(to, e->data, word, sets);
}

/* Any of a list may be a set. */
static int add_word(struct events_set *to, const struct events_of *e,
		    const char *word)
{
	size_t len = events_length(word);
	char *one = strndup(word, len);
	int err = one ? add_one(to, e, one) : -ENOMEM;

	free(one);
	if (err || !word[len])
		return err;
	return add_word(to, e, word + len + 1);
}

int events_asked(struct events_set *to, const struct events_of *e,
		 char *const *words, unsigned int nr)
{
	int err = 0;

	memset(to, 0, sizeof(*to));
	for (unsigned int i = 0; !err && i < nr; i++)
		err = add_word(to, e, words[i]);
	return err ? err : finish(to, e);
}

static void find_kept(struct measures *to, const struct events_of *e,
		      const struct set_schedule *a, uint64_t without)
{
	struct event kept[SCHEDULE_SET_MAX];
	unsigned int nr = 0;

	for (unsigned int k = 0; k < a->nr; k++)
		if (!(without >> k & 1))
			kept[nr++] = a->event[k];
	measures_find(to, e->model, kept, nr);
}

void events_nearest(struct events_near *to, const struct events_of *e,
		    const struct events_set *s, unsigned int i)
{
	const struct set_schedule *a = &s->schedule;
	struct measures none;

	find_kept(&to->measures, e, a, a->fit.without[i]);
	measures_find(&none, e->model, a->event, a->first);
	for (size_t n = 0; n < e->model->nr_nodes; n++) {
		to->gains[n] = to->measures.exact[n] && !none.exact[n];
		to->loses[n] = s->measures.exact[n] && !to->measures.exact[n];
	}
}

const char *events_register(enum event_extra extra)
{
	static const char *const names[] = {
		[EXTRA_OFFCORE] = "offcore", [EXTRA_LATENCY] = "latency",
		[EXTRA_FRONTEND] = "frontend", [EXTRA_OTHER] = "other",
	};

	return names[extra];
}
