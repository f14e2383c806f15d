// SPDX-License-Identifier: GPL-2.0
/* Differences of samples, and many of them together. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "counts/snapshot.h"
#include "unit.h"

static const struct {
	const char *name;
	size_t nr;
} size_rows[] = {
	{ "none", 0 }, { "one", 1 }, { "as many as there is room for", 64 },
	{ "one more", 65 }, { "many", 100000 },
};

static void try_size(const void *arg)
{
	const typeof(size_rows[0]) *row = arg;
	struct snapshot s = { 0 };
	struct sample sample = { .kind = SAMPLE_THREAD };
	size_t missed = 0;

	for (size_t i = 0; i < row->nr; i++) {
		sample.id = 2 * (row->nr - i);
		sample.generation = sample.id;
		snapshot_add(&s, &sample);
	}
	snapshot_sort(&s);
	EXPECT_INT(row->nr, s.nr);
	EXPECT_INT(2 * row->nr, s.generation);
	EXPECT(!snapshot_find(&s, 1));
	for (size_t id = 2; id <= 2 * row->nr; id += 2)
		missed += !snapshot_find(&s, id) || snapshot_find(&s, id + 1);
	EXPECT_INT(0, missed);
	snapshot_free(&s);
}

/* Samples of another kind among threads keep what they have, and so do these. */
static void try_kinds(const void *arg)
{
	struct sample thread = { .kind = SAMPLE_THREAD, .id = 3, .cpu_ns = 9 };
	struct sample process = { .kind = SAMPLE_PROCESS, .id = 1 };
	struct snapshot s = { 0 };
	struct sample copy;

	(void)arg;
	process.children.value[COUNTS_NR - 1] = 7;
	EXPECT_INT(0, snapshot_add(&s, &thread));
	EXPECT(s.size < sizeof(thread) - sizeof(struct counts) + 8);
	EXPECT_INT(0, snapshot_add(&s, &process));
	EXPECT_INT(sizeof(process), s.size);
	thread.id = 2;
	EXPECT_INT(0, snapshot_add(&s, &thread));
	EXPECT_INT(0, snapshot_sort(&s));
	EXPECT_INT(1, snapshot_at(&s, 0)->id);
	EXPECT_INT(7, snapshot_at(&s, 0)->children.value[COUNTS_NR - 1]);
	EXPECT_INT(9, snapshot_find(&s, 3)->cpu_ns);
	memset(&copy, 0xff, sizeof(copy));
	sample_copy(&copy, snapshot_at(&s, 1));
	EXPECT_INT(2, copy.id);
	EXPECT_INT(0, copy.children.have);
	snapshot_free(&s);
}

static const struct {
	const char *name;
} kind_rows[] = {
	{ "threads take less room, until another is among them" },
};

struct coverage_row {
	const char *name;
	uint64_t have;
	uint64_t cpu_ns, lost_ns;
	double want;
};

#define BOTH (UINT64_C(1) << TDACCT_A_CPU_NS | UINT64_C(1) << TDACCT_A_LOST_NS)

static const struct coverage_row coverage_rows[] = {
	{ "all of it", BOTH, 100, 0, 1 },
	{ "half of it", BOTH, 100, 50, 0.5 },
	{ "nothing of it", BOTH, 100, 100, 0 },
	{ "more lost than there was", BOTH, 100, 101, 0 },
	{ "no time at all", BOTH, 0, 0, NAN },
	{ "time not known", 0, 100, 0, NAN },
};

static void try_coverage(const void *arg)
{
	const struct coverage_row *row = arg;
	struct sample s = {
		.have = row->have, .cpu_ns = row->cpu_ns,
		.lost_ns = row->lost_ns,
	};

	EXPECT_NEAR(row->want, sample_coverage(&s), 1e-12);
}

static const struct {
	const char *name;
	uint64_t a, b, sum, difference;
} have_rows[] = {
	{ "both know both", 3, 3, 3, 3 },
	{ "what one lacks both lack", 3, 1, 1, 1 },
	{ "nothing in common", 1, 2, 0, 0 },
};

static void try_have(const void *arg)
{
	const typeof(have_rows[0]) *row = arg;
	struct counts a = { .have = row->a }, b = { .have = row->b };
	struct counts sum = a;

	counts_add(&sum, &b);
	EXPECT_INT(row->sum, sum.have);
	counts_sub(&a, &b);
	EXPECT_INT(row->difference, a.have);
}

/* Two readings of one record, each number its own; what lies between them. */
struct since_row {
	const char *name;
	size_t offset;
	uint64_t want;
};

#define MEMBER(_member) offsetof(struct sample, _member)

static const struct since_row since_rows[] = {
	{ "a count", MEMBER(counts.value[1]), 100 },
	{ "switches", MEMBER(counts.value[COUNT_SWITCHES]), 200 },
	{ "CPU time", MEMBER(cpu_ns), 300 },
	{ "lost time", MEMBER(lost_ns), 400 },
	{ "number of children", MEMBER(children_nr), 500 },
	{ "CPU time of children", MEMBER(children_cpu_ns), 600 },
	{ "lost time of children", MEMBER(children_lost_ns), 700 },
	{ "a count of children", MEMBER(children.value[2]), 800 },
	{ "the age stays", MEMBER(age_ns), 1009 },
	{ "the number of threads stays", MEMBER(threads), 1010 },
};

static struct sample reading_of(uint64_t step)
{
	return (struct sample){
		.kind = SAMPLE_PROCESS, .id = 1,
		.counts = { .have = UINT64_MAX, .value = {
			[1] = 1 + step * 1, [COUNT_SWITCHES] = 2 + step * 2,
		} },
		.children = { .have = UINT64_MAX, .value = {
			[2] = 8 + step * 8,
		} },
		.cpu_ns = 3 + step * 3, .lost_ns = 4 + step * 4,
		.children_nr = 5 + step * 5, .children_cpu_ns = 6 + step * 6,
		.children_lost_ns = 7 + step * 7,
		.age_ns = 909 + step, .threads = 910 + step,
	};
}

static uint64_t member(const struct sample *s, size_t offset)
{
	uint64_t got;

	memcpy(&got, (const char *)s + offset, sizeof(got));
	return got;
}

static void try_since(const void *arg)
{
	const struct since_row *row = arg;
	struct sample from = reading_of(0), to = reading_of(100);

	sample_since(&to, &from);
	EXPECT_INT(row->want, member(&to, row->offset));
}

/* The children of a process as a sample of their own, of the same reading. */
static const struct since_row children_rows[] = {
	{ "CPU time", MEMBER(cpu_ns), 606 },
	{ "lost time", MEMBER(lost_ns), 707 },
	{ "their number", MEMBER(children_nr), 505 },
	{ "a count", MEMBER(counts.value[2]), 808 },
	{ "not what the process did", MEMBER(counts.value[1]), 0 },
};

static void try_children(const void *arg)
{
	const struct since_row *row = arg;
	struct sample of = reading_of(100), to;

	sample_children(&to, &of);
	EXPECT_INT(SAMPLE_CHILDREN, to.kind);
	EXPECT_INT(row->want, member(&to, row->offset));
}

/* Two samples together: of each member 1 and 100 times its number. */
static const struct since_row sum_rows[] = {
	{ "a count", MEMBER(counts.value[1]), 101 },
	{ "switches", MEMBER(counts.value[COUNT_SWITCHES]), 202 },
	{ "CPU time", MEMBER(cpu_ns), 303 },
	{ "lost time", MEMBER(lost_ns), 404 },
	{ "number of children", MEMBER(children_nr), 505 },
	{ "CPU time of children", MEMBER(children_cpu_ns), 606 },
	{ "lost time of children", MEMBER(children_lost_ns), 707 },
	{ "a count of children", MEMBER(children.value[2]), 808 },
};

static void try_sum(const void *arg)
{
	const struct since_row *row = arg;
	struct sample to = reading_of(0), from = reading_of(99);

	to.have = from.have = UINT64_MAX;
	sample_add(&to, &from);
	EXPECT_INT(row->want, member(&to, row->offset));
}

/* A statistic of the module is 7 before an interval and 10 behind it. */
static const struct {
	const char *name;
	unsigned int stat;
	uint64_t want;
} stat_rows[] = {
	{ "switches: those in it", TDACCT_STAT_A_SWITCHES, 3 },
	{ "missed notices: those in it", TDACCT_STAT_A_NOTICES_MISSED, 3 },
	{ "threads: as many as there are", TDACCT_STAT_A_THREADS, 10 },
	{ "processes: as many as there are", TDACCT_STAT_A_PROCESSES, 10 },
	{ "cgroups: as many as there are", TDACCT_STAT_A_CGROUPS, 10 },
	{ "memory: as much as there is", TDACCT_STAT_A_MEMORY, 10 },
	{ "subscribers: as many as there are", TDACCT_STAT_A_SUBSCRIBERS, 10 },
	{ "the slack of the metrics: as it is", TDACCT_STAT_A_METRICS_SLACK, 10 },
	{ "implausible sums: those in it", TDACCT_STAT_A_IMPLAUSIBLE, 3 },
};

static void try_stat(const void *arg)
{
	const typeof(*stat_rows) *row = arg;
	struct stats to = { .have = ~UINT64_C(0) };
	struct stats from = { .have = ~UINT64_C(0) };

	to.value[row->stat] = 10;
	from.value[row->stat] = 7;
	stats_since(&to, &from);
	EXPECT_INT(row->want, to.value[row->stat]);
}

int main(void)
{
	UNIT_RUN("snapshot size", size_rows, try_size);
	UNIT_RUN("snapshot", kind_rows, try_kinds);
	UNIT_RUN("sample coverage", coverage_rows, try_coverage);
	UNIT_RUN("sample since", since_rows, try_since);
	UNIT_RUN("sample sum", sum_rows, try_sum);
	UNIT_RUN("sample children", children_rows, try_children);
	UNIT_RUN("statistics of an interval", stat_rows, try_stat);
	UNIT_RUN("counts", have_rows, try_have);
	return unit_end();
}
