// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "gic.h"
#include "guest.h"
#include "intercept_arm64.h"
#include "registers.h"
#include "sysreg.h"

#define INSN_BYTES	4
#define CPSR_EL		0xc
#define XZR		31

static unsigned int site_sysreg(uint64_t site)
{
	unsigned int op1 = site & 1 << 11 ? 3 : 0;

	return SYSREG(op1, 0, 0, 0) | (site & 0x7ff);
}

static unsigned int site_rt(uint64_t site)
{
	return site >> 12 & 31;
}

/* QEMU traps users, as PMUSERENR says, which to it is always zero. */
static bool is_user(void)
{
	return !(guest_read(REG_CPSR) & CPSR_EL);
}

static uint64_t get(unsigned int x)
{
	return x == XZR ? 0 : guest_read(REG_X0 + x);
}

static void put(unsigned int x, uint64_t value)
{
	if (x != XZR)
		guest_write(REG_X0 + x, value);
}

/* The line of the PMU is up as long as software has an overflow to clear. */
static void settle(unsigned int index, struct vcpu *v)
{
	bool due = v->pmu.o->pmi && pmu_interrupt_due(&v->pmu, &v->source);

	if (due == v->raised || !gic_set(index, due))
		return;
	v->raised = due;
	v->interrupts += due;
}

static enum access read_sysreg(struct vcpu *v, unsigned int sysreg,
			       uint64_t *value)
{
	if (!is_identity(sysreg))
		return pmu_rdmsr(&v->pmu, &v->source, sysreg, value);
	*value = registers_arm_identity(&v->pmu, sysreg, guest_read(REG_DFR0));
	return ACCESS_DONE;
}

static void count_read(struct work *w, unsigned int sysreg)
{
	if (is_count(sysreg)) {
		w->rdpmc++;
		w->rdpmc_pmu++;
	} else {
		w->rdmsr++;
		w->rdmsr_pmu++;
	}
}

/* What is not there is left to QEMU, to which it is not there either. */
void on_mrs(unsigned int index, void *userdata)
{
	uint64_t value, site = (uintptr_t)userdata;
	unsigned int sysreg = site_sysreg(site);
	struct vcpu *v = vcpu(index);

	if (is_user() || read_sysreg(v, sysreg, &value) != ACCESS_DONE)
		return;
	count_read(&v->work, sysreg);
	settle(index, v);
	put(site_rt(site), value);
	qemu_plugin_set_pc(site_pc(site) + INSN_BYTES);
}

void on_msr(unsigned int index, void *userdata)
{
	uint64_t site = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);

	if (is_user() ||
	    pmu_wrmsr(&v->pmu, &v->source, site_sysreg(site),
		      get(site_rt(site))) != ACCESS_DONE)
		return;
	v->work.wrmsr++;
	v->work.wrmsr_pmu++;
	settle(index, v);
	qemu_plugin_set_pc(site_pc(site) + INSN_BYTES);
}

static void touch(unsigned int index, struct vcpu *v, enum request request)
{
	uint64_t value = get(1);
	enum access access;

	if (request == REQUEST_POKE)
		access = pmu_poke(&v->pmu, &v->source, get(0), value);
	else
		access = pmu_peek(&v->pmu, &v->source, get(0), &value);
	settle(index, v);
	put(0, STRANGER_SIGNATURE);
	put(1, value);
	put(2, access == ACCESS_DONE);
}

/* It is executed then, as the no-op that it is. */
void on_request(unsigned int index, void *userdata)
{
	enum request request = (uintptr_t)userdata & 0xff;
	enum mode mode = is_user() ? MODE_USER : MODE_KERNEL;

	if (request == REQUEST_BEGIN)
		begin_phase(index, get(0));
	else if (request == REQUEST_END)
		end_phase(index, mode);
	else if (request == REQUEST_PEEK || request == REQUEST_POKE)
		touch(index, vcpu(index), request);
}

void on_gic_poll(unsigned int index, void *userdata)
{
	struct vcpu *v = vcpu(index);

	(void)userdata;
	v->toward = 0;
	settle(index, v);
}
