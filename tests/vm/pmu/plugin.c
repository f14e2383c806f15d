// SPDX-License-Identifier: GPL-2.0
/*
 * An emulated PMU, Intel's, AMD's or Arm's, as a plugin of QEMU's translator.
 *
 * How a count flows
 *
 *   translate()   sees each block of guest code once, before it runs, and has
 *                 the translator add a few host instructions to it: "add n to
 *                 this vCPU's user (or kernel) instructions", "one more marker
 *                 of class 0b". This is all that happens while code runs.
 *   struct pipeline  with pipeline=1 sees each block and each access to memory, and
 *                 adds the slots that they wait. The caches are the vCPU's own.
 *   struct source is what they add to: the truth about one vCPU, and nothing
 *                 in it is ever reset.
 *   on_rdpmc() .. are called at the instructions by which software talks to
 *                 a PMU. They do the instruction's work. Which these are is in
 *                 struct machine, a file for each architecture, machine_*.c.
 *   struct pmu    is what software sees: registers, counters, PERF_METRICS. A
 *                 counter is worked out when it is looked at, as the source
 *                 now less the source when it was started, so enables, filters
 *                 and clears act on the very instruction that writes them.
 *   struct registers  says how: which registers, indices of RDPMC and leaves
 *                 of CPUID a vendor's CPUs have. One file each, registers_*.c.
 *   struct model  is a family of CPUs: its registers, how many counters, how
 *                 many slots a cycle, and its events, events_*.c. Each vCPU
 *                 has a model of its own: those of a hybrid differ.
 *   report()      prints sources and counters at exit.
 *
 * What counts when
 *
 * An instruction is counted as it begins, so what reads a counter has itself
 * been counted, and one that faults is counted again when it is repeated. To
 * add up several at once, a run of instructions may only have a last one that
 * can fault (insn_may_fault()) or that is intercepted; each=1 adds them up one
 * by one, which must give the same and costs four times as much.
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
 * Runs repeat, most of them to the instruction, with -M pc, -smp 1, -seed,
 * -rtc with a base and clock=vm, -accel tcg,thread=single, -icount
 * shift=0,align=off,sleep=off, and the same initrd. With an initrd that was
 * packed anew or -M q35, phases agree to about 0.02 %.
 *
 * How to use it
 *
 *	-cpu SapphireRapids -plugin tdpmu.so[,KEY=VALUE...]
 *
 *	model=spr|icx|skx|bdx|srf|adl|arl|zen2|zen3|zen4|zen5|n1|n2|n3|v1|v2
 *				what is played; give QEMU the CPU that goes with it
 *				(tests/vm/cpus)
 *	base=00:1+02:1+06:1	slots of any instruction, by class
 *	round=silicon|nearest|truncate	of the bytes of PERF_METRICS
 *	restore=exact|sticky	what becomes of bytes that perf writes back
 *	width=48 counters=8 fixed=4	other machines
 *	nometrics=1 nopmu=1	a machine without PERF_METRICS, without a PMU
 *	bare=2			a mask of CPUs that alone lack PERF_METRICS
 *	small=v1		Arm's: the model of the CPUs of atom=; it comes first
 *	atom=2			a mask of CPUs that are a hybrid's E-cores (model=adl, arl)
 *	lowpower=8		a mask of those that are its low-power E-cores (model=arl)
 *	deny=2c2+10e		a host that filters these events: they count nothing
 *	overflow=0		overflows are not seen in GLOBAL_STATUS
 *	pmi=1			overflows interrupt; not together with -icount
 *	metrics_overflow=200000	PERF_METRICS overflows so many slots after a clear
 *	wrong_flags=50		with each fiftieth instruction that is skipped IF and TF
 *				are found set; QEMU does that once in a long time
 *	lines=1			count the data lines touched in phases; slow
 *	each=1			see above
 *	pipeline=1		programs that are not made of markers wait for caches and
 *				branches (pipeline.h), in place of base=
 *	out=FILE		the report goes there, not to stderr
 *
 * What no CPU should do, so that tests can see whether somebody notices:
 *
 *	short=20		Backend Bound lacks so many steps: fields do not add up
 *	settle=5000		fields read as zero for so many slots after a clear
 *	live_clear=5000		slots that SLOTS does not count after it was zeroed while
 *				it ran
 *	idle_loses=1		PERF_METRICS begins anew whenever the CPU has slept
 *	written=1000		before each thousandth RDPMC somebody adds a million to the
 *				counter of instructions
 *	rdpmc_lag=50		RDPMC is behind by so many
 *	leak=1			CPUs 0 and 1 count what the other one executes, too, and
 *				so on
 *
 * By CPUID a program of the guest begins and ends phases (phase.h), and plays
 * somebody who programs the PMU behind the kernel's back or makes it fail
 * (intercept.h, MSR_FAULTS in pmu.h).
 *
 * Hybrids
 *
 * With model=adl, CPUs are Golden Cove's, and those of atom=MASK Gracemont's:
 * 5 slots a cycle, 6 + 3 counters, no PERF_METRICS. As on real ones, leaf 0xA of
 * all CPUs tells of 6 + 3 counters, which both kinds have; a kernel knows by
 * leaf 0x1A that P-cores have 8 + 4. CPU 0 must be a P-core.
 *
 * With model=arl there are three kinds of cores: Lion Cove, of atom=MASK Skymont, 8
 * slots a cycle, and of lowpower=MASK Crestmont, 6 slots. Leaf 0x23 tells each core
 * what itself has. Three things are not as on real ones: Lion Cove has Golden Cove's
 * events and 8 counters for 10, and Skymont lacks the fixed counters 4 to 6.
 *
 * AMD
 *
 * Core counters by both ranges of registers, from Zen 4 on with global control
 * and status; APERF, MPERF (by RDPRU, too) and IRPERF, which always run. Where a
 * control has a bit that does not exist, or a counter does not, there is a fault.
 * Perf's driver takes an overflow that it sees for one that interrupts, and
 * waits for that: without pmi=1 it sees none.
 *
 * Arm
 *
 * All registers of PMUv3 are answered here and no MRS or MSR of them is left to
 * QEMU, so its own PMU stays idle; it gives the node of the device tree, and traps
 * users as long as PMUSERENR is zero to it. MIDR_EL1 and PMUVer are those of the
 * core that is played, whatever core QEMU's is. Its 64-bit counters overflow at
 * 2^32 unless PMCR.LP is set; a CHAIN counts what the counter below it went over.
 * With fixed=2 PMUVer is 9 and instructions have a counter of their own, PMICNTR.
 * What CPUID is to programs of the guest elsewhere is movk xzr, #0x7cNN, lsl #48
 * here (intercept_arm64.c).
 *
 * Overflow interrupts
 *
 * Nobody looks at counters while instructions run, so with pmi=1 blocks have a
 * look every POLL_EVERY instructions or so: by so much, at most, an interrupt
 * is late. Where the local APIC lets it pass, the vCPU sends an NMI to itself,
 * which is taken at the end of the block. Intel's CPUs mask the APIC's entry
 * with that, AMD's do not. On Arm it is PPI 7, whose line stays up until software
 * has cleared the overflow.
 *
 * What is not as on a real machine: overflows raise no interrupt unless asked
 * to; a missing RDPMC index gives #UD in place of #GP; the arithmetic flags are
 * undefined after RDPMC (see skip() in intercept_x86.c).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intercept.h"
#include "machine.h"
#include "options.h"
#include "report.h"
#include "vcpu.h"

QEMU_EXPORT int qemu_plugin_version = QEMU_API;
QEMU_EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
				    const qemu_info_t *info, int argc,
				    char **argv);

#define POLL_EVERY	500
#define MARKER_WEIGHT	200	/* instructions that have as many slots */

static const struct machine *machine;
static struct options options;
static struct qemu_plugin_scoreboard *vcpus;

struct vcpu *vcpu(unsigned int index)
{
	return qemu_plugin_scoreboard_find(vcpus, index);
}

const struct source *vcpu_seen(struct vcpu *v)
{
	unsigned int beside = v->index ^ 1;

	if (!options.leak || beside >= (unsigned int)qemu_plugin_num_vcpus())
		return &v->source;
	v->both = v->source;
	source_add(&v->both, &vcpu(beside)->source);
	return &v->both;
}

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

static enum kind kind_of(const struct block *b, size_t i, unsigned int *class)
{
	return machine->isa->kind(&b->code[i], options.model.classes, class);
}

static bool ends_run(const struct block *b, size_t i)
{
	unsigned int class;
	enum kind kind = kind_of(b, i, &class);

	if (options.each || i + 1 == b->n)
		return true;
	return kind != INSN_MARKER &&
	       (kind != INSN_PLAIN || machine->isa->may_fault(&b->code[i]));
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
	const struct isa *isa = machine->isa;

	if (b->mode != MODE_KERNEL || !isa->leaves_stack(&b->code[i]) ||
	    (i + 1 < b->n && !isa->enters_stack(&b->code[i + 1])))
		return;
	add(b->insn[i], offsetof(struct vcpu, work.switches), 1);
	if (options.lines)
		qemu_plugin_register_vcpu_insn_exec_cb(
			b->insn[i], on_switch, QEMU_PLUGIN_CB_NO_REGS, NULL);
}

static void on_fetch(unsigned int index, void *userdata)
{
	struct vcpu *v = vcpu(index);

	pipeline_fetch(&v->pipeline, userdata, &v->source, v->pmu.core.width);
}

static void on_access(unsigned int index, qemu_plugin_meminfo_t info,
		      uint64_t address, void *userdata)
{
	struct qemu_plugin_hwaddr *physical =
		qemu_plugin_get_hwaddr(info, address);
	struct data_access a = { .address = address,
				 .store = qemu_plugin_mem_is_store(info),
				 .byte = !qemu_plugin_mem_size_shift(info),
				 .mode = (uintptr_t)userdata };
	struct vcpu *v = vcpu(index);

	if (!physical)
		return;
	a.physical = qemu_plugin_hwaddr_phys_addr(physical);
	if (qemu_plugin_mem_size_shift(info) == 3)
		a.value = qemu_plugin_mem_get_value(info).data.u64;
	pipeline_access(&v->pipeline, &a, &v->source, v->pmu.core.width);
}

/* A block's struct code stays until QEMU ends: the translated code points to it. */
static void count_waits(const struct block *b)
{
	const struct insn *last = &b->code[b->n - 1];
	struct code *code = malloc(sizeof(*code));

	if (!code)
		abort();
	*code = (struct code){ .start = b->pc[0],
			       .end = b->pc[b->n - 1] + last->size,
			       .mode = b->mode,
			       .branch = machine->isa->branch(last) };
	qemu_plugin_register_vcpu_insn_exec_cb(b->insn[0], on_fetch,
					       QEMU_PLUGIN_CB_NO_REGS, code);
	for (size_t i = 0; i < b->n; i++)
		qemu_plugin_register_vcpu_mem_cb(b->insn[i], on_access,
						 QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW,
						 (void *)(uintptr_t)b->mode);
}

static void watch(const struct block *b, size_t i)
{
	unsigned int number;
	enum kind kind = kind_of(b, i, &number);

	if (options.lines && b->mode == MODE_KERNEL)
		qemu_plugin_register_vcpu_mem_cb(
			b->insn[i], on_memory, QEMU_PLUGIN_CB_NO_REGS,
			QEMU_PLUGIN_MEM_RW, NULL);
	if (kind == INSN_PLAIN)
		count_switch(b, i);
	else if (kind == INSN_MARKER)
		count_marker(b, i, number);
	else
		machine->watch(b, i, kind, number);
}

static uint64_t weight(const struct block *b)
{
	uint64_t sum = b->n;
	unsigned int class;

	for (size_t i = 0; i < b->n; i++)
		if (kind_of(b, i, &class) == INSN_MARKER)
			sum += MARKER_WEIGHT;
	return sum;
}

static void look_for_overflows(const struct block *b)
{
	qemu_plugin_u64 toward = { .score = vcpus,
				   .offset = offsetof(struct vcpu, toward) };

	add(b->insn[0], toward.offset, weight(b));
	qemu_plugin_register_vcpu_insn_exec_cond_cb(
		b->insn[0], machine->poll, QEMU_PLUGIN_CB_NO_REGS,
		QEMU_PLUGIN_COND_GE, toward, POLL_EVERY, NULL);
}

static void translate(struct qemu_plugin_tb *tb, void *userdata)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *insn[n];
	struct insn code[n];
	uint64_t pc[n];
	struct block b = { .vcpus = vcpus, .n = n, .insn = insn, .code = code,
			   .pc = pc };

	(void)userdata;
	for (size_t i = 0; i < n; i++) {
		insn[i] = qemu_plugin_tb_get_insn(tb, i);
		code[i] = fetch(insn[i]);
		pc[i] = qemu_plugin_insn_vaddr(insn[i]);
	}
	b.mode = mode_of(pc[0]);
	if (machine->begin)
		machine->begin(&b);
	if (options.pmi)
		look_for_overflows(&b);
	count_insns(&b);
	if (options.pipeline)
		count_waits(&b);
	for (size_t i = 0; i < n; i++)
		watch(&b, i);
}

static void on_vcpu(unsigned int index, void *userdata)
{
	(void)userdata;
	vcpu(index)->index = index;
	pmu_init(&vcpu(index)->pmu, &options, index);
	vcpu(index)->wrong_flags = options.wrong_flags;
	if (options.pipeline)
		pipeline_init(&vcpu(index)->pipeline);
	if (!machine->init())
		fprintf(stderr,
			"tdpmu: QEMU hides a register that is needed; this must be qemu-system-%s, 11.1 or newer\n",
			machine->target);
}

static void on_resume(unsigned int index, void *userdata)
{
	struct vcpu *v = vcpu(index);

	(void)userdata;
	pmu_wake(&v->pmu, vcpu_seen(v));
}

static void print_report(const struct report *r)
{
	int n = qemu_plugin_num_vcpus();
	bool any = false;

	report_begin(r);
	for (int i = 0; i < n; i++) {
		struct vcpu *v = vcpu(i);

		pmu_fold(&v->pmu, vcpu_seen(v));
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

static const struct machine *find_machine(const char *target)
{
	static const struct machine *const all[] = { &machine_x86,
						     &machine_arm64 };

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(all[i]->target, target))
			return all[i];
	return NULL;
}

static int parse_options(int argc, char **argv)
{
	char error[256];

	options_default(&options, machine->model);
	for (int i = 0; i < argc; i++) {
		if (!options_parse(&options, argv[i], error, sizeof(error)))
			continue;
		fprintf(stderr, "tdpmu: %s\n", error);
		return -1;
	}
	if (machine_of(&options.model) == machine)
		return 0;
	fprintf(stderr, "tdpmu: model=%s is none of qemu-system-%s\n",
		options.model.name, machine->target);
	return -1;
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			char **argv)
{
	machine = find_machine(info->target_name);
	if (!machine || !info->system_emulation) {
		fprintf(stderr,
			"tdpmu: runs in qemu-system-x86_64 and qemu-system-aarch64 only\n");
		return -1;
	}
	if (parse_options(argc, argv))
		return -1;
	vcpus = qemu_plugin_scoreboard_new(sizeof(struct vcpu));
	qemu_plugin_register_vcpu_init_cb(id, on_vcpu, NULL);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate, NULL);
	if (options.idle_loses)
		qemu_plugin_register_vcpu_resume_cb(id, on_resume, NULL);
	if (machine->discontinuity)
		qemu_plugin_register_vcpu_discon_cb(
			id, QEMU_PLUGIN_DISCON_INTERRUPT |
			QEMU_PLUGIN_DISCON_EXCEPTION, machine->discontinuity,
			NULL);
	qemu_plugin_register_atexit_cb(id, report, NULL);
	return 0;
}
