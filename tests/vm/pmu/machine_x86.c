// SPDX-License-Identifier: GPL-2.0
#include "guest.h"
#include "intercept.h"
#include "intercept_x86.h"
#include "machine.h"

static bool init(void)
{
	return guest_init(REG_RAX, END_OF_X86);
}

static void intercept(const struct block *b, size_t i,
		      qemu_plugin_vcpu_udata_cb_t cb)
{
	block_intercept(b, i, cb, b->pc[i]);
}

static void answer_at(const struct block *b, size_t i)
{
	qemu_plugin_u64 due = { .score = b->vcpus,
				.offset = offsetof(struct vcpu, due) };

	qemu_plugin_register_vcpu_insn_exec_cond_cb(
		b->insn[i], on_due, QEMU_PLUGIN_CB_RW_REGS,
		QEMU_PLUGIN_COND_NE, due, DUE_NOTHING, NULL);
}

static void begin(const struct block *b)
{
	qemu_plugin_u64 fresh = { .score = b->vcpus,
				  .offset = offsetof(struct vcpu, skip.fresh) };

	qemu_plugin_register_vcpu_insn_exec_cond_cb(
		b->insn[0], on_head, QEMU_PLUGIN_CB_RW_REGS_PC,
		QEMU_PLUGIN_COND_NE, fresh, 0, (void *)(uintptr_t)b->pc[0]);
}

static void intercept_cpuid(const struct block *b, size_t i)
{
	if (i + 1 < b->n) {
		intercept(b, i, on_cpuid);
		answer_at(b, i + 1);
	} else {
		intercept(b, i, b->n > 1 ? on_last_cpuid : on_lone_cpuid);
	}
}

static void intercept_rdmsr(const struct block *b, size_t i)
{
	if (i + 1 < b->n) {
		intercept(b, i, on_rdmsr);
		answer_at(b, i + 1);
	} else {
		intercept(b, i, on_last_rdmsr);
	}
}

static void watch(const struct block *b, size_t i, enum kind kind,
		  unsigned int number)
{
	(void)number;
	if (kind == INSN_CPUID)
		intercept_cpuid(b, i);
	else if (kind == INSN_BREAKPOINT)
		intercept(b, i, on_breakpoint);
	else if (kind == INSN_RDMSR)
		intercept_rdmsr(b, i);
	else if (kind == INSN_WRMSR)
		intercept(b, i, on_wrmsr);
	else if (kind == INSN_RDPRU)
		intercept(b, i, on_rdpru);
	else
		intercept(b, i, on_rdpmc);
}

const struct machine machine_x86 = {
	.target = "x86_64",
	.model = "spr",
	.isa = &isa_x86,
	.init = init,
	.begin = begin,
	.watch = watch,
	.poll = on_poll,
	.discontinuity = on_discontinuity,
};
