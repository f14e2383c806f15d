// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "text.h"

bool text_grow(struct text *t, size_t more)
{
	size_t room = t->room ? t->room : 4096;
	char *at;

	if (t->failed)
		return false;
	while (room - t->len < more)
		room *= 2;
	if (room == t->room)
		return true;
	at = realloc(t->at, room);
	t->failed = !at;
	if (!at)
		return false;
	t->at = at;
	t->room = room;
	return true;
}

void text_free(struct text *t)
{
	free(t->at);
	memset(t, 0, sizeof(*t));
}

size_t text_cut(const char *what, size_t max)
{
	size_t len = strnlen(what, max);

	if (!what[len])
		return len;
	while (len && ((unsigned char)what[len] & 0xc0) == 0x80)
		len--;
	return len;
}

void text_small(char *to, size_t size, const char *from)
{
	size_t len = text_cut(from, size - 1);

	for (size_t i = 0; i < len; i++)
		to[i] = (char)tolower((unsigned char)from[i]);
	to[len] = 0;
}

/* How many bytes a character of UTF-8 has, and its number; 0: it is none. */
static size_t character(const char *what, uint32_t *code)
{
	const unsigned char *at = (const unsigned char *)what;
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	size_t more = *at < 0x80 ? 0 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : 3;

	*code = more ? *at & (0x3f >> more) : *at;
	if ((*at >= 0x80 && *at < 0xc0) || *at >= 0xf8)
		return 0;
	for (size_t i = 1; i <= more; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (at[i] & 0x3f);
	}
	if (*code < least[more] || *code > 0x10ffff ||
	    (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return more + 1;
}

/* A terminal obeys it, or it ends a line, or turns the text around it. */
static bool is_obeyed(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) ||
	       code == 0x61c || code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

size_t text_shown(const char *what)
{
	uint32_t code;
	size_t len = character(what, &code);

	return len && !is_obeyed(code) ? len : 0;
}

void text_clean(char *text)
{
	while (*text) {
		bool plain = *text >= 0x20 && *text < 0x7f;
		size_t len = plain ? 1 : text_shown(text);

		if (!len)
			*text = ' ';
		text += len ? len : 1;
	}
}

/* Nothing is special within single quotes, except their end. */
static bool add_quoted(struct text *t, const char *what)
{
	text_put(t, "'");
	for (size_t len; (len = text_shown(what)); what += len)
		if (*what == '\'')
			text_put(t, "'\\''");
		else
			text_add(t, what, len);
	text_put(t, "'");
	return !*what;
}

void text_quote(char *to, size_t size, const char *what)
{
	struct text t = { .len = 0 };
	bool fine = *what;

	for (const char *at = what; fine && *at; at++)
		fine = isalnum((unsigned char)*at) || strchr("/._-@:+,=%", *at);
	if (fine)
		text_put(&t, what);
	else
		fine = add_quoted(&t, what);
	if (!fine || t.failed || t.len >= size)
		snprintf(to, size, "?");
	else
		snprintf(to, size, "%.*s", (int)t.len, t.at);
	text_free(&t);
}

size_t text_printable(const char *what, size_t *columns)
{
	mbstate_t state = { 0 };
	wchar_t wide;
	size_t len;

	if (!text_shown(what))
		return 0;
	len = mbrtowc(&wide, what, MB_CUR_MAX, &state);
	if (len > MB_CUR_MAX || !iswprint((wint_t)wide))
		return 0;
	*columns = (size_t)wcwidth(wide);
	return len;
}

/* @what as it is, except for \xHH. Returns the columns that it takes on a terminal. */
static size_t escape(struct text *t, const char *what, bool printable)
{
	size_t width = 0, len, columns = 1;
	char hex[8];

	for (; *what; what += len) {
		len = *what == '\\' && what[1] == 'x' ? 0 :
		      printable ? text_printable(what, &columns) :
		      text_shown(what);
		if (len) {
			text_add(t, what, len);
			width += columns;
			continue;
		}
		len = 1;
		snprintf(hex, sizeof(hex), "\\x%02x", (unsigned char)*what);
		text_put(t, hex);
		width += 4;
	}
	return width;
}

size_t text_safe(struct text *t, const char *what)
{
	size_t len = 0;

	/* most are nothing but printable ASCII */
	while (what[len] >= ' ' && what[len] <= '~' && what[len] != '\\')
		len++;
	if (what[len])
		return escape(t, what, true);
	text_add(t, what, len);
	return len;
}

void text_escape(struct text *t, const char *what)
{
	escape(t, what, false);
}

size_t text_fit(struct text *t, const char *what, size_t len, size_t width)
{
	size_t taken = 0, used;
	const char *end = what + len;

	for (; what < end; what += used) {
		mbstate_t state = { 0 };
		wchar_t wide;
		int columns = 1;

		used = mbrtowc(&wide, what, (size_t)(end - what), &state);
		if (used == (size_t)-1 || used == (size_t)-2 || !used)
			used = 1;
		else
			columns = wcwidth(wide);
		if (taken + (size_t)columns + (what + used < end) > width)
			break;
		text_add(t, what, used);
		taken += (size_t)columns;
	}
	if (what < end)
		text_put(t, "+");
	return taken + (what < end);
}
