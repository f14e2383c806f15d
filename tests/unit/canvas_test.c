// SPDX-License-Identifier: GPL-2.0
/* Texts on a canvas: where they are cut, and what is drawn of odd ones. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "view/canvas.h"
#include "unit.h"

#define SUN "\xe6\x97\xa5"	/* two columns wide */
#define BOOK "\xe6\x9c\xac"
#define ACUTE "\xcc\x81"	/* on the letter before, without a width */

/* Put into so many columns of a line that has 10 of them, from column 2 on. */
static const struct row {
	const char *name;
	const char *text;
	size_t width;
	bool right;
	const char *want;
	size_t column;		/* where it begins */
	size_t all;		/* columns of all of it */
} rows[] = {
	{ "a text", "abc", 5, false, "abc", 2, 3 },
	{ "to the right", "abc", 5, true, "abc", 4, 3 },
	{ "one that is too long", "abcdef", 5, false, "abcde", 2, 6 },
	{ "where the canvas ends", "abcdefghijk", 20, false, "abcdefgh", 2, 11 },
	{ "nothing", "", 5, false, "", 2, 0 },
	{ "wide letters", SUN BOOK, 5, false, SUN BOOK, 2, 4 },
	{ "wide letters to the right", SUN BOOK, 5, true, SUN BOOK, 3, 4 },
	{ "no half of a wide letter", SUN BOOK "x", 3, false, SUN, 2, 5 },
	{ "control characters", "a\033[1m\n\177", 8, false, "a?[1m??", 2, 7 },
	{ "control characters of two bytes", "\302\2331m", 8, false, "?1m", 2, 3 },
	{ "no UTF-8", "a\377b", 8, false, "a?b", 2, 3 },
	{ "a part of a letter", "a\xe6\x97", 8, false, "a??", 2, 3 },
	{ "a letter without a width", "e" ACUTE "x", 8, false, "e?x", 2, 3 },
};

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct canvas c = { .rows = 0 };
	char got[64] = "";

	canvas_clear(&c, 1, 10);
	canvas_put(&c, 0, 2, row->width, row->right, STYLE_PLAIN, row->text);
	EXPECT_INT(0, canvas_error(&c));
	if (EXPECT_INT(1, c.nr)) {
		if (c.piece->len)
			memcpy(got, c.text.at + c.piece->at, c.piece->len);
		EXPECT_TEXT(row->want, got);
		EXPECT_INT(row->column, c.piece->column);
	}
	EXPECT_INT(row->all, canvas_width(row->text));
	canvas_free(&c);
}

/* ---- lines of one character ---------------------------------------------- */

static const struct fill {
	const char *name;
	size_t columns;
	size_t nr;
	size_t want;
} fills[] = {
	{ "nothing", 80, 0, 0 }, { "some", 80, 8, 8 },
	{ "no more than the canvas has", 80, 100, 80 },
	{ "all of a very wide one", 1000, 1000, 1000 },
};

static void attempt_fill(const void *arg)
{
	const struct fill *row = arg;
	struct canvas c = { .rows = 0 };
	size_t at = 0;

	canvas_clear(&c, 1, row->columns);
	canvas_fill(&c, 0, 0, row->nr, STYLE_PLAIN, '=');
	for (size_t i = 0; i < c.nr; i++) {
		EXPECT_INT(at, c.piece[i].column);
		at += c.piece[i].len;
	}
	EXPECT_INT(row->want, at);
	canvas_free(&c);
}

/* ---- the end of a text ---------------------------------------------------- */

static const struct tail {
	const char *name;
	const char *text;
	size_t width;
	const char *want;
} tails[] = {
	{ "all of it has room", "abc", 3, "abc" },
	{ "what comes last", "abcdef", 3, "def" },
	{ "of letters that are two columns wide", "a" SUN BOOK, 3, BOOK },
	{ "no room", "abc", 0, "" },
};

static void attempt_tail(const void *arg)
{
	const struct tail *row = arg;

	EXPECT_TEXT(row->want, canvas_end(row->text, row->width));
}

int main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	UNIT_RUN("canvas: text", rows, attempt);
	UNIT_RUN("canvas: fill", fills, attempt_fill);
	UNIT_RUN("canvas: end", tails, attempt_tail);
	return unit_end();
}
