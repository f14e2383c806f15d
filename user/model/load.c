// SPDX-License-Identifier: GPL-2.0
/*
 * From the JSON of a model to its structures, with every mistake located. Here are
 * the file and what is on its top level; what is below that is in load_*.c.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "text/file.h"
#include "encodings.h"
#include "load.h"
#include "load_private.h"
#include "vendor.h"

#define FORMAT "tdacct-model-1"

static int load_cpu(struct loader *l, const json_t *cpu, const char *path)
{
	static const char *const keys[] = {
		"vendor", "family", "model", "to", "is", NULL,
	};
	struct model_cpu *to = &l->m->cpu[l->m->nr_cpus];
	uint64_t family = 0, model = 0, last = 0;
	int err = load_check_object(l, cpu, path, keys);

	if (!err)
		err = load_text(l, cpu, path, "vendor", true, &to->vendor);
	if (!err)
		l->m->nr_cpus++;
	if (!err)
		err = load_number(l, cpu, path, "family", UINT32_MAX, &family);
	if (!err)
		err = load_number(l, cpu, path, "model", UINT32_MAX, &model);
	if (!err)
		err = load_optional(l, cpu, path, "to", UINT32_MAX, &last);
	to->family = (uint32_t)family;
	to->model = (uint32_t)model;
	to->last = (uint32_t)(last ? last : model);
	return err;
}

static int load_cpus(struct loader *l, const json_t *root)
{
	const json_t *cpus = json_object_get(root, "cpus");
	char path[LOAD_PATH_MAX];
	int err = 0;

	if (!cpus)
		return 0;
	if (!json_is_array(cpus))
		return load_fail(l, "cpus", 0, "expected a list");
	l->m->cpu = calloc(json_array_size(cpus) + 1, sizeof(*l->m->cpu));
	if (!l->m->cpu)
		return -ENOMEM;
	for (size_t i = 0; !err && i < json_array_size(cpus); i++) {
		snprintf(path, sizeof(path), "cpus/%zu", i);
		err = load_cpu(l, json_array_get(cpus, i), path);
	}
	return err;
}

static int load_format(struct loader *l, const json_t *root)
{
	const char *format = json_string_value(json_object_get(root, "format"));

	if (!format)
		return load_fail(l, "format", 0,
				 "expected \"format\": \"%s\", or metrics in the format of Intel, Arm or perf",
				 FORMAT);
	if (strcmp(format, FORMAT))
		return load_fail(l, "format", 0, "expected \"format\": \"%s\"",
				 FORMAT);
	return 0;
}

static int load_root(struct loader *l, const json_t *root)
{
	static const char *const keys[] = {
		"format", "name", "title", "pmu", "note", "page", "cpus",
		"fields", "events", "nodes", NULL,
	};
	int err;

	if (!json_is_object(root))
		return load_fail(l, "", 0, "expected an object");
	err = load_format(l, root);
	if (!err)
		err = load_check_keys(l, root, "", keys);
	if (!err)
		err = load_text(l, root, "", "name", true, &l->m->name);
	if (!err)
		err = load_text(l, root, "", "title", true, &l->m->title);
	if (!err)
		err = load_text(l, root, "", "pmu", false, &l->m->pmu);
	if (!err)
		err = load_text(l, root, "", "note", false, &l->m->note);
	if (!err)
		err = load_text(l, root, "", "page", false, &l->m->page);
	if (!err)
		err = load_cpus(l, root);
	if (!err)
		err = load_events(l, root);
	if (!err)
		err = load_fields(l, root);
	return err ? err : load_nodes(l, root);
}

/* Only a vendor may say a thing twice: of its files some do. */
static json_t *load_json(const char *file, const char *text, size_t len,
			 struct model_error *why)
{
	json_error_t e;
	json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &e);

	if (!root && json_error_code(&e) == json_error_duplicate_key) {
		root = json_loadb(text, len, 0, NULL);
		if (root && vendor_format(root))
			return root;
		json_decref(root);
		root = NULL;
	}
	if (!root)
		snprintf(why->text, sizeof(why->text), "%s:%d:%d: %s", file,
			 e.line, e.column, e.text);
	return root;
}

static int load_own(struct model **out, struct loader *l, const json_t *root)
{
	int err;

	l->m = calloc(1, sizeof(*l->m));
	err = l->m ? load_root(l, root) : -ENOMEM;
	if (err)
		model_free(l->m);
	else
		*out = l->m;
	return err;
}

static int load_vendors(struct model **out, struct loader *l,
			const struct vendor_format *format, json_t *root,
			const struct encodings *encodings)
{
	int err = vendor_load(out, format, l->file, l->text, root, encodings);

	return err == -E2BIG ? load_fail(l, "", 0, "more than %d metrics",
					 MODEL_NODES_MAX) : err;
}

int model_parse_with(struct model **out, const char *file, const char *text,
		     size_t len, const struct encodings *encodings,
		     struct model_error *why)
{
	struct loader l = {
		.file = file, .text = text, .why = why,
		.site = encodings ? encodings->site : NULL,
	};
	const struct vendor_format *format;
	json_t *root;
	int err;

	*out = NULL;
	root = load_json(file, text, len, why);
	if (!root)
		return -EINVAL;
	format = vendor_format(root);
	err = format ? load_vendors(out, &l, format, root, encodings) :
		       load_own(out, &l, root);
	json_decref(root);
	return err;
}

int model_parse(struct model **out, const char *file, const char *text,
		size_t len, struct model_error *why)
{
	return model_parse_with(out, file, text, len, NULL, why);
}

int model_read(struct model **out, const char *path,
	       const struct encodings *encodings, struct model_error *why)
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
