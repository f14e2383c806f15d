// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options.h"
#include "output.h"

static int failed;		/* the errno of the first failure */

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

void output_check(void)
{
	bool lost = ferror(stdout);

	errno = 0;
	if (fclose(stdout) && errno != EBADF)
		output_lost(errno ? errno : EIO);
	if (lost)
		output_lost(EIO);
	if (!failed)
		return;
	fprintf(stderr, "tdacct: cannot write the output: %s\n",
		strerror(failed));
	_exit(EXIT_FAILED);
}
