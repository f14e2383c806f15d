// SPDX-License-Identifier: GPL-2.0
#include <errno.h>

#include "text/text.h"
#include "latency.h"

enum { NAME_MAX_LENGTH = 128 };

static int add(json_t **l, const char *name, const json_t *mean)
{
	char small[NAME_MAX_LENGTH];

	if (!name || !json_is_number(mean))
		return 0;
	if (!*l)
		*l = json_object();
	text_small(small, sizeof(small), name);
	return json_object_set_new(*l, small,
				   json_real(json_number_value(mean))) ?
	       -ENOMEM : 0;
}

/* Intel's: {"Data": {EVENT: {"MIN": 1, "MEAN": 2.5, "MAX": 3}}} */
static int add_all(json_t **l, json_t *data)
{
	const char *name;
	json_t *each;
	int err = 0;

	json_object_foreach(data, name, each)
		if (!err)
			err = add(l, name, json_object_get(each, "MEAN"));
	return err;
}

static int add_events(json_t **l, const json_t *events)
{
	const json_t *each;
	int err = 0;
	size_t i;

	json_array_foreach(events, i, each)
		if (!err)
			err = add(l, json_string_value(
					json_object_get(each, "EventName")),
				  json_object_get(each, "RetirementLatencyMean"));
	return err;
}

int latency_take(json_t **to, const json_t *root)
{
	json_t *data = json_object_get(root, "Data");
	const json_t *events = json_object_get(root, "Events");
	int err;

	if (json_is_object(data))
		return add_all(to, data);
	err = add_events(to, json_is_array(root) ? root : events);
	return err ? err : 1;
}

