// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/file.h"
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

/* Says what is wrong; @besides goes on the same line. */
static int read_site(struct event_data **out, const char *path,
		     const char *besides)
{
	struct event_error why = { "" };
	int err = event_data_open(out, path, &why);

	if (!err && (!(*out)->counters || !(*out)->nr_cpus)) {
		snprintf(why.text, sizeof(why.text), "%.300s:1:1: " EVENT_DATA_EXPECTED,
			 path);
		event_data_close(*out);
		*out = NULL;
		err = -EINVAL;
	}
	if (err)
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

	*out = NULL;
	if (nr < 0)
		return -ENOENT;
	for (int i = 0; i < nr; i++) {
		found = found || is_for(out, folder, entry[i]->d_name, m);
		free(entry[i]);
	}
	free(entry);
	return found ? 0 : -ENOENT;
}

int sites_find(struct event_data **out, const struct event_machine *m)
{
	return search(out, find_folder(), m);
}

int sites_find_below(struct event_data **out, const char *root,
		     const struct event_machine *m)
{
	char path[PATH_MAX];

	*out = NULL;
	if (!*root)
		return sites_find(out, m);
	return put_path(path, root, &SITES_FOLDER[1], "") ?
	       search(out, path, m) : -ENOENT;
}

const char *sites_path(char path[PATH_MAX], const char *choice)
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

/* Only a family has the word in it, and a file that cannot be read is none. */
static bool is_family(const char *path)
{
	static const char format[] = "\"tdacct-";
	char *text;
	size_t len;
	bool has;

	if (file_read(path, EVENT_FILE_MAX, &text, &len))
		return false;
	has = memmem(text, len, format, strlen(format));
	free(text);
	return has;
}

int sites_open(struct event_data **out, const char *choice,
	       const struct event_machine *m)
{
	struct event_error why = { "" };
	char path[PATH_MAX];
	int err;

	*out = NULL;
	if (is_folder(choice)) {
		err = search(out, choice, m);
		if (err)
			fprintf(stderr, "tdacct: no file in %s is for this CPU, %s family %u model 0x%x; name one with --model FILE\n",
				choice, *m->vendor ? m->vendor : "of unknown vendor",
				m->family, m->model);
		return err ? -EINVAL : 0;
	}
	choice = sites_path(path, choice);
	if (!is_family(choice))
		return -ENOENT;
	err = event_data_open(out, choice, &why);
	if (err)
		fprintf(stderr, "tdacct: %s\n", why.text);
	if (err || (*out)->counters)
		return err;
	event_data_close(*out);
	*out = NULL;
	return -ENOENT;
}

void sites_try(struct near *near, char best[NAME_MAX + 1])
{
	struct dirent **entry;
	int nr = scandir(find_folder(), &entry, is_site, alphasort);

	for (int i = 0; i < nr; i++) {
		entry[i]->d_name[strlen(entry[i]->d_name) - strlen(END)] = 0;
		near_try(near, entry[i]->d_name);
		if (near->best == entry[i]->d_name)
			near->best = strcpy(best, entry[i]->d_name);
		free(entry[i]);
	}
	if (nr >= 0)
		free(entry);
}
