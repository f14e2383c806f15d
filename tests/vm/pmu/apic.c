// SPDX-License-Identifier: GPL-2.0
#include "apic.h"
#include "guest.h"

#define APIC(offset)	(0xfee00000 + (offset))
#define EOI		APIC(0x0b0)	/* ends the interrupt that is being served */
#define ISR		APIC(0x100)	/* which ones are; eight times 32 vectors */
#define ICR		APIC(0x300)	/* sends interrupts to CPUs */
#define LVT_COUNTERS	APIC(0x340)	/* how counters interrupt */

#define VECTOR_AND_MODE	0x7ff
#define MODE		0x700
#define MODE_NMI	0x400
#define MASKED		(1U << 16)
#define TO_SELF		(1U << 18)
#define ASSERT		(1U << 14)

/*
 * QEMU's APIC knows this register and does nothing by it. But it sends an NMI
 * to its own CPU when it is told to.
 */
bool apic_interrupt(bool mask)
{
	uint32_t how;

	if (!guest_load_device(LVT_COUNTERS, &how) || how & MASKED)
		return false;
	if (mask && (how & MODE) == MODE_NMI &&
	    !guest_store_device(LVT_COUNTERS, how | MASKED))
		return false;
	return guest_store_device(ICR, (how & VECTOR_AND_MODE) | TO_SELF |
				       ASSERT);
}

/* What is served has the highest vector; 0: nothing is. */
static unsigned int served(void)
{
	uint32_t bits;

	for (int i = 7; i >= 0; i--)
		if (guest_load_device(ISR + 0x10 * i, &bits) && bits)
			return 32 * i + 31 - __builtin_clz(bits);
	return 0;
}

bool apic_put_off(void)
{
	unsigned int vector = served();

	return vector && guest_store_device(EOI, 0) &&
	       guest_store_device(ICR, vector | TO_SELF | ASSERT);
}
