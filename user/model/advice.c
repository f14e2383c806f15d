// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/embedded.h"
#include "advice.h"

#define FORMAT "tdacct-advice-1"

struct advice_book {
	json_t *files;		/* a list of their lists of nodes */
};

/* "tma_L1-Bound" reads "l1_bound": the next character of a name. */
static char plain(char c)
{
	return c == '-' || c == ' ' ? '_' : (char)tolower((unsigned char)c);
}

static const char *skip_prefix(const char *name)
{
	return strncasecmp(name, "tma_", 4) ? name : name + 4;
}

bool advice_same_name(const char *a, const char *b)
{
	a = skip_prefix(a);
	b = skip_prefix(b);
	while (*a && plain(*a) == plain(*b)) {
		a++;
		b++;
	}
	return !*a && !*b;
}

/* A file of the program's own has no mistakes; a test says so. */
static int add_file(struct advice_book *b, const struct embedded *e)
{
	json_error_t why;
	json_t *root = json_loadb(e->text, e->len, JSON_REJECT_DUPLICATES,
				  &why);
	const char *format = json_string_value(json_object_get(root, "format"));
	json_t *nodes = json_object_get(root, "nodes");
	int err = 0;

	if (!format || strcmp(format, FORMAT) || !json_is_array(nodes)) {
		fprintf(stderr, "tdacct: %s:%d:%d: %s\n", e->name, why.line,
			why.column, root ? "expected \"format\": \"" FORMAT "\" and \"nodes\"" :
			why.text);
		err = -EINVAL;
	} else if (json_array_append(b->files, nodes)) {
		err = -ENOMEM;
	}
	json_decref(root);
	return err;
}

int advice_open(struct advice_book **out)
{
	struct advice_book *b = calloc(1, sizeof(*b));
	int err = 0;

	*out = NULL;
	if (!b)
		return -ENOMEM;
	b->files = json_array();
	if (!b->files)
		err = -ENOMEM;
	for (const struct embedded *e = embedded_advice; !err && e->name; e++)
		err = add_file(b, e);
	if (err)
		advice_close(b);
	else
		*out = b;
	return err;
}

void advice_close(struct advice_book *b)
{
	if (b)
		json_decref(b->files);
	free(b);
}

static size_t take(const json_t *node, const char *key, const char **to)
{
	const json_t *list = json_object_get(node, key);
	size_t nr = 0;

	while (nr < ADVICE_MAX && nr < json_array_size(list)) {
		to[nr] = json_string_value(json_array_get(list, nr));
		nr++;
	}
	return nr;
}

static bool is_of(const json_t *node, const char *name)
{
	const char *own = json_string_value(json_object_get(node, "name"));
	const json_t *also = json_object_get(node, "also");

	if (own && advice_same_name(own, name))
		return true;
	for (size_t i = 0; i < json_array_size(also); i++)
		if (advice_same_name(json_string_value(json_array_get(also, i)),
				     name))
			return true;
	return false;
}

bool advice_first(const char *place, size_t len,
		  bool (*known)(void *arg, const char *name, size_t len),
		  void *arg)
{
	const char *end = place + len;

	while (place < end) {
		const char *bar = memchr(place, '|', (size_t)(end - place));
		const char *stop = bar ? bar : end;

		if (known(arg, place, (size_t)(stop - place)))
			return true;
		place = stop + 1;
	}
	return false;
}

int advice_find(const struct advice_book *b, const char *name,
		struct advice *to)
{
	const json_t *nodes, *node;
	size_t i, k;

	memset(to, 0, sizeof(*to));
	json_array_foreach(b->files, i, nodes) {
		json_array_foreach(nodes, k, node) {
			if (!is_of(node, name))
				continue;
			to->meaning = json_string_value(
					json_object_get(node, "meaning"));
			to->nr_causes = take(node, "causes", to->cause);
			to->nr_remedies = take(node, "remedies", to->remedy);
			to->nr_locate = take(node, "locate", to->locate);
			return 0;
		}
	}
	return -ENOENT;
}
