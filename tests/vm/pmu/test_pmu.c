// SPDX-License-Identifier: GPL-2.0
/* Runs the suites. Prints TAP and, last, "N passed, N failed". */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

static unsigned int passed, failed;

void check(const char *name, uint64_t is, uint64_t wanted)
{
	bool good = is == wanted;

	printf("%sok %u - %s\n", good ? "" : "not ", passed + failed + 1, name);
	if (!good)
		printf("# is %#" PRIx64 ", must be %#" PRIx64 "\n", is, wanted);
	passed += good;
	failed += !good;
}

void check_text(const char *name, const char *is, const char *wanted)
{
	check(name, strcmp(is, wanted), 0);
	if (strcmp(is, wanted))
		printf("# is '%s', must be '%s'\n", is, wanted);
}

void parse_words(struct options *o, const char *words)
{
	char error[256];
	char copy[128];
	char *rest = copy;
	char *word;

	options_default(o, "spr");
	snprintf(copy, sizeof(copy), "%s", words);
	while ((word = strsep(&rest, " ")))
		if (*word && options_parse(o, word, error, sizeof(error)))
			printf("# %s\n", error);
}

int main(void)
{
	test_insns();
	test_events();
	test_registers();
	test_amd();
	test_arm();
	test_hybrid();
	test_options();
	test_phases();
	test_pipeline();
	printf("1..%u\n", passed + failed);
	printf("%u passed, %u failed\n", passed, failed);
	return failed ? 1 : 0;
}
