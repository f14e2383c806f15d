// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "registers.h"

unsigned int pmu_generic_modes(const struct pmu *p, unsigned int n)
{
	if (!(p->global_ctrl & 1ULL << n) || !(p->evtsel[n] & EVTSEL_ENABLE))
		return 0;
	return (p->evtsel[n] & EVTSEL_USER ? FILTER_USER : 0) |
	       (p->evtsel[n] & EVTSEL_KERNEL ? FILTER_KERNEL : 0);
}

/* Does this counter count what all slots are, on cores that have the event? */
static bool counts_slots(const struct pmu *p, unsigned int n)
{
	const struct registers *r = p->model->registers;

	return r->slots && (p->evtsel[n] & r->event) == r->slots;
}

static unsigned int generic_modes(const struct pmu *p, unsigned int n)
{
	if (counts_slots(p, n) && p->faults & FAULT_STILL)
		return 0;
	return p->model->registers->generic_modes(p, n);
}

/* Does the host filter this event, with any threshold? */
static bool is_denied(const struct options *o, uint64_t config)
{
	for (unsigned int i = 0; i < o->nr_denied; i++)
		if (o->denied[i] == (config & 0xffff))
			return true;
	return false;
}

static struct tally generic_work(const struct pmu *p, unsigned int n,
				 unsigned int modes)
{
	const struct registers *r = p->model->registers;
	struct tally work = {
		.config = p->evtsel[n] & r->event,
		.filter = modes,
	};

	work.event = r->find(p->model->events, work.config);
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

static struct tally fixed_work(const struct pmu *p, unsigned int n,
			       unsigned int modes)
{
	return (struct tally) {
		.filter = modes,
		.event = &p->model->fixed_events[n],
	};
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

void pmu_update(struct pmu *p, const struct source *s)
{
	const struct registers *r = p->model->registers;

	for (unsigned int n = 0; n < p->model->generic; n++) {
		unsigned int modes = generic_modes(p, n);

		assign(&p->generic[n], s, &p->core, modes,
		       generic_work(p, n, modes));
	}
	for (unsigned int n = 0; n < p->model->fixed; n++) {
		unsigned int modes = r->fixed_modes(p, n);

		assign(&p->fixed[n], s, &p->core, modes,
		       fixed_work(p, n, modes));
	}
	if (r->changed)
		r->changed(p, s);
}

static bool in_mask(uint32_t mask, unsigned int vcpu)
{
	return vcpu < 32 && mask >> vcpu & 1;
}

void pmu_init(struct pmu *p, const struct options *o, unsigned int vcpu)
{
	static const struct source nothing;

	memset(p, 0, sizeof(*p));
	p->o = o;
	p->model = &o->model;
	for (unsigned int i = 0; i < MAX_SMALL; i++)
		if (in_mask(o->atom[i], vcpu))
			p->model = &o->small[i];
	p->core = o->core;
	p->core.width = p->model->width;
	p->bare = in_mask(o->bare, vcpu);
	p->metrics.valid = true;
	if (p->model->registers->init)
		p->model->registers->init(p);
	pmu_update(p, &nothing);
}

void pmu_fold(struct pmu *p, const struct source *s)
{
	for (unsigned int n = 0; n < p->model->generic; n++)
		counter_fold(&p->generic[n], s, &p->core);
	for (unsigned int n = 0; n < p->model->fixed; n++)
		counter_fold(&p->fixed[n], s, &p->core);
	metrics_fold(&p->metrics, s, &p->core);
}

void pmu_wake(struct pmu *p, const struct source *s)
{
	if (!p->o->idle_loses)
		return;
	metrics_fold(&p->metrics, s, &p->core);
	metrics_begin_anew(&p->metrics);
}

uint64_t pmu_value_mask(const struct pmu *p)
{
	return (1ULL << p->o->width) - 1;
}

uint64_t pmu_read(const struct pmu *p, const struct source *s,
		  struct counter *c)
{
	counter_fold(c, s, &p->core);
	return counter_value(c, &p->core) & pmu_value_mask(p);
}

static bool overflowed(const struct pmu *p, const struct source *s,
		       struct counter *c)
{
	counter_fold(c, s, &p->core);
	return counter_value(c, &p->core) >> p->o->width;
}

/* An overflow outlives the value that showed it. */
void pmu_write(struct pmu *p, const struct source *s, struct counter *c,
	       uint64_t status, uint64_t value)
{
	if (overflowed(p, s, c))
		p->status |= status;
	counter_write(c, &p->core, value & pmu_value_mask(p));
}

uint64_t pmu_overflows(struct pmu *p, const struct source *s)
{
	uint64_t status = p->status;

	for (unsigned int n = 0; n < p->model->generic; n++)
		if (overflowed(p, s, &p->generic[n]))
			status |= 1ULL << n;
	for (unsigned int n = 0; n < p->model->fixed; n++)
		if (overflowed(p, s, &p->fixed[n]))
			status |= STATUS_FIXED(n);
	return status;
}

uint64_t pmu_interrupting(const struct pmu *p)
{
	uint64_t bits = 0;

	for (unsigned int n = 0; n < p->model->generic; n++)
		if (p->evtsel[n] & EVTSEL_INTERRUPT)
			bits |= 1ULL << n;
	return bits;
}

bool pmu_interrupt_due(struct pmu *p, const struct source *s)
{
	const struct registers *r = p->model->registers;

	return r->status(p, s) & r->interrupting(p) & ~p->told;
}

void pmu_interrupt(struct pmu *p, const struct source *s)
{
	const struct registers *r = p->model->registers;

	r->interrupted(p, s, r->status(p, s));
}

bool pmu_interrupt_masks(const struct pmu *p)
{
	return p->model->registers->masks;
}

static void forget_overflow(const struct pmu *p, const struct source *s,
			    struct counter *c)
{
	counter_write(c, &p->core, pmu_read(p, s, c));
}

void pmu_reset_status(struct pmu *p, const struct source *s, uint64_t bits)
{
	p->status &= ~bits;
	p->told &= ~bits;
	for (unsigned int n = 0; n < p->model->generic; n++)
		if (bits & 1ULL << n)
			forget_overflow(p, s, &p->generic[n]);
	for (unsigned int n = 0; n < p->model->fixed; n++)
		if (bits & STATUS_FIXED(n))
			forget_overflow(p, s, &p->fixed[n]);
}

/* A machine without a PMU has its registers no more than it has counters. */
static enum access without(const struct pmu *p, enum access access)
{
	return p->o->nopmu && access == ACCESS_DONE ? ACCESS_FAULT : access;
}

enum access pmu_rdmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t *value)
{
	return without(p, p->model->registers->read(p, s, msr, value));
}

enum access pmu_wrmsr(struct pmu *p, const struct source *s, uint32_t msr,
		      uint64_t value)
{
	if (p->o->nopmu)
		return pmu_rdmsr(p, s, msr, &value);
	return p->model->registers->write(p, s, msr, value);
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
	pmu_update(p, s);
	return ACCESS_DONE;
}

enum access pmu_rdpmc(struct pmu *p, const struct source *s, uint32_t index,
		      uint64_t *value)
{
	if (!p->model->registers->rdpmc)
		return ACCESS_FOREIGN;
	return without(p, p->model->registers->rdpmc(p, s, index, value));
}

enum access pmu_rdpru(struct pmu *p, const struct source *s, uint32_t index,
		      uint64_t *value)
{
	const struct registers *r = p->model->registers;

	if (!r->rdpru || p->o->nopmu)
		return ACCESS_FOREIGN;
	return r->rdpru(p, s, index, value);
}

struct answer pmu_cpuid(const struct pmu *p, uint32_t leaf, uint32_t subleaf)
{
	static const struct answer foreign = { .kind = ANSWER_FOREIGN };

	if (!p->model->registers->cpuid)
		return foreign;
	return p->model->registers->cpuid(p, leaf, subleaf);
}
