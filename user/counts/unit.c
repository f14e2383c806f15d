// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <limits.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

enum { ID_DIGITS = 64, SHORT_DIGITS = 12 };

enum { NAMES_MAX = 10000 };

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void *names;
static unsigned int nr_names;

/* There are as many names as cgroups, and each is looked at again and again. */
static const char *keep(const char *text)
{
	char *const *found = tfind(text, &names, by_text);
	char *copy;

	if (found)
		return *found;
	copy = strdup(text);
	if (!copy || !tsearch(copy, &names, by_text)) {
		free(copy);
		return NULL;
	}
	nr_names++;
	return copy;
}

unsigned int unit_forget(void)
{
	if (nr_names < NAMES_MAX)
		return nr_names;
	tdestroy(names, free);
	names = NULL;
	nr_names = 0;
	return 0;
}

/* The next part of @path from its end on, up to @len; false: there is none. */
static bool part_before(const char *path, size_t *len, char *to, size_t size)
{
	size_t end = *len, begin;

	while (end && path[end - 1] == '/')
		end--;
	for (begin = end; begin && path[begin - 1] != '/'; begin--)
		;
	*len = begin;
	if (begin == end)
		return false;
	snprintf(to, size, "%.*s", (int)(end - begin), path + begin);
	return true;
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), more = strlen(end);

	return len > more && !strcmp(text + len - more, end);
}

static bool begins_with(const char *text, const char *begin)
{
	return !strncmp(text, begin, strlen(begin));
}

const char *unit_of(const char *path)
{
	char part[NAME_MAX + 1], slice[NAME_MAX + 1] = "";
	size_t len = strlen(path);

	while (part_before(path, &len, part, sizeof(part))) {
		if (ends_with(part, ".service") || ends_with(part, ".scope") ||
		    ends_with(part, ".socket") || ends_with(part, ".mount") ||
		    ends_with(part, ".swap"))
			return keep(part);
		if (!*slice && ends_with(part, ".slice"))
			memcpy(slice, part, sizeof(slice));
	}
	return *slice ? keep(slice) : NULL;
}

static bool is_id(const char *text)
{
	return strspn(text, "0123456789abcdef") == ID_DIGITS &&
	       !text[ID_DIGITS];
}

static bool is_one_of(const char *const *those, const char *text, size_t len)
{
	for (; *those; those++)
		if (strlen(*those) == len && !strncmp(*those, text, len))
			return true;
	return false;
}

/* docker-ID.scope, crio-ID, kubepods-podX.slice:cri-containerd:ID */
static const char *id_of_runtime(const char *part)
{
	/* what stands before the number; what watches one has another name */
	static const char *const those[] = {
		"docker", "libpod", "libpod-payload", "cri-containerd", "crio",
		"containerd", "nerdctl", "runc", "crun", "libcrun", "youki",
		NULL,
	};
	const char *last = strrchr(part, '-'), *colon = strrchr(part, ':');
	const char *from = part;

	if (colon)
		last = colon;
	for (const char *at = part; colon && at < colon; at++)
		if (*at == ':')
			from = at + 1;
	return last && is_id(last + 1) &&
	       is_one_of(those, from, (size_t)(last - from)) ? last + 1 : NULL;
}

/* Below these a number alone is a container. @path has @len characters. */
static bool is_below_runtime(const char *path, size_t len)
{
	static const char *const those[] = {
		"docker", "moby", "default", "k8s.io", "containerd", "ecs",
		"libpod_parent", "machine", "actions_job", "buildkit", NULL,
	};
	char part[NAME_MAX + 1];

	while (part_before(path, &len, part, sizeof(part)))
		if (is_one_of(those, part, strlen(part)) ||
		    begins_with(part, "kubepods"))
			return true;
	return false;
}

static bool cut_id(char *part, const char *path, size_t len)
{
	const char *id = is_id(part) && is_below_runtime(path, len) ? part :
								     NULL;

	if (!id) {
		if (ends_with(part, ".scope"))
			part[strlen(part) - strlen(".scope")] = 0;
		id = id_of_runtime(part);
	}
	if (!id)
		return false;
	memmove(part, id, SHORT_DIGITS);
	part[SHORT_DIGITS] = 0;
	return true;
}

/* As systemd writes what its names cannot have: \x2d is a dash. */
static void unescape(char *text)
{
	char *to = text;

	while (*text) {
		unsigned int c;

		if (text[0] == '\\' && text[1] == 'x' &&
		    isxdigit((unsigned char)text[2]) &&
		    isxdigit((unsigned char)text[3]) &&
		    strncmp(text + 2, "00", 2) &&
		    sscanf(text + 2, "%2x", &c) == 1) {
			*to++ = (char)c;
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = 0;
}

/* Keeps only what stands between the two, if they are there. */
static bool cut_between(char *part, const char *begin, const char *end)
{
	size_t from = strlen(begin), len = strlen(part);

	if (!begins_with(part, begin) || len <= from + strlen(end) ||
	    strcmp(part + len - strlen(end), end))
		return false;
	part[len - strlen(end)] = 0;
	memmove(part, part + from, strlen(part + from) + 1);
	unescape(part);
	return true;
}

const char *unit_container(const char *path)
{
	char part[NAME_MAX + 1], copy[NAME_MAX + 1];
	size_t len = strlen(path);

	while (part_before(path, &len, part, sizeof(part))) {
		memcpy(copy, part, sizeof(copy));
		if (cut_id(copy, path, len))
			return keep(copy);
		/* what machined knows of may be a virtual machine, too */
		if (cut_between(part, "lxc.payload.", "") ||
		    cut_between(part, "systemd-nspawn@", ".service") ||
		    (cut_between(part, "machine-", ".scope") &&
		     !begins_with(part, "qemu-")))
			return keep(part);
	}
	return NULL;
}
