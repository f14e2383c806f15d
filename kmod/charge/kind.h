/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kind of counters: what a family of CPUs has to be counted, and how a switch
 * is charged with it. pmu/ holds them, main.c chooses one at load; and another for
 * the cores of a second sort, where a machine has two.
 */
#ifndef _TDA_KIND_H
#define _TDA_KIND_H

#include "base/compat.h"
#include "base/counts.h"
#include "record/cpu.h"

struct perf_event_attr;

/**
 * struct tda_kind - one kind of counters
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
 * @unfit: why the CPU that this runs on can never count so, or NULL. Interrupts
 *	   off
 * @learn: find out on a CPU that is not unfit what else it has or lacks; may
 *	   sleep. NULL: nothing
 * @attr: what to ask perf for to have a counter that is no raw event
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
struct tda_kind {
	const char		*name;
	const struct tda_value	*values;
	unsigned int		nr_values;
	unsigned int		nr_fields;
	unsigned int		(*own_events)(const unsigned long long **list,
					      bool asked);
	bool			on_request;
	const char		*(*unfit)(void);
	void			(*learn)(unsigned int cpu);
	void			(*attr)(unsigned int counter,
					struct perf_event_attr *attr);
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

/* The text of @unfit where a CPU is of the other sort than those it is about. */
extern const char tda_kind_not_this_sort[];

/* That of this machine. Set at load, before anything else asks for it. */
extern const struct tda_kind *tda_kind;

/*
 * That of the other cores, where a machine has two sorts of them; NULL: there are
 * none, or nobody knows how to count there. All that it counts are counters, and
 * always counted. Set as the former.
 */
extern const struct tda_kind *tda_other_kind;

static inline const struct tda_kind *tda_kind_of(const struct tda_cpu *c)
{
	return c->other ?: tda_kind;
}

#endif /* _TDA_KIND_H */
