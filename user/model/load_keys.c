// SPDX-License-Identifier: GPL-2.0
/* Keys of an object: which there may be, and the texts and numbers behind them. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "text/jsonpos.h"
#include "text/text.h"
#include "load.h"
#include "load_private.h"

int load_fail(struct loader *l, const char *path, unsigned int within,
	      const char *format, ...)
{
	struct position p = json_position(l->text, path, within);
	size_t size = sizeof(l->why->text);
	va_list args;
	int len;

	len = snprintf(l->why->text, size, "%s:%u:%u: ", l->file, p.line,
		       p.column);
	if (len < 0 || (size_t)len >= size)
		return -EINVAL;
	va_start(args, format);
	vsnprintf(l->why->text + len, size - (size_t)len, format, args);
	va_end(args);
	text_clean(l->why->text);
	return -EINVAL;
}

void load_join(char *to, const char *path, const char *key)
{
	int len = snprintf(to, LOAD_PATH_MAX, "%s%s%s", path,
			   *path ? "/" : "", key);

	if (len >= LOAD_PATH_MAX)
		to[LOAD_PATH_MAX - 1] = 0;	/* points at what is above */
}

/* Every key of @object must be among @keys, which a NULL ends. */
int load_check_keys(struct loader *l, const json_t *object, const char *path,
		    const char *const *keys)
{
	void *i = json_object_iter((json_t *)object);
	char at[LOAD_PATH_MAX];

	for (; i; i = json_object_iter_next((json_t *)object, i)) {
		const char *key = json_object_iter_key(i);
		const char *const *k = keys;

		while (*k && strcmp(*k, key))
			k++;
		if (*k)
			continue;
		load_join(at, path, key);
		return load_fail(l, at, 0, "'%s' is unknown here", key);
	}
	return 0;
}

int load_check_object(struct loader *l, const json_t *object,
		      const char *path, const char *const *keys)
{
	if (!json_is_object(object))
		return load_fail(l, path, 0, "expected an object");
	return load_check_keys(l, object, path, keys);
}

/* *@out stays NULL where an optional text is absent. */
int load_text(struct loader *l, const json_t *object, const char *path,
	      const char *key, bool required, char **out)
{
	const json_t *value = json_object_get(object, key);
	char at[LOAD_PATH_MAX];

	load_join(at, path, key);
	if (!value)
		return required ? load_fail(l, path, 0, "expected a \"%s\"",
					    key) : 0;
	if (!json_is_string(value))
		return load_fail(l, at, 0, "expected a text");
	if (json_string_length(value) > MODEL_TEXT_MAX)
		return load_fail(l, at, 0, "longer than %d characters",
				 MODEL_TEXT_MAX);
	*out = strdup(json_string_value(value));
	if (!*out)
		return -ENOMEM;
	text_clean(*out);
	return 0;
}

/* A number up to @max, or a text of one, so that hex can be written. */
int load_number(struct loader *l, const json_t *object, const char *path,
		const char *key, uint64_t max, uint64_t *out)
{
	const json_t *value = json_object_get(object, key);
	char at[LOAD_PATH_MAX], *end = "";

	load_join(at, path, key);
	*out = 0;
	if (json_is_integer(value) && json_integer_value(value) >= 0)
		*out = (uint64_t)json_integer_value(value);
	else if (json_is_string(value) && json_string_length(value))
		*out = strtoull(json_string_value(value), &end, 0);
	else
		return load_fail(l, at, 0,
				 "expected a number such as 5 or \"0x1f\"");
	if (*end)
		return load_fail(l, at, 0, "'%s' is no number",
				 json_string_value(value));
	if (*out > max)
		return load_fail(l, at, 0, "expected at most %" PRIu64, max);
	return 0;
}

int load_optional(struct loader *l, const json_t *object,
		  const char *path, const char *key, uint64_t max,
		  uint64_t *out)
{
	*out = 0;
	if (!json_object_get(object, key))
		return 0;
	return load_number(l, object, path, key, max, out);
}

int load_keep_text(const json_t *object, const char *key, char **to)
{
	*to = strdup(json_string_value(json_object_get(object, key)));
	return *to ? 0 : -ENOMEM;
}
