/* SPDX-License-Identifier: GPL-2.0 */
/* Options that commands share, and how a command reads its own. */
#ifndef _OPTIONS_H
#define _OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "counts/ids.h"
#include "reading/session.h"
#include "text/ranges.h"

enum {
	EXIT_FINE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
};

/* A reading after another. */
struct series_options {
	double interval;	/* seconds; 0: one reading, of all up to now */
	bool until_end;		/* as long as the target lives */
	bool counted;		/* @count was given */
	uint64_t count;		/* so many intervals; 0: until interrupted */
};

/* Only some of those that could be shown. */
struct filters {
	const char *comm;	/* a pattern of the shell, or NULL */
	const char *cgroup;	/* in it or below it, or NULL */
	uint64_t min_slots;
};

/* The options of each command begin with these. */
struct common {
	bool json;
	const char *separator;	/* of CSV; NULL: no CSV */
	const char *file;	/* for the output; NULL: standard output */
	const char *by_output;	/* columns that -o chose, or NULL */
	const char *set;	/* counted for as long as this lasts, or NULL */
	struct series_options series;
	struct filters filters;
	struct source source;
};

extern const struct argp_child options_all[];
extern const struct argp_child options_plain[];	/* all but --model */
extern const struct argp_child options_repeated[];	/* all; intervals; CSV */
extern const struct argp_child options_help[];	/* -h alone */

/* For commands that choose their children: what is above, and more. */
extern const struct argp options_all_argp;
extern const struct argp options_screen_argp;	/* all but --json */
extern const struct argp options_plain_argp;
extern const struct argp options_csv;
extern const struct argp options_readings;	/* repeated; and CSV */
extern const struct argp options_filters;
extern const struct argp options_set;	/* --set */

/* What is no option of the command's own: the others, and arguments. */
error_t options_other(int key, char *arg, struct argp_state *state);

/* Keys of options without a letter, from where commands may go on. */
enum { OPTION_OWN = 0x200 };

/* Both end the program with EXIT_USAGE when @text is wrong. */
uint64_t option_number(struct argp_state *state, const char *option,
		       const char *text, uint64_t min, uint64_t max);
double option_ms(struct argp_state *state, const char *text);	/* -I */
double option_time(struct argp_state *state, const char *option,
		   const char *text);

/* "12,34": tasks by their numbers. */
void option_ids(struct argp_state *state, const char *option,
		const char *text, struct ids *to);

/* "0-3,8" */
void option_cpus(struct argp_state *state, const char *text,
		 struct ranges *to);

/* --user: by name or number */
void option_user(struct argp_state *state, const char *text, uint32_t *uid);

/*
 * Where -o chooses columns: what has a dot or a slash is the name of a file,
 * as perf's -o has it, since no column has either.
 */
void option_output(struct common *c, const char **columns, const char *text);

/* There are no such columns: where -o chose them, it was perhaps meant for a file. */
void option_output_advise(const struct common *c);

/* --level, of a tree */
unsigned int option_level(struct argp_state *state, const char *text);

/* argp_parse(), which ends the program when the command line is wrong. */
void options_parse(const struct argp *argp, int argc, char **argv,
		   unsigned int flags, void *input);

#endif /* _OPTIONS_H */
