// SPDX-License-Identifier: GPL-2.0
/* Files of laws, and each law of them tried. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/laws.h"
#include "fuzz.h"

static double number(const char *name, void *arg)
{
	(void)arg;
	return fuzz_number(name);
}

static void check(struct law *law)
{
	bool held = law_check(law, "thread 1", NULL, number, NULL);

	held &= law_check(law, "slots", law->each ? "slots" : NULL, number,
			  NULL);
	fuzz_expect(held == !law->broken && law->broken <= law->checked,
		    "law '%s' was tried %zu times and broken %zu times",
		    law->name, law->checked, law->broken);
	fuzz_expect(strlen(law->numbers) < sizeof(law->numbers),
		    "the numbers end within their buffer");
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct laws_error why = { "" };
	struct laws laws;

	if (!laws_parse(&laws, "laws", text, &why)) {
		for (size_t i = 0; i < laws.nr; i++)
			check(&laws.law[i]);
		laws_free(&laws);
	} else {
		fuzz_expect(*why.text, "a refusal has a reason");
	}
	free(text);
}
