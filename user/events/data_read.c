// SPDX-License-Identifier: GPL-2.0
/* Event data from files: the events in order, whatever the format. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/file.h"
#include "data.h"
#include "document.h"
#include "parsers.h"

static int by_name(const void *a, const void *b)
{
	const struct event *one = a, *other = b;

	return strcasecmp(one->name, other->name);
}

static int by_name_and_order(const void *a, const void *b)
{
	const struct event *one = a, *other = b;
	int order = by_name(a, b);

	if (!order)
		order = !!one->cannot - !!other->cannot;
	return order ? order : one->order < other->order ? -1 : 1;
}

/*
 * Of events of the same name the file's first stays, unless another can be counted.
 * Returns whether two of the file's own have one.
 */
static bool sort(struct event_data *d)
{
	bool twice = false;
	size_t nr = 0;

	if (!d->nr_events)
		return false;	/* there is no array to be sorted */
	for (size_t i = 0; i < d->nr_events; i++)
		d->event[i].order = (unsigned int)i;
	qsort(d->event, d->nr_events, sizeof(*d->event), by_name_and_order);
	for (size_t i = 0; i < d->nr_events; i++) {
		if (nr && !by_name(&d->event[nr - 1], &d->event[i])) {
			twice |= !d->event[nr - 1].borrowed &&
				 !d->event[i].borrowed;
			event_data_free_event(&d->event[i]);
		} else {
			d->event[nr++] = d->event[i];
		}
	}
	d->nr_events = nr;
	return twice;
}

/* A vendor's file has the counters in its events only. */
static void add_up_counters(struct event_data *d)
{
	for (size_t i = 0; i < d->nr_events; i++) {
		d->counters |= d->event[i].counters;
		d->counters_no_ht |= d->event[i].counters_no_ht;
	}
}

/* The family that "events_of" names; *@names stays NULL where it names none. */
static int read_names(struct event_data **names, const struct place *top)
{
	const struct embedded *e;
	struct document from;
	const char *name;
	int err = field_text(top, "events_of", &name);

	*names = NULL;
	if (err || !name)
		return err;
	e = document_find(name);
	if (!e)
		return field_fail(top, "events_of", "there is no family '%.64s'",
				  name);
	err = document_carried(&from, e, top->r->why);
	if (!err)
		err = event_data_read(names, &from);
	document_close(&from);
	return err;
}

static int parse_family(struct event_data *d, const struct reader *r,
			const json_t *root)
{
	const struct place top = { r, root, "" };
	struct event_data *names;
	int err = read_names(&names, &top);

	if (!err)
		err = family_parse(d, r, root, names);
	event_data_close(names);
	if (err)
		return err;
	if (sort(d))
		return field_fail(&top, "events", "two events have names that differ in case only");
	return family_check(d, r, root);
}

static int parse_vendors(struct event_data *d, const struct reader *r,
			 json_t *root)
{
	int err = vendor_parse(d, r, root);

	if (err)
		return err;
	add_up_counters(d);
	sort(d);
	return 0;
}

int event_data_read(struct event_data **out, const struct document *from)
{
	struct event_data *d = calloc(1, sizeof(*d));
	int err = -ENOMEM;

	*out = NULL;
	if (d && document_format(from->root))
		err = parse_family(d, &from->reader, from->root);
	else if (d)
		err = parse_vendors(d, &from->reader, from->root);
	if (err)
		event_data_close(d);
	else
		*out = d;
	return err;
}

int event_data_parse(struct event_data **out, const char *file,
		     const char *text, size_t len, struct event_error *why)
{
	struct document from;
	int err = document_parse(&from, file, text, len, why);

	*out = NULL;
	if (err)
		return err;
	err = event_data_read(out, &from);
	document_close(&from);
	return err;
}

static int keep_path(struct event_data **out, const char *path)
{
	(*out)->path = strdup(path);
	if ((*out)->path)
		return 0;
	event_data_close(*out);
	*out = NULL;
	return -ENOMEM;
}

int event_data_open(struct event_data **out, const char *path,
		    struct event_error *why)
{
	char *text;
	size_t len;
	int err;

	*out = NULL;
	err = file_read(path, EVENT_FILE_MAX, &text, &len);
	if (!err) {
		err = event_data_parse(out, path, text, len, why);
		free(text);
		if (!err && (*out)->title)
			err = keep_path(out, path);
		if (!err || err == -EINVAL)
			return err;
	}
	snprintf(why->text, sizeof(why->text),
		 "cannot read the event data '%s': %s", path, strerror(-err));
	return err;
}
