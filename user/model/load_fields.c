// SPDX-License-Identifier: GPL-2.0
/* The fields of a model: parts of a value, and what is inside of these. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "load_private.h"

static int load_parts(struct model_fields *to, const struct place *p)
{
	const json_t *parts = json_object_get(p->object, "parts"), *part;
	char key[32];
	size_t i;

	if (!json_array_size(parts) ||
	    json_array_size(parts) > MODEL_PARTS_MAX)
		return field_fail(p, "parts", "expected a list \"parts\" of 1 to %d texts",
				  MODEL_PARTS_MAX);
	json_array_foreach(parts, i, part) {
		snprintf(key, sizeof(key), "parts/%zu", i);
		if (!json_is_string(part))
			return field_fail(p, key, "expected a text");
		to->parts[i] = strdup(json_string_value(part));
		if (!to->parts[i])
			return -ENOMEM;
		to->nr_parts++;
	}
	return 0;
}

/* The place of part @name, or nr_parts. */
static unsigned int find_part(const struct model_fields *f, const char *name)
{
	unsigned int i = 0;

	while (i < f->nr_parts && strcmp(f->parts[i], name))
		i++;
	return i;
}

static int load_cut_off(struct model_fields *f, const struct place *p)
{
	const json_t *names = json_object_get(p->object, "cut_off"), *name;
	unsigned int part;
	char key[32];
	size_t i;

	if (names && !json_is_array(names))
		return field_fail(p, "cut_off", "expected a list of texts");
	json_array_foreach(names, i, name) {
		snprintf(key, sizeof(key), "cut_off/%zu", i);
		if (!json_is_string(name))
			return field_fail(p, key, "expected a text");
		part = find_part(f, json_string_value(name));
		if (part == f->nr_parts)
			return field_fail(p, key, "'%s' is none of the parts",
					  json_string_value(name));
		f->cut_off[part] = true;
	}
	return 0;
}

static int load_inside(struct model_fields *f, const struct place *p,
		       const char *value, const json_t *in)
{
	struct field_inside *to = &f->inside[f->nr_inside];

	if (!json_is_string(in))
		return field_fail(p, value, "expected a text");
	to->part = find_part(f, json_string_value(in));
	if (to->part == f->nr_parts)
		return field_fail(p, value, "'%s' is none of the parts",
				  json_string_value(in));
	to->value = strdup(value);
	f->nr_inside += to->value != NULL;
	return to->value ? 0 : -ENOMEM;
}

static int load_insides(struct model_fields *f, const struct place *p)
{
	json_t *inside = json_object_get(p->object, "inside"), *in;
	const struct place at = { p->r, inside, "fields/inside" };
	const char *value;
	int err = 0;

	if (inside && (!json_is_object(inside) ||
		       json_object_size(inside) > MODEL_PARTS_MAX))
		return field_fail(p, "inside", "expected an object of at most %d texts",
				  MODEL_PARTS_MAX);
	json_object_foreach(inside, value, in) {
		err = load_inside(f, &at, value, in);
		if (err)
			break;
	}
	return err;
}

int load_fields(struct loader *l)
{
	static const struct field fields[] = {
		{ "of", FIELD_TEXT | FIELD_NEEDED,
		  offsetof(struct model_fields, of), 0 },
		{ "as_counted", FIELD_FLAG,
		  offsetof(struct model_fields, as_counted), 0 },
		{ "parts", FIELD_OTHER, 0, 0 },
		{ "cut_off", FIELD_OTHER, 0, 0 },
		{ "inside", FIELD_OTHER, 0, 0 },
		{ NULL, 0, 0, 0 },
	};
	const struct place p = {
		l->r, json_object_get(l->r->root, "fields"), "fields",
	};
	int err;

	if (!p.object)
		return 0;
	err = field_read(&p, fields, &l->m->fields);
	if (!err)
		err = load_parts(&l->m->fields, &p);
	if (!err)
		err = load_cut_off(&l->m->fields, &p);
	return err ? err : load_insides(&l->m->fields, &p);
}
