// SPDX-License-Identifier: GPL-2.0
/*
 * Places in a JSON text. The first line is a path; what follows is the text.
 * Each value of the text must be found where it stands: read again from
 * there, it is the same value.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "text/jsonpos.h"
#include "fuzz.h"

enum { PATH_SIZE = 256, VALUES_TRIED = 64 };

struct walk {
	const char *text;
	unsigned int tried;
	char path[PATH_SIZE];
};

/* NULL: there is no such place. */
static const char *place(const char *text, struct position p)
{
	for (; p.line > 1; p.line--) {
		text = strchr(text, '\n');
		if (!text)
			return NULL;
		text++;
	}
	return strnlen(text, p.column) + 1 >= p.column ?
	       text + p.column - 1 : NULL;
}

static void check_value(const struct walk *w, const json_t *value)
{
	const char *at = place(w->text, json_position(w->text, w->path, 0));
	/* of a text its first byte is found, behind the quote */
	json_t *again = at ? json_loads(at - json_is_string(value), JSON_DECODE_ANY |
					JSON_DISABLE_EOF_CHECK, NULL) : NULL;

	fuzz_expect(again && json_equal(again, value),
		    "the value of '%s' is found again", w->path);
	json_decref(again);
}

static void walk(struct walk *w, json_t *value);

static void walk_into(struct walk *w, const char *key, json_t *value)
{
	size_t len = strlen(w->path);
	int more = snprintf(w->path + len, PATH_SIZE - len, "%s%s",
			    len ? "/" : "", key);

	/* what no path can say is not tried */
	if ((size_t)more < PATH_SIZE - len && *key && !strchr(key, '/'))
		walk(w, value);
	w->path[len] = 0;
}

static void walk(struct walk *w, json_t *value)
{
	char index[24];
	const char *key;
	json_t *inner;
	size_t i;

	if (w->tried++ >= VALUES_TRIED)
		return;
	check_value(w, value);
	json_object_foreach(value, key, inner)
		walk_into(w, key, inner);
	json_array_foreach(value, i, inner) {
		snprintf(index, sizeof(index), "%zu", i);
		walk_into(w, index, inner);
	}
}

/*
 * Paths hold keys as they stand in the text, so escapes are not tried; nor is
 * a text with a NUL, which jansson takes behind a number.
 */
static void check_all(const char *text, size_t size, json_t *root)
{
	struct walk w = { .text = text };

	if (!strchr(text, '\\') && strlen(text) == size)
		walk(&w, root);
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *path = fuzz_line(&data, &size);
	char *text = fuzz_text(data, size);
	json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);

	if (root) {
		for (unsigned int within = 0; within < 8; within++)
			fuzz_expect(place(text, json_position(text, path,
							      within)),
				    "byte %u of '%s' lies within the text",
				    within, path);
		check_all(text, size, root);
	}
	json_decref(root);
	free(text);
	free(path);
}
