// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "atom.h"
#include "counters.h"
#include "event.h"
#include "perf.h"

static bool is_one_of(const char *const *those, const char *name, size_t len)
{
	for (; *those; those++)
		if (strlen(*those) == len && !strncasecmp(*those, name, len))
			return true;
	return false;
}

bool perf_is_arm(const char *device, size_t len)
{
	return (len > 6 && !strncmp(device, "armv", 4) &&
		isdigit((unsigned char)device[4]) && device[5] == '_') ||
	       (len > 6 && !strncmp(device, "apple_", 6));
}

bool perf_is_core(const char *device, size_t len)
{
	static const char *const cores[] = {
		"cpu", "cpu_core", ATOM_DEVICE, "cpu_lowpower", "default_core",
		"CPU-M-CF", NULL,
	};

	return is_one_of(cores, device, len) || perf_is_arm(device, len);
}

const char *perf_device_why(const char *device, size_t len)
{
	static const char *const kernels[] = {
		"software", "tracepoint", "breakpoint", "kprobe", "uprobe",
		"hwmon", NULL,
	};
	static const char *const times[] = { "tool", "msr", NULL };

	if (is_one_of(kernels, device, len))
		return "the kernel counts it in software, and no counter of a core";
	if (is_one_of(times, device, len))
		return "it is a time, a frequency or a number of the machine, not an event of a task";
	return EVENT_UNCORE;
}

#define NOT_COUNTED_SO "the module does not ask perf for such an event"
#define LATENCY "it is a latency that is sampled, not counted"

bool perf_term(const char *name, const char **why)
{
	static const char *const harmless[] = {
		"name", "period", "freq", "branch_type", "time", "call-graph",
		"stack-size", "max-stack", "nr", "inherit", "no-inherit",
		"overwrite", "no-overwrite", "aux-output", "aux-action",
		"aux-sample-size", "metric-id", "driver-config", NULL,
	};
	static const char *const others[] = {
		"config2", "config3", "config4", "ratio-to-prev", "acr_mask",
		"pc", "in_tx", "in_tx_cp", "rdpmc", "long", "threshold",
		"threshold_compare", "metrics_clear", "legacy-hardware-config",
		"legacy-cache-config", NULL,
	};
	size_t len = strlen(name);

	*why = NULL;
	if (is_one_of(harmless, name, len))
		return true;
	*why = !strcmp(name, "cpu") ?
	       "the module counts on all CPUs that it was told to, not on one for an event" :
	       !strcmp(name, "retire_latency") ? LATENCY : NOT_COUNTED_SO;
	return !strcmp(name, "cpu") || !strcmp(name, "retire_latency") ||
	       is_one_of(others, name, len);
}

static const char *why_mode(const char *letters)
{
	bool user = strchr(letters, 'u'), kernel = strchr(letters, 'k');

	if (strchr(letters, 'R'))
		return LATENCY;
	if (user != kernel || (strchr(letters, 'h') && !user))
		return "kernel and user mode are not counted apart";
	if (strpbrk(letters, "GH"))
		return "what a guest does is not counted apart";
	return NULL;
}

/* Most of them say how to sample, or with which events to be counted. */
bool perf_modifiers(const char *letters, const char **why)
{
	*why = NULL;
	if (!*letters || letters[strspn(letters, "ukhpPGHISDWebRX")])
		return false;
	*why = why_mode(letters);
	return true;
}

bool perf_raw(const char *text, uint64_t *config)
{
	size_t digits = strspn(text + (*text == 'r'), "0123456789abcdefABCDEF");
	const char *end;

	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
		return (end = event_number(text, config)) && !*end;
	if (*text != 'r' || !digits || digits > 16 || text[1 + digits])
		return false;
	*config = strtoull(text + 1, NULL, 16);
	return true;
}
