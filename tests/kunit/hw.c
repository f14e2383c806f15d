// SPDX-License-Identifier: GPL-2.0
/* The registers, and what they really counted. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "charge/counter.h"
#include "fake.h"
#include "fake_cpuid.h"
#include "pmu/intel_metrics.h"
#include "record/cpu.h"

#define MASK48		((1ULL << 48) - 1)
#define GARBAGE		0xa5c3f07e5aee3cc3ULL	/* metrics that mean nothing */

struct fake fake;

/*	  retiring, bad speculation, front end, back end; the part of each */
const struct fake_mix fake_retiring = { { 255, 0, 0, 0, 85, 0, 0, 0 } };
const struct fake_mix fake_frontend = { { 15, 0, 240, 0, 0, 0, 180, 0 } };
const struct fake_mix fake_mixed = { { 51, 34, 68, 102, 17, 30, 51, 85 } };

struct tda_cpu *fake_c(void)
{
	return per_cpu_ptr(&tda_cpus, fake.cpu);
}

bool fake_is_e_core(unsigned int cpu)
{
	return fake.e_core[cpu != fake.cpu];
}

u32 fake_cpuid_eax(u32 leaf)
{
	if (leaf == 0x1a)
		return (fake_is_e_core(fake.here) ? 0x20 : 0x40) << 24 | 1;
	return leaf == 0xa ? fake_cpuid.leaf_a_eax : fake_cpuid.perfmon_eax;
}

u32 fake_cpuid_edx(u32 leaf)
{
	return leaf == 7 ? fake_cpuid.leaf_7_edx : fake_cpuid.leaf_a_edx;
}

/* As it is after power on, with both sorts of counters let run. */
void fake_hw_reset(void)
{
	fake.ctrl = TDA_GLOBAL_METRICS | 0xfULL << 32 | 0xff;
	fake.metrics_valid = false;
}

/* Has the moment of the hook come? Then do it, once. */
void fake_at(enum fake_point at, u32 reg)
{
	struct fake_hook hook = fake.hook;

	if (hook.at != at || (hook.reg && hook.reg != reg))
		return;
	if (hook.nth > 1) {
		fake.hook.nth--;
		return;
	}
	fake.hook.at = FAKE_NOWHERE;
	hook.run(hook.data);
}

/* ---- counting ----------------------------------------------------------- */

/* The bit of GLOBAL_CTRL that lets the counter at @rdpmc run. */
static u64 ctrl_bit(u32 rdpmc)
{
	return 1ULL << (rdpmc & 1U << 30 ? 32 + (rdpmc & 0x1f) : rdpmc);
}

u64 *fake_register(u32 rdpmc)
{
	unsigned int n = rdpmc & ~(1U << 30);

	if (rdpmc & 1U << 30)
		return n < ARRAY_SIZE(fake.fixed) ? &fake.fixed[n] : NULL;
	return n < ARRAY_SIZE(fake.generic) ? &fake.generic[n] : NULL;
}

static bool is_running(unsigned int i)
{
	const struct perf_event *event = fake.event[i];

	return event && event->state == PERF_EVENT_STATE_ACTIVE &&
	       fake.ctrl & ctrl_bit(event->hw.event_base_rdpmc);
}

/* How often event @i happens in so many slots: each has a rate of its own. */
static u64 events_in(unsigned int i, u64 slots)
{
	return i ? slots / (2 * i + 1) + i : slots;
}

/*
 * Who will be charged: nobody while the module does not count; what happens
 * within a switch, after counters were read, is the next task's.
 */
struct fake_truth *fake_charged(void)
{
	if (!fake_c()->counting)
		return &fake.untracked;
	return fake.next ? &fake.next->truth : &fake.running->truth;
}

static void count(unsigned int i, u64 slots, struct fake_truth *to)
{
	u64 *reg, n = events_in(i, slots);

	if (!is_running(i) || fake.stuck & BIT(i))
		return;
	reg = fake_register(fake.event[i]->hw.event_base_rdpmc);
	*reg = (*reg + n) & MASK48;
	if (fake.unread[i])
		return;
	to->val[tda_value_on(fake_c(), i)] += n;
	fake.total.val[tda_value_on(fake_c(), i)] += n;
	if (fake_c()->missing & BIT(i))
		fake.unsure[i] += n;
	else
		fake.unsure[i] = 0;
}

/* Each slot is in one of the first four classes. */
static void count_classes(u64 slots, const struct fake_mix *mix,
			  struct fake_truth *to)
{
	u64 rest = slots, n;
	unsigned int i;

	if (!tda_nr_fields || fake_c()->other || !is_running(0) ||
	    !(fake.ctrl & TDA_GLOBAL_METRICS))
		return;
	fake.since += slots;
	for (i = 0; i < TDA_NR_METRICS; i++) {
		n = i == 3 ? rest : slots * mix->field[i] / 255;
		rest -= i < 3 ? n : 0;
		fake.class[i] += n;
		to->val[TDA_VALUE_METRICS + i] += n;
		fake.total.val[TDA_VALUE_METRICS + i] += n;
	}
}

/* Slots count, and something that was asked for besides does not. */
static bool is_gap(void)
{
	unsigned int i;

	if (fake_c()->other)
		return false;
	/* There is no set, and the CPU waits for the next one. */
	if (fake.changing && tda_nr_counters == tda_nr_kept)
		return is_running(0);

	for (i = tda_nr_fixed; is_running(0) && i < tda_nr_counters; i++)
		if (!is_running(i) || fake.unread[i])
			return true;
	return false;
}

static void count_all(u64 slots, const struct fake_mix *mix,
		      struct fake_truth *to)
{
	unsigned int i;

	for (i = 0; i < tda_nr_counters_of(fake_c()); i++)
		count(i, slots, to);
	count_classes(slots, mix, to);
	if (is_gap() && !(fake.stuck & BIT(0))) {
		to->val[tda_value_gap()] += slots;
		fake.total.val[tda_value_gap()] += slots;
	}
}

/* Let so many slots pass in no time. */
void fake_pass(u64 slots, const struct fake_mix *mix)
{
	count_all(slots, mix, fake_charged());
}

/* Let so many slots pass, a nanosecond each. */
void fake_run(u64 slots, const struct fake_mix *mix)
{
	fake_pass(slots, mix);
	fake.now_ns += slots;
	fake.running->task.se.sum_exec_runtime += slots;
	if (!fake_c()->counting)
		fake.running->truth.lost_ns += slots;
}

/* ---- what the module reads and writes ----------------------------------- */

static u8 field_of(unsigned int i)
{
	u64 half = fake.truncate ? 0 : fake.since / 2;

	return fake.since ? (fake.class[i] * 255 + half) / fake.since : 0;
}

/* The eight bytes of PERF_METRICS. */
u64 fake_fields(void)
{
	u64 fields = 0;
	int i;

	if (!fake.metrics_valid || fake.metrics_stuck)
		return GARBAGE;
	for (i = TDA_NR_METRICS - 1; i >= 0; i--)
		fields = fields << 8 | field_of(i);
	return fields;
}

/* From the first reading on, what an event that came back counts is a count. */
static void note_reading(u32 counter)
{
	unsigned int i;

	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (fake.event[i] &&
		    fake.event[i]->hw.event_base_rdpmc == counter)
			fake.unread[i] = false;
}

static u64 read_counter(u32 counter)
{
	u64 *reg = fake_register(counter);

	fake_at(FAKE_RDPMC, counter);
	if (fake.per_read)
		fake_pass(fake.per_read, &fake_mixed);
	note_reading(counter);
	if (counter == TDA_RDPMC_METRICS)
		return fake_fields();
	if (!reg) {
		fake.bad_reads++;
		return 0;
	}
	return *reg;
}

u64 tda_rdpmc(u32 counter)
{
	return read_counter(counter);
}

/* On the other CPU, which is of another sort: no truth is kept of it. */
static void pass_elsewhere(u64 slots)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fake.fixed); i++)
		fake.fixed[i] = (fake.fixed[i] + slots) & MASK48;
	for (i = 0; i < ARRAY_SIZE(fake.generic); i++)
		fake.generic[i] = (fake.generic[i] + slots) & MASK48;
	fake.since += slots;
	for (i = 0; i < TDA_NR_METRICS; i++)
		fake.class[i] += slots * fake_mixed.field[i] / 255;
}

/* The loop of a self-test takes some slots. */
void tda_spin(void)
{
	if (tda_nr_other && fake.here != fake.cpu)
		pass_elsewhere(fake.selftest);
	else
		count_all(fake.selftest, &fake_mixed, &fake.running->truth);
}

bool tda_rdpmc_works(u32 counter)
{
	return counter != fake.rdpmc_fault;
}

void tda_rdpmc_halves(u32 counter, u32 *low, u32 *high)
{
	u64 value = read_counter(counter);

	*low = value;
	*high = value >> 32;
}

static void note(bool write, u32 msr, u64 value)
{
	if (fake.nr_log == ARRAY_SIZE(fake.log))
		fake.nr_log = 0;
	fake.log[fake.nr_log++] = (struct fake_access){ write, msr, value };
}

u64 tda_rdmsr(u32 msr)
{
	note(false, msr, fake.ctrl);
	if (msr != TDA_MSR_GLOBAL_CTRL)
		fake.bad_reads++;
	return fake.ctrl;
}

/* The metrics begin anew. That works only when SLOTS was zeroed before. */
static void clear_metrics(void)
{
	fake.since = 0;
	memset(fake.class, 0, sizeof(fake.class));
	fake.metrics_valid = fake.fixed[3] < 1ULL << 32;
}

static void write_register(u32 msr, u64 value)
{
	switch (msr) {
	case TDA_MSR_GLOBAL_CTRL:
		fake.ctrl = value;
		break;
	case TDA_MSR_FIXED_CTR3:
		fake.fixed[3] = value & MASK48;
		fake.metrics_valid = false;
		break;
	case TDA_MSR_PERF_METRICS:
		clear_metrics();
		break;
	default:
		fake.bad_reads++;
	}
}

void tda_wrmsr(u32 msr, u64 value)
{
	note(true, msr, value);
	fake_at(FAKE_WRMSR, msr);
	write_register(msr, value);
	fake_at(FAKE_WRITTEN, msr);
}

int fake_rdmsr_safe(u32 msr, u64 *value)
{
	if (msr == fake.msr_fault)
		return -EIO;
	*value = fake_fields();
	return 0;
}
