// SPDX-License-Identifier: GPL-2.0
/* What a watch says of those that ended unseen: ten sentences, then one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/column.h"
#include "view/line.h"
#include "unit.h"

struct unseen_row {
	const char *name;
	unsigned int nr;
	unsigned int sentences;
	bool others;
};

static const struct unseen_row rows[] = {
	{ "one", 1, 1, false },
	{ "ten", 10, 10, false },
	{ "eleven", 11, 10, true },
	{ "twelve", 12, 10, true },
	{ "a hundred", 100, 10, true },
};

static unsigned int count(const char *text, const char *what)
{
	unsigned int nr = 0;

	while ((text = strstr(text, what))) {
		nr++;
		text++;
	}
	return nr;
}

static void attempt(const void *arg)
{
	const struct unseen_row *row = arg;
	const struct known k = { .kind = SAMPLE_PROCESS, .pid = 7, .comm = "sh" };
	struct columns columns = { .nr = 0 };
	struct line_view v = { .columns = &columns };
	FILE *real = stderr;
	char *said = NULL;
	size_t size;

	stderr = open_memstream(&said, &size);
	for (unsigned int i = 0; i < row->nr; i++)
		line_unseen(&v, &k, true);
	fclose(stderr);
	stderr = real;
	EXPECT_INT(row->sentences, count(said, "process 7 sh ended unseen"));
	EXPECT_INT(row->others, count(said, "tdacct: more ended unseen;"));
	EXPECT_INT(row->sentences + row->others, count(said, "\n"));
	free(said);
}

int main(void)
{
	UNIT_RUN("line unseen", rows, attempt);
	return unit_end();
}
