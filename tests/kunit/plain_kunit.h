/* SPDX-License-Identifier: GPL-2.0 */
/* What the suites of plain counters have in common, plain_kunit.c. */
#ifndef _TDA_PLAIN_KUNIT_H
#define _TDA_PLAIN_KUNIT_H

#include "script.h"

struct kunit;
struct tda_pmu;

/* Raw events: as many as Sapphire Rapids counts without being asked. */
#define OWN	3

struct charge_row {
	const char	*name;
	unsigned int	extra;		/* raw events */
	struct step	steps[24];
	u64		resyncs;	/* since the script began */
	u64		stops;
	u64		gap;
	bool		ref_cycles;	/* are counted too */
	enum fake_only	only;
};

#define RUN_TO(n, task)	RUN(n, mixed), TO(task)

/* How counters change when another set is asked for. */
struct plain_way_row {
	const char		*name;
	unsigned int		model;
	unsigned long long	asked;	/* when it was loaded; 0: nothing */
	unsigned int		nr[3];	/* counters at first, with two events
					 * of others, and with none again */
	unsigned int		general[3];	/* that nobody else has then */
	bool			direct;	/* no others in between */
	bool			few;	/* not all of its own fit at last */
};

const char *plain_unfit(const struct tda_pmu *kind);
int plain_begin(struct kunit *test);
void plain_charge(struct kunit *test);
void plain_gives_way(struct kunit *test);
void plain_charge_name(const struct charge_row *row, char *desc);

const void *plain_cycles_gen_params(const void *prev, char *desc);
#endif /* _TDA_PLAIN_KUNIT_H */
