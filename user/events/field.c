// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/jsonpos.h"
#include "text/text.h"
#include "counters.h"
#include "field.h"

void field_path(char to[FIELD_PATH_SIZE], const char *path, const char *key)
{
	int len = snprintf(to, FIELD_PATH_SIZE, "%s%s%s", path,
			   *path && key ? "/" : "", key ? key : "");

	if (len >= FIELD_PATH_SIZE)
		to[FIELD_PATH_SIZE - 1] = 0;
}

int field_fail(const struct place *p, const char *key, const char *format, ...)
{
	char *why = p->r->why->text;
	size_t size = sizeof(p->r->why->text);
	char path[FIELD_PATH_SIZE];
	struct position at;
	va_list args;
	int len;

	field_path(path, p->path, key);
	at = json_position(p->r->text, path, 0);
	len = snprintf(why, size, "%s:%u:%u: ", p->r->file, at.line, at.column);
	if (len < 0 || (size_t)len >= size)
		return -EINVAL;
	va_start(args, format);
	vsnprintf(why + len, size - (size_t)len, format, args);
	va_end(args);
	text_clean(why);
	return -EINVAL;
}

/* Vendors write these for "there is none". */
static bool is_nothing(const json_t *value)
{
	const char *text = json_string_value(value);

	return !value || json_is_null(value) ||
	       (text && (!*text || !strcasecmp(text, "null") ||
			 !strcasecmp(text, "na") || !strcasecmp(text, "n/a")));
}

int field_text(const struct place *p, const char *key, const char **out)
{
	const json_t *value = json_object_get(p->object, key);

	*out = NULL;
	if (is_nothing(value))
		return 0;
	if (!json_is_string(value))
		return field_fail(p, key, "expected a text");
	*out = json_string_value(value);
	if (strlen(*out) != json_string_length(value))
		return field_fail(p, key, "a text with a NUL in it");
	if (strlen(*out) > FIELD_TEXT_MAX)
		return field_fail(p, key, "longer than %d characters",
				  FIELD_TEXT_MAX);
	return 0;
}

int field_copy(const struct place *p, const char *key, char **out)
{
	const char *text;
	int err = field_text(p, key, &text);

	if (err)
		return err;
	if (!text)
		return field_fail(p, NULL, "expected a \"%s\"", key);
	*out = strdup(text);
	if (!*out)
		return -ENOMEM;
	text_clean(*out);
	return 0;
}

static const char *skip_space(const char *at)
{
	return at + strspn(at, " \t");
}

/* All of them must be numbers; false: one is not. */
static bool read_first(const char *at, uint64_t *out)
{
	uint64_t number;

	for (bool first = true;; first = false) {
		at = number_read(skip_space(at), &number);
		if (!at)
			return false;
		if (first)
			*out = number;
		at = skip_space(at);
		if (*at != ',')
			return !*at;
		at++;
	}
}

int field_number(const struct place *p, const char *key, uint64_t max,
		 uint64_t *out)
{
	const json_t *value = json_object_get(p->object, key);

	*out = 0;
	if (is_nothing(value))
		return 0;
	if (json_is_integer(value) && json_integer_value(value) >= 0)
		*out = (uint64_t)json_integer_value(value);
	else if (!json_is_string(value) ||
		 !read_first(json_string_value(value), out))
		return field_fail(p, key,
				  "expected a number such as 5 or \"0x1f\"");
	if (*out > max)
		return field_fail(p, key, "expected at most %#" PRIx64 ", not %#" PRIx64,
				  max, *out);
	return 0;
}

int field_counters(const struct place *p, const char *key, uint64_t *out)
{
	const json_t *value = json_object_get(p->object, key);

	*out = 0;
	if (is_nothing(value))
		return 0;
	if (json_is_integer(value) && json_integer_value(value) >= 0 &&
	    json_integer_value(value) < COUNTERS_MAX) {
		*out = UINT64_C(1) << json_integer_value(value);
		return 0;
	}
	if (json_is_string(value) &&
	    counters_parse(json_string_value(value), out))
		return 0;
	return field_fail(p, key, "expected counters such as \"0,1,2,3\", \"0-3\" or \"Fixed counter 1\"");
}

int field_check_keys(const struct place *p, const char *const *keys)
{
	void *i = json_object_iter((json_t *)p->object);

	if (!json_is_object(p->object))
		return field_fail(p, NULL, "expected an object");
	for (; i; i = json_object_iter_next((json_t *)p->object, i)) {
		const char *key = json_object_iter_key(i);
		const char *const *k = keys;

		while (*k && strcmp(*k, key))
			k++;
		if (!*k)
			return field_fail(p, key, "'%s' is unknown here", key);
	}
	return 0;
}
