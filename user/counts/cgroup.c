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

bool cgroup_is_called(const char *path, const char *text)
{
	size_t len;

	text += strspn(text, "/");
	path += strspn(path, "/");
	len = strlen(text);
	while (len && text[len - 1] == '/')
		len--;
	return strlen(path) == len && !strncmp(path, text, len);
}
