// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sample.h"

_Static_assert(TDACCT_A_MAX < 64, "attributes must fit a mask");
_Static_assert(TDACCT_STAT_A_MAX < 64, "statistics must fit a mask");
_Static_assert(COUNTS_NR <= COUNTS_KNOWN, "counts must fit a mask");

void counts_add(struct counts *to, const struct counts *from)
{
	to->have &= from->have;
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		to->value[i] += from->value[i];
	for (unsigned int i = 0; i < KNOWN_MAX; i++)
		to->known[i] += from->known[i];
}

void counts_sub(struct counts *to, const struct counts *from)
{
	to->have &= from->have;
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		to->value[i] -= from->value[i];
	for (unsigned int i = 0; i < KNOWN_MAX; i++)
		to->known[i] -= from->known[i];
}

static void busy_sub(struct busy *to, const struct busy *from)
{
	to->known &= from->known && to->all_ns >= from->all_ns;
	to->ns -= from->ns;
	to->all_ns -= from->all_ns;
}

static void busy_add(struct busy *to, const struct busy *from)
{
	to->known &= from->known;
	to->ns += from->ns;
	to->all_ns += from->all_ns;
}

double busy_share(const struct busy *b)
{
	if (!b->known || !b->all_ns)
		return NAN;
	return fmin((double)b->ns / (double)b->all_ns, 1);
}

const char *sample_kind_name(enum sample_kind kind)
{
	static const char *const names[] = {
		[SAMPLE_THREAD] = "thread", [SAMPLE_PROCESS] = "process",
		[SAMPLE_CPU] = "cpu", [SAMPLE_SYSTEM] = "system",
		[SAMPLE_CHILDREN] = "children", [SAMPLE_CGROUP] = "cgroup",
		[SAMPLE_TOTAL] = "total", [SAMPLE_EXITED] = "exited",
		[SAMPLE_IDLE] = "idle", [SAMPLE_UNTRACKED] = "untracked",
		[SAMPLE_CPUS] = "cpus", [SAMPLE_CORE] = "core",
		[SAMPLE_SOCKET] = "socket", [SAMPLE_THREADS] = "threads",
		[SAMPLE_PROCESSES] = "processes", [SAMPLE_CGROUPS] = "cgroups",
		[SAMPLE_PERF] = "perf",
	};

	return names[kind];
}

bool sample_is_machine(const struct sample *s)
{
	switch (s->kind) {
	case SAMPLE_CPU:
	case SAMPLE_SYSTEM:
	case SAMPLE_CPUS:
	case SAMPLE_CORE:
	case SAMPLE_SOCKET:
		return true;
	default:
		return false;
	}
}

bool sample_is_sum(const struct sample *s)
{
	return s->kind == SAMPLE_THREADS || s->kind == SAMPLE_PROCESSES ||
	       s->kind == SAMPLE_CGROUPS;
}

void sample_copy(struct sample *to, const struct sample *from)
{
	memset(to, 0, sizeof(*to));
	memcpy(to, from, sample_size(from));
}

void sample_since(struct sample *to, const struct sample *from)
{
	counts_sub(&to->counts, &from->counts);
	to->cpu_ns -= from->cpu_ns;
	to->lost_ns -= from->lost_ns;
	to->exited_threads -= from->exited_threads;
	if (sample_has_part(to)) {
		counts_sub(&to->children, &from->children);	/* or its own */
		busy_sub(&to->busy, &from->busy);
	}
	to->children_nr -= from->children_nr;
	to->children_cpu_ns -= from->children_cpu_ns;
	to->children_lost_ns -= from->children_lost_ns;
}

bool sample_did_nothing(const struct sample *s)
{
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		if (sample_has(s->counts.have, i) && s->counts.value[i])
			return false;
	return !s->cpu_ns;
}

void sample_forget(struct sample *s)
{
	s->have &= ~(UINT64_C(1) << TDACCT_A_CPU_NS |
		     UINT64_C(1) << TDACCT_A_LOST_NS |
		     UINT64_C(1) << TDACCT_A_EXITED_THREADS |
		     UINT64_C(1) << TDACCT_A_CHILDREN_NR |
		     UINT64_C(1) << TDACCT_A_CHILDREN_CPU_NS |
		     UINT64_C(1) << TDACCT_A_CHILDREN_LOST_NS);
	s->counts.have = 0;
	if (sample_has_part(s))
		s->children.have = 0;
}

bool stats_is_level(unsigned int stat)
{
	return stat == TDACCT_STAT_A_THREADS ||
	       stat == TDACCT_STAT_A_PROCESSES ||
	       stat == TDACCT_STAT_A_CGROUPS ||
	       stat == TDACCT_STAT_A_MEMORY ||
	       stat == TDACCT_STAT_A_SUBSCRIBERS ||
	       stat == TDACCT_STAT_A_METRICS_SLACK;
}

void stats_since(struct stats *to, const struct stats *from)
{
	to->have &= from->have;
	for (unsigned int i = 0; i <= TDACCT_STAT_A_MAX; i++)
		if (!stats_is_level(i))
			to->value[i] -= from->value[i];
}

void cpu_sample_since(struct cpu_sample *to, const struct cpu_sample *from)
{
	to->cpu_ns -= from->cpu_ns;
	to->lost_ns -= from->lost_ns;
	counts_sub(&to->counts, &from->counts);
	counts_sub(&to->idle, &from->idle);
	counts_sub(&to->untracked, &from->untracked);
	stats_since(&to->stats, &from->stats);
	busy_sub(&to->busy, &from->busy);
}

void sample_children(struct sample *to, const struct sample *of)
{
	memset(to, 0, sizeof(*to));
	to->kind = SAMPLE_CHILDREN;
	if (sample_has(of->have, TDACCT_A_CHILDREN_CPU_NS))
		to->have |= UINT64_C(1) << TDACCT_A_CPU_NS;
	if (sample_has(of->have, TDACCT_A_CHILDREN_LOST_NS))
		to->have |= UINT64_C(1) << TDACCT_A_LOST_NS;
	to->cpu_ns = of->children_cpu_ns;
	to->lost_ns = of->children_lost_ns;
	to->children_nr = of->children_nr;
	to->counts = of->children;
}

void sample_total(struct sample *to, const struct sample *of)
{
	struct sample children;

	sample_children(&children, of);
	*to = *of;
	to->kind = SAMPLE_TOTAL;
	to->have &= children.have;
	to->cpu_ns += children.cpu_ns;
	to->lost_ns += children.lost_ns;
	counts_add(&to->counts, &children.counts);
}

void sample_make_sum(struct sample *s)
{
	s->kind = s->kind == SAMPLE_THREAD ? SAMPLE_THREADS :
		  s->kind == SAMPLE_PROCESS ? SAMPLE_PROCESSES : SAMPLE_CGROUPS;
	s->id = s->cgroup = 0;
	s->tid = s->pid = 0;
	s->path = NULL;
	memset(s->comm, 0, sizeof(s->comm));
}

void sample_add(struct sample *to, const struct sample *from)
{
	to->have &= from->have;
	to->cpu_ns += from->cpu_ns;
	to->lost_ns += from->lost_ns;
	to->exited_threads += from->exited_threads;
	counts_add(&to->counts, &from->counts);
	if (sample_has_part(to) && sample_has_part(from)) {
		counts_add(&to->children, &from->children);	/* or its own */
		busy_add(&to->busy, &from->busy);
	} else if (sample_has_part(to)) {
		to->children.have = 0;
	}
	to->children_nr += from->children_nr;
	to->children_cpu_ns += from->children_cpu_ns;
	to->children_lost_ns += from->children_lost_ns;
}

void sample_cpu(struct sample *to, const struct cpu_sample *of)
{
	memset(to, 0, sizeof(*to));
	to->kind = SAMPLE_CPU;
	to->have = of->have;
	to->cpu = of->cpu;
	to->state = of->state;
	to->cpu_ns = of->cpu_ns;
	to->lost_ns = of->lost_ns;
	to->busy = of->busy;
	to->counts = of->counts;
}

void sample_add_cpu(struct sample *to, const struct cpu_sample *from)
{
	to->have &= from->have;
	to->cpu_ns += from->cpu_ns;
	to->lost_ns += from->lost_ns;
	counts_add(&to->counts, &from->counts);
	busy_add(&to->busy, &from->busy);
}

unsigned int info_nr_lasting(const struct info *info)
{
	unsigned int n = 0;

	while (n < info->nr_values && !info->value[n].of_set &&
	       !info->value[n].past && info->value[n].kind != TDACCT_KIND_GAP)
		n++;
	return n;
}

void info_drop_past(struct info *info)
{
	info->nr_values -= info->nr_past;
	info->nr_past = 0;
}

static uint64_t gap_of(const struct info *info, const struct counts *c)
{
	unsigned int gap = info->nr_values - info->nr_past - 1;

	return info->nr_values > info->nr_past &&
	       info->value[gap].kind == TDACCT_KIND_GAP &&
	       sample_has(c->have, gap) ? c->value[gap] : 0;
}

/* In so many slots was @index, an event, counted; of the set, if that is told. */
static uint64_t known_slots(const struct info *info, const struct counts *c,
			    unsigned int index)
{
	uint64_t whole = c->value[0], gap = gap_of(info, c);
	const struct value_info *v = &info->value[index];
	unsigned int place;

	if (sample_has(c->have, COUNTS_KNOWN) && (v->of_set || v->past)) {
		place = index - info_nr_lasting(info);
		return place < KNOWN_MAX ? c->known[place] : whole;
	}
	return gap < whole ? whole - gap : 0;
}

/*
 * A gap is taken for one of all events: it mostly is, and where it is not, the bound of
 * what was not counted holds all the same. Only core_type 0 has gaps.
 */
double counts_part(const struct info *info, const struct counts *c,
		   unsigned int index)
{
	const struct value_info *v = &info->value[index];
	uint64_t whole = c->value[0], known;

	if (index >= info->nr_values ||
	    (!v->past && v->kind != TDACCT_KIND_EVENT))
		return 1;
	known = known_slots(info, c, index);
	if ((known >= whole && (known || !v->past)) ||
	    count_core_type(v->name))
		return 1;
	return whole ? (double)known / (double)whole : 0;
}

bool counts_are_whole(const struct info *info, const struct counts *c)
{
	unsigned int first = info_nr_lasting(info), nr = info->nr_values;

	if (info->nr_past || gap_of(info, c))
		return false;
	if (!sample_has(c->have, COUNTS_KNOWN))
		return true;
	for (unsigned int i = first; i < nr && info->value[i].of_set; i++)
		if (c->known[i - first] < c->value[0])
			return false;
	return true;
}

uint64_t info_lasting(const struct info *info)
{
	uint64_t lasting = UINT64_MAX;

	for (unsigned int i = 0; i < info->nr_values; i++)
		if (info->value[i].of_set)
			lasting &= ~(UINT64_C(1) << i);
	return lasting;
}

/* A task without a time of birth may be as old as the module. */
bool sample_drop_partial(struct sample *s, const struct info *info)
{
	uint64_t lasting;

	if (info->epoch <= 1 || sample_has(s->counts.have, COUNTS_KNOWN))
		return false;
	lasting = info_lasting(info);
	if (!(s->counts.have & ~lasting) ||
	    (sample_has(s->have, TDACCT_A_BORN_NS) &&
	     s->born_ns >= info->epoch_ns))
		return false;
	s->counts.have &= lasting;
	if (sample_has_part(s))
		s->children.have &= lasting;
	return true;
}

bool info_will_resume(const struct info *info)
{
	return info->state == TDACCT_STATE_PAUSED &&
	       sample_has(info->have, TDACCT_A_RESUME_MS);
}

const char *state_name(uint32_t state)
{
	static const char *const names[] = {
		[TDACCT_STATE_COUNTING] = "counting",
		[TDACCT_STATE_PAUSED] = "paused",
		[TDACCT_STATE_WAITING] = "waiting",
		[TDACCT_STATE_CANNOT] = "cannot",
		[TDACCT_STATE_OFFLINE] = "offline",
		[TDACCT_STATE_LEFT_OUT] = "left-out",
	};

	return state < sizeof(names) / sizeof(*names) ? names[state] :
	       "unknown";
}

double sample_coverage(const struct sample *s)
{
	if (!sample_has(s->have, TDACCT_A_CPU_NS) ||
	    !sample_has(s->have, TDACCT_A_LOST_NS) || !s->cpu_ns)
		return NAN;
	if (s->lost_ns > s->cpu_ns)
		return 0;
	return (double)(s->cpu_ns - s->lost_ns) / (double)s->cpu_ns;
}

static const char *const extra_names[] = {
	[COUNT_SWITCHES - VALUES_MAX] = "switches",
	[COUNT_UNCLASSIFIED - VALUES_MAX] = "unclassified",
	[COUNT_BLUR - VALUES_MAX] = "blur",
};

const char *count_name(const struct info *info, unsigned int index)
{
	if (index >= VALUES_MAX && index < COUNTS_NR)
		return extra_names[index - VALUES_MAX];
	return index < info->nr_values ? info->value[index].name : NULL;
}

int count_index(const struct info *info, const char *name)
{
	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		const char *have = count_name(info, i);

		if (have && !strcmp(have, name))
			return (int)i;
	}
	return -1;
}

/* The first ones are Intel's, the others Arm's. */
static const struct {
	const char *prefix;
	unsigned int core_type;
} prefixes[] = {
	{ COUNT_ATOM, 1 },
	{ COUNT_LOWPOWER, 2 },
	{ "other.", 1 },
	{ "other2.", 2 },
};

enum { NR_PREFIXES = sizeof(prefixes) / sizeof(*prefixes) };

static size_t find_prefix(const char *name)
{
	size_t i = 0;

	while (i < NR_PREFIXES &&
	       strncmp(name, prefixes[i].prefix, strlen(prefixes[i].prefix)))
		i++;
	return i;
}

unsigned int count_core_type(const char *name)
{
	size_t i = find_prefix(name);

	return i < NR_PREFIXES ? prefixes[i].core_type : 0;
}

void count_note_core_type(struct info *info, const char *name)
{
	size_t i = find_prefix(name);

	if (i < NR_PREFIXES)
		info->core_type[prefixes[i].core_type].prefix = prefixes[i].prefix;
}

int count_of_type(const struct info *info, unsigned int core_type,
		  const char *name)
{
	const char *prefix = info->core_type[core_type].prefix;
	char full[2 * sizeof(info->value[0].name)];

	if (!core_type)
		return count_index(info, name);
	if (!prefix)
		return -1;
	snprintf(full, sizeof(full), "%s%s", prefix, name);
	return count_index(info, full);
}

double count_everywhere(const struct info *info, const struct counts *c,
			unsigned int index)
{
	double sum = count_number(info, c, index);

	if (index >= info->nr_values)
		return sum;
	for (unsigned int type = 1; type < CORE_TYPES_MAX; type++) {
		int of = count_of_type(info, type, info->value[index].name);

		if (of >= 0)
			sum += count_number(info, c, (unsigned int)of);
	}
	return sum;
}

double count_ratio(const struct info *info, const struct counts *c,
		   const char *name, const char *unit)
{
	int a = count_index(info, name), b = count_index(info, unit);
	double ratio;

	if (a < 0 || b < 0)
		return NAN;
	ratio = count_everywhere(info, c, (unsigned int)a) /
		count_everywhere(info, c, (unsigned int)b);
	return isfinite(ratio) ? ratio : NAN;
}
