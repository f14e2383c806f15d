// SPDX-License-Identifier: GPL-2.0
/* The counters, and who else wants them. */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parts.h"

#define DEVICES "/sys/bus/event_source/devices"

static bool has_event(const struct doctor *d, const char *pmu, const char *event)
{
	char path[FACT_PATH_SIZE];

	fact_path(path, d->root, DEVICES "/%s/events/%s", pmu, event);
	return fact_exists(path);
}

static bool has_pmu(const struct doctor *d, const char *pmu)
{
	char path[FACT_PATH_SIZE];

	fact_path(path, d->root, DEVICES "/%s", pmu);
	return fact_exists(path);
}

static const char *pmu_of(const struct doctor *d)
{
	return has_pmu(d, "cpu_core") ? "cpu_core" : "cpu";
}

bool has_metrics(const struct doctor *d)
{
	return has_event(d, pmu_of(d), "slots");
}

/* There is nothing that counts more on such a CPU. */
static void tell_amd(struct doctor *d)
{
	finding_add(d, "counters", FINDING_FINE, NULL, "plain counters: the first level of the tree takes five of six, as far as the CPU has events for it, and instructions the last");
}

/* Plain counters do where it is known which events count slots. */
static void tell_plain(struct doctor *d)
{
	if (is_amd(d)) {
		tell_amd(d);
		return;
	}
	finding_add(d, "counters", FINDING_NOTE, is_virtual(d) ?
		    "nothing; with PERF_METRICS, which the host of this virtual machine hides, there would be more of the tree" :
		    "nothing: this CPU has no PERF_METRICS",
		    "plain counters: the first level of the tree, from four general counters");
}

static void tell_none(struct doctor *d)
{
	char name[64];

	if (!has_pmu(d, pmu_of(d)))
		finding_add(d, "counters", FINDING_PROBLEM, is_virtual(d) ?
			     "ask the host of this virtual machine for a PMU; in clouds, instances of bare metal have one" :
			     "look for the PMU in dmesg, and in the settings of the firmware",
			     "perf has no counters of the CPU at all");
	else if (has_model(d, "plain", name, sizeof(name)))
		tell_plain(d);
	else
		finding_add(d, "counters", FINDING_PROBLEM, is_virtual(d) ?
			     "ask the host to pass the whole PMU on (in clouds, instances of bare metal have it), or load the module with counters=basic, for instructions and cycles only" :
			     "count on a machine with Broadwell, Skylake, Ice Lake or a later Xeon, or AMD's Zen 2 or later, or load the module with counters=basic, for instructions and cycles only",
			     "perf offers no PERF_METRICS%s, and which plain events count the slots of this CPU is not known",
			     is_virtual(d) ? ", which the host of a virtual machine often hides" : "");
}

static void tell_some(struct doctor *d, const char *pmu)
{
	if (has_event(d, pmu, "topdown-heavy-ops"))
		finding_add(d, "counters", FINDING_FINE, NULL, "SLOTS and PERF_METRICS with eight fields: two levels of the tree");
	else
		finding_add(d, "counters", FINDING_NOTE, "nothing; tdacct events list shows sets of events that have parts of the second",
			     "SLOTS and PERF_METRICS with four fields: the first level of the tree only");
}

static void tell_atoms(struct doctor *d)
{
	char path[FACT_PATH_SIZE], cpus[FACT_SIZE], todo[FACT_SIZE * 2] = "";

	fact_path(path, d->root, DEVICES "/cpu_core/cpus");
	if (fact_line(path, cpus))
		snprintf(todo, sizeof(todo), "taskset -c %.300s keeps a program on those that count",
			 cpus);
	fact_path(path, d->root, DEVICES "/cpu_atom/cpus");
	if (!fact_line(path, cpus))
		return;
	finding_add(d, "counters", FINDING_NOTE, todo, "CPUs %.300s are of a kind that has no PERF_METRICS and do not count: tasks that run there have a coverage below 100 %%",
		    cpus);
}

static void look_at_pmu(struct doctor *d)
{
	if (has_metrics(d))
		tell_some(d, pmu_of(d));
	else
		tell_none(d);
	tell_atoms(d);
}

static void look_at_watchdog(struct doctor *d)
{
	if (fact_is(d->root, "/proc/sys/kernel/nmi_watchdog", "1"))
		finding_add(d, "watchdog", FINDING_NOTE, "nothing, unless you need every counter: sysctl kernel.nmi_watchdog=0",
			     "the NMI watchdog is on: on each CPU it holds a counter for cycles, so one event less fits");
	else
		finding_add(d, "watchdog", FINDING_FINE, NULL, "the NMI watchdog holds no counter");
}

/* Of all processes that can be looked at. */
struct holders {
	char perf[320];		/* "perf 12 (8), ..." */
	char guests[320];
	unsigned int hidden;	/* processes that cannot be looked at */
};

static void add_holder(char *to, size_t size, const struct doctor *d,
		       const char *pid, unsigned int nr)
{
	char path[FACT_PATH_SIZE], comm[FACT_SIZE] = "?";
	size_t len = strlen(to);

	fact_path(path, d->root, "/proc/%s/comm", pid);
	fact_line(path, comm);
	snprintf(to + len, size - len, "%s%.40s %s (%u)", len ? ", " : "",
		 comm, pid, nr);
}

static void look_at_fd(const char *folder, const char *fd, unsigned int *perf,
		       unsigned int *guests)
{
	char path[FACT_PATH_SIZE + 256], to[64] = "";
	ssize_t len;

	snprintf(path, sizeof(path), "%s/%s", folder, fd);
	len = readlink(path, to, sizeof(to) - 1);
	to[len > 0 ? len : 0] = 0;
	*perf += !strcmp(to, "anon_inode:[perf_event]");
	*guests += !strcmp(to, "anon_inode:kvm-vm");
}

static void look_at_process(struct holders *h, const struct doctor *d,
			    const char *pid)
{
	unsigned int perf = 0, guests = 0;
	char folder[FACT_PATH_SIZE];
	struct dirent *e;
	DIR *dir;

	fact_path(folder, d->root, "/proc/%s/fd", pid);
	dir = opendir(folder);
	if (!dir) {
		h->hidden += fact_exists(folder);
		return;
	}
	while ((e = readdir(dir)))
		look_at_fd(folder, e->d_name, &perf, &guests);
	closedir(dir);
	if (perf)
		add_holder(h->perf, sizeof(h->perf), d, pid, perf);
	if (guests)
		add_holder(h->guests, sizeof(h->guests), d, pid, guests);
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

static void look_at_holders(struct doctor *d)
{
	struct holders h = { .hidden = 0 };
	char path[FACT_PATH_SIZE];
	struct dirent *e;
	DIR *dir;

	fact_path(path, d->root, "/proc");
	dir = opendir(path);
	if (!dir)
		return;
	while ((e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name))
			look_at_process(&h, d, e->d_name);
	closedir(dir);
	tell_holders(d, &h);
}

void look_at_counters(struct doctor *d)
{
	look_at_pmu(d);
	look_at_watchdog(d);
	look_at_holders(d);
}
