/* SPDX-License-Identifier: GPL-2.0 */
/* Options that commands share, and how a command reads its own. */
#ifndef _OPTIONS_H
#define _OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/session.h"
#include "counts/ids.h"
#include "text/ranges.h"

enum {
	EXIT_FINE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
};

/* A reading after another. */
struct repeat_options {
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

/* Which rows of a table, in which order. */
struct table_options {
	const char *sort;	/* by this column; NULL: as the command has it */
	uint64_t rows;		/* at most so many; 0: all */
	bool reverse;
	bool counts;		/* raw counts in JSON */
};

/* The options of each command begin with these. */
struct common {
	bool json;
	const char *separator;	/* of CSV; NULL: no CSV */
	const char *file;	/* for the output; NULL: standard output */
	const char *columns;	/* as the user chose them, or NULL */
	bool by_letter;		/* by -o */
	const char *set;	/* counted for as long as this lasts, or NULL */
	struct repeat_options repeat;
	struct filters filters;
	struct table_options table;
	struct source source;
};

/* How an option sets its member. */
enum option_type {
	OPTION_OTHER,		/* left to parse() of the command */
	OPTION_NOTHING,		/* says what is so anyway */
	OPTION_FLAG,		/* bool: true */
	OPTION_CHOICE,		/* an enum: @value */
	OPTION_TEXT,		/* const char *: the argument */
	OPTION_FILE,		/* const char *: by file_argument() */
	OPTION_TIME,		/* double: seconds */
	OPTION_NUMBER,		/* uint64_t: from @value on */
	OPTION_LEVEL,		/* unsigned int: of a tree */
	OPTION_IDS,		/* struct ids: "12,34" */
	OPTION_CPUS,		/* struct ranges: "0-3,8" */
};

/* A line of the help, and the member of the command's struct that it sets. */
struct option_row {
	struct argp_option argp;
	enum option_type type;
	size_t member;
	int value;
};

/* The member @m of @s, which is a @t, or else the compiler warns. */
#define OPTION_MEMBER(s, m, t) \
	(offsetof(s, m) + 0 * sizeof((t *)0 == &((s *)0)->m))

#define OPT(name, key, arg, help) \
	{ { name, key, arg, 0, help, 0 }, OPTION_OTHER, 0, 0 }
#define OPT_HIDDEN(name, key, arg) \
	{ { name, key, arg, OPTION_HIDDEN, NULL, 0 }, OPTION_OTHER, 0, 0 }
#define OPT_ALIAS(name, key) /* of the line before */ \
	{ { name, key, NULL, OPTION_ALIAS, NULL, 0 }, OPTION_OTHER, 0, 0 }
#define OPT_NOTHING(name, key, help) \
	{ { name, key, NULL, 0, help, 0 }, OPTION_NOTHING, 0, 0 }
#define OPT_FLAG(name, key, s, m, help) \
	{ { name, key, NULL, 0, help, 0 }, OPTION_FLAG, \
	  OPTION_MEMBER(s, m, bool), 0 }
#define OPT_CHOICE(name, key, s, m, value, help) \
	{ { name, key, NULL, 0, help, 0 }, OPTION_CHOICE, \
	  offsetof(s, m), value }
#define OPT_TEXT(name, key, arg, s, m, help) \
	{ { name, key, arg, 0, help, 0 }, OPTION_TEXT, \
	  OPTION_MEMBER(s, m, const char *), 0 }
#define OPT_FILE(name, key, arg, s, m, help) \
	{ { name, key, arg, 0, help, 0 }, OPTION_FILE, \
	  OPTION_MEMBER(s, m, const char *), 0 }
#define OPT_TIME(name, key, s, m, help) \
	{ { name, key, "TIME", 0, help, 0 }, OPTION_TIME, \
	  OPTION_MEMBER(s, m, double), 0 }
#define OPT_NUMBER(name, key, arg, s, m, min, help) \
	{ { name, key, arg, 0, help, 0 }, OPTION_NUMBER, \
	  OPTION_MEMBER(s, m, uint64_t), min }
#define OPT_LEVEL(s, m, help) \
	{ { "level", 'l', "N", 0, help, 0 }, OPTION_LEVEL, \
	  OPTION_MEMBER(s, m, unsigned int), 0 }
#define OPT_IDS(name, key, arg, s, m, help) \
	{ { name, key, arg, 0, help, 0 }, OPTION_IDS, \
	  OPTION_MEMBER(s, m, struct ids), 0 }
#define OPT_CPUS(s, m, help) \
	{ { "cpu", 'C', "LIST", 0, help, 0 }, OPTION_CPUS, \
	  OPTION_MEMBER(s, m, struct ranges), 0 }
#define OPT_END { { NULL, 0, NULL, 0, NULL, 0 }, OPTION_OTHER, 0, 0 }

/* Options that commands share, all but -h: they fill the struct common. */
enum {
	OPTIONS_JSON = 1 << 0,
	OPTIONS_FILES = 1 << 1,		/* --replay, --record */
	OPTIONS_MODEL = 1 << 2,		/* and --event-data, --isolated */
	OPTIONS_CSV = 1 << 3,
	OPTIONS_READINGS = 1 << 4,	/* --interval and the like */
	OPTIONS_SET = 1 << 5,
	OPTIONS_FILTERS = 1 << 6,
	OPTIONS_COLUMNS = 1 << 7,	/* and --output */
	OPTIONS_ROWS = 1 << 8,		/* --sort and the like */
	OPTIONS_TABLE = OPTIONS_COLUMNS | OPTIONS_ROWS,
	OPTIONS_SCREEN = OPTIONS_FILES | OPTIONS_MODEL,
	OPTIONS_PLAIN = OPTIONS_FILES | OPTIONS_JSON,
	OPTIONS_ALL = OPTIONS_SCREEN | OPTIONS_JSON,
	OPTIONS_REPEATED = OPTIONS_ALL | OPTIONS_READINGS | OPTIONS_CSV |
			   OPTIONS_SET,
};

/* A command: what it is told, and what it does. */
struct command {
	const struct option_row *options;	/* its own, or NULL */
	unsigned int takes;	/* OPTIONS_*: its struct begins with struct common */
	unsigned int flags;	/* of argp_parse() */
	const char *args_doc;	/* these three as argp has them */
	const char *doc;
	char *(*help_filter)(int key, const char *text, void *input);

	/* Takes arguments, keys of OPTION_OTHER, and ARGP_KEY_END; may be NULL. */
	argp_parser_t parse;
	bool plain;		/* needs no model */

	/* Returns the exit status. @arg: the options, as they were read. */
	int (*run)(struct session *s, void *arg);
};

/* Keys of options without a letter, from where commands may go on. */
enum { OPTION_OWN = 0x200 };

/* Fills @into. Ends the program where the command line is wrong. */
void options_parse(const struct command *c, int argc, char **argv, void *into);

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

/* Says, where there are no such columns, that -o was perhaps meant for a file. */
void option_columns_advise(const struct common *c);

#endif /* _OPTIONS_H */
