/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between architectures: how a counter is read, what a raw event
 * looks like, and what CPU this is. Each has a header with what is inlined, chosen
 * here and nowhere else, and a source beside it (cpu_x86.c). Which counters it has,
 * and which kinds of them, is in pmu/counters_x86.c and pmu/kinds_x86.c.
 *
 * The header brings:
 *
 *	tda_arch_place(event)	the number by which the counter of an event that
 *				counts is read, here and now; perf may move it
 *	tda_arch_read(place)	what the counter holds, in full
 *	tda_arch_works(place)	can it be read without a fault?
 *	tda_spin()		be busy for a self-test
 */
#ifndef _TDA_ARCH_H
#define _TDA_ARCH_H

#include <linux/types.h>

#if defined(CONFIG_X86_64)
#include "base/x86.h"
#else
#error "tdacct counts on x86-64 only"
#endif

enum tda_vendor {
	TDA_VENDOR_OTHER,
	TDA_VENDOR_INTEL,
	TDA_VENDOR_AMD,
};

/**
 * struct tda_arch_cpu - what CPU this is
 * @vendor: as tables have it
 * @vendor_id: as user space is told
 * @family: of the vendor's
 * @model: of the family
 */
struct tda_arch_cpu {
	enum tda_vendor	vendor;
	const char	*vendor_id;
	unsigned int	family;
	unsigned int	model;
};

struct tda_arch_cpu tda_arch_cpu(void);

/**
 * struct tda_arch_raw - what perf's config of a raw event may be
 * @bits: it has no others
 * @code: of these, those that name the event, which are not all 0
 * @layout: what they mean, for people
 * @flaw: what is wrong with a config that has others
 */
struct tda_arch_raw {
	u64		bits;
	u64		code;
	const char	*layout;
	const char	*flaw;
};

#define TDA_RAW_STRAY	"has bits that a raw event does not have"

const struct tda_arch_raw *tda_arch_raw(void);

#endif /* _TDA_ARCH_H */
