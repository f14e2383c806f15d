// SPDX-License-Identifier: GPL-2.0
/* Numbers for people, and back. */
#include <errno.h>
#include <math.h>

#include "text/units.h"
#include "unit.h"

struct print_row {
	const char *name;
	const char *(*print)(char *to, double x);
	double x;
	const char *want;
};

/* clang-format off */
static const struct print_row print_rows[] = {
	{ "share",			units_share, 0.4525,	"45.3 %" },
	{ "share of nothing",		units_share, 0,		"0.0 %" },
	{ "share a little below",	units_share, -0.0001,	"0.0 %" },
	{ "share below",		units_share, -0.01,	"-1.0 %" },
	{ "all",			units_share, 1,		"100.0 %" },
	{ "share not known",		units_share, NAN,	"-" },
	{ "error",			units_error, 0.004,	"0.4" },
	{ "error is rounded up",	units_error, 0.00405,	"0.5" },
	{ "no error",			units_error, 0,		"0.0" },
	{ "error not known",		units_error, NAN,	"-" },
	{ "count",			units_count, 123,	"123" },
	{ "count below the first unit",	units_count, 9999,	"9999" },
	{ "count in thousands",		units_count, 12345,	"12.3 k" },
	{ "count, even",		units_count, 2e6,	"2 M" },
	{ "count in millions",		units_count, 1.234e6,	"1.23 M" },
	{ "count in billions",		units_count, 123.4e9,	"123 G" },
	{ "count, negative",		units_count, -12345,	"-12.3 k" },
	{ "count not known",		units_count, NAN,	"-" },
	{ "time in ns",			units_time, 999,	"999 ns" },
	{ "time in us",			units_time, 1500,	"1.50 us" },
	{ "time in ms",			units_time, 12.34e6,	"12.3 ms" },
	{ "time in s",			units_time, 1.5e9,	"1.50 s" },
	{ "time in min",		units_time, 630e9,	"10.5 min" },
	{ "time in h",			units_time, 5400e9,	"1.50 h" },
	{ "bytes",			units_bytes, 512,	"512 B" },
	{ "bytes in KiB",		units_bytes, 1536,	"1.50 KiB" },
	{ "bytes in MiB",		units_bytes, 1 << 22,	"4 MiB" },
};

struct time_row {
	const char *name;
	const char *text;
	int err;
	double want;
};

static const struct time_row time_rows[] = {
	{ "seconds without a unit",	"2",		0,	2 },
	{ "a fraction",			"0.5",		0,	0.5 },
	{ "seconds",			"30s",		0,	30 },
	{ "milliseconds",		"500ms",	0,	0.5 },
	{ "minutes",			"5m",		0,	300 },
	{ "hours",			"2h",		0,	7200 },
	{ "a day",			"1d",		0,	86400 },
	{ "nothing",			"",		-EINVAL, 0 },
	{ "a word",			"soon",		-EINVAL, 0 },
	{ "unknown unit",		"5y",		-EINVAL, 0 },
	{ "a space",			"5 s",		-EINVAL, 0 },
	{ "negative",			"-1",		-EINVAL, 0 },
	{ "no time",			"0",		-ERANGE, 0 },
	{ "the shortest",		"1ms",		0,	1e-3 },
	{ "shorter than that",		"0.9ms",	-ERANGE, 0 },
	{ "hexadecimal",		"0x10",		-EINVAL, 0 },
	{ "hexadecimal with a unit",	"0x1p3s",	-EINVAL, 0 },
	{ "an exponent",		"1e9",		-EINVAL, 0 },
	{ "a year",			"365d",		0,	31536000 },
	{ "more than a year",		"31536001",	-ERANGE, 0 },
	{ "infinite",			"inf",		-EINVAL, 0 },
	{ "not a number",		"nan",		-EINVAL, 0 },
};

struct number_row {
	const char *name;
	const char *text;
	uint64_t max;
	int err;
	uint64_t want;
};

static const struct number_row number_rows[] = {
	{ "a number",		"42",		100,	0,	42 },
	{ "the largest",	"100",		100,	0,	100 },
	{ "too large",		"101",		100,	-ERANGE, 0 },
	{ "far too large",	"99999999999999999999999", UINT64_MAX, -ERANGE, 0 },
	{ "nothing",		"",		100,	-EINVAL, 0 },
	{ "negative",		"-1",		100,	-EINVAL, 0 },
	{ "a sign",		"+1",		100,	-EINVAL, 0 },
	{ "a space first",	" 1",		100,	-EINVAL, 0 },
	{ "more behind it",	"1x",		100,	-EINVAL, 0 },
	{ "hex",		"0x10",		100,	-EINVAL, 0 },
};

static const struct number_row count_rows[] = {
	{ "slots",		"5000",		UINT64_MAX, 0,	5000 },
	{ "thousands",		"10k",		UINT64_MAX, 0,	10000 },
	{ "thousands by a capital", "10K",	UINT64_MAX, 0,	10000 },
	{ "millions",		"10M",		UINT64_MAX, 0,	10000000 },
	{ "as it is printed",	"93.9 M",	UINT64_MAX, 0,	93900000 },
	{ "a part of a billion", "1.5G",	UINT64_MAX, 0,	1500000000 },
	{ "the largest",	"18446744073709551615", UINT64_MAX, 0, UINT64_MAX },
	{ "the largest with a unit", "2k",	2000,	0,	2000 },
	{ "one more",		"3k",		2999,	-ERANGE, 0 },
	{ "too many",		"99999P",	UINT64_MAX, -ERANGE, 0 },
	{ "too many, with a point", "99999.5P",	UINT64_MAX, -ERANGE, 0 },
	{ "no whole number",	"0.5",		100,	-EINVAL, 0 },
	{ "two points",		"1.2.3M",	UINT64_MAX, -EINVAL, 0 },
	{ "nothing",		"",		100,	-EINVAL, 0 },
	{ "only a unit",	"M",		100,	-EINVAL, 0 },
	{ "only a point",	".M",		UINT64_MAX, -EINVAL, 0 },
	{ "another unit",	"1X",		100,	-EINVAL, 0 },
	{ "two units",		"1MM",		UINT64_MAX, -EINVAL, 0 },
	{ "a space at the end",	"1 ",		100,	-EINVAL, 0 },
	{ "negative",		"-1",		100,	-EINVAL, 0 },
	{ "an exponent",	"1e9",		UINT64_MAX, -EINVAL, 0 },
};

static const struct number_row bytes_rows[] = {
	{ "bytes",		"4096",		1 << 30, 0,	4096 },
	{ "kibibytes",		"4K",		1 << 30, 0,	4096 },
	{ "mebibytes",		"16M",		1 << 30, 0,	16 << 20 },
	{ "a gibibyte",		"1G",		1 << 30, 0,	1 << 30 },
	{ "too many",		"2G",		1 << 30, -ERANGE, 0 },
	{ "too many to shift",	"18014398509481984K", UINT64_MAX, -ERANGE, 0 },
	{ "far too many",	"99999999999999999999999", UINT64_MAX, -ERANGE, 0 },
	{ "nothing",		"",		100,	-EINVAL, 0 },
	{ "only a unit",	"K",		100,	-EINVAL, 0 },
	{ "negative",		"-1",		100,	-EINVAL, 0 },
	{ "another unit",	"1T",		100,	-EINVAL, 0 },
	{ "two units",		"1KK",		100,	-EINVAL, 0 },
};
/* clang-format on */

static void try_print(const void *arg)
{
	const struct print_row *row = arg;
	char to[UNITS_SIZE];

	EXPECT_TEXT(row->want, row->print(to, row->x));
}

static void try_time(const void *arg)
{
	const struct time_row *row = arg;
	double got = 0;

	EXPECT_INT(row->err, units_parse_time(row->text, &got));
	if (!row->err)
		EXPECT_NEAR(row->want, got, 1e-12);
}

static void try_number(const void *arg)
{
	const struct number_row *row = arg;
	uint64_t got = 0;

	EXPECT_INT(row->err, units_parse_number(row->text, row->max, &got));
	if (!row->err)
		EXPECT(row->want == got);
}

static void try_bytes(const void *arg)
{
	const struct number_row *row = arg;
	uint64_t got = 0;

	EXPECT_INT(row->err, units_parse_bytes(row->text, row->max, &got));
	if (!row->err)
		EXPECT(row->want == got);
}

static void try_count(const void *arg)
{
	const struct number_row *row = arg;
	uint64_t got = 0;

	EXPECT_INT(row->err, units_parse_count(row->text, row->max, &got));
	if (!row->err)
		EXPECT(row->want == got);
}

int main(void)
{
	UNIT_RUN("units print", print_rows, try_print);
	UNIT_RUN("units time", time_rows, try_time);
	UNIT_RUN("units number", number_rows, try_number);
	UNIT_RUN("units count", count_rows, try_count);
	UNIT_RUN("units bytes", bytes_rows, try_bytes);
	return unit_end();
}
