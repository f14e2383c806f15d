// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "text/text.h"
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

/* One character, as it is or as a question mark. Returns its columns. */
static size_t add_character(struct text *t, const char **text)
{
	size_t len, width = look_at(*text, &len);

	if (width)
		text_add(t, *text, len);
	else
		text_add(t, "?", 1);
	*text += len;
	return width ? width : 1;
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

/* Up to @most columns; one that is two wide may not fit. */
static size_t add_text(struct text *t, const char *text, size_t most)
{
	size_t width = 0;

	while (*text && width < most) {
		size_t was = t->len, more = add_character(t, &text);

		if (width + more > most) {
			t->len = was;
			break;
		}
		width += more;
	}
	return width;
}

static struct piece *add_piece(struct canvas *c)
{
	size_t room = c->room ? 2 * c->room : 256;
	struct piece *more;

	if (c->nr < c->room)
		return &c->piece[c->nr++];
	more = reallocarray(c->piece, room, sizeof(*more));
	if (!more) {
		c->text.failed = true;
		return NULL;
	}
	c->piece = more;
	c->room = room;
	return &c->piece[c->nr++];
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
