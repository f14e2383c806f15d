/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A printer has the file and the form of a result. One statement has the name that a value
 * has in JSON and the words that people read:
 *
 *	print_count(p, "pid", "process %u\n", s->pid);
 *
 * print_member(p, json_maybe, "age_ns", known, age) is for JSON alone and takes any
 * function of json.h; print_words() is for people alone.
 */
#ifndef _PRINT_H
#define _PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "csv.h"
#include "json.h"

enum print_form { PRINT_WORDS, PRINT_JSON, PRINT_CSV };

struct printer {
	FILE *to;
	enum print_form form;
	struct json json;	/* used where that is the form, */
	struct csv csv;		/* and so is this */
};

/* @separator: of CSV, or NULL. @line: JSON goes on a single line. */
struct printer print_to(FILE *to, bool json, const char *separator, bool line);

static inline bool print_is_json(const struct printer *p)
{
	return p->form == PRINT_JSON;
}

/* Puts @value into JSON as the member @key, by @put; else fprintf() prints it. */
#define PRINT(p, put, key, format, value) \
	(print_is_json(p) ? put(&(p)->json, key, value) : \
	 (void)fprintf((p)->to, format, value))
#define print_string(p, key, format, value) \
	PRINT(p, json_text, key, format, value)
#define print_count(p, key, format, value) \
	PRINT(p, json_count, key, format, value)
#define print_member(p, put, ...) \
	(print_is_json(p) ? put(&(p)->json, __VA_ARGS__) : (void)0)
#define print_words(p, ...) \
	((p)->form == PRINT_WORDS ? (void)fprintf((p)->to, __VA_ARGS__) : \
	 (void)0)

/* Objects and arrays of JSON; nothing otherwise. */
void print_open(struct printer *p, const char *key, char bracket);
void print_close(struct printer *p, char bracket);

/* At the end of a record. -ENOMEM, -EIO. */
int print_end(struct printer *p);

/* ---- on a terminal ------------------------------------------------------- */

enum { PRINT_WIDTH = 79 };	/* columns of text that is wrapped */

/* The terminal can show more than ASCII. */
bool print_is_utf8(void);

/* Returns the columns of the terminal @to; 0: it is none, and nothing is cut. */
size_t print_width(FILE *to);

/* Whether @to is a terminal, and nobody set NO_COLOR, that shows colours. */
bool print_has_colours(FILE *to);

/*
 * Text that anybody may have chosen, such as the name of a command: what is
 * not to be printed, and bytes that are no text, become \xNN, as in tables.
 */
enum { PRINT_SAFE_SIZE = 4 * 1024 };
const char *print_safe(char *to, const char *text);

/*
 * Words in lines of PRINT_WIDTH bytes at most, the first after @first, which may
 * be empty, the others after so many blanks; a longer word has its own line.
 */
void print_wrapped(FILE *to, const char *first, int indent, const char *text);

#endif /* _PRINT_H */
