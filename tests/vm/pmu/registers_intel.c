// SPDX-License-Identifier: GPL-2.0
/*
 * Intel: architectural performance monitoring, PERF_METRICS, and what CPUID
 * says of the cores of a hybrid.
 */
#include "registers.h"

/* Registers; of the ranges, the first. */
enum {
	MSR_PMC			= 0x0c1,
	MSR_EVTSEL		= 0x186,
	MSR_OFFCORE		= 0x1a6,
	MSR_FIXED		= 0x309,
	MSR_METRICS		= 0x329,
	MSR_CAPABILITIES	= 0x345,
	MSR_FIXED_CTRL		= 0x38d,
	MSR_GLOBAL_STATUS	= 0x38e,
	MSR_GLOBAL_CTRL		= 0x38f,
	MSR_STATUS_RESET	= 0x390,
	MSR_STATUS_SET		= 0x391,
	MSR_LATENCY		= 0x3f6,
	MSR_FRONTEND		= 0x3f7,
	MSR_PMC_FULL		= 0x4c1,
};

/* What says which event is counted, and no more. */
#define EVTSEL_EVENT		0xff84ffffULL

#define TOPDOWN_SLOTS_P		0x01a4

#define FIXED_KERNEL		1
#define FIXED_USER		2
#define FIXED_INTERRUPT		8

/* Of GLOBAL_CTRL, which is laid out as GLOBAL_STATUS is. */
#define CTRL_FIXED(n)		STATUS_FIXED(n)
#define CTRL_METRICS		(1ULL << 48)

#define CAP_FULL_WIDTH		(1ULL << 13)
#define CAP_METRICS		(1ULL << 15)

#define PMC_FIXED		(1U << 30)
#define PMC_METRICS		(1U << 29)

#define SLOTS			3	/* the fixed counter of that name */

/* CPUID. */
#define LEAF_HIGHEST		0x00
#define LEAF_FEATURES		0x01
#define LEAF_MORE_FEATURES	0x07
#define LEAF_PMU		0x0a
#define LEAF_CORE		0x1a
#define LEAF_PERFMON_EXT	0x23
#define ECX_PDCM		(1U << 15)	/* there are PERF_CAPABILITIES */
#define EDX_HYBRID		(1U << 15)
#define EAX_PERFMON_EXT		(1U << 8)	/* of subleaf 1 */
#define EXT_SUBLEAVES		0x3		/* 0 and 1 */

static bool has_metrics(const struct pmu *p)
{
	return p->model->fields && p->model->fixed > SLOTS &&
	       !p->o->nometrics && !p->bare;
}

static unsigned int fixed_filter(const struct pmu *p, unsigned int n)
{
	unsigned int bits = p->fixed_ctrl >> 4 * n;

	return (bits & FIXED_USER ? FILTER_USER : 0) |
	       (bits & FIXED_KERNEL ? FILTER_KERNEL : 0);
}

static unsigned int fixed_modes(const struct pmu *p, unsigned int n)
{
	if (!(p->global_ctrl & CTRL_FIXED(n)) ||
	    (n == SLOTS && p->faults & FAULT_STILL))
		return 0;
	return fixed_filter(p, n);
}

static void changed(struct pmu *p, const struct source *s)
{
	bool run = has_metrics(p) && fixed_modes(p, SLOTS) &&
		   p->global_ctrl & CTRL_METRICS;

	metrics_run(&p->metrics, s, &p->core, run, fixed_filter(p, SLOTS));
}

static void write_fixed(struct pmu *p, const struct source *s, unsigned int n,
			uint64_t value)
{
	pmu_write(p, s, &p->fixed[n], STATUS_FIXED(n), value);
	if (n == SLOTS) {
		p->unheard = p->metrics.running && !value ? p->o->live_clear : 0;
		metrics_fold(&p->metrics, s, &p->core);
		metrics_write_slots(&p->metrics, value & pmu_value_mask(p));
	}
}

/* Slots that are left out are gone once there are so many. */
static uint64_t read_fixed(struct pmu *p, const struct source *s,
			   unsigned int n)
{
	uint64_t value = pmu_read(p, s, &p->fixed[n]);

	if (n != SLOTS || !p->unheard)
		return value;
	if (value < p->unheard)
		return 0;
	value -= p->unheard;
	p->unheard = 0;
	pmu_write(p, s, &p->fixed[SLOTS], STATUS_FIXED(SLOTS), value);
	return value;
}

/* Once between two clears. */
static void overflow_metrics(struct pmu *p, const struct source *s)
{
	struct metrics *m = &p->metrics;

	if (!p->o->metrics_overflow || m->overflowed)
		return;
	metrics_fold(m, s, &p->core);
	m->overflowed = m->since.slots >= p->o->metrics_overflow;
	if (m->overflowed)
		p->status |= CTRL_METRICS;
}

static uint64_t find_status(struct pmu *p, const struct source *s)
{
	if (!p->o->overflow)
		return 0;
	overflow_metrics(p, s);
	return pmu_overflows(p, s);
}

/* Whoever reads it knows, and need not be interrupted any more. */
static uint64_t read_status(struct pmu *p, const struct source *s)
{
	uint64_t status = find_status(p, s);

	p->told |= status;
	return status;
}

static uint64_t interrupting(const struct pmu *p)
{
	uint64_t bits = CTRL_METRICS | pmu_interrupting(p);

	for (unsigned int n = 0; n < p->model->fixed; n++)
		if (p->fixed_ctrl >> 4 * n & FIXED_INTERRUPT)
			bits |= STATUS_FIXED(n);
	return bits;
}

static void interrupted(struct pmu *p, const struct source *s, uint64_t status)
{
	(void)s;
	p->told |= status;
}

static uint64_t capabilities(const struct pmu *p)
{
	return CAP_FULL_WIDTH | (has_metrics(p) ? CAP_METRICS : 0);
}

/* Backend Bound lacks so many. */
static uint64_t without_steps(uint64_t metrics, uint64_t steps)
{
	const unsigned int shift = 8 * FIELD_BE_BOUND;
	uint64_t have = metrics >> shift & 0xff;

	return metrics - ((steps < have ? steps : have) << shift);
}

static uint64_t read_metrics(struct pmu *p, const struct source *s)
{
	if (p->faults & FAULT_NO_FIELDS)
		return 0;
	metrics_fold(&p->metrics, s, &p->core);
	if (p->metrics.since.slots < p->o->settle)
		return 0;
	return without_steps(metrics_read(&p->metrics, p->o->round,
					  p->o->sticky, p->model->fields),
			     p->o->short_of);
}

/* Where one of a kind would be: there, missing on this model, or elsewhere. */
static enum access place(uint32_t msr, uint32_t first, unsigned int have,
			 unsigned int most, unsigned int *n)
{
	if (!within(msr, first, most))
		return ACCESS_FOREIGN;
	*n = msr - first;
	return *n < have ? ACCESS_DONE : ACCESS_FAULT;
}

enum range {
	RANGE_PMC,
	RANGE_PMC_FULL,
	RANGE_EVTSEL,
	RANGE_FIXED,
	N_RANGES
};

static const struct {
	uint32_t first;
	bool fixed;
} ranges[N_RANGES] = {
	[RANGE_PMC]		= { MSR_PMC },
	[RANGE_PMC_FULL]	= { MSR_PMC_FULL },
	[RANGE_EVTSEL]		= { MSR_EVTSEL },
	[RANGE_FIXED]		= { MSR_FIXED, .fixed = true },
};

static enum access find_range(const struct pmu *p, uint32_t msr,
			      enum range *range, unsigned int *n)
{
	const struct model *model = p->model;
	enum access access = ACCESS_FOREIGN;

	for (*range = 0; *range < N_RANGES; (*range)++) {
		bool fixed = ranges[*range].fixed;

		access = place(msr, ranges[*range].first,
			       fixed ? model->fixed : model->generic,
			       fixed ? MAX_FIXED : MAX_GENERIC, n);
		if (access != ACCESS_FOREIGN)
			break;
	}
	return access;
}

static enum access read_range(struct pmu *p, const struct source *s,
			      uint32_t msr, uint64_t *value)
{
	unsigned int n = 0;
	enum range range;
	enum access access = find_range(p, msr, &range, &n);

	if (access != ACCESS_DONE)
		return access;
	if (range == RANGE_EVTSEL)
		*value = p->evtsel[n];
	else if (range == RANGE_FIXED)
		*value = read_fixed(p, s, n);
	else
		*value = pmu_read(p, s, &p->generic[n]);
	return access;
}

/*
 * Where software says more of what some events count. We have none of these
 * events, but a driver hands out the registers only if they keep a value.
 */
static uint64_t *find_extra(struct pmu *p, uint32_t msr)
{
	switch (msr) {
	case MSR_OFFCORE:
	case MSR_OFFCORE + 1:
		return &p->extra[msr - MSR_OFFCORE];
	case MSR_LATENCY:
		return &p->extra[2];
	case MSR_FRONTEND:
		return &p->extra[3];
	default:
		return NULL;
	}
}

static enum access read(struct pmu *p, const struct source *s, uint32_t msr,
			uint64_t *value)
{
	const uint64_t *extra = find_extra(p, msr);

	*value = extra ? *extra : 0;
	if (extra)
		return ACCESS_DONE;
	switch (msr) {
	case MSR_CAPABILITIES:
		*value = capabilities(p);
		return ACCESS_DONE;
	case MSR_METRICS:
		if (!has_metrics(p) || p->faults & FAULT_RDMSR_METRICS)
			return ACCESS_FAULT;
		*value = read_metrics(p, s);
		return ACCESS_DONE;
	case MSR_FIXED_CTRL:
		*value = p->fixed_ctrl;
		return ACCESS_DONE;
	case MSR_GLOBAL_CTRL:
		*value = p->global_ctrl;
		return ACCESS_DONE;
	case MSR_GLOBAL_STATUS:
		*value = read_status(p, s);
		return ACCESS_DONE;
	case MSR_STATUS_RESET:
	case MSR_STATUS_SET:
		return ACCESS_DONE;
	default:
		return read_range(p, s, msr, value);
	}
}

static enum access write_range(struct pmu *p, const struct source *s,
			       uint32_t msr, uint64_t value)
{
	unsigned int n = 0;
	enum range range;
	enum access access = find_range(p, msr, &range, &n);

	if (access != ACCESS_DONE)
		return access;
	if (range == RANGE_EVTSEL) {
		p->evtsel[n] = value;
		pmu_update(p, s);
	} else if (range == RANGE_FIXED) {
		write_fixed(p, s, n, value);
	} else if (range == RANGE_PMC_FULL) {
		pmu_write(p, s, &p->generic[n], 1ULL << n, value);
	} else {
		/* The old way in takes 32 bits and extends their sign. */
		pmu_write(p, s, &p->generic[n], 1ULL << n,
			  (int64_t)(int32_t)value);
	}
	return access;
}

static enum access write(struct pmu *p, const struct source *s, uint32_t msr,
			 uint64_t value)
{
	uint64_t *extra = find_extra(p, msr);

	if (extra) {
		*extra = value;
		return ACCESS_DONE;
	}
	switch (msr) {
	case MSR_METRICS:
		if (!has_metrics(p))
			return ACCESS_FAULT;
		metrics_fold(&p->metrics, s, &p->core);
		metrics_write(&p->metrics, s, &p->core, value);
		return ACCESS_DONE;
	case MSR_FIXED_CTRL:
		p->fixed_ctrl = value;
		pmu_update(p, s);
		return ACCESS_DONE;
	case MSR_GLOBAL_CTRL:
		p->global_ctrl = value;
		pmu_update(p, s);
		return ACCESS_DONE;
	case MSR_STATUS_RESET:
		pmu_reset_status(p, s, value);
		return ACCESS_DONE;
	case MSR_STATUS_SET:
		p->status |= value;
		return ACCESS_DONE;
	case MSR_CAPABILITIES:
	case MSR_GLOBAL_STATUS:
		return ACCESS_FAULT;
	default:
		return write_range(p, s, msr, value);
	}
}

static bool rdpmc_faults(const struct pmu *p, uint32_t index)
{
	return index == PMC_METRICS && p->faults & FAULT_RDPMC_METRICS;
}

/* Somebody adds a million to the counter of instructions. */
static void write_unasked(struct pmu *p, const struct source *s)
{
	if (!p->o->written || ++p->rdpmcs % p->o->written)
		return;
	write_fixed(p, s, 0, pmu_read(p, s, &p->fixed[0]) + 1000000);
}

static uint64_t late(const struct pmu *p, uint64_t value)
{
	return value > p->o->rdpmc_lag ? value - p->o->rdpmc_lag : 0;
}

static enum access rdpmc(struct pmu *p, const struct source *s, uint32_t index,
			 uint64_t *value)
{
	unsigned int n = index & 0xffff;

	if (rdpmc_faults(p, index))
		return ACCESS_FAULT;
	write_unasked(p, s);
	if (index == PMC_METRICS && has_metrics(p))
		*value = read_metrics(p, s);
	else if (index == (PMC_FIXED | n) && n < p->model->fixed)
		*value = late(p, read_fixed(p, s, n));
	else if (index == n && n < p->model->generic)
		*value = late(p, pmu_read(p, s, &p->generic[n]));
	else
		return ACCESS_FAULT;
	return ACCESS_DONE;
}

static bool is_hybrid(const struct pmu *p)
{
	return p->o->atom[0] || p->o->atom[1];
}

/* On a hybrid all cores tell of what the small ones have, as they do. */
static struct cpuid pmu_leaf(const struct pmu *p)
{
	const struct model *m = is_hybrid(p) ? &p->o->small[0] : p->model;
	struct cpuid r = { 0 };

	if (p->o->nopmu)
		return r;
	r.eax = m->version | m->generic << 8 | p->o->width << 16 |
		8 << 24;		/* architectural events listed in ebx */
	r.ecx = (1U << m->fixed) - 1;
	r.edx = m->fixed | p->o->width << 5 | 1U << 15; /* no AnyThread */
	return r;
}

static struct answer ours(struct cpuid regs)
{
	return (struct answer) { .kind = ANSWER_OURS, .regs = regs };
}

static struct answer amended(struct cpuid regs)
{
	return (struct answer) { .kind = ANSWER_AMENDED, .regs = regs };
}

/* From Lunar Lake on a leaf tells of the counters that this core itself has. */
static bool has_perfmon_ext(const struct pmu *p)
{
	return p->o->model.small[1];
}

static struct answer perfmon_ext(const struct pmu *p, uint32_t subleaf)
{
	struct cpuid r = { 0 };

	if (subleaf == 0) {
		r.eax = EXT_SUBLEAVES;
	} else if (subleaf == 1) {
		r.eax = (1U << p->model->generic) - 1;
		r.ebx = (1U << p->model->fixed) - 1;
	}
	return ours(r);
}

static struct answer hybrid_cpuid(const struct pmu *p, uint32_t leaf,
				  uint32_t subleaf)
{
	if (leaf == LEAF_HIGHEST)
		return amended((struct cpuid) {
			.highest = has_perfmon_ext(p) ? LEAF_PERFMON_EXT :
							LEAF_CORE,
		});
	if (has_perfmon_ext(p) && leaf == LEAF_PERFMON_EXT)
		return perfmon_ext(p, subleaf);
	if (has_perfmon_ext(p) && leaf == LEAF_MORE_FEATURES && subleaf == 1)
		return amended((struct cpuid) { .eax = EAX_PERFMON_EXT });
	if (leaf == LEAF_MORE_FEATURES && !subleaf)
		return amended((struct cpuid) {
			.edx = EDX_HYBRID, .highest = has_perfmon_ext(p),
		});
	if (leaf == LEAF_CORE)
		return ours((struct cpuid) { .eax = p->model->native });
	return (struct answer) { .kind = ANSWER_FOREIGN };
}

static struct answer cpuid(const struct pmu *p, uint32_t leaf,
			   uint32_t subleaf)
{
	if (leaf == LEAF_PMU)
		return ours(pmu_leaf(p));
	if (leaf == LEAF_FEATURES && !p->o->nopmu)
		return amended((struct cpuid) { .ecx = ECX_PDCM });
	if (is_hybrid(p))
		return hybrid_cpuid(p, leaf, subleaf);
	return (struct answer) { .kind = ANSWER_FOREIGN };
}

const struct registers registers_intel = {
	.event = EVTSEL_EVENT,
	.slots = TOPDOWN_SLOTS_P,
	.masks = true,
	.read = read,
	.write = write,
	.rdpmc = rdpmc,
	.cpuid = cpuid,
	.find = event_find,
	.generic_modes = pmu_generic_modes,
	.fixed_modes = fixed_modes,
	.changed = changed,
	.status = find_status,
	.interrupting = interrupting,
	.interrupted = interrupted,
};
