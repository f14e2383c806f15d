/* SPDX-License-Identifier: GPL-2.0 */
/* CPUs give counters to others and take them back. */
#ifndef _TDA_CPUS_SHARE_H
#define _TDA_CPUS_SHARE_H

#include "record/cpu.h"

extern unsigned int tda_share_after_s;	/* TDA_SHARE_FAIR: before turns */

/* Under tda_cpus_mutex. */
void tda_share_tell(const struct tda_cpu *c, char *reason, size_t size);
void tda_share_minute(void);

/* At load and unload. */
void tda_cpus_have_general(unsigned int nr);
void tda_cpus_share_init(void);
void tda_cpus_share_start(void);
void tda_cpus_share_exit(void);

#endif /* _TDA_CPUS_SHARE_H */
