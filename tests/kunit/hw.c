// SPDX-License-Identifier: GPL-2.0
/* What the registers really counted. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "charge/counter.h"
#include "fake.h"
#include "record/cpu.h"

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

bool fake_is_running(unsigned int i)
{
	const struct perf_event *event = fake.event[i];

	return event && event->state == PERF_EVENT_STATE_ACTIVE &&
	       fake_register_runs(fake_place(event));
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
	u32 place;

	if (!fake_is_running(i) || fake.stuck & BIT(i))
		return;
	place = fake_place(fake.event[i]);
	reg = fake_register(place);
	*reg = (*reg + n) & fake_register_mask(place);
	if (fake.unread[i])
		return;
	to->val[tda_value_on(fake_c(), i)] += n;
	fake.total.val[tda_value_on(fake_c(), i)] += n;
	if (fake_c()->missing & BIT(i))
		fake.unsure[i] += n;
	else
		fake.unsure[i] = 0;
}

/* Slots count, and something that was asked for besides does not. */
static bool is_gap(void)
{
	unsigned int i;

	if (fake_c()->core_type)
		return false;
	/* There is no set, and the CPU waits for the next one. */
	if (fake.changing && tda_nr_counters == tda_nr_kept)
		return fake_is_running(0);

	for (i = tda_nr_fixed(); fake_is_running(0) && i < tda_nr_counters; i++)
		if (!fake_is_running(i) || fake.unread[i])
			return true;
	return false;
}

void fake_count(u64 slots, const struct fake_mix *mix, struct fake_truth *to)
{
	unsigned int i;

	for (i = 0; i < tda_nr_counters_of(fake_c()); i++)
		count(i, slots, to);
	fake_count_classes(slots, mix, to);
	if (is_gap() && !(fake.stuck & BIT(0))) {
		to->val[tda_value_gap()] += slots;
		fake.total.val[tda_value_gap()] += slots;
	}
}

/* Let so many slots pass in no time. */
void fake_pass(u64 slots, const struct fake_mix *mix)
{
	fake_count(slots, mix, fake_charged());
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

/* ---- what the module reads ---------------------------------------------- */

/* From the first reading on, what an event that came back counts is a count. */
static void note_reading(u32 place)
{
	unsigned int i;

	for (i = 0; i < TDA_MAX_COUNTERS; i++)
		if (fake.event[i] && fake_place(fake.event[i]) == place)
			fake.unread[i] = false;
}

/* The module is about to read a counter. */
void fake_reading(u32 place)
{
	fake_at(FAKE_READ, place);
	if (fake.per_read)
		fake_pass(fake.per_read, &fake_mixed);
	note_reading(place);
}

/* The loop of a self-test takes some slots. */
void tda_spin(void)
{
	if (tda_nr_core_types > 1 && fake.here != fake.cpu)
		fake_count_elsewhere(fake.selftest);
	else
		fake_count(fake.selftest, &fake_mixed, &fake.running->truth);
}
