// SPDX-License-Identifier: GPL-2.0
/*
 * AMD from Zen 2 on: core counters by their newer numbers and, for the first
 * four, by the older ones; from Zen 4 on (version 2) a global control and
 * status. And the counters that always run, APERF, MPERF and IRPERF, which are
 * the model's fixed ones.
 *
 * Perf's driver waits at each stop for the overflows that it sees to be
 * handled, so they are seen only where they also interrupt.
 */
#include "registers.h"

/* Registers; of the ranges, the first. */
enum {
	MSR_MPERF		= 0xe7,
	MSR_APERF		= 0xe8,
	MSR_MPERF_READ		= 0xc00000e7,
	MSR_APERF_READ		= 0xc00000e8,
	MSR_IRPERF		= 0xc00000e9,
	MSR_GLOBAL_STATUS	= 0xc0000300,
	MSR_GLOBAL_CTRL		= 0xc0000301,
	MSR_STATUS_RESET	= 0xc0000302,
	MSR_STATUS_SET		= 0xc0000303,
	MSR_OLD_CTL		= 0xc0010000,
	MSR_OLD_CTR		= 0xc0010004,
	MSR_HWCR		= 0xc0010015,
	MSR_CTL			= 0xc0010200,	/* control and counter in turns */
};

#define N_OLD			4	/* counters with older numbers */
#define HWCR_IRPERF		(1ULL << 30)

/* Of a control: event and umask, edge, invert, cmask; the event's upper bits. */
#define CTL_EVENT		0xfff84ffffULL
/* ls_not_halted_cyc */
#define EVENT_CYCLES		0x76
/* Everything that may be written to it; the host's and guests' modes too. */
#define CTL_VALID		0x30fffd7ffffULL

enum always {
	APERF,
	MPERF,
	IRPERF,
};

/* What RDPRU calls them. */
#define PRU_MPERF		0
#define PRU_APERF		1

#define LEAF_POWER		0x00000006
#define LEAF_HIGHEST		0x80000000
#define LEAF_FEATURES		0x80000001
#define LEAF_MORE_FEATURES	0x80000008
#define LEAF_PMU		0x80000022
#define ECX_APERFMPERF		(1U << 0)
#define ECX_PERFCTR_CORE	(1U << 23)
#define EBX_IRPERF		(1U << 1)
#define EBX_RDPRU		(1U << 4)
#define EDX_PRU_HIGHEST		(PRU_APERF << 16)
#define EAX_PERFMON_V2		(1U << 0)

static bool has_global(const struct pmu *p)
{
	return p->model->version >= 2;
}

static uint64_t all_generic(const struct pmu *p)
{
	return (1ULL << p->model->generic) - 1;
}

/* Kernels that do not know the global control find the counters let go. */
static void init(struct pmu *p)
{
	p->global_ctrl = all_generic(p);
}

static uint64_t *hwcr(struct pmu *p)
{
	return &p->extra[0];
}

static unsigned int fixed_modes(const struct pmu *p, unsigned int n)
{
	return n != IRPERF || p->extra[0] & HWCR_IRPERF ? FILTER_BOTH : 0;
}

static uint64_t find_status(struct pmu *p, const struct source *s)
{
	if (!p->o->overflow || !p->o->pmi)
		return 0;
	return pmu_overflows(p, s) & all_generic(p);
}

/* Where there is no status, what was told is over. */
static void interrupted(struct pmu *p, const struct source *s, uint64_t status)
{
	if (has_global(p))
		p->told |= status;
	else
		pmu_reset_status(p, s, status);
}

/* A counter or its control. */
struct place {
	bool is_control;
	unsigned int n;
};

static enum access find_place(const struct pmu *p, uint32_t msr,
			      struct place *at)
{
	if (within(msr, MSR_OLD_CTL, N_OLD)) {
		*at = (struct place) { true, msr - MSR_OLD_CTL };
	} else if (within(msr, MSR_OLD_CTR, N_OLD)) {
		*at = (struct place) { false, msr - MSR_OLD_CTR };
	} else if (within(msr, MSR_CTL, 2 * MAX_GENERIC)) {
		at->is_control = !(msr & 1);
		at->n = (msr - MSR_CTL) / 2;
	} else {
		return ACCESS_FOREIGN;
	}
	return at->n < p->model->generic ? ACCESS_DONE : ACCESS_FAULT;
}

static enum access read_place(struct pmu *p, const struct source *s,
			      uint32_t msr, uint64_t *value)
{
	struct place at = { 0 };
	enum access access = find_place(p, msr, &at);

	if (access != ACCESS_DONE)
		return access;
	*value = at.is_control ? p->evtsel[at.n] :
				 pmu_read(p, s, &p->generic[at.n]);
	return ACCESS_DONE;
}

static enum access write_place(struct pmu *p, const struct source *s,
			       uint32_t msr, uint64_t value)
{
	struct place at = { 0 };
	enum access access = find_place(p, msr, &at);

	if (access != ACCESS_DONE)
		return access;
	if (!at.is_control) {
		pmu_write(p, s, &p->generic[at.n], 1ULL << at.n, value);
		return ACCESS_DONE;
	}
	if (value & ~CTL_VALID)
		return ACCESS_FAULT;
	p->evtsel[at.n] = value;
	pmu_update(p, s);
	return ACCESS_DONE;
}

/* These have 64 bits. */
static uint64_t read_always(struct pmu *p, const struct source *s,
			    enum always n)
{
	counter_fold(&p->fixed[n], s, &p->core);
	return counter_value(&p->fixed[n], &p->core);
}

static enum access write_always(struct pmu *p, const struct source *s,
				enum always n, uint64_t value)
{
	counter_fold(&p->fixed[n], s, &p->core);
	counter_write(&p->fixed[n], &p->core, value);
	return ACCESS_DONE;
}

static enum access read_global(struct pmu *p, const struct source *s,
			       uint32_t msr, uint64_t *value)
{
	if (!has_global(p))
		return ACCESS_FAULT;
	if (msr == MSR_GLOBAL_STATUS)
		*value = find_status(p, s);
	else if (msr == MSR_GLOBAL_CTRL)
		*value = p->global_ctrl;
	return ACCESS_DONE;
}

static enum access read(struct pmu *p, const struct source *s, uint32_t msr,
			uint64_t *value)
{
	*value = 0;
	switch (msr) {
	case MSR_HWCR:
		*value = *hwcr(p);
		return p->o->nopmu ? ACCESS_FOREIGN : ACCESS_DONE;
	case MSR_MPERF:
	case MSR_MPERF_READ:
		*value = read_always(p, s, MPERF);
		return ACCESS_DONE;
	case MSR_APERF:
	case MSR_APERF_READ:
		*value = read_always(p, s, APERF);
		return ACCESS_DONE;
	case MSR_IRPERF:
		*value = read_always(p, s, IRPERF);
		return ACCESS_DONE;
	case MSR_GLOBAL_STATUS ... MSR_STATUS_SET:
		return read_global(p, s, msr, value);
	default:
		return read_place(p, s, msr, value);
	}
}

static enum access write_control(struct pmu *p, const struct source *s,
				 uint64_t value)
{
	if (value & ~all_generic(p))
		return ACCESS_FAULT;
	p->global_ctrl = value;
	pmu_update(p, s);
	return ACCESS_DONE;
}

static enum access write_global(struct pmu *p, const struct source *s,
				uint32_t msr, uint64_t value)
{
	if (!has_global(p) || msr == MSR_GLOBAL_STATUS)
		return ACCESS_FAULT;
	if (msr == MSR_GLOBAL_CTRL)
		return write_control(p, s, value);
	value &= all_generic(p);
	if (msr == MSR_STATUS_RESET)
		pmu_reset_status(p, s, value);
	else
		p->status |= value;
	return ACCESS_DONE;
}

static enum access write(struct pmu *p, const struct source *s, uint32_t msr,
			 uint64_t value)
{
	switch (msr) {
	case MSR_HWCR:
		*hwcr(p) = value;
		pmu_update(p, s);
		return ACCESS_DONE;
	case MSR_MPERF:
		return write_always(p, s, MPERF, value);
	case MSR_APERF:
		return write_always(p, s, APERF, value);
	case MSR_IRPERF:
		return write_always(p, s, IRPERF, value);
	case MSR_MPERF_READ:
	case MSR_APERF_READ:
		return ACCESS_FAULT;
	case MSR_GLOBAL_STATUS ... MSR_STATUS_SET:
		return write_global(p, s, msr, value);
	default:
		return write_place(p, s, msr, value);
	}
}

static enum access rdpmc(struct pmu *p, const struct source *s, uint32_t index,
			 uint64_t *value)
{
	if (index >= p->model->generic)
		return ACCESS_FAULT;
	*value = pmu_read(p, s, &p->generic[index]);
	return ACCESS_DONE;
}

static enum access rdpru(struct pmu *p, const struct source *s, uint32_t index,
			 uint64_t *value)
{
	*value = 0;
	if (index == PRU_MPERF)
		*value = read_always(p, s, MPERF);
	else if (index == PRU_APERF)
		*value = read_always(p, s, APERF);
	return ACCESS_DONE;
}

static struct answer amended(struct cpuid regs)
{
	return (struct answer) { .kind = ANSWER_AMENDED, .regs = regs };
}

static struct answer pmu_leaf(const struct pmu *p)
{
	struct answer a = { .kind = ANSWER_OURS };

	if (!p->o->nopmu) {
		a.regs.eax = EAX_PERFMON_V2;
		a.regs.ebx = p->model->generic;
	}
	return a;
}

static struct answer cpuid(const struct pmu *p, uint32_t leaf,
			   uint32_t subleaf)
{
	(void)subleaf;
	if (leaf == LEAF_PMU && has_global(p))
		return pmu_leaf(p);
	if (leaf == LEAF_HIGHEST && has_global(p))
		return amended((struct cpuid) { .highest = LEAF_PMU });
	if (p->o->nopmu)
		return (struct answer) { .kind = ANSWER_FOREIGN };
	if (leaf == LEAF_POWER)
		return amended((struct cpuid) { .ecx = ECX_APERFMPERF });
	if (leaf == LEAF_FEATURES)
		return amended((struct cpuid) { .ecx = ECX_PERFCTR_CORE });
	if (leaf == LEAF_MORE_FEATURES)
		return amended((struct cpuid) { .ebx = EBX_IRPERF | EBX_RDPRU,
						.edx = EDX_PRU_HIGHEST });
	return (struct answer) { .kind = ANSWER_FOREIGN };
}

const struct registers registers_amd = {
	.event = CTL_EVENT,
	.slots = EVENT_CYCLES,	/* so many times the width */
	.init = init,
	.read = read,
	.write = write,
	.rdpmc = rdpmc,
	.rdpru = rdpru,
	.cpuid = cpuid,
	.find = event_find,
	.generic_modes = pmu_generic_modes,
	.fixed_modes = fixed_modes,
	.status = find_status,
	.interrupting = pmu_interrupting,
	.interrupted = interrupted,
};
