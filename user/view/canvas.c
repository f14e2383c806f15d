// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "counts/array.h"
#include "canvas.h"

void canvas_clear(struct canvas *c, size_t rows, size_t columns)
{
	c->rows = rows;
	c->columns = columns;
	c->nr = 0;
	c->text.len = 0;
}

void canvas_free(struct canvas *c)
{
	free(c->piece);
	text_free(&c->text);
	memset(c, 0, sizeof(*c));
}

int canvas_error(const struct canvas *c)
{
	return c->text.failed ? -ENOMEM : 0;
}

/* How many columns a character of @len bytes has; 0: it cannot be printed. */
static size_t look_at(const char *text, size_t *len)
{
	mbstate_t state = { 0 };
	wchar_t wide;
	int width = 0;

	*len = mbrtowc(&wide, text, MB_CUR_MAX, &state);
	if (*len == 0 || *len > MB_CUR_MAX)
		*len = 1;
	else
		width = text_shown(text) && iswprint((wint_t)wide) ?
			wcwidth(wide) : 0;
	return width > 0 ? (size_t)width : 0;
}

size_t canvas_width(const char *text)
{
	size_t sum = 0;

	while (*text) {
		size_t len, width = look_at(text, &len);

		sum += width ? width : 1;
		text += len;
	}
	return sum;
}

const char *canvas_end(const char *text, size_t width)
{
	size_t all = canvas_width(text);

	while (all > width) {
		size_t len, one = look_at(text, &len);

		all -= one ? one : 1;
		text += len;
	}
	return text;
}

/*
 * Adds up to @most columns; a character that is two wide may not fit, and one that cannot
 * be printed is a question mark. Returns the columns.
 */
static size_t add_text(struct text *t, const char *text, size_t most)
{
	size_t width = 0;

	while (*text && width < most) {
		size_t len, wide = look_at(text, &len), more = wide ? wide : 1;

		if (width + more > most)
			break;
		text_add(t, wide ? text : "?", wide ? len : 1);
		text += len;
		width += more;
	}
	return width;
}

static struct piece *add_piece(struct canvas *c)
{
	if (!array_grow(&c->piece, c->nr, &c->room, sizeof(*c->piece)))
		return &c->piece[c->nr++];
	c->text.failed = true;
	return NULL;
}

void canvas_put(struct canvas *c, size_t row, size_t column, size_t width,
		bool right, unsigned int style, const char *text)
{
	size_t at = c->text.len, used;
	struct piece *p;

	if (row >= c->rows || column >= c->columns)
		return;
	if (width > c->columns - column)
		width = c->columns - column;
	used = add_text(&c->text, text, width);
	p = add_piece(c);
	if (p)
		*p = (struct piece){
			.row = row, .at = at, .len = c->text.len - at,
			.column = column + (right ? width - used : 0),
			.style = style,
		};
}

void canvas_fill(struct canvas *c, size_t row, size_t column, size_t nr,
		 unsigned int style, char with)
{
	char text[256];

	while (nr) {
		size_t now = nr < sizeof(text) ? nr : sizeof(text) - 1;

		memset(text, with, now);
		text[now] = 0;
		canvas_put(c, row, column, now, false, style, text);
		column += now;
		nr -= now;
	}
}
