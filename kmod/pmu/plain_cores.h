/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cores that are known to plain counters: which of their events make up the
 * top level of the tree.
 */
#ifndef _TDA_PMU_PLAIN_CORES_H
#define _TDA_PMU_PLAIN_CORES_H

#include <linux/types.h>

/* Models from the first to the last. */
struct tda_models {
	u8	first;
	u8	last;
};

/**
 * struct tda_plain_core - a core, and what it counts
 * @family: 6 for Intel's, else AMD's
 * @models: of it, ended by a range that ends with 0. Arm's cores have a table of their
 *	    own, by which they are found
 * @width: slots in a cycle; 0: an event counts them
 * @instructions: the raw event that counts instructions, where no fixed counter
 *		  does; it is one of @events, which are counted if they fit. 0:
 *		  they are always counted
 * @nr_events: how many @events there are
 * @nr_spare: the last so many of them the tree can do without
 * @gives_way: the events take all counters that there usually are, so what is
 *	       asked for is counted in their place, and not beside them
 * @hybrid: they have P-cores, too, and these are the E-cores
 * @native: the number that CPUID has for these, where a model may have several kinds of
 *	    E-cores; 0: it has one
 * @events: the raw events that make up the top level
 * @retired: the one of them that counts what retired, and so moves wherever anything
 *	     runs
 * @filtered: what is wrong if it does not, for people
 */
struct tda_plain_core {
	unsigned int		family;
	const struct tda_models	*models;
	unsigned int		width;
	u64			instructions;
	unsigned int		nr_events;
	unsigned int		nr_spare;
	bool			gives_way;
	bool			hybrid;
	unsigned int		native;
	unsigned long long	events[6];
	u64			retired;
	const char		*filtered;
};

/*
 * That of this machine, or NULL. Of a hybrid one, that of the E-core that asks; of the
 * first kind of E-cores if a P-core does.
 */
const struct tda_plain_core *tda_plain_core(void);

/*
 * That of the CPU that asks, or NULL: it is not known, or does not count beside the
 * others. Of a hybrid one the large cores are not known.
 */
const struct tda_plain_core *tda_plain_core_here(void);

/*
 * That of the CPU that asks, if it may count as another core_type than 0, beside
 * those of type 0; else NULL.
 */
const struct tda_plain_core *tda_plain_core_beside(void);

/*
 * The cores that a machine like this one may have, of which a hybrid one may have several
 * kinds of E-cores: the one behind @last, or the first. NULL: there are no more.
 */
const struct tda_plain_core *tda_plain_core_next(const struct tda_plain_core *last);

/*
 * Says for people why there is none for the CPU that asks: of which cores the events are
 * known. At load, or under tda_cpus_mutex.
 */
const char *tda_plain_core_unknown(void);

#endif /* _TDA_PMU_PLAIN_CORES_H */
