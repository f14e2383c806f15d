// SPDX-License-Identifier: GPL-2.0
/*
 * Arm's PMUv3: system registers, named by their encodings. Counters have 32 bits
 * up to version 5 of PMUVer and 64 from 6 on, where PMCR says at which of the two
 * they overflow. The cycle counter is the model's first fixed one; with a second,
 * PMUVer is 9 and instructions have a counter, too.
 *
 * Nothing above 64 bits could tell of an overflow, so it is noted as the value
 * goes by: whatever lets time pass for a counter calls look().
 */
#include "registers.h"
#include "sysreg.h"

#define VERSION_64	6		/* PMUVer of counters with 64 bits */
#define VERSION_ICNTR	9		/* that of a counter of instructions */

/* PMCR */
#define PMCR_E		(1ULL << 0)	/* counters run */
#define PMCR_P		(1ULL << 1)	/* event counters := 0 */
#define PMCR_C		(1ULL << 2)	/* cycle counter := 0 */
#define PMCR_LC		(1ULL << 6)	/* the cycle counter overflows at 2^64 */
#define PMCR_LP		(1ULL << 7)	/* the others as well */
#define PMCR_KEPT	(PMCR_E | 1ULL << 3 | 1ULL << 5 | PMCR_LC)
#define PMCR_N_SHIFT	11
#define PMCR_ARM	(0x41ULL << 24)

/* PMEVTYPER and PMCCFILTR */
#define TYPE_EVENT	0xffffULL
#define TYPE_NO_EL1	(1ULL << 31)
#define TYPE_NO_EL0	(1ULL << 30)
#define TYPE_NSK	(1ULL << 29)	/* where not secure, the same as 31 counts */
#define TYPE_NSU	(1ULL << 28)

#define EVENT_SW_INCR	0x00
#define EVENT_CHAIN	0x1e
#define EVENT_SLOTS	0x3f		/* STALL_SLOT: the core counts slots */

#define CYCLES		31		/* the cycle counter's bit and number */
#define CYCLES_BIT	(1ULL << CYCLES)
#define INSTRUCTIONS	32		/* the same of the counter of instructions */
#define LOW_32		0xffffffffULL

#define DFR0_PMUVER	0xf00ULL
#define DFR0_SHIFT	8
#define DFR1_PMICNTR	(1ULL << 36)

/* What is kept in pmu.extra. */
enum extra {
	PMCR,
	PMSELR,
	PMINTEN,
	PMUSERENR,
	PMICFILTR,
};

static bool counts_instructions(const struct pmu *p)
{
	return p->model->fixed > 1;
}

static uint64_t all_counters(const struct pmu *p)
{
	return ((1ULL << p->model->generic) - 1) | CYCLES_BIT |
	       (uint64_t)counts_instructions(p) << INSTRUCTIONS;
}

static bool is_wide(const struct pmu *p)
{
	return p->model->version >= VERSION_64;
}

static unsigned int modes_of(uint64_t type)
{
	bool kernel = !(type & TYPE_NO_EL1) == !(type & TYPE_NSK);
	bool user = !(type & TYPE_NO_EL0) == !(type & TYPE_NSU);

	return (user ? FILTER_USER : 0) | (kernel ? FILTER_KERNEL : 0);
}

static bool runs(const struct pmu *p, unsigned int bit)
{
	return p->extra[PMCR] & PMCR_E && p->global_ctrl >> bit & 1;
}

static unsigned int generic_modes(const struct pmu *p, unsigned int n)
{
	return runs(p, n) ? modes_of(p->evtsel[n]) : 0;
}

static unsigned int fixed_modes(const struct pmu *p, unsigned int n)
{
	if (n)
		return runs(p, INSTRUCTIONS) ? modes_of(p->extra[PMICFILTR]) :
					       0;
	return runs(p, CYCLES) ? modes_of(p->fixed_ctrl) : 0;
}

/* ---- counters --------------------------------------------------------------- */

/* How often a counter overflowed on its way. */
static uint64_t carries(uint64_t before, uint64_t after, bool at_64)
{
	return at_64 ? after < before : (after >> 32) - (before >> 32);
}

static void set_value(struct pmu *p, struct counter *c, bool wide,
		      uint64_t value)
{
	counter_write(c, &p->core, wide ? value : value & LOW_32);
}

static bool is_chained(const struct pmu *p, unsigned int n)
{
	return n < p->model->generic && runs(p, n) &&
	       (p->evtsel[n] & TYPE_EVENT) == EVENT_CHAIN;
}

/* An event counter has gone on from @before; an odd one may count what of the
 * even one below it went over.
 */
static void note(struct pmu *p, unsigned int n, uint64_t before)
{
	struct counter *c = &p->generic[n];
	uint64_t after = counter_value(c, &p->core);
	uint64_t over = carries(before, after,
				is_wide(p) && p->extra[PMCR] & PMCR_LP);

	set_value(p, c, is_wide(p), after);
	if (!over)
		return;
	p->status |= 1ULL << n;
	if (n % 2 || !is_chained(p, n + 1))
		return;
	before = counter_value(&p->generic[n + 1], &p->core);
	counter_write(&p->generic[n + 1], &p->core, before + over);
	note(p, n + 1, before);
}

static void look_at(struct pmu *p, const struct source *s, unsigned int n)
{
	uint64_t before = counter_value(&p->generic[n], &p->core);

	counter_fold(&p->generic[n], s, &p->core);
	note(p, n, before);
}

static void look_at_fixed(struct pmu *p, const struct source *s,
			  unsigned int n, bool at_64, uint64_t status)
{
	struct counter *c = &p->fixed[n];
	uint64_t before = counter_value(c, &p->core);

	counter_fold(c, s, &p->core);
	if (carries(before, counter_value(c, &p->core), at_64))
		p->status |= status;
}

static void look(struct pmu *p, const struct source *s)
{
	for (unsigned int n = 0; n < p->model->generic; n++)
		look_at(p, s, n);
	look_at_fixed(p, s, 0, p->extra[PMCR] & PMCR_LC, CYCLES_BIT);
	if (counts_instructions(p))
		look_at_fixed(p, s, 1, true, 1ULL << INSTRUCTIONS);
}

static uint64_t find_status(struct pmu *p, const struct source *s)
{
	look(p, s);
	return p->o->overflow ? p->status : 0;
}

/* The line is high for as long as there is something to be told. */
static uint64_t interrupting(const struct pmu *p)
{
	return p->o->pmi && p->extra[PMCR] & PMCR_E ? p->extra[PMINTEN] : 0;
}

static void interrupted(struct pmu *p, const struct source *s, uint64_t status)
{
	(void)p;
	(void)s;
	(void)status;
}

/* ---- what is there ---------------------------------------------------------- */

/* Bit n of PMCEID0 is event n, of PMCEID1 event 32 + n; above, 4000 and on. */
static uint64_t event_bits(const struct pmu *p, unsigned int first)
{
	uint64_t bits = 0;

	for (const struct event *ev = p->model->events; ev->name; ev++) {
		unsigned int code = ev->code & ~0x4000U;

		if (ev->code < 0x8000 && code >= first && code < first + 32)
			bits |= 1ULL << (code - first) <<
				(ev->code & 0x4000 ? 32 : 0);
	}
	return bits;
}

/* Slots a cycle; a core that does not count them says nothing. */
static uint64_t read_pmmir(const struct pmu *p)
{
	return event_find_code(p->model->events, EVENT_SLOTS) ?
		       p->model->width : 0;
}

static uint64_t read_pmcr(const struct pmu *p)
{
	return p->extra[PMCR] | p->model->generic << PMCR_N_SHIFT | PMCR_ARM;
}

static unsigned int version_of(const struct pmu *p)
{
	if (p->o->nopmu)
		return 0;
	return counts_instructions(p) ? VERSION_ICNTR : p->model->version;
}

/* Of ID_AA64DFR1_EL1 nothing but PMICNTR is told. */
uint64_t registers_arm_identity(const struct pmu *p, uint32_t sysreg,
				uint64_t own)
{
	bool icntr = !p->o->nopmu && counts_instructions(p);

	switch (sysreg) {
	case MIDR_EL1:
		return p->model->midr;
	case ID_AA64DFR1_EL1:
		return icntr ? DFR1_PMICNTR : 0;
	default:
		return (own & ~DFR0_PMUVER) |
		       (uint64_t)version_of(p) << DFR0_SHIFT;
	}
}

/* ---- registers -------------------------------------------------------------- */

static struct counter *counter_of(struct pmu *p, unsigned int n)
{
	switch (n) {
	case CYCLES:
		return &p->fixed[0];
	case INSTRUCTIONS:
		return &p->fixed[1];
	default:
		return &p->generic[n];
	}
}

static uint64_t read_count(struct pmu *p, unsigned int n)
{
	return counter_value(counter_of(p, n), &p->core);
}

static uint64_t *type_of(struct pmu *p, unsigned int n)
{
	switch (n) {
	case CYCLES:
		return &p->fixed_ctrl;
	case INSTRUCTIONS:
		return &p->extra[PMICFILTR];
	default:
		return &p->evtsel[n];
	}
}

static void write_count(struct pmu *p, unsigned int n, uint64_t value)
{
	set_value(p, counter_of(p, n), is_wide(p) || n >= CYCLES, value);
}

/* PMSWINC */
static void add_one(struct pmu *p, uint64_t which)
{
	for (unsigned int n = 0; n < p->model->generic; n++) {
		uint64_t value = read_count(p, n);

		if (!(which >> n & 1) || !runs(p, n) ||
		    (p->evtsel[n] & TYPE_EVENT) != EVENT_SW_INCR)
			continue;
		counter_write(&p->generic[n], &p->core, value + 1);
		note(p, n, value);
	}
}

static void write_pmcr(struct pmu *p, uint64_t value)
{
	p->extra[PMCR] = value & (PMCR_KEPT | (is_wide(p) ? PMCR_LP : 0));
	for (unsigned int n = 0; value & PMCR_P && n < p->model->generic; n++)
		write_count(p, n, 0);
	if (value & PMCR_C)
		write_count(p, CYCLES, 0);
}

/* A counter or what it counts. */
struct place {
	bool is_type;
	unsigned int n;
};

static struct place find_place(const struct pmu *p, uint32_t sysreg)
{
	switch (sysreg) {
	case PMCCNTR_EL0:
		return (struct place) { false, CYCLES };
	case PMICNTR_EL0:
	case PMICFILTR_EL0:
		return (struct place) { sysreg == PMICFILTR_EL0, INSTRUCTIONS };
	case PMXEVTYPER_EL0:
		return (struct place) { true, p->extra[PMSELR] & 31 };
	case PMXEVCNTR_EL0:
		return (struct place) { false, p->extra[PMSELR] & 31 };
	default:
		return (struct place) { sysreg >= PMEVTYPER0_EL0, sysreg & 31 };
	}
}

static bool has(const struct pmu *p, const struct place *at, uint32_t sysreg)
{
	if (at->n == CYCLES)
		return at->is_type || sysreg == PMCCNTR_EL0;
	if (at->n == INSTRUCTIONS)
		return counts_instructions(p);
	return at->n < p->model->generic;
}

static enum access read_place(struct pmu *p, uint32_t sysreg, uint64_t *value)
{
	struct place at = find_place(p, sysreg);

	if (!has(p, &at, sysreg))
		return ACCESS_FAULT;
	*value = at.is_type ? *type_of(p, at.n) : read_count(p, at.n);
	return ACCESS_DONE;
}

static enum access read(struct pmu *p, const struct source *s, uint32_t sysreg,
			uint64_t *value)
{
	if (!is_ours(sysreg))
		return ACCESS_FOREIGN;
	look(p, s);
	switch (sysreg) {
	case PMCR_EL0:
		*value = read_pmcr(p);
		return ACCESS_DONE;
	case PMCNTENSET_EL0:
	case PMCNTENCLR_EL0:
		*value = p->global_ctrl;
		return ACCESS_DONE;
	case PMOVSCLR_EL0:
	case PMOVSSET_EL0:
		*value = find_status(p, s);
		return ACCESS_DONE;
	case PMINTENSET_EL1:
	case PMINTENCLR_EL1:
		*value = p->extra[PMINTEN];
		return ACCESS_DONE;
	case PMSELR_EL0:
		*value = p->extra[PMSELR];
		return ACCESS_DONE;
	case PMUSERENR_EL0:
		*value = p->extra[PMUSERENR];
		return ACCESS_DONE;
	case PMCEID0_EL0:
		*value = event_bits(p, 0);
		return ACCESS_DONE;
	case PMCEID1_EL0:
		*value = event_bits(p, 32);
		return ACCESS_DONE;
	case PMMIR_EL1:
		*value = read_pmmir(p);
		return ACCESS_DONE;
	case PMSWINC_EL0:
		return ACCESS_FAULT;
	default:
		return read_place(p, sysreg, value);
	}
}

static enum access write_place(struct pmu *p, uint32_t sysreg, uint64_t value)
{
	struct place at = find_place(p, sysreg);

	if (!has(p, &at, sysreg))
		return ACCESS_FAULT;
	if (at.is_type)
		*type_of(p, at.n) = value;
	else
		write_count(p, at.n, value);
	return ACCESS_DONE;
}

static enum access set(struct pmu *p, uint32_t sysreg, uint64_t value)
{
	uint64_t bits = value & all_counters(p);

	switch (sysreg) {
	case PMCR_EL0:
		write_pmcr(p, value);
		return ACCESS_DONE;
	case PMCNTENSET_EL0:
		p->global_ctrl |= bits;
		return ACCESS_DONE;
	case PMCNTENCLR_EL0:
		p->global_ctrl &= ~bits;
		return ACCESS_DONE;
	case PMOVSSET_EL0:
		p->status |= bits;
		return ACCESS_DONE;
	case PMOVSCLR_EL0:
		p->status &= ~bits;
		return ACCESS_DONE;
	case PMINTENSET_EL1:
		p->extra[PMINTEN] |= bits;
		return ACCESS_DONE;
	case PMINTENCLR_EL1:
		p->extra[PMINTEN] &= ~bits;
		return ACCESS_DONE;
	case PMSELR_EL0:
		p->extra[PMSELR] = value & 31;
		return ACCESS_DONE;
	case PMUSERENR_EL0:
		p->extra[PMUSERENR] = value;
		return ACCESS_DONE;
	case PMSWINC_EL0:
		add_one(p, bits);
		return ACCESS_DONE;
	case PMCEID0_EL0:
	case PMCEID1_EL0:
	case PMMIR_EL1:
		return ACCESS_FAULT;
	default:
		return write_place(p, sysreg, value);
	}
}

static enum access write(struct pmu *p, const struct source *s, uint32_t sysreg,
			 uint64_t value)
{
	enum access access;

	if (!is_ours(sysreg))
		return ACCESS_FOREIGN;
	look(p, s);
	access = set(p, sysreg, value);
	pmu_update(p, s);
	return access;
}

const struct registers registers_arm = {
	.event = TYPE_EVENT,
	.find = event_find_code,
	.read = read,
	.write = write,
	.generic_modes = generic_modes,
	.fixed_modes = fixed_modes,
	.status = find_status,
	.interrupting = interrupting,
	.interrupted = interrupted,
};
