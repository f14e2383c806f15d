// SPDX-License-Identifier: GPL-2.0
/* The kernel: its version and its options, and what it lets in. */
#include <stdio.h>
#include <string.h>

#include "parts.h"

enum { OLDEST = 510 };		/* 5.10, as 100 * 5 + 10 */

bool kernel_release(const struct doctor *d, char to[FACT_SIZE])
{
	return fact_line(FACT_PATH(d->root, "/proc/sys/kernel/osrelease"), to);
}

/* Returns the first option that the kernel needs and is built without, or NULL. */
static const char *missing_option(const char *config)
{
	static const char *const wanted[] = {
		"CONFIG_PERF_EVENTS", "CONFIG_TRACEPOINTS", "CONFIG_NET",
		"CONFIG_MODULES",
	};
	char value[FACT_SIZE];

	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
		if (!fact_value(config, wanted[i], value) ||
		    strcmp(value, "=y"))
			return wanted[i];
	return NULL;
}

static void look_at_version(struct doctor *d)
{
	unsigned int major = 0, minor = 0;
	char release[FACT_SIZE], path[FACT_PATH_SIZE];
	const char *option;

	if (!kernel_release(d, release)) {
		finding_add(d, "kernel", FINDING_PROBLEM, NULL, "/proc/sys/kernel/osrelease does not tell which it is");
		return;
	}
	if (sscanf(release, "%u.%u", &major, &minor) != 2 ||
	    100 * major + minor < OLDEST)
		finding_add(d, "kernel", FINDING_PROBLEM, "boot a kernel of 5.10 or later",
			     "%s is too old: its perf does not know PERF_METRICS", release);
	else
		finding_add(d, "kernel", FINDING_FINE, NULL, "%s", release);
	fact_path(path, d->root, "/boot/config-%s", release);
	option = fact_exists(path) ? missing_option(path) : NULL;
	if (option)
		finding_add(d, "kernel", FINDING_PROBLEM, "boot a kernel that has it; those of distributions do",
			     "it is built without %s", option);
}

/* "none [integrity] confidentiality" */
static bool is_locked_down(const struct doctor *d, char word[FACT_SIZE])
{
	char line[FACT_SIZE];
	const char *open;

	if (!fact_line(FACT_PATH(d->root, "/sys/kernel/security/lockdown"), line))
		return false;
	open = strchr(line, '[');
	if (!open)
		return false;
	snprintf(word, FACT_SIZE, "%.*s", (int)strcspn(open + 1, "]"),
		 open + 1);
	return strcmp(word, "none");
}

/* A variable of the firmware: four bytes of attributes, then the value. */
static bool is_secure_boot(const struct doctor *d)
{
	FILE *f = fopen(FACT_PATH(d->root, "/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"), "re");
	unsigned char bytes[5] = { 0 };
	size_t nr;

	if (!f)
		return false;
	nr = fread(bytes, 1, sizeof(bytes), f);
	fclose(f);
	return nr == sizeof(bytes) && bytes[4] == 1;
}

static void tell_locked(struct doctor *d, const char *why, bool secret)
{
	if (secret)
		finding_add(d, "lockdown", FINDING_PROBLEM, "start the kernel with lockdown=integrity, or without that parameter; see install.rst, Lockdown",
			     "%s: then nobody is told counts, not even root", why);
	else if (d->loaded)
		finding_add(d, "lockdown", FINDING_FINE, NULL, "%s; the module is loaded, so it is signed",
			     why);
	else
		finding_add(d, "lockdown", FINDING_NOTE, "sign the module with a key that the kernel knows: mokutil --test-key /var/lib/dkms/mok.pub, and see install.rst, Signed modules",
			     "%s: only signed modules can be loaded", why);
}

static void look_at_lockdown(struct doctor *d)
{
	char word[FACT_SIZE], text[FACT_SIZE + 64];

	if (is_locked_down(d, word)) {
		snprintf(text, sizeof(text), "the kernel is locked down for %s%s",
			 word, is_secure_boot(d) ? ", after Secure Boot" : "");
		tell_locked(d, text, !strcmp(word, "confidentiality"));
	} else if (fact_is(d->root, "/sys/module/module/parameters/sig_enforce",
			   "Y")) {
		tell_locked(d, "module.sig_enforce is on", false);
	} else {
		finding_add(d, "lockdown", FINDING_FINE, NULL, "none%s: modules need no signature",
			     is_secure_boot(d) ? ", in spite of Secure Boot" : "");
	}
}

void kernel_look(struct doctor *d)
{
	look_at_version(d);
	look_at_lockdown(d);
}
