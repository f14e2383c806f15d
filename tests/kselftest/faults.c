// SPDX-License-Identifier: GPL-2.0
/*
 * Processors that cannot do what they say: registers that fault or tell nothing, as
 * under some hypervisors, on some CPUs or on all. Who cannot count says why, the
 * others count.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "harness.h"
#include "marker.h"
#include "others.h"
#include "seen.h"
#include "task.h"
#include "worker.h"

struct fault {
	unsigned int bits;
	uint32_t state;		/* of a CPU that has it */
	const char *said;	/* part of the reason */
	const char *counters;	/* whom it concerns; NULL: everybody */
};

static const struct fault rdmsr_faults = {
	FAULT_RDMSR_METRICS, TDACCT_STATE_CANNOT, "PERF_METRICS faults",
	"intel_metrics"
};

static const struct fault rdpmc_faults = {
	FAULT_RDPMC_METRICS, TDACCT_STATE_CANNOT, "RDPMC of", "intel_metrics"
};

static const struct fault no_fields = {
	FAULT_NO_FIELDS, TDACCT_STATE_WAITING, "self-test", "intel_metrics"
};

static const struct fault still = {
	FAULT_STILL, TDACCT_STATE_WAITING, "self-test"
};

static const char *counters(void)
{
	return is_plain() ? "plain" : "intel_metrics";
}

/* The module is away, and counters are such that the fault matters. */
static void healthy(const struct fault *f)
{
	pin_to(0);
	poke_at(0, MSR_FAULTS, 0);
	poke_at(1, MSR_FAULTS, 0);
	have_module();
	if (f->counters && strcmp(f->counters, counters()))
		skip("%s counters do not use that register", counters());
	must_remove();
}

static void must_be(unsigned int cpu, uint32_t state, const char *said)
{
	struct message m;

	see_cpu(cpu, &m);
	check(m.state == state, "CPU %u: state %u (%s), not %u", cpu, m.state,
	      m.reason, state);
	check(strstr(m.reason, said), "CPU %u: '%s' does not say '%s'", cpu,
	      m.reason, said);
}

static void counts(const char *when, unsigned int cpu)
{
	struct message m;
	struct worker w;

	must_be(cpu, TDACCT_STATE_COUNTING, "");
	start_worker(&w, cpu);
	take_turn(&w);
	judge(when, &w);
	see_thread(w.pid, &m);
	check(!m.lost_ns, "%s: %" PRIu64 " ns lost", when, m.lost_ns);
	stop_worker(&w);
}

/* What runs there is not counted, and says so. */
static void loses(const char *when, unsigned int cpu)
{
	struct message was, now;
	struct worker w;

	start_worker(&w, cpu);
	see_thread(w.pid, &was);
	take_turn(&w);
	see_thread(w.pid, &now);
	check(count_of(&now.counts, "slots") == count_of(&was.counts, "slots"),
	      "%s: slots on CPU %u", when, cpu);
	check(now.lost_ns > was.lost_ns &&
	      now.lost_ns - was.lost_ns == now.cpu_ns - was.cpu_ns,
	      "%s: %" PRIu64 " ns lost of %" PRIu64, when,
	      now.lost_ns - was.lost_ns, now.cpu_ns - was.cpu_ns);
	stop_worker(&w);
}

static void start_again(void)
{
	pause_counting();
	resume_counting();
}

/* One of two CPUs has it from the beginning. */
static void beside(const struct fault *f)
{
	healthy(f);
	poke_at(1, MSR_FAULTS, f->bits);
	pin_to(1);	/* what all CPUs can is not asked of this one alone */
	must_insert("");
	pin_to(0);
	must_be(1, f->state, f->said);
	counts("beside one that cannot", 0);
	loses("on one that cannot", 1);
	laws_hold("one of two counts");
	poke_at(1, MSR_FAULTS, 0);
	start_again();
	counts("healed", 1);
	laws_hold("afterwards");
}

static bool kernel_said(const char *text)
{
	char command[200];

	snprintf(command, sizeof(command),
		 "dmesg | grep 'tdacct: no CPU can count' | tail -n 1 | grep -q '%s'",
		 text);
	return !system(command);
}

/* All have it. */
static void everywhere(const struct fault *f)
{
	char args[32];
	int err;

	healthy(f);
	snprintf(args, sizeof(args), "counters=%s", counters());
	poke_at(0, MSR_FAULTS, f->bits);
	poke_at(1, MSR_FAULTS, f->bits);
	err = insert_module(args);
	if (f->state == TDACCT_STATE_CANNOT) {
		check(err == -ENODEV, "inserting: %s", strerror(-err));
		check(kernel_said(f->said), "the kernel's log does not say '%s'",
		      f->said);
		poke_at(0, MSR_FAULTS, 0);
		poke_at(1, MSR_FAULTS, 0);
		must_insert("");
	} else {
		check(!err, "inserting: %s", strerror(-err));
		must_be(0, f->state, f->said);
		must_be(1, f->state, f->said);
		laws_hold("while all wait");
		poke_at(0, MSR_FAULTS, 0);
		poke_at(1, MSR_FAULTS, 0);
		await_cpu(0, TDACCT_STATE_COUNTING);
		await_cpu(1, TDACCT_STATE_COUNTING);
	}
	counts("healed", 0);
	counts("healed", 1);
	laws_hold("afterwards");
}

/* A virtual machine is moved while counting is paused. */
static void in_a_pause(const struct fault *f)
{
	healthy(f);
	must_insert("");
	counts("before", 1);
	pause_counting();
	poke_at(1, MSR_FAULTS, f->bits);
	resume_counting();
	must_be(1, f->state, f->said);
	counts("beside one that cannot any more", 0);
	loses("on one that cannot any more", 1);
	poke_at(1, MSR_FAULTS, 0);
	start_again();
	counts("healed", 1);
	laws_hold("afterwards");
}

/*
 * While it counts. It goes on, says that most slots have no class, and has what the
 * fields added up to.
 */
static void no_fields_at_clears(void)
{
	struct message was, now;
	uint64_t implausible;
	struct worker w;

	healthy(&no_fields);
	must_insert("");
	see_cpu(0, &was);
	poke_at(0, MSR_FAULTS, FAULT_NO_FIELDS);
	start_worker(&w, 0);
	for (unsigned int turn = 0; turn < 1000; turn++) {
		take_turn(&w);
		see_cpu(0, &now);
		if (*now.reason)
			break;
	}
	poke_at(0, MSR_FAULTS, 0);
	must_be(0, TDACCT_STATE_COUNTING, "do not add up to a whole");
	implausible = now.stat[TDACCT_STAT_A_IMPLAUSIBLE] -
		      was.stat[TDACCT_STAT_A_IMPLAUSIBLE];
	check(implausible >= 16, "%" PRIu64 " were implausible", implausible);
	check(now.stat[TDACCT_STAT_A_SUMS_TO_238] -
	      was.stat[TDACCT_STAT_A_SUMS_TO_238] == implausible,
	      "%" PRIu64 " added up to nothing",
	      now.stat[TDACCT_STAT_A_SUMS_TO_238]);
	stop_worker(&w);
	laws_hold("afterwards");
}

#define FAULT_ROW(fault)						\
	static void fault##_beside(void) { beside(&fault); }		\
	static void fault##_everywhere(void) { everywhere(&fault); }	\
	static void fault##_in_a_pause(void) { in_a_pause(&fault); }

FAULT_ROW(rdmsr_faults)
FAULT_ROW(rdpmc_faults)
FAULT_ROW(no_fields)
FAULT_ROW(still)

static const struct row rows[] = {
	{ "faults: RDMSR of PERF_METRICS on one CPU", rdmsr_faults_beside },
	{ "faults: RDMSR of PERF_METRICS on all", rdmsr_faults_everywhere },
	{ "faults: RDMSR of PERF_METRICS since a pause",
	  rdmsr_faults_in_a_pause },
	{ "faults: RDPMC of PERF_METRICS on one CPU", rdpmc_faults_beside },
	{ "faults: RDPMC of PERF_METRICS on all", rdpmc_faults_everywhere },
	{ "faults: RDPMC of PERF_METRICS since a pause",
	  rdpmc_faults_in_a_pause },
	{ "faults: PERF_METRICS is empty on one CPU", no_fields_beside },
	{ "faults: PERF_METRICS is empty on all", no_fields_everywhere },
	{ "faults: PERF_METRICS is empty since a pause",
	  no_fields_in_a_pause },
	{ "faults: PERF_METRICS is empty at clears", no_fields_at_clears },
	{ "faults: slots stand still on one CPU", still_beside },
	{ "faults: slots stand still on all", still_everywhere },
	{ "faults: slots stand still since a pause", still_in_a_pause },
};

int main(int argc, char **argv)
{
	return harness(rows, N_ROWS(rows), argc, argv);
}
