// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "core.h"
#include "harness.h"
#include "shares.h"

bool counts_plainly(const struct message *info)
{
	return !strcmp(info->pmu, "plain");
}

/* The value of an event, or -1. */
static int find_event(const struct message *info, uint64_t config)
{
	for (unsigned int i = 0; i < info->n_values; i++)
		if (info->value[i].kind == TDACCT_KIND_EVENT &&
		    info->value[i].config == config)
			return i;
	return -1;
}

static int find_name(const struct message *info, const char *name)
{
	for (unsigned int i = 0; i < info->n_values; i++)
		if (!strcmp(info->value[i].name, name))
			return i;
	return -1;
}

static uint64_t value_at(const struct counts *c, int value, const char *name)
{
	check(value >= 0, "nothing has the slots of %s", name);
	return c->value[value];
}

static bool has_second_level(const struct message *info)
{
	const struct part *parts = the_core()->parts;

	for (unsigned int i = N_FIRST_LEVEL; i < N_SHARES; i++)
		if (!parts[i].config || find_event(info, parts[i].config) < 0)
			return false;
	return true;
}

unsigned int shares_told(const struct message *info)
{
	if (!counts_plainly(info))
		return n_shares();
	return has_second_level(info) ? N_SHARES : N_FIRST_LEVEL;
}

static int64_t by_event(const struct message *info, const struct counts *c,
			enum share share)
{
	const struct part *p = &the_core()->parts[share];
	uint64_t n = value_at(c, find_event(info, p->config),
			      share_names[share]);

	return p->cycles ? n * slots_a_cycle() : n;
}

int64_t share_count(const struct message *info, const struct counts *c,
		    enum share share)
{
	if (!counts_plainly(info))
		return value_at(c, find_name(info, share_names[share]),
				share_names[share]);
	if (share != BAD_SPECULATION)
		return by_event(info, c, share);
	return value_at(c, find_name(info, "slots"), "all") -
	       by_event(info, c, RETIRING) -
	       by_event(info, c, FRONTEND_BOUND) -
	       by_event(info, c, BACKEND_BOUND);
}

unsigned int share_steps(enum share share)
{
	return share < N_FIRST_LEVEL && share != RETIRING ?
	       N_FIRST_LEVEL - 1 : 1;
}

int64_t share_apart(const struct message *info, enum share share,
		    int64_t instructions)
{
	if (!counts_plainly(info))
		return 0;
	if (share == BAD_SPECULATION)
		return instructions * INSTRUCTION_SLOTS;
	return instructions * instruction_slots(share);
}
