// SPDX-License-Identifier: GPL-2.0
/* Where a value stands in a JSON text. */
#include "text/jsonpos.h"
#include "unit.h"

static const char text[] =
	"{\n"
	"  \"a\": 1,\n"
	"  \"list\": [10, {\"x\": \"one\"}, \"a\\\"b\\u00e4cd\"],\n"
	"  \"tricky\": \"}],{[\\\\\",\n"
	"  \"last\": {\"deep\": [[], {}, [0, 7]]}\n"
	"}\n";

struct row {
	const char *name;
	const char *path;
	unsigned int within;
	unsigned int line, column;
};

/* clang-format off */
static const struct row rows[] = {
	{ "the whole",			"",			0, 1, 1 },
	{ "a key",			"a",			0, 2, 8 },
	{ "an element",			"list/0",		0, 3, 12 },
	{ "an object in a list",	"list/1",		0, 3, 16 },
	{ "a text begins behind its quote", "list/1/x",		0, 3, 23 },
	{ "within a text",		"list/1/x",		2, 3, 25 },
	{ "before an escape",		"list/2",		1, 3, 32 },
	{ "behind an escape",		"list/2",		2, 3, 34 },
	{ "behind a long escape, two bytes in UTF-8", "list/2", 5, 3, 41 },
	{ "behind a text of brackets",	"last",			0, 5, 11 },
	{ "deep",			"last/deep/2/1",	0, 5, 33 },
	{ "what is not there points above it", "last/nowhere/x", 0, 5, 11 },
	{ "index beyond the end",	"list/9",		0, 3, 11 },
	{ "beyond the end of a text",	"list/1/x",		99, 3, 26 },
};
/* clang-format on */

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct position got = json_position(text, row->path, row->within);

	EXPECT_INT(row->line, got.line);
	EXPECT_INT(row->column, got.column);
}

int main(void)
{
	UNIT_RUN("jsonpos", rows, attempt);
	return unit_end();
}
