// SPDX-License-Identifier: GPL-2.0
/*
 * What AMD's registers that always run are worth beside counters: how many
 * instructions a reading of each takes, and what they count while the CPU is idle and
 * while programs run. Says it in the kernel's log when it is loaded, in lines
 * "always: ...", and stays for nothing else.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <asm/msr.h>

#define MSR_IRPERF_READ	0xc00000e9
#define PRU_APERF	1
#define READINGS	1000
#define WHILE_MS	200

/* Each is the difference over an interval, in the order of the names. */
enum {
	APERF, IRPERF, CYCLES, CYCLES_USER, INSNS, INSNS_USER, N_COUNTS
};

static const char *const names[N_COUNTS] = {
	"APERF", "IRPERF", "cycles", "cycles:u", "instructions",
	"instructions:u",
};

static struct perf_event *events[N_COUNTS];

static __always_inline u64 read_counter(u32 n)
{
	u64 low, high;

	asm volatile("rdpmc" : "=a" (low), "=d" (high) : "c" (n));
	return low | high << 32;
}

/* RDPRU, by its bytes: older assemblers do not know it. */
static __always_inline u64 read_pru(u32 n)
{
	u64 low, high;

	asm volatile(".byte 0x0f, 0x01, 0xfd"
		     : "=a" (low), "=d" (high) : "c" (n));
	return low | high << 32;
}

static __always_inline u64 read_msr(u32 n)
{
	u64 low, high;

	asm volatile("rdmsr" : "=a" (low), "=d" (high) : "c" (n));
	return low | high << 32;
}

static u64 irperf(void)
{
	return read_msr(MSR_IRPERF_READ);
}

/* Instructions of many readings, with interrupts off; the sum keeps them alive. */
#define COST(reading)							\
({									\
	u64 sum = 0, begun;						\
	unsigned long flags;						\
	unsigned int i;							\
									\
	local_irq_save(flags);						\
	begun = irperf();						\
	for (i = 0; i < READINGS; i++) {				\
		sum += reading;						\
		barrier();						\
	}								\
	begun = irperf() - begun;					\
	local_irq_restore(flags);					\
	barrier_data(&sum);						\
	begun;								\
})

static void tell_cost(const char *name, u64 cost, u64 nothing)
{
	u64 hundredths = (cost - nothing) * 100 / READINGS;

	pr_info("always: %s takes %llu.%02llu instructions\n", name,
		hundredths / 100, hundredths % 100);
}

/* What is compared with the registers. It is counted in both modes, or in one. */
static struct perf_event *open_event(u64 config, bool user_only)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = config,
		.size = sizeof(attr),
		.pinned = 1,
		.exclude_kernel = user_only,
	};

	return perf_event_create_kernel_counter(&attr, 0, NULL, NULL, NULL);
}

/* On the CPU that it counts, with interrupts off. */
static u64 event_total(struct perf_event *event)
{
	event->pmu->read(event);
	return local64_read(&event->count);
}

/* What an interrupt between two readings takes would be in some of them only. */
static void read_all(u64 *counts)
{
	unsigned long flags;
	unsigned int i;

	local_irq_save(flags);
	for (i = CYCLES; i < N_COUNTS; i++)
		counts[i] = event_total(events[i]);
	counts[APERF] = read_pru(PRU_APERF);
	counts[IRPERF] = irperf();
	local_irq_restore(flags);
}

/* A while, in which something else has the CPU, or nothing. */
static void tell_interval(const char *when)
{
	u64 was[N_COUNTS], now[N_COUNTS];
	unsigned int i;

	read_all(was);
	msleep(WHILE_MS);
	read_all(now);
	for (i = 0; i < N_COUNTS; i++)
		pr_info("always: %s: %s %llu\n", when, names[i],
			now[i] - was[i]);
}

static char *when = "idle";
module_param(when, charp, 0444);
MODULE_PARM_DESC(when, "what the CPU does meanwhile, for the lines that tell of it");

static void close_events(void)
{
	unsigned int i;

	for (i = CYCLES; i < N_COUNTS; i++)
		if (!IS_ERR_OR_NULL(events[i]))
			perf_event_release_kernel(events[i]);
}

static int open_events(void)
{
	unsigned int i;

	events[CYCLES] = open_event(PERF_COUNT_HW_CPU_CYCLES, false);
	events[CYCLES_USER] = open_event(PERF_COUNT_HW_CPU_CYCLES, true);
	events[INSNS] = open_event(PERF_COUNT_HW_INSTRUCTIONS, false);
	events[INSNS_USER] = open_event(PERF_COUNT_HW_INSTRUCTIONS, true);
	for (i = CYCLES; i < N_COUNTS; i++)
		if (IS_ERR(events[i]))
			return PTR_ERR(events[i]);
	return 0;
}

static void tell_costs(void)
{
	u64 nothing = COST(0);

	tell_cost("RDPMC", COST(read_counter(0)), nothing);
	tell_cost("RDPRU of APERF", COST(read_pru(PRU_APERF)), nothing);
	tell_cost("RDMSR of IRPERF", COST(irperf()), nothing);
}

/* Whoever loads it is to be pinned to CPU 0. */
static int __init always_init(void)
{
	int err = open_events();

	if (!err) {
		tell_costs();
		tell_interval(when);
	}
	close_events();
	return err;
}

static void __exit always_exit(void)
{
}

module_init(always_init);
module_exit(always_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("What AMD's registers that always run are worth beside counters");
