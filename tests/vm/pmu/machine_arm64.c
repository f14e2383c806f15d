// SPDX-License-Identifier: GPL-2.0
#include "guest.h"
#include "intercept_arm64.h"
#include "machine.h"

static bool init(void)
{
	return guest_init(REG_X0, END_OF_ARM64);
}

static void watch(const struct block *b, size_t i, enum kind kind,
		  unsigned int number)
{
	uint64_t site = site_of(b->pc[i], number);

	if (kind == INSN_REQUEST)
		block_intercept(b, i, on_request, site);
	else
		block_intercept(b, i, kind == INSN_MRS ? on_mrs : on_msr,
				site);
}

const struct machine machine_arm64 = {
	.target = "aarch64",
	.model = "n2",
	.isa = &isa_a64,
	.init = init,
	.watch = watch,
	.poll = on_gic_poll,
};
