// SPDX-License-Identifier: GPL-2.0
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "jsonpos.h"

static const char *skip_space(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

/* Past the closing quote. */
static const char *skip_string(const char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1])
			at++;
	return *at ? at + 1 : at;
}

/* Past a value of any kind: strings may hold brackets, nothing else may. */
static const char *skip_value(const char *at)
{
	unsigned int open = 0;

	do {
		at = skip_space(at);
		if (*at == '"') {
			at = skip_string(at);
		} else if (*at == '{' || *at == '[') {
			open++;
			at++;
		} else if (*at == '}' || *at == ']') {
			open -= open > 0;
			at++;
		} else if (*at == ',' || *at == ':') {
			at++;
		} else {
			at += strcspn(at, " \t\r\n,:{}[]\"");
		}
	} while (open && *at);
	return at;
}

/* Returns the value of the key or the index @part in what begins here, or NULL. */
static const char *find_part(const char *at, const char *part, size_t len)
{
	bool object = *at == '{';
	unsigned long index = strtoul(part, NULL, 10);

	if (!object && *at != '[')
		return NULL;
	for (at = skip_space(at + 1); object ? *at == '"' : *at && *at != ']';) {
		bool found = object ? !strncmp(at + 1, part, len) &&
				      at[1 + len] == '"' : !index--;

		if (object)
			at = skip_space(skip_space(skip_string(at)) + 1);
		if (found)
			return at;
		at = skip_space(skip_value(at));
		if (*at == ',')
			at = skip_space(at + 1);
	}
	return NULL;
}

static const char *find_path(const char *at, const char *path)
{
	at = skip_space(at);
	while (*path) {
		size_t len = strcspn(path, "/");
		const char *next = find_part(at, path, len);

		if (!next)
			break;
		at = next;
		path += len + (path[len] == '/');
	}
	return at;
}

/* Returns the bytes of an escape; it stands for @means bytes. */
static size_t escape_length(const char *at, unsigned int *means)
{
	char hex[5] = "";
	unsigned long code;

	*means = 1;
	if (*at != '\\' || !at[1])
		return 1;
	if (at[1] != 'u' || strlen(at) < 6)
		return 2;
	memcpy(hex, at + 2, 4);
	code = strtoul(hex, NULL, 16);
	*means = code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
	return 6;
}

static const char *within_string(const char *at, unsigned int within)
{
	unsigned int means, len;

	if (*at != '"')
		return at;
	for (at++; within && *at && *at != '"'; at += len) {
		len = (unsigned int)escape_length(at, &means);
		within -= means < within ? means : within;
	}
	return at;
}

struct position json_position(const char *text, const char *path,
			      unsigned int within)
{
	const char *at = find_path(text, path);
	struct position p = { 1, 1 };

	at = within_string(at, within);
	for (; text < at; text++) {
		p.column++;
		if (*text == '\n') {
			p.line++;
			p.column = 1;
		}
	}
	return p;
}
