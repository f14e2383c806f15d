// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doctor/modprobe.h"
#include "boot.h"

static const char text[] =
	"# Written by \"tdacct events use --boot\"; \"tdacct events use none --boot\" removes\n"
	"# it. On another CPU these events may mean something else.\n"
	"options tdacct %s\n";

static int complain(const char *file, int err)
{
	fprintf(stderr, "tdacct: %s cannot be changed, and nothing else was: %s%s\n",
		file, strerror(err),
		err == EACCES || err == EPERM ? "; run this command as root" :
						"");
	return -err;
}

/* All of it is on the disk, and readable for everybody, before it has its name. */
static int write_draft(int fd, const char *parameters)
{
	int err = 0;

	if (dprintf(fd, text, parameters) < 0 || fchmod(fd, 0644) || fsync(fd))
		err = errno;
	if (close(fd) && !err)
		err = errno;
	return err;
}

/* Two lines would not add up: the module takes the last one. */
static int check_others(const char *root)
{
	struct modprobe_parameter other;

	if (!modprobe_find(&other, root, "events=", false))
		return 0;
	fprintf(stderr, "tdacct: %s has events=%s for the module: take that out, and say here all that is to be counted\n",
		other.file, other.value);
	return -EEXIST;
}

static int prepare_removal(struct boot *b, const char *root)
{
	if (!access(b->file, F_OK) &&
	    access(FACT_PATH(root, "/etc/modprobe.d"), W_OK))
		return complain(b->file, errno);
	return 0;
}

int boot_prepare(struct boot *b, const char *root, const char *parameters)
{
	int fd, err;

	fact_path(b->file, root, "%s", MODPROBE_EVENTS);
	*b->draft = 0;
	b->removes = !*parameters;
	if (b->removes)
		return prepare_removal(b, root);
	err = check_others(root);
	if (err)
		return err;
	fact_path(b->draft, root, "%s.XXXXXX", MODPROBE_EVENTS);
	fd = mkstemp(b->draft);
	if (fd < 0) {
		err = errno;
		*b->draft = 0;
		return complain(b->file, err);
	}
	err = write_draft(fd, parameters);
	if (!err)
		return 0;
	boot_drop(b);
	return complain(b->file, err);
}

int boot_commit(struct boot *b)
{
	int err = b->removes ? unlink(b->file) : rename(b->draft, b->file);

	if (!err || (b->removes && errno == ENOENT)) {
		*b->draft = 0;
		return 0;
	}
	err = errno;
	fprintf(stderr, "tdacct: %s is as it was: %s\n", b->file, strerror(err));
	return -err;
}

void boot_drop(struct boot *b)
{
	if (*b->draft)
		unlink(b->draft);
	*b->draft = 0;
}
