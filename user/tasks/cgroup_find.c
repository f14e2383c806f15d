// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/magic.h>

#include "cgroup_tree.h"
#include "counts/ids.h"
#include "kernel/ask.h"
#include "text/units.h"
#include "cgroup_find.h"

#define MOUNTS "/proc/self/mounts"
#define BY_ID "id:"

/* The first place in which a name was looked up, to be told where it is nowhere. */
struct attempt {
	char mount[PATH_MAX];
	char path[2 * PATH_MAX];
};

static bool is_below(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	return !strncmp(path, dir, len) && (!path[len] || path[len] == '/');
}

static int refuse_other(const char *path)
{
	struct statfs fs;

	if (!statfs(path, &fs) && fs.f_type == CGROUP_SUPER_MAGIC) {
		fprintf(stderr, "tdacct: '%s' is a cgroup of version 1; only those of version 2 are counted, see findmnt -t cgroup2\n",
			path);
		return -EINVAL;
	}
	fprintf(stderr, "tdacct: '%s' is not the directory of a cgroup\n",
		path);
	return -ENOTDIR;
}

static int refuse_missing(const char *text, const char *mount, int err)
{
	if (*text == '/' && !access(text, F_OK))
		return refuse_other(text);
	if (err == ENOENT || err == ENOTDIR)
		fprintf(stderr, "tdacct: there is no cgroup '%s' below %s; one that was removed can be named by its number, --cgroup id:N\n",
			text, mount);
	else
		fprintf(stderr, "tdacct: cannot look at the cgroup '%s': %s\n",
			text, strerror(err));
	return -err;
}

static bool take_directory(const char *path, uint64_t *id)
{
	struct statfs fs;
	struct stat st;

	if (statfs(path, &fs) || stat(path, &st) ||
	    fs.f_type != CGROUP2_SUPER_MAGIC || !S_ISDIR(st.st_mode))
		return false;
	*id = st.st_ino;
	return true;
}

static bool look_in(const char *mount, const char *text, uint64_t *id,
		    struct attempt *first)
{
	char path[2 * PATH_MAX];

	if (is_below(text, mount))
		snprintf(path, sizeof(path), "%s", text);
	else
		snprintf(path, sizeof(path), "%s/%s", mount, text);
	if (!*first->mount) {
		snprintf(first->mount, sizeof(first->mount), "%s", mount);
		memcpy(first->path, path, sizeof(path));
	}
	return take_directory(path, id);
}

/*
 * cgroup2 may be mounted several times, in a container also a part of it alone, and
 * hybrid machines have it deeper. What is no name there may be a directory by
 * itself: a link, or a mount that is not told of here.
 */
static bool look_up(const char *mounts, const char *text, uint64_t *id,
		    struct attempt *first)
{
	FILE *f = setmntent(mounts, "re");
	struct mntent *m;
	size_t dots = strspn(text, ".");
	/* "./a" and ".." are meant from where the user is */
	bool found = (dots == 1 || dots == 2) &&
		     (!text[dots] || text[dots] == '/') &&
		     take_directory(text, id);

	memset(first, 0, sizeof(*first));
	while (!found && f && (m = getmntent(f)))
		found = !strcmp(m->mnt_type, "cgroup2") &&
			look_in(m->mnt_dir, text, id, first);
	if (f)
		endmntent(f);
	return found || take_directory(text, id);
}

static int refuse(const char *text, const struct attempt *first)
{
	struct stat st;

	if (!*first->mount) {
		fprintf(stderr, "tdacct: no cgroup2 file system is mounted to look up '%s' in; name the cgroup by its number, --cgroup id:N; tdacct doctor tells more\n",
			text);
		return -ENOENT;
	}
	if (stat(first->path, &st))
		return refuse_missing(text, first->mount, errno);
	return refuse_other(first->path);
}

int cgroup_find_directory(const char *mounts, const char *text, uint64_t *id)
{
	struct attempt first;

	return look_up(mounts, text, id, &first) ? 0 : refuse(text, &first);
}

/* As the module calls it, from the root of the hierarchy. */
static int find_listed(struct client *c, const char *text, uint64_t *id)
{
	struct snapshot all = { 0 };
	int err = ask_cgroups(c, &all);
	size_t i = 0;

	while (i < all.nr && !cgroup_is_called(snapshot_at(&all, i)->path, text))
		i++;
	if (!err && i == all.nr)
		err = -ESRCH;
	if (!err)
		*id = snapshot_at(&all, i)->id;
	snapshot_free(&all);
	return err;
}

static int find_recorded(struct client *c, const char *text, uint64_t *id)
{
	int err = find_listed(c, text, id);

	if (err == -ESRCH)
		fprintf(stderr, "tdacct: the recording knows no cgroup '%s'\n",
			text);
	else if (err)
		client_complain(c, err, "all cgroups");
	return err;
}

int cgroup_find(struct client *c, const char *text, uint64_t *id)
{
	struct attempt first;

	if (!*text) {
		fprintf(stderr, "tdacct: --cgroup expects paths with commas between them, and one of them is empty; the root is /\n");
		return -EINVAL;
	}
	if (!strncmp(text, BY_ID, strlen(BY_ID))) {
		text += strlen(BY_ID);
		if (!units_parse_number(text, INT64_MAX, id) && *id)
			return 0;
		fprintf(stderr, "tdacct: --cgroup expects a number after id:, not '%s'\n",
			text);
		return -EINVAL;
	}
	if (!client_is_local(c))
		return find_recorded(c, text, id);
	/* in a namespace of cgroups only a part of the module's paths is a directory */
	if (look_up(MOUNTS, text, id, &first) || !find_listed(c, text, id))
		return 0;
	return refuse(text, &first);
}

int cgroups_find(struct client *c, const char *list, struct ids *to)
{
	char *copy = strdup(list), *rest = copy, *name;
	int err = copy ? 0 : -ENOMEM;
	uint64_t id = 0;

	while (!err && (name = strsep(&rest, ","))) {
		err = cgroup_find(c, name, &id);
		if (!err)
			err = ids_add(to, id);
	}
	free(copy);
	if (err == -ENOMEM || err == -ENOSPC)
		fprintf(stderr, "tdacct: there are too many cgroups in this list\n");
	return err;
}
