// SPDX-License-Identifier: GPL-2.0
/* The named sets of a family on a machine: which fit, and why others do not. */
#include <stdlib.h>

#include "events/counters.h"
#include "events/families.h"
#include "model/encodings.h"
#include "reading/sets.h"
#include "unit.h"

#define NEEDS	"it needs more counters than "
#define NO_HT	"that takes a machine without hyper-threading"
#define HIDDEN	NEEDS "this machine has; the host of a virtual machine may hide some"

/* @config is counted by @fits, or else by @crowded, which does not fit. */
static const struct row {
	const char *name;
	const char *family;
	const char *counters;	/* of the machine; "": as the table says */
	bool watchdog;
	uint64_t config;
	const char *fits;
	const char *crowded;
	const char *why;
} rows[] = {
	{ "a set that fits", "skylake", "0-3, fixed 0-2", false, 0xc000ca3,
	  "memory", "level1-memory", NO_HT },
	{ "the NMI watchdog", "skylake", "0-3, fixed 0-2", true, 0xc000ca3,
	  NULL, "memory", "the NMI watchdog has a counter that it needs" },
	{ "hyper-threading", "skylake", "0-3, fixed 0-2", false, 0x400019c,
	  NULL, "level2", NO_HT },
	{ "hyper-threading, of the table", "skylake", "", false, 0x400019c,
	  NULL, "level2", NO_HT },
	{ "hyper-threading and the watchdog", "skylake", "0-3, fixed 0-2",
	  true, 0x40a6, NULL, "backend", NO_HT ", and no NMI watchdog" },
	{ "no hyper-threading", "skylake", "0-7, fixed 0-2", false, 0x400019c,
	  "level2", NULL, NULL },
	{ "a host that hides counters", "zen4", "0-3", false, 0xc1,
	  NULL, "level1", HIDDEN },
	{ "an event of no set", "skylake", "", false, 0x1234, NULL, NULL,
	  NULL },
};

static void try(const void *arg)
{
	const struct row *row = arg;
	const struct wanted wanted = { .config = row->config };
	const char *name = NULL, *why = NULL;
	struct sets sets = { .nr = 0 };
	uint64_t counters = 0;
	struct event_data *d;

	if (!EXPECT_INT(0, families_by_name(&d, row->family)))
		return;
	EXPECT(!*row->counters || counters_parse(row->counters, &counters));
	event_data_on(d, counters);
	EXPECT_INT(0, sets_make(&sets, d, row->watchdog));
	sets_find(&sets, &wanted, 1, &name, 1);
	EXPECT_TEXT(row->fits, name);
	EXPECT_TEXT(row->crowded, sets_crowded(&sets, &wanted, 1, &why));
	EXPECT_TEXT(row->why, why);
	sets_free(&sets);
	event_data_close(d);
}

int main(void)
{
	UNIT_RUN("sets", rows, try);
	return unit_end();
}
