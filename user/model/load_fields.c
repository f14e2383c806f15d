// SPDX-License-Identifier: GPL-2.0
/* The fields of a model: parts of a value, and what is inside of these. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "load_private.h"

static int load_parts(struct loader *l, const json_t *fields)
{
	const json_t *parts = json_object_get(fields, "parts");
	struct model_fields *to = &l->m->fields;

	if (!json_is_array(parts) || !json_array_size(parts) ||
	    json_array_size(parts) > MODEL_PARTS_MAX)
		return load_fail(l, "fields/parts", 0,
				 "expected a list \"parts\" of 1 to %d texts",
				 MODEL_PARTS_MAX);
	for (size_t i = 0; i < json_array_size(parts); i++) {
		const json_t *part = json_array_get(parts, i);
		char path[LOAD_PATH_MAX];

		snprintf(path, sizeof(path), "fields/parts/%zu", i);
		if (!json_is_string(part))
			return load_fail(l, path, 0, "expected a text");
		to->parts[i] = strdup(json_string_value(part));
		if (!to->parts[i])
			return -ENOMEM;
		to->nr_parts++;
	}
	return 0;
}

static int load_inside(struct loader *l, const char *value, const json_t *in)
{
	struct model_fields *f = &l->m->fields;
	struct field_inside *to = &f->inside[f->nr_inside];
	char path[LOAD_PATH_MAX];

	snprintf(path, sizeof(path), "fields/inside/%.128s", value);
	if (!json_is_string(in))
		return load_fail(l, path, 0, "expected a text");
	for (unsigned int i = 0; i < f->nr_parts; i++) {
		if (strcmp(f->parts[i], json_string_value(in)))
			continue;
		to->part = i;
		to->value = strdup(value);
		f->nr_inside += to->value != NULL;
		return to->value ? 0 : -ENOMEM;
	}
	return load_fail(l, path, 0, "'%s' is none of the parts",
			 json_string_value(in));
}

static int load_insides(struct loader *l, const json_t *fields)
{
	json_t *inside = json_object_get(fields, "inside"), *in;
	const char *value;
	int err = 0;

	if (!inside)
		return 0;
	if (!json_is_object(inside) ||
	    json_object_size(inside) > MODEL_PARTS_MAX)
		return load_fail(l, "fields/inside", 0,
				 "expected an object of at most %d texts",
				 MODEL_PARTS_MAX);
	json_object_foreach(inside, value, in) {
		err = load_inside(l, value, in);
		if (err)
			break;
	}
	return err;
}

int load_fields(struct loader *l, const json_t *root)
{
	static const char *const keys[] = { "of", "parts", "inside", NULL };
	const json_t *fields = json_object_get(root, "fields");
	int err;

	if (!fields)
		return 0;
	err = load_check_object(l, fields, "fields", keys);
	if (!err)
		err = load_text(l, fields, "fields", "of", true,
				&l->m->fields.of);
	if (!err)
		err = load_parts(l, fields);
	return err ? err : load_insides(l, fields);
}
