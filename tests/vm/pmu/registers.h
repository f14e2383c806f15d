/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What software sees of the counters of one vendor's CPUs: registers, indices
 * of RDPMC, leaves of CPUID. A file for each, registers_*.c; what they have in
 * common is in pmu.c. Pure.
 */
#ifndef _PMU_REGISTERS_H
#define _PMU_REGISTERS_H

#include "pmu.h"

/* Bits of the register that controls a generic counter. */
#define EVTSEL_USER		(1ULL << 16)
#define EVTSEL_KERNEL		(1ULL << 17)
#define EVTSEL_INTERRUPT	(1ULL << 20)
#define EVTSEL_ENABLE		(1ULL << 22)

/* Of a status: the bit of a fixed counter; a generic one has bit n. */
#define STATUS_FIXED(n)		(1ULL << (32 + (n)))

struct registers {
	uint64_t event;		/* the bits of a control that say what counts */
	uint64_t slots;		/* the event that counts all slots; 0: none */
	bool masks;		/* an overflow masks its entry in the APIC */

	/* The event that a control says, or NULL. */
	const struct event *(*find)(const struct event *events,
				    uint64_t config);

	/* At power on; NULL: nothing is to be done. */
	void (*init)(struct pmu *p);
	enum access (*read)(struct pmu *p, const struct source *s,
			    uint32_t msr, uint64_t *value);
	enum access (*write)(struct pmu *p, const struct source *s,
			     uint32_t msr, uint64_t value);
	/* NULL: there are no such instructions. */
	enum access (*rdpmc)(struct pmu *p, const struct source *s,
			     uint32_t index, uint64_t *value);
	enum access (*rdpru)(struct pmu *p, const struct source *s,
			     uint32_t index, uint64_t *value);
	struct answer (*cpuid)(const struct pmu *p, uint32_t leaf,
			       uint32_t subleaf);

	/* The modes that a counter counts now; 0: it stands still. */
	unsigned int (*generic_modes)(const struct pmu *p, unsigned int n);
	unsigned int (*fixed_modes)(const struct pmu *p, unsigned int n);
	/* After a control has changed and the counters were told. */
	void (*changed)(struct pmu *p, const struct source *s);
	/* The overflows so far, and which of them interrupt. */
	uint64_t (*status)(struct pmu *p, const struct source *s);
	uint64_t (*interrupting)(const struct pmu *p);
	/* Software has been interrupted for what @status says. */
	void (*interrupted)(struct pmu *p, const struct source *s,
			    uint64_t status);
};

extern const struct registers registers_intel, registers_amd, registers_arm;

/*
 * What a register of arm64 says that tells which core this is, of which the
 * emulator says @own.
 */
uint64_t registers_arm_identity(const struct pmu *p, uint32_t sysreg,
				uint64_t own);

/* For these files. */

/* After any control has changed. */
void pmu_update(struct pmu *p, const struct source *s);
uint64_t pmu_read(const struct pmu *p, const struct source *s,
		  struct counter *c);
/* @status is the counter's bit. */
void pmu_write(struct pmu *p, const struct source *s, struct counter *c,
	       uint64_t status, uint64_t value);
uint64_t pmu_value_mask(const struct pmu *p);
uint64_t pmu_overflows(struct pmu *p, const struct source *s);
/* Where each control has bits for modes and an enable, and a global one has more. */
unsigned int pmu_generic_modes(const struct pmu *p, unsigned int n);
/* The generic counters that are to interrupt. */
uint64_t pmu_interrupting(const struct pmu *p);
void pmu_reset_status(struct pmu *p, const struct source *s, uint64_t bits);

static inline bool within(uint32_t msr, uint32_t first, unsigned int number)
{
	return msr >= first && msr < first + number;
}

#endif /* _PMU_REGISTERS_H */
