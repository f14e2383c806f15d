/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recording rules and alerts for Prometheus, which compute from what is exported the
 * shares that a model tells: of cgroups, of commands and of the machine.
 */
#ifndef _RULES_H
#define _RULES_H

#include "model/model.h"
#include "text/text.h"

/* A model, and of which cores of which machines it is. */
struct rules_of {
	const struct model *model;
	/* As cores_key() has it, of cores beside others; "": of those that count sets. */
	const char *cores;
	/* The config that the module counts as "instructions"; 0: none in a set. */
	uint64_t instructions;
};

/* Adds a file's head to @to, which is to be followed by groups. */
void rules_begin(struct text *to);

/*
 * Adds groups: the rules for machines that have this model, and, unless it is of cores
 * beside others, alerts. -ENOMEM.
 */
int rules_write(struct text *to, const struct rules_of *of);

#endif /* _RULES_H */
