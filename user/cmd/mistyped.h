/* SPDX-License-Identifier: GPL-2.0 */
/* A long option that there is not, while there is one with almost its name. */
#ifndef _MISTYPED_H
#define _MISTYPED_H

#include <argp.h>

/* Ends the program with EXIT_USAGE where there is such; else argp tells of it. */
void mistyped_look(const struct argp_option *options, int argc, char **argv,
		   unsigned int flags);

#endif /* _MISTYPED_H */
