// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "collect/active_set.h"
#include "tasks/busy.h"
#include "tasks/clock.h"
#include "meter.h"

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- what is counted now ------------------------------------------------ */

/* One that has no name is called by its events. */
static void name_set(struct meter *m)
{
	const struct info *info = &m->session->info;
	size_t len = 0, size = sizeof(m->set);

	*m->set = 0;
	if (active_set_name(m->set, size, info))
		return;
	*m->set = 0;
	for (unsigned int i = 0; i < info->nr_values && len < size; i++)
		if (info->value[i].of_set && !info->value[i].past)
			len += (size_t)snprintf(m->set + len, size - len,
						"%s%s", len ? "+" : "",
						info->value[i].name);
}

/* The module was loaded anew: its numbers are those of another one. */
static bool is_another(const struct meter *m)
{
	const struct info *info = &m->session->info;
	int slots = m->measures.slots;

	if (!m->ever)
		return true;
	if (info->epoch < m->epoch ||
	    (info->epoch == m->epoch && info->epoch_ns != m->epoch_ns))
		return true;
	return slots >= 0 && sample_has(m->live.now.have, TDACCT_A_AFTER) &&
	       m->live.now.after.value[slots] < m->slots;
}

static void choose(struct meter *m)
{
	bool reset = is_another(m);

	m->resets += reset && m->ever;
	name_set(m);
	measures_choose(&m->measures, &m->session->info, m->set, reset);
	recent_forget(&m->recent);
	for (size_t i = 0; reset && i <= TDACCT_STAT_A_MAX; i++)
		m->stat[i].base = 0;
}

/* ---- one reading -------------------------------------------------------- */

static int take_whose(struct meter *m, enum meter_whose whose,
		      const struct counts *c, const struct sample *times)
{
	struct readout raw;

	measures_read(&m->measures, &raw, c, times ? times->have : 0,
		      times ? times->cpu_ns : 0, times ? times->lost_ns : 0);
	return tally_take(&m->whose[whose], &m->measures, &raw, false);
}

/* The root has the CPU time of all tasks; the totals have none. */
static const struct sample *find_root(const struct meter *m)
{
	const struct task_table *t = &m->live.tracker.table[SAMPLE_CGROUP];

	for (size_t i = 0; i < t->nr; i++) {
		const struct sample *s = task_table_total(t, &t->entry[i]);

		if (s->path && !strcmp(s->path, "/") && !t->entry[i].ended)
			return s;
	}
	return NULL;
}

static int take_totals(struct meter *m)
{
	const struct totals *t = &m->live.now;
	struct counts tasks = t->live;
	int err;

	if (!sample_has(t->have, TDACCT_A_LIVE))
		return 0;
	counts_add(&tasks, &t->exited);
	err = take_whose(m, METER_TASKS, &tasks, find_root(m));
	if (!err)
		err = take_whose(m, METER_IDLE, &t->idle, NULL);
	if (!err)
		err = take_whose(m, METER_UNTRACKED, &t->untracked, NULL);
	if (!err)
		err = take_whose(m, METER_EXITED, &t->exited, NULL);
	if (m->measures.slots >= 0)
		m->slots = t->after.value[m->measures.slots];
	return err;
}

/* Whoever may not read these sees the rest. */
static int take_cpus(struct meter *m)
{
	struct sample all = { .have = ~UINT64_C(0) };
	struct client *c = &m->session->client;
	struct readout raw;

	cpus_free(&m->each);
	memset(&m->each, 0, sizeof(m->each));
	if (!ask_stats(c, &m->stats)) {
		for (size_t i = 0; i <= TDACCT_STAT_A_MAX; i++) {
			struct cell *s = &m->stat[i];
			uint64_t value = m->stats.value[i];

			s->known = sample_has(m->stats.have, (unsigned int)i);
			s->shown += value > s->base ? value - s->base : 0;
			s->base = value;
		}
	}
	if (ask_cpus(c, -1, &m->each) || !m->each.nr)
		return 0;
	for (size_t i = 0; i < m->each.nr; i++)	/* one that never ran has none */
		if (sample_has(m->each.cpu[i].have, TDACCT_A_CPU_NS))
			sample_add_cpu(&all, &m->each.cpu[i]);
	all.counts.have = 0;
	measures_read(&m->measures, &raw, &all.counts, all.have, all.cpu_ns,
		      all.lost_ns);
	return tally_take(&m->cpus, &m->measures, &raw, false);
}

static int take_all(struct meter *m)
{
	const struct tracker *t = &m->live.tracker;
	bool first = t->readings == 1;
	double at = client_is_live(&m->session->client) ? now() :
		    isnan(t->asked) ? 0 : t->asked;
	int err = take_totals(m);

	if (!err)
		err = places_take(&m->places, &t->table[SAMPLE_CGROUP],
				  &m->measures, first, at, m->live.interval);
	if (!err)
		err = commands_take(&m->commands, &t->table[SAMPLE_PROCESS],
				    &m->measures, &m->whose[METER_TASKS],
				    !first || !m->ever, !m->ever, at,
				    m->live.interval);
	if (!err)
		err = take_cpus(m);
	if (!err)
		err = recent_take(&m->recent, &m->live, at);
	m->last = at;
	m->ever = true;
	m->epoch = m->session->info.epoch;
	m->epoch_ns = m->session->info.epoch_ns;
	return err;
}

int meter_read(struct meter *m)
{
	double began = clock_now();
	bool missed = m->ever && !m->down && m->live.tracker.missed &&
		      m->live.tracker.readings;
	int err = 0;

	m->anew |= live_read(&m->live);
	m->over = m->live.done;
	if (m->over)
		return -ENODATA;
	m->down = m->live.away;
	m->failures += m->down;
	if (!m->down) {
		if (m->anew)
			choose(m);
		m->anew = false;
		m->readings++;
		m->missed += missed;
		err = take_all(m);
	}
	m->took_s += clock_now() - began;
	return err;
}

int meter_fd(const struct meter *m)
{
	return m->live.tracker.subscription ?
	       subscription_fd(m->live.tracker.subscription) : -1;
}

void meter_receive(struct meter *m)
{
	tracker_receive(&m->live.tracker);
}

void meter_open(struct meter *m, struct session *s, const struct source *from,
		const struct places_limits *places, uint64_t commands)
{
	memset(m, 0, sizeof(*m));
	m->session = s;
	m->anew = true;
	m->places.limits = *places;
	m->commands.most = commands;
	m->commands.least = places->least;
	m->commands.keep_s = places->keep_s;
	m->started = client_is_live(&s->client) ? now() : 0;
	machine_name(&m->machine, session_root(s));
	live_open(&m->live, s, from, LIVE_ALL);
	live_want(&m->live, true, false);
}

void meter_close(struct meter *m)
{
	live_close(&m->live);
	places_free(&m->places);
	commands_free(&m->commands);
	for (size_t i = 0; i < METER_WHOSE; i++)
		tally_free(&m->whose[i]);
	tally_free(&m->cpus);
	cpus_free(&m->each);
	recent_forget(&m->recent);
}
