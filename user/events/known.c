// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/embedded.h"
#include "families.h"
#include "known.h"
#include "midr.h"

enum {
	HEAD_SIZE = 4096,	/* in which a file says what it is for */
	WORDS_SIZE = 256,
};

/* Of all names that @text has, or begins with, the longest. */
struct search {
	char text[WORDS_SIZE];
	bool within;
	size_t longest;
	char family[64];
};

/* "Ice Lake-SP" reads "icelakesp": what vendors write between is no help. */
static void plain(char to[WORDS_SIZE], const char *from, size_t len)
{
	size_t nr = 0;

	for (size_t i = 0; i < len && nr < WORDS_SIZE - 1; i++)
		if (isalnum((unsigned char)from[i]))
			to[nr++] = (char)tolower((unsigned char)from[i]);
	to[nr] = 0;
}

static void try_name(struct search *s, const char *name, const char *family,
		     size_t len)
{
	char words[WORDS_SIZE];
	size_t length;

	plain(words, name, strlen(name));
	length = strlen(words);
	if (length <= s->longest ||
	    (s->within ? !strstr(s->text, words) :
			 strncmp(s->text, words, length)))
		return;
	s->longest = length;
	snprintf(s->family, sizeof(s->family), "%.*s", (int)len, family);
}

/* The list alone: to parse all tables takes longer than a file of metrics does. */
static json_t *load_names(const struct embedded *e)
{
	static const char key[] = "\"known_as\"";
	const char *end = e->text + e->len;
	const char *at = memmem(e->text, e->len, key, strlen(key));

	at = at ? memchr(at, '[', (size_t)(end - at)) : NULL;
	return at ? json_loadb(at, (size_t)(end - at), JSON_DISABLE_EOF_CHECK,
			       NULL) : NULL;
}

/* A file of the program's own has no mistakes, and a table's name; a test says so. */
static void try_family(struct search *s, const struct embedded *e)
{
	size_t len = strcspn(e->name, ".");
	json_t *names = load_names(e);
	char own[64];

	snprintf(own, sizeof(own), "%.*s", (int)len, e->name);
	try_name(s, own, e->name, len);
	for (size_t i = 0; i < json_array_size(names); i++)
		try_name(s, json_string_value(json_array_get(names, i)),
			 e->name, len);
	json_decref(names);
}

static int find(struct event_data **out, const char *text, size_t len,
		bool within)
{
	struct search s = { .within = within };

	plain(s.text, text, len);
	for (const struct embedded *e = embedded_events; *s.text && e->name;
	     e++)
		try_family(&s, e);
	return s.longest ? families_by_name(out, s.family) : -ENOENT;
}

/* The text behind "key" where that first stands in a file; NULL: it does not. */
static const char *find_text(const char *head, const char *key, size_t *len)
{
	const char *at = strstr(head, key);

	if (!at)
		return NULL;
	at += strlen(key);
	at += strspn(at, " \t\r\n:");
	if (*at != '"')
		return NULL;
	*len = strcspn(at + 1, "\"");
	return at + 1;
}

static uint32_t find_number(const char *head, const char *key)
{
	size_t len;
	const char *at = find_text(head, key, &len);

	return at ? (uint32_t)strtoul(at, NULL, 0) : 0;
}

/* Arm's: the fields of a core's MIDR_EL1. */
static int find_core(struct event_data **out, const char *head)
{
	struct event_machine m = { .family = 8 };
	uint32_t maker = find_number(head, "\"implementer\"");
	int err;

	m.model = find_number(head, "\"part_num\"") << 8 |
		  (find_number(head, "\"major_revision\"") & 15) << 4 |
		  (find_number(head, "\"minor_revision\"") & 15);
	arm_implementer(maker ? maker : 0x41, m.vendor, sizeof(m.vendor));
	err = families_of_machine(out, &m);
	return err == -ENOENT ? 0 : err;
}

/* Intel's: "Performance Monitoring Metrics for ... based on ... microarchitecture" */
static int find_info(struct event_data **out, const char *head)
{
	size_t len;
	const char *info = find_text(head, "\"Info\"", &len);
	int err = info ? find(out, info, len, true) : -ENOENT;

	return err == -ENOENT && info && memmem(info, len, "based on ", 9) ?
	       0 : err;
}

static int find_by_content(struct event_data **out, const char *path)
{
	char head[HEAD_SIZE];
	FILE *f = fopen(path, "re");
	size_t nr = f ? fread(head, 1, sizeof(head) - 1, f) : 0;

	head[nr] = 0;
	if (f)
		fclose(f);
	if (strstr(head, "\"part_num\""))
		return find_core(out, head);
	return find_info(out, head);
}

/* The nearest folder comes first. */
static int find_by_folder(struct event_data **out, const char *path,
			  const char *end)
{
	int err = -ENOENT;

	while (err == -ENOENT && end > path) {
		const char *from = end;

		while (from > path && from[-1] != '/')
			from--;
		err = find(out, from, (size_t)(end - from), false);
		end = from > path ? from - 1 : path;
	}
	return err;
}

int known_file(struct event_data **out, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	int err;

	*out = NULL;
	err = find(out, name, strlen(name), false);
	if (err == -ENOENT)
		err = find_by_content(out, path);
	if (err == -ENOENT && slash)
		err = find_by_folder(out, path, slash);
	return err;
}
