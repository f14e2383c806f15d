// SPDX-License-Identifier: GPL-2.0
/* A vendor's files become a family, to be looked at, edited and kept. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sources.h"
#include "events/counters.h"
#include "events/data.h"
#include "events/document.h"
#include "import/import.h"
#include "import/vendor.h"
#include "model/load.h"
#include "model/model.h"
#include "text/file.h"
#include "view/output.h"
#include "cmd.h"
#include "options.h"

struct line {
	struct sources from;
	const char *file[EVENT_DATA_MAX];
	unsigned int nr;
	const char *name;
	const char *output;
};

enum { KEY_NAME = OPTION_OWN };

static const struct option_row options[] = {
	OPT_TEXT("name", KEY_NAME, "NAME", struct line, name, "call the family so; the default is the file's name"),
	OPT_HIDDEN("json", 'j', NULL),	/* it always is */
	OPT_TEXT("output", 'o', "FILE", struct line, output, "write the family to FILE, and not to standard output"),
	OPT_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct line *l = state->input;

	switch (key) {
	case 'j':
		return 0;
	case ARGP_KEY_ARG:
		if (l->nr == EVENT_DATA_MAX)
			argp_error(state, "more than %d files", EVENT_DATA_MAX);
		l->file[l->nr++] = file_argument(arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "expected a file of metrics as Intel, Arm or perf publish it, and maybe files of events");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct command command = {
	.options = options, .parse = parse, .args_doc = "FILE...",
	.doc = "Make a family of a vendor's file of metrics, with the events that further files have, or else with those that the tool knows of such CPUs. The family is a file of formulas and codes in one form, whoever published them; it can be edited, given to --model, or kept in /etc/tdacct/sites, where it is found for its CPUs.\v"
	       "  tdacct import spr_metrics.json spr_core.json -o spr.json\n"
	       "  tdacct show --pid 1234 --model spr.json",
};

/* -ENOENT: the file has no metrics. -EINVAL and @why. */
static int open_metrics(struct document *d, const char *path,
			struct event_error *why)
{
	int err = document_open(d, path, EVENT_FILE_MAX, "", why);

	if (err)
		return -EINVAL;
	if (vendor_has_metrics(d->root))
		return 0;
	document_close(d);
	return -ENOENT;
}

/* A file of perf's may have events beside the metrics; other files go before. */
static void add_own_events(struct sources *from)
{
	struct event_error why;
	struct event_data *d;

	if (from->nr_event_data || import_events(&d, NULL, from->model, &why))
		return;
	if (d->nr_events)
		from->event_data[from->nr_event_data++] = from->model;
	event_data_close(d);
}

/* Finds the one file that has metrics. What else there is, is of events. */
static int sort_files(struct line *l)
{
	struct event_error why = { "" };
	struct document d;
	int err = 0;

	for (unsigned int i = 0; i < l->nr; i++) {
		err = open_metrics(&d, l->file[i], &why);
		if (err == -ENOENT) {
			l->from.event_data[l->from.nr_event_data++] = l->file[i];
			continue;
		}
		if (err)
			break;
		document_close(&d);
		if (l->from.model) {
			snprintf(why.text, sizeof(why.text), "both '%.200s' and '%.200s' have metrics; import them one by one",
				 l->from.model, l->file[i]);
			err = -EINVAL;
			break;
		}
		l->from.model = l->file[i];
	}
	if ((!err || err == -ENOENT) && l->from.model) {
		add_own_events(&l->from);
		return 0;
	}
	fprintf(stderr, "tdacct: %s\n", *why.text ? why.text :
		"there are no metrics in the format of Intel, Arm or perf");
	return -EINVAL;
}

/*
 * A file of events may name counters that the family does not have. They are left out of
 * @event, which could not be read otherwise.
 */
static void fit_event(json_t *event, const struct event_data *family)
{
	uint64_t all = family->counters | family->counters_no_ht, mask = 0;
	const char *text = json_string_value(json_object_get(event, "counters"));
	char counters[COUNTERS_SIZE];

	if (!text || !counters_parse(text, &mask) || !(mask & ~all))
		return;
	if (mask & all)
		json_object_set_new(event, "counters",
				    json_string(counters_print(counters, mask & all)));
	else
		json_object_del(event, "counters");
}

/* Adds what the tool knows of such CPUs: which they are, and their sets. */
static int add_family(json_t *to, const struct event_data *family)
{
	static const char *const keys[] = { "cpus", "pmu", "always", "sets" };
	const struct embedded *e = document_find(family->name);
	json_t *events = json_object_get(to, "events"), *event;
	struct event_error why;
	struct document from;
	const char *name;
	int err = e ? document_carried(&from, e, &why) : -ENOENT;

	if (err)
		return err;
	json_object_set_new(to, "method",
			    json_incref(json_object_get(to, "title")));
	json_object_set_new(to, "title", json_string(family->title));
	json_object_set_new(to, "events_of", json_string(family->name));
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		json_object_set(to, keys[i], json_object_get(from.root, keys[i]));
	json_object_foreach(events, name, event) {
		fit_event(event, family);
	}
	document_close(&from);
	return 0;
}

/* For CPUs that the tool does not know, files of events may tell the counters. */
static void add_counters(json_t *to, const struct resolver *r)
{
	char text[COUNTERS_SIZE];
	uint64_t counters = 0;

	for (unsigned int i = 0; i < r->nr; i++)
		counters |= r->data[i]->counters;
	if (counters)
		json_object_set_new(to, "counters",
				    json_string(counters_print(text, counters)));
	fprintf(stderr, "tdacct: the tool knows no such CPU: add \"cpus\"%s for which the family is; see tdacct-model(5)\n",
		counters ? "" : " and \"counters\"");
}

/* A new reference to the members of @from, in the order of @keys. */
static json_t *in_order(const json_t *from, const char *const *keys)
{
	json_t *to = json_object();

	for (; *keys; keys++)
		json_object_set(to, *keys, json_object_get(from, *keys));
	return to;
}

static json_t *family_in_order(const json_t *family)
{
	static const char *const keys[] = {
		"format", "name", "title", "method", "cpus", "pmu", "counters",
		"events_of", "always", "fields", "events", "sets", "nodes",
		NULL,
	}, *const of_node[] = {
		"name", "title", "parent", "unit", "unit_text", "scale",
		"level", "core_wide", "standalone", "formula", "cannot",
		"threshold", "threshold_cannot", "description", "locate", NULL,
	};
	json_t *to = in_order(family, keys), *nodes = json_array(), *node;
	size_t i;

	json_array_foreach(json_object_get(family, "nodes"), i, node) {
		json_array_append_new(nodes, in_order(node, of_node));
	}
	json_object_set_new(to, "nodes", nodes);
	return to;
}

static size_t count_unknown(const json_t *nodes)
{
	const json_t *node;
	size_t i, nr = 0;

	json_array_foreach(nodes, i, node)
		nr += json_object_get(node, "cannot") != NULL;
	return nr;
}

/* Nothing is written that could not be read again. */
static int try_to_read(const char *text)
{
	struct event_error why = { "no memory for the family" };
	struct model *m;
	int err = model_parse(&m, "family", text, strlen(text), &why);

	if (err)
		fprintf(stderr, "tdacct: no family can be made of this: %s\n",
			why.text);
	else
		model_free(m);
	return err;
}

static int print(const struct line *l, json_t *family)
{
	const json_t *nodes = json_object_get(family, "nodes");
	json_t *all;
	char *text;
	int err;

	if (l->name)
		json_object_set_new(family, "name", json_string(l->name));
	all = family_in_order(family);
	text = json_dumps(all, JSON_INDENT(2));
	json_decref(all);
	err = text ? try_to_read(text) : -ENOMEM;
	if (!err)
		err = output_to(l->output);
	if (!err)
		puts(text);
	free(text);
	if (!err)
		fprintf(stderr, "tdacct: %zu metrics, %zu of them with formulas that are not understood; %zu events\n",
			json_array_size(nodes), count_unknown(nodes),
			json_object_size(json_object_get(family, "events")));
	return err;
}

static int import(const struct line *l, const struct resolver *resolver)
{
	const struct event_data *family = resolver->family;
	struct event_error why = { "" };
	json_t *to = NULL;
	struct document d;
	int err = open_metrics(&d, l->from.model, &why);

	if (!err) {
		err = vendor_family(&to, &d, resolver);
		document_close(&d);
	}
	if (!err && family)
		err = add_family(to, family);
	else if (!err)
		add_counters(to, resolver);
	if (err)
		fprintf(stderr, "tdacct: %s\n", *why.text ? why.text :
			strerror(-err));
	else
		err = print(l, to);
	json_decref(to);
	return err;
}

int cmd_import(int argc, char **argv)
{
	struct resolver resolver = { .here = false };
	const struct info info = { .nr_values = 0 };
	struct line l = { .nr = 0 };
	int err;

	options_parse(&command, argc, argv, &l);
	err = sort_files(&l);
	if (!err)
		err = sources_open(&l.from, &resolver, &info);
	if (!err)
		err = import(&l, &resolver);
	resolver_close(&resolver);
	return err ? EXIT_FAILED : EXIT_FINE;
}
