// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "pmu.h"

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

#define EVTSEL_USER		(1ULL << 16)
#define EVTSEL_KERNEL		(1ULL << 17)
#define EVTSEL_INTERRUPT	(1ULL << 20)
#define EVTSEL_ENABLE		(1ULL << 22)
/* What says which event is counted, and no more. */
#define EVTSEL_EVENT		0xff84ffffULL

#define TOPDOWN_SLOTS_P		0x01a4

#define FIXED_KERNEL		1
#define FIXED_USER		2
#define FIXED_INTERRUPT		8

#define CTRL_FIXED(n)		(1ULL << (32 + (n)))
#define CTRL_METRICS		(1ULL << 48)

#define CAP_FULL_WIDTH		(1ULL << 13)
#define CAP_METRICS		(1ULL << 15)

#define PMC_FIXED		(1U << 30)
#define PMC_METRICS		(1U << 29)

#define SLOTS			3	/* the fixed counter of that name */

static bool has_metrics(const struct pmu *p)
{
	return p->o->model.fields && p->o->model.fixed > SLOTS &&
	       !p->o->nometrics && !p->bare;
}

static unsigned int fixed_filter(const struct pmu *p, unsigned int n)
{
	unsigned int bits = p->fixed_ctrl >> 4 * n;

	return (bits & FIXED_USER ? FILTER_USER : 0) |
	       (bits & FIXED_KERNEL ? FILTER_KERNEL : 0);
}

static unsigned int generic_filter(const struct pmu *p, unsigned int n)
{
	return (p->evtsel[n] & EVTSEL_USER ? FILTER_USER : 0) |
	       (p->evtsel[n] & EVTSEL_KERNEL ? FILTER_KERNEL : 0);
}

static struct tally fixed_work(const struct pmu *p, unsigned int n)
{
	return (struct tally) {
		.filter = fixed_filter(p, n),
		.event = &fixed_events[n],
	};
}

/* Does the host filter this event, with any threshold? */
static bool is_denied(const struct options *o, uint64_t config)
{
	for (unsigned int i = 0; i < o->nr_denied; i++)
		if (o->denied[i] == (config & 0xffff))
			return true;
	return false;
}

static struct tally generic_work(const struct pmu *p, unsigned int n)
{
	struct tally work = {
		.config = p->evtsel[n] & EVTSEL_EVENT,
		.filter = generic_filter(p, n),
		.event = event_find(p->o->model.events, p->evtsel[n]),
	};

	work.denied = is_denied(p->o, work.config);
	if (work.denied)
		work.event = NULL;
	if (work.event && work.event->counters &&
	    !(work.event->counters & 1U << n)) {
		work.misplaced = true;
		work.event = NULL;
	}
	return work;
}

static bool fixed_runs(const struct pmu *p, unsigned int n)
{
	return p->global_ctrl & CTRL_FIXED(n) && fixed_filter(p, n) &&
	       !(n == SLOTS && p->faults & FAULT_STILL);
}

/* Does this counter count what all slots are, on cores that have the event? */
static bool counts_slots(const struct pmu *p, unsigned int n)
{
	return (p->evtsel[n] & EVTSEL_EVENT) == TOPDOWN_SLOTS_P;
}

static bool generic_runs(const struct pmu *p, unsigned int n)
{
	return p->global_ctrl & 1ULL << n && p->evtsel[n] & EVTSEL_ENABLE &&
	       generic_filter(p, n) &&
	       !(counts_slots(p, n) && p->faults & FAULT_STILL);
}

/* Give a counter work; one that stays switched off remembers none. */
static void assign(struct counter *c, const struct source *s,
		   const struct core *core, bool run, struct tally work)
{
	if (run) {
		counter_run(c, s, core, false);
		counter_select(c, core, &work);
	}
	counter_run(c, s, core, run);
}

/* After any control register has changed. */
static void update(struct pmu *p, const struct source *s)
{
	const struct core *core = &p->o->core;
	bool metrics;

	for (unsigned int n = 0; n < p->o->model.generic; n++)
		assign(&p->generic[n], s, core, generic_runs(p, n),
		       generic_work(p, n));
	for (unsigned int n = 0; n < p->o->model.fixed; n++)
		assign(&p->fixed[n], s, core, fixed_runs(p, n),
		       fixed_work(p, n));
	metrics = has_metrics(p) && fixed_runs(p, SLOTS) &&
		  p->global_ctrl & CTRL_METRICS;
	metrics_run(&p->metrics, s, core, metrics, fixed_filter(p, SLOTS));
}

void pmu_init(struct pmu *p, const struct options *o, unsigned int vcpu)
{
	memset(p, 0, sizeof(*p));
	p->o = o;
	p->bare = vcpu < 32 && o->bare >> vcpu & 1;
	p->metrics.valid = true;
}

void pmu_fold(struct pmu *p, const struct source *s)
{
	const struct core *core = &p->o->core;

	for (unsigned int n = 0; n < p->o->model.generic; n++)
		counter_fold(&p->generic[n], s, core);
	for (unsigned int n = 0; n < p->o->model.fixed; n++)
		counter_fold(&p->fixed[n], s, core);
	metrics_fold(&p->metrics, s, core);
}

static uint64_t value_mask(const struct pmu *p)
{
	return (1ULL << p->o->width) - 1;
}

static uint64_t read_counter(const struct pmu *p, const struct source *s,
			     struct counter *c)
{
	counter_fold(c, s, &p->o->core);
	return counter_value(c, &p->o->core) & value_mask(p);
}

static bool overflowed(const struct pmu *p, const struct source *s,
		       struct counter *c)
{
	counter_fold(c, s, &p->o->core);
	return counter_value(c, &p->o->core) >> p->o->width;
}

/* An overflow outlives the value that showed it. */
static void write_counter(struct pmu *p, const struct source *s,
			  struct counter *c, uint64_t status, uint64_t value)
{
	if (overflowed(p, s, c))
		p->status |= status;
	counter_write(c, &p->o->core, value & value_mask(p));
}

static void write_fixed(struct pmu *p, const struct source *s, unsigned int n,
			uint64_t value)
{
	write_counter(p, s, &p->fixed[n], CTRL_FIXED(n), value);
	if (n == SLOTS) {
		metrics_fold(&p->metrics, s, &p->o->core);
		metrics_write_slots(&p->metrics, value & value_mask(p));
	}
}

/* Once between two clears. */
static void overflow_metrics(struct pmu *p, const struct source *s)
{
	struct metrics *m = &p->metrics;

	if (!p->o->metrics_overflow || m->overflowed)
		return;
	metrics_fold(m, s, &p->o->core);
	m->overflowed = m->since.slots >= p->o->metrics_overflow;
	if (m->overflowed)
		p->status |= CTRL_METRICS;
}

static uint64_t find_status(struct pmu *p, const struct source *s)
{
	uint64_t status;

	if (!p->o->overflow)
		return 0;
	overflow_metrics(p, s);
	status = p->status;
	for (unsigned int n = 0; n < p->o->model.generic; n++)
		if (overflowed(p, s, &p->generic[n]))
			status |= 1ULL << n;
	for (unsigned int n = 0; n < p->o->model.fixed; n++)
		if (overflowed(p, s, &p->fixed[n]))
			status |= CTRL_FIXED(n);
	return status;
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
	uint64_t bits = CTRL_METRICS;

	for (unsigned int n = 0; n < p->o->model.generic; n++)
		if (p->evtsel[n] & EVTSEL_INTERRUPT)
			bits |= 1ULL << n;
	for (unsigned int n = 0; n < p->o->model.fixed; n++)
		if (p->fixed_ctrl >> 4 * n & FIXED_INTERRUPT)
			bits |= CTRL_FIXED(n);
	return bits;
}

bool pmu_interrupt_due(struct pmu *p, const struct source *s)
{
	return find_status(p, s) & interrupting(p) & ~p->told;
}

void pmu_interrupt(struct pmu *p, const struct source *s)
{
	p->told |= find_status(p, s);
}

static void forget_overflow(const struct pmu *p, const struct source *s,
			    struct counter *c)
{
	counter_write(c, &p->o->core, read_counter(p, s, c));
}

static void reset_status(struct pmu *p, const struct source *s, uint64_t bits)
{
	p->status &= ~bits;
	p->told &= ~bits;
	for (unsigned int n = 0; n < p->o->model.generic; n++)
		if (bits & 1ULL << n)
			forget_overflow(p, s, &p->generic[n]);
	for (unsigned int n = 0; n < p->o->model.fixed; n++)
		if (bits & CTRL_FIXED(n))
			forget_overflow(p, s, &p->fixed[n]);
}

static uint64_t capabilities(const struct pmu *p)
{
	return CAP_FULL_WIDTH | (has_metrics(p) ? CAP_METRICS : 0);
}

static uint64_t read_metrics(struct pmu *p, const struct source *s)
{
	if (p->faults & FAULT_NO_FIELDS)
		return 0;
	metrics_fold(&p->metrics, s, &p->o->core);
	return metrics_read(&p->metrics, p->o->round, p->o->model.fields);
}

static bool within(uint32_t msr, uint32_t first, unsigned int number)
{
	return msr >= first && msr < first + number;
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
	const struct model *model = &p->o->model;
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
		*value = read_counter(p, s, &p->fixed[n]);
	else
		*value = read_counter(p, s, &p->generic[n]);
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

static enum access rdmsr(struct pmu *p, const struct source *s, uint32_t msr,
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
		update(p, s);
	} else if (range == RANGE_FIXED) {
		write_fixed(p, s, n, value);
	} else if (range == RANGE_PMC_FULL) {
		write_counter(p, s, &p->generic[n], 1ULL << n, value);
	} else {
		/* The old way in takes 32 bits and extends their sign. */
		write_counter(p, s, &p->generic[n], 1ULL << n,
			      (int64_t)(int32_t)value);
	}
	return access;
}

static enum access wrmsr(struct pmu *p, const struct source *s, uint32_t msr,
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
		metrics_fold(&p->metrics, s, &p->o->core);
		metrics_write(&p->metrics, s, &p->o->core, value);
		return ACCESS_DONE;
	case MSR_FIXED_CTRL:
		p->fixed_ctrl = value;
		update(p, s);
		return ACCESS_DONE;
	case MSR_GLOBAL_CTRL:
		p->global_ctrl = value;
		update(p, s);
		return ACCESS_DONE;
	case MSR_STATUS_RESET:
		reset_status(p, s, value);
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

/* A machine without a PMU has its registers no more than it has counters. */
static enum access without(const struct pmu *p, enum access access)
{
	return p->o->nopmu && access == ACCESS_DONE ? ACCESS_FAULT : access;
}

enum access pmu_rdmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t *value)
{
	return without(p, rdmsr(p, s, msr, value));
}

enum access pmu_wrmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t value)
{
	if (p->o->nopmu)
		return pmu_rdmsr(p, s, msr, &value);
	return wrmsr(p, s, msr, value);
}

enum access pmu_peek(struct pmu *p, const struct source *s, uint32_t msr,
		     uint64_t *value)
{
	if (msr != MSR_FAULTS)
		return pmu_rdmsr(p, s, msr, value);
	*value = p->faults;
	return ACCESS_DONE;
}

enum access pmu_poke(struct pmu *p, const struct source *s, uint32_t msr,
		     uint64_t value)
{
	if (msr != MSR_FAULTS)
		return pmu_wrmsr(p, s, msr, value);
	p->faults = value;
	update(p, s);
	return ACCESS_DONE;
}

static bool rdpmc_faults(const struct pmu *p, uint32_t index)
{
	return p->o->nopmu ||
	       (index == PMC_METRICS && p->faults & FAULT_RDPMC_METRICS) ||
	       (index < p->o->model.generic &&
		p->faults & FAULT_RDPMC_GENERIC);
}

enum access pmu_rdpmc(struct pmu *p, const struct source *s, uint32_t index,
		      uint64_t *value)
{
	unsigned int n = index & 0xffff;

	if (rdpmc_faults(p, index))
		return ACCESS_FAULT;
	if (index == PMC_METRICS && has_metrics(p))
		*value = read_metrics(p, s);
	else if (index == (PMC_FIXED | n) && n < p->o->model.fixed)
		*value = read_counter(p, s, &p->fixed[n]);
	else if (index == n && n < p->o->model.generic)
		*value = read_counter(p, s, &p->generic[n]);
	else
		return ACCESS_FAULT;
	return ACCESS_DONE;
}

struct cpuid pmu_cpuid(const struct pmu *p)
{
	const struct model *model = &p->o->model;
	struct cpuid r = { 0 };

	if (p->o->nopmu)
		return r;
	r.eax = model->version | model->generic << 8 | p->o->width << 16 |
		8 << 24;		/* architectural events listed in ebx */
	r.ecx = (1U << model->fixed) - 1;
	r.edx = model->fixed | p->o->width << 5 | 1U << 15; /* no AnyThread */
	return r;
}
