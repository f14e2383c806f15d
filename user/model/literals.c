// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "encodings.h"
#include "literals.h"

#define SMT "/sys/devices/system/cpu/smt/active"
#define NVDIMMS "/sys/firmware/acpi/tables/NFIT"

static bool smt(const struct encodings *c, double *to)
{
	char path[512];
	int active;
	FILE *f;

	snprintf(path, sizeof(path), "%.400s" SMT, c->root ? c->root : "");
	f = fopen(path, "re");
	active = f ? fgetc(f) : EOF;
	if (f)
		fclose(f);
	*to = active == '1';
	return active == '0' || active == '1';
}

static bool threads_per_core(const struct encodings *c, double *to)
{
	bool known = smt(c, to);

	*to += 1;
	return known;
}

static bool cpus(const struct encodings *c, double *to)
{
	(void)c;
	*to = (double)sysconf(_SC_NPROCESSORS_CONF);
	return *to > 0;
}

static bool cpus_online(const struct encodings *c, double *to)
{
	(void)c;
	*to = (double)sysconf(_SC_NPROCESSORS_ONLN);
	return *to > 0;
}

static bool pmem(const struct encodings *c, double *to)
{
	(void)c;
	*to = !access(NVDIMMS, F_OK);
	return true;
}

/* What this machine is asked for. NULL: nobody here knows. */
static const struct {
	const char *name;
	bool (*ask)(const struct encodings *c, double *to);
} facts[] = {
	{ "#SMT_on", smt },
	{ "HYPERTHREADING_ON", smt },
	{ "THREADS_PER_CORE", threads_per_core },
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
		if (!strcasecmp(facts[i].name, name))
			return (int)i;
	return -1;
}

static bool fact(const struct encodings *c, const char *name, double *to)
{
	int i = find_fact(name);

	return i >= 0 && facts[i].ask && c && c->here && facts[i].ask(c, to);
}

static bool starts(const char *name, const char *with)
{
	return !strncasecmp(name, with, strlen(with));
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

static bool latency(const struct encodings *c, const char *name, double *to)
{
	const char *from;
	size_t len = latency_of(name, &from);
	char event[256];

	if (!len || len >= sizeof(event) || !c || !c->latency)
		return false;
	memcpy(event, from, len);
	event[len] = 0;
	return c->latency(c->arg, event, to);
}

/* "has_event(NAME)": 1 where the file of events has it, else 0. */
static bool has_event(const struct encodings *c, const char *name, double *to)
{
	struct encoded event_is;
	char event[256];

	if (!c || !c->find || sscanf(name, "has_event(%255[^)])", event) != 1)
		return false;
	*to = c->find(c->arg, event, &event_is);
	return true;
}

/* A core's threads are told apart by some events, by others they are not. */
bool literal_shares_cores(const struct encodings *c)
{
	double active;

	return c && (c->here || c->root) && smt(c, &active) && active > 0;
}

/* Tasks are counted alone, and a core's counters are one source. */
bool literal_number(const struct encodings *c, const char *name, double *to)
{
	if (!strcasecmp(name, "#core_wide")) {
		*to = 0;
		return true;
	}
	if (starts(name, "source_count(")) {
		*to = 1;
		return true;
	}
	return is_number(name, to) || fact(c, name, to) ||
	       latency(c, name, to) || has_event(c, name, to);
}

static bool starts_any(const char *name, const char *const *with)
{
	for (; *with; with++)
		if (starts(name, *with))
			return true;
	return false;
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
		"system_time", NULL,
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
	const char *colon = strrchr(name, ':');

	for (const char *const *t = those; colon && *t; t++)
		if (!strcasecmp(colon, *t))
			return true;
	return false;
}
