// SPDX-License-Identifier: GPL-2.0
/*
 * The list of what is counted. Set up once, before anything counts; from then
 * on only the set changes, by cpus/set.c.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <asm/barrier.h>

#include "values.h"

unsigned int tda_nr_counters __read_mostly;
unsigned int tda_values_used __read_mostly;
unsigned int tda_nr_kept __read_mostly;
unsigned int tda_nr_fields __read_mostly;
unsigned int tda_metrics_slack __read_mostly = TDA_METRICS_SLACK;
struct tda_epoch tda_epoch;

struct tda_core_type tda_core_type[TDA_MAX_CORE_TYPES] __read_mostly;
unsigned int tda_nr_core_types __read_mostly = 1;

/* Is there more than the counters that are always ours? A switch need not ask. */
DEFINE_STATIC_KEY_FALSE(tda_have_extra);

bool tda_have_second_level __read_mostly = true;
static unsigned int nr_own;	/* raw events that are not of the set */
static u64 called_config;	/* a raw event that has a name, 0: none does */
static const char *called;
static u64 last_epoch;

static struct tda_value values[TDA_MAX_VALUES];

const struct tda_value *tda_value(unsigned int index)
{
	return &values[index];
}

/**
 * tda_values_begin - say what is always counted
 * @always: what that is, in order
 * @nr: how many values
 * @nr_fields: those behind the first that have no counter of their own
 */
void tda_values_begin(const struct tda_value *always, unsigned int nr,
		      unsigned int nr_fields)
{
	memcpy(values, always, nr * sizeof(*always));
	tda_nr_fields = nr_fields;
	memset(tda_core_type, 0, sizeof(tda_core_type));
	tda_core_type[0].nr_values = nr;
	tda_core_type[0].nr_fixed = nr - nr_fields;
	tda_nr_core_types = 1;
	tda_nr_kept = tda_nr_fixed();
	tda_nr_counters = tda_nr_fixed();
	tda_values_used = nr;
	nr_own = 0;
	last_epoch = 1;
	tda_epoch = (struct tda_epoch){ last_epoch, nr };
	called_config = 0;
}

static u64 stray_bits(u64 config)
{
	return config & ~tda_arch_raw()->bits;
}

#define NO_CODE		"has event code 0: not a generic event"
#define NO_REGISTER	"has a value for an extra register, and no event of this CPU has one"

/* Why @e could never count, for people; or NULL. */
const char *tda_event_flaw(const struct tda_event *e)
{
	const struct tda_arch_raw *raw = tda_arch_raw();

	if (!(e->config & raw->code))
		return NO_CODE;
	if (e->config1 && !raw->registers)
		return NO_REGISTER;
	/* Kernels up to 6.1 let some event of Arm's wait for its turn for ever. */
	if (raw->never && e->config == raw->never)
		return raw->why_never;
	return stray_bits(e->config) ? raw->flaw : NULL;
}

/* Writes @e to @to as the parameter of the module has it, and returns @to. */
const char *tda_event_text(char to[TDA_EVENT_TEXT], const struct tda_event *e)
{
	if (e->config1)
		snprintf(to, TDA_EVENT_TEXT, "%#llx:%#llx", e->config,
			 e->config1);
	else
		snprintf(to, TDA_EVENT_TEXT, "%#llx", e->config);
	return to;
}

static int check_event(const struct tda_event *events, unsigned int i)
{
	const char *flaw = tda_event_flaw(&events[i]);
	char text[TDA_EVENT_TEXT];
	unsigned int before;

	tda_event_text(text, &events[i]);
	if (flaw && flaw == tda_arch_raw()->flaw) {
		pr_err("events[%u]=%s " TDA_RAW_STRAY ": %#llx; %s\n", i, text,
		       (unsigned long long)stray_bits(events[i].config),
		       tda_arch_raw()->layout);
		return -EINVAL;
	}
	if (flaw) {
		pr_err("events[%u]=%s %s\n", i, text, flaw);
		return -EINVAL;
	}
	for (before = 0; before < i; before++)
		if (tda_event_same(&events[before], &events[i])) {
			pr_err("events[%u]=%s is events[%u] again\n", i, text,
			       before);
			return -EINVAL;
		}
	return 0;
}

/**
 * tda_values_check - could such raw events ever count?
 * @events: as perf is asked for them
 * @nr: how many
 *
 * Return: 0; -EINVAL if one is no event or there already, said which and why.
 */
int tda_values_check(const struct tda_event *events, unsigned int nr)
{
	unsigned int i;
	int err = 0;

	for (i = 0; !err && i < nr; i++)
		err = check_event(events, i);
	return err;
}

static const struct tda_value ref_cycles_value = {
	"ref_cycles",			TDACCT_UNIT_CYCLES,	TDACCT_KIND_FIXED,
	PERF_COUNT_HW_REF_CPU_CYCLES
};

/* Readers are told of it first where a core_type counts cycles and not slots. */
const struct tda_value tda_slots_value[TDA_MAX_CORE_TYPES] = {
	{ "slots",			TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED },
	{ TDA_PREFIX_1 "slots",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED },
	{ TDA_PREFIX_2 "slots",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_FIXED },
};

static const struct tda_value gap_value = {
	"slots_without_events",		TDACCT_UNIT_SLOTS,	TDACCT_KIND_GAP
};

static void set_raw(struct tda_value *v, const struct tda_event *e)
{
	if (called_config && e->config == called_config && !e->config1)
		snprintf(v->name, sizeof(v->name), "%s", called);
	else if (e->config1)
		snprintf(v->name, sizeof(v->name), "r%llx:%llx",
			 (unsigned long long)e->config,
			 (unsigned long long)e->config1);
	else
		snprintf(v->name, sizeof(v->name), "r%llx",
			 (unsigned long long)e->config);
	v->unit = TDACCT_UNIT_EVENTS;
	v->kind = TDACCT_KIND_EVENT;
	v->config = e->config;
	v->config1 = e->config1;
}

/*
 * Uses @nr counters from here on. A record that ends meanwhile is added up with the old
 * number or the new one.
 */
static void use_counters(unsigned int nr, bool gap)
{
	WRITE_ONCE(tda_nr_counters, nr);
	WRITE_ONCE(tda_values_used, nr + tda_nr_fields + gap);
}

/**
 * tda_values_init - add to the list what was asked for
 * @ref_cycles: reference cycles, on the only counter that has them
 * @events: raw ones that tda_values_check() found right: the set
 * @nr: how many
 */
void tda_values_init(bool ref_cycles, const struct tda_event *events,
		     unsigned int nr)
{
	unsigned int i, first = tda_nr_fixed() + ref_cycles;

	values[tda_value_gap()] = gap_value;
	if (ref_cycles)
		values[tda_value_of(tda_nr_fixed())] = ref_cycles_value;
	for (i = 0; i < nr; i++)
		set_raw(&values[tda_value_of(first + i)], &events[i]);
	tda_nr_kept = first;
	use_counters(first + nr, ref_cycles || nr);
	tda_epoch.nr_values = tda_nr_values();
	if (tda_counts_extra())
		static_branch_enable(&tda_have_extra);
}

/* The first @nr of the raw events are no part of the set, and never change. */
void tda_values_keep(unsigned int nr)
{
	nr_own = nr;
	tda_nr_kept += nr;
}

/* Put @own as one of the values of the core_type that is being added. */
static void put_other(struct tda_value *v, const struct tda_value *own)
{
	static const char *const prefix[TDA_MAX_CORE_TYPES] = {
		"", TDA_PREFIX_1, TDA_PREFIX_2,
	};

	*v = *own;
	snprintf(v->name, sizeof(v->name), "%s%.16s", prefix[tda_nr_core_types],
		 own->name);
}

/**
 * tda_values_add_core_type - add what cores of one more type count
 * @always: what is no raw event, cycles first
 * @nr: how many these are
 * @configs: raw events
 * @nr_configs: how many these are; at most TDA_MAX_OTHER in all
 * @slots: in each cycle
 *
 * Their names get a prefix. After tda_values_begin() and tda_values_call(), and before
 * any record is made.
 *
 * Return: the core_type; 0 if there is no room for one more.
 */
unsigned int tda_values_add_core_type(const struct tda_value *always,
				      unsigned int nr,
				      const unsigned long long *configs,
				      unsigned int nr_configs,
				      unsigned int slots)
{
	unsigned int first = tda_values_room(), i;
	struct tda_value *v = &values[first], own = { };

	if (tda_nr_core_types == TDA_MAX_CORE_TYPES)
		return 0;

	for (i = 0; i < nr; i++)
		put_other(&v[i], &always[i]);
	for (i = 0; i < nr_configs; i++) {
		set_raw(&own, &(struct tda_event){ .config = configs[i] });
		put_other(&v[nr + i], &own);
	}
	tda_core_type[tda_nr_core_types] = (struct tda_core_type){
		first, nr + nr_configs, nr + nr_configs, slots
	};
	return tda_nr_core_types++;
}

/* No more than so many events can be in the set. */
unsigned int tda_set_max(void)
{
	return TDA_MAX_EVENTS - nr_own;
}

/* The set, as it is counted now. */
void tda_set_now(struct tda_set *set)
{
	unsigned int i;

	set->nr = tda_nr_counters - tda_nr_kept;
	for (i = 0; i < set->nr; i++) {
		const struct tda_value *v = &values[tda_values_kept() + i];

		set->event[i].config = v->config;
		set->event[i].config1 = v->config1;
	}
}

/*
 * Something may be missing: have the slots without it counted from here on, and a
 * switch look for what is. The caller keeps CPUs from coming and going, and none counts
 * anything on request.
 */
void tda_values_ready_for_gap(void)
{
	use_counters(tda_nr_counters, true);
	static_branch_enable_cpuslocked(&tda_have_extra);
}

/* Nothing was missing for long, and nothing can be: as before that. */
void tda_values_drop_gap(void)
{
	use_counters(tda_nr_counters, false);
}

/*
 * There is no set from here on. The epoch is over: first, as a
 * reader asks in which epoch something ended before it adds up.
 */
void tda_set_leave(void)
{
	WRITE_ONCE(tda_epoch.number, 0);
	/* Pairs with tda_notice_send(), tda_nr_values_to_add(): then fewer values. */
	smp_wmb();
	use_counters(tda_nr_kept, true);
}

/* There is another one, whose values are zero in all records. */
void tda_set_enter(const struct tda_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		set_raw(&values[tda_values_kept() + i], &set->event[i]);
	use_counters(tda_nr_kept + set->nr, true);
	tda_epoch.nr_values = tda_nr_values();
	/* Pairs with tda_notice_begin_sum(): the number comes last. */
	smp_store_release(&tda_epoch.number, ++last_epoch);
}

/* A switch need not ask any more whether there is anything but what always is. */
void tda_set_tell_switch(void)
{
	if (!tda_counts_extra())
		static_branch_disable_cpuslocked(&tda_have_extra);
}

/* This CPU's PERF_METRICS has four fields. Before anything is served. */
void tda_values_without_l2(void)
{
	tda_have_second_level = false;
}

/* Nothing counts slots here, but each cycle has so many. As above. */
void tda_values_slots_per_cycle(unsigned int slots)
{
	tda_core_type[0].slots_per_cycle = slots;
}

/*
 * Other CPUs count by themselves what is an event like any other here: users find
 * it by the same @name. As above.
 */
void tda_values_call(u64 config, const char *name)
{
	called_config = config;
	called = name;
}
