/* SPDX-License-Identifier: GPL-2.0 */
/* The local APIC of the vCPU whose thread asks, as far as a PMU uses it. */
#ifndef _PMU_APIC_H
#define _PMU_APIC_H

#include <stdbool.h>

/*
 * Interrupt as the register for the performance counters says, and mask it
 * where the hardware does, if @mask. False when it is masked: ask again later.
 */
bool apic_interrupt(bool mask);

/* The interrupt that has just been taken is to be taken another time. */
bool apic_put_off(void);

#endif /* _PMU_APIC_H */
