// SPDX-License-Identifier: GPL-2.0
/* The counters, and who else wants them. */
#include <stdio.h>
#include <string.h>

#include "events/hardware.h"
#include "holders.h"
#include "parts.h"

#define DEVICES "/sys/bus/event_source/devices"

static const char *pmu_of(const struct doctor *d)
{
	return fact_exists(FACT_PATH(d->root, DEVICES "/cpu_core")) ?
	       "cpu_core" : "cpu";
}

/* perf offers SLOTS and PERF_METRICS where @event is "slots". */
static bool has_event(const struct doctor *d, const char *event)
{
	return fact_exists(FACT_PATH(d->root, DEVICES "/%s/events/%s", pmu_of(d),
				     event));
}

/* Arm's have a name for each machine: "armv8_pmuv3_0", "armv8_neoverse_n1". */
static bool has_pmu(const struct doctor *d)
{
	struct hardware h;

	hardware_read(&h, d->root);
	return fact_exists(FACT_PATH(d->root, DEVICES "/%s", pmu_of(d))) ||
	       !strncmp(h.device, "armv8", 5);
}

/* Only a CPU that has it can be hidden it. */
static bool hides_metrics(const struct doctor *d)
{
	return cpu_is_virtual(d) && cpu_has_model(d, "intel_metrics");
}

/* Plain counters do where it is known which events count slots. */
static void tell_plain(struct doctor *d)
{
	if (cpu_is_amd(d))
		finding_add(d, "counters", FINDING_FINE, NULL, "plain counters: the first level of the tree takes five of six, as far as the CPU has events for it, and instructions the last");
	else if (cpu_is_arm(d))
		finding_add(d, "counters", FINDING_FINE, NULL, "plain counters: one of cycles, and six that the first level of the tree and instructions take; a host may leave fewer to a virtual machine");
	else
		finding_add(d, "counters", FINDING_NOTE, hides_metrics(d) ?
			    "nothing; with PERF_METRICS, which the host of this virtual machine hides, there would be more of the tree" :
			    "nothing: this CPU has no PERF_METRICS",
			    "plain counters: the first level of the tree, from four general counters");
}

static void tell_none(struct doctor *d)
{
	if (!has_pmu(d))
		finding_add(d, "counters", FINDING_PROBLEM, cpu_is_virtual(d) ?
			     "ask the host of this virtual machine for a PMU; in clouds, instances of bare metal have one" :
			     "look for the PMU in dmesg, and in the settings of the firmware",
			     "perf has no counters of the CPU at all");
	else if (cpu_has_model(d, "plain"))
		tell_plain(d);
	else
		finding_add(d, "counters", FINDING_PROBLEM, cpu_is_virtual(d) ?
			     "ask the host to pass the whole PMU on (in clouds, instances of bare metal have it), or load the module with counters=basic, for instructions and cycles only" :
			     "count on a machine with Broadwell, Skylake, Ice Lake or a later Xeon, AMD's Zen 2 or later, or Arm's Neoverse N1, N2, N3, V1 or V2, or load the module with counters=basic, for instructions and cycles only",
			     cpu_is_amd(d) || cpu_is_arm(d) ?
			     "tdacct does not know which events of this CPU count slots" :
			     "perf offers no PERF_METRICS%s, and tdacct does not know which plain events of this CPU count slots",
			     hides_metrics(d) ? ", which the host of this virtual machine hides" : "");
}

static void tell_small(struct doctor *d, const char *pmu, const char *what)
{
	char path[64], cpus[FACT_SIZE], todo[FACT_SIZE * 2] = "";

	if (fact_line(FACT_PATH(d->root, DEVICES "/cpu_core/cpus"), cpus))
		snprintf(todo, sizeof(todo), "taskset -c %.300s keeps a program on those that count",
			 cpus);
	snprintf(path, sizeof(path), DEVICES "/cpu_%s/cpus", pmu);
	if (!fact_line(FACT_PATH(d->root, "%s", path), cpus))
		return;
	if (has_event(d, "slots") && cpu_has_model(d, pmu))
		finding_add(d, "counters", FINDING_FINE, NULL, "CPUs %.300s are %s: plain counters, the first level of the tree; sets of events are counted on P-cores only",
			    cpus, what);
	else
		finding_add(d, "counters", FINDING_NOTE, todo, "CPUs %.300s are of a kind that has no PERF_METRICS and do not count: tasks that run there have a coverage below 100 %%",
			    cpus);
}

static void look_at_watchdog(struct doctor *d)
{
	if (!hardware_watchdog(d->root))
		finding_add(d, "watchdog", FINDING_FINE, NULL, "the NMI watchdog holds no counter");
	else if (!d->loaded || has_event(d, "slots"))
		finding_add(d, "watchdog", FINDING_NOTE, "nothing, unless you need every counter: sysctl kernel.nmi_watchdog=0",
			     "the NMI watchdog is on: on each CPU it holds a counter for cycles, so one event less fits");
	else
		/* the kernel tries it only once, when it is switched on */
		finding_add(d, "watchdog", FINDING_NOTE, "nothing, if the kernel's log has no such line; else tdacct pause --for 5s, and in these seconds sysctl kernel.nmi_watchdog=0 kernel.nmi_watchdog=1",
			     "the NMI watchdog is on: it holds a counter on each CPU; if it was switched on while tdacct held them all, it may have found none and count nothing: dmesg | grep 'tdacct.*found no counter' tells");
}

/* The parameter of a loaded module tells what it leaves to others. */
static void look_at_sharing(struct doctor *d)
{
	char share[FACT_SIZE];

	if (!fact_line(FACT_PATH(d->root, "/sys/module/tdacct/parameters/share"), share))
		return;
	if (!strcmp(share, "fair"))
		finding_add(d, "sharing", FINDING_FINE, NULL, "share=fair: whoever asks perf for counters is given them; after a minute both take turns");
	else if (!strcmp(share, "perf"))
		finding_add(d, "sharing", FINDING_FINE, NULL, "share=perf: whoever asks perf for counters is given them, for as long as they are wanted");
	else
		finding_add(d, "sharing", FINDING_NOTE, "nothing, if that is meant; else echo fair | sudo tee /sys/module/tdacct/parameters/share",
			     "share=%s: perf has the counters that are left, %s",
			     share, has_event(d, "slots") ? "never slots or PERF_METRICS" :
			     "which may be none: then it says <not counted>");
}

static void tell_holders(struct doctor *d, const struct holders *h)
{
	if (*h->perf)
		finding_add(d, "perf", FINDING_NOTE, "end them where a CPU waits for counters, or where events are not counted",
			     "others have events of perf open, each on counters of its own while it counts: %s",
			     h->perf);
	if (*h->guests)
		finding_add(d, "guests", FINDING_NOTE, "nothing, unless a CPU waits for counters; see the parameter count_guests of the module",
			     "virtual machines run here and may use counters: %s",
			     h->guests);
	if (h->hidden)
		finding_add(d, "perf", FINDING_NOTE, "run tdacct doctor as root",
			     "processes that cannot be looked at: %u; whether they hold counters is not known",
			     h->hidden);
	else if (!*h->perf)
		finding_add(d, "perf", FINDING_FINE, NULL, "no other process has events of perf open");
}

void counters_look(struct doctor *d)
{
	struct holders h;

	if (!has_event(d, "slots"))
		tell_none(d);
	else if (has_event(d, "topdown-heavy-ops"))
		finding_add(d, "counters", FINDING_FINE, NULL, "SLOTS and PERF_METRICS with eight fields: two levels of the tree");
	else
		finding_add(d, "counters", FINDING_NOTE, "nothing; tdacct events list shows sets of events that have parts of the second",
			     "SLOTS and PERF_METRICS with four fields: the first level of the tree only");
	tell_small(d, "atom", "E-cores");
	tell_small(d, "lowpower", "low-power E-cores");
	look_at_watchdog(d);
	look_at_sharing(d);
	if (holders_find(&h, d->root))
		tell_holders(d, &h);
}
