// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include <libsmartcols.h>

#include "text/text.h"
#include "text/units.h"
#include "print.h"

bool print_is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* COLUMNS is for terminals that do not know, such as serial ones. */
size_t print_width(FILE *to)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	uint64_t number;

	if (!isatty(fileno(to)))
		return 0;
	if (columns && !units_parse_number(columns, INT16_MAX, &number) &&
	    number)
		return (size_t)number;
	if (ioctl(fileno(to), TIOCGWINSZ, &size))
		return 0;
	return size.ws_col;
}

/* NO_COLOR may be set to anything but nothing. */
bool print_has_colours(FILE *to)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return !(no && *no) && term && strcmp(term, "dumb") &&
	       isatty(fileno(to));
}

struct libscols_table *print_new_table(void)
{
	struct libscols_table *table = scols_new_table();

	if (table && !print_is_utf8())
		scols_table_enable_ascii(table, 1);
	return table;
}

/* How many bytes the character at @text has; 0: it is not to be printed. */
static size_t printable(const char *text)
{
	mbstate_t state = { 0 };
	wchar_t c;
	size_t len;

	if (!text_shown(text))
		return 0;
	len = mbrtowc(&c, text, MB_CUR_MAX, &state);

	if (len == (size_t)-1 || len == (size_t)-2)
		return 0;
	return iswprint((wint_t)c) ? len : 0;
}

const char *print_safe(char *to, const char *text)
{
	size_t at = 0;

	while (*text && at < PRINT_SAFE_SIZE - MB_LEN_MAX) {
		size_t len = printable(text);

		if (len)
			memcpy(to + at, text, len);
		else
			sprintf(to + at, "\\x%02x", (unsigned char)*text);
		at += len ? len : 4;
		text += len ? len : 1;
	}
	to[at] = 0;
	return to;
}

void print_wrapped(FILE *to, const char *first, int indent, const char *text)
{
	int at = fprintf(to, "%-*s", indent, first);

	while (*(text += strspn(text, " "))) {
		int len = (int)strcspn(text, " ");

		if (at > indent && at + 1 + len > PRINT_WIDTH)
			at = fprintf(to, "\n%*s", indent, "") - 1;
		else if (at > indent)
			at += fprintf(to, " ");
		at += fprintf(to, "%.*s", len, text);
		text += len;
	}
	fputc('\n', to);
}

/* What is worth a look, in a tree and among laws. */
static const char *colour_of(const char *line, size_t len)
{
	static const struct {
		const char *mark, *colour;
	} marks[] = {
		{ "<==", "\033[1;31m" }, { "<--", "\033[33m" },
		{ "BROKEN ", "\033[1;31m" },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (memmem(line, len, marks[i].mark, strlen(marks[i].mark)))
			return marks[i].colour;
	return NULL;
}

static void print_line(FILE *to, const char *line, size_t len, size_t width)
{
	const char *colour = print_has_colours(to) ? colour_of(line, len) : NULL;
	struct text fit = { .len = 0 };

	while (len && line[len - 1] == ' ')
		len--;
	if (width)
		text_fit(&fit, line, len, width);
	fputs(colour ? colour : "", to);
	if (len)
		fwrite(width ? fit.at : line, 1, width ? fit.len : len, to);
	fputs(colour ? "\033[m\n" : "\n", to);
	text_free(&fit);
}

int print_table(FILE *to, struct libscols_table *table)
{
	size_t width = print_width(to);
	char *text = NULL;
	int err = scols_print_table_to_string(table, &text);

	for (const char *at = text; !err && at && *at;) {
		size_t len = strcspn(at, "\n");

		print_line(to, at, len, width);
		at += len + (at[len] == '\n');
	}
	free(text);
	scols_unref_table(table);
	return err ? -ENOMEM : 0;
}
