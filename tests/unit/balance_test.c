// SPDX-License-Identifier: GPL-2.0
/* What is in no row of a list: that the sum of all is the system's. */
#include <stdio.h>
#include <string.h>

#include "tasks/balance.h"
#include "message.h"
#include "unit.h"

/*
 * Slots. A list as "id:slots ...", what had ended before it was read, and the
 * totals behind it.
 */
struct reading {
	uint64_t ended;
	const char *list;
	uint64_t live_after, ended_after;
	uint64_t idle, untracked;
};

struct row {
	const char *name;
	bool threads;
	struct reading was, now;
	const char *named;	/* part of it, by command: slots each */
	const char *want;	/* exited, idle, untracked */
};

/* Without an interval there is no @was. */
static const struct row rows[] = {
	{ "nothing has ended", false, { 0 },
	  { 0, "1:10 2:20", 30, 0, 5, 6 }, "", "0 5 6" },
	{ "some have ended", false, { 0 },
	  { 7, "1:10 2:20", 30, 7, 5, 6 }, "", "7 5 6" },
	{ "who goes on while the list is read has not ended", false, { 0 },
	  { 7, "1:10 2:20", 45, 7, 0, 0 }, "", "7 0 0" },
	{ "who ended before he was reached has", false, { 0 },
	  { 7, "1:10", 10, 27, 0, 0 }, "", "27 0 0" },
	{ "who ended behind his row is in it once", false, { 0 },
	  { 7, "1:10 2:20", 10, 27, 0, 0 }, "", "7 0 0" },
	{ "who did more before he ended, by that", false, { 0 },
	  { 7, "1:10 2:20", 10, 30, 0, 0 }, "", "10 0 0" },
	{ "some go on and some end: no more than ended", false, { 0 },
	  { 7, "1:10 2:20", 100, 30, 0, 0 }, "", "30 0 0" },
	{ "threads that ended in a process that goes on", true, { 0 },
	  { 7, "1:10 2:20", 42, 7, 0, 0 }, "", "19 0 0" },
	{ "an empty list", false, { 0 },
	  { 7, "", 0, 7, 1, 2 }, "", "7 1 2" },
	{ "an interval in which nothing ended", false,
	  { 7, "1:10 2:20", 30, 7, 5, 6 },
	  { 7, "1:15 2:25", 40, 7, 9, 8 }, "", "0 4 2" },
	{ "one that ended in it, by what he did in it", false,
	  { 7, "1:10 2:20", 30, 7, 0, 0 },
	  { 32, "1:15", 15, 32, 0, 0 }, "", "5 0 0" },
	{ "one that was born and ended in it", false,
	  { 7, "1:10", 10, 7, 0, 0 },
	  { 107, "1:15", 15, 107, 0, 0 }, "", "100 0 0" },
	{ "a pid that was used again", false,
	  { 7, "1:10", 10, 7, 0, 0 },
	  { 27, "2:3", 3, 27, 0, 0 }, "", "10 0 0" },
	{ "what is known by command is not in it again", false,
	  { 7, "1:10", 10, 7, 0, 0 },
	  { 107, "1:15", 15, 107, 0, 0 }, "30 50", "20 0 0" },
	{ "more by command than ended: none is left", false,
	  { 7, "1:10", 10, 7, 0, 0 },
	  { 107, "1:15", 15, 107, 0, 0 }, "30 80", "0 0 0" },
	{ "an interval of threads", true,
	  { 0, "1:10 2:20", 31, 0, 0, 0 },
	  { 0, "1:15", 41, 0, 0, 0 }, "", "5 0 0" },
};

/* The sum of a list. */
static struct counts sum(const char *text)
{
	struct counts all = { .have = ~UINT64_C(0) };
	unsigned long id, slots;
	int len;

	while (text && sscanf(text, " %lu:%lu%n", &id, &slots, &len) == 2) {
		counts_add(&all, &(struct counts){ .have = 1,
						   .value = { slots } });
		text += len;
	}
	return all;
}

/* Of those that @was has, and @now has not. */
static struct counts left(const char *was, const char *now)
{
	struct counts all = { .have = ~UINT64_C(0) };
	unsigned long id, slots;
	char name[32];
	int len;

	while (was && sscanf(was, " %lu:%lu%n", &id, &slots, &len) == 2) {
		snprintf(name, sizeof(name), "%lu:", id);
		if (!strstr(now, name))
			counts_add(&all, &(struct counts){ .have = 1,
							   .value = { slots } });
		was += len;
	}
	return all;
}

static void name(struct snapshot *s, const char *text)
{
	unsigned long slots;
	int len;

	while (sscanf(text, " %lu%n", &slots, &len) == 1) {
		struct sample sample = {
			.kind = SAMPLE_EXITED, .id = s->nr,
			.counts = { .have = 1, .value = { slots } },
		};

		snapshot_add(s, &sample);
		text += len;
	}
}

static struct counts slots(uint64_t nr)
{
	return (struct counts){ .have = 1, .value = { nr } };
}

static void make(struct balance *to, const struct reading *r)
{
	*to = (struct balance){
		.known = true, .listed = sum(r->list),
		.before = { .exited = slots(r->ended) },
		.after = {
			.live = slots(r->live_after),
			.exited = slots(r->ended_after),
			.idle = slots(r->idle),
			.untracked = slots(r->untracked),
		},
	};
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct snapshot named = { 0 }, to = { 0 };
	struct balance was, now;
	struct info info;
	char got[96] = "";

	default_info(&info);
	make(&was, &row->was);
	make(&now, &row->now);
	now.left = left(row->was.list, row->now.list);
	name(&named, row->named);
	EXPECT_INT(0, balance_rows(&to, &info, row->threads, &now,
				   row->was.list ? &was : NULL, &named));
	for (size_t i = 0; i < to.nr; i++)
		sprintf(got + strlen(got), "%s%llu", i ? " " : "",
			(unsigned long long)snapshot_at(&to, i)->counts.value[0]);
	EXPECT_TEXT(row->want, got);
	snapshot_free(&named);
	snapshot_free(&to);
}

/*
 * The sum of ended tasks falls between two lists. A field of PERF_METRICS can, since
 * it is corrected afterwards; a counter cannot.
 */
static const struct {
	const char *name;
	uint32_t kind;
	int64_t was, now, named;
	int64_t want;
} fall_rows[] = {
	{ "a field that fell", TDACCT_KIND_METRIC, 100, 80, 0, -20 },
	{ "less what is known by command", TDACCT_KIND_METRIC, 100, 80, 5, -25 },
	{ "less what fell itself", TDACCT_KIND_METRIC, 100, 80, -30, 10 },
	{ "a counter that fell", TDACCT_KIND_FIXED, 100, 80, 0, 0 },
	{ "a counter of which more is known by command", TDACCT_KIND_FIXED, 80, 100, 25, 0 },
};

static void try_fall(const void *arg)
{
	const typeof(*fall_rows) *row = arg;
	struct snapshot named = { 0 }, to = { 0 };
	struct sample sample = { .kind = SAMPLE_EXITED };
	struct balance was, now = { .known = true };
	struct info info;
	unsigned int i = 0;

	default_info(&info);
	while (info.value[i].kind != row->kind)
		i++;
	now.before.exited = (struct counts){ .have = ~UINT64_C(0) };
	now.after.live = now.after.idle = now.after.untracked =
		now.listed = now.left = now.before.exited;
	was = now;
	was.before.exited.value[i] = (uint64_t)row->was;
	was.after.exited = was.before.exited;
	now.before.exited.value[i] = (uint64_t)row->now;
	now.after.exited = now.before.exited;
	sample.counts = (struct counts){ .have = ~UINT64_C(0) };
	sample.counts.value[i] = (uint64_t)row->named;
	snapshot_add(&named, &sample);
	EXPECT_INT(0, balance_rows(&to, &info, false, &now, &was, &named));
	EXPECT_INT(row->want, (int64_t)snapshot_at(&to, 0)->counts.value[i]);
	snapshot_free(&named);
	snapshot_free(&to);
}

int main(void)
{
	UNIT_RUN("balance", rows, attempt);
	UNIT_RUN("balance of what fell", fall_rows, try_fall);
	return unit_end();
}
