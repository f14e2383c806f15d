// SPDX-License-Identifier: GPL-2.0
/*
 * Event data as Intel publishes it (NAME_core.json) and as perf has it: lists
 * of events, each an object with these fields among others. Intel's newer
 * files have the list below "Events" and all fields in each event; the older
 * ones and perf's are the list, and perf's leave out what is 0. Those of other
 * CPUs than Intel's and AMD's have nothing but a code, which is the config. Arm's own
 * files have events by their names, beside the metrics.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "events/atom.h"
#include "events/data.h"
#include "events/document.h"
#include "events/encoding.h"
#include "events/perf.h"
#include "text/text.h"
#include "event_lists.h"

/* Codes of Arm's cores have sixteen bits; these two are the same on all. */
#define ARM_CODE_MAX 0xffff
#define ARM_CYCLES 0x11
#define ARM_INSTRUCTIONS 0x08

/* The extra register of Intel's CPUs that perf writes config1 to. */
static enum event_extra extra_kind(uint64_t msr)
{
	switch (msr) {
	case 0:
		return EXTRA_NONE;
	case 0x1a6:
	case 0x1a7:
		return EXTRA_OFFCORE;
	case 0x3f6:
		return EXTRA_LATENCY;
	case 0x3f7:
		return EXTRA_FRONTEND;
	default:
		return EXTRA_OTHER;
	}
}

static int read_extra(const struct place *p, struct event *e)
{
	uint64_t msr;
	int err = field_number(p, "MSRIndex", UINT32_MAX, &msr);

	e->extra = extra_kind(msr);
	if (err || e->extra == EXTRA_NONE)
		return err;
	return field_number(p, "MSRValue", UINT64_MAX, &e->config1);
}

/*
 * Events of fixed counters have the code 0 in these files, and a umask that
 * is the number of the counter, from 1. perf takes the general event for the
 * first two, as the hardware does, and this pair for the others; for the
 * precise distribution of instructions, too.
 */
static uint64_t fixed_config(const struct event *e, uint64_t config)
{
	if (config == 0x100 && strcasecmp(e->name, "INST_RETIRED.PREC_DIST"))
		return 0xc0;
	return config == 0x200 ? 0x3c : config;
}

static bool has_capitals(const char *name)
{
	while (*name && !isupper((unsigned char)*name))
		name++;
	return *name;
}

/* AMD has longer codes, and names in small letters only. */
static bool is_amd(const struct event *e)
{
	return !has_capitals(e->name);
}

/* There is at least one of these in each event of Intel's. */
static bool is_code_only(const struct place *p, const struct event *e)
{
	static const char *const keys[] = {
		"UMask", "CounterMask", "Invert", "EdgeDetect", "Counter",
		"MSRIndex", "SampleAfterValue",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (json_object_get(p->object, keys[i]))
			return false;
	return !is_amd(e);
}

/* ConfigCode is the name of a code that has more than an event in it. */
static int read_code(const struct place *p, struct event *e)
{
	int err = field_number(p, "EventCode", UINT64_MAX, &e->config);

	if (!err && json_object_get(p->object, "ConfigCode"))
		err = field_number(p, "ConfigCode", UINT64_MAX, &e->config);
	return err;
}

static int read_encoding(const struct place *p, struct event *e)
{
	uint64_t more;
	struct encoding c;
	int err = field_number(p, "EventCode", is_amd(e) ? 0xfff : 0xff,
			       &c.code);

	if (!err)
		err = field_number(p, "UMask", 0xffff, &c.umask);
	if (!err)
		err = field_number(p, "UMaskExt", 0xff, &more);
	if (!err)
		err = field_number(p, "EdgeDetect", 1, &c.edge);
	if (!err)
		err = field_number(p, "AnyThread", 1, &c.any);
	if (!err)
		err = field_number(p, "Invert", 1, &c.inv);
	if (!err)
		err = field_number(p, "CounterMask", 0xff, &c.cmask);
	if (err)
		return err;
	c.umask |= more << 8;
	e->config = encoding_config(&c);
	if (!c.code)
		e->config = fixed_config(e, e->config);
	e->value = encoding_value(e->config);
	return 0;
}

/* perf's files have nothing else for what only a fixed counter has. */
static int read_counters(const struct place *p, struct event *e)
{
	int err = field_counters(p, "Counter", &e->counters);

	if (!err)
		err = field_counters(p, "CounterHTOff", &e->counters_no_ht);
	if (!e->counters_no_ht)
		e->counters_no_ht = e->counters;
	return err;
}

static int read_flags(const struct place *p, struct event *e)
{
	uint64_t alone = 0, deprecated = 0;
	int err = field_number(p, "TakenAlone", 1, &alone);

	if (!err)
		err = field_number(p, "Deprecated", 1, &deprecated);
	e->alone = !err && alone;
	e->deprecated = !err && deprecated;
	return err;
}

static int put_description(struct event *e, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return -ENOMEM;
	text_clean(copy);
	e->description = copy;
	return 0;
}

static int read_description(const struct place *p, struct event *e)
{
	const char *brief, *public;
	int err = field_text(p, "BriefDescription", &brief);

	if (!err)
		err = field_text(p, "PublicDescription", &public);
	if (err || (!brief && !public))
		return err;
	return put_description(e, brief ? brief : public);
}

static int read_name(const struct place *p, struct event *e, const char *key)
{
	const char *name;
	int err = field_text(p, key, &name);

	if (err)
		return err;
	if (!name)
		return field_fail(p, NULL, "expected an event with an \"EventName\"");
	if (strlen(name) >= sizeof(e->name))
		return field_fail(p, key, "longer than %zu characters",
				  sizeof(e->name) - 1);
	strcpy(e->name, name);
	text_clean(e->name);
	return 0;
}

/* Only events of some of perf's units are counted by counters of a core. */
static int read_unit(const struct place *p, struct event *e)
{
	const char *unit;
	int err = field_text(p, "Unit", &unit);

	if (err || !unit)
		return err;
	e->atom = !strcmp(unit, ATOM_DEVICE);
	if (!perf_is_core(unit, strlen(unit)))
		e->cannot = EVENT_UNCORE;
	return 0;
}

/*
 * E-cores have events of the same names as P-cores, and of the same codes, which may
 * mean something else: so these have their counters' name before their own.
 */
static int set_apart(const struct place *p, struct event *e)
{
	char name[EVENT_NAME_SIZE];

	if (!e->atom)
		return 0;
	if (!atom_name(name, sizeof(name), e->name))
		return field_fail(p, "EventName", "longer than %zu characters",
				  sizeof(name) - sizeof(ATOM_DEVICE "//"));
	strcpy(e->name, name);
	e->value = atom_value(e->config);
	e->cannot = e->value ? NULL : EVENT_ATOM;
	e->counters = 0;
	e->counters_no_ht = 0;
	return 0;
}

static int read_details(const struct place *p, struct event *e)
{
	int err;

	if (is_code_only(p, e))
		return read_code(p, e);
	err = read_encoding(p, e);
	if (!err)
		err = read_counters(p, e);
	if (!err)
		err = read_extra(p, e);
	if (!err)
		err = read_flags(p, e);
	return err;
}

/* An event that cannot be counted has other fields, and is known by its name. */
static int read_event(const struct place *p, struct event *e)
{
	int err = read_name(p, e, "EventName");

	if (!err)
		err = read_unit(p, e);
	if (!err && !e->cannot)
		err = read_details(p, e);
	if (!err)
		err = set_apart(p, e);
	return err ? err : read_description(p, e);
}

/* An event of the architecture: what it is, another file of perf's says. */
static int read_standard(const struct place *p, struct event *e)
{
	int err = read_name(p, e, "ArchStdEvent");

	e->cannot = EVENT_STANDARD;
	return err ? err : read_description(p, e);
}

static bool has(const json_t *o, const char *key)
{
	return json_object_get(o, key);
}

/* perf's lists have metrics in between, and records of other things. */
static int read_record(const struct place *p, struct event_data *d, bool list)
{
	struct event *e = &d->event[d->nr_events];

	if (has(p->object, "EventName") || has(p->object, "EventCode") ||
	    !list) {
		d->nr_events++;
		return read_event(p, e);
	}
	if (!has(p->object, "ArchStdEvent") || has(p->object, "MetricExpr"))
		return 0;
	d->nr_events++;
	return read_standard(p, e);
}

static int read_events(struct event_data *d, const struct reader *r,
		       const json_t *events, const char *above)
{
	struct place top = { r, NULL, above };
	size_t nr = json_array_size(events);
	int err = 0;

	if (nr > EVENTS_MAX)
		return field_fail(&top, NULL, "more than %d events", EVENTS_MAX);
	d->event = calloc(nr + 1, sizeof(*d->event));
	if (!d->event)
		return -ENOMEM;
	for (size_t i = 0; !err && i < nr; i++) {
		const json_t *o = json_array_get(events, i);
		char index[32], path[FIELD_PATH_SIZE];
		struct place p = { r, o, path };

		snprintf(index, sizeof(index), "%zu", i);
		field_path(path, above, index);
		if (!json_is_object(o))
			return field_fail(&p, NULL, "expected an event, an object");
		err = read_record(&p, d, !*above);
	}
	return err;
}

/* Arm's: the file has metrics, too, and "events" is an object of their names. */
static bool is_arm(const json_t *root)
{
	return json_is_object(json_object_get(root, "product_configuration")) &&
	       json_is_object(json_object_get(root, "events"));
}

static int read_arm_event(struct event_data *d, const struct place *p,
			  const char *name)
{
	struct event *e = &d->event[d->nr_events++];
	const char *description = NULL;
	int err;

	if (strlen(name) >= sizeof(e->name))
		return field_fail(p, NULL, "longer than %zu characters",
				  sizeof(e->name) - 1);
	strcpy(e->name, name);
	text_clean(e->name);
	if (!json_object_get(p->object, "code"))
		return field_fail(p, NULL, "expected an event with a \"code\"");
	err = field_number(p, "code", ARM_CODE_MAX, &e->config);
	if (!err)
		err = field_text(p, "description", &description);
	e->value = event_data_value(d, e->config);
	return err || !description ? err : put_description(e, description);
}

static int read_arm(struct event_data *d, const struct reader *r,
		    const json_t *root)
{
	json_t *events = json_object_get(root, "events"), *object;
	struct place top = { r, root, "" };
	const char *name;
	int err = 0;

	if (json_object_size(events) > EVENTS_MAX)
		return field_fail(&top, "events", "more than %d events",
				  EVENTS_MAX);
	d->cycles = ARM_CYCLES;
	d->instructions = ARM_INSTRUCTIONS;
	d->event = calloc(json_object_size(events) + 1, sizeof(*d->event));
	if (!d->event)
		return -ENOMEM;
	json_object_foreach(events, name, object) {
		char path[FIELD_PATH_SIZE];
		struct place p = { r, object, path };

		field_path(path, "events", name);
		if (!err)
			err = read_arm_event(d, &p, name);
	}
	return err;
}

/*
 * Who gives all files of a folder of perf's gives some without an event, too:
 * metrics, numbers of counters, and what groups of metrics are.
 */
static bool is_another(json_t *root)
{
	const char *key;
	json_t *o;
	size_t i;

	json_array_foreach(root, i, o)
		if (has(o, "MetricExpr") || has(o, "CountersNumGeneric"))
			return true;
	json_object_foreach(root, key, o)
		if (!json_is_string(o))
			return false;
	return json_object_size(root);
}

static int read_all(struct event_data *d, const struct reader *r, json_t *root)
{
	const json_t *events = json_object_get(root, "Events");
	struct place top = { r, root, "" };
	const char *slash = strrchr(r->file, '/');
	int err = 0;

	d->name = strdup(slash ? slash + 1 : r->file);
	if (!d->name)
		return -ENOMEM;
	if (json_is_array(root))
		err = read_events(d, r, root, "");
	else if (json_is_array(events))
		err = read_events(d, r, events, "Events");
	else if (is_arm(root))
		err = read_arm(d, r, root);
	else if (!is_another(root))
		return field_fail(&top, NULL, "this is no event data: expected a list of events, an object with a list \"Events\", or \"format\": \"" FAMILY_FORMAT "\"");
	if (!err && !d->nr_events && !is_another(root))
		err = field_fail(&top, NULL, "there is no event in it");
	return err;
}

int event_lists_read(struct event_data **out, const struct document *from)
{
	struct event_data *d = calloc(1, sizeof(*d));
	int err = d ? read_all(d, &from->reader, from->root) : -ENOMEM;

	*out = NULL;
	if (err) {
		event_data_close(d);
		return err;
	}
	/* The file has the counters in its events only. */
	for (size_t i = 0; i < d->nr_events; i++) {
		d->counters |= d->event[i].counters;
		d->counters_no_ht |= d->event[i].counters_no_ht;
	}
	event_data_sort(d);
	*out = d;
	return 0;
}
