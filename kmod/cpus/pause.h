/* SPDX-License-Identifier: GPL-2.0 */
/* No CPU counts: somebody has paused us, or the machine sleeps. */
#ifndef _TDA_CPUS_PAUSE_H
#define _TDA_CPUS_PAUSE_H

#include <linux/tdacct.h>
#include <linux/types.h>

void tda_cpus_pause(u64 ms);
void tda_cpus_resume(void);
enum tdacct_state tda_cpus_state(u64 *left_ms);
enum tdacct_state tda_cpus_state_of_all(void);	/* under tda_cpus_mutex */

/* At load and unload. */
void tda_cpus_pause_init(void);
void tda_cpus_pause_exit(void);
void tda_cpus_sleep_init(void);
void tda_cpus_sleep_exit(void);

#endif /* _TDA_CPUS_PAUSE_H */
