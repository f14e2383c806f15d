/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What CPU this is, and what a raw event looks like on it: what differs between
 * architectures, but is asked only now and then. The rest is in arch.h.
 */
#ifndef _TDA_ARCH_CPU_H
#define _TDA_ARCH_CPU_H

#include <linux/types.h>

enum tda_vendor {
	TDA_VENDOR_OTHER,
	TDA_VENDOR_INTEL,
	TDA_VENDOR_AMD,
	TDA_VENDOR_ARM,		/* made by Arm, */
	TDA_VENDOR_MICROSOFT,	/* ... by Microsoft, after Arm's cores, */
	TDA_VENDOR_ARM_OTHER,	/* ... by others, for Arm's architecture */
};

/**
 * struct tda_arch_cpu - what CPU this is
 * @vendor: as tables have it
 * @vendor_id: as user space is told
 * @family: of the vendor's; for Arm's architecture its version, 8
 * @model: of the family; for Arm's architecture the part, and the digits of variant
 *	   and revision behind it
 * @midr: for Arm's architecture MIDR_EL1, which has all of that; else 0
 */
struct tda_arch_cpu {
	enum tda_vendor	vendor;
	const char	*vendor_id;
	unsigned int	family;
	unsigned int	model;
	u32		midr;
};

/* Returns what CPU the caller runs on. */
struct tda_arch_cpu tda_arch_cpu(void);

/* Returns what a CPU of Arm's architecture is that has this MIDR_EL1. */
struct tda_arch_cpu tda_arch_describe(u32 midr);

/* A machine may have cores of so many types: the core_type is below this. */
#define TDA_MAX_CORE_TYPES	3

/*
 * Arm's machines may have cores of several types. @cpu is of core_type 0 from here on.
 * May sleep. tda_arch_core() tells what cores of a type are, whoever asks. Its midr is
 * 0 where there are none of them, as it is on other architectures.
 */
#ifdef CONFIG_ARM64
void tda_arch_count_as(unsigned int cpu);
void tda_arch_set_core(unsigned int core_type, u32 midr);
struct tda_arch_cpu tda_arch_core(unsigned int core_type);
#else
static inline void tda_arch_count_as(unsigned int cpu)
{
}

static inline struct tda_arch_cpu tda_arch_core(unsigned int core_type)
{
	const struct tda_arch_cpu none = { };

	return core_type ? none : tda_arch_cpu();
}
#endif

/* How the names begin of what cores of core_type 1 and 2 count. */
#ifdef CONFIG_ARM64
#define TDA_PREFIX_1	"other."
#define TDA_PREFIX_2	"other2."
#else
#define TDA_PREFIX_1	"atom."
#define TDA_PREFIX_2	"lowpower."
#endif

/**
 * struct tda_arch_raw - what perf's config of a raw event may be
 * @bits: it has no others
 * @code: of these, those that name the event, which are not all 0
 * @never: perf takes this one, and it never counts; 0: there is none
 * @why_never: and why
 * @registers: some events have an extra register, which perf programs (config1)
 * @layout: what they mean, for people
 * @flaw: what is wrong with a config that has others
 */
struct tda_arch_raw {
	u64		bits;
	u64		code;
	u64		never;
	const char	*why_never;
	bool		registers;
	const char	*layout;
	const char	*flaw;
};

#define TDA_RAW_STRAY	"has bits that a raw event does not have"

const struct tda_arch_raw *tda_arch_raw(void);

struct perf_event_attr;

/* Have the event of @attr made so that its counter goes round as late as can be. */
#ifdef CONFIG_ARM64
void tda_arch_ask(struct perf_event_attr *attr);
#else
static inline void tda_arch_ask(struct perf_event_attr *attr)
{
}
#endif

#endif /* _TDA_ARCH_CPU_H */
