/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The classes that a slot can fall into, and the fields of PERF_METRICS that
 * each of them counts in.
 */
#ifndef _PMU_CLASS_H
#define _PMU_CLASS_H

/* The last of them is SMT contention on AMD, translation on Arm; Intel has none. */
#define N_CLASSES	16

/* In the order of the bytes of PERF_METRICS. */
enum field {
	FIELD_RETIRING,
	FIELD_BAD_SPEC,
	FIELD_FE_BOUND,
	FIELD_BE_BOUND,
	FIELD_HEAVY_OPS,
	FIELD_BR_MISPREDICT,
	FIELD_FETCH_LAT,
	FIELD_MEM_BOUND,
	N_FIELDS
};

struct class {
	const char *name;
	unsigned int fields;	/* a bit for each enum field */
};

extern const struct class classes[N_CLASSES];
extern const char *const field_names[N_FIELDS];

#endif /* _PMU_CLASS_H */
