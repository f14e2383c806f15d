// SPDX-License-Identifier: GPL-2.0
/* The rights of the user, and the cgroups that can be asked for. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

enum { CAP_SYS_ADMIN = 21, CAP_PERFMON = 38 };

/* "0 0 4294967295": all users are what they seem. */
static bool is_initial(const struct doctor *d)
{
	unsigned long inside, outside, nr;
	char line[FACT_SIZE];

	return !fact_line(FACT_PATH(d->root, "/proc/self/uid_map"), line) ||
	       (sscanf(line, "%lu %lu %lu", &inside, &outside, &nr) == 3 &&
		!inside && !outside && nr == UINT32_MAX);
}

static void tell_none(struct doctor *d)
{
	static const char ways[] = "sudo, or a copy of tdacct with CAP_PERFMON; install.rst, Which users can read counts, has four ways";

	if (fact_is(d->root, "/sys/module/tdacct/parameters/own_tasks", "Y"))
		finding_add(d, "permissions", FINDING_NOTE, ways, "you can read the counts of your own processes, and no others");
	else
		finding_add(d, "permissions", FINDING_PROBLEM, ways, d->loaded ?
			    "you have neither CAP_PERFMON nor CAP_SYS_ADMIN, and so no question is answered" :
			    "you have neither CAP_PERFMON nor CAP_SYS_ADMIN, and so no question would be answered were the module loaded");
}

static void tell_all(struct doctor *d, bool admin)
{
	static const char param[] =
		"/sys/module/tdacct/parameters/perfmon_changes";

	if (!d->loaded)
		finding_add(d, "permissions", FINDING_FINE, NULL, "you may ask everything, once the module is loaded");
	else if (admin || fact_is(d->root, param, "Y"))
		finding_add(d, "permissions", FINDING_FINE, NULL, "every question is answered");
	else
		finding_add(d, "permissions", FINDING_FINE, NULL, "every question is answered; to pause, to resume and to count other events takes CAP_SYS_ADMIN");
}

static void look_at_permissions(struct doctor *d)
{
	char value[FACT_SIZE];
	uint64_t caps = 0;

	if (fact_value(FACT_PATH(d->root, "/proc/self/status"), "CapEff", value))
		caps = strtoull(value, NULL, 16);
	if (!(caps >> CAP_PERFMON & 1) && !(caps >> CAP_SYS_ADMIN & 1))
		tell_none(d);
	else if (!is_initial(d))
		finding_add(d, "permissions", FINDING_PROBLEM, "ask from outside of the container",
			     "this is a user namespace, in which capabilities count for nothing");
	else
		tell_all(d, caps >> CAP_SYS_ADMIN & 1);
}

/* The type of a file system is between blanks in /proc/mounts. */
static void look_at_cgroups(struct doctor *d)
{
	char path[FACT_PATH_SIZE];
	bool old = fact_has(fact_path(path, d->root, "/proc/self/mounts"),
			    " cgroup ");
	bool new = fact_has(path, " cgroup2 ");

	if (new && !old)
		finding_add(d, "cgroups", FINDING_FINE, NULL, "version 2");
	else if (new)
		finding_add(d, "cgroups", FINDING_NOTE, "systemd.unified_cgroup_hierarchy=1 on the kernel's command line gives version 2 alone",
			     "versions 1 and 2 side by side: only the hierarchy of version 2 is counted");
	else
		finding_add(d, "cgroups", FINDING_NOTE, old ? "systemd.unified_cgroup_hierarchy=1 on the kernel's command line gives version 2" :
			     "mount -t cgroup2 none /sys/fs/cgroup",
			     "no hierarchy of version 2 is mounted: tasks and processes are counted, and --cgroup finds nothing");
}

void rights_look(struct doctor *d)
{
	look_at_permissions(d);
	look_at_cgroups(d);
}
