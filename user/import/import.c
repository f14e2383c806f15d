// SPDX-License-Identifier: GPL-2.0
#include "events/data.h"
#include "events/document.h"
#include "model/load.h"
#include "event_lists.h"
#include "import.h"
#include "latency.h"
#include "vendor.h"

/* Whatever is foreign becomes a family first. */
static int load_formulas(struct model **out, const struct document *from,
			 const struct resolver *resolver)
{
	struct document family = {
		.reader = {
			.file = from->reader.file, .text = "",
			.why = from->reader.why,
		},
	};
	int err;

	if (!vendor_has_metrics(from->root))
		return model_load(out, from, resolver);
	err = vendor_family(&family.root, from, resolver);
	family.reader.root = family.root;
	if (!err)
		err = model_load(out, &family, resolver);
	document_close(&family);
	return err;
}

int import_formulas_parse(struct model **out, const char *file,
			  const char *text, size_t len,
			  const struct resolver *resolver,
			  struct event_error *why)
{
	struct document from;
	int err = document_parse(&from, file, text, len, why);

	*out = NULL;
	if (err)
		return err;
	err = load_formulas(out, &from, resolver);
	document_close(&from);
	return err;
}

int import_formulas(struct model **out, const char *path,
		    const struct resolver *resolver, struct event_error *why)
{
	struct document from;
	int err = document_open(&from, path, MODEL_FILE_MAX, "the model ", why);

	*out = NULL;
	if (err)
		return err;
	err = load_formulas(out, &from, resolver);
	document_close(&from);
	return err;
}

static int load_events(struct event_data **out, const struct document *from)
{
	return document_format(from->root) ? event_data_read(out, from) :
					     event_lists_read(out, from);
}

int import_events_parse(struct event_data **out, const char *file,
			const char *text, size_t len, struct event_error *why)
{
	struct document from;
	int err = document_parse(&from, file, text, len, why);

	*out = NULL;
	if (err)
		return err;
	err = load_events(out, &from);
	document_close(&from);
	return err;
}

int import_events(struct event_data **out, json_t **latencies,
		  const char *path, struct event_error *why)
{
	const char *what = latencies ? "the events " : "the event data ";
	struct document from;
	int err = document_open(&from, path, EVENT_FILE_MAX, what, why);

	*out = NULL;
	if (err)
		return err;
	err = latencies ? latency_take(latencies, from.root) : 1;
	if (err > 0)
		err = load_events(out, &from);
	document_close(&from);
	return err;
}
