// SPDX-License-Identifier: GPL-2.0
/*
 * An emulated Intel PMU, as a plugin of QEMU's translator.
 *
 * How a count flows
 *
 *   translate()   sees each block of guest code once, before it runs, and has
 *                 the translator add a few host instructions to it: "add n to
 *                 this vCPU's user (or kernel) instructions", "one more marker
 *                 of class 0b". This is all that happens while code runs.
 *   struct source is what they add to: the truth about one vCPU, and nothing
 *                 in it is ever reset.
 *   on_rdpmc() .. are called at the instructions by which software talks to
 *                 a PMU. They do the instruction's work.
 *   struct pmu    is what software sees: registers, counters, PERF_METRICS. A
 *                 counter is worked out when it is looked at, as the source
 *                 now less the source when it was started, so enables, filters
 *                 and clears act on the very instruction that writes them.
 *   report()      prints sources and counters at exit.
 *
 * What counts when
 *
 * An instruction is counted as it begins, so what reads a counter has itself
 * been counted, and one that faults is counted again when it is repeated. To
 * add up several at once, a run of instructions may only have a last one that
 * can fault (insn_may_fault()) or that is intercepted; each=1 adds them up one
 * by one, which must give the same and is three times slower.
 *
 * Kernel and user are told apart by the half of the address space that an
 * instruction lies in. Firmware and early boot code count as user.
 *
 * How an answer gets into registers
 *
 * QEMU is left to do RDMSR, WRMSR and CPUID as well; its answer is replaced at
 * the next instruction. Where that lies in another block, and for RDPMC, which
 * QEMU refuses, the instruction is skipped instead. That ends the block, and
 * with -icount the clock has already gone past all of it; at its very end that
 * is no loss, so runs with -icount stay repeatable.
 *
 * What is not as on a real machine: overflows raise no interrupt; a missing
 * RDPMC index gives #UD in place of #GP; the arithmetic flags are undefined
 * after RDPMC (see skip()).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "guest.h"
#include "insn.h"
#include "options.h"
#include "qemu.h"
#include "report.h"
#include "vcpu.h"

#define LEAF_FEATURES	1
#define LEAF_PMU	0xa
#define ECX_PDCM	(1U << 15)	/* there are PERF_CAPABILITIES */
#define CR4_PCE		(1U << 8)	/* users may RDPMC */

#define LOW_MEMORY	0x100000	/* real mode: an address is no pc */
#define FLAGS_ARITHMETIC 0x8d5
#define FRAME_FLAGS	16		/* above the RIP that is pushed */
#define MSR_FAULTING	0x8ff		/* no register of an APIC */

QEMU_EXPORT int qemu_plugin_version = QEMU_API;
QEMU_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
				    const qemu_info_t *info, int argc,
				    char **argv);

static struct options options;
static struct qemu_plugin_scoreboard *vcpus;

static struct vcpu *vcpu(unsigned int index)
{
	return qemu_plugin_scoreboard_find(vcpus, index);
}

static bool is_kernel(uint64_t address)
{
	return address >> 63;
}

static enum mode mode_of(uint64_t address)
{
	return is_kernel(address) ? MODE_KERNEL : MODE_USER;
}

static uint64_t join(uint64_t high, uint64_t low)
{
	return high << 32 | (uint32_t)low;
}

/* After QEMU's own answer, or in its place. */
static void deliver(struct vcpu *v)
{
	const struct cpuid *r = &v->answer;

	if (v->due == DUE_PDCM) {
		guest_write(REG_RCX, guest_read(REG_RCX) | ECX_PDCM);
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

/*
 * Go on behind a two-byte instruction. The translator may at this point know
 * better than the vCPU what the flags are, and what it knows is lost. No
 * compiler keeps flags alive across these instructions, but an interrupt that
 * comes before the next one pushes them: mend_flags().
 */
__attribute__((noreturn)) static void skip(struct vcpu *v, uint64_t pc)
{
	v->skip.pc = pc + 2;
	v->skip.insns = source_insns(&v->source, FILTER_BOTH);
	v->skip.flags = guest_read(REG_EFLAGS);
	qemu_plugin_set_pc(pc + 2);
}

static void mend_flags(struct vcpu *v, uint64_t from)
{
	uint64_t frame, pc, flags;

	if (from != v->skip.pc ||
	    v->skip.insns != source_insns(&v->source, FILTER_BOTH))
		return;
	frame = guest_read(REG_RSP);
	if (!guest_load(frame, &pc) || pc != from ||
	    !guest_load(frame + FRAME_FLAGS, &flags))
		return;
	flags = (flags & FLAGS_ARITHMETIC) |
		(v->skip.flags & ~(uint64_t)FLAGS_ARITHMETIC);
	guest_store(frame + FRAME_FLAGS, flags);
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

static void on_discontinuity(unsigned int index,
			     enum qemu_plugin_discon_type type, uint64_t from,
			     uint64_t to, void *userdata)
{
	struct vcpu *v = vcpu(index);

	(void)to;
	(void)userdata;
	if (type == QEMU_PLUGIN_DISCON_INTERRUPT)
		mend_flags(v, from);
	if (v->fault_due)
		guest_write(REG_RCX, v->fault_ecx);
	v->fault_due = false;
}

static void on_rdmsr(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	enum access access;
	uint64_t value;

	v->work.rdmsr++;
	if (!is_kernel(pc))
		return;		/* QEMU refuses */
	access = pmu_rdmsr(&v->pmu, &v->source, guest_read(REG_RCX), &value);
	if (access == ACCESS_FOREIGN)
		return;
	v->work.rdmsr_pmu++;
	if (access == ACCESS_FAULT)
		fault(v);
	else
		owe(v, DUE_MSR, halves(value));
}

/* A block ends with it: there is no next instruction to answer at. */
static void on_last_rdmsr(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);

	on_rdmsr(index, userdata);
	if (!v->due)
		return;
	deliver(v);
	skip(v, pc);
}

/* QEMU throws away what is written to registers that it does not know. */
static void on_wrmsr(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	enum access access;
	uint64_t value;

	v->work.wrmsr++;
	if (!is_kernel(pc))
		return;
	value = join(guest_read(REG_RDX), guest_read(REG_RAX));
	access = pmu_wrmsr(&v->pmu, &v->source, guest_read(REG_RCX), value);
	if (access == ACCESS_FOREIGN)
		return;
	v->work.wrmsr_pmu++;
	if (access == ACCESS_FAULT)
		fault(v);
}

static void on_rdpmc(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	uint64_t value;

	v->work.rdpmc++;
	if (!is_kernel(pc) && !(guest_read(REG_CR4) & CR4_PCE))
		return;
	if (pmu_rdpmc(&v->pmu, &v->source, guest_read(REG_RCX), &value) !=
	    ACCESS_DONE)
		return;
	v->work.rdpmc_pmu++;
	owe(v, DUE_MSR, halves(value));
	deliver(v);
	skip(v, pc);
}

static void change_phase(unsigned int index, struct vcpu *v, uint32_t leaf,
			 uint64_t pc)
{
	struct work work = vcpu_work(v);

	if (leaf == PHASE_BEGIN) {
		phase_begin(&v->phases, guest_read(REG_RCX), &work);
		return;
	}
	work.insns[mode_of(pc)]--;	/* the one that ends it */
	if (!phase_end(&v->phases, &work))
		fprintf(stderr,
			"tdpmu: vcpu %u ends a phase that began on no or another vcpu; keep the program on one CPU\n",
			index);
}

static void on_cpuid(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);
	uint32_t leaf = guest_read(REG_RAX);
	struct cpuid none = { .eax = leaf };

	if (leaf == PHASE_BEGIN || leaf == PHASE_END) {
		change_phase(index, v, leaf, pc);
		owe(v, DUE_CPUID, none);
	} else if (leaf == LEAF_PMU) {
		owe(v, DUE_CPUID, pmu_cpuid(&v->pmu));
	} else if (leaf == LEAF_FEATURES && !options.nopmu) {
		owe(v, DUE_PDCM, none);
	}
}

/*
 * A block ends with it. What needs QEMU's own answer is tried again at the
 * head of a block; in real mode, where a pc is no address, it is given up.
 */
static void on_last_cpuid(unsigned int index, void *userdata)
{
	uint64_t pc = (uintptr_t)userdata;
	struct vcpu *v = vcpu(index);

	on_cpuid(index, userdata);
	if (pc < LOW_MEMORY)
		v->due = DUE_NOTHING;
	if (!v->due)
		return;
	if (v->due == DUE_PDCM) {
		v->due = DUE_NOTHING;
		v->source.insns[mode_of(pc)]--;
		qemu_plugin_set_pc(pc);
	}
	deliver(v);
	skip(v, pc);
}

/* It is a block of its own, and would be again. */
static void on_lone_cpuid(unsigned int index, void *userdata)
{
	if (guest_read(REG_RAX) != LEAF_FEATURES)
		on_last_cpuid(index, userdata);
}

/* At the instruction after an RDMSR or CPUID. */
static void on_due(unsigned int index, void *userdata)
{
	(void)userdata;
	deliver(vcpu(index));
}

static void on_switch(unsigned int index, void *userdata)
{
	(void)userdata;
	phase_switch(&vcpu(index)->phases);
}

static void on_memory(unsigned int index, qemu_plugin_meminfo_t info,
		      uint64_t address, void *userdata)
{
	(void)userdata;
	phase_touch(&vcpu(index)->phases, address,
		    1U << qemu_plugin_mem_size_shift(info));
}

/* One block while it is translated. */
struct block {
	size_t n;
	struct qemu_plugin_insn **insn;
	struct insn *code;
	uint64_t *pc;
	enum mode mode;
};

static struct insn fetch(const struct qemu_plugin_insn *insn)
{
	struct insn code = { .size = qemu_plugin_insn_size(insn) };

	qemu_plugin_insn_data(insn, code.bytes, sizeof(code.bytes));
	return code;
}

static void add(struct qemu_plugin_insn *insn, size_t offset, uint64_t n)
{
	qemu_plugin_u64 entry = { .score = vcpus, .offset = offset };

	qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
		insn, QEMU_PLUGIN_INLINE_ADD_U64, entry, n);
}

static bool ends_run(const struct block *b, size_t i)
{
	unsigned int class;
	enum kind kind = insn_kind(&b->code[i], &class);

	if (options.each || i + 1 == b->n)
		return true;
	return kind != INSN_MARKER &&
	       (kind != INSN_PLAIN || insn_may_fault(&b->code[i]));
}

static void count_insns(const struct block *b)
{
	size_t offset = offsetof(struct vcpu, source.insns) +
			b->mode * sizeof(uint64_t);
	size_t first = 0;

	for (size_t i = 0; i < b->n; i++) {
		if (!ends_run(b, i))
			continue;
		add(b->insn[first], offset, i + 1 - first);
		first = i + 1;
	}
}

static void count_marker(const struct block *b, size_t i, unsigned int class)
{
	size_t offset = offsetof(struct vcpu, source.markers) +
			(b->mode * N_CLASSES + class) * sizeof(uint64_t);

	add(b->insn[i], offset, 1);
}

static void count_switch(const struct block *b, size_t i)
{
	if (b->mode != MODE_KERNEL || !insn_leaves_stack(&b->code[i]) ||
	    (i + 1 < b->n && !insn_enters_stack(&b->code[i + 1])))
		return;
	add(b->insn[i], offsetof(struct vcpu, work.switches), 1);
	if (options.lines)
		qemu_plugin_register_vcpu_insn_exec_cb(
			b->insn[i], on_switch, QEMU_PLUGIN_CB_NO_REGS, NULL);
}

static void intercept(const struct block *b, size_t i,
		      qemu_plugin_vcpu_udata_cb_t cb)
{
	qemu_plugin_register_vcpu_insn_exec_cb(b->insn[i], cb,
					       QEMU_PLUGIN_CB_RW_REGS_PC,
					       (void *)(uintptr_t)b->pc[i]);
}

static void answer_at(struct qemu_plugin_insn *insn)
{
	qemu_plugin_u64 due = { .score = vcpus,
				.offset = offsetof(struct vcpu, due) };

	qemu_plugin_register_vcpu_insn_exec_cond_cb(
		insn, on_due, QEMU_PLUGIN_CB_RW_REGS, QEMU_PLUGIN_COND_NE, due,
		DUE_NOTHING, NULL);
}

static void intercept_cpuid(const struct block *b, size_t i)
{
	if (i + 1 < b->n) {
		intercept(b, i, on_cpuid);
		answer_at(b->insn[i + 1]);
	} else {
		intercept(b, i, b->n > 1 ? on_last_cpuid : on_lone_cpuid);
	}
}

static void intercept_rdmsr(const struct block *b, size_t i)
{
	if (i + 1 < b->n) {
		intercept(b, i, on_rdmsr);
		answer_at(b->insn[i + 1]);
	} else {
		intercept(b, i, on_last_rdmsr);
	}
}

static void intercept_pmu(const struct block *b, size_t i, enum kind kind)
{
	if (kind == INSN_RDMSR)
		intercept_rdmsr(b, i);
	else if (kind == INSN_WRMSR)
		intercept(b, i, on_wrmsr);
	else
		intercept(b, i, on_rdpmc);
}

static void watch(const struct block *b, size_t i)
{
	unsigned int class;
	enum kind kind = insn_kind(&b->code[i], &class);

	if (options.lines && b->mode == MODE_KERNEL)
		qemu_plugin_register_vcpu_mem_cb(
			b->insn[i], on_memory, QEMU_PLUGIN_CB_NO_REGS,
			QEMU_PLUGIN_MEM_RW, NULL);
	if (kind == INSN_PLAIN)
		count_switch(b, i);
	else if (kind == INSN_MARKER)
		count_marker(b, i, class);
	else if (kind == INSN_CPUID)
		intercept_cpuid(b, i);
	else if (!options.nopmu)
		intercept_pmu(b, i, kind);
}

static void translate(struct qemu_plugin_tb *tb, void *userdata)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *insn[n];
	struct insn code[n];
	uint64_t pc[n];
	struct block b = { .n = n, .insn = insn, .code = code, .pc = pc };

	(void)userdata;
	for (size_t i = 0; i < n; i++) {
		insn[i] = qemu_plugin_tb_get_insn(tb, i);
		code[i] = fetch(insn[i]);
		pc[i] = qemu_plugin_insn_vaddr(insn[i]);
	}
	b.mode = mode_of(pc[0]);
	count_insns(&b);
	for (size_t i = 0; i < n; i++)
		watch(&b, i);
}

static void on_vcpu(unsigned int index, void *userdata)
{
	(void)userdata;
	pmu_init(&vcpu(index)->pmu, &options);
	if (!guest_init())
		fprintf(stderr,
			"tdpmu: QEMU hides a register that is needed; this must be qemu-system-x86_64, 11.1 or newer\n");
}

static void print_report(const struct report *r)
{
	int n = qemu_plugin_num_vcpus();
	bool any = false;

	report_begin(r);
	for (int i = 0; i < n; i++) {
		struct vcpu *v = vcpu(i);

		pmu_fold(&v->pmu, &v->source);
		report_vcpu(r, i, v);
	}
	report_middle(r);
	for (int i = 0; i < n; i++)
		report_phases(r, i, vcpu(i), &any);
	report_end(r);
}

static void report(void *userdata)
{
	struct report r = { .out = stderr, .o = &options };

	(void)userdata;
	if (options.out)
		r.out = fopen(options.out, "w");
	if (!r.out) {
		fprintf(stderr, "tdpmu: cannot write %s: %s; here it is\n",
			options.out, strerror(errno));
		r.out = stderr;
	}
	print_report(&r);
	if (fflush(r.out))
		fprintf(stderr, "tdpmu: the report is not whole: %s\n",
			strerror(errno));
}

static int parse_options(int argc, char **argv)
{
	char error[256];

	options_default(&options);
	for (int i = 0; i < argc; i++) {
		if (!options_parse(&options, argv[i], error, sizeof(error)))
			continue;
		fprintf(stderr, "tdpmu: %s\n", error);
		return -1;
	}
	return 0;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			char **argv)
{
	if (strcmp(info->target_name, "x86_64") || !info->system_emulation) {
		fprintf(stderr, "tdpmu: runs in qemu-system-x86_64 only\n");
		return -1;
	}
	if (parse_options(argc, argv))
		return -1;
	vcpus = qemu_plugin_scoreboard_new(sizeof(struct vcpu));
	qemu_plugin_register_vcpu_init_cb(id, on_vcpu, NULL);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate, NULL);
	qemu_plugin_register_vcpu_discon_cb(id, QEMU_PLUGIN_DISCON_INTERRUPT |
					    QEMU_PLUGIN_DISCON_EXCEPTION,
					    on_discontinuity, NULL);
	qemu_plugin_register_atexit_cb(id, report, NULL);
	return 0;
}
