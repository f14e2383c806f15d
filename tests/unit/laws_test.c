// SPDX-License-Identifier: GPL-2.0
/* Laws: how they are read, what keeps them, what breaks them. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/check.h"
#include "model/eval.h"
#include "model/laws.h"
#include "text/embedded.h"
#include "shared.h"
#include "unit.h"

struct read_row {
	const char *name;
	const char *text;
	const char *want;	/* NULL: so many laws are read */
	size_t nr;
};

static const struct read_row read_rows[] = {
	{ "nothing", "", NULL, 0 },
	{ "notes and empty lines", "# a\n\n# b\n", NULL, 0 },
	{ "one", "any one a <= b\n", NULL, 1 },
	{ "without a new line at the end", "any one a <= b", NULL, 1 },
	{ "two, with tabs", "any\tone\ta\nany  two  b == c\n", NULL, 2 },
	{ "an unknown scope", "# x\nevery one a\n", "laws:2:1: expected totals, paused, any, cgroups, paused-cgroups or cgroup", 0 },
	{ "no name", "any\n", "laws:1:4: expected a name", 0 },
	{ "no law", "any one\n", "laws:1:8: expected a number, a name or '(', found the end", 0 },
	{ "a wrong law", "any one  a <= <= b\n", "laws:1:15: expected a number, a name or '(', found '<'", 0 },
};

static void try_read(const void *arg)
{
	const struct read_row *row = arg;
	struct laws_error why = { "" };
	struct laws laws;

	EXPECT_INT(row->want ? -EINVAL : 0,
		   laws_parse(&laws, "laws", row->text, &why));
	EXPECT_TEXT(row->want ? row->want : "", why.text);
	EXPECT_INT(row->nr, laws.nr);
	laws_free(&laws);
}

static void open_laws(struct laws *laws)
{
	struct laws_error why;

	if (laws_parse(laws, embedded_laws->name, embedded_laws->text, &why))
		abort();
}

/* The first law that is broken, or NULL. */
static const char *broken(const struct laws *laws)
{
	for (size_t i = 0; i < laws->nr; i++)
		if (laws->law[i].broken)
			return laws->law[i].name;
	return NULL;
}

/* Which totals hold how many slots and retiring slots. */
struct totals_row {
	const char *name;
	uint32_t state;
	long long slots[6];	/* before, live, exited, idle, untracked, after */
	long long retiring[6];
	long long blur;		/* of after more than of before */
	const char *want;
	const char *numbers;	/* of the broken law */
};

#define COUNTING TDACCT_STATE_COUNTING
#define PAUSED TDACCT_STATE_PAUSED

/* A CPU clears at 250,000 slots: its fields may fall back by 1961 + 1. */
static const struct totals_row totals_rows[] = {
	{ "nothing at all", COUNTING, { 0 }, { 0 }, 0, NULL, NULL },
	{ "equal", COUNTING, { 100, 40, 30, 20, 10, 100 }, { 0 }, 0, NULL, NULL },
	{ "between", COUNTING, { 100, 45, 30, 20, 10, 120 }, { 0 }, 0, NULL, NULL },
	{ "one slot lost", COUNTING, { 100, 39, 30, 20, 10, 100 }, { 0 }, 0, "records-reach-what-was-counted", "slots: records.slots=-1 slack.slots=0" },
	{ "one slot too many", COUNTING, { 100, 41, 30, 20, 10, 100 }, { 0 }, 0, "records-hold-no-more", "slots: records.slots=1 after.slots=0 slack.slots=0" },
	{ "totals that went back", COUNTING, { 100, 40, 30, 20, 10, 99 }, { 0 }, 0, "records-hold-no-more", "slots: records.slots=0 after.slots=-1 slack.slots=0" },
	{ "one slot lost of very many", COUNTING, { 1LL << 62, (1LL << 62) - 1, 0, 0, 0, 1LL << 62 }, { 0 }, 0, "records-reach-what-was-counted", "slots: records.slots=-1 slack.slots=0" },
	{ "paused and equal", PAUSED, { 100, 40, 30, 20, 10, 100 }, { 50, 20, 10, 10, 10, 50 }, 0, NULL, NULL },
	{ "paused and between", PAUSED, { 100, 45, 30, 20, 10, 120 }, { 0 }, 0, "records-are-what-was-counted", "slots: records.slots=5" },
	{ "a field that fell back a little", COUNTING, { 0 }, { 5000, 3039, 0, 0, 0, 5000 }, 0, NULL, NULL },
	{ "a field that fell back too far", COUNTING, { 0 }, { 5000, 3037, 0, 0, 0, 5000 }, 0, "records-reach-what-was-counted", NULL },
	{ "further, but much was cleared", COUNTING, { 0 }, { 5000, 3037, 0, 0, 0, 5000 }, 1000, NULL, NULL },
	{ "paused: a field must not", PAUSED, { 0 }, { 5000, 4999, 0, 0, 0, 5000 }, 0, "records-are-what-was-counted", "retiring: records.retiring=-1" },
};

static void fill(struct counts *c, const struct totals_row *row, int i)
{
	c->have = 3 | UINT64_C(1) << COUNT_BLUR;
	c->value[0] = (uint64_t)row->slots[i];
	c->value[1] = (uint64_t)row->retiring[i];
	c->value[COUNT_BLUR] = i == 5 ? (uint64_t)row->blur : 0;
}

/* Two may fall back by twice as much: 3921 + 2. */
static const struct totals_row pair_rows[] = {
	{ "a field that fell back too far for one CPU", COUNTING, { 0 }, { 5000, 3037, 0, 0, 0, 5000 }, 0, NULL, NULL },
	{ "as far as it may on two", COUNTING, { 0 }, { 5000, 1077, 0, 0, 0, 5000 }, 0, NULL, NULL },
	{ "further than it may on two", COUNTING, { 0 }, { 5000, 1076, 0, 0, 0, 5000 }, 0, "records-reach-what-was-counted", NULL },
};

static void try_totals_of(const struct totals_row *row, size_t nr_cpus)
{
	struct totals t = { 0 };
	struct counts counts;
	struct laws laws;
	struct bench b;

	bench_open(&b, "sapphirerapids.json", "", &counts);
	b.info.state = row->state;
	fill(&t.before, row, 0);
	fill(&t.live, row, 1);
	fill(&t.exited, row, 2);
	fill(&t.idle, row, 3);
	fill(&t.untracked, row, 4);
	fill(&t.after, row, 5);
	open_laws(&laws);
	EXPECT(!check_totals(&laws, &b.info, nr_cpus, &t) == !row->want);
	EXPECT_TEXT(row->want, broken(&laws));
	for (size_t i = 0; i < laws.nr && row->numbers; i++)
		if (!strcmp(laws.law[i].name, row->want))
			EXPECT_TEXT(row->numbers, laws.law[i].numbers);
	laws_free(&laws);
	bench_close(&b);
}

static void try_totals(const void *arg)
{
	try_totals_of(arg, 1);
}

static void try_pair(const void *arg)
{
	try_totals_of(arg, 2);
}

struct sample_row {
	const char *name;
	const char *counts;
	uint64_t cpu_ns, lost_ns;
	const char *want;
};

#define FINE "slots=100000 retiring=40000 bad_speculation=10000 " \
	"frontend_bound=20000 backend_bound=30000 heavy_operations=5000 " \
	"memory_bound=20000 blur=255000 "

static const struct sample_row sample_rows[] = {
	{ "as it should be", FINE, 100, 0, NULL },
	{ "nothing at all", "", 0, 0, NULL },
	{ "more time lost than there was", FINE, 100, 101, "lost-within-cpu-time" },
	{ "all of it lost", FINE, 100, 100, NULL },
	{ "more unclassified than slots", "slots=10 unclassified=11", 100, 0, "unclassified-within-slots" },
	{ "parts short within the bound", "slots=100000 retiring=96001 blur=255000", 100, 0, NULL },
	{ "parts short beyond the bound", "slots=100000 retiring=95989 blur=255000", 100, 0, "parts-reach-the-whole" },
	{ "parts too large", "slots=100000 retiring=104011 blur=255000", 100, 0, "parts-exceed-no-whole" },
	{ "parts of what is classified", "slots=200000 unclassified=100000 retiring=100000", 100, 0, NULL },
	{ "a field below nothing, within the bound", "slots=100000 retiring=101000 bad_speculation=-1000 blur=255000", 100, 0, NULL },
	{ "a field below nothing, beyond it", "slots=100000 retiring=101000 bad_speculation=-1011 blur=255000", 100, 0, "bad-speculation-is-not-negative" },
	{ "a child above its parent", FINE "heavy_operations=42011", 100, 0, "heavy-within-retiring" },
	{ "a child above another", FINE "memory_bound=32011", 100, 0, "memory-within-backend" },
};

static void try_sample(const void *arg)
{
	const struct sample_row *row = arg;
	struct sample s = {
		.kind = SAMPLE_THREAD, .tid = 12,
		.have = UINT64_C(1) << TDACCT_A_CPU_NS |
			UINT64_C(1) << TDACCT_A_LOST_NS,
		.cpu_ns = row->cpu_ns, .lost_ns = row->lost_ns,
	};
	struct laws laws;
	struct bench b;

	bench_open(&b, "sapphirerapids.json", row->counts, &s.counts);
	open_laws(&laws);
	EXPECT(!check_sample(&laws, b.plan, &s) == !row->want);
	EXPECT_TEXT(row->want, broken(&laws));
	laws_free(&laws);
	bench_close(&b);
}

/*
 * Slots of live tasks and of ended ones before and after; and the cgroups as
 * "id:parent:slots:own ...", parent 0 for none.
 */
struct cgroups_row {
	const char *name;
	uint32_t state;
	long long before[2], after[2];
	const char *cgroups;
	const char *want;
	const char *numbers;
};

static const struct cgroups_row cgroups_rows[] = {
	{ "no tasks and no cgroups", COUNTING, { 0 }, { 0 }, "1:0:0:0", NULL, NULL },
	{ "equal", COUNTING, { 60, 40 }, { 60, 40 }, "1:0:100:70 2:1:30:20 3:2:10:10", NULL, NULL },
	{ "between", COUNTING, { 60, 40 }, { 70, 40 }, "1:0:105:75 2:1:30:20 3:2:10:10", NULL, NULL },
	{ "a slot that no cgroup has", COUNTING, { 60, 40 }, { 60, 40 }, "1:0:99:99", "cgroups-reach-what-tasks-did", "slots: own.slots=-1 slack.slots=0" },
	{ "a slot in two of them", COUNTING, { 60, 40 }, { 60, 40 }, "1:0:101:90 2:1:11:11", "cgroups-hold-no-more", "slots: own.slots=1 after.slots=0 slack.slots=0" },
	{ "paused and equal", PAUSED, { 60, 40 }, { 60, 40 }, "1:0:100:100", NULL, NULL },
	{ "paused and between", PAUSED, { 60, 40 }, { 70, 40 }, "1:0:105:105", "cgroups-are-what-tasks-did", "slots: own.slots=5" },
	{ "a parent that lacks a part", COUNTING, { 100, 0 }, { 100, 0 }, "1:0:99:70 2:1:30:30", "cgroup-is-its-parts", "cgroup /1 slots: whole.slots=-1" },
	{ "a parent that has more", COUNTING, { 100, 0 }, { 100, 0 }, "1:0:100:60 2:1:30:30 3:1:10:9 4:3:1:1", NULL, NULL },
	{ "a child that has more", COUNTING, { 100, 0 }, { 100, 0 }, "1:0:100:60 2:1:30:30 3:1:10:8 4:3:1:1 5:1:0:1", "cgroup-is-its-parts", "cgroup /3 slots: whole.slots=1" },
};

static void fill_tasks(struct totals *t, const long long slots[2])
{
	t->live.have = t->exited.have = t->before.have = t->after.have = 1;
	t->live.value[0] = (uint64_t)slots[0];
	t->exited.value[0] = (uint64_t)slots[1];
}

static void fill_cgroups(struct snapshot *s, const char *text)
{
	unsigned long id, parent;
	long slots, own;
	int len;

	while (sscanf(text, " %lu:%lu:%ld:%ld%n", &id, &parent, &slots, &own,
		      &len) == 4) {
		char path[32];
		struct sample c = {
			.kind = SAMPLE_CGROUP, .id = id, .path = path,
			.cgroup_parent = parent,
			.have = (uint64_t)!!parent << TDACCT_A_CGROUP_PARENT,
			.counts = { .have = 1, .value = { (uint64_t)slots } },
			.own = { .have = 1, .value = { (uint64_t)own } },
		};

		snprintf(path, sizeof(path), "/%lu", id);
		snapshot_add(s, &c);
		text += len;
	}
	snapshot_sort(s);
}

static void try_cgroups(const void *arg)
{
	const struct cgroups_row *row = arg;
	struct cgroup_reading r = { .all = { 0 } };
	struct counts counts;
	struct laws laws;
	struct bench b;

	bench_open(&b, "sapphirerapids.json", "", &counts);
	b.info.state = row->state;
	fill_tasks(&r.before, row->before);
	fill_tasks(&r.after, row->after);
	fill_cgroups(&r.all, row->cgroups);
	open_laws(&laws);
	EXPECT(!check_cgroups(&laws, &b.info, 1, &r) == !row->want);
	EXPECT_TEXT(row->want, broken(&laws));
	for (size_t i = 0; i < laws.nr && row->numbers; i++)
		if (!strcmp(laws.law[i].name, row->want))
			EXPECT_TEXT(row->numbers, laws.law[i].numbers);
	laws_free(&laws);
	snapshot_free(&r.all);
	bench_close(&b);
}

/* Laws of one's own may speak of shares, and say nothing of the unknown. */
struct own_row {
	const char *name;
	const char *law;
	enum sample_kind kind;
	size_t checked, broken;
};

static const struct own_row own_rows[] = {
	{ "a share", "any x share.retiring == 0.4", SAMPLE_THREAD, 1, 0 },
	{ "a share that is wrong", "any x share.retiring > 0.4", SAMPLE_THREAD, 1, 1 },
	{ "not known", "any x share.dram_bound > 5", SAMPLE_THREAD, 0, 0 },
	{ "an unknown name", "any x nonsense > 5", SAMPLE_THREAD, 0, 0 },
	{ "of any, asked of a cgroup", "any x slots < 0", SAMPLE_CGROUP, 1, 1 },
	{ "of any, asked of a CPU", "any x slots < 0", SAMPLE_CPU, 1, 1 },
	{ "of totals, asked of a thread", "totals x slots < 0", SAMPLE_THREAD, 0, 0 },
};

static void try_own(const void *arg)
{
	const struct own_row *row = arg;
	struct sample s = { .kind = row->kind };
	struct laws_error why;
	struct laws laws;
	struct bench b;

	bench_open(&b, "sapphirerapids.json", FINE, &s.counts);
	if (EXPECT_INT(0, laws_parse(&laws, "own", row->law, &why))) {
		check_sample(&laws, b.plan, &s);
		EXPECT_INT(row->checked, laws.law[0].checked);
		EXPECT_INT(row->broken, laws.law[0].broken);
	}
	laws_free(&laws);
	bench_close(&b);
}

int main(void)
{
	UNIT_RUN("laws read", read_rows, try_read);
	UNIT_RUN("laws totals", totals_rows, try_totals);
	UNIT_RUN("laws totals of two", pair_rows, try_pair);
	UNIT_RUN("laws sample", sample_rows, try_sample);
	UNIT_RUN("laws cgroups", cgroups_rows, try_cgroups);
	UNIT_RUN("laws own", own_rows, try_own);
	return unit_end();
}
