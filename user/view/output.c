// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

static int failed;		/* the errno of the first failure */
static bool to_file;		/* that may have had more in it than is written */

/*
 * A stream that was closed stays unusable, but its number is taken: else the next
 * file or socket would get it, and the output. A child finds it closed.
 */
int output_open(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int way = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
		int err;

		if (fcntl(fd, F_GETFD) >= 0)
			continue;
		if (open("/dev/null", way | O_CLOEXEC) == fd)
			continue;
		err = errno ? -errno : -EBADF;
		fprintf(stderr, "tdacct: cannot open /dev/null: %s\n",
			strerror(-err));
		return err;
	}
	return 0;
}

int output_to(const char *path)
{
	int fd, err = 0;

	if (!path)
		return 0;
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0) {
		err = -errno;
		fprintf(stderr, "tdacct: cannot write '%s': %s\n", path,
			strerror(errno));
	}
	if (fd >= 0)
		close(fd);
	to_file = !err;
	return err;
}

void output_lost(int error)
{
	if (!failed)
		failed = error;
}

int output_write(FILE *to, struct text *what)
{
	if (what->failed)
		return -ENOMEM;
	errno = 0;
	if (what->len)
		fwrite(what->at, 1, what->len, to);
	what->len = 0;
	if (!ferror(to))
		return 0;
	output_lost(errno ? errno : EIO);
	return -EIO;
}

int output_flush(void)
{
	off_t end;

	errno = 0;
	if (fflush(stdout) || ferror(stdout))
		output_lost(errno ? errno : EIO);
	/* what cannot be cut, such as a pipe, has no old end */
	end = to_file ? lseek(STDOUT_FILENO, 0, SEEK_CUR) : 0;
	if (end > 0 && ftruncate(STDOUT_FILENO, end) && errno != EINVAL)
		output_lost(errno);
	return -failed;
}

int output_close(void)
{
	bool lost = ferror(stdout);

	if (to_file)
		output_flush();
	errno = 0;
	if (fclose(stdout))
		output_lost(errno ? errno : EIO);
	if (lost)
		output_lost(EIO);
	if (failed)
		fprintf(stderr, "tdacct: cannot write the output: %s\n",
			strerror(failed));
	return -failed;
}
