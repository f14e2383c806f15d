/* SPDX-License-Identifier: GPL-2.0 */
/* Events that the E-cores from Gracemont on have in common, as rows. */
#ifndef _PMU_EVENTS_ATOM_H
#define _PMU_EVENTS_ATOM_H

#include "classes.h"

#define ATOM_EVENTS							\
	{ 0x3c, 0x00, 0, 0, UNIT_CYCLES, { ALL_CLASSES },		\
	  "CPU_CLK_UNHALTED.CORE_P" },					\
	{ 0x3c, 0x01, 0, 0, UNIT_CYCLES, { ALL_CLASSES },		\
	  "CPU_CLK_UNHALTED.REF_TSC_P" },				\
	{ 0xc0, 0x00, 0, 0, UNIT_INSNS, { 0 },				\
	  "INST_RETIRED.ANY_P" },					\
									\
	{ 0x71, 0x72, 0, 0, UNIT_SLOTS, { NOTHING_CAME },		\
	  "TOPDOWN_FE_BOUND.FRONTEND_LATENCY" },			\
	{ 0x71, 0x8d, 0, 0, UNIT_SLOTS, { [0x02] = 1 },			\
	  "TOPDOWN_FE_BOUND.FRONTEND_BANDWIDTH" },			\
	{ 0x73, 0x04, 0, 0, UNIT_SLOTS, { [0x05] = 1 },			\
	  "TOPDOWN_BAD_SPECULATION.MISPREDICT" },			\
	{ 0x73, 0x03, 0, 0, UNIT_SLOTS, { [0x01] = 1 },			\
	  "TOPDOWN_BAD_SPECULATION.MACHINE_CLEARS" },			\
	{ 0x74, 0x01, 0, 0, UNIT_SLOTS, { [0x03] = 1 },			\
	  "TOPDOWN_BE_BOUND.ALLOC_RESTRICTIONS" },			\
	{ 0x74, 0x02, 0, 0, UNIT_SLOTS, { [0x07 ... 0x0d] = 1 },	\
	  "TOPDOWN_BE_BOUND.MEM_SCHEDULER" },				\
									\
	{ 0x05, 0xf4, 0, 0, UNIT_CYCLES, { [0x08] = 1 },		\
	  "LD_HEAD.L1_BOUND_AT_RET" }

#endif /* _PMU_EVENTS_ATOM_H */
