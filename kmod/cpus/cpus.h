/* SPDX-License-Identifier: GPL-2.0 */
/* Follow the CPUs from load to unload: cpus.c. All of it may sleep. */
#ifndef _TDA_CPUS_H
#define _TDA_CPUS_H

#include <linux/types.h>

int tda_cpus_init(u64 clear_slots, bool count_guests);
int tda_cpus_start(void);
void tda_cpus_stop(void);
void tda_cpus_exit(void);

#endif /* _TDA_CPUS_H */
