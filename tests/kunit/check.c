// SPDX-License-Identifier: GPL-2.0
/* What must hold after any steps. */
#include <kunit/test.h>
#include <linux/slab.h>

#include "charge/cgroup_move.h"
#include "charge/counter.h"
#include "charge/sync.h"
#include "cpus/cpus_read.h"
#include "record/group.h"
#include "record/process_read.h"
#include "record/task.h"
#include "script.h"

/* All that records hold: of threads, of processes that are gone, of CPUs. */
static void all_records(struct tda_sum *sum)
{
	static struct tda_sum ended, idle, untracked;

	tda_processes_sum(sum, &ended);
	tda_cpus_own(&idle, &untracked);
	tda_sum_plus(sum, &ended);
	tda_sum_plus(sum, &idle);
	tda_sum_plus(sum, &untracked);
}

static void plus(struct tda_group_sum *to, const struct tda_group_sum *from)
{
	u64 *sum = (u64 *)to;
	const u64 *more = (const u64 *)from;
	unsigned int i;

	for (i = 0; i < sizeof(*to) / sizeof(u64); i++)
		sum[i] += more[i];
}

/* What is charged to a cgroup is its own, or was charged to a child of it. */
static void check_totals(struct kunit *test, const struct tda_groups *all)
{
	const struct tda_group_row *row;
	struct tda_group_sum *sum;
	unsigned int i, wrong = 0;

	sum = kvcalloc(all->nr, sizeof(*sum), GFP_KERNEL | __GFP_NOFAIL);
	for (i = 0; i < all->nr; i++) {
		row = tda_groups_row(all, i);
		plus(&sum[i], &row->own);
		if (row->above != i)
			plus(&sum[row->above], &row->total);
	}
	for (i = 0; i < all->nr; i++)
		wrong += !!memcmp(&sum[i], &tda_groups_row(all, i)->total,
				  sizeof(*sum));
	KUNIT_EXPECT_EQ_MSG(test, wrong, 0U, "cgroups do not add up");
	kvfree(sum);
}

static bool is_in_use(unsigned int value)
{
	return value < tda_nr_values() || value >= tda_values_other();
}

/* What was counted before the set was changed, and in how many slots. */
static void check_past(struct kunit *test, const struct tda_past *a,
		       const struct tda_past *b, const char *whose)
{
	unsigned int i;

	for (i = 0; i < TDA_PAST_MAX; i++) {
		const char *name = tda_past_event(i)->name;

		KUNIT_EXPECT_EQ_MSG(test, a->of[i].val, b->of[i].val,
				    "the past of %s of %s", name, whose);
		KUNIT_EXPECT_EQ_MSG(test, a->of[i].slots, b->of[i].slots,
				    "slots in the past of %s of %s", name,
				    whose);
	}
	if (tda_nr_counters > tda_nr_kept)
		KUNIT_EXPECT_EQ_MSG(test, a->mark, b->mark, "the mark of %s",
				    whose);
}

static u64 count_threads(void)
{
	struct tda_task_cursor at = { };
	u64 nr = 0;

	rcu_read_lock();
	while (tda_task_next(&at))
		nr++;
	rcu_read_unlock();
	return nr;
}

/* All cgroups together were charged what all threads were, ended or not. */
void check_groups(struct kunit *test)
{
	static struct tda_sum live, ended;
	static struct tda_group_sum own;
	struct tda_groups *all;
	unsigned int i;

	tda_cgroup_moves_finish();
	all = tda_groups_take();
	KUNIT_ASSERT_FALSE(test, IS_ERR(all));
	memset(&own, 0, sizeof(own));
	for (i = 0; i < all->nr; i++)
		plus(&own, &tda_groups_row(all, i)->own);
	tda_processes_sum(&live, &ended);
	tda_sum_plus(&live, &ended);
	for (i = 0; i < tda_values_room(); i++)
		if (is_in_use(i))
			KUNIT_EXPECT_EQ_MSG(test, own.counts.val[i],
					    live.val[i],
					    "%s of all cgroups and of all threads",
					    tda_value(i)->name);
	check_past(test, &own.counts.past, &live.past,
		   "all cgroups and of all threads");
	KUNIT_EXPECT_EQ(test, own.counts.switches, live.switches);
	KUNIT_EXPECT_EQ(test, own.counts.unclassified, live.unclassified);
	KUNIT_EXPECT_EQ(test, own.counts.blur, live.blur);
	KUNIT_EXPECT_EQ(test, own.counts.lost_ns, live.lost_ns);
	KUNIT_EXPECT_EQ(test, own.threads, count_threads());
	check_totals(test, all);
	tda_groups_put(all);
}

/*
 * Records are what was counted, to the unit, for every value, at any moment at
 * which no charge is under way.
 */
void check_laws(struct kunit *test)
{
	static struct tda_sum records, total;
	unsigned int i;

	all_records(&records);
	tda_sync_total(fake.cpu, &total);
	for (i = 0; i < tda_values_room(); i++)
		if (is_in_use(i))
			KUNIT_EXPECT_EQ_MSG(test, records.val[i], total.val[i],
					    "%s of all records and of the CPU",
					    tda_value(i)->name);
	check_past(test, &records.past, &total.past,
		   "all records and of the CPU");
	KUNIT_EXPECT_EQ(test, records.switches, total.switches);
	KUNIT_EXPECT_EQ(test, records.unclassified, total.unclassified);
	KUNIT_EXPECT_LE(test, records.unclassified,
			records.val[TDA_VALUE_SLOTS]);
	check_groups(test);
}

/*
 * The CPU's total is what the hardware counted: after a fold, for counters. It
 * may call more slots a gap than there were, but not fewer.
 */
void check_hardware(struct kunit *test)
{
	static struct tda_sum total;
	unsigned int i, value;

	fake_fold();
	tda_sync_total(fake.cpu, &total);
	for (i = 0; i < tda_nr_counters_of(fake_c()); i++) {
		value = tda_value_on(fake_c(), i);
		KUNIT_EXPECT_EQ_MSG(test, total.val[value],
				    fake.total.val[value],
				    "%s of the CPU and of the hardware",
				    tda_value(value)->name);
	}
	if (tda_counts_extra())
		KUNIT_EXPECT_GE_MSG(test, total.val[tda_value_gap()],
				    fake.total.val[tda_value_gap()],
				    "slots called a gap, and those of one");
}

static u64 distance(u64 a, u64 b)
{
	return (s64)(a - b) < 0 ? b - a : a - b;
}

/* Counters to the unit; metrics within the bound that readers are told. */
static void compare(struct kunit *test, const char *who,
		    const struct fake_truth *truth,
		    const struct tda_counts *got)
{
	u64 slots = truth->val[TDA_VALUE_SLOTS];
	u64 bound = got->blur / 255 + slots / 1000000 * 16 + 16 +
		    4 * got->switches + got->unclassified + fake.live_slots;
	unsigned int i, value;

	for (i = 0; i < tda_nr_counters_of(fake_c()); i++) {
		value = tda_value_on(fake_c(), i);
		KUNIT_EXPECT_EQ_MSG(test, got->val[value], truth->val[value],
				    "%s of %s", tda_value(value)->name, who);
	}
	if (tda_counts_extra())
		KUNIT_EXPECT_EQ_MSG(test, got->val[tda_value_gap()],
				    truth->val[tda_value_gap()],
				    "the gap of %s", who);
	for (i = 0; !fake_c()->core_type && i < tda_nr_fields; i++) {
		value = TDA_VALUE_METRICS + i;
		KUNIT_EXPECT_LE_MSG(test, distance(got->val[value],
						   truth->val[value]), bound,
				    "%s of %s is %lld, truly %lld",
				    tda_value(value)->name, who,
				    got->val[value], truth->val[value]);
	}
	KUNIT_EXPECT_EQ_MSG(test, got->switches, truth->switches, "of %s", who);
	KUNIT_EXPECT_EQ_MSG(test, got->lost_ns, truth->lost_ns, "of %s", who);
}

/* Everybody who is there was charged what he was given, and nothing else. */
void check_truth(struct kunit *test)
{
	struct fake_task *t;
	struct tda_task *record;

	fake_fold();
	list_for_each_entry(t, &fake.tasks, list) {
		if (t->gone)
			continue;
		rcu_read_lock();
		record = tda_task_find(&t->task);
		rcu_read_unlock();
		if (record)
			compare(test, t->task.comm, &t->truth, &record->counts);
	}
	fake.untracked.switches = fake_c()->untracked->counts.switches;
	compare(test, "nobody", &fake.untracked, &fake_c()->untracked->counts);
}
