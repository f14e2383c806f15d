// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/units.h"
#include "proc.h"

enum {
	STATUS_SIZE = 4096,	/* what is wanted stands at its beginning */
	COMMAND_SIZE = 4096,
};

/* How many bytes, at most one less than @size; -1: it is gone. */
static ssize_t read_file(const struct procs_wanted *w, uint32_t pid,
			 const char *name, char *to, size_t size)
{
	char path[512];
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "%s/proc/%u/%s", w->root, pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	got = read(fd, to, size - 1);
	close(fd);
	if (got >= 0)
		to[got] = 0;
	return got;
}

/* @format begins with the name of its line. */
static bool number_behind(const char *text, const char *format, uint32_t *to)
{
	size_t len = strcspn(format, ":") + 1;
	const char *at = memmem(text, strlen(text), format, len);

	return at && sscanf(at + len, format + len, to) == 1;
}

/* Most processes have the user of the one before. */
static char *name_of(uint32_t uid)
{
	static char last[64];
	static uint32_t last_uid;
	const struct passwd *user;

	if (*last && uid == last_uid)
		return strdup(last);
	user = getpwuid(uid);
	if (user)
		snprintf(last, sizeof(last), "%s", user->pw_name);
	else
		snprintf(last, sizeof(last), "%u", uid);
	last_uid = uid;
	return strdup(last);
}

/* Arguments end by a NUL each. A kernel thread has none, and gets brackets. */
static char *command_of(const struct procs_wanted *w, uint32_t pid,
			const char *status)
{
	char text[COMMAND_SIZE], name[64] = "";
	ssize_t len = read_file(w, pid, "cmdline", text, sizeof(text));

	if (len <= 0) {
		if (sscanf(status, "Name:\t%63[^\n]", name) != 1)
			*name = 0;
		snprintf(text, sizeof(text), "[%s]", name);
		return strdup(text);
	}
	while (len && !text[len - 1])
		len--;
	for (ssize_t i = 0; i < len; i++)
		if (!text[i])
			text[i] = ' ';
	return strdup(text);
}

/*
 * The effective user, as ps and htop have it: the files of /proc belong to it,
 * but those of a process that may not be dumped belong to root.
 */
int proc_read(struct proc *p, const struct procs_wanted *w)
{
	char status[STATUS_SIZE];

	if (read_file(w, p->pid, "status", status, sizeof(status)) < 0 ||
	    !number_behind(status, "\nPPid: %u", &p->ppid) ||
	    !number_behind(status, "\nUid:\t%*u %u", &p->uid))
		return 1;
	p->user = name_of(p->uid);
	if (w->commands)
		p->command = command_of(w, p->pid, status);
	return p->user && (p->command || !w->commands) ? 0 : -ENOMEM;
}

static int by_pid(const void *left, const void *right)
{
	const struct proc *a = left, *b = right;

	return (a->pid > b->pid) - (a->pid < b->pid);
}

static size_t collect(struct proc *to, const struct snapshot *s)
{
	size_t nr = 0;

	for (size_t i = 0; s && i < s->nr; i++)
		if (snapshot_at(s, i)->pid)
			to[nr++] = (struct proc){ .pid = snapshot_at(s, i)->pid };
	return nr;
}

int procs_read(struct procs *to, const struct procs_wanted *wanted,
	       const struct snapshot *a, const struct snapshot *b)
{
	size_t room = (a ? a->nr : 0) + (b ? b->nr : 0), nr;
	struct proc *all = calloc(room + 1, sizeof(*all));

	to->proc = all;
	to->nr = 0;
	if (!all)
		return -ENOMEM;
	nr = collect(all, a);
	nr += collect(all + nr, b);
	qsort(all, nr, sizeof(*all), by_pid);
	for (size_t i = 0; i < nr; i++) {
		struct proc p = all[i];
		int err;

		if (to->nr && all[to->nr - 1].pid == p.pid)
			continue;
		err = proc_read(&p, wanted);
		if (err <= 0)
			all[to->nr++] = p;
		if (err < 0)
			return err;
	}
	return 0;
}

int procs_user(const char *text, uint32_t *uid)
{
	const struct passwd *user = getpwnam(text);
	uint64_t number;

	if (user)
		*uid = user->pw_uid;
	else if (!units_parse_number(text, UINT32_MAX, &number))
		*uid = (uint32_t)number;
	else
		return -ENOENT;
	return 0;
}

const struct proc *procs_find(const struct procs *p, uint32_t pid)
{
	const struct proc key = { .pid = pid };

	return p->nr ? bsearch(&key, p->proc, p->nr, sizeof(key), by_pid) :
		       NULL;
}

void proc_clear(struct proc *p)
{
	free(p->user);
	free(p->command);
	memset(p, 0, sizeof(*p));
}

void procs_free(struct procs *p)
{
	for (size_t i = 0; i < p->nr; i++)
		proc_clear(&p->proc[i]);
	free(p->proc);
	memset(p, 0, sizeof(*p));
}
