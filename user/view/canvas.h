/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is to be on a screen: pieces of text, each at its place and in its
 * style. Who has a terminal draws them; a test only looks at them.
 */
#ifndef _CANVAS_H
#define _CANVAS_H

#include "text/text.h"

enum style {
	STYLE_PLAIN, STYLE_HEAD, STYLE_KEY, STYLE_WARN, STYLE_MARK,
	STYLE_PART,		/* of a bar: the first of four */
	STYLES = STYLE_PART + 4,
};

enum { STYLE_DIM = 0x100, STYLE_SELECTED = 0x200 };	/* besides one of them */

struct piece {
	size_t row;
	size_t column;
	size_t at;		/* where its text begins */
	size_t len;
	unsigned int style;
};

struct canvas {
	size_t rows;
	size_t columns;
	bool ascii;		/* nothing else */
	struct piece *piece;
	size_t nr;
	size_t room;
	struct text text;
};

/* All of it is blank, and so large. */
void canvas_clear(struct canvas *c, size_t rows, size_t columns);
void canvas_free(struct canvas *c);

/* -ENOMEM, if some of it could not be kept. */
int canvas_error(const struct canvas *c);

/*
 * @text in at most @width columns, @right or left of them, and no more than
 * the canvas has. What cannot be printed is replaced.
 */
void canvas_put(struct canvas *c, size_t row, size_t column, size_t width,
		bool right, unsigned int style, const char *text);

/* The same character @nr times. */
void canvas_fill(struct canvas *c, size_t row, size_t column, size_t nr,
		 unsigned int style, char with);

#endif /* _CANVAS_H */
