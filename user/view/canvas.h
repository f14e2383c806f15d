/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A screen as pieces of text, each with its place and style. The terminal draws
 * them; tests compare them.
 */
#ifndef _CANVAS_H
#define _CANVAS_H

#include "text/text.h"

enum style {
	STYLE_PLAIN, STYLE_HEAD, STYLE_KEY, STYLE_WARN, STYLE_MARK,
	STYLE_PART,		/* of a bar: the first of them */
	STYLE_PARTS = 5,	/* so many can a bar have */
	STYLES = STYLE_PART + STYLE_PARTS,
};

/* These are added to a style. */
enum { STYLE_DIM = 0x100, STYLE_SELECTED = 0x200 };

struct piece {
	size_t row;
	size_t column;
	size_t at;		/* where its text begins in canvas.text */
	size_t len;
	unsigned int style;
};

struct canvas {
	size_t rows;
	size_t columns;
	struct piece *piece;
	size_t nr;
	size_t room;
	struct text text;
};

/* Makes it blank, with this size. */
void canvas_clear(struct canvas *c, size_t rows, size_t columns);
void canvas_free(struct canvas *c);

/* -ENOMEM: a piece is missing. */
int canvas_error(const struct canvas *c);

/*
 * Put @text into @width columns, aligned to the @right or left, and cut where it
 * or the canvas ends. A character that cannot be printed becomes "?".
 */
void canvas_put(struct canvas *c, size_t row, size_t column, size_t width,
		bool right, unsigned int style, const char *text);

/* Returns the end of @text that fits into @width columns, for a line that is typed. */
const char *canvas_end(const char *text, size_t width);

/* Returns how many columns canvas_put() would take for all of @text. */
size_t canvas_width(const char *text);

/* Puts the character @with @nr times. */
void canvas_fill(struct canvas *c, size_t row, size_t column, size_t nr,
		 unsigned int style, char with);

#endif /* _CANVAS_H */
