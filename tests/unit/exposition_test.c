// SPDX-License-Identifier: GPL-2.0
/* Metrics as text, line by line, and which of the formats a client wants. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "serve/answers.h"
#include "serve/exposition.h"
#include "unit.h"

struct row {
	const char *name;
	enum exposition_type type;
	const char *family;
	const char *unit;
	const char *label;	/* its text; NULL: the sample has none */
	enum { COUNT, NS, NUMBER } as;
	uint64_t value;
	double number;
	const char *text;
	const char *open;
};

#define HEADS(_family, _type) "# HELP " _family " It is so.\n# TYPE " _family " " _type "\n"

/* clang-format off */
static const struct row rows[] = {
	{ "a counter", EXPOSITION_COUNTER, "a_slots", "slots", NULL, COUNT, 7, 0, HEADS("a_slots_total", "counter") "a_slots_total 7\n", HEADS("a_slots", "counter") "# UNIT a_slots slots\na_slots_total 7\n# EOF\n" },
	{ "a gauge", EXPOSITION_GAUGE, "a", NULL, "b", COUNT, 0, 0, HEADS("a", "gauge") "a{l=\"b\"} 0\n", HEADS("a", "gauge") "a{l=\"b\"} 0\n# EOF\n" },
	{ "an info", EXPOSITION_INFO, "a", NULL, "b", COUNT, 1, 0, HEADS("a_info", "gauge") "a_info{l=\"b\"} 1\n", HEADS("a", "info") "a_info{l=\"b\"} 1\n# EOF\n" },
	{ "the largest count", EXPOSITION_GAUGE, "a", NULL, NULL, COUNT, UINT64_MAX, 0, HEADS("a", "gauge") "a 18446744073709551615\n", HEADS("a", "gauge") "a 18446744073709551615\n# EOF\n" },
	{ "a nanosecond", EXPOSITION_GAUGE, "a", NULL, NULL, NS, 1, 0, HEADS("a", "gauge") "a 0.000000001\n", HEADS("a", "gauge") "a 0.000000001\n# EOF\n" },
	{ "as many as there are", EXPOSITION_GAUGE, "a", NULL, NULL, NS, UINT64_MAX, 0, HEADS("a", "gauge") "a 18446744073.709551615\n", HEADS("a", "gauge") "a 18446744073.709551615\n# EOF\n" },
	{ "a part", EXPOSITION_GAUGE, "a", NULL, NULL, NUMBER, 0, 0.25, HEADS("a", "gauge") "a 0.25\n", HEADS("a", "gauge") "a 0.25\n# EOF\n" },
	{ "a time", EXPOSITION_GAUGE, "a", NULL, NULL, NUMBER, 0, 1795845387.125, HEADS("a", "gauge") "a 1795845387.125\n", HEADS("a", "gauge") "a 1795845387.125\n# EOF\n" },
	{ "not known", EXPOSITION_GAUGE, "a", NULL, NULL, NUMBER, 0, NAN, HEADS("a", "gauge") "a NaN\n", HEADS("a", "gauge") "a NaN\n# EOF\n" },
	{ "a label without text is none", EXPOSITION_GAUGE, "a", NULL, "", COUNT, 1, 0, HEADS("a", "gauge") "a 1\n", HEADS("a", "gauge") "a 1\n# EOF\n" },
	{ "what labels escape", EXPOSITION_GAUGE, "a", NULL, "\"\\\n\t", COUNT, 1, 0, HEADS("a", "gauge") "a{l=\"\\\"\\\\\\\\x0a\\\\x09\"} 1\n", HEADS("a", "gauge") "a{l=\"\\\"\\\\\\\\x0a\\\\x09\"} 1\n# EOF\n" },
	{ "a character of two bytes", EXPOSITION_GAUGE, "a", NULL, "\303\274", COUNT, 1, 0, HEADS("a", "gauge") "a{l=\"\303\274\"} 1\n", HEADS("a", "gauge") "a{l=\"\303\274\"} 1\n# EOF\n" },
	{ "a part of one", EXPOSITION_GAUGE, "a", NULL, "\303", COUNT, 1, 0, HEADS("a", "gauge") "a{l=\"\\\\xc3\"} 1\n", HEADS("a", "gauge") "a{l=\"\\\\xc3\"} 1\n# EOF\n" },
	{ "one that turns the direction of text", EXPOSITION_GAUGE, "a", NULL, "\342\200\256", COUNT, 1, 0, HEADS("a", "gauge") "a{l=\"\\\\xe2\\\\x80\\\\xae\"} 1\n", HEADS("a", "gauge") "a{l=\"\\\\xe2\\\\x80\\\\xae\"} 1\n# EOF\n" },
	{ "systemd's own escapes stay", EXPOSITION_GAUGE, "a", NULL, "a\\x2db", COUNT, 1, 0, HEADS("a", "gauge") "a{l=\"a\\\\x2db\"} 1\n", HEADS("a", "gauge") "a{l=\"a\\\\x2db\"} 1\n# EOF\n" },
	{ "one that is like ours does not", EXPOSITION_GAUGE, "a", NULL, "\\xc3", COUNT, 1, 0, HEADS("a", "gauge") "a{l=\"\\\\x5cxc3\"} 1\n", HEADS("a", "gauge") "a{l=\"\\\\x5cxc3\"} 1\n# EOF\n" },
};

struct wish_row {
	const char *name;
	const char *accept, *encoding;
	bool open, packed;
};

static const struct wish_row wishes[] = {
	{ "none", NULL, NULL, false, false },
	{ "empty", "", "", false, false },
	{ "Prometheus 2", "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2", "gzip", true, true },
	{ "Prometheus 3", "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.5,*/*;q=0.1", "gzip", true, true },
	{ "a browser", "text/html,application/xhtml+xml,*/*;q=0.8", "gzip, deflate, br", false, true },
	{ "rather text", "application/openmetrics-text;q=0.3, text/plain;q=0.4", "deflate, GZIP;q=0.1", false, true },
	{ "as gladly", "text/plain, application/openmetrics-text", "identity", true, false },
	{ "refused", "application/openmetrics-text;q=0, text/plain", "gzip;q=0", false, false },
	{ "refused in full", "application/openmetrics-text; q=0.000", "gzip;q=0.000, *", false, false },
	{ "a little", "application/openmetrics-text; q=0.001", "gzip ; Q=0.001", true, true },
	{ "another name that begins so", "application/openmetrics-text2", "gzipped", false, false },
	{ "letters of both sizes", "Application/OpenMetrics-Text", "GZip", true, true },
};
/* clang-format on */

static void look(const struct row *row, enum exposition_format format, const char *want)
{
	struct exposition e = { .format = format };

	exposition_family(&e, row->type, row->family, row->unit, "It is so.");
	exposition_begin(&e);
	if (row->label)
		exposition_label(&e, "l", row->label);
	if (row->as == COUNT)
		exposition_count(&e, row->value);
	else if (row->as == NS)
		exposition_ns(&e, row->value);
	else
		exposition_number(&e, row->number);
	EXPECT_INT(0, exposition_end(&e));
	EXPECT_INT(1, e.samples);
	text_add(&e.text, "", 1);
	EXPECT_TEXT(want, e.text.at);
	text_free(&e.text);
}

static void attempt(const void *arg)
{
	const struct row *row = arg;

	look(row, EXPOSITION_TEXT, row->text);
	look(row, EXPOSITION_OPEN, row->open);
}

static void wish(const void *arg)
{
	const struct wish_row *row = arg;

	EXPECT_INT(row->open, answer_format(row->accept) == EXPOSITION_OPEN);
	EXPECT_INT(row->packed, answer_packed(row->encoding));
}

int main(void)
{
	UNIT_RUN("exposition", rows, attempt);
	UNIT_RUN("wishes", wishes, wish);
	return unit_end();
}
