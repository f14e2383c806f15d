/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arm's cores by the fields of MIDR_EL1: who made one, what it is called, and in
 * which chips it is.
 */
#ifndef _MIDR_H
#define _MIDR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event_machine;

/* "ARM"; a number as it is, where the maker is not known. */
void arm_implementer(uint32_t code, char *to, size_t size);

/* "Neoverse V2"; NULL: it has no name here. */
const char *arm_core(const char *vendor, uint32_t model);

/* Is it one of Arm's architecture, whoever made it? */
bool arm_is(const struct event_machine *m);

/*
 * "Neoverse V2 r0p1 (Graviton4)". @firmware is who sold the machine, as the
 * firmware says. A core does not tell which chip it is in: where the firmware does not
 * either, it is "(as in Graviton4, Grace, Axion)".
 */
void arm_name(const struct event_machine *m, const char *firmware, char *to,
	      size_t size);

/* Asks the firmware of the machine whose files are below @root, unless that is NULL. */
void arm_name_below(const struct event_machine *m, const char *root, char *to,
		    size_t size);

#endif /* _MIDR_H */
