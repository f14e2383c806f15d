/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kind of counters: what a family of CPUs has to be counted, and how a switch
 * is charged with it. pmu/ holds them; at load main.c chooses one for core_type 0, and
 * pmu/ one for each other type of cores that the machine has.
 */
#ifndef _TDA_PMU_H
#define _TDA_PMU_H

#include "base/compat.h"
#include "base/counts.h"
#include "record/cpu.h"

/**
 * struct tda_pmu - one kind of counters
 * @name: as user space sees it, and as the parameter counters= has it; that of
 *	  several if they differ in what only the machine decides
 * @values: what is always counted, in the order of struct tda_counts
 * @nr_values: how many these are
 * @nr_fields: those behind the first that are fields of a register, and no
 *	       counters of their own; the first value is the one whose numbers
 *	       say how much was missed: slots, or cycles where a cycle has a
 *	       number of slots
 * @own_events: raw events that are counted without being asked for, as far as
 *		they fit; how many, where others were @asked for or not. NULL:
 *		none
 * @on_request: only if counters= names it
 * @unfit: why the CPU that this runs on can never count so as one of @core_type, which
 *	   has this kind; or NULL. Interrupts off
 * @learn: find out on a CPU that is not unfit what else it has or lacks; may
 *	   sleep. NULL: nothing
 * @check: the events count: why they can never be charged, or NULL
 * @begin: make ready for the first charge, charging up to here; why that cannot
 *	   be, or NULL. It is tried another time, unless @state becomes CANNOT
 * @charge: charge all that is counted, as a switch does it. False if something
 *	    needs @charge_slowly
 * @charge_slowly: the same, whatever happened to the counters. It may end
 *		   counting; then the task that it is given runs uncounted
 * @charge_first: charge the first counter before anything else can be charged,
 *		  or behind that
 * @add_up: add to a sum what this kind keeps of a CPU besides counters. NULL:
 *	    nothing
 * @probe: of sched_switch
 *
 * @check, and all from @begin to @charge_first, run on the CPU that they are
 * about, interrupts off; all of the latter in the write section of whoever is
 * charged.
 */
struct tda_pmu {
	const char		*name;
	const struct tda_value	*values;
	unsigned int		nr_values;
	unsigned int		nr_fields;
	unsigned int		(*own_events)(const unsigned long long **list,
					      bool asked);
	bool			on_request;
	const char		*(*unfit)(unsigned int core_type);
	void			(*learn)(unsigned int cpu);
	const char		*(*check)(const struct tda_cpu *c);
	const char		*(*begin)(struct tda_cpu *c,
					  struct tda_counts *to,
					  enum tdacct_state *state);
	bool			(*charge)(struct tda_cpu *c,
					  struct tda_counts *to);
	void			(*charge_slowly)(struct tda_cpu *c,
						 struct task_struct *running);
	void			(*charge_first)(struct tda_cpu *c,
						struct tda_counts *to);
	void			(*add_up)(const struct tda_cpu *c,
					  struct tda_sum *sum);
	void			(*probe)(TDA_SWITCH_ARGS);
};

/* The text of @unfit where a CPU has another core_type than that. */
extern const char tda_pmu_not_this_type[];

/*
 * That of each core_type, as many as tda_nr_core_types. Set at load, before anything
 * else asks for it.
 */
extern const struct tda_pmu *tda_pmu[TDA_MAX_CORE_TYPES];

static inline const struct tda_pmu *tda_pmu_of(const struct tda_cpu *c)
{
	return tda_pmu[c->core_type];
}

#endif /* _TDA_PMU_H */
