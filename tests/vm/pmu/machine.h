/* SPDX-License-Identifier: GPL-2.0 */
/* The architectures: how their code is looked at, and what is done there. */
#ifndef _PMU_MACHINE_H
#define _PMU_MACHINE_H

#include <stdbool.h>

#include "block.h"
#include "model.h"

struct machine {
	const char *target;		/* QEMU's name of it */
	const char *model;		/* what is played unless told */
	const struct isa *isa;
	/* In the context of a vCPU. False when QEMU hides a register. */
	bool (*init)(void);
	/* At the head of each block, before anything else; or NULL. */
	void (*begin)(const struct block *b);
	/* Of the isa's instructions one that is not plain, and no marker. */
	void (*watch)(const struct block *b, size_t i, enum kind kind,
		      unsigned int number);
	/* Has a counter overflowed? No registers, no userdata. */
	qemu_plugin_vcpu_udata_cb_t poll;
	/* At an interrupt or exception that has just been taken; or NULL. */
	qemu_plugin_discon_cb_t discontinuity;
};

extern const struct machine machine_x86, machine_arm64;

/* The one that a model belongs to. */
const struct machine *machine_of(const struct model *model);

#endif /* _PMU_MACHINE_H */
