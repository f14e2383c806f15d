// SPDX-License-Identifier: GPL-2.0
#include <langinfo.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text/text.h"
#include "text/units.h"
#include "print.h"

struct printer print_to(FILE *to, bool json, const char *separator, bool line)
{
	return (struct printer){
		.to = to, .json = json_to(to, line),
		.form = json ? PRINT_JSON : separator ? PRINT_CSV : PRINT_WORDS,
		.csv = { .to = to, .separator = separator },
	};
}

void print_open(struct printer *p, const char *key, char bracket)
{
	if (print_is_json(p))
		json_open(&p->json, key, bracket);
}

void print_close(struct printer *p, char bracket)
{
	if (print_is_json(p))
		json_close(&p->json, bracket);
}

int print_end(struct printer *p)
{
	return print_is_json(p) ? json_end(&p->json) : 0;
}

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

const char *print_safe(char *to, const char *text)
{
	size_t at = 0;

	while (*text && at < PRINT_SAFE_SIZE - MB_LEN_MAX) {
		size_t columns, len = text_printable(text, &columns);

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
