/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A test as a list of steps, and what must hold whatever the steps were: the
 * laws, and what each task was really given.
 */
#ifndef _TDA_SCRIPT_H
#define _TDA_SCRIPT_H

#include "fake.h"

struct kunit;

enum step_kind {
	STEP_END,
	STEP_RUN,		/* @n slots of @mix pass */
	STEP_TO,		/* switch to task @n */
	STEP_IDLE,		/* switch to the idle task */
	STEP_FOLD,		/* a reader wants the running task's numbers */
	STEP_FORK,		/* task @n is a new process */
	STEP_THREAD,		/* task @n is a new thread beside @m */
	STEP_EXIT,		/* task @n, which does not run, is freed */
	STEP_INJECTS,		/* task @n is a thread that injects idle */
	STEP_PERF_READS,	/* counter @n */
	STEP_PERF_RESTARTS,	/* counter @n */
	STEP_PERF_MOVES,	/* counter @n, to the generic counter @m */
	STEP_PERF_ERROR,	/* takes counter @n away */
	STEP_METRICS_OVERFLOW,	/* perf's handler of that */
	STEP_NEAR_OVERFLOW,	/* counter @n, @m events before it */
	STEP_SET,		/* somebody writes @m into counter @n */
	STEP_CTRL_OFF,		/* somebody clears bits @n in GLOBAL_CTRL */
	STEP_CTRL_ON,		/* or sets them */
	STEP_NMI_EARLY,		/* in the next clear @n slots pass, before SLOTS
				 * is zeroed */
	STEP_NMI_LATE,		/* ... after SLOTS and before the metrics are */
	STEP_NMI_READ,		/* perf reads counter @n at its @m-th read */
	STEP_CLEAR_AT,		/* the next threshold is @n */
	STEP_PAUSE,
	STEP_RESUME,
	STEP_WAIT,		/* @n seconds pass in which work is done */
	STEP_DRY,		/* no more records can be had */
	STEP_WET,
	STEP_NR
};

struct step {
	enum step_kind		kind;
	u64			n;
	u64			m;
	const struct fake_mix	*mix;
};

#define RUN(n, mix)		{ STEP_RUN, n, 0, &fake_##mix }
#define TO(n)			{ STEP_TO, n }
#define IDLE			{ STEP_IDLE }
#define FOLD			{ STEP_FOLD }
#define FORK(n)			{ STEP_FORK, n }
#define THREAD(n, of)		{ STEP_THREAD, n, of }
#define EXIT(n)			{ STEP_EXIT, n }
#define INJECTS(n)		{ STEP_INJECTS, n }
#define PERF_READS(n)		{ STEP_PERF_READS, n }
#define PERF_RESTARTS(n)	{ STEP_PERF_RESTARTS, n }
#define PERF_MOVES(n, to)	{ STEP_PERF_MOVES, n, to }
#define PERF_ERROR(n)		{ STEP_PERF_ERROR, n }
#define METRICS_OVERFLOW	{ STEP_METRICS_OVERFLOW }
#define NEAR_OVERFLOW(n, left)	{ STEP_NEAR_OVERFLOW, n, left }
#define SET(n, to)		{ STEP_SET, n, to }
#define CTRL_OFF(bits)		{ STEP_CTRL_OFF, bits }
#define CTRL_ON(bits)		{ STEP_CTRL_ON, bits }
#define NMI_EARLY(n)		{ STEP_NMI_EARLY, n }
#define NMI_LATE(n)		{ STEP_NMI_LATE, n }
#define NMI_READ(n, nth)	{ STEP_NMI_READ, n, nth }
#define CLEAR_AT(n)		{ STEP_CLEAR_AT, n }
#define PAUSE			{ STEP_PAUSE }
#define RESUME			{ STEP_RESUME }
#define WAIT(s)			{ STEP_WAIT, s }
#define DRY			{ STEP_DRY }
#define WET			{ STEP_WET }

/* Tasks of a script have numbers; 0 runs when it begins. */
#define SCRIPT_TASKS	8

struct script {
	struct fake_task	*task[SCRIPT_TASKS];
};

void script_begin(struct kunit *test, struct script *s);
void script_do(struct kunit *test, struct script *s, const struct step *step);
void script_run(struct kunit *test, struct script *s, const struct step *steps);

void check_laws(struct kunit *test);
void check_groups(struct kunit *test);
void check_hardware(struct kunit *test);
void check_truth(struct kunit *test);

#endif /* _TDA_SCRIPT_H */
