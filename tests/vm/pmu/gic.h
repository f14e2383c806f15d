/* SPDX-License-Identifier: GPL-2.0 */
/* The interrupt controller of arm64's machine, as far as a PMU uses it. */
#ifndef _PMU_GIC_H
#define _PMU_GIC_H

#include <stdbool.h>

/* The line of the PMU of the vCPU whose thread asks. False: no such device. */
bool gic_set(unsigned int vcpu, bool raised);

#endif /* _PMU_GIC_H */
