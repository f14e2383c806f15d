/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel's log is told of the CPUs when counting begins. */
#ifndef _TDA_CPUS_LOG_H
#define _TDA_CPUS_LOG_H

#include <linux/types.h>

/* At load; takes tda_cpus_mutex. */
bool tda_cpus_any_hope(char *why, size_t size);

#endif /* _TDA_CPUS_LOG_H */
