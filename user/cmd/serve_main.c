// SPDX-License-Identifier: GPL-2.0
/* tdacct-serve: a program of its own, so that no other command waits for its libraries. */
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#include "view/output.h"
#include "options.h"
#include "serve_command.h"

static void end(void)
{
	if (output_close())
		_exit(EXIT_FAILED);
}

int main(int argc, char **argv)
{
	static char name[] = "tdacct serve";

	if (output_open())
		_exit(EXIT_FAILED);
	setlocale(LC_CTYPE, "");
	atexit(end);
	if (argc)
		argv[0] = name;
	return serve_command(argc, argv);
}
