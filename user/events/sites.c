// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/near.h"
#include "sites.h"

#define END ".json"

static const char *find_folder(void)
{
	const char *folder = getenv(SITES_VARIABLE);

	return folder && *folder ? folder : SITES_FOLDER;
}

bool sites_exist(void)
{
	return !access(find_folder(), F_OK);
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* False: longer than a path may be. */
static bool put_path(char path[PATH_MAX], const char *folder, const char *name,
		     const char *end)
{
	return snprintf(path, PATH_MAX, "%s/%s%s", folder, name, end) <
	       PATH_MAX;
}

/* Tells what is wrong; @besides goes on the same line. */
static int read_site(struct event_data **out, const char *path,
		     const char *besides)
{
	struct event_error why = { "" };
	int err = event_data_open(out, path, &why);

	if (!err && !(*out)->model) {
		snprintf(why.text, sizeof(why.text), "%.300s:1:1: expected a site file, with \"format\": \"tdacct-site-1\"",
			 path);
		event_data_close(*out);
		*out = NULL;
		err = -EINVAL;
	}
	if (err && err != -EINVAL)
		fprintf(stderr, "tdacct: cannot read the site file '%s': %s%s\n",
			path, strerror(-err), besides);
	else if (err)
		fprintf(stderr, "tdacct: %s%s\n", why.text, besides);
	return err;
}

static int is_site(const struct dirent *e)
{
	size_t len = strlen(e->d_name), end = strlen(END);

	return *e->d_name != '.' && len > end &&
	       !strcmp(e->d_name + len - end, END);
}

static bool is_for(struct event_data **out, const char *folder,
		   const char *name, const struct event_machine *m)
{
	char path[PATH_MAX];

	if (!put_path(path, folder, name, "") ||
	    read_site(out, path, "; this file is left out"))
		return false;
	if (families_fits(*out, m))
		return true;
	event_data_close(*out);
	*out = NULL;
	return false;
}

/* By name: the first one for such a CPU. */
static int search(struct event_data **out, const char *folder,
		  const struct event_machine *m)
{
	struct dirent **entry;
	int nr = scandir(folder, &entry, is_site, alphasort);
	bool found = false;

	if (nr < 0)
		return -ENOENT;
	for (int i = 0; i < nr; i++) {
		found = found || is_for(out, folder, entry[i]->d_name, m);
		free(entry[i]);
	}
	free(entry);
	return found ? 0 : -ENOENT;
}

static int search_chosen(struct event_data **out, const char *folder,
			 const struct event_machine *m)
{
	int err = search(out, folder, m);

	if (err == -ENOENT)
		fprintf(stderr, "tdacct: no file in %s is for this CPU, %s family %u model 0x%x; name one with --site FILE\n",
			folder, *m->vendor ? m->vendor : "of unknown vendor",
			m->family, m->model);
	return err;
}

/* A name without a folder may be one in the usual folder. */
static const char *find_choice(char path[PATH_MAX], const char *choice)
{
	static const char *const ends[] = { "", END };

	if (strchr(choice, '/') || !access(choice, F_OK))
		return choice;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (put_path(path, find_folder(), choice, ends[i]) &&
		    !access(path, F_OK))
			return path;
	return choice;
}

/* What has no folder is looked for in two. */
static int complain_name(const char *name)
{
	struct dirent **entry;
	char hint[NEAR_SIZE];
	struct near near;
	int nr = scandir(find_folder(), &entry, is_site, alphasort);

	near_begin(&near, name);
	for (int i = 0; i < nr; i++) {
		entry[i]->d_name[strlen(entry[i]->d_name) - strlen(END)] = 0;
		near_try(&near, entry[i]->d_name);
	}
	fprintf(stderr, "tdacct: there is no site file '%s', neither here nor in %s, there with or without %s%s\n",
		name, find_folder(), END, near_hint(&near, hint));
	for (int i = 0; i < nr; i++)
		free(entry[i]);
	if (nr >= 0)
		free(entry);
	return -ENOENT;
}

int sites_find(struct event_data **out, const char *choice,
	       const struct event_machine *m)
{
	char path[PATH_MAX];
	const char *found;

	*out = NULL;
	if (!choice)
		return search(out, find_folder(), m);
	if (is_folder(choice))
		return search_chosen(out, choice, m);
	found = find_choice(path, choice);
	if (found == choice && !strchr(choice, '/') && access(choice, F_OK))
		return complain_name(choice);
	return read_site(out, found, "");
}

int sites_find_below(struct event_data **out, const char *root,
		     const struct event_machine *m)
{
	char path[PATH_MAX];

	*out = NULL;
	if (!*root)
		return search(out, find_folder(), m);
	return put_path(path, root, SITES_FOLDER + 1, "") ?
	       search(out, path, m) : -ENOENT;
}
