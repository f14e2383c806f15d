// SPDX-License-Identifier: GPL-2.0
/* The CPU, and whether a machine is a virtual one. */
#include <stdio.h>
#include <string.h>

#include "counts/sample.h"
#include "events/hardware.h"
#include "events/midr.h"
#include "events/sites.h"
#include "text/embedded.h"
#include "parts.h"

static bool read_machine(const struct doctor *d, struct event_machine *m)
{
	return !event_machine_read(m, FACT_PATH(d->root, "/proc/cpuinfo"));
}

static bool fits(const struct event_machine *m, const char *kind,
		 char *name, size_t size)
{
	struct event_machine like = *m;
	const struct embedded *e;
	int err;

	if (!*kind)
		return false;	/* any family would do */
	snprintf(like.pmu, sizeof(like.pmu), "%s", kind);
	e = families_find(&like, &err);
	if (e)
		snprintf(name, size, "%.*s", (int)strcspn(e->name, "."),
			 e->name);
	return e;
}

bool cpu_has_model(const struct doctor *d, const char *kind)
{
	struct event_machine m;
	char name[64];

	return read_machine(d, &m) && fits(&m, kind, name, sizeof(name));
}

/* A site may have said what its events are. */
static bool fits_site(const struct doctor *d, const struct event_machine *m,
		      char *name, size_t size)
{
	struct event_data *site;

	if (sites_find_below(&site, d->root, m))
		return false;
	snprintf(name, size, "the site file %s", site->name);
	event_data_close(site);
	return true;
}

/* Its own formulas, or those that fit any CPU with such counters. */
static void tell_model(struct doctor *d, const struct event_machine *m,
		       const char *cpu)
{
	struct hardware h;
	bool metrics;
	char name[160];

	hardware_read(&h, d->root);
	metrics = !strcmp(h.pmu, "intel_metrics");
	if (fits_site(d, m, name, sizeof(name)) ||
	    fits(m, metrics ? "intel_metrics" : "plain", name, sizeof(name)))
		finding_add(d, "CPU", FINDING_FINE, NULL, "%s, family %u, model 0x%x: the formulas of %s",
			     cpu, m->family, m->model, name);
	else if (metrics)
		finding_add(d, "CPU", FINDING_NOTE, "give a file of metrics of this CPU with --model; see tdacct(1)",
			     "%s, family %u, model 0x%x: there are no formulas of its own, so two levels of the tree at most",
			     cpu, m->family, m->model);
	else
		finding_add(d, "CPU", FINDING_NOTE, NULL, "%s, family %u, model 0x%x: there are no formulas of its own",
			     cpu, m->family, m->model);
}

static void tell_cpu(struct doctor *d)
{
	struct event_machine m;
	char name[FACT_SIZE];

	if (!read_machine(d, &m)) {
		finding_add(d, "CPU", FINDING_PROBLEM, NULL, "/proc/cpuinfo does not tell what it is");
		return;
	}
	/* Arm's have no name in that file; which chip it is may be the seller's secret. */
	if (!fact_value(FACT_PATH(d->root, "/proc/cpuinfo"), "model name", name)) {
		if (arm_is(&m))
			arm_name_below(&m, d->root, name, FACT_SIZE);
		else
			snprintf(name, FACT_SIZE, "%s", m.vendor);
	}
	if (strcmp(m.vendor, "GenuineIntel") &&
	    strcmp(m.vendor, "AuthenticAMD") && !arm_is(&m))
		finding_add(d, "CPU", FINDING_PROBLEM, "count on a machine with an Intel CPU, Broadwell or later, with an AMD CPU, Zen 2 or later, or with Arm's Neoverse; recordings can be read here, with --replay",
			     "%s: neither an Intel nor an AMD CPU, nor one of Arm's", name);
	else
		tell_model(d, &m, name);
}

bool cpu_is_amd(const struct doctor *d)
{
	struct event_machine m;

	return read_machine(d, &m) && !strcmp(m.vendor, "AuthenticAMD");
}

bool cpu_is_arm(const struct doctor *d)
{
	struct event_machine m;

	return read_machine(d, &m) && arm_is(&m);
}

bool cpu_is_virtual(const struct doctor *d)
{
	return fact_has(FACT_PATH(d->root, "/proc/cpuinfo"), " hypervisor");
}

/* "QEMU Standard PC", or what else the firmware says. */
static void tell_machine(struct doctor *d)
{
	char vendor[FACT_SIZE] = "a host that does not tell";
	char product[FACT_SIZE] = "";

	fact_line(FACT_PATH(d->root, "/sys/class/dmi/id/sys_vendor"), vendor);
	fact_line(FACT_PATH(d->root, "/sys/class/dmi/id/product_name"), product);
	finding_add(d, "virtualisation", FINDING_NOTE, "what the host does not pass on cannot be counted here; the next lines say what there is",
		    "a virtual machine of %.200s %.200s", vendor, product);
}

void cpu_look(struct doctor *d)
{
	tell_cpu(d);
	if (cpu_is_virtual(d))
		tell_machine(d);
	else
		finding_add(d, "virtualisation", FINDING_FINE, NULL, "none is seen");
}
