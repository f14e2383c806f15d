/* SPDX-License-Identifier: GPL-2.0 */
/* The counters of this machine, and who else uses them. */
#ifndef _HARDWARE_H
#define _HARDWARE_H

#include <stdbool.h>
#include <stdint.h>

struct hardware {
	/* The kind of counters, as the module names it. */
	char pmu[32];
	/*
	 * What perf calls them: on hybrid CPUs those of the large cores, on Arm's
	 * the first that it has.
	 */
	char device[32];
	bool atom;		/* perf has counters of E-cores besides */
	bool lowpower;		/* and of low-power ones that are another kind */
	/* As in struct event; 0: the CPU does not tell. */
	uint64_t counters;
	/* The kernel's NMI watchdog counts cycles. */
	bool watchdog;
};

/* @root stands before /proc and /sys: "" for this machine. */
void hardware_read(struct hardware *h, const char *root);
bool hardware_watchdog(const char *root);	/* this alone */

/*
 * The counters of a hardware thread, as leaf 0xA of CPUID describes them: these
 * are its registers. Where hyper-threading or a host takes some, it says so.
 */
uint64_t hardware_counters(uint32_t eax, uint32_t ecx, uint32_t edx);

/*
 * The same of AMD's: ECX of leaf 0x80000001, EAX and EBX of 0x80000022, or 0 where
 * there is no such leaf.
 */
uint64_t hardware_counters_amd(uint32_t features, uint32_t eax, uint32_t ebx);

/*
 * Of a hybrid CPU the leaf tells what all cores have, on all of them. Its
 * P-cores have two general counters more, and the fixed one of SLOTS.
 */
uint64_t hardware_large_core(uint64_t common);

#endif /* _HARDWARE_H */
