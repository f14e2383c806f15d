// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "intercept.h"

void begin_phase(unsigned int index, uint32_t number)
{
	struct vcpu *v = vcpu(index);
	struct work work = vcpu_work(v);

	phase_begin(&v->phases, number, &work);
}

void end_phase(unsigned int index, enum mode mode)
{
	struct vcpu *v = vcpu(index);
	struct work work = vcpu_work(v);

	work.insns[mode]--;	/* the one that ends it */
	if (!phase_end(&v->phases, &work))
		fprintf(stderr,
			"tdpmu: vcpu %u ends a phase that began on no or another vcpu; keep the program on one CPU\n",
			index);
}

void on_switch(unsigned int index, void *userdata)
{
	(void)userdata;
	phase_switch(&vcpu(index)->phases);
}

void on_memory(unsigned int index, qemu_plugin_meminfo_t info,
	       uint64_t address, void *userdata)
{
	(void)userdata;
	phase_touch(&vcpu(index)->phases, address,
		    1U << qemu_plugin_mem_size_shift(info));
}
