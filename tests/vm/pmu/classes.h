/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of classes that events of several families see, as weights of one each. */
#ifndef _PMU_CLASSES_H
#define _PMU_CLASSES_H

#include "event.h"

#define ALL_CLASSES	[0 ... N_CLASSES - 1] = 1
#define RETIRED		[0x00] = 1, [0x04] = 1
#define WASTED		[0x01] = 1, [0x05] = 1
#define NOT_DELIVERED	[0x02] = 1, [0x06] = 1, [0x0e] = 1
#define NOTHING_CAME	[0x06] = 1, [0x0e] = 1
/* In half slots: half of what is wasted was issued. */
#define ISSUED		[0x00] = 2, [0x04] = 2, WASTED
#define NO_ROOM		[0x03] = 1, [0x07 ... 0x0d] = 1

/*
 * Stalls nest: who waits for DRAM also misses L3, L2 and L1, and is bound on
 * a load. The classes 08 to 0c follow that order.
 */
#define L1_AND_BEYOND	[0x08] = 1, L2_AND_BEYOND
#define L2_AND_BEYOND	[0x09] = 1, L3_AND_BEYOND
#define L3_AND_BEYOND	[0x0a] = 1, DRAM
#define DRAM		[0x0b] = 1, [0x0c] = 1

/* Reads outstanding while bound by the bandwidth of DRAM; by latency one. */
#define MANY_READS	12

#define ANY_LOAD	[0x07] = 1, L1_AND_BEYOND
/* In half cycles: nothing is executed, or only in every other cycle. */
#define EXECUTES_LITTLE	[0x03] = 1, [0x07 ... 0x0c] = 2

/* The counters 0 to 3. */
#define LOW_FOUR	0x0f

#endif /* _PMU_CLASSES_H */
