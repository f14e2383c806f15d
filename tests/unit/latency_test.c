// SPDX-License-Identifier: GPL-2.0
/* Usual latencies of events, from files of them and from files of events. */
#include <errno.h>

#include "import/import.h"
#include "import/latency.h"
#include "model/resolver.h"
#include "unit.h"

#define MEAN "\"RetirementLatencyMean\": 7.5"

/* clang-format off */
static const struct {
	const char *name;
	const char *text;
	int want;		/* 1: there may be something else in it, too */
	double cycles;		/* of A.B; 0: it is not known */
} rows[] = {
	{ "Intel's file of latencies", "{\"Data\": {\"C\": {\"MEAN\": 1}, \"A.B\": {\"MIN\": 2, \"MEAN\": 7.5, \"MAX\": 90}}}", 0, 7.5 },
	{ "in other letters", "{\"Data\": {\"a.b\": {\"MEAN\": 7.5}}}", 0, 7.5 },
	{ "without a mean", "{\"Data\": {\"C\": {\"MEAN\": 1}, \"A.B\": {\"MIN\": 2}}}", 0, 0 },
	{ "a mean that is none", "{\"Data\": {\"A.B\": {\"MEAN\": \"7.5\"}}}", 0, 0 },
	{ "perf's list of events", "[{\"EventName\": \"C\"}, {\"EventName\": \"A.B\", " MEAN "}]", 1, 7.5 },
	{ "Intel's list of events", "{\"Events\": [{\"EventName\": \"A.B\", " MEAN "}]}", 1, 7.5 },
	{ "an event without a name", "[{" MEAN "}, {\"EventName\": \"A.B\", " MEAN "}]", 1, 7.5 },
	{ "a list without any", "[{\"EventName\": \"A.B\"}]", 1, 0 },
	{ "something else", "{\"RetirementLatencyMean\": 5}", 1, 0 },
};
/* clang-format on */

static void try_row(const void *arg)
{
	const typeof(*rows) *row = arg;
	json_t *root = json_loads(row->text, 0, NULL);
	struct resolver r = { .nr = 0 };
	double cycles = 0;

	EXPECT(root);
	EXPECT_INT(row->want, latency_take(&r.latencies, root));
	EXPECT_INT(row->cycles > 0, resolver_latency(&r, "A.B", &cycles));
	EXPECT_NEAR(row->cycles, cycles, 0);
	resolver_close(&r);
	json_decref(root);
}

static const struct {
	const char *name;
	const char *path;
	int want;
	const char *why;
} bad[] = {
	{ "no such file", "/nonexistent", -ENOENT, "cannot read the events '/nonexistent': No such file or directory" },
	{ "a folder", "/", -EISDIR, "cannot read the events '/': Is a directory" },
};

static void try_bad(const void *arg)
{
	const typeof(*bad) *row = arg;
	struct event_error why = { "" };
	struct resolver r = { .nr = 0 };
	struct event_data *d;

	EXPECT_INT(row->want, import_events(&d, &r.latencies, row->path, &why));
	EXPECT_TEXT(row->why, why.text);
	resolver_close(&r);
}

int main(void)
{
	UNIT_RUN("latencies", rows, try_row);
	UNIT_RUN("latencies: wrong", bad, try_bad);
	return unit_end();
}
