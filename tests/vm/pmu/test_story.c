// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "test.h"
#include "test_story.h"

bool take_step(struct pmu *p, struct source *s, const struct step *at)
{
	uint64_t value = 0;

	switch (at->op) {
	case MARK_USER:
		s->markers[MODE_USER][at->a] += at->b;
		s->insns[MODE_USER] += at->b;
		return true;
	case MARK_KERNEL:
		s->markers[MODE_KERNEL][at->a] += at->b;
		s->insns[MODE_KERNEL] += at->b;
		return true;
	case RUN_USER:
		s->insns[MODE_USER] += at->a;
		return true;
	case RUN_KERNEL:
		s->insns[MODE_KERNEL] += at->a;
		return true;
	case WRITE:
		return pmu_wrmsr(p, s, at->a, at->b) == ACCESS_DONE;
	case READ:
		return pmu_rdmsr(p, s, at->a, &value) == ACCESS_DONE &&
		       value == at->b;
	case RDPMC:
		return pmu_rdpmc(p, s, at->a, &value) == ACCESS_DONE &&
		       value == at->b;
	case RDPRU:
		return pmu_rdpru(p, s, at->a, &value) == ACCESS_DONE &&
		       value == at->b;
	case NO_READ:
		return pmu_rdmsr(p, s, at->a, &value) == ACCESS_FAULT;
	case NO_WRITE:
		return pmu_wrmsr(p, s, at->a, at->b) == ACCESS_FAULT;
	case NO_RDPMC:
		return pmu_rdpmc(p, s, at->a, &value) == ACCESS_FAULT;
	case POKE:
		return pmu_poke(p, s, at->a, at->b) == ACCESS_DONE;
	case DUE:
		return pmu_interrupt_due(p, s) == at->a;
	case INTERRUPT:
		pmu_interrupt(p, s);
		return true;
	case WAKE:
		pmu_wake(p, s);
		return true;
	case FOREIGN:
		return pmu_rdmsr(p, s, at->a, &value) == ACCESS_FOREIGN &&
		       pmu_wrmsr(p, s, at->a, 0) == ACCESS_FOREIGN;
	default:
		return false;
	}
}

static void tell(const struct story *story)
{
	const struct step *at = story->steps;
	struct source s = { 0 };
	struct options o;
	struct pmu p;

	parse_words(&o, story->options);
	pmu_init(&p, &o, story->vcpu);
	while (at->op != END && take_step(&p, &s, at))
		at++;
	if (at->op != END)
		printf("# step %td: %#" PRIx64 " %#" PRIx64 "\n",
		       at - story->steps + 1, at->a, at->b);
	check(story->name, at->op, END);
}

void tell_stories(const struct story *stories, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tell(&stories[i]);
}

static bool same(const struct answer *a, const struct answer *b)
{
	return a->kind == b->kind &&
	       !memcmp(&a->regs, &b->regs, sizeof(a->regs));
}

static void ask(const struct leaf *leaf)
{
	struct answer is;
	struct options o;
	struct pmu p;

	parse_words(&o, leaf->options);
	pmu_init(&p, &o, leaf->vcpu);
	is = pmu_cpuid(&p, leaf->leaf, leaf->subleaf);
	if (!same(&is, &leaf->answer))
		printf("# is %x %x %x %x, kind %d\n", is.regs.eax, is.regs.ebx,
		       is.regs.ecx, is.regs.edx, is.kind);
	check(leaf->name, same(&is, &leaf->answer), true);
}

void ask_leaves(const struct leaf *leaves, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ask(&leaves[i]);
}
