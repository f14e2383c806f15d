// SPDX-License-Identifier: GPL-2.0
/*
 * perf as the module meets it: it gives events, and now and then it reads,
 * stops, moves or takes away what it gave. The steps are those of the kernel's
 * driver for x86; each takes what was counted into event->count first.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <asm/perf_event.h>
#include <asm/processor.h>

#include "base/arch_cpu.h"
#include "charge/counter.h"
#include "fake.h"
#include "fake_cpuid.h"
#include "pmu/intel_metrics.h"
#include "record/cpu.h"

#define MASK48		((1ULL << 48) - 1)
#define PERIOD		((1ULL << 47) - 1)	/* perf's for a mere count */

/* Raw events have no register there, and the module itself asks for wide ones. */
const struct tda_arch_raw fake_raw_of_arm = {
	.bits	= 0xffff,
	.code	= 0xffff,
	.never	= 0x1e,
	.why_never = "is CHAIN",
	.layout	= "event is bits 0-15",
	.flaw	= TDA_RAW_STRAY,
};

/* Are all counters general, as on AMD's CPUs? */
static bool without_fixed(void)
{
	return fake_cpuid.x86_vendor == X86_VENDOR_AMD;
}

/* What perf calls the sorts of cores; the first has the type of raw events. */
static struct pmu core_pmu = { .name = "cpu_core", .type = PERF_TYPE_RAW };
static struct pmu atom_pmu = { .name = "cpu_atom", .type = 10 };

static struct pmu *pmu_of(int cpu)
{
	return fake_is_e_core(cpu) ? &atom_pmu : &core_pmu;
}

/* A raw event is one of a PMU, and a CPU has but one. */
static bool knows(const struct perf_event_attr *attr, int cpu)
{
	return attr->type == PERF_TYPE_HARDWARE ||
	       attr->type == pmu_of(cpu)->type;
}

static bool is_raw(const struct perf_event *event)
{
	return event->attr.type != PERF_TYPE_HARDWARE;
}

/* Does it count beside others, which count otherwise? */
static bool is_other(int cpu)
{
	return fake_is_e_core(cpu) && tda_nr_other;
}

/* Which of the counters that an E-core has? */
static unsigned int number_on_e_core(const struct perf_event_attr *attr)
{
	unsigned int i = 2;

	if (attr->type == PERF_TYPE_HARDWARE)
		return attr->config == PERF_COUNT_HW_INSTRUCTIONS;
	while (i < tda_nr_other &&
	       tda_value(tda_values_other() + i)->config != attr->config)
		i++;
	return i;
}

/* Are cycles the first that is counted, and nothing counts slots? */
static bool without_slots(void)
{
	return tda_nr_fixed < TDA_NR_FIXED;
}

/* The first place of the set that is free. */
static unsigned int next_of_set(int cpu)
{
	unsigned int i = tda_nr_kept;

	if (cpu != fake.cpu)
		return i + fake.nr_elsewhere++;
	while (fake.event[i])
		i++;
	return i;
}

/*
 * Which of the module's counters is this? Reference cycles are the first of
 * what it may have besides. Raw events come in order, while the module does not
 * know yet what it will count.
 */
static unsigned int number_of(const struct perf_event_attr *attr, int cpu)
{
	static const unsigned int first[] = {
		[PERF_COUNT_HW_CPU_CYCLES]	= 0,
		[PERF_COUNT_HW_INSTRUCTIONS]	= 1,
		[PERF_COUNT_HW_REF_CPU_CYCLES]	= 2,
	};
	static const unsigned int fixed[] = {
		[PERF_COUNT_HW_INSTRUCTIONS]	= 1,
		[PERF_COUNT_HW_CPU_CYCLES]	= 2,
		[PERF_COUNT_HW_REF_CPU_CYCLES]	= TDA_NR_FIXED,
	};
	unsigned int i = tda_nr_fixed;

	if (is_other(cpu))
		return number_on_e_core(attr);
	if (attr->config == PERF_COUNT_HW_REF_CPU_CYCLES && without_fixed() &&
	    attr->type == PERF_TYPE_HARDWARE)
		return tda_nr_fixed;
	if (attr->type == PERF_TYPE_HARDWARE)
		return without_slots() ? first[attr->config] :
					 fixed[attr->config];
	if (attr->config == 0x0400 || attr->config == 0x01a4)
		return 0;
	if (fake.changing)
		return next_of_set(cpu);
	for (; i < tda_nr_counters; i++)
		if (tda_value(tda_value_of(i))->config == attr->config)
			return i;
	for (i = tda_nr_fixed; fake.event[i];)
		i++;
	return i;
}

/* Where the driver for Intel puts it; none where a counter may be moved to. */
static u32 place_on_e_core(unsigned int i)
{
	static const u32 fixed[] = { 1U << 30 | 1, 1U << 30 | 0 };

	return i < ARRAY_SIZE(fixed) ? fixed[i] : (i - TDA_NR_FIXED) & 7;
}

/* Where the drivers for Intel and AMD put it. */
static u32 place_of(const struct perf_event_attr *attr, unsigned int i, int cpu)
{
	static const u32 fixed[TDA_NR_FIXED] = {
		TDA_RDPMC_SLOTS, 1U << 30 | 0, 1U << 30 | 1,
	};
	static const u32 first[] = { 1U << 30 | 1, 1U << 30 | 0 };

	if (without_fixed())
		return i;
	if (is_other(cpu))
		return place_on_e_core(i);
	if (i < tda_nr_fixed)
		return without_slots() ? first[i] : fixed[i];
	if (attr->type == PERF_TYPE_HARDWARE)
		return 1U << 30 | 2;
	return i - tda_nr_fixed - fake.ref_cycles;
}

static void put_on(struct perf_event *event, u32 rdpmc)
{
	event->hw.event_base_rdpmc = rdpmc;
	event->hw.idx = rdpmc & 1U << 30 ?
			INTEL_PMC_IDX_FIXED + (rdpmc & 0x1f) : rdpmc;
}

static u64 *register_of(struct perf_event *event)
{
	return fake_register(event->hw.event_base_rdpmc);
}

/* Take over what was counted. */
static void update(struct perf_event *event)
{
	u64 raw = *register_of(event);
	u64 more = (raw - local64_read(&event->hw.prev_count)) & MASK48;

	local64_set(&event->hw.prev_count, raw);
	local64_add(more, &event->count);
	local64_sub(more, &event->hw.period_left);
}

/* Let the counter begin where what is left of the period ends in overflow. */
static void begin(struct perf_event *event)
{
	s64 left = local64_read(&event->hw.period_left);

	if (left <= 0)
		left += PERIOD;
	local64_set(&event->hw.period_left, left);
	local64_set(&event->hw.prev_count, (u64)-left);
	*register_of(event) = -left & MASK48;
	if (event->hw.event_base_rdpmc == TDA_RDPMC_SLOTS)
		fake.metrics_valid = false;
}

/* The same, of an event of either CPU. */
static void update_there(struct perf_event *event)
{
	unsigned int was = fake_go(event->cpu);

	update(event);
	fake_go(was);
}

static void begin_there(struct perf_event *event)
{
	unsigned int was = fake_go(event->cpu);

	begin(event);
	fake_go(was);
}

struct perf_event *fake_perf_create(struct perf_event_attr *attr, int cpu,
				    struct task_struct *task, void *handler,
				    void *context)
{
	unsigned int i = number_of(attr, cpu);
	struct perf_event *event;

	if (!knows(attr, cpu))
		return ERR_PTR(-ENOENT);
	if (fake.leaving && !fake.kept)
		return ERR_PTR(-ENODEV);
	if (++fake.nr_created == fake.fail_create)
		return ERR_PTR(fake.create_error);
	if (fake.busy_cpu && cpu == fake.busy_cpu)
		return ERR_PTR(-EBUSY);
	event = kzalloc(sizeof(*event), GFP_KERNEL);
	if (!event)
		return ERR_PTR(-ENOMEM);
	event->attr = *attr;
	if (fake.raw)
		event->attr.config1 |= !fake.raw->registers;
	event->pmu = pmu_of(cpu);
	event->pmu->capabilities = fake.mute ? PERF_PMU_CAP_NO_INTERRUPT : 0;
	event->cpu = cpu;
	event->oncpu = -1;
	event->state = PERF_EVENT_STATE_OFF;
	local64_set(&event->hw.period_left, PERIOD);
	put_on(event, place_of(attr, i, cpu));
	if (cpu == fake.cpu && !fake.event[i]) {
		fake.event[i] = event;
		fake.made[i] = fake.nr_created;
		fake.unread[i] = fake_c()->counting;
	}
	fake.live_events++;
	if (!attr->disabled)
		fake_perf_enable(event);
	fake_at(FAKE_MADE, 0);
	return event;
}

static bool is_choosy(const struct perf_event *event)
{
	return event && is_raw(event) && (event->attr.config & 0xff) == 0x43;
}

/* One for a general counter: all raw events but slots are, and all on AMD. */
static bool is_general(const struct perf_event *event)
{
	if (event && without_fixed())
		return true;
	return event && is_raw(event) && event->attr.config != 0x0400 &&
	       event->attr.config != 0x01a4;
}

/* How many of such events have a counter, beside @event? */
static unsigned int nr_counted(bool (*is_such)(const struct perf_event *event),
			       const struct perf_event *event)
{
	unsigned int i, nr = 0;

	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (fake.event[i] != event && is_such(fake.event[i]) &&
		    fake.event[i]->state == PERF_EVENT_STATE_ACTIVE)
			nr++;
	return nr;
}

/* There are so many counters, and some events can be counted by a few only. */
static bool finds_room(const struct perf_event *event)
{
	if (fake.room && is_choosy(event) &&
	    nr_counted(is_choosy, event) >= fake.room)
		return false;
	return !is_general(event) ||
	       nr_counted(is_general, event) < fake.general;
}

/* perf takes all events off and puts them on again, as for another cgroup. */
static void begin_turn(void)
{
	unsigned int i;

	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (fake.event[i] &&
		    fake.event[i]->state == PERF_EVENT_STATE_ACTIVE)
			fake.event[i]->state = PERF_EVENT_STATE_INACTIVE;
}

/* It does so with interrupts off: on the CPU itself nobody sees it. */
void fake_perf_settles(void)
{
	unsigned int i;

	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (fake.event[i] &&
		    fake.event[i]->state == PERF_EVENT_STATE_INACTIVE)
			fake.event[i]->state = PERF_EVENT_STATE_ACTIVE;
}

void fake_perf_enable(struct perf_event *event)
{
	fake_perf_settles();
	if (++fake.nr_enabled == fake.fail_enable || !finds_room(event)) {
		event->state = PERF_EVENT_STATE_ERROR;
		return;
	}
	fake.nr_loud += !event->attr.exclude_user ||
			!event->attr.exclude_kernel;
	if (fake.changing && event->cpu == fake.cpu)
		fake_perf_restarts_all();
	event->state = PERF_EVENT_STATE_ACTIVE;
	event->oncpu = event->cpu;
	begin_there(event);
	if (fake.nr_enabled == fake.push_at)
		fake_perf_error(fake.push_out);
	if (fake.turning)
		begin_turn();
}

void fake_perf_disable(struct perf_event *event)
{
	fake_perf_settles();
	if (event->state != PERF_EVENT_STATE_ACTIVE)
		return;		/* what is in error stays so */
	update_there(event);
	event->state = PERF_EVENT_STATE_OFF;
	event->oncpu = -1;
}

/*
 * One that came back and was read counts from there on, unless the CPU gave up in
 * that very moment: then it was missing to the end, and its slots are of a gap.
 */
static void forget(unsigned int i)
{
	if (fake_c()->missing & BIT(i))
		fake.total.val[tda_value_on(fake_c(), i)] -= fake.unsure[i];
	fake.unsure[i] = 0;
	fake.event[i] = NULL;
}

int fake_perf_release(struct perf_event *event)
{
	unsigned int i;

	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (fake.event[i] == event)
			forget(i);
	if (event->cpu != fake.cpu && fake.nr_elsewhere)
		fake.nr_elsewhere--;
	kfree(event);
	fake.live_events--;
	return 0;
}

/* ---- what happens meanwhile --------------------------------------------- */

/* As for a reader of the event, or at a tick: one that counts. */
void fake_perf_reads(unsigned int i)
{
	if (fake.event[i] && fake.event[i]->oncpu >= 0)
		update(fake.event[i]);
}

/* Another event came or went, and all counters were stopped for it. */
void fake_perf_restarts(unsigned int i)
{
	update(fake.event[i]);
	begin(fake.event[i]);
}

/* A task of another cgroup comes, and there are events of cgroups. */
void fake_perf_restarts_all(void)
{
	unsigned int i;

	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (fake.event[i] &&
		    fake.event[i]->state == PERF_EVENT_STATE_ACTIVE)
			fake_perf_restarts(i);
}

/* Another event needed this counter more. */
void fake_perf_moves(unsigned int i, unsigned int to)
{
	update(fake.event[i]);
	put_on(fake.event[i], to);
	begin(fake.event[i]);
}

static void lose_counter(struct perf_event *event)
{
	update(event);
	event->state = PERF_EVENT_STATE_ERROR;
	event->oncpu = -1;
	/* Somebody else counts there now, from where perf lets all begin. */
	*register_of(event) = (-PERIOD & MASK48) + 123456;
}

/* Does perf give @other no counter either, when @i gets none? */
static bool goes_along(unsigned int i, unsigned int other)
{
	return fake.in_order && fake.event[other] &&
	       fake.event[other]->state == PERF_EVENT_STATE_ACTIVE &&
	       fake.made[other] > fake.made[i];
}

/* A pinned event lost its counter. */
void fake_perf_error(unsigned int i)
{
	unsigned int other;

	lose_counter(fake.event[i]);
	for (other = 0; other < TDA_MAX_COUNTERS; other++)
		if (goes_along(i, other))
			lose_counter(fake.event[other]);
}

/*
 * The handler of a metrics overflow: it zeroes both registers and adds to the
 * count, and leaves prev_count alone.
 */
void fake_perf_metrics_overflow(void)
{
	fake.ctrl |= TDA_GLOBAL_SLOTS | TDA_GLOBAL_METRICS;
	if (!fake.fixed[3])
		return;
	local64_add(fake.fixed[3], &fake.event[0]->count);
	fake.fixed[3] = 0;
	fake.since = 0;
	memset(fake.class, 0, sizeof(fake.class));
	fake.metrics_valid = true;
}
