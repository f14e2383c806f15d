// SPDX-License-Identifier: GPL-2.0
/* The module: for this kernel, loaded, and of the same version as the tool. */
#include <stdio.h>
#include <string.h>

#include "parts.h"

static bool is_in(const struct doctor *d, const char *release,
		  const char *folder)
{
	static const char *const ends[] = { "", ".xz", ".zst", ".gz" };
	char path[FACT_PATH_SIZE];

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		fact_path(path, d->root, "/lib/modules/%s/%s/tdacct.ko%s",
			  release, folder, ends[i]);
		if (fact_exists(path))
			return true;
	}
	return false;
}

static bool is_installed(const struct doctor *d, const char *release)
{
	char path[FACT_PATH_SIZE];

	fact_path(path, d->root, "/lib/modules/%s/modules.dep", release);
	return fact_has(path, "/tdacct.ko") ||
	       is_in(d, release, "updates/dkms") ||
	       is_in(d, release, "updates") || is_in(d, release, "extra");
}

static void tell_absent(struct doctor *d, const char *release)
{
	char path[FACT_PATH_SIZE], todo[FACT_SIZE * 3];

	fact_path(path, d->root, "/lib/modules/%s/build", release);
	if (fact_exists(path))
		snprintf(todo, sizeof(todo), "sudo dkms autoinstall, or make && sudo make install");
	else
		snprintf(todo, sizeof(todo), "the headers of this kernel first: apt install linux-headers-%s; then sudo dkms autoinstall, or make && sudo make install",
			 release);
	finding_add(d, "module", FINDING_PROBLEM, todo, "it is not installed for the kernel %s",
		    release);
}

static void tell_loaded(struct doctor *d)
{
	char path[FACT_PATH_SIZE], version[FACT_SIZE] = "unknown";

	fact_path(path, d->root, "/sys/module/tdacct/version");
	fact_line(path, version);
	if (strcmp(version, d->version))
		finding_add(d, "module", FINDING_NOTE, "sudo systemctl restart tdacct loads the one that is installed, and loses all counts",
			     "version %s is loaded, and this tool is version %s",
			     version, d->version);
	else
		finding_add(d, "module", FINDING_FINE, NULL, "version %s is loaded, as this tool is",
			     version);
}

void module_look(struct doctor *d)
{
	char path[FACT_PATH_SIZE], release[FACT_SIZE];

	fact_path(path, d->root, "/proc/sys/kernel/osrelease");
	if (d->loaded)
		tell_loaded(d);
	else if (!fact_line(path, release))
		return;
	else if (is_installed(d, release))
		finding_add(d, "module", FINDING_PROBLEM, "sudo modprobe tdacct; at every boot: sudo systemctl enable tdacct. Where that fails, dmesg | grep tdacct says why",
			     "it is installed, and not loaded");
	else
		tell_absent(d, release);
}
