// SPDX-License-Identifier: GPL-2.0
/* The formulas of a node: its own, one that is near it, and its threshold. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "expr.h"
#include "load_private.h"

/* The names in a formula become what they stand for. */
static int resolve(struct loader *l, struct formula *f, const char *path)
{
	unsigned int nr = expr_nr_names(f->expr);

	f->ref = calloc(nr + 1, sizeof(*f->ref));
	if (!f->ref)
		return -ENOMEM;
	for (unsigned int i = 0; i < nr; i++) {
		const char *name = expr_name(f->expr, i);
		int event = model_find_event(l->m, name);
		int node = model_find_node(l->m, name);

		if (event < 0 && node < 0)
			return load_fail(l, path, expr_name_offset(f->expr, i),
					 "'%s' is neither an event nor a node of this model",
					 name);
		f->ref[i].is_node = event < 0;
		f->ref[i].scale = 1;
		f->ref[i].index = (unsigned int)(event < 0 ? node : event);
	}
	return 0;
}

static bool literal(void *arg, const char *at, size_t len, double *number)
{
	char name[EXPR_NAME_MAX + 1];

	if (len > EXPR_NAME_MAX)
		return false;
	memcpy(name, at, len);
	name[len] = 0;
	return load_is_told(arg, name, number);
}

int load_formula(struct loader *l, const json_t *object,
		 const char *path, const char *key, struct formula *f)
{
	const struct expr_dialect dialect = { .literal = literal, .arg = l };
	const json_t *value = json_object_get(object, key);
	struct expr_error why;
	char at[LOAD_PATH_MAX];
	int err;

	load_join(at, path, key);
	if (!json_is_string(value))
		return load_fail(l, value ? at : path, 0,
				 "expected a text \"%s\" with a formula", key);
	if (strlen(json_string_value(value)) != json_string_length(value))
		return load_fail(l, at, 0, "a formula with a NUL in it");
	err = expr_parse_as(&f->expr, json_string_value(value), &dialect, &why);
	if (err == -EINVAL)
		return load_fail(l, at, why.offset, "%s", why.text);
	return err ? err : resolve(l, f, at);
}

int load_approximate(struct loader *l, const json_t *node,
		     const char *path, struct node *to)
{
	static const char *const keys[] = { "formula", "note", NULL };
	const json_t *other = json_object_get(node, "approximate");
	char at[LOAD_PATH_MAX];
	int err;

	if (!other)
		return 0;
	load_join(at, path, "approximate");
	err = load_check_object(l, other, at, keys);
	if (!err)
		err = load_text(l, other, at, "note", true, &to->note);
	if (!err)
		err = load_formula(l, other, at, "formula", &to->approximate);
	return err ? err : load_keep_text(other, "formula",
					  &to->approximate_text);
}

static int load_threshold_text(struct loader *l, const json_t *node,
			       const char *path, struct node *to)
{
	int err = load_formula(l, node, path, "threshold", &to->threshold);

	return err ? err : load_keep_text(node, "threshold",
					  &to->threshold_text);
}

/* A number is short for "the node > the number". */
int load_threshold(struct loader *l, const json_t *node,
		   const char *path, struct node *to)
{
	const json_t *value = json_object_get(node, "threshold");
	char text[EXPR_NAME_MAX + 64];
	char at[LOAD_PATH_MAX];
	struct expr_error why;
	int err;

	load_join(at, path, "threshold");
	if (!value)
		return 0;
	if (json_is_string(value))
		return load_threshold_text(l, node, path, to);
	if (!json_is_number(value))
		return load_fail(l, at, 0, "expected a number or a formula");
	if (asprintf(&to->threshold_text, "%s > %g", to->name,
		     json_number_value(value)) < 0)
		return -ENOMEM;
	snprintf(text, sizeof(text), "%s > (%.17g)", to->name,
		 json_number_value(value));
	err = expr_parse(&to->threshold.expr, text, &why);
	if (err == -EINVAL)
		return load_fail(l, at, 0, "%s", why.text);
	return err ? err : resolve(l, &to->threshold, at);
}
