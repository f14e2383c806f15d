// SPDX-License-Identifier: GPL-2.0
/* The named sets of a family on a machine: which fit, and why others do not. */
#include <stdlib.h>
#include <string.h>

#include "counts/sample.h"
#include "events/counters.h"
#include "events/families.h"
#include "events/event_parse.h"
#include "model/resolver.h"
#include "collect/active_set.h"
#include "model/sets.h"
#include "message.h"
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

/* ---- which set is counted ---- */

static const struct {
	const char *name;
	const char *family;
	const char *events;	/* that are counted, as people write them */
	const char *want;
} counted[] = {
	{ "all of a set", "zen4", "ex_ret_instr,ex_ret_brn,ex_ret_brn_misp", "branches" },
	{ "in another order", "zen4", "ex_ret_brn_misp,ex_ret_instr,ex_ret_brn", "branches" },
	{ "one less", "zen4", "ex_ret_instr,ex_ret_brn", "" },
	{ "one more", "zen4", "ex_ret_instr,ex_ret_brn,ex_ret_brn_misp,r1a8", "" },
	{ "one with another register", "sapphirerapids", "0x1b7:0x1", "" },
	{ "nothing", "zen4", "", "" },
};

/* Their values have no names that the tool knows. */
static void count(struct info *info, const struct event_data *d,
		  const char *events)
{
	struct event event[8];
	struct event_error why;
	unsigned int nr = 0;

	default_info(info);
	if (*events && !EXPECT_INT(0, events_parse(event, 8, &nr, d, events, &why)))
		return;
	for (unsigned int i = 0; i < nr; i++)
		info->value[info->nr_values++] = (struct value_info){
			.name = "x", .kind = TDACCT_KIND_EVENT, .of_set = true,
			.config = event[i].config, .config1 = event[i].config1,
		};
}

static void try_counted(const void *arg)
{
	const typeof(*counted) *row = arg;
	struct event_data *d;
	struct info info;
	char name[64] = "";

	if (!EXPECT_INT(0, families_by_name(&d, row->family)))
		return;
	count(&info, d, row->events);
	EXPECT_INT(*row->want, active_set_among(name, sizeof(name), d, &info) ?
			       *name : 0);
	EXPECT_TEXT(row->want, name);
	event_data_close(d);
}

int main(void)
{
	UNIT_RUN("sets", rows, try);
	UNIT_RUN("sets: counted is", counted, try_counted);
	return unit_end();
}
