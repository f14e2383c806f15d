// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "options.h"

/* Executes @name below the folder that the tool itself is in; returns if there is none. */
static void try(const char *name, char **argv)
{
	char self[4096], path[4200];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (len < 0)
		return;
	self[len] = 0;
	snprintf(path, sizeof(path), "%s/%s", dirname(self), name);
	execv(path, argv);
}

/* It lies beside the tool where that was built, and is installed in libexec. */
int cmd_serve(int argc, char **argv)
{
	(void)argc;
	try("tdacct-serve", argv);
	if (errno == ENOENT)
		try("../libexec/tdacct/tdacct-serve", argv);
	fprintf(stderr, "tdacct: the program tdacct-serve, which belongs to this tool, cannot be executed: %m; install it again\n");
	return EXIT_FAILED;
}
