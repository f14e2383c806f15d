// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include <libsmartcols.h>

#include "print.h"

bool print_is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

struct libscols_table *print_new_table(void)
{
	struct libscols_table *table = scols_new_table();

	if (table && !print_is_utf8())
		scols_table_enable_ascii(table, 1);
	return table;
}

static void print_line(FILE *to, const char *line, size_t len)
{
	while (len && line[len - 1] == ' ')
		len--;
	fprintf(to, "%.*s\n", (int)len, line);
}

int print_table(FILE *to, struct libscols_table *table)
{
	char *text = NULL;
	int err = scols_print_table_to_string(table, &text);

	for (const char *at = text; !err && at && *at;) {
		size_t len = strcspn(at, "\n");

		print_line(to, at, len);
		at += len + (at[len] == '\n');
	}
	free(text);
	scols_unref_table(table);
	return err ? -ENOMEM : 0;
}
