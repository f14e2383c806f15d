/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Others who want counters: by perf's system call, or behind its back, and what
 * becomes of the module's CPUs then.
 */
#ifndef _OTHERS_H
#define _OTHERS_H

#include <stdbool.h>
#include <stdint.h>
#include <linux/perf_event.h>

#define SLOTS_EVENT	0x400	/* on the one counter that has PERF_METRICS */
#define LOADS_EVENT	0x81d0	/* any raw event on a generic counter */

struct other {
	uint32_t type;
	uint64_t config;
	bool pinned, exclusive, disabled;
};

/* A file descriptor, or -1 and errno. */
int open_event(const struct other *o, int pid, int cpu);
int must_open(const struct other *o, int pid, int cpu);
void enable_event(int fd);
void disable_event(int fd);

/*
 * What slots are counted by on one CPU, all of it, for somebody else: the counter that
 * PERF_METRICS goes with; or, where any general counter will do, these
 * all. Pinned, so that who comes later waits.
 */
#define MOST_HELD	16

struct hold {
	int fd[MOST_HELD];
	unsigned int nr;
};

void hold_slots(struct hold *h, int cpu);
void lie_in_wait_for_slots(struct hold *h, int cpu); /* not before hold_on() */
void hold_on(const struct hold *h);
void hold_off(const struct hold *h);
void hold_end(struct hold *h);

/* An event that counts slots for others. */
uint64_t slots_event(void);

/*
 * Where the module holds all counters: have it leave one to perf, and still count
 * shares and instructions; and as it was. Elsewhere nothing.
 */
void leave_one(void);
void take_all(void);

/* From here on, and of modules that are put in: nothing is given to others. */
void others_have_the_rest(void);

/* Take the module out, when it has said what it counts by; put it in. */
void must_remove(void);
void must_insert(const char *args);
/* In case that a row failed before it put it back. */
void have_module(void);

void await_cpu(uint32_t cpu, uint32_t state);
void await_whole(uint32_t cpu);	/* it counts, and lacks no event */

/*
 * In the laboratory any program can write the registers of its CPU's PMU, as
 * tools do that know no perf, or have them fail. False, or 0, when this is no
 * laboratory or there is no such register.
 */
#define MSR_INSTRUCTIONS	0x309	/* the fixed counters */
#define MSR_SLOTS		0x30c
#define MSR_METRICS		0x329
#define MSR_STATUS_SET		0x391
#define MSR_FAULTS		0x4fffff10

#define GLOBAL_SLOTS		(1ULL << 35)
#define GLOBAL_METRICS		(1ULL << 48)

/* What MSR_FAULTS takes, or-ed. */
#define FAULT_RDMSR_METRICS	(1 << 0)	/* faults */
#define FAULT_RDPMC_METRICS	(1 << 1)	/* faults */
#define FAULT_NO_FIELDS		(1 << 2)	/* reads as zero */
#define FAULT_STILL		(1 << 3)	/* slots are not counted */

/* On which general counter of CPU 0 is @event? None: -1. */
int place_of(uint64_t event);

/* The register of general counter @n, and the bits of all in the global control. */
uint32_t counter_at(unsigned int n);
uint64_t general_counters(void);

bool poke(uint32_t msr, uint64_t value);
bool peek(uint32_t msr, uint64_t *value);
/* On another CPU; ends the case as skipped where there is no laboratory. */
void poke_at(unsigned int cpu, uint32_t msr, uint64_t value);
uint64_t peek_at(unsigned int cpu, uint32_t msr);

#endif /* _OTHERS_H */
