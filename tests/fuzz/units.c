// SPDX-License-Identifier: GPL-2.0
/* Numbers of the command line, and numbers for people. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text/units.h"
#include "fuzz.h"

static void check_time(const char *text)
{
	double seconds = -1;
	int err = units_parse_time(text, &seconds);

	fuzz_expect(err == 0 || err == -EINVAL || err == -ERANGE,
		    "a time is one, is none, or is out of range: %d", err);
	fuzz_expect(err || (seconds >= 1e-3 && seconds <= 1e9),
		    "%g seconds are a time", seconds);
}

static void check_number(const char *text, uint64_t max)
{
	uint64_t number = 0;

	if (!units_parse_number(text, max, &number))
		fuzz_expect(number <= max, "%llu is at most %llu",
			    (unsigned long long)number,
			    (unsigned long long)max);
}

static void check_bytes(const char *text, uint64_t max)
{
	uint64_t bytes = 0;

	if (!units_parse_bytes(text, max, &bytes))
		fuzz_expect(bytes <= max, "%llu bytes are at most %llu",
			    (unsigned long long)bytes,
			    (unsigned long long)max);
}

static void check_print(double x)
{
	static const char *(*const prints[])(char *to, double x) = {
		units_share, units_error, units_count, units_time, units_bytes,
	};

	for (size_t i = 0; i < sizeof(prints) / sizeof(*prints); i++) {
		/* of its very own size, so that a byte more is seen */
		char *to = malloc(UNITS_SIZE);

		fuzz_expect(to && strlen(prints[i](to, x)) < UNITS_SIZE,
			    "%g has room", x);
		free(to);
	}
}

void fuzz_one(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	double x;

	check_time(text);
	check_number(text, UINT64_MAX);
	check_number(text, INT32_MAX);
	check_bytes(text, INT32_MAX);
	if (size >= sizeof(x)) {
		memcpy(&x, data, sizeof(x));
		check_print(x);
	}
	check_print(strtod(text, NULL));
	free(text);
}
