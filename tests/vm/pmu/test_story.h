/* SPDX-License-Identifier: GPL-2.0 */
/* Stories: a whole PMU, driven by its registers as a driver would. */
#ifndef _PMU_TEST_STORY_H
#define _PMU_TEST_STORY_H

#include <stddef.h>
#include <stdint.h>

#include "pmu.h"

#define MAX_STEPS	20

enum op {
	END,
	RUN_USER,	/* a: instructions */
	RUN_KERNEL,
	MARK_USER,	/* a: class, b: how many */
	MARK_KERNEL,
	WRITE,		/* a: register, b: value */
	READ,		/* the same, and b is what must come */
	RDPMC,		/* the same, by index */
	RDPRU,
	NO_READ,	/* must fault */
	NO_WRITE,
	NO_RDPMC,
	POKE,		/* as WRITE, by a stranger */
	DUE,		/* a: an interrupt is due */
	INTERRUPT,
	WAKE,		/* it has slept */
	FOREIGN,	/* must be left to QEMU */
};

struct step {
	enum op op;
	uint64_t a, b;
};

struct story {
	const char *name;
	const char *options;		/* words */
	struct step steps[MAX_STEPS];
	unsigned int vcpu;
};

void tell_stories(const struct story *stories, size_t n);
/* One step of them; false when it does not go as it must. */
bool take_step(struct pmu *p, struct source *s, const struct step *at);

/* What a leaf of CPUID says. */
struct leaf {
	const char *name;
	const char *options;
	uint32_t leaf, subleaf;
	struct answer answer;
	unsigned int vcpu;
};

void ask_leaves(const struct leaf *leaves, size_t n);

#endif /* _PMU_TEST_STORY_H */
