// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

static int failed;		/* the errno of the first failure */

/*
 * What was closed stays unusable, but its number is taken: else the next file
 * or socket would get it, and the output. Whatever is run finds it closed.
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

void output_lost(int error)
{
	if (!failed)
		failed = error;
}

int output_flush(void)
{
	errno = 0;
	if (fflush(stdout) || ferror(stdout))
		output_lost(errno ? errno : EIO);
	return -failed;
}

int output_close(void)
{
	bool lost = ferror(stdout);

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
