/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The load that truth is measured with: tasks of one marker class each share
 * one CPU, turn by turn, so many slots at a time.
 */
#ifndef _SLICES_H
#define _SLICES_H

#include <stdint.h>
#include <sys/types.h>

#include "task.h"

#define TASKS	5

struct slices {
	unsigned int class[TASKS];
	unsigned int other[TASKS];	/* a third of the markers is of this */
	unsigned int slots;		/* of a slice, what runs besides too */
	unsigned int jitter;		/* per cent, up and down */
	unsigned int count;		/* slices of each task */
};

struct slicer {
	pid_t pid;
	struct gate gate;
	uint64_t markers, other_markers; /* that it will have run */
};

/* Start them; each waits before its first slice. */
void slices_start(const struct slices *s, struct slicer *task);

/* Let them go, and wait until all have done their slices. */
void slices_run(const struct slices *s, struct slicer *task);

void slices_stop(struct slicer *task);

/* What a slice costs besides its markers, in slots. */
extern unsigned int slices_overhead;

#endif /* _SLICES_H */
