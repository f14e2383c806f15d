// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "rotation.h"

#define PATTERN "tdacct-*.tdrec"

bool rotation_is_folder(const char *path)
{
	struct stat is;

	return !stat(path, &is) && S_ISDIR(is.st_mode);
}

void rotation_path(char *to, size_t size, const char *folder)
{
	struct timespec now;
	char when[32];
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &now);
	strftime(when, sizeof(when), "%Y%m%dT%H%M%S",
		 gmtime_r(&now.tv_sec, &tm));
	snprintf(to, size, "%s/tdacct-%s.%06ldZ.tdrec", folder, when,
		 now.tv_nsec / 1000);
}

static int is_recording(const struct dirent *e)
{
	return !fnmatch(PATTERN, e->d_name, 0);
}

int rotation_list(const char *folder, char ***paths)
{
	struct dirent **found;
	int nr = scandir(folder, &found, is_recording, alphasort), err = 0;

	*paths = NULL;
	if (nr < 0)
		return -errno;
	*paths = calloc((size_t)nr + 1, sizeof(**paths));
	for (int i = 0; i < nr; i++) {
		if (!*paths || asprintf(&(*paths)[i], "%s/%s", folder,
					found[i]->d_name) < 0)
			err = -ENOMEM;
		free(found[i]);
	}
	free(found);
	return err ? err : nr;
}

void rotation_trim(const struct rotation *r, const char *folder)
{
	double now = (double)time(NULL);
	uint64_t bytes = 0;
	char **paths;
	int nr = rotation_list(folder, &paths);

	for (int i = nr - 1; i >= 0; i--) {
		struct stat is;

		if (stat(paths[i], &is))
			continue;
		bytes += (uint64_t)is.st_size;
		if (i == nr - 1 || (bytes <= r->keep_bytes &&
				    (!r->keep_s || now - (double)is.st_mtime <= r->keep_s)))
			continue;
		bytes -= (uint64_t)is.st_size;
		if (unlink(paths[i]))
			fprintf(stderr, "tdacct: cannot remove '%s': %s\n",
				paths[i], strerror(errno));
	}
	for (int i = 0; i < nr; i++)
		free(paths[i]);
	free(paths);
}
