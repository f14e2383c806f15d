/* SPDX-License-Identifier: GPL-2.0 */
/* One block of guest code while it is translated. */
#ifndef _PMU_BLOCK_H
#define _PMU_BLOCK_H

#include "insn.h"
#include "qemu.h"
#include "source.h"

struct block {
	struct qemu_plugin_scoreboard *vcpus;	/* of struct vcpu */
	size_t n;
	struct qemu_plugin_insn **insn;
	struct insn *code;
	uint64_t *pc;
	enum mode mode;
};

/* Call @cb at instruction @i; it may write registers, and go on elsewhere. */
static inline void block_intercept(const struct block *b, size_t i,
				   qemu_plugin_vcpu_udata_cb_t cb,
				   uint64_t userdata)
{
	qemu_plugin_register_vcpu_insn_exec_cb(b->insn[i], cb,
					       QEMU_PLUGIN_CB_RW_REGS_PC,
					       (void *)(uintptr_t)userdata);
}

#endif /* _PMU_BLOCK_H */
