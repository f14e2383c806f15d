/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of the E-cores of a hybrid CPU. The module counts some of them in any case
 * and no others: each is a value of its own, such as "atom.r71".
 */
#ifndef _ATOM_H
#define _ATOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ATOM_DEVICE	"cpu_atom"	/* what perf calls their counters */

/* The value that the module has of such an event, or NULL. */
const char *atom_value(uint64_t config);

/* One of these by its vendor's name, or perf's; false: it is none. */
bool atom_config(const char *name, uint64_t *config);

/* "cpu_atom/NAME/"; false: there is no room for that. */
bool atom_name(char *to, size_t size, const char *name);

#endif /* _ATOM_H */
