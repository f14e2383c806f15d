// SPDX-License-Identifier: GPL-2.0
#include <stdint.h>

#include "gic.h"
#include "guest.h"

/* Of QEMU's machine "virt": each CPU has a redistributor, two frames of 64 kB. */
#define REDISTRIBUTOR(cpu)	(0x080a0000 + (uint64_t)(cpu) * 0x20000)
#define PRIVATE			0x10000		/* the frame of private interrupts */
#define ISPENDR0		0x200
#define ICPENDR0		0x280

#define PMU_INTERRUPT		23		/* PPI 7 */

/*
 * QEMU's own PMU holds the line low. A level-sensitive interrupt that was made
 * pending by hand stays so until that is taken back, like a line that is high.
 */
bool gic_set(unsigned int vcpu, bool raised)
{
	return guest_store_device(REDISTRIBUTOR(vcpu) + PRIVATE +
				  (raised ? ISPENDR0 : ICPENDR0),
				  1U << PMU_INTERRUPT);
}
