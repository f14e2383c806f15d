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

static int copy(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return from && !*to ? -ENOMEM : 0;
}

/* "AMD Zen 5: pipeline utilization by AMD's PPR" */
static int copy_title(struct model *m, const struct event_data *family)
{
	if (!family->method)
		return copy(&m->title, family->title);
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
		err = copy(&m->constant[i].name, family->constant[i].name);
		m->constant[i].number = family->constant[i].number;
		m->nr_constants += !err;
	}
	return err;
}

static int load_all(struct loader *l, const struct event_data *family)
{
	int err = copy(&l->m->name, family->name);

	if (!err)
		err = copy_title(l->m, family);
	if (!err)
		err = copy(&l->m->note, family->note);
	if (!err)
		err = copy(&l->m->page, family->page);
	if (!err)
		err = copy_constants(l->m, family);
	if (!err)
		err = load_events(l);
	if (!err)
		err = load_fields(l);
	return err ? err : load_nodes(l);
}

static int load_family(struct model **out, const struct document *from)
{
	struct loader l = { .r = &from->reader };
	struct event_data *family;
	int err = event_data_read(&family, from);

	if (err)
		return err;
	l.family = family;
	l.m = calloc(1, sizeof(*l.m));
	err = l.m ? load_all(&l, family) : -ENOMEM;
	event_data_close(family);
	if (err)
		model_free(l.m);
	else
		*out = l.m;
	return err;
}

static int load_vendors(struct model **out, const struct vendor_format *format,
			const struct document *from,
			const struct encodings *encodings)
{
	const struct place top = { &from->reader, from->root, "" };
	int err = vendor_load(out, format, from->reader.file,
			      from->reader.text, from->root, encodings);

	return err == -E2BIG ? field_fail(&top, NULL, "more than %d metrics",
					  MODEL_NODES_MAX) : err;
}

int model_load(struct model **out, const struct document *from,
	       const struct encodings *encodings)
{
	const struct vendor_format *format = vendor_format(from->root);
	const struct place top = { &from->reader, from->root, "" };

	*out = NULL;
	if (format)
		return load_vendors(out, format, from, encodings);
	if (!json_is_object(from->root))
		return field_fail(&top, NULL, "expected an object");
	if (!document_format(from->root))
		return field_fail(&top, "format", "expected \"format\": \"" FAMILY_FORMAT "\", or metrics in the format of Intel, Arm or perf");
	return load_family(out, from);
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
