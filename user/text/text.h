/* SPDX-License-Identifier: GPL-2.0 */
/* A text that grows at its end, and what a terminal may be sent. */
#ifndef _TEXT_H
#define _TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Zeroed is empty. Without memory it is @failed, and stays as it is. */
struct text {
	char *at;
	size_t len;
	size_t room;
	bool failed;
};

/* Room for so much more: false without memory. */
bool text_grow(struct text *t, size_t more);
void text_free(struct text *t);

static inline bool text_has_room(struct text *t, size_t more)
{
	return t->room - t->len >= more || text_grow(t, more);
}

static inline void text_add(struct text *t, const char *what, size_t len)
{
	if (!text_has_room(t, len))
		return;
	if (len)
		memcpy(t->at + t->len, what, len);
	t->len += len;
}

/* Up to its NUL. */
static inline void text_put(struct text *t, const char *what)
{
	text_add(t, what, strlen(what));
}

static inline void text_pad(struct text *t, size_t spaces)
{
	if (!text_has_room(t, spaces))
		return;
	if (spaces)
		memset(t->at + t->len, ' ', spaces);
	t->len += spaces;
}

/*
 * Adds as many of @len bytes, which a terminal may be sent, as take @width columns;
 * the last is a + where they do not fit. Returns the columns that it takes.
 */
size_t text_fit(struct text *t, const char *what, size_t len, size_t width);

/* Returns how many of at most @max bytes there are, with no part of a character. */
size_t text_cut(const char *what, size_t max);

/* In small letters, as much of it as there is room for. */
void text_small(char *to, size_t size, const char *from);

/*
 * How many bytes a character of UTF-8 has that may be sent to anybody; 0: it is none, or
 * controls a terminal, or marks a direction in which text is read. Anybody may name a
 * task so.
 */
size_t text_shown(const char *what);

/* Does so for a character that a terminal can print, which takes @columns. */
size_t text_printable(const char *what, size_t *columns);

/*
 * For a file: each byte of what may not be sent to anybody becomes \xHH, and so does a
 * backslash before an x, to tell them apart.
 */
void text_escape(struct text *t, const char *what);

/* Blanks for all that a terminal might obey: a file may have been made by anybody. */
void text_clean(char *text);

/*
 * One word of a command line for a shell, whatever is in it. "?" where it does not fit,
 * or has what a terminal would not print.
 */
void text_quote(char *to, size_t size, const char *what);

/*
 * For a cell of a table: what cannot be printed, and each backslash before an x,
 * becomes \xHH. Returns the columns that it takes on a terminal.
 */
size_t text_safe(struct text *t, const char *what);

#endif /* _TEXT_H */
