// SPDX-License-Identifier: GPL-2.0
/*
 * From a family's JSON to a model, with every mistake located. What is below the top
 * level is in load_*.c, and what the events are in events/family.c.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events/data.h"
#include "resolver.h"
#include "load.h"
#include "load_private.h"

static int copy_constants(struct model *m, const struct event_data *family)
{
	int err = 0;

	m->constant = calloc(family->nr_constants + 1, sizeof(*m->constant));
	if (!m->constant)
		return -ENOMEM;
	for (size_t i = 0; !err && i < family->nr_constants; i++) {
		err = load_copy(&m->constant[i].name, family->constant[i].name);
		m->constant[i].number = family->constant[i].number;
		m->nr_constants += !err;
	}
	return err;
}

static int load_all(struct loader *l, const struct event_data *family)
{
	int err = load_copy(&l->m->name, family->name);

	l->m->width = family->width;
	/* "AMD Zen 5: pipeline utilization by AMD's PPR" */
	if (!err && asprintf(&l->m->title, "%s%s%s", family->title,
			     family->method ? ": " : "",
			     family->method ? family->method : "") < 0)
		err = -ENOMEM;
	if (!err)
		err = load_copy(&l->m->note, family->note);
	if (!err)
		err = load_copy(&l->m->page, family->page);
	if (!err)
		err = copy_constants(l->m, family);
	if (!err)
		err = load_events(l);
	if (!err)
		err = load_fields(l);
	return err ? err : load_nodes(l);
}

static int load_family(struct model **out, const struct document *from,
		       const struct resolver *resolver)
{
	struct loader l = {
		.r = &from->reader, .resolver = resolver,
		.nodes = json_object(), .events = json_object(),
	};
	struct event_data *family;
	int err = event_data_read(&family, from);

	l.family = family;
	if (!err)
		l.m = calloc(1, sizeof(*l.m));
	if (!err)
		err = l.m && l.nodes && l.events ? load_all(&l, family) : -ENOMEM;
	json_decref(l.nodes);
	json_decref(l.events);
	event_data_close(family);
	if (err)
		model_free(l.m);
	else
		*out = l.m;
	return err;
}

int model_load(struct model **out, const struct document *from,
	       const struct resolver *resolver)
{
	const struct place top = { &from->reader, from->root, "" };

	*out = NULL;
	if (!json_is_object(from->root))
		return field_fail(&top, NULL, "expected an object");
	if (!document_format(from->root))
		return field_fail(&top, "format", "expected \"format\": \"" FAMILY_FORMAT "\", or metrics in the format of Intel, Arm or perf");
	return load_family(out, from, resolver);
}

int model_parse(struct model **out, const char *file, const char *text,
		size_t len, struct event_error *why)
{
	struct document from;
	int err = document_parse(&from, file, text, len, why);

	*out = NULL;
	if (err)
		return err;
	err = model_load(out, &from, NULL);
	document_close(&from);
	return err;
}
