// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "model/cores.h"
#include "doctor.h"
#include "parts.h"

void doctor_look(struct doctor *d)
{
	d->loaded = fact_exists(FACT_PATH(d->root, "/sys/module/tdacct"));
	cpu_look(d);
	counters_look(d);
	kernel_look(d);
	module_look(d);
	modprobe_look(d);
	rights_look(d);
}

static void tell_state(struct doctor *d, const struct info *i)
{
	static const char subject[] = "counting";

	switch (i->state) {
	case TDACCT_STATE_COUNTING:
		finding_add(d, subject, FINDING_FINE, NULL, "%u values are counted",
			     i->nr_values - i->nr_past);
		break;
	case TDACCT_STATE_PAUSED:
		finding_add(d, subject, FINDING_PROBLEM, "tdacct resume",
			     "it is paused: nothing is counted");
		break;
	case TDACCT_STATE_WAITING:
		finding_add(d, subject, FINDING_PROBLEM, "end what holds the counters; it goes on by itself",
			     "it waits for counters that somebody else holds");
		break;
	default:
		finding_add(d, subject, FINDING_PROBLEM, "tdacct status shows each CPU",
			     "no CPU counts: %s", state_name(i->state));
	}
}

static const char *todo_of(uint32_t state, const char *reason)
{
	/* of a CPU that waits for its self-test, and of one that counts */
	if (strstr(reason, "metrics_slack"))
		return "tdacct status shows what they add up to; if nothing else writes PERF_METRICS, allow more: echo 16 | sudo tee /sys/module/tdacct/parameters/metrics_slack";
	switch (state) {
	case TDACCT_STATE_PAUSED:
		return "tdacct resume";
	case TDACCT_STATE_WAITING:
		return "end what holds the counter; this CPU goes on by itself";
	case TDACCT_STATE_LEFT_OUT:
		return "the parameter cpus= of the module says so, see /etc/modprobe.d/tdacct.conf";
	case TDACCT_STATE_COUNTING:
		return "everything else is counted; it goes on by itself when the counter is free";
	default:
		return NULL;
	}
}

/* True where both CPUs have the same state, for the same reason. */
static bool is_same(const struct cpu_sample *a, const struct cpu_sample *b)
{
	return a->state == b->state && !strcmp(a->reason, b->reason);
}

/* Returns the last of the CPUs like @i whose numbers follow each other from @i on. */
static size_t end_of(const struct cpus *cpus, size_t i)
{
	while (i + 1 < cpus->nr &&
	       cpus->cpu[i + 1].cpu == cpus->cpu[i].cpu + 1 &&
	       is_same(&cpus->cpu[i], &cpus->cpu[i + 1]))
		i++;
	return i;
}

/* "0-3,8", or as far as there is room. */
static void put_cpus(char *to, size_t size, const struct cpus *cpus,
		     size_t first)
{
	size_t len = 0, end;

	for (size_t i = first; i < cpus->nr; i = end + 1) {
		const char *comma = len ? "," : "";

		end = end_of(cpus, i);
		if (!is_same(&cpus->cpu[first], &cpus->cpu[i]))
			continue;
		if (size - len < 32) {
			snprintf(to + len, size - len, ",...");
			return;
		}
		len += (size_t)(end == i ?
			snprintf(to + len, size - len, "%s%u", comma,
				 cpus->cpu[i].cpu) :
			snprintf(to + len, size - len, "%s%u-%u", comma,
				 cpus->cpu[i].cpu, cpus->cpu[end].cpu));
	}
}

/* A finding for each reason, however many CPUs have it. */
static void tell_cpus(struct doctor *d, const struct cpus *cpus)
{
	char list[128];

	for (size_t i = 0; i < cpus->nr; i++) {
		const struct cpu_sample *c = &cpus->cpu[i];
		size_t before = 0;

		while (before < i && !is_same(&cpus->cpu[before], c))
			before++;
		if ((c->state == TDACCT_STATE_COUNTING && !*c->reason) ||
		    before < i)
			continue;
		put_cpus(list, sizeof(list), cpus, i);
		finding_add(d, "counting", FINDING_NOTE, todo_of(c->state, c->reason),
			     "CPU %s: %s%s%s", list, state_name(c->state),
			     *c->reason ? ", " : "", c->reason);
	}
}

void doctor_ask(struct doctor *d, struct client *c)
{
	struct cpus cpus = { 0 };
	struct info info;

	if (ask_info(c, &info)) {
		finding_add(d, "counting", FINDING_PROBLEM, "load the module that belongs to this tool",
			     "the module does not answer");
		return;
	}
	tell_state(d, &info);
	/* of a hybrid CPU perf tells the same, also before the module is loaded */
	for (unsigned int type = 1; type < CORE_TYPES_MAX; type++)
		if (*info.core_type[type].vendor)
			finding_add(d, "counting", FINDING_FINE, NULL, "cores of another type, %s, are counted by values of their own; sets of events are counted on %s only",
				    cores_name(&info, type), cores_name(&info, 0));
	if (!ask_cpus(c, -1, &cpus))
		tell_cpus(d, &cpus);
	cpus_free(&cpus);
}
