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
#include "text/file.h"
#include "encodings.h"
#include "load.h"
#include "load_private.h"
#include "vendor.h"

/* "AMD Zen 5: pipeline utilization by AMD's PPR" */
static int copy_title(struct model *m, const struct event_data *family)
{
	if (!family->method)
		return load_copy(&m->title, family->title);
	return asprintf(&m->title, "%s: %s", family->title, family->method) < 0 ?
	       -ENOMEM : 0;
}

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
	if (!err)
		err = copy_title(l->m, family);
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
		       const struct encodings *encodings)
{
	struct loader l = {
		.r = &from->reader, .encodings = encodings,
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

bool model_is_vendors(const struct document *from)
{
	return vendor_format(from->root);
}

int model_import(json_t **family, const struct document *from,
		 const struct encodings *encodings)
{
	const struct place top = { &from->reader, from->root, "" };
	int err = vendor_import(family, &from->reader, from->root, encodings);

	return err == -E2BIG ? field_fail(&top, NULL, "more than %d metrics",
					  MODEL_NODES_MAX) : err;
}

/* Whatever is foreign becomes a family first. */
static int load_vendors(struct model **out, const struct document *from,
			const struct encodings *encodings)
{
	struct document family = {
		.reader = {
			.file = from->reader.file, .text = "",
			.why = from->reader.why,
		},
	};
	int err = model_import(&family.root, from, encodings);

	family.reader.root = family.root;
	if (!err)
		err = load_family(out, &family, encodings);
	document_close(&family);
	return err;
}

int model_load(struct model **out, const struct document *from,
	       const struct encodings *encodings)
{
	const struct place top = { &from->reader, from->root, "" };

	*out = NULL;
	if (model_is_vendors(from))
		return load_vendors(out, from, encodings);
	if (!json_is_object(from->root))
		return field_fail(&top, NULL, "expected an object");
	if (!document_format(from->root))
		return field_fail(&top, "format", "expected \"format\": \"" FAMILY_FORMAT "\", or metrics in the format of Intel, Arm or perf");
	return load_family(out, from, encodings);
}

int model_parse_with(struct model **out, const char *file, const char *text,
		     size_t len, const struct encodings *encodings,
		     struct event_error *why)
{
	struct document from;
	int err = document_parse(&from, file, text, len, why);

	*out = NULL;
	if (err)
		return err;
	err = model_load(out, &from, encodings);
	document_close(&from);
	return err;
}

int model_parse(struct model **out, const char *file, const char *text,
		size_t len, struct event_error *why)
{
	return model_parse_with(out, file, text, len, NULL, why);
}

int model_read(struct model **out, const char *path,
	       const struct encodings *encodings, struct event_error *why)
{
	char *text;
	size_t len;
	int err;

	*out = NULL;
	err = file_read(path, MODEL_FILE_MAX, &text, &len);
	if (!err) {
		err = model_parse_with(out, path, text, len, encodings, why);
		free(text);
		if (!err || err == -EINVAL)
			return err;
	}
	snprintf(why->text, sizeof(why->text), "cannot read the model '%s': %s",
		 path, strerror(-err));
	return err;
}
