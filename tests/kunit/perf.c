// SPDX-License-Identifier: GPL-2.0
/*
 * perf as the module meets it: it gives events, and now and then it reads,
 * stops, moves or takes away what it gave. The steps are those of the kernel's
 * driver for x86, and of that for arm64, which differ in where an event is and how
 * it begins there; each takes what was counted into event->count first.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "base/arch_cpu.h"
#include "charge/counter.h"
#include "fake.h"
#include "record/cpu.h"

/* Raw events have no register there, and the module itself asks for wide ones. */
const struct tda_arch_raw fake_raw_of_arm = {
	.bits	= 0xffff,
	.code	= 0xffff,
	.never	= 0x1e,
	.why_never = "is CHAIN",
	.layout	= "event is bits 0-15",
	.flaw	= TDA_RAW_STRAY,
};

static bool is_raw(const struct perf_event *event)
{
	return event->attr.type != PERF_TYPE_HARDWARE;
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
 * Which of the module's counters is this? Raw events come in order, while the module
 * does not know yet what it will count.
 */
static unsigned int number_of(const struct perf_event_attr *attr, int cpu)
{
	int always = fake_perf_number(attr, cpu);
	unsigned int i;

	if (always >= 0)
		return always;
	if (fake.changing)
		return next_of_set(cpu);
	for (i = tda_nr_fixed(); i < tda_nr_counters; i++)
		if (tda_value(tda_value_of(i))->config == attr->config)
			return i;
	for (i = tda_nr_fixed(); fake.event[i];)
		i++;
	return i;
}

/* perf's for a mere count. */
static u64 period_of(const struct perf_event *event)
{
	return fake_perf_mask(event) >> 1;
}

static u64 *register_of(const struct perf_event *event)
{
	return fake_register(fake_place(event));
}

/* Take over what was counted. */
static void update(struct perf_event *event)
{
	u64 raw = fake_perf_reads_as(event, *register_of(event));
	u64 more = (raw - local64_read(&event->hw.prev_count)) &
		   fake_perf_mask(event);

	local64_set(&event->hw.prev_count, raw);
	local64_add(more, &event->count);
	local64_sub(more, &event->hw.period_left);
}

/* Let the counter begin where what is left of the period ends in overflow. */
static void begin(struct perf_event *event)
{
	s64 left = local64_read(&event->hw.period_left);
	s64 period = period_of(event);

	if (left <= -period)
		left = period;
	else if (left <= 0)
		left += period;
	local64_set(&event->hw.period_left, left);
	local64_set(&event->hw.prev_count, (u64)-left);
	*register_of(event) = fake_perf_writes(event, -left);
	fake_perf_begun(event);
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

	if (!fake_perf_knows(attr, cpu))
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
	event->pmu = fake_pmu(cpu);
	event->pmu->capabilities = fake.mute ? PERF_PMU_CAP_NO_INTERRUPT : 0;
	event->cpu = cpu;
	event->oncpu = -1;
	event->state = PERF_EVENT_STATE_OFF;
	local64_set(&event->hw.period_left, period_of(event));
	fake_perf_put(event, i);
	if (cpu == fake.cpu && !fake.event[i]) {
		fake.event[i] = event;
		fake.made[i] = fake.nr_created;
		fake.unread[i] = fake_c()->counting;
	}
	fake.live_events++;
	fake.nr_bare += attr->type == PERF_TYPE_RAW && attr->config & 0xff &&
			!attr->config1;
	if (!attr->disabled)
		fake_perf_enable(event);
	fake_at(FAKE_MADE, 0);
	return event;
}

static bool is_choosy(const struct perf_event *event)
{
	return event && is_raw(event) && (event->attr.config & 0xff) == 0x43;
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
	return !fake_perf_is_general(event) ||
	       nr_counted(fake_perf_is_general, event) < fake.general;
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
	fake_perf_put_on(fake.event[i], to);
	begin(fake.event[i]);
}

static void lose_counter(struct perf_event *event)
{
	update(event);
	event->state = PERF_EVENT_STATE_ERROR;
	event->oncpu = -1;
	/* Somebody else counts there now, from where perf lets all begin. */
	*register_of(event) = fake_perf_writes(event, -period_of(event)) + 123456;
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
