/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Written by scripts/level1.py from user/families: do not edit. For
 * plain_cores_*.c only: what the set level1 of a family has.
 */
#ifndef _TDA_PMU_LEVEL1_H
#define _TDA_PMU_LEVEL1_H

#define BROADWELL_LEVEL1						\
	.width		= 4,						\
	.nr_events	= 4,						\
	.events		= { 0x19c, 0x2c2, 0x10e, 0x100030d }

#define NEOVERSE_N1_LEVEL1						\
	.width		= 4,						\
	.nr_events	= 6,						\
	.events		= { 0x23, 0x24, 0x1b, 0x22, 0x21, 0x8 }

#define NEOVERSE_N2_LEVEL1						\
	.width		= 5,						\
	.nr_events	= 6,						\
	.events		= { 0x3e, 0x3d, 0x3a, 0x3b, 0x10, 0x8 }

#define NEOVERSE_N2_R0P0_LEVEL1						\
	.width		= 5,						\
	.nr_events	= 6,						\
	.events		= { 0x3e, 0x3d, 0x3a, 0x3b, 0x10, 0x8 }

#define NEOVERSE_N3_LEVEL1						\
	.width		= 5,						\
	.nr_events	= 6,						\
	.events		= { 0x3e, 0x3d, 0x3a, 0x3b, 0x8162, 0x8 }

#define NEOVERSE_V1_LEVEL1						\
	.width		= 8,						\
	.nr_events	= 6,						\
	.events		= { 0x3e, 0x3d, 0x3a, 0x3b, 0x10, 0x8 }

#define NEOVERSE_V2_LEVEL1						\
	.width		= 8,						\
	.nr_events	= 6,						\
	.events		= { 0x3e, 0x3d, 0x3a, 0x3b, 0x10, 0x8 }

#define SKYLAKE_LEVEL1							\
	.width		= 4,						\
	.nr_events	= 4,						\
	.events		= { 0x19c, 0x2c2, 0x10e, 0x10d }

#define ZEN2_LEVEL1							\
	.width		= 6,						\
	.nr_events	= 5,						\
	.events		= { 0xc1, 0xffaa, 0xc0, 0xa9, 0xc3 }

#define ZEN3_LEVEL1							\
	.width		= 6,						\
	.nr_events	= 5,						\
	.events		= { 0xc1, 0x8ab, 0x4ab, 0xa9, 0xc0 }

#define ZEN4_LEVEL1							\
	.width		= 6,						\
	.nr_events	= 5,						\
	.events		= { 0x1000001a0, 0x100001ea0, 0x7aa, 0xc1, 0xc0 }

#define ZEN5_LEVEL1							\
	.width		= 8,						\
	.nr_events	= 5,						\
	.events		= { 0x1000001a0, 0x100001ea0, 0x7aa, 0xc1, 0xc0 }

#endif /* _TDA_PMU_LEVEL1_H */
