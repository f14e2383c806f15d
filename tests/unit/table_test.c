// SPDX-License-Identifier: GPL-2.0
/*
 * Long tables: numbers as texts, texts that a terminal bears, and rows that
 * are formatted when they are printed.
 */
#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "text/decimal.h"
#include "text/text.h"
#include "view/csv.h"
#include "view/json.h"
#include "view/print_rows.h"
#include "shared.h"
#include "unit.h"

/* ---- numbers ------------------------------------------------------------ */

static uint64_t state;

static uint64_t any(void)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return state >> 11;
}

static double any_share(void)
{
	return (double)any() / 0x1p53;
}

/* Of any size, most of them with many digits. */
static double any_number(void)
{
	return ldexp(any_share(), (int)(any() % 140) - 70);
}

/* Such as lie in the middle of two texts, or next to it. */
static double any_half(void)
{
	double x = (double)(any() % 100000) / 1000 + 0.0005;

	return any() % 3 ? nextafter(x, any() % 2 ? 0 : 1e9) : x;
}

/* What is exact in binary, and exactly in the middle. */
static double any_tie(void)
{
	return ((double)(any() % 4096) + 0.5) / (1 << any() % 4);
}

static double any_small(void)
{
	return ldexp(any_share(), -(int)(any() % 30));
}

static double any_round(void)
{
	return (double)(any() % 1001) / 1000;
}

static const struct {
	const char *name;
	double (*any)(void);
} number_rows[] = {
	{ "of any size", any_number },
	{ "shares", any_share },
	{ "small ones", any_small },
	{ "short ones", any_round },
	{ "next to the middle", any_half },
	{ "in the middle", any_tie },
};

enum { TIMES = 20000 };

static void try_fixed(const void *arg)
{
	const typeof(number_rows[0]) *row = arg;
	char got[DECIMAL_SIZE], want[400];
	bool same = true;

	state = 1;
	for (unsigned int i = 0; same && i < TIMES; i++) {
		unsigned int digits = i % 5;
		double x = row->any();

		*decimal_fixed(got, x, digits) = 0;
		snprintf(want, sizeof(want), "%.*f", (int)digits, x);
		want[DECIMAL_SIZE - 1] = 0;
		same = EXPECT_TEXT(want, got);
	}
}

static char *jansson(double x, size_t digits)
{
	json_t *value = json_real(x);
	char *text = json_dumps(value, JSON_ENCODE_ANY |
				JSON_REAL_PRECISION(digits));

	json_decref(value);
	return text;
}

static void try_share(const void *arg)
{
	const typeof(number_rows[0]) *row = arg;
	char got[DECIMAL_SIZE], *want, *end;
	unsigned int known = 0;
	bool same = true;

	state = 1;
	for (unsigned int i = 0; same && i < TIMES; i++) {
		double x = row->any();

		end = decimal_share(got, x);
		if (!end)
			continue;
		known++;
		*end = 0;
		want = jansson(x, 10);
		same = EXPECT_TEXT(want, got);
		free(want);
	}
	EXPECT(known);
}

static double any_sign(void)
{
	return any() % 2 ? any_number() : -any_number();
}

static double any_whole(void)
{
	return round(ldexp(any_share(), (int)(any() % 80)));
}

/* What json.c makes of numbers, with as many digits as there are. */
static const struct {
	const char *name;
	double (*any)(void);
	unsigned int digits;
} real_rows[] = {
	{ "of either sign", any_sign, 10 },
	{ "whole", any_whole, 10 },
	{ "shares", any_share, 10 },
	{ "of 13 digits", any_sign, 13 },
	{ "whole, of 13 digits", any_whole, 13 },
	{ "of one digit", any_sign, 1 },
};

static void try_real(const void *arg)
{
	const typeof(real_rows[0]) *row = arg;
	char *got = NULL, *want;
	bool same = true;
	size_t size;

	state = 1;
	for (unsigned int i = 0; same && i < TIMES; i++) {
		struct json j = json_to(open_memstream(&got, &size), true);
		double x = row->any();

		j.digits = row->digits;
		json_known(&j, NULL, x);
		EXPECT_INT(0, json_end(&j));
		fclose(j.to);
		got[size - 1] = 0;
		want = jansson(x, row->digits);
		same = EXPECT_TEXT(want, got);
		free(want);
		free(got);
	}
}

static const struct {
	const char *name;
	uint64_t x;
	const char *want;
} count_rows[] = {
	{ "nothing", 0, "0" },
	{ "one digit", 9, "9" },
	{ "two digits", 10, "10" },
	{ "the largest", UINT64_MAX, "18446744073709551615" },
};

static void try_count(const void *arg)
{
	const typeof(count_rows[0]) *row = arg;
	char got[DECIMAL_SIZE];

	*decimal_count(got, row->x) = 0;
	EXPECT_TEXT(row->want, got);
}

/* No usual share: jansson shall print it. */
static const struct {
	const char *name;
	double x;
	const char *want;	/* NULL: not by this function */
} share_rows[] = {
	{ "nothing", 0, "0.0" }, { "all", 1, "1.0" },
	{ "half", 0.5, "0.5" }, { "almost all", 1 - 1e-13, "1.0" },
	{ "a tenth", 0.1, "0.1" }, { "just below", 0.1 - 1e-14, "0.1" },
	{ "a third", 1.0 / 3, "0.3333333333" },
	{ "a small one", 1.0 / 3000, "0.0003333333333" },
	{ "with an exponent", 5e-5 / 3, "1.666666667e-5" },
	{ "a power of ten", 1e-5, "1e-5" },
	{ "just below one", 1e-4 - 1e-17, "0.0001" },
	{ "below one with an exponent", 1e-5 - 1e-18, NULL },
	{ "too small", 9e-9, NULL }, { "negative", -0.5, NULL },
	{ "negative zero", -0.0, NULL }, { "more than all", 1.5, NULL },
	{ "not known", NAN, NULL },
};

static void try_one_share(const void *arg)
{
	const typeof(share_rows[0]) *row = arg;
	char got[DECIMAL_SIZE], *end = decimal_share(got, row->x);

	EXPECT(!end == !row->want);
	if (!end || !row->want)
		return;
	*end = 0;
	EXPECT_TEXT(row->want, got);
}

/* ---- texts -------------------------------------------------------------- */

static const struct {
	const char *name;
	const char *locale;
	const char *text;
	const char *want;
	size_t width;
} safe_rows[] = {
	{ "plain", "C", "kworker/0:1", "kworker/0:1", 11 },
	{ "empty", "C", "", "", 0 },
	{ "a control character", "C", "a\tb", "a\\x09b", 6 },
	{ "a backslash", "C", "a\\b", "a\\b", 3 },
	{ "what looks like an escape", "C", "\\x41", "\\x5cx41", 7 },
	{ "no ASCII, where there is no more", "C", "\xc3\xa4", "\\xc3\\xa4", 8 },
	{ "UTF-8", "C.UTF-8", "\xc3\xa4z", "\xc3\xa4z", 2 },
	{ "wide", "C.UTF-8", "\xe6\xbc\xa2", "\xe6\xbc\xa2", 2 },
	{ "no UTF-8", "C.UTF-8", "a\xffz", "a\\xffz", 6 },
	{ "cut within", "C.UTF-8", "a\xe6\xbc", "a\\xe6\\xbc", 9 },
	{ "right to left", "C.UTF-8", "a\xe2\x80\xaez", "a\\xe2\\x80\\xaez", 14 },
	{ "a mark of a direction", "C.UTF-8", "\xd8\x9c\xe2\x80\x8f", "\\xd8\\x9c\\xe2\\x80\\x8f", 20 },
	{ "an isolated text", "C.UTF-8", "\xe2\x81\xa9", "\\xe2\\x81\\xa9", 12 },
	{ "a character longer than it need be", "C.UTF-8", "\xc0\xaf", "\\xc0\\xaf", 8 },
	{ "half of a pair", "C.UTF-8", "\xed\xa0\x80", "\\xed\\xa0\\x80", 12 },
	{ "not to be printed", "C.UTF-8", "\xc2\x85", "\\xc2\\x85", 8 },
};

static void try_safe(const void *arg)
{
	const typeof(safe_rows[0]) *row = arg;
	struct text text = { 0 };

	if (!EXPECT(setlocale(LC_CTYPE, row->locale)))
		return;
	EXPECT_INT(row->width, text_safe(&text, row->text));
	text_add(&text, "", 1);
	EXPECT_TEXT(row->want, text.at);
	text_free(&text);
	setlocale(LC_CTYPE, "C");
}

static const struct {
	const char *name;
	const char *text;
	const char *separator;
	const char *want;
} csv_rows[] = {
	{ "plain", "kworker/0:1", ",", "kworker/0:1" },
	{ "UTF-8", "\xc3\xa4\xe6\xbc\xa2", ",", "\xc3\xa4\xe6\xbc\xa2" },
	{ "cut within a character", "a\xe6\xbc", ",", "a\\xe6\\xbc" },
	{ "a byte that begins nothing", "\xff\xc3\xa4", ",", "\\xff\xc3\xa4" },
	{ "longer than it need be", "\xe0\x80\xaf", ",", "\\xe0\\x80\\xaf" },
	{ "half of a pair", "\xed\xa0\x80", ",", "\\xed\\xa0\\x80" },
	{ "beyond Unicode", "\xf4\x90\x80\x80", ",", "\\xf4\\x90\\x80\\x80" },
	{ "right to left", "\xe2\x80\xae", ",", "\\xe2\\x80\\xae" },
	{ "the last of isolated texts", "\xe2\x81\xa9", ",", "\\xe2\\x81\\xa9" },
	{ "beside these marks", "\xe2\x81\xaa\xe2\x80\xaf", ",", "\xe2\x81\xaa\xe2\x80\xaf" },
	{ "the end of a line", "a\nb", ",", "a\\x0ab" },
	{ "what looks like an escape", "\\x41", ",", "\\x5cx41" },
	{ "a separator", "a,b", ",", "\"a,b\"" },
	{ "a quote", "a\"b", ",", "\"a\"\"b\"" },
	{ "a separator that an escape has", "\xff", "f", "\"\\xff\"" },
	{ "the begin of a separator at the end", "a:", "::", "\"a:\"" },
	{ "no separator", "a;b", "::", "a;b" },
	{ "a letter as the separator", "sax", "x", "\"sax\"" },
	{ "a part of a character as the separator", "\xc3\xa4", "\xa4", "\"\xc3\xa4\"" },
	{ "a tab as the separator is escaped", "a\tb", "\t", "a\\x09b" },
};

static void try_csv(const void *arg)
{
	const typeof(csv_rows[0]) *row = arg;
	char *text = NULL;
	size_t size;
	struct csv c = {
		.to = open_memstream(&text, &size), .separator = row->separator,
	};

	if (!EXPECT(c.to))
		return;
	csv_text(&c, row->text);
	fclose(c.to);
	EXPECT_TEXT(row->want, text);
	free(text);
}

static const struct {
	const char *name;
	const char *text;
	const char *want;
} json_rows[] = {
	{ "plain", "sh", "\"sh\"" },
	{ "not known", NULL, "null" },
	{ "quotes and backslashes", "a\"\\b", "\"a\\\"\\\\b\"" },
	{ "UTF-8", "\xc3\xa4", "\"\\u00E4\"" },
	{ "cut within a character", "a\xe6\xbc", "\"a\\\\xe6\\\\xbc\"" },
	{ "what goes on with a stray byte", "\xc3\xa4\xbf\xc3\xa4", "\"\\u00E4\\\\xbf\\u00E4\"" },
	{ "a byte that begins nothing", "\xff", "\"\\\\xff\"" },
	{ "one that begins too much", "\xc3z", "\"\\\\xc3z\"" },
	{ "a control character", "\033", "\"\\u001B\"" },
	{ "one of Unicode's", "\xc2\x9b", "\"\\\\xc2\\\\x9b\"" },
	{ "right to left", "a\xe2\x80\xaez", "\"a\\\\xe2\\\\x80\\\\xaez\"" },
	{ "a mark of a direction behind a letter", "\xc3\xa4\xd8\x9c", "\"\\u00E4\\\\xd8\\\\x9c\"" },
};

static void try_json(const void *arg)
{
	const typeof(json_rows[0]) *row = arg;
	char *text = NULL, *got;
	size_t size;
	struct json j = json_to(open_memstream(&text, &size), true);
	json_t *value;

	json_text(&j, NULL, row->text);
	EXPECT_INT(0, json_end(&j));
	fclose(j.to);
	value = json_loads(text, JSON_DECODE_ANY, NULL);
	got = json_dumps(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	EXPECT_TEXT(row->want, got);
	free(text);
	free(got);
	json_decref(value);
}

/* ---- objects and arrays --------------------------------------------------- */

/* "{", "[", "}", "]", a number, or a text; in an object behind a name. */
static const struct {
	const char *name;
	const char *json;
} nest_rows[] = {
	{ "nothing in an object", "{}" },
	{ "nothing in an array", "[]" },
	{ "empty ones within", "{\"a\":{},\"b\":[],\"c\":[[],{}]}" },
	{ "members", "{\"a\":1,\"b\":\"x\",\"c\":null,\"d\":true,\"e\":false}" },
	{ "elements", "[1,\"x\",null,true,false]" },
	{ "objects in arrays in objects", "{\"a\":[{\"b\":[1,2]},{\"c\":{\"d\":3}}],\"e\":4}" },
	{ "what has to be escaped", "{\"a\\\"b\":\"c\\\\d\\u0001\\b\\f\\n\\r\\te\"}" },
	{ "no ASCII", "{\"a\":\"\xc3\xa4\xe6\xbc\xa2\",\"b\":\"\x7f\"}" },
	{ "numbers that fall", "{\"a\":-1,\"b\":-9223372036854775808}" },
};

/* The same value by json.c. */
static void put(struct json *j, const char *key, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		json_open(j, key, '{');
		for (void *at = json_object_iter((json_t *)value); at;
		     at = json_object_iter_next((json_t *)value, at))
			put(j, json_object_iter_key(at),
			    json_object_iter_value(at));
		json_close(j, '}');
		break;
	case JSON_ARRAY:
		json_open(j, key, '[');
		for (size_t i = 0; i < json_array_size(value); i++)
			put(j, NULL, json_array_get(value, i));
		json_close(j, ']');
		break;
	case JSON_INTEGER:
		json_count(j, key, (uint64_t)json_integer_value(value));
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		json_flag(j, key, json_is_true(value));
		break;
	default:
		json_text(j, key, json_string_value(value));
	}
}

static void try_nest(const void *arg)
{
	const typeof(nest_rows[0]) *row = arg;
	json_t *value = json_loads(row->json, 0, NULL);

	for (unsigned int indent = 0; value && indent < 4; indent++) {
		char *want = json_dumps(value, indent ? JSON_INDENT(indent) :
							JSON_COMPACT);
		char *got = NULL;
		size_t size;
		struct json j = json_to(open_memstream(&got, &size), !indent);

		j.indent = indent;
		put(&j, NULL, value);
		EXPECT_INT(0, json_end(&j));
		fclose(j.to);
		got[size - 1] = 0;
		EXPECT_TEXT(want, got);
		free(want);
		free(got);
	}
	EXPECT(value);
	json_decref(value);
}

/* ---- tables ------------------------------------------------------------- */

enum { ROWS = 2500 };

static struct {
	struct sample sample[ROWS];
	struct row row[ROWS];
	int above[ROWS];
	unsigned int looked;		/* cells that were asked for */
} many;

static struct cell look(const struct row *r, const struct column *c)
{
	(void)c;
	many.looked++;
	return (struct cell){ .type = CELL_NUMBER,
			      .number = (double)r->sample->id };
}

/* Ids 1, 2, 3, ...; but for the one at @wide, which is longer. */
static void fill_many(struct listed *t, struct columns *columns, size_t nr,
		      size_t wide)
{
	columns->nr = 1;
	columns->column[0] = (struct column){
		.name = "id", .heading = "ID", .get = look,
	};
	for (size_t i = 0; i < nr; i++) {
		many.sample[i].id = i == wide ? 123456789 : i % 1000;
		many.row[i].sample = &many.sample[i];
		many.above[i] = -1;
	}
	many.looked = 0;
	t->columns = columns;
	t->row = many.row;
	t->above = many.above;
	t->nr = nr;
}

/* "NR:WIDTH ...": so many lines of each width one after the other. */
static void count_widths(const char *text, char *to)
{
	size_t last = strcspn(text, "\n"), nr = 0;

	*to = 0;
	for (; *text; text += strcspn(text, "\n") + 1) {
		size_t len = strcspn(text, "\n");

		if (len != last) {
			to += sprintf(to, "%zu:%zu ", nr, last);
			last = len;
			nr = 0;
		}
		nr++;
	}
	sprintf(to, "%zu:%zu", nr, last);
}

static const struct {
	const char *name;
	size_t nr;
	size_t wide;
	const char *want;	/* lines : their width */
} width_rows[] = {
	{ "no rows, but headings", 0, 0, "1:2" },
	{ "one row", 1, ROWS, "2:2" },
	{ "as wide as the widest", 1000, 999, "1001:9" },
	{ "it comes later", 2500, 1500, "1001:3 1500:9" },
	{ "and earlier", 2500, 500, "2501:9" },
};

static void try_width(const void *arg)
{
	const typeof(width_rows[0]) *row = arg;
	static struct columns columns;
	struct listed t = { .tree = false };
	char got[100], *text = NULL;
	struct counts counts;
	struct printer p;
	struct bench b;
	size_t size;
	FILE *f;

	bench_open(&b, "sapphirerapids.json", "", &counts);
	t.plan = b.plan;
	fill_many(&t, &columns, row->nr, row->wide);
	f = open_memstream(&text, &size);
	p = print_to(f, false, NULL, false);
	EXPECT_INT(0, print_rows(&p, NULL, &t));
	fclose(f);
	count_widths(text, got);
	EXPECT_TEXT(row->want, got);
	free(text);
	bench_close(&b);
}

/* Whoever reads no more pays for no more: of 2,500 rows a thousand. */
static const struct {
	const char *name;
	bool json;
} lazy_rows[] = {
	{ "a table whose reader is gone", false },
	{ "JSON whose reader is gone", true },
};

static void try_lazy(const void *arg)
{
	const typeof(lazy_rows[0]) *row = arg;
	static struct columns columns;
	struct listed t = { .tree = false };
	struct counts counts;
	struct printer p;
	struct bench b;
	FILE *f = fopen("/dev/full", "w");

	if (!f)
		abort();
	bench_open(&b, "sapphirerapids.json", "", &counts);
	t.plan = b.plan;
	fill_many(&t, &columns, ROWS, ROWS);
	setvbuf(f, NULL, _IONBF, 0);
	p = print_to(f, row->json, NULL, false);
	print_open(&p, NULL, '{');
	EXPECT(print_rows(&p, NULL, &t));
	EXPECT_INT(1000, many.looked);
	text_free(&p.json.text);
	fclose(f);
	bench_close(&b);
}

/* Each row is below the one with this index, or -1. */
static const struct {
	const char *name;
	bool tree;
	int above[6];
	size_t nr;
	const char *text;
	const char *json;
} shape_rows[] = {
	{ "nothing", false, { 0 }, 0, "", "[]" },
	{ "flat", false, { -1, -1 }, 2, "0|1|", "[{0},{1}]" },
	{ "flat, as a tree", true, { -1, -1 }, 2, "0|1|",
	  "[{0,[]},{1,[]}]" },
	{ "two below one", true, { -1, 0, 0, -1 }, 4, "0||-1|`-2|3|",
	  "[{0,[{1},{2}]},{3,[]}]" },
	{ "a line beside", true, { -1, 0, 1, 0 }, 4, "0||-1|| `-2|`-3|",
	  "[{0,[{1,[{2}]},{3}]}]" },
	{ "deep, and back to the top", true, { -1, 0, 1, 2, -1 }, 5,
	  "0|`-1|  `-2|    `-3|4|", "[{0,[{1,[{2,[{3}]}]}]},{4,[]}]" },
	{ "deep, and halfway back", true, { -1, 0, 1, 2, 1, 0 }, 6,
	  "0||-1|| |-2|| | `-3|| `-4|`-5|",
	  "[{0,[{1,[{2,[{3}]},{4}]},{5}]}]" },
};

/* Without headings, blanks in front, names, kinds and white space. */
static void shorten(const char *text, bool json, char *to)
{
	const char *at = json ? strstr(text, "\"rows\":") + 7 :
				text + strcspn(text, "\n") + 1;

	for (; *at; at++) {
		if (json && !strncmp(at, "\"kind\"", 6))
			at = strchr(at, ',') + 1;
		if (!json)
			*to++ = *at == '\n' ? '|' : *at;
		else if (strchr("[]{},0123456789", *at))
			*to++ = *at;
	}
	*to = 0;
	if (json)
		to[-1] = 0;		/* the brace of all of it */
}

static void try_shape(const void *arg)
{
	const typeof(shape_rows[0]) *row = arg;
	static struct columns columns;
	struct listed t = { .tree = row->tree };
	struct counts counts;
	char got[200];
	struct bench b;

	bench_open(&b, "sapphirerapids.json", "", &counts);
	t.plan = b.plan;
	fill_many(&t, &columns, row->nr, ROWS);
	memcpy(many.above, row->above, sizeof(row->above));
	columns.column[0].left = true;
	for (int json = 0; json < 2; json++) {
		char *text = NULL;
		size_t size;
		FILE *f = open_memstream(&text, &size);
		struct printer p = print_to(f, json, NULL, false);

		print_open(&p, NULL, '{');
		EXPECT_INT(0, print_rows(&p, NULL, &t));
		print_close(&p, '}');
		EXPECT_INT(0, print_end(&p));
		fclose(f);
		shorten(text, json, got);
		EXPECT_TEXT(json ? row->json : row->text, got);
		free(text);
	}
	bench_close(&b);
}

/* ---- terminals ----------------------------------------------------------- */

/* A text of ten columns and a number of five, in two parts where @parts says so. */
static const struct {
	const char *name;
	unsigned short columns;
	bool fit;
	bool colours;
	unsigned int parts;
	const char *want;
} terminal_rows[] = {
	{ "as wide as the terminal", 16, true, false, 1, "TEXT       COUNT|ten-of-ten     7|" },
	{ "a column too wide: the text gives way", 15, true, false, 1, "TEXT      COUNT|ten-of-t+     7|" },
	{ "a text of eight columns is left", 14, true, false, 1, "TEXT     COUNT|ten-of-+     7|" },
	{ "no less of it: the last column goes", 13, true, false, 1, "TEXT|ten-of-+|" },
	{ "lines are cut where texts are not", 15, false, false, 1, "TEXT       COU+|ten-of-ten    +|" },
	{ "nor are they where there is room", 16, false, false, 1, "TEXT       COUNT|ten-of-ten     7|" },
	{ "headings and what is flagged have a colour", 16, true, true, 1, "\033[1mTEXT\033[m       \033[1mCOUNT\033[m|ten-of-ten     \033[31m7\033[m|" },
	{ "headings are in the first part alone", 16, true, true, 2, "\033[1mTEXT\033[m       \033[1mCOUNT\033[m|ten-of-ten     \033[31m7\033[m|ten-of-ten     \033[31m7\033[m|" },
};

/* A terminal that changes nothing of what it is sent. */
static FILE *open_terminal(int *other, unsigned short columns)
{
	struct winsize size = { .ws_row = 24, .ws_col = columns };
	struct termios raw;
	int fd;

	*other = posix_openpt(O_RDWR | O_NOCTTY);
	if (*other < 0 || grantpt(*other) || unlockpt(*other))
		abort();
	fd = open(ptsname(*other), O_RDWR | O_NOCTTY);
	if (fd < 0 || tcgetattr(fd, &raw))
		abort();
	cfmakeraw(&raw);
	tcsetattr(fd, TCSANOW, &raw);
	ioctl(fd, TIOCSWINSZ, &size);
	return fdopen(fd, "w");
}

static void try_terminal(const void *arg)
{
	const typeof(terminal_rows[0]) *row = arg;
	char got[512] = "";
	size_t len = 0;
	ssize_t nr;
	int other;
	struct table t = {
		.to = open_terminal(&other, row->columns), .fit = row->fit,
	};

	setenv("TERM", row->colours ? "xterm" : "dumb", 1);
	table_column(&t, "TEXT", true);
	table_column(&t, "COUNT", false);
	for (unsigned int i = 0; i < row->parts; i++) {
		table_text(&t, "ten-of-ten");
		table_number(&t, "7", true);
		EXPECT_INT(0, table_flush(&t));
	}
	table_free(&t);
	/* what a terminal is sent may come in pieces: up to this mark */
	fputc('#', t.to);
	fflush(t.to);
	while ((!len || got[len - 1] != '#') && len < sizeof(got) &&
	       (nr = read(other, got + len, sizeof(got) - len)) > 0)
		len += (size_t)nr;
	got[len ? len - 1 : 0] = 0;
	for (char *at = got; (at = strchr(at, '\n'));)
		*at = '|';
	EXPECT_TEXT(row->want, got);
	fclose(t.to);
	close(other);
}

/* A small table has no headings where it has no lines; a list has them in any case. */
static const struct {
	const char *name;
	int (*print)(struct table *t);
	const char *want;
} empty_rows[] = {
	{ "a table without lines", table_end, "" },
	{ "a list without rows", table_flush, "A B\n" },
};

static void try_empty(const void *arg)
{
	static const char *const headings[] = { "A", "B", NULL };
	const typeof(empty_rows[0]) *row = arg;
	char *text = NULL;
	struct table t;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	table_begin(&t, f, headings, 0);
	EXPECT_INT(0, row->print(&t));
	if (row->print != table_end)
		table_free(&t);
	fclose(f);
	EXPECT_TEXT(row->want, text);
	free(text);
}

int main(void)
{
	setlocale(LC_ALL, "C");
	unsetenv("COLUMNS");
	unsetenv("NO_COLOR");
	UNIT_RUN("decimal count", count_rows, try_count);
	UNIT_RUN("decimal fixed", number_rows, try_fixed);
	UNIT_RUN("decimal as jansson", number_rows, try_share);
	UNIT_RUN("decimal share", share_rows, try_one_share);
	UNIT_RUN("json number as jansson", real_rows, try_real);
	UNIT_RUN("json as jansson", nest_rows, try_nest);
	UNIT_RUN("text", safe_rows, try_safe);
	UNIT_RUN("CSV text", csv_rows, try_csv);
	UNIT_RUN("json text", json_rows, try_json);
	UNIT_RUN("table width", width_rows, try_width);
	UNIT_RUN("table part", lazy_rows, try_lazy);
	UNIT_RUN("table shape", shape_rows, try_shape);
	UNIT_RUN("table on a terminal", terminal_rows, try_terminal);
	UNIT_RUN("table: empty", empty_rows, try_empty);
	return unit_end();
}
