// SPDX-License-Identifier: GPL-2.0
/* The CPU on arm64: what its registers say of it, and its counters. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "base/arch.h"
#include "charge/counter.h"
#include "charge/pmu.h"
#include "fake.h"
#include "pmu/plain.h"
#include "record/cpu.h"
#include "script.h"

/* ---- which CPU it is ---------------------------------------------------- */

struct fake_arm fake_arm;

/* As it is before each test. */
void fake_cpu_begin(void)
{
	fake_arm = (struct fake_arm){
		.midr		= 0x410fd8e0,
		.version	= 7,
		.of_all		= 7,
		.nr		= 20,
		.slots		= 5,
	};
	fake_cores_forget();
	fake_use_plain();
}

void fake_use_plain(void)
{
	fake_use(&tda_plain_alone);
	tda_values_slots_per_cycle(fake_arm.slots);
}

/* A Cortex-A55. */
void fake_cpu_of_no_table(void)
{
	fake_arm.midr = 0x412fd050;
}

/* As it is anyway. */
void fake_cpu_of_cycles_alone(void)
{
}

/* Rows with two kinds of counters on a machine are of others. */
void fake_use_hybrid(bool first, bool second)
{
	WARN_ON_ONCE(1);
}

/* Counters have 32 bits before PMUv3p5; only that of cycles has more. */
void fake_arm_narrow(void)
{
	fake_arm.version = 5;
	fake_arm.of_all = 5;
}

/* ---- counting ----------------------------------------------------------- */

/* A place is the number of an event counter, or one behind these. */
u64 *fake_register(u32 place)
{
	if (place == TDA_ARM_CYCLES)
		return &fake.cycles;
	if (place == TDA_ARM_INSTRUCTIONS)
		return fake_arm.icntr ? &fake.instructions : NULL;
	return place < ARRAY_SIZE(fake.event_counter) ?
		       &fake.event_counter[place] : NULL;
}

u64 fake_register_mask(u32 place)
{
	return place < TDA_ARM_CYCLES && fake_arm.version < TDA_ARM_V3P5 ?
		       U32_MAX : U64_MAX;
}

/* Nobody switches one off behind perf's back. */
bool fake_register_runs(u32 place)
{
	return true;
}

void fake_count_classes(u64 slots, const struct fake_mix *mix,
			struct fake_truth *to)
{
}

void fake_count_elsewhere(u64 slots)
{
}

/* ---- what the module reads ---------------------------------------------- */

/* A counter that the CPU has; another one is an undefined instruction. */
static u64 read_counter(u32 place)
{
	fake_reading(place);
	if (place < TDA_ARM_CYCLES && place >= fake_arm.nr)
		fake.bad_reads++;
	if (!fake_register(place)) {
		fake.bad_reads++;
		return 0;
	}
	return *fake_register(place);
}

static u64 dfr0(unsigned int version)
{
	return 0x10305008 | version << 8;
}

static const struct {
	const char	*name;
	u32		place;
} counters[] = {
	{ "pmccntr_el0", TDA_ARM_CYCLES },
	{ "TDA_ARM_PMICNTR", TDA_ARM_INSTRUCTIONS },
};

static u64 read_counter_called(const char *name)
{
	unsigned int n;

	for (n = 0; n < ARRAY_SIZE(counters); n++)
		if (!strcmp(name, counters[n].name))
			return read_counter(counters[n].place);
	if (sscanf(name, "pmevcntr%u_el0", &n) == 1)
		return read_counter(n);
	fake.bad_reads++;
	return 0;
}

u64 tda_arm_fake(const char *name)
{
	if (!strcmp(name, "pmcr_el0"))
		return 0x41ULL << 24 | fake_arm.nr << 11;
	if (!strcmp(name, "midr_el1"))
		return fake_arm.midr;
	if (!strcmp(name, "id_aa64dfr0_el1"))
		return dfr0(fake_arm.version);
	if (!strcmp(name, "id_aa64dfr0_el1 of all"))
		return dfr0(fake_arm.of_all);
	if (!strcmp(name, "TDA_ARM_PMMIR"))
		return 0x100 | fake_arm.slots;
	return read_counter_called(name);
}

/* Steps of a script that only others have: nothing happens. */
void fake_step(const struct step *step)
{
}
