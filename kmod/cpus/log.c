// SPDX-License-Identifier: GPL-2.0
/* What the kernel's log is told of the CPUs when counting begins. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mutex.h>

#include "charge/counter.h"
#include "charge/kind.h"
#include "choice.h"
#include "log.h"
#include "state.h"
#include "want.h"

static unsigned int nr_present(void)
{
	unsigned int i, present = 0;

	for (i = 0; i < tda_nr_values(); i++)
		present += tda_value_present(i);
	return present;
}

/* Which CPUs have the core_type @type, and count otherwise than those of type 0. */
static void tell_type(unsigned int type)
{
	static const char *const ordinal[TDA_MAX_CORE_TYPES] = { "", "second" };
	static struct cpumask others;	/* under mutex */
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	cpumask_clear(&others);
	for_each_online_cpu(cpu)
		if (tda_cpu_is_counting(cpu) &&
		    tda_cpu_of(cpu)->core_type == type)
			cpumask_set_cpu(cpu, &others);
	if (!cpumask_empty(&others))
		pr_info("CPUs %*pbl are cores of a %s sort: %s counters, %u values of their own; sets of events are not counted there\n",
			cpumask_pr_args(&others), ordinal[type],
			tda_kind[type]->name, tda_core_type[type].nr_values + 1);
}

static bool does_not_count(const struct tda_cpu *c)
{
	return c->state != TDACCT_STATE_COUNTING;
}

/* Move those of @from to @same that do not count for the reason of @c. */
static void move_same(struct cpumask *same, struct cpumask *from,
		      const struct tda_cpu *c)
{
	unsigned int cpu;

	cpumask_clear(same);
	for_each_cpu(cpu, from)
		if (!strcmp(tda_cpu_of(cpu)->reason, c->reason))
			cpumask_set_cpu(cpu, same);
	cpumask_andnot(from, from, same);
}

/* Say of the CPUs of @same, which are as @c, what they do not count, and why. */
static void tell_reason(const struct cpumask *same, const struct tda_cpu *c)
{
	bool many = cpumask_weight(same) > 1;

	if (does_not_count(c))
		pr_notice("CPU%s %*pbl %s not count: %s\n", many ? "s" : "",
			  cpumask_pr_args(same), many ? "do" : "does",
			  c->reason);
	else
		pr_notice("CPU%s %*pbl %s %s\n", many ? "s" : "",
			  cpumask_pr_args(same), many ? "count" : "counts",
			  c->reason);
}

/* A line for each reason, however many CPUs have it. */
static void tell_reasons(void)
{
	static struct cpumask left, same;	/* under mutex */
	unsigned int cpu;

	lockdep_assert_held(&tda_cpus_mutex);

	cpumask_clear(&left);
	for_each_online_cpu(cpu)
		if (*tda_cpu_of(cpu)->reason)
			cpumask_set_cpu(cpu, &left);
	while (!cpumask_empty(&left)) {
		const struct tda_cpu *c = tda_cpu_of(cpumask_first(&left));

		move_same(&same, &left, c);
		tell_reason(&same, c);
	}
}

/* For people, by enum tda_sharing. */
static const char *const others_have[] = {
	[TDA_SHARE_FAIR] = "perf is given those that it asks for, after a minute in turns (share=fair)",
	[TDA_SHARE_PERF] = "perf is given those that it asks for (share=perf)",
	[TDA_SHARE_TDACCT] = "perf has those that are left (share=tdacct)",
};

/*
 * Say what came of it. False if no CPU counts and none ever will: then @why
 * says why.
 */
bool tda_cpus_any_hope(char *why, size_t size)
{
	unsigned int cpu, type, counting = 0, hopeful = 0;

	mutex_lock(&tda_cpus_mutex);
	for_each_online_cpu(cpu) {
		struct tda_cpu *c = tda_cpu_of(cpu);

		counting += !does_not_count(c);
		hopeful += c->state == TDACCT_STATE_WAITING;
		if (tda_cpu_is_chosen(cpu))
			strscpy(why, c->reason, size);
	}
	tell_reasons();
	for (type = 1; type < tda_nr_core_types; type++)
		tell_type(type);
	mutex_unlock(&tda_cpus_mutex);
	if (counting)
		pr_info("counting %u values on %u of %u CPUs; of their counters, %s\n",
			nr_present(), counting, num_online_cpus(),
			others_have[READ_ONCE(tda_sharing)]);
	return counting || hopeful;
}
