/* SPDX-License-Identifier: GPL-2.0 */
/* Runs a command: reads its options, opens, has it do its work, closes. */
#ifndef _COMMAND_H
#define _COMMAND_H

#include <stdbool.h>

#include "options.h"

/* The exit status. @options begins with a struct common. */
int command_run(const struct command *c, int argc, char **argv,
		void *options);

/* Opens and runs the command when its options have been read. The exit status. */
int command_open(const struct command *c, void *options);

/* The exit status of a function that returns an errno. */
static inline int command_status(int err)
{
	return err ? EXIT_FAILED : EXIT_FINE;
}

#endif /* _COMMAND_H */
