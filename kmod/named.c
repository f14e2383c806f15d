// SPDX-License-Identifier: GPL-2.0
/*
 * Sets of events that have a name on this CPU, for the parameter set=. The table
 * is made of the tool's event data, so that both mean the same by a name. It is
 * gone when the module is loaded: whoever changes the set later sends its events.
 */
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "base/arch.h"
#include "named.h"

struct named_cpu {
	u8			vendor;		/* enum tda_vendor */
	u8			family;
	u32			model;		/* from this one ... */
	u32			last;		/* to that one */
};

/* @pmu: the kind of counters that the sets go with; NULL: any without its own */
struct family {
	const struct named_cpu		*cpus;
	unsigned int			nr_cpus;
	const char			*pmu;
	const struct tda_named_set	*sets;
	unsigned int			nr_sets;
};

#include "named_sets.h"

static bool __init has_cpu(const struct family *f)
{
	struct tda_arch_cpu cpu = tda_arch_counted();
	unsigned int i;

	for (i = 0; i < f->nr_cpus; i++)
		if (f->cpus[i].vendor == cpu.vendor &&
		    f->cpus[i].family == cpu.family &&
		    f->cpus[i].model <= cpu.model &&
		    cpu.model <= f->cpus[i].last)
			return true;
	return false;
}

/* The family of the CPUs that count, where it is counted by @pmu; or NULL. */
static const struct family *__init find_family(const char *pmu)
{
	const struct family *f, *any = NULL;

	for (f = families; f < families + ARRAY_SIZE(families); f++) {
		if (!has_cpu(f))
			continue;
		if (!f->pmu)
			any = f;
		else if (!strcmp(f->pmu, pmu))
			return f;
	}
	return any;
}

/* The set of that name on this CPU, where it is counted by @pmu; or NULL. */
const struct tda_named_set *__init tda_named_set(const char *name,
						 const char *pmu)
{
	const struct family *f = find_family(pmu);
	unsigned int i;

	for (i = 0; f && i < f->nr_sets; i++)
		if (!strcmp(f->sets[i].name, name))
			return &f->sets[i];
	return NULL;
}

/* The @names of all of them, as a sentence goes on after "there are". */
void __init tda_named_sets(const char *pmu, char *names, size_t size)
{
	const struct family *f = find_family(pmu);
	unsigned int i;
	size_t len;

	len = scnprintf(names, size, "%s", f && f->nr_sets ? "" : "none");
	for (i = 0; f && i < f->nr_sets; i++)
		len += scnprintf(names + len, size - len, "%s%s", i ? ", " : "",
				 f->sets[i].name);
}
