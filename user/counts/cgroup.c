// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "cgroup.h"

const char *cgroup_path(const struct snapshot *cgroups, uint64_t id)
{
	const struct sample *s = snapshot_find(cgroups, id);

	return s ? s->path : NULL;
}

const char *cgroup_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* How much of @text is left without the slashes at its end. */
static size_t length(const char *text)
{
	size_t len = strlen(text);

	while (len && text[len - 1] == '/')
		len--;
	return len;
}

/* What follows @text in @path; NULL: @path does not begin with it. */
static const char *rest_of(const char *path, const char *text)
{
	size_t len;

	text += strspn(text, "/");
	path += strspn(path, "/");
	len = length(text);
	return strncmp(path, text, len) ? NULL : path + len;
}

bool cgroup_is_called(const char *path, const char *text)
{
	const char *rest = rest_of(path, text);

	return rest && !*rest;
}

bool cgroup_is_below(const char *path, const char *text)
{
	const char *rest = rest_of(path, text);

	return rest && (!*rest || *rest == '/' || !text[strspn(text, "/")]);
}
