// SPDX-License-Identifier: GPL-2.0
/* Which name was meant. */
#include "text/near.h"
#include "unit.h"

static const char *const names[] = {
	"show", "top", "list", "status", "cpu_time", "memory_bound", "L1.MISS",
};

static const struct row {
	const char *name;
	const char *word;
	const char *want;	/* NULL: none */
} rows[] = {
	{ "two letters that changed places", "lsit", "list" },
	{ "a letter too many", "sshow", "show" },
	{ "a letter too few", "sow", "show" },
	{ "another letter", "shew", "show" },
	{ "other capitals", "LIST", "list" },
	{ "a dash for an underscore", "memory-bound", "memory_bound" },
	{ "the beginning of a name", "cpu", "cpu_time" },
	{ "of a short word one letter may be wrong", "tap", "top" },
	{ "of a short word no two letters", "tab", NULL },
	{ "of a long word a third", "memroy_buond", "memory_bound" },
	{ "more than that", "mamuri_bend", NULL },
	{ "a name with a point", "L1.MIS", "L1.MISS" },
	{ "something else", "frobnicate", NULL },
	{ "nothing", "", NULL },
	{ "one letter is like no other", "x", NULL },
	{ "as long as is compared", "0123456789012345678901234567890123456789", NULL },
	{ "longer than that", "01234567890123456789012345678901234567890", NULL },
};

static void attempt(const void *arg)
{
	const struct row *row = arg;
	char hint[NEAR_SIZE];
	struct near near;

	near_begin(&near, row->word);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		near_try(&near, names[i]);
	if (row->want)
		EXPECT(near.best && EXPECT_TEXT(row->want, near.best));
	else
		EXPECT(!near.best && !*near_hint(&near, hint));
}

int main(void)
{
	UNIT_RUN("near", rows, attempt);
	return unit_end();
}
