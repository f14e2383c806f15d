// SPDX-License-Identifier: GPL-2.0
/* The CPU on x86: what CPUID says of it, and its counters and MSRs. */
#include <linux/kernel.h>
#include <linux/string.h>
#include <asm/processor.h>

#include "charge/counter.h"
#include "charge/pmu.h"
#include "cpus/events.h"
#include "fake_cpuid.h"
#include "pmu/intel_metrics.h"
#include "pmu/plain.h"
#include "pmu/pmus.h"
#include "record/cpu.h"
#include "script.h"

#define MASK48		((1ULL << 48) - 1)
#define GARBAGE		0xa5c3f07e5aee3cc3ULL	/* metrics that mean nothing */

/* ---- which CPU it is ---------------------------------------------------- */

u32 fake_cpuid_eax(u32 leaf)
{
	if (leaf == 0x1a)
		return (fake_is_e_core(fake.here) ? 0x20 : 0x40) << 24 |
		       (fake_cpuid.native ?: 1);
	return leaf == 0xa ? fake_cpuid.leaf_a_eax : fake_cpuid.perfmon_eax;
}

u32 fake_cpuid_edx(u32 leaf)
{
	return leaf == 7 ? fake_cpuid.leaf_7_edx : fake_cpuid.leaf_a_edx;
}

/* As it is after power on, with both kinds of counters let run. */
static void power_on(void)
{
	fake.ctrl = TDA_GLOBAL_METRICS | 0xfULL << 32 | 0xff;
	fake.metrics_valid = false;
}

/* As it is before each test. */
void fake_cpu_begin(void)
{
	fake.rdpmc_fault = U32_MAX;
	fake_cpuid = (struct fake_cpuid){
		.x86_vendor	= X86_VENDOR_INTEL,
		.cpuid_level	= 0x20,
		.leaf_a_eax	= 0x08300805,
		.leaf_a_edx	= 0x00000604,
		.x86		= 6,
		.x86_model	= 0x8f,
		.x86_vendor_id	= "GenuineIntel",
	};
	fake_use(&tda_intel_metrics);
	fake_values_with_l2();
	power_on();
}

/* Counters and no metrics. */
void fake_use_plain(void)
{
	fake_use(&tda_plain);
}

/* A Haswell, which has what all have. */
void fake_cpu_of_no_table(void)
{
	fake_cpuid.x86_model = 0x3f;
}

/* A Zen 4: it has no fixed counters, and counts cycles. */
void fake_cpu_of_cycles_alone(void)
{
	fake_cpuid = (struct fake_cpuid){
		.x86_vendor		= X86_VENDOR_AMD,
		.x86_vendor_id		= "AuthenticAMD",
		.x86			= 0x19,
		.x86_model		= 0x11,
		.extended_cpuid_level	= 0x80000022,
		.perfmon_eax		= 1,
		.perfmon_ebx		= 0x12346,
	};
}

/*
 * A machine of two core types: PERF_METRICS and, of E-cores, events
 * of their own. Is the CPU of the test one of these, or the second one?
 */
void fake_use_hybrid(bool first, bool second)
{
	fake_use(&tda_intel_metrics);
	fake_cpuid.x86_model = 0x97;
	fake_cpuid.leaf_7_edx = 1 << 15;
	fake_cpuid.leaf_a_eax = 0x08300605;
	fake_cpuid.leaf_a_edx = 0x00000603;
	fake.e_core[0] = first;
	fake.e_core[1] = second;
	tda_events_many_pmus(true);
	tda_pmus_add_core_types();
}

/* ---- counting ----------------------------------------------------------- */

/* The bit of GLOBAL_CTRL that lets the counter at @rdpmc run. */
static u64 ctrl_bit(u32 rdpmc)
{
	return 1ULL << (rdpmc & 1U << 30 ? 32 + (rdpmc & 0x1f) : rdpmc);
}

/* A place is a number for RDPMC. */
u64 *fake_register(u32 rdpmc)
{
	unsigned int n = rdpmc & ~(1U << 30);

	if (rdpmc & 1U << 30)
		return n < ARRAY_SIZE(fake.fixed) ? &fake.fixed[n] : NULL;
	return n < ARRAY_SIZE(fake.generic) ? &fake.generic[n] : NULL;
}

u64 fake_register_mask(u32 place)
{
	return MASK48;
}

bool fake_register_runs(u32 place)
{
	return fake.ctrl & ctrl_bit(place);
}

/* Each slot is in one of the first four classes. */
void fake_count_classes(u64 slots, const struct fake_mix *mix,
			struct fake_truth *to)
{
	u64 rest = slots, n;
	unsigned int i;

	if (!tda_nr_fields || fake_c()->core_type || !fake_is_running(0) ||
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

/* On the other CPU, which is of another type: no truth is kept of it. */
void fake_count_elsewhere(u64 slots)
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

static u64 read_counter(u32 counter)
{
	u64 *reg = fake_register(counter);

	fake_reading(counter);
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

/* ---- steps that come at a bad moment ------------------------------------ */

static u64 nmi_slots;

/* SLOTS is about to be zeroed: what passed since @was is in no reading. */
static void take_back(struct fake_truth *to, unsigned int value, u64 was)
{
	u64 passed = to->val[value] - was;

	to->val[value] -= passed;
	fake.total.val[value] -= passed;
}

/* perf's handler ends by letting all counters run. */
static void nmi_enables(void *unused)
{
	struct fake_truth *to = fake_charged();
	u64 slots = to->val[TDA_VALUE_SLOTS];
	u64 gap = to->val[tda_value_gap()];

	fake.ctrl |= TDA_GLOBAL_SLOTS | TDA_GLOBAL_METRICS;
	if (!nmi_slots)
		return;
	fake_pass(nmi_slots, &fake_mixed);
	fake.live_slots += nmi_slots;
	if (fake.hook.reg != TDA_MSR_FIXED_CTR3)
		return;
	take_back(to, TDA_VALUE_SLOTS, slots);
	take_back(to, tda_value_gap(), gap);
}

static void nmi_in_clear(u32 msr, u64 slots)
{
	nmi_slots = slots;
	fake.hook = (struct fake_hook){ FAKE_WRMSR, msr, 1, nmi_enables };
}

/* Steps of a script that only x86 has. */
void fake_step(const struct step *step)
{
	switch (step->kind) {
	case STEP_METRICS_OVERFLOW:
		fake_perf_metrics_overflow();
		break;
	case STEP_CTRL_OFF:
		fake.ctrl &= ~step->n;
		break;
	case STEP_CTRL_ON:
		fake.ctrl |= step->n;
		break;
	case STEP_NMI_EARLY:
		nmi_in_clear(TDA_MSR_FIXED_CTR3, step->n);
		break;
	case STEP_NMI_LATE:
		nmi_in_clear(TDA_MSR_PERF_METRICS, step->n);
		break;
	default:
		break;
	}
}
