// SPDX-License-Identifier: GPL-2.0
#include "apic.h"
#include "guest.h"
#include "intercept_x86.h"

#define CR4_TSD		(1U << 2)	/* users may not RDPRU */
#define CR4_PCE		(1U << 8)	/* users may RDPMC */

#define LOW_MEMORY	0x100000	/* real mode: an address is no pc */
#define FLAGS_ARITHMETIC 0x8d5
#define FLAG_IF		0x200
#define FLAGS_WRONG	0x1300	/* IF, TF, and one that does nothing here */
#define FRAME_FLAGS	16		/* above the RIP that is pushed */
#define INT3		0xcc
#define TWO_BYTES	2		/* RDMSR, RDPMC, CPUID */
#define THREE_BYTES	3		/* RDPRU */
#define MSR_FAULTING	0x8ff		/* no register of an APIC */

static uint64_t join(uint64_t high, uint64_t low)
{
	return high << 32 | (uint32_t)low;
}

/* The bits of @r are set in QEMU's own answer, and EAX becomes @highest if it is less. */
static void amend(const struct cpuid *r)
{
	uint32_t eax = (uint32_t)guest_read(REG_RAX) | r->eax;

	guest_write(REG_RAX, eax < r->highest ? r->highest : eax);
	guest_write(REG_RBX, guest_read(REG_RBX) | r->ebx);
	guest_write(REG_RCX, guest_read(REG_RCX) | r->ecx);
	guest_write(REG_RDX, guest_read(REG_RDX) | r->edx);
}

/* After QEMU's own answer, or in its place. */
static void deliver(struct vcpu *v)
{
	const struct cpuid *r = &v->answer;

	if (v->due == DUE_AMENDED) {
		amend(r);
	} else {
		guest_write(REG_RAX, r->eax);
		guest_write(REG_RDX, r->edx);
	}
	if (v->due == DUE_CPUID) {
		guest_write(REG_RBX, r->ebx);
		guest_write(REG_RCX, r->ecx);
	}
	v->due = DUE_NOTHING;
}

static void owe(struct vcpu *v, enum due due, struct cpuid answer)
{
	v->due = due;
	v->answer = answer;
}

static struct cpuid halves(uint64_t value)
{
	return (struct cpuid) { .eax = value, .edx = value >> 32 };
}

/* As QEMU does it once in a long time; see skip(). */
static void find_wrong_flags(struct vcpu *v)
{
	if (v->wrong_flags && ++v->skips % v->wrong_flags == 0)
		guest_write(REG_EFLAGS, v->skip.flags | FLAGS_WRONG);
}

/*
 * Go on behind an instruction of @size bytes. If an earlier one of its block set the
 * flags, QEMU has not yet noted how, and skipping loses that: until the next
 * arithmetic instruction the flags hold anything. No compiler keeps them alive across
 * RDPMC, and the next instruction that it writes, a shift that joins the two
 * halves, sets them. But where QEMU is called away before the next block begins, "any"
 * includes IF, TF and all others, for good; and an interrupt that comes then pushes
 * them. What follows here puts that right, up to on_head().
 */
__attribute__((noreturn)) static void skip(struct vcpu *v, uint64_t pc,
					   size_t size)
{
	v->skip = (struct skip) {
		.fresh = 1,
		.pc = pc + size,
		.insns = source_insns(&v->source, FILTER_BOTH),
		.rsp = guest_read(REG_RSP),
		.flags = guest_read(REG_EFLAGS),
	};
	if (is_kernel(pc))
		find_wrong_flags(v);
	qemu_plugin_set_pc(pc + size);
}

static bool mend_frame(struct vcpu *v, uint64_t from, uint64_t *pushed)
{
	uint64_t frame = guest_read(REG_RSP), pc;

	if (from != v->skip.pc ||
	    v->skip.insns != source_insns(&v->source, FILTER_BOTH) ||
	    !guest_load(frame, &pc, sizeof(pc)) || pc != from ||
	    !guest_load(frame + FRAME_FLAGS, pushed, sizeof(*pushed)))
		return false;
	guest_store(frame + FRAME_FLAGS,
		    (*pushed & FLAGS_ARITHMETIC) |
		    (v->skip.flags & ~(uint64_t)FLAGS_ARITHMETIC),
		    sizeof(*pushed));
	return true;
}

/*
 * Where interrupts are off only an NMI can come. Any other was let in by what IF
 * happened to be, in the midst of whatever they were off for.
 */
static void mend_interrupt(struct vcpu *v, uint64_t from, uint64_t to)
{
	uint64_t pushed;

	if (!mend_frame(v, from, &pushed) || v->skip.flags & FLAG_IF)
		return;
	if (!(pushed & FLAG_IF))
		v->nmi_entry = to;
	if (to == v->nmi_entry || !apic_put_off())
		return;
	v->skip.entry = to;
	v->put_off++;
}

/* The interrupt that is put off has come to its first instruction. */
__attribute__((noreturn)) static void go_back(struct vcpu *v)
{
	v->skip.entry = 0;
	guest_write(REG_RSP, v->skip.rsp);
	guest_write(REG_EFLAGS, v->skip.flags);
	qemu_plugin_set_pc(v->skip.pc);
}

void on_head(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);

	if (v->skip.entry) {
		if (pc == v->skip.entry)
			go_back(v);
		return;		/* an NMI comes first */
	}
	v->skip.fresh = 0;
	if (pc != v->skip.pc || guest_read(REG_EFLAGS) == v->skip.flags)
		return;
	v->mended++;
	guest_write(REG_EFLAGS, v->skip.flags);
	qemu_plugin_set_pc(pc);
}

/*
 * QEMU lets any register number pass but those of an APIC that is not there.
 * So ask for one of these, and put ECX right when the fault has been taken.
 */
static void fault(struct vcpu *v)
{
	v->fault_ecx = guest_read(REG_RCX);
	v->fault_due = true;
	guest_write(REG_RCX, MSR_FAULTING);
}

void on_discontinuity(unsigned int index, enum qemu_plugin_discon_type type,
		      uint64_t from, uint64_t to, void *userdata)
{
	struct vcpu *v = vcpu(index);

	(void)userdata;
	if (type == QEMU_PLUGIN_DISCON_INTERRUPT)
		mend_interrupt(v, from, to);
	if (v->fault_due)
		guest_write(REG_RCX, v->fault_ecx);
	v->fault_due = false;
}

void on_rdmsr(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	enum access access;
	uint64_t value;

	v->work.rdmsr++;
	if (!is_kernel(pc))
		return;		/* QEMU refuses */
	access = pmu_rdmsr(&v->pmu, vcpu_seen(v), guest_read(REG_RCX), &value);
	if (access == ACCESS_FOREIGN)
		return;
	v->work.rdmsr_pmu++;
	if (access == ACCESS_FAULT)
		fault(v);
	else
		owe(v, DUE_MSR, halves(value));
}

/* A block ends with it: there is no next instruction to answer at. */
void on_last_rdmsr(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);

	on_rdmsr(index, userdata);
	if (!v->due)
		return;
	deliver(v);
	skip(v, pc, TWO_BYTES);
}

/* QEMU throws away what is written to registers that it does not know. */
void on_wrmsr(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	enum access access;
	uint64_t value;

	v->work.wrmsr++;
	if (!is_kernel(pc))
		return;
	value = join(guest_read(REG_RDX), guest_read(REG_RAX));
	access = pmu_wrmsr(&v->pmu, vcpu_seen(v), guest_read(REG_RCX), value);
	if (access == ACCESS_FOREIGN)
		return;
	v->work.wrmsr_pmu++;
	if (access == ACCESS_FAULT)
		fault(v);
}

void on_rdpmc(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	uint64_t value;

	v->work.rdpmc++;
	if (!is_kernel(pc) && !(guest_read(REG_CR4) & CR4_PCE))
		return;
	if (pmu_rdpmc(&v->pmu, vcpu_seen(v), guest_read(REG_RCX), &value) !=
	    ACCESS_DONE)
		return;
	v->work.rdpmc_pmu++;
	owe(v, DUE_MSR, halves(value));
	deliver(v);
	skip(v, pc, TWO_BYTES);
}

/* Of the registers that RDPRU reads; QEMU refuses it, as Intel's CPUs do. */
void on_rdpru(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	uint64_t value;

	if (!is_kernel(pc) && guest_read(REG_CR4) & CR4_TSD)
		return;
	if (pmu_rdpru(&v->pmu, vcpu_seen(v), guest_read(REG_RCX), &value) !=
	    ACCESS_DONE)
		return;
	owe(v, DUE_MSR, halves(value));
	deliver(v);
	skip(v, pc, THREE_BYTES);
}

/* ECX is the register, EDX:EBX what is written, EDX:EAX what was read. */
static struct cpuid touch(struct vcpu *v, uint32_t leaf)
{
	uint32_t msr = guest_read(REG_RCX);
	struct cpuid answer = { .ebx = STRANGER_SIGNATURE };
	enum access access;
	uint64_t value;

	if (leaf == STRANGER_POKES) {
		value = join(guest_read(REG_RDX), guest_read(REG_RBX));
		access = pmu_poke(&v->pmu, vcpu_seen(v), msr, value);
		value = 0;
	} else {
		access = pmu_peek(&v->pmu, vcpu_seen(v), msr, &value);
	}
	answer.eax = value;
	answer.edx = value >> 32;
	answer.ecx = access == ACCESS_DONE;
	return answer;
}

static void answer_cpuid(struct vcpu *v, uint32_t leaf)
{
	struct answer a = pmu_cpuid(&v->pmu, leaf, guest_read(REG_RCX));

	if (a.kind == ANSWER_OURS)
		owe(v, DUE_CPUID, a.regs);
	else if (a.kind == ANSWER_AMENDED)
		owe(v, DUE_AMENDED, a.regs);
}

void on_cpuid(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	uint32_t leaf = guest_read(REG_RAX);
	struct cpuid none = { .eax = leaf };

	if (leaf == PHASE_BEGIN) {
		begin_phase(index, guest_read(REG_RCX));
		owe(v, DUE_CPUID, none);
	} else if (leaf == PHASE_END) {
		end_phase(index, mode_of(pc));
		owe(v, DUE_CPUID, none);
	} else if (leaf == STRANGER_PEEKS || leaf == STRANGER_POKES) {
		owe(v, DUE_CPUID, touch(v, leaf));
	} else {
		answer_cpuid(v, leaf);
	}
}

/*
 * A block ends with it. What needs QEMU's own answer is tried again at the
 * head of a block; in real mode, where a pc is no address, it is given up.
 */
void on_last_cpuid(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);

	on_cpuid(index, userdata);
	if (pc < LOW_MEMORY)
		v->due = DUE_NOTHING;
	if (!v->due)
		return;
	if (v->due == DUE_AMENDED) {
		v->due = DUE_NOTHING;
		v->source.insns[mode_of(pc)]--;
		qemu_plugin_set_pc(pc);
	}
	deliver(v);
	skip(v, pc, TWO_BYTES);
}

/* It is a block of its own, and would be again. */
void on_lone_cpuid(unsigned int index, void *userdata)
{
	struct answer a = pmu_cpuid(&vcpu(index)->pmu, guest_read(REG_RAX),
				    guest_read(REG_RCX));

	if (a.kind != ANSWER_AMENDED)
		on_last_cpuid(index, userdata);
}

/*
 * A kernel that patches its code puts INT3 in the way of the other CPUs, and
 * takes it away at the end. QEMU throws away what it made of old code before
 * the write, not with it: a vCPU that comes by in between keeps an INT3 that is
 * gone from memory. The kernel finds none there, goes back and meets it again,
 * for ever. Writing what is there anyway makes QEMU look once more.
 */
void on_breakpoint(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	uint64_t byte;

	if (!is_kernel(pc) || !guest_load(pc, &byte, 1) || byte == INT3)
		return;
	guest_store(pc, byte, 1);
	vcpu(index)->stale++;
}

/* At the instruction after an RDMSR or CPUID. */
void on_due(unsigned int index, void *userdata)
{
	(void)userdata;
	deliver(vcpu(index));
}

void on_poll(unsigned int index, void *userdata)
{
	struct vcpu *v = vcpu(index);

	(void)userdata;
	v->toward = 0;
	if (!pmu_interrupt_due(&v->pmu, vcpu_seen(v)) ||
	    !apic_interrupt(pmu_interrupt_masks(&v->pmu)))
		return;
	pmu_interrupt(&v->pmu, vcpu_seen(v));
	v->interrupts++;
}
