// SPDX-License-Identifier: GPL-2.0
/* What the meter has, as families of metrics. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/cores.h"
#include "model/model.h"
#include "view/json_report.h"
#include "meter.h"

/* Of whom a family is, and what is said of that in its help. */
enum subject {
	SUBJECT_CGROUP, SUBJECT_COMMAND, SUBJECT_MACHINE, SUBJECT_EXITED,
	SUBJECTS,
};

static const struct {
	const char *name;
	const char *help;
} subjects[] = {
	[SUBJECT_CGROUP] = { "cgroup", "Of a cgroup and all cgroups below it, also removed ones; do not add up different depths." },
	[SUBJECT_COMMAND] = { "command", "Of all tasks of a command, also ended ones; the sum over all commands is the machine's. [other] has all that are not named and what a named one did before it was admitted." },
	[SUBJECT_MACHINE] = { "machine", "Of all CPUs, by whose they were: tasks, also ended ones; idle tasks; or untracked, which could not be attributed." },
	[SUBJECT_EXITED] = { "exited", "Of tasks that have ended; they are part of the machine's tasks." },
};

static const struct {
	const char *name;
	const char *unit;
	const char *label;
	const char *help;
} kinds[] = {
	[MEASURE_SLOTS] = { "slots", "slots", "class", "Pipeline slots by class, together all slots, apart from rounding. unclassified: the classes could not be read; unsorted: this CPU counts classes as events." },
	[MEASURE_SUBCLASS] = { "subclass_slots", "slots", "subclass", "Pipeline slots of a part of a class, which includes them." },
	[MEASURE_EVENTS] = { "events", "events", "event", "Everything else that is counted, under the module's name. Those of a set count from when the set was first seen." },
	[MEASURE_SET_SLOTS] = { "set_slots", "slots", "", "Pipeline slots in which the events of the set were counted." },
	[MEASURE_SWITCHES] = { "switches", NULL, "", "Context switches away from a task." },
	[MEASURE_CPU] = { "cpu_seconds", "seconds", "", "CPU time." },
	[MEASURE_LOST] = { "uncounted_cpu_seconds", "seconds", "", "The part of the CPU time in which the counters did not run; coverage is the rest." },
};

static void put_measure(struct exposition *e, const struct measure *is,
			uint64_t value)
{
	if (*kinds[is->kind].label)
		exposition_label(e, kinds[is->kind].label, is->name);
	exposition_label(e, "set", is->set);
	if (is->kind == MEASURE_CPU || is->kind == MEASURE_LOST)
		exposition_ns(e, value);
	else
		exposition_count(e, value);
}

static void put_tally(struct exposition *e, const struct measures *m,
		      enum measure_kind kind, const struct tally *t,
		      const char *label, const char *text, const char *depth)
{
	for (unsigned int i = 0; i < t->nr; i++) {
		if (m->at[i].kind != kind || !t->cell[i].known)
			continue;
		exposition_begin(e);
		exposition_label(e, label, text);
		exposition_label(e, "depth", depth);
		put_measure(e, &m->at[i], t->cell[i].shown);
	}
}

static void put_whose(struct exposition *e, const struct meter *m,
		      enum measure_kind kind, const char *label,
		      const char *const names[])
{
	for (enum meter_whose w = METER_TASKS; w <= METER_UNTRACKED; w++)
		if (names[w])
			put_tally(e, &m->measures, kind, &m->whose[w], label,
				  names[w], "");
}

static void put_subject(struct exposition *e, const struct meter *m,
			enum subject subject, enum measure_kind kind)
{
	static const char *const of_machine[] = { "tasks", "idle", "untracked" };
	static const char *const beside[] = { NULL, "[idle]", "[untracked]" };
	char depth[16];

	switch (subject) {
	case SUBJECT_CGROUP:
		for (size_t i = 0; i < m->places.shown; i++) {
			const struct place *p = m->places.place[i];

			snprintf(depth, sizeof(depth), "%u", p->depth);
			put_tally(e, &m->measures, kind, &p->tally, "path",
				  p->path, depth);
		}
		break;
	case SUBJECT_COMMAND:
		for (size_t i = 0; i < m->commands.nr; i++)
			put_tally(e, &m->measures, kind,
				  &m->commands.command[i].tally, "command",
				  m->commands.command[i].name, "");
		put_tally(e, &m->measures, kind, &m->commands.others,
			  "command", "[other]", "");
		put_whose(e, m, kind, "command", beside);
		break;
	case SUBJECT_MACHINE:
		put_whose(e, m, kind, "whose", of_machine);
		break;
	default:
		put_tally(e, &m->measures, kind, &m->whose[METER_EXITED], "",
			  "", "");
	}
}

static void put_counts(struct exposition *e, const struct meter *m)
{
	char name[64], help[512];

	for (enum subject s = 0; s < SUBJECTS; s++)
		for (enum measure_kind k = 0; k < MEASURE_KINDS; k++) {
			snprintf(name, sizeof(name), "tdacct_%s_%s",
				 subjects[s].name, kinds[k].name);
			snprintf(help, sizeof(help), "%s %s", kinds[k].help,
				 subjects[s].help);
			exposition_family(e, EXPOSITION_COUNTER, name,
					  kinds[k].unit, help);
			put_subject(e, m, s, k);
		}
	exposition_family(e, EXPOSITION_COUNTER, "tdacct_cpus_online_seconds",
			  "seconds", "Time for which CPUs were online, idle or not, of all CPUs together.");
	put_tally(e, &m->measures, MEASURE_CPU, &m->cpus, "", "", "");
	exposition_family(e, EXPOSITION_COUNTER, "tdacct_cpus_uncounted_seconds",
			  "seconds", "The part of that time in which the counters did not run.");
	put_tally(e, &m->measures, MEASURE_LOST, &m->cpus, "", "", "");
}

/* ---- the module, and this program --------------------------------------- */

static void put_number(struct exposition *e, enum exposition_type type,
		       const char *name, const char *unit, double value,
		       const char *help)
{
	exposition_family(e, type, name, unit, help);
	exposition_begin(e);
	exposition_number(e, value);
}

/* The model of other cores: "atom_model". */
static void put_beside(struct exposition *e, const struct session *s,
		       unsigned int core_type)
{
	char key[CORES_KEY_SIZE], name[CORES_KEY_SIZE + 8];

	if (!s->beside[core_type])
		return;
	snprintf(name, sizeof(name), "%s_model",
		 cores_key(&s->info, core_type, key));
	exposition_label(e, name, s->beside[core_type]->name);
}

static void put_info(struct exposition *e, const struct meter *m)
{
	const struct info *info = &m->session->info;
	char number[24];

	if (!info->have)	/* the module went while it was asked anew */
		return;
	exposition_family(e, EXPOSITION_INFO, "tdacct", NULL,
			  "What is counted, on which machine: the module's version, the kind of counters, the model that formulas are of, the set and its epoch, and the boot.");
	exposition_begin(e);
	exposition_label(e, "version", info->version);
	exposition_label(e, "exporter_version", VERSION);
	exposition_label(e, "pmu", info->pmu);
	if (m->session->model)
		exposition_label(e, "model", m->session->model->name);
	for (unsigned int type = 1; type < CORE_TYPES_MAX; type++)
		put_beside(e, m->session, type);
	exposition_label(e, "cpu_vendor", info->vendor);
	snprintf(number, sizeof(number), "%u", info->family);
	exposition_label(e, "cpu_family", number);
	snprintf(number, sizeof(number), "%u", info->model);
	exposition_label(e, "cpu_model", number);
	exposition_label(e, "set", m->set);
	snprintf(number, sizeof(number), "%" PRIu64, m->epoch);
	exposition_label(e, "epoch", number);
	exposition_label(e, "boot_id", m->machine.boot_id);
	exposition_count(e, 1);
}

static void put_state(struct exposition *e, const struct meter *m)
{
	uint32_t state = m->session->info.state;

	put_number(e, EXPOSITION_GAUGE, "tdacct_up", NULL, !m->down,
		   "1 if the module answered at the last reading. If not, all counters are those of the reading before.");
	exposition_family(e, EXPOSITION_GAUGE, "tdacct_state", NULL,
			  "1 of the state that the module is in.");
	for (uint32_t s = TDACCT_STATE_COUNTING; s <= TDACCT_STATE_WAITING; s++) {
		exposition_begin(e);
		exposition_label(e, "state", state_name(s));
		exposition_count(e, !m->down && s == state);
	}
}

/* The reasons are sentences of the module's, of which CPUs mostly have the same one. */
static void put_cpus(struct exposition *e, const struct meter *m)
{
	exposition_family(e, EXPOSITION_GAUGE, "tdacct_cpus", NULL,
			  "CPUs by their state, and the reason where they do not count all.");
	for (size_t i = 0; i < m->each.nr; i++) {
		const struct cpu_sample *c = &m->each.cpu[i];
		uint64_t nr = 0;
		bool told = false;

		for (size_t k = 0; k < m->each.nr; k++) {
			const struct cpu_sample *o = &m->each.cpu[k];
			bool same = o->state == c->state &&
				    !strcmp(o->reason, c->reason);

			told |= same && k < i;
			nr += same;
		}
		if (told)
			continue;
		exposition_begin(e);
		exposition_label(e, "state", state_name(c->state));
		exposition_label(e, "reason", c->reason);
		exposition_count(e, nr);
	}
}

static void put_stats(struct exposition *e, const struct meter *m)
{
	char name[64];

	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++) {
		const char *is = stat_name(i);
		size_t len = is ? strlen(is) : 0;
		bool ns = len > 3 && !strcmp(is + len - 3, "_ns");
		bool bytes = i == TDACCT_STAT_A_MEMORY;

		if (!is || !m->stat[i].known)
			continue;
		snprintf(name, sizeof(name), "tdacct_module_%.*s%s",
			 (int)(ns ? len - 3 : len), is, ns ? "_seconds" :
			 bytes ? "_bytes" : "");
		exposition_family(e, stats_is_level(i) ? EXPOSITION_GAUGE :
				  EXPOSITION_COUNTER, name, ns ? "seconds" :
				  bytes ? "bytes" : NULL,
				  "A statistic of tdacct status; the manual page tdacct(1) explains it.");
		exposition_begin(e);
		if (ns)
			exposition_ns(e, m->stat[i].shown);
		else
			exposition_count(e, stats_is_level(i) ? m->stats.value[i] :
					    m->stat[i].shown);
	}
}

static void put_self(struct exposition *e, const struct meter *m)
{
	put_number(e, EXPOSITION_GAUGE, "tdacct_exporter_start_time_seconds",
		   "seconds", m->started, "When the exporter was started, since 1970: counters may be less than before that.");
	put_number(e, EXPOSITION_GAUGE, "tdacct_exporter_last_reading_seconds",
		   "seconds", m->last, "When the module was read last, since 1970.");
	put_number(e, EXPOSITION_COUNTER, "tdacct_exporter_readings", NULL,
		   (double)m->readings, "Readings of the module.");
	put_number(e, EXPOSITION_COUNTER, "tdacct_exporter_failures", NULL,
		   (double)m->failures, "Readings that failed; what happened meanwhile is in the next one, unless the module was removed.");
	put_number(e, EXPOSITION_COUNTER, "tdacct_exporter_module_resets", NULL,
		   (double)m->resets, "Times that the module was loaded anew: what it counted behind the last reading before is missing.");
	put_number(e, EXPOSITION_COUNTER, "tdacct_exporter_missed_notices", NULL,
		   (double)m->missed, "Readings before which notices of ended tasks were missed: what these did is with [other].");
	put_number(e, EXPOSITION_COUNTER, "tdacct_exporter_reading_seconds",
		   "seconds", m->took_s, "Time that readings took.");
	put_number(e, EXPOSITION_COUNTER, "tdacct_exporter_events_left_out", NULL,
		   (double)m->measures.left_out, "Events of sets for which there was no room.");
	exposition_family(e, EXPOSITION_GAUGE,
			  "tdacct_exporter_cgroups_left_out", NULL,
			  "Cgroups that are there and have no series, by the limit that leaves them out; they are included in those above them.");
	for (enum places_reason r = 0; r < PLACES_REASONS; r++) {
		exposition_begin(e);
		exposition_label(e, "limit", places_reason_name(r));
		exposition_count(e, m->places.left_out[r]);
	}
}

int meter_write(const struct meter *m, enum exposition_format format,
		struct exposition *to)
{
	memset(to, 0, sizeof(*to));
	to->format = format;
	put_info(to, m);
	put_state(to, m);
	put_cpus(to, m);
	put_counts(to, m);
	put_stats(to, m);
	put_self(to, m);
	put_number(to, EXPOSITION_GAUGE, "tdacct_exporter_series", NULL,
		   (double)(to->samples + 1), "Samples in this answer.");
	return exposition_end(to);
}
