// SPDX-License-Identifier: GPL-2.0
/* The module: for this kernel, loaded, and of the same version as the tool. */
#include <stdio.h>
#include <string.h>

#include "parts.h"

static bool is_in(const struct doctor *d, const char *release,
		  const char *folder)
{
	static const char *const ends[] = { "", ".xz", ".zst", ".gz" };

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (fact_exists(FACT_PATH(d->root, "/lib/modules/%s/%s/tdacct.ko%s",
					  release, folder, ends[i])))
			return true;
	return false;
}

static void tell_absent(struct doctor *d, const char *release)
{
	char todo[FACT_SIZE * 3];

	if (fact_exists(FACT_PATH(d->root, "/lib/modules/%s/build", release)))
		snprintf(todo, sizeof(todo), "sudo dkms autoinstall, or make && sudo make install");
	else
		snprintf(todo, sizeof(todo), "the headers of this kernel first: apt install linux-headers-%s; then sudo dkms autoinstall, or make && sudo make install",
			 release);
	finding_add(d, "module", FINDING_PROBLEM, todo, "it is not installed for the kernel %s",
		    release);
}

static void tell_loaded(struct doctor *d)
{
	char version[FACT_SIZE] = "unknown";

	fact_line(FACT_PATH(d->root, "/sys/module/tdacct/version"), version);
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
	char release[FACT_SIZE];

	if (d->loaded)
		tell_loaded(d);
	else if (!kernel_release(d, release))
		return;
	else if (fact_has(FACT_PATH(d->root, "/lib/modules/%s/modules.dep",
				    release), "/tdacct.ko") ||
		 is_in(d, release, "updates/dkms") ||
		 is_in(d, release, "updates") || is_in(d, release, "extra"))
		finding_add(d, "module", FINDING_PROBLEM, "sudo modprobe tdacct; at every boot: sudo systemctl enable tdacct. Where that fails, dmesg | grep tdacct says why",
			     "it is installed, and not loaded");
	else
		tell_absent(d, release);
}
