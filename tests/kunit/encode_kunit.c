// SPDX-License-Identifier: GPL-2.0
/* What is put into a message comes out of it, whole or not at all. */
#include <kunit/test.h>
#include <linux/skbuff.h>
#include <net/netlink.h>

#include "cpus/cpus_read.h"
#include "cpus/pause.h"
#include "record/group.h"
#include "record/notice.h"
#include "record/process_read.h"
#include "record/task_read.h"
#include "script.h"
#include "serve/encode.h"

#define ROOM	8192

/* All that a reader may be told, each number another one. */
static struct tda_task_view task;
static struct tda_process_view process;
static struct tda_cpu_view cpu;
static struct tda_group_row group;
static struct tda_notice ended;
static bool arrays;		/* how the reader wants its values */

static void fill_sum(struct tda_sum *sum, u64 from)
{
	unsigned int i;

	sum->switches = from + 100;
	sum->unclassified = from + 101;
	sum->blur = from + 102;
	sum->lost_ns = from + 103;
	for (i = 0; i < TDA_MAX_VALUES; i++)
		sum->val[i] = from + i;
}

static int begin(struct kunit *test)
{
	unsigned int i;

	fake_begin(test);
	fake_boot(test, 1000, 2);
	arrays = false;
	task = (struct tda_task_view){
		.id = 1ULL << 40, .tid = 71, .pid = 70,
		.comm = "fifteen chars!!",
		.born_ns = 72, .cpu_ns = 73, .age_ns = 74,
		.flags = TDACCT_TASK_RUNNING,
	};
	fill_sum(&task.sum, 1000);
	process = (struct tda_process_view){
		.id = 1ULL << 41, .pid = 80, .comm = "process", .born_ns = 81,
		.cpu_ns = 82, .threads = 83, .exited = 84, .running = true,
		.age_ns = 85, .nr_children = 86, .children_cpu_ns = 87,
	};
	fill_sum(&process.sum, 2000);
	fill_sum(&process.children, 3000);
	cpu = (struct tda_cpu_view){
		.state = TDACCT_STATE_WAITING, .reason = "because",
		.cpu_ns = 88, .stats = { .implausible = 50 + TDA_NR_SUMS },
	};
	for (i = 0; i < TDA_NR_SUMS; i++)
		cpu.stats.sums[i] = 50 + i;
	group = (struct tda_group_row){
		.id = 1ULL << 42, .parent = 90, .flags = TDACCT_CGROUP_REMOVED,
		.own = { .cpu_ns = 91, .threads = 92, .exited = 93 },
		.total = { .cpu_ns = 94, .threads = 95, .exited = 96 },
	};
	fill_sum(&group.own.counts, 7000);
	fill_sum(&group.total.counts, 8000);
	ended = (struct tda_notice){
		.tid = 61, .pid = 60, .flags = TDACCT_TASK_DEAD,
		.comm = "fifteen chars!!", .id = 62, .born_ns = 63,
		.cpu_ns = 64, .exited = 65, .cgroup = 66, .parent = 67,
		.path = "/its/path",
	};
	ended.epoch = tda_epoch;
	fill_sum(&ended.sum, 9000);
	fill_sum(&cpu.total, 4000);
	fill_sum(&cpu.idle, 5000);
	fill_sum(&cpu.untracked, 6000);
	return 0;
}

/* ---- messages ----------------------------------------------------------- */

static int build_info(struct sk_buff *skb)
{
	struct tda_info all = {
		.pmu = "intel_metrics", .clear_slots = 12345,
		.cpu = { .vendor_id = "GenuineIntel", .family = 6,
			 .model = 0x8f },
		.beside = {
			[1] = { .vendor_id = "ARM", .model = 0xd4f01,
				.midr = 0x410fd4f1 },
			[2] = { .vendor_id = "Ampere", .model = 0xac300,
				.midr = 0xc00fac30 },
		},
		.events_max = TDA_MAX_EVENTS,
	};

	all.state = tda_cpus_state(&all.left_ms);
	return tda_put_info(skb, &all);
}

static int build_task(struct sk_buff *skb)
{
	return tda_put_task(skb, &task, arrays);
}

static int build_process(struct sk_buff *skb)
{
	return tda_put_process(skb, &process, arrays);
}

static int build_cpu(struct sk_buff *skb)
{
	return tda_put_cpu(skb, 3, &cpu, arrays);
}

static int build_stats(struct sk_buff *skb)
{
	static const struct tda_stat more = { TDACCT_STAT_A_THREADS, 70 };

	return tda_put_stats(skb, &cpu.stats, 9, &more, 1);
}

static int build_group(struct sk_buff *skb)
{
	return tda_put_group(skb, &group, "/some/path", arrays, &tda_epoch);
}

static int build_ended(struct sk_buff *skb, enum tdacct_ended kind)
{
	ended.kind = kind;
	return tda_put_notice(skb, &ended, 68, 69);
}

static int build_ended_thread(struct sk_buff *skb)
{
	return build_ended(skb, TDACCT_ENDED_THREAD);
}

static int build_ended_process(struct sk_buff *skb)
{
	return build_ended(skb, TDACCT_ENDED_PROCESS);
}

static int build_ended_group(struct sk_buff *skb)
{
	return build_ended(skb, TDACCT_ENDED_CGROUP);
}

struct put_row {
	const char	*name;
	int		(*put)(struct sk_buff *skb);
};

static const struct put_row put_rows[] = {
	{ "info",	build_info },
	{ "a thread",	build_task },
	{ "a process",	build_process },
	{ "a CPU",	build_cpu },
	{ "statistics",	build_stats },
	{ "a cgroup",	build_group },
	{ "a thread that has ended",	build_ended_thread },
	{ "a process that has ended",	build_ended_process },
	{ "a cgroup that has ended",	build_ended_group },
};

static void put_name(const struct put_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(put, put_rows, put_name);

static struct sk_buff *message(struct kunit *test, unsigned int size)
{
	struct sk_buff *skb = alloc_skb(size, GFP_KERNEL);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, skb);
	/* The allocator gave more than it was asked for. */
	skb_reserve(skb, skb_tailroom(skb) - size);
	return skb;
}

/* Each size that is too small is refused; the first that is not is enough. */
static void refuse_no_room(struct kunit *test)
{
	const struct put_row *row = test->param_value;
	struct sk_buff *skb = message(test, ROOM);
	unsigned int need, size;

	KUNIT_ASSERT_EQ(test, row->put(skb), 0);
	need = skb->len;
	kfree_skb(skb);
	for (size = 0; size <= need; size += 4) {
		skb = message(test, size);
		KUNIT_EXPECT_EQ_MSG(test, row->put(skb),
				    size < need ? -EMSGSIZE : 0,
				    "%u of %u bytes", size, need);
		kfree_skb(skb);
	}
}

static void no_room(struct kunit *test)
{
	refuse_no_room(test);
	arrays = true;
	refuse_no_room(test);
}

/* ---- what is in them ---------------------------------------------------- */

static struct nlattr *find(struct sk_buff *skb, int type)
{
	return nla_find((void *)skb->data, skb->len, type);
}

static u64 number(const struct nlattr *attr)
{
	if (!attr)
		return U64_MAX;
	return nla_len(attr) == 4 ? nla_get_u32(attr) : nla_get_u64(attr);
}

/* As readers are promised: slots without events come last. */
static unsigned int seen(unsigned int i)
{
	unsigned int gap = FAKE_NR_FIXED +
			   (FAKE_HAS_METRICS ? TDA_NR_METRICS : 0);

	if (i < gap)
		return i;
	return i == tda_nr_values() - 1 ? gap : i + 1;
}

/* Where cycles are counted, slots are told in front of them. */
#define IN_FRONT	(FAKE_SLOTS_PER_CYCLE ? 1U : 0U)

static unsigned int nr_told(void)
{
	return tda_nr_values() + IN_FRONT;
}

static bool is_in_slots(unsigned int i)
{
	return FAKE_SLOTS_PER_CYCLE && (!i || i == nr_told() - 1);
}

static u64 told(const struct tda_sum *sum, unsigned int i)
{
	unsigned int value = i < IN_FRONT ? 0 : seen(i - IN_FRONT);

	return sum->val[value] * (is_in_slots(i) ? FAKE_SLOTS_PER_CYCLE : 1);
}

static const char *name_told(unsigned int i)
{
	return i < IN_FRONT ? "slots" : tda_value(seen(i - IN_FRONT))->name;
}

static void expect_values(struct kunit *test, const struct nlattr *values,
			  const struct tda_sum *sum)
{
	unsigned int i;

	KUNIT_ASSERT_TRUE(test, values != NULL);
	for (i = 0; i < nr_told(); i++)
		KUNIT_EXPECT_EQ(test, number(nla_find_nested(values, i + 1)),
				told(sum, i));
	KUNIT_EXPECT_TRUE(test, !nla_find_nested(values, i + 1));
}

static void expect_array(struct kunit *test, const struct nlattr *array,
			 const struct tda_sum *sum)
{
	unsigned int i;
	u64 value;

	KUNIT_ASSERT_TRUE(test, array != NULL);
	KUNIT_ASSERT_EQ(test, nla_len(array), 8 * (int)nr_told());
	for (i = 0; i < nr_told(); i++) {
		memcpy(&value, (u64 *)nla_data(array) + i, sizeof(value));
		KUNIT_EXPECT_EQ(test, value, told(sum, i));
	}
}

static void expect_sum(struct kunit *test, const struct nlattr *counts,
		       const struct tda_sum *sum)
{
	struct nlattr *values, *array;

	KUNIT_ASSERT_TRUE(test, counts && counts->nla_type & NLA_F_NESTED);
	values = nla_find_nested(counts, TDACCT_COUNTS_A_VALUES);
	array = nla_find_nested(counts, TDACCT_COUNTS_A_ARRAY);
	KUNIT_EXPECT_TRUE(test, !values != !array);
	if (arrays)
		expect_array(test, array, sum);
	else
		expect_values(test, values, sum);
	KUNIT_EXPECT_EQ(test, number(nla_find_nested(counts,
			TDACCT_COUNTS_A_SWITCHES)), sum->switches);
	KUNIT_EXPECT_EQ(test, number(nla_find_nested(counts,
			TDACCT_COUNTS_A_UNCLASSIFIED)), sum->unclassified);
	KUNIT_EXPECT_EQ(test, number(nla_find_nested(counts,
			TDACCT_COUNTS_A_BLUR)), sum->blur);
}

static void expect(struct kunit *test, struct sk_buff *skb, int type, u64 want)
{
	KUNIT_EXPECT_EQ_MSG(test, number(find(skb, type)), want,
			    "attribute %d", type);
}

static void a_thread(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	KUNIT_ASSERT_EQ(test, build_task(skb), 0);
	expect(test, skb, TDACCT_A_ID, task.id);
	expect(test, skb, TDACCT_A_TID, 71);
	expect(test, skb, TDACCT_A_PID, 70);
	expect(test, skb, TDACCT_A_BORN_NS, 72);
	expect(test, skb, TDACCT_A_CPU_NS, 73);
	expect(test, skb, TDACCT_A_AGE_NS, 74);
	expect(test, skb, TDACCT_A_TASK_FLAGS, TDACCT_TASK_RUNNING);
	expect(test, skb, TDACCT_A_LOST_NS, 1103);
	KUNIT_EXPECT_STREQ(test, (char *)nla_data(find(skb, TDACCT_A_COMM)),
			   "fifteen chars!!");
	expect_sum(test, find(skb, TDACCT_A_COUNTS), &task.sum);
	kfree_skb(skb);
}

/* The age of numbers is for what runs: others' are final up to their switch. */
static void no_age_of_what_sleeps(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	task.flags = 0;
	process.running = false;
	KUNIT_ASSERT_EQ(test, build_task(skb), 0);
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_AGE_NS));
	kfree_skb(skb);
	skb = message(test, ROOM);
	KUNIT_ASSERT_EQ(test, build_process(skb), 0);
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_AGE_NS));
	kfree_skb(skb);
}

static void a_process(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	KUNIT_ASSERT_EQ(test, build_process(skb), 0);
	expect(test, skb, TDACCT_A_ID, process.id);
	expect(test, skb, TDACCT_A_PID, 80);
	expect(test, skb, TDACCT_A_BORN_NS, 81);
	expect(test, skb, TDACCT_A_CPU_NS, 82);
	expect(test, skb, TDACCT_A_THREADS, 83);
	expect(test, skb, TDACCT_A_EXITED_THREADS, 84);
	expect(test, skb, TDACCT_A_AGE_NS, 85);
	expect(test, skb, TDACCT_A_CHILDREN_NR, 86);
	expect(test, skb, TDACCT_A_CHILDREN_CPU_NS, 87);
	expect(test, skb, TDACCT_A_CHILDREN_LOST_NS, process.children.lost_ns);
	expect_sum(test, find(skb, TDACCT_A_COUNTS), &process.sum);
	expect_sum(test, find(skb, TDACCT_A_CHILDREN), &process.children);
	kfree_skb(skb);
}

static void a_cpu(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	KUNIT_ASSERT_EQ(test, build_cpu(skb), 0);
	expect(test, skb, TDACCT_A_CPU, 3);
	expect(test, skb, TDACCT_A_STATE, TDACCT_STATE_WAITING);
	KUNIT_EXPECT_STREQ(test, (char *)nla_data(find(skb, TDACCT_A_REASON)),
			   "because");
	expect(test, skb, TDACCT_A_CPU_NS, 88);
	expect(test, skb, TDACCT_A_LOST_NS, cpu.total.lost_ns);
	expect_sum(test, find(skb, TDACCT_A_COUNTS), &cpu.total);
	expect_sum(test, find(skb, TDACCT_A_IDLE), &cpu.idle);
	expect_sum(test, find(skb, TDACCT_A_UNTRACKED), &cpu.untracked);
	KUNIT_EXPECT_EQ(test, number(nla_find_nested(find(skb, TDACCT_A_STATS),
			TDACCT_STAT_A_SWITCHES)), 4100ULL);
	kfree_skb(skb);
}

/* The ranges in order, and what was implausible; nothing where there are no metrics. */
static void sums(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);
	const struct nlattr *stat;
	unsigned int i;

	KUNIT_ASSERT_EQ(test, build_cpu(skb), 0);
	for (i = 0; i <= TDA_NR_SUMS; i++) {
		stat = nla_find_nested(find(skb, TDACCT_A_STATS),
				       TDACCT_STAT_A_SUMS_TO_238 + i);
		KUNIT_EXPECT_EQ(test, !!stat, FAKE_HAS_METRICS);
		if (stat)
			KUNIT_EXPECT_EQ(test, number(stat), 50ULL + i);
	}
	kfree_skb(skb);
}

static void expect_text(struct kunit *test, struct sk_buff *skb, int type,
			const char *want)
{
	struct nlattr *attr = find(skb, type);

	KUNIT_ASSERT_TRUE(test, attr != NULL);
	KUNIT_EXPECT_STREQ(test, (char *)nla_data(attr), want);
}

static void a_cgroup(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	KUNIT_ASSERT_EQ(test, build_group(skb), 0);
	expect(test, skb, TDACCT_A_CGROUP, group.id);
	expect(test, skb, TDACCT_A_CGROUP_PARENT, 90);
	expect_text(test, skb, TDACCT_A_CGROUP_PATH, "/some/path");
	expect(test, skb, TDACCT_A_CGROUP_FLAGS, TDACCT_CGROUP_REMOVED);
	expect(test, skb, TDACCT_A_CPU_NS, 94);
	expect(test, skb, TDACCT_A_THREADS, 95);
	expect(test, skb, TDACCT_A_EXITED_THREADS, 96);
	expect(test, skb, TDACCT_A_LOST_NS, 8103);
	expect_sum(test, find(skb, TDACCT_A_COUNTS), &group.total.counts);
	expect_sum(test, find(skb, TDACCT_A_OWN), &group.own.counts);
	kfree_skb(skb);
}

/* Nothing is above the root; a path that is too long or gone is left out. */
static void a_cgroup_without_names(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	group.parent = 0;
	KUNIT_ASSERT_EQ(test, tda_put_group(skb, &group, NULL, false,
					    &tda_epoch), 0);
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_CGROUP_PARENT));
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_CGROUP_PATH));
	kfree_skb(skb);
}

static void expect_ended(struct kunit *test, struct sk_buff *skb, u64 kind)
{
	expect(test, skb, TDACCT_A_SEQ, 68);
	expect(test, skb, TDACCT_A_MISSED, 69);
	expect(test, skb, TDACCT_A_KIND, kind);
	expect(test, skb, TDACCT_A_CPU_NS, 64);
	expect(test, skb, TDACCT_A_LOST_NS, 9103);
	expect_sum(test, find(skb, TDACCT_A_COUNTS), &ended.sum);
}

static void a_thread_that_has_ended(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	KUNIT_ASSERT_EQ(test, build_ended_thread(skb), 0);
	expect_ended(test, skb, TDACCT_ENDED_THREAD);
	expect(test, skb, TDACCT_A_ID, 62);
	expect(test, skb, TDACCT_A_TID, 61);
	expect(test, skb, TDACCT_A_PID, 60);
	expect(test, skb, TDACCT_A_BORN_NS, 63);
	expect(test, skb, TDACCT_A_TASK_FLAGS, TDACCT_TASK_DEAD);
	expect(test, skb, TDACCT_A_CGROUP, 66);
	expect_text(test, skb, TDACCT_A_COMM, "fifteen chars!!");
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_EXITED_THREADS));
	kfree_skb(skb);
}

static void a_process_that_has_ended(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	KUNIT_ASSERT_EQ(test, build_ended_process(skb), 0);
	expect_ended(test, skb, TDACCT_ENDED_PROCESS);
	expect(test, skb, TDACCT_A_ID, 62);
	expect(test, skb, TDACCT_A_PID, 60);
	expect(test, skb, TDACCT_A_BORN_NS, 63);
	expect(test, skb, TDACCT_A_EXITED_THREADS, 65);
	expect_text(test, skb, TDACCT_A_COMM, "fifteen chars!!");
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_TID));
	kfree_skb(skb);
}

static void a_cgroup_that_has_ended(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	KUNIT_ASSERT_EQ(test, build_ended_group(skb), 0);
	expect_ended(test, skb, TDACCT_ENDED_CGROUP);
	expect(test, skb, TDACCT_A_CGROUP, 66);
	expect(test, skb, TDACCT_A_CGROUP_PARENT, 67);
	expect(test, skb, TDACCT_A_EXITED_THREADS, 65);
	expect_text(test, skb, TDACCT_A_CGROUP_PATH, "/its/path");
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_COMM));
	kfree_skb(skb);
}

/* The third core type; readers of old have attributes for the second one. */
static void expect_beside(struct kunit *test, const struct nlattr *beside)
{
	const struct nlattr *vendor;

	KUNIT_ASSERT_TRUE(test, beside);
	vendor = nla_find_nested(beside, TDACCT_BESIDE_A_VENDOR);
	KUNIT_EXPECT_EQ(test, number(nla_find_nested(beside,
						     TDACCT_BESIDE_A_CORE_TYPE)), 2);
	KUNIT_EXPECT_STREQ(test, (const char *)nla_data(vendor), "Ampere");
	KUNIT_EXPECT_EQ(test, number(nla_find_nested(beside,
						     TDACCT_BESIDE_A_MODEL)),
			0xac300);
}

/* Numbers and names of values: in order, from 0, each once. */
static void info(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);
	struct nlattr *attr;
	unsigned int i = 0;
	int left;

	KUNIT_ASSERT_EQ(test, build_info(skb), 0);
	expect_text(test, skb, TDACCT_A_PMU, "intel_metrics");
	expect_text(test, skb, TDACCT_A_CPU_VENDOR, "GenuineIntel");
	expect(test, skb, TDACCT_A_CPU_FAMILY, 6);
	expect(test, skb, TDACCT_A_CPU_MODEL, 0x8f);
	expect_text(test, skb, TDACCT_A_OTHER_VENDOR, "ARM");
	expect(test, skb, TDACCT_A_OTHER_MODEL, 0xd4f01);
	expect_beside(test, find(skb, TDACCT_A_BESIDE));
	expect(test, skb, TDACCT_A_EVENTS_MAX, TDA_MAX_EVENTS);
	expect(test, skb, TDACCT_A_CLEAR_SLOTS,
	       FAKE_HAS_METRICS ? 12345 : U64_MAX);
	expect(test, skb, TDACCT_A_STATE, TDACCT_STATE_COUNTING);
	KUNIT_EXPECT_TRUE(test, !find(skb, TDACCT_A_RESUME_MS));
	nla_for_each_attr(attr, (void *)skb->data, skb->len, left) {
		if (nla_type(attr) != TDACCT_A_VALUE)
			continue;
		KUNIT_EXPECT_EQ(test, number(nla_find_nested(attr,
				TDACCT_VALUE_A_INDEX)), (u64)i);
		KUNIT_EXPECT_STREQ(test, (char *)nla_data(nla_find_nested(attr,
				   TDACCT_VALUE_A_NAME)), name_told(i));
		i++;
	}
	KUNIT_EXPECT_EQ(test, i, nr_told());
	kfree_skb(skb);
}

static void info_in_a_pause(struct kunit *test)
{
	struct sk_buff *skb = message(test, ROOM);

	tda_cpus_pause(5000);
	KUNIT_ASSERT_EQ(test, build_info(skb), 0);
	expect(test, skb, TDACCT_A_STATE, TDACCT_STATE_PAUSED);
	KUNIT_EXPECT_GT(test, number(find(skb, TDACCT_A_RESUME_MS)), 4000ULL);
	KUNIT_EXPECT_LE(test, number(find(skb, TDACCT_A_RESUME_MS)), 5001ULL);
	kfree_skb(skb);
}

/* Asked for arrays, everything but notices has them, and all else as before. */
static void as_arrays(struct kunit *test)
{
	arrays = true;
	a_thread(test);
	a_process(test);
	a_cpu(test);
	a_cgroup(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(as_arrays),
	KUNIT_CASE_PARAM(no_room, put_gen_params),
	KUNIT_CASE(a_thread),
	KUNIT_CASE(no_age_of_what_sleeps),
	KUNIT_CASE(a_process),
	KUNIT_CASE(a_cpu),
	KUNIT_CASE(sums),
	KUNIT_CASE(a_cgroup),
	KUNIT_CASE(a_cgroup_without_names),
	KUNIT_CASE(a_thread_that_has_ended),
	KUNIT_CASE(a_process_that_has_ended),
	KUNIT_CASE(a_cgroup_that_has_ended),
	KUNIT_CASE(info),
	KUNIT_CASE(info_in_a_pause),
	{ }
};

static struct kunit_suite encode_suite = {
	.name = "encode",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(encode_suite);
