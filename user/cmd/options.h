/* SPDX-License-Identifier: GPL-2.0 */
/* Options that commands share, and how a command reads its own. */
#ifndef _OPTIONS_H
#define _OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "reading/session.h"

enum {
	EXIT_FINE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
};

/* The options of each command begin with these. */
struct common {
	bool json;
	struct source source;
};

extern const struct argp_child options_all[];
extern const struct argp_child options_plain[];	/* all but --model */

/* What is no option of the command's own: the others, and arguments. */
error_t options_other(int key, char *arg, struct argp_state *state);

/* Keys of options without a letter, from where commands may go on. */
enum { OPTION_OWN = 0x200 };

/* Both end the program with EXIT_USAGE when @text is wrong. */
uint64_t option_number(struct argp_state *state, const char *option,
		       const char *text, uint64_t min, uint64_t max);
double option_time(struct argp_state *state, const char *option,
		   const char *text);

/* --level, of a tree */
unsigned int option_level(struct argp_state *state, const char *text);

/* argp_parse(), which ends the program when the command line is wrong. */
void options_parse(const struct argp *argp, int argc, char **argv,
		   unsigned int flags, void *input);

#endif /* _OPTIONS_H */
