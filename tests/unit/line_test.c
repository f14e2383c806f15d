// SPDX-License-Identifier: GPL-2.0
/* What a watch says of those that ended unseen, and how wide its columns are. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/column.h"
#include "view/line.h"
#include "shared.h"
#include "unit.h"

/* Ten sentences, then one. */
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
	const struct sample k = { .kind = SAMPLE_PROCESS, .pid = 7, .comm = "sh" };
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

/* Of a name and a pid: the blanks between them. */
struct width_row {
	const char *name;
	const char *comm;
	const char *want;
};

static const struct width_row width_rows[] = {
	{ "a name of ASCII", "sh", "sh            7\n" },
	{ "letters of several bytes", "\303\244\303\266", "\303\244\303\266            7\n" },
	{ "letters of two columns", "\346\274\242", "\346\274\242            7\n" },
	{ "a byte of no letter", "a\377", "a\\xff         7\n" },
	{ "one that is as wide as its column", "seven77", "seven77       7\n" },
	{ "one that is wider", "twelve-twelve", "twelve-twelve       7\n" },
};

static void attempt_width(const void *arg)
{
	const struct width_row *row = arg;
	struct sample s = {
		.kind = SAMPLE_PROCESS, .pid = 7,
		.have = UINT64_C(1) << TDACCT_A_PID,
	};
	struct counts unused = { .have = 0 };
	struct columns columns = { .nr = 2 };
	struct line_view v = { .columns = &columns };
	struct bench bench;
	char *said = NULL;
	size_t size;
	FILE *f = open_memstream(&said, &size);

	bench_open(&bench, "intel_metrics.json", "", &unused);
	EXPECT_INT(0, column_find(&columns.column[0], "comm", bench.plan));
	EXPECT_INT(0, column_find(&columns.column[1], "pid", bench.plan));
	snprintf(s.comm, sizeof(s.comm), "%s", row->comm);
	v.out = print_to(f, false, NULL, true);
	EXPECT_INT(0, line_open(&v, bench.plan));
	EXPECT_INT(0, line_ended(&v, &s, NULL));
	fclose(f);
	EXPECT_TEXT(row->want, strchr(said, '\n') + 1);
	line_close(&v);
	bench_close(&bench);
	free(said);
}

int main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	UNIT_RUN("line unseen", rows, attempt);
	UNIT_RUN("line width", width_rows, attempt_width);
	return unit_end();
}
