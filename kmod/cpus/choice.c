// SPDX-License-Identifier: GPL-2.0
/* The CPUs that cpus= chooses, and the core_type as which each of them can count. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/smp.h>

#include "charge/pmu.h"
#include "choice.h"
#include "state.h"

static struct cpumask chosen;		/* constant: where to count */

/* By cpus=. Anywhere, once that is read. */
bool tda_cpu_is_chosen(unsigned int cpu)
{
	return cpumask_test_cpu(cpu, &chosen);
}

/**
 * tda_cpus_choose - say where to count; before anything else here is called
 * @list: as the kernel writes it, "0-3,8"; NULL: on all CPUs
 *
 * Return: 0; -EINVAL if that is no such list, said why.
 */
int tda_cpus_choose(const char *list)
{
	int err;

	cpumask_copy(&chosen, cpu_possible_mask);
	if (!list)
		return 0;
	err = cpulist_parse(list, &chosen);
	if (err == -ERANGE || err == -EOVERFLOW ||
	    (!err && !cpumask_subset(&chosen, cpu_possible_mask)))
		pr_err("cpus=%s names a CPU that this machine does not have; it has %*pbl\n",
		       list, cpumask_pr_args(cpu_possible_mask));
	else if (err)
		pr_err("cpus=%s is not a list of CPUs such as 0-3,8\n", list);
	else if (cpumask_empty(&chosen))
		pr_err("cpus= names no CPU; give CPUs such as 0-3,8, or leave it out for all\n");
	else
		return 0;
	return -EINVAL;
}

struct fitness {
	unsigned int	core_type;
	const char	*why_not;
};

static void ask_whether_unfit(void *info)
{
	struct fitness *f = info;

	f->why_not = tda_pmu[f->core_type]->unfit(f->core_type);
}

/* Why @cpu can never count as one of @core_type, or NULL. */
static const char *unfit(unsigned int cpu, unsigned int core_type)
{
	struct fitness f = { core_type, "offline" };

	smp_call_function_single(cpu, ask_whether_unfit, &f, 1);
	return f.why_not;
}

const char tda_pmu_not_this_type[] =
	"a core of another type";

/*
 * Find the core_type of @cpu, which does not count now. Returns NULL, or why it cannot
 * count: what the kind of its own type says, or else that of type 0.
 */
const char *tda_cpu_find_type(unsigned int cpu)
{
	const char *why = NULL, *one;
	unsigned int type;

	lockdep_assert_held(&tda_cpus_mutex);

	for (type = 0; type < tda_nr_core_types; type++) {
		one = unfit(cpu, type);
		if (!one) {
			WRITE_ONCE(tda_cpu_of(cpu)->core_type, type);
			return NULL;
		}
		if (one != tda_pmu_not_this_type)
			why = one;
	}
	return why;
}

/*
 * Why no CPU that was chosen can ever count; or NULL, and @fit is one that may.
 * The caller keeps CPUs from coming and going. May sleep.
 */
const char *tda_cpus_unfit(unsigned int *fit)
{
	const char *why = "none of the CPUs in cpus= is online";
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		if (!tda_cpu_is_chosen(cpu))
			continue;
		*fit = cpu;
		why = unfit(cpu, 0);
		if (!why)
			break;
	}
	return why;
}
