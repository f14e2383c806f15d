// SPDX-License-Identifier: GPL-2.0
/* Lists of columns. */
#include <stdlib.h>
#include <string.h>

#include "view/column.h"
#include "fuzz.h"

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct columns columns = { .nr = 0 };

	struct plan *plan;

	fuzz_expect(!plan_make(&plan, fuzz_model(), fuzz_info()),
		    "there is memory for a plan");
	columns_choose(&columns, "pid,comm", text, plan);
	plan_free(plan);
	fuzz_expect(columns.nr <= COLUMNS_MAX, "%u columns have room",
		    columns.nr);
	for (unsigned int i = 0; i < columns.nr; i++)
		fuzz_expect(*columns.column[i].name && columns.column[i].get,
			    "column %u is one", i);
	free(text);
}
