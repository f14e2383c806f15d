// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "events/perf.h"
#include "resolver.h"
#include "literals.h"

#define SMT "/sys/devices/system/cpu/smt/active"
#define MIDR "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1"
#define NVDIMMS "/sys/firmware/acpi/tables/NFIT"
#define DEVICES "/sys/bus/event_source/devices"

/* Reads a file of the counts' machine; false: there is none. */
static bool read_line(const struct resolver *c, const char *path, char *line,
		      size_t size)
{
	char whole[1024];
	bool got;
	FILE *f;

	if (!c->here && !c->root)
		return false;
	snprintf(whole, sizeof(whole), "%.400s%.600s", c->root ? c->root : "",
		 path);
	f = fopen(whole, "re");
	got = f && fgets(line, (int)size, f);
	if (f)
		fclose(f);
	return got;
}

static bool smt(const struct resolver *c, double *to)
{
	char line[16] = "";

	if (!read_line(c, SMT, line, sizeof(line)))
		return false;
	*to = *line == '1';
	return *line == '0' || *line == '1';
}

static const char *device_of(const struct resolver *c)
{
	return c->device ? c->device : "cpu";
}

/* How many slots a cycle has, as cores of Arm tell; some tell nothing. */
static bool slots(const struct resolver *c, double *to)
{
	char path[256], line[32];

	snprintf(path, sizeof(path), DEVICES "/%.100s/caps/slots",
		 device_of(c));
	if (!read_line(c, path, line, sizeof(line)))
		return false;
	*to = (double)strtoul(line, NULL, 16);
	return *to > 0;
}

static bool threads_per_core(const struct resolver *c, double *to)
{
	bool known = smt(c, to);

	*to += 1;
	return known;
}

static bool cpus(const struct resolver *c, double *to)
{
	*to = (double)sysconf(_SC_NPROCESSORS_CONF);
	return c->here && *to > 0;
}

static bool cpus_online(const struct resolver *c, double *to)
{
	*to = (double)sysconf(_SC_NPROCESSORS_ONLN);
	return c->here && *to > 0;
}

static bool pmem(const struct resolver *c, double *to)
{
	*to = !access(NVDIMMS, F_OK);
	return c->here;
}

/* Facts, and how the machine is asked. NULL: no file tells. */
static const struct {
	const char *name;
	bool (*ask)(const struct resolver *c, double *to);
} facts[] = {
	{ "#SMT_on", smt },
	{ "HYPERTHREADING_ON", smt },
	{ "THREADS_PER_CORE", threads_per_core },
	{ "#slots", slots },
	{ "#num_cpus", cpus },
	{ "#num_cpus_online", cpus_online },
	{ "#has_pmem", pmem },
	{ "SOCKET_COUNT", NULL },
	{ "CORES_PER_SOCKET", NULL },
	{ "CHAS_PER_SOCKET", NULL },
	{ "#NA", NULL },
};

static int find_fact(const char *name)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		if (!strcasecmp(facts[i].name, name) ||
		    (*name == '#' && !strcasecmp(facts[i].name, name + 1)))
			return (int)i;
	return -1;
}

static bool starts(const char *name, const char *with)
{
	return !strncasecmp(name, with, strlen(with));
}

static bool starts_any(const char *name, const char *const *with)
{
	for (; *with; with++)
		if (starts(name, *with))
			return true;
	return false;
}

static bool is_number(const char *name, double *to)
{
	char *end;

	if (!isdigit((unsigned char)*name))
		return false;
	*to = strtod(name, &end);
	return !*end;
}

/* "EVENT:retire_latency", or perf's "EVENT:R" and "pmu@EVENT@R": the event. */
static size_t latency_of(const char *name, const char **event)
{
	const char *colon = strrchr(name, ':'), *first = strchr(name, '@');
	const char *second = first ? strchr(first + 1, '@') : NULL;

	*event = name;
	if (colon && (!strcasecmp(colon, ":retire_latency") ||
		      !strcmp(colon, ":R")))
		return (size_t)(colon - name);
	if (!second || strcmp(second, "@R"))
		return 0;
	*event = first + 1;
	return (size_t)(second - *event);
}

static bool latency(const struct resolver *c, const char *name, double *to)
{
	const char *from;
	size_t len = latency_of(name, &from);
	char event[256];

	if (!len || len >= sizeof(event))
		return false;
	memcpy(event, from, len);
	event[len] = 0;
	return resolver_latency(c, event, to);
}

/* Events that the kernel names, and no file of events: "cycles-t", "msr@smi@". */
static bool is_kernels_own(const char *event)
{
	return strpbrk(event, "-@/");
}

/* It names them below the counters' device, which a name may begin with. */
static bool kernel_has(const struct resolver *c, const char *event)
{
	const char *own = event + strcspn(event, "@/"), *device = device_of(c);
	size_t len = strlen(device);
	char path[512], line[2];

	if (*own) {
		device = event;
		len = (size_t)(own++ - event);
	} else {
		own = event;
	}
	snprintf(path, sizeof(path), DEVICES "/%.*s/events/%.*s", (int)len,
		 device, (int)strcspn(own, "@/,"), own);
	return read_line(c, path, line, sizeof(line));
}

/* perf has a number for each of these on any CPU. What the CPU counts, no file tells. */
bool literal_is_perfs(const char *event)
{
	static const char *const those[] = {
		"branches", "branch-", "bus-cycles", "cache-", "cpu-cycles",
		"idle-cycles-", "ref-cycles", "stalled-cycles-", "L1-dcache-",
		"L1-icache-", "LLC-", "dTLB-", "iTLB-", "node-", NULL,
	};

	return starts_any(event, those);
}

/* A backslash precedes characters that could be operators. */
static void drop_backslashes(char *event)
{
	char *to = event;

	for (; *event; event++)
		if (*event != '\\')
			*to++ = *event;
	*to = 0;
}

/*
 * "has_event(NAME)": 1 where the file of events has it, else 0; of the kernel's
 * own names the machine is asked, and where it cannot be, nothing is known. Nor is it
 * of perf's own that the machine does not name.
 */
static bool has_event(const struct resolver *c, const char *name, double *to)
{
	struct encoded event_is;
	char event[256];

	if (!resolver_knows(c) || sscanf(name, "has_event(%255[^)])", event) != 1)
		return false;
	drop_backslashes(event);
	*to = resolver_find(c, event, &event_is) ||
	      (is_kernels_own(event) && kernel_has(c, event));
	if (*to > 0)
		return true;
	if (literal_is_perfs(event))
		return false;
	return !is_kernels_own(event) || c->here || c->root;
}

#define MIDR_VERSION 0xf0000fULL	/* its variant and revision */
#define MIDR_ORDER(midr) (((midr) >> 16 & 0xf0) | ((midr) & 0xf))

/* "strcmp_cpuid_str(MIDR)": 1 on this core of Arm's and later ones of its kind. */
static bool is_core(const struct resolver *c, const char *name, double *to)
{
	unsigned long long asked, midr;
	char line[32];

	if (!c || sscanf(name, "strcmp_cpuid_str(%llx)", &asked) != 1 ||
	    !read_line(c, MIDR, line, sizeof(line)))
		return false;
	midr = strtoull(line, NULL, 16);
	*to = (midr | MIDR_VERSION) == (asked | MIDR_VERSION) &&
	      MIDR_ORDER(midr) >= MIDR_ORDER(asked);
	return true;
}

/* A core's threads are told apart by some events, by others they are not. */
bool literal_shares_cores(const struct resolver *c)
{
	double active;

	return c && smt(c, &active) && active > 0;
}

/* Tasks are counted alone, and a core's counters are one source. */
bool literal_number(const struct resolver *c, const char *name, double *to)
{
	int i;

	if (!strcasecmp(name, "#core_wide") ||
	    !strcasecmp(name, "#target_cpu")) {
		*to = 0;
		return true;
	}
	if (starts(name, "source_count(")) {
		*to = 1;
		return true;
	}
	i = find_fact(name);
	if (i >= 0 && facts[i].ask && c && facts[i].ask(c, to))
		return true;
	return is_number(name, to) || latency(c, name, to) || has_event(c, name, to) ||
	       is_core(c, name, to);
}

bool literal_is_uncore(const char *name)
{
	static const char *const those[] = {
		"UNC_", "uncore_", "cha", "cbox", "imc", "arb/", "arb@",
		"upi", "iio", "m2m", "pcu", "power/", "power@", "cstate_",
		"amd_umc", "amd_l3", "amd_df", "l3_", "free_running", "hisi",
		"FREERUN_",
		"ddr", "mc_", "qpi", "smmu", NULL,
	};

	return starts_any(name, those);
}

bool literal_is_time(const char *name)
{
	static const char *const those[] = {
		"TSC", "msr/", "msr@", "duration_time", "DURATIONTIME",
		"SYSTEM_TSC_FREQ", "#SYSTEM_TSC_FREQ", "user_time",
		"system_time", "tool/", "tool@", NULL,
	};

	return starts_any(name, those);
}

bool literal_is_latency(const char *name)
{
	const char *event;

	return latency_of(name, &event) > 0;
}

bool literal_is_fact(const char *name)
{
	return *name == '#' || find_fact(name) >= 0 || strchr(name, '[') ||
	       starts(name, "strcmp_cpuid_str(") ||
	       starts(name, "has_event(") || starts(name, "system.");
}

bool literal_is_part(const char *name)
{
	static const char *const those[] = {
		":SUP", ":USER", ":percore", ":one_unit", ":k", ":u", NULL,
	};
	const char *colon = strrchr(name, ':'), *slash = strrchr(name, '/');

	if (slash && (!strcmp(slash, "/k") || !strcmp(slash, "/u")))
		return true;
	for (const char *const *t = those; colon && *t; t++)
		if (!strcasecmp(colon, *t))
			return true;
	return false;
}

/* "imx8_ddr0@read-cycles@", "software/cpu-clock/": why; NULL: it is a core's. */
const char *literal_device_why(const char *name)
{
	size_t len = strcspn(name, "/@");

	return name[len] && !perf_is_core(name, len) ?
	       perf_device_why(name, len) : NULL;
}

/* Events that perf counts without counters, by names of its own. */
bool literal_is_software(const char *name)
{
	static const char *const those[] = {
		"task-clock", "cpu-clock", "page-faults", "faults",
		"major-faults", "minor-faults", "context-switches", "cs",
		"cpu-migrations", "migrations", "alignment-faults",
		"emulation-faults", "bpf-output", "cgroup-switches", "dummy",
	};

	for (size_t i = 0; i < sizeof(those) / sizeof(*those); i++)
		if (!strcasecmp(those[i], name))
			return true;
	return false;
}
