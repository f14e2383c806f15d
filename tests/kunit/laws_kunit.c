// SPDX-License-Identifier: GPL-2.0
/*
 * The laws hold after any steps whatever: random scripts, each with a seed of
 * its own, so that one that fails can be run again.
 */
#include <kunit/test.h>

#include "cpus/pause.h"
#include "record/cpu.h"
#include "record/task.h"
#include "script.h"

#define STEPS	400
#define EXTRA	3

struct laws_row {
	const char	*name;
	u64		seed;
	u64		clear_slots;
	u64		per_read;
	bool		rough;		/* perf and NMIs interfere */
	bool		truncate;
	bool		ref_cycles;	/* are counted too */
	bool		plain;		/* counters, no metrics */
	bool		e_core;		/* of a machine that has others, too */
	bool		p_core;		/* the other one */
	enum fake_only	only;
};

static const struct laws_row laws_rows[] = {
	{ "calm",				1, 250000, .only = FAKE_X86 },
	{ "calm, threshold 0",			2, 0, .only = FAKE_X86 },
	{ "calm, threshold of 10 slots",	3, 10, .only = FAKE_X86 },
	{ "calm, fields cut off",		4, 250000, .truncate = true,
	  .only = FAKE_X86 },
	{ "calm, counters run while they are read", 5, 250000, 37,
	  .only = FAKE_X86 },
	{ "the same, threshold 0",		6, 0, 11, .only = FAKE_X86 },
	{ "rough 1",				11, 250000, 0, true,
	  .only = FAKE_X86 },
	{ "rough 2",				12, 250000, 0, true,
	  .only = FAKE_X86 },
	{ "rough 3",				13, 250000, 0, true,
	  .only = FAKE_X86 },
	{ "rough 4, threshold 0",		14, 0, 0, true,
	  .only = FAKE_X86 },
	{ "rough 5, threshold of 60,000",	15, 60000, 0, true,
	  .only = FAKE_X86 },
	{ "rough 6, fields cut off",		16, 250000, 0, true, true,
	  .only = FAKE_X86 },
	{ "rough 7, counters run while they are read", 17, 250000, 101, true,
	  .only = FAKE_X86 },
	{ "rough 8, the same, threshold 0",	18, 0, 7, true,
	  .only = FAKE_X86 },
	{ "calm, with reference cycles",	19, 250000,
	  .ref_cycles = true, .only = FAKE_X86 },
	{ "rough 9, with reference cycles",	20, 250000, 0, true,
	  .ref_cycles = true, .only = FAKE_X86 },
	{ "plain counters, calm",		21, .plain = true },
	{ "plain counters, calm, counters run while they are read", 22,
	  .per_read = 37, .plain = true },
	{ "plain counters, rough 1",		23, .rough = true,
	  .plain = true },
	{ "plain counters, rough 2, with reference cycles", 24, .rough = true,
	  .ref_cycles = true, .plain = true, .only = FAKE_X86 },
	{ "plain counters, rough 3, counters run while they are read", 25,
	  .per_read = 101, .rough = true, .plain = true },
	{ "plain counters, calm 2",		32, .plain = true },
	{ "plain counters, rough 4",		33, .rough = true,
	  .plain = true },
	{ "plain counters, rough 5",		34, .rough = true,
	  .plain = true },
	{ "plain counters, rough 6, counters run while they are read", 35,
	  .per_read = 11, .rough = true, .plain = true },
	{ "an E-core, calm",			26, 250000, .e_core = true,
	  .only = FAKE_X86 },
	{ "an E-core, calm, counters run while they are read", 27, 250000, 37,
	  .e_core = true, .only = FAKE_X86 },
	{ "an E-core, rough 1",			28, 250000, .rough = true,
	  .e_core = true, .only = FAKE_X86 },
	{ "an E-core, rough 2, counters run while they are read", 29, 250000,
	  101, true, .e_core = true, .only = FAKE_X86 },
	{ "a P-core beside E-cores, calm",	30, 250000, .p_core = true,
	  .only = FAKE_X86 },
	{ "a P-core beside E-cores, rough, with reference cycles", 31, 250000,
	  .rough = true, .ref_cycles = true, .p_core = true, .only = FAKE_X86 },
};

static void row_name(const struct laws_row *row, char *desc)
{
	strcpy(desc, row->name);
}
FAKE_ARRAY_PARAM(laws, laws_rows, row_name);

static u64 state;

static unsigned int any(unsigned int below)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (state >> 33) % below;
}

static const struct fake_mix *any_mix(void)
{
	static const struct fake_mix *const mixes[] = {
		&fake_retiring, &fake_frontend, &fake_mixed,
	};

	return mixes[any(ARRAY_SIZE(mixes))];
}

/* Slots of a slice: mostly few, now and then very many. */
static u64 any_slots(void)
{
	return any(20) ? any(60000) : any(3000000);
}

/* Steps that are any machine's daily life. */
static struct step calm_step(struct script *s)
{
	struct step step = { STEP_TO, any(SCRIPT_TASKS) };
	unsigned int other = any(SCRIPT_TASKS);

	switch (any(10)) {
	case 0:
		step.kind = STEP_FOLD;
		break;
	case 1:
		step.kind = STEP_IDLE;
		break;
	case 2:
		if (s->task[step.n] && s->task[step.n] != fake.running)
			step.kind = STEP_EXIT;
		break;
	case 3:
		if (!s->task[step.n] && s->task[other]) {
			step.kind = STEP_THREAD;
			step.m = other;
		}
		break;
	}
	return step;
}

/* And those that somebody else brings about. */
static struct step rough_step(struct script *s)
{
	static const u64 bits[] = {
		FAKE_METRICS_RUN, FAKE_SLOTS_RUN,
		FAKE_METRICS_RUN | FAKE_SLOTS_RUN,
	};
	struct step step = { .n = any(FAKE_NR_FIXED + EXTRA) };

	switch (any(14)) {
	case 0:
	case 1:
		step.kind = STEP_PERF_READS;
		break;
	case 2:
	case 3:
		step.kind = STEP_PERF_RESTARTS;
		break;
	case 4:
		if (step.n < FAKE_NR_FIXED)
			step.n = FAKE_NR_FIXED;
		step.kind = STEP_PERF_MOVES;
		/* To a place that is nobody else's. */
		step.m = step.n - FAKE_NR_FIXED + EXTRA;
		break;
	case 5:
		step.kind = STEP_PERF_ERROR;
		break;
	case 6:
		step.kind = STEP_CTRL_OFF;
		step.n = bits[any(ARRAY_SIZE(bits))];
		break;
	case 7:
	case 8:
		step.kind = STEP_CTRL_ON;
		step.n = FAKE_METRICS_RUN | FAKE_SLOTS_RUN;
		break;
	case 9:
		step.kind = any(2) ? STEP_NMI_EARLY : STEP_NMI_LATE;
		step.n = any(500);
		break;
	case 10:
		step.kind = STEP_NMI_READ;
		step.m = 1 + any(4);
		break;
	case 11:
		step.kind = any(2) ? STEP_PAUSE : STEP_RESUME;
		break;
	case 12:
		step.kind = STEP_WAIT;
		step.n = 1 + any(60);
		break;
	default:
		step.kind = any(2) ? STEP_DRY : STEP_WET;
	}
	return step;
}

/* Things as they should be, so that what still is to be counted is. */
static void settle(struct kunit *test, struct script *s)
{
	static const struct step steps[] = {
		WET, CTRL_ON(FAKE_METRICS_RUN | FAKE_SLOTS_RUN), RESUME,
		WAIT(60), RUN(1000, mixed), FOLD, RUN(1000, mixed), FOLD,
		{ STEP_END },
	};

	fake.hook.at = FAKE_NOWHERE;
	script_run(test, s, steps);
}

static void one_step(struct kunit *test, struct script *s, bool rough)
{
	struct step run = { STEP_RUN, any_slots(), 0, any_mix() };
	struct step step = rough && !any(4) ? rough_step(s) : calm_step(s);

	script_do(test, s, &run);
	script_do(test, s, &step);
}

static void laws(struct kunit *test)
{
	const struct laws_row *row = test->param_value;
	struct script s;
	unsigned int i;

	state = row->seed;
	fake.per_read = row->per_read;
	fake.truncate = row->truncate;
	fake.ref_cycles = row->ref_cycles;
	if (row->plain)
		fake_use_plain();
	if (row->e_core || row->p_core)
		fake_use_hybrid(row->e_core, false);
	fake_boot(test, row->clear_slots, EXTRA);
	script_begin(test, &s);
	for (i = 0; i < STEPS; i++) {
		one_step(test, &s, row->rough);
		if (i % 16 == 0)
			check_laws(test);
		if (test->status == KUNIT_FAILURE) {
			kunit_info(test, "the laws broke by step %u", i);
			return;
		}
	}
	settle(test, &s);
	check_laws(test);
	fake.per_read = 0;
	check_hardware(test);
	if (!row->rough && !row->per_read)
		check_truth(test);

	tda_cpus_pause(0);
	check_laws(test);
	check_hardware(test);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(laws, laws_gen_params),
	{ }
};

static struct kunit_suite laws_suite = {
	.name = "laws",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(laws_suite);
