// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "text/text.h"
#include "facts.h"
#include "holders.h"

static void add_holder(char *to, size_t size, const char *root,
		       const char *pid, unsigned int nr)
{
	char comm[FACT_SIZE] = "?";
	size_t len = strlen(to);

	fact_line(FACT_PATH(root, "/proc/%s/comm", pid), comm);
	text_clean(comm);
	snprintf(to + len, size - len, "%s%.40s %s (%u)", len ? ", " : "",
		 comm, pid, nr);
}

static void look_at_fd(const char *folder, const char *fd, unsigned int *perf,
		       unsigned int *guests)
{
	char path[FACT_PATH_SIZE + 256], to[64] = "";
	ssize_t len;

	snprintf(path, sizeof(path), "%s/%s", folder, fd);
	len = readlink(path, to, sizeof(to) - 1);
	to[len > 0 ? len : 0] = 0;
	*perf += !strcmp(to, "anon_inode:[perf_event]");
	*guests += !strcmp(to, "anon_inode:kvm-vm");
}

static void look_at_process(struct holders *h, const char *root,
			    const char *pid)
{
	unsigned int perf = 0, guests = 0;
	char folder[FACT_PATH_SIZE];
	struct dirent *e;
	DIR *dir;

	fact_path(folder, root, "/proc/%s/fd", pid);
	dir = opendir(folder);
	if (!dir) {
		h->hidden += fact_exists(folder);
		return;
	}
	while ((e = readdir(dir)))
		look_at_fd(folder, e->d_name, &perf, &guests);
	closedir(dir);
	if (perf)
		add_holder(h->perf, sizeof(h->perf), root, pid, perf);
	if (guests)
		add_holder(h->guests, sizeof(h->guests), root, pid, guests);
}

bool holders_find(struct holders *h, const char *root)
{
	DIR *dir = opendir(FACT_PATH(root, "/proc"));
	struct dirent *e;

	memset(h, 0, sizeof(*h));
	if (!dir)
		return false;
	while ((e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name))
			look_at_process(h, root, e->d_name);
	closedir(dir);
	return true;
}
