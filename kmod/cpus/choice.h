/* SPDX-License-Identifier: GPL-2.0 */
/* The CPUs that cpus= chooses, and the core_type as which each of them can count. */
#ifndef _TDA_CPUS_CHOICE_H
#define _TDA_CPUS_CHOICE_H

#include <linux/types.h>

int tda_cpus_choose(const char *list);
bool tda_cpu_is_chosen(unsigned int cpu);
const char *tda_cpus_unfit(unsigned int *fit);
const char *tda_cpu_find_type(unsigned int cpu);

#endif /* _TDA_CPUS_CHOICE_H */
