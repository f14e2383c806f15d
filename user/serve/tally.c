// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tally.h"

/* ---- what is counted ---------------------------------------------------- */

static int find(struct measures *m, enum measure_kind kind, const char *name,
		const char *set, bool is_signed)
{
	struct measure *new = &m->at[m->nr];

	for (unsigned int i = 0; i < m->nr; i++)
		if (m->at[i].kind == kind && !strcmp(m->at[i].name, name) &&
		    !strcmp(m->at[i].set, set))
			return (int)i;
	if (m->nr == MEASURES_MAX) {
		m->left_out++;
		return -1;
	}
	*new = (struct measure){ .kind = kind, .is_signed = is_signed };
	snprintf(new->name, sizeof(new->name), "%s", name);
	snprintf(new->set, sizeof(new->set), "%s", set);
	return (int)m->nr++;
}

static bool is_class(const char *name)
{
	static const char *const classes[] = {
		"retiring", "bad_speculation", "frontend_bound", "backend_bound",
	};

	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (!strcmp(classes[i], name))
			return true;
	return false;
}

static int choose(struct measures *m, const struct value_info *v,
		  const char *set)
{
	if (v->past)
		return -1;
	if (v->kind != TDACCT_KIND_METRIC)
		return find(m, MEASURE_EVENTS, v->name, v->of_set ? set : "",
			    false);
	return find(m, is_class(v->name) ? MEASURE_SLOTS : MEASURE_SUBCLASS,
		    v->name, "", true);
}

void measures_choose(struct measures *m, const struct info *info,
		     const char *set, bool reset)
{
	bool sorted = false, chosen = false;

	m->info = info;
	m->session++;
	m->module += reset;
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		m->of[i] = -1;
	for (unsigned int i = 0; i < info->nr_values; i++) {
		const struct value_info *v = &info->value[i];

		m->of[i] = choose(m, v, set);
		sorted |= v->kind == TDACCT_KIND_METRIC;
		chosen |= v->of_set && !v->past;
	}
	m->of[COUNT_UNCLASSIFIED] = find(m, MEASURE_SLOTS, "unclassified", "",
					 false);
	m->of[COUNT_SWITCHES] = find(m, MEASURE_SWITCHES, "", "", false);
	m->slots = count_index(info, "slots");
	m->gap = count_index(info, "slots_without_events");
	m->unsorted = sorted || m->slots < 0 ? -1 :
		      find(m, MEASURE_SLOTS, "unsorted", "", false);
	m->set_slots = chosen && m->slots >= 0 ?
		       find(m, MEASURE_SET_SLOTS, "", set, false) : -1;
	find(m, MEASURE_CPU, "", "", false);
	find(m, MEASURE_LOST, "", "", false);
}

static void put(struct readout *to, int measure, bool known, uint64_t value)
{
	if (measure < 0)
		return;
	to->known[measure] = known;
	to->value[measure] = known ? value : 0;
}

void measures_read(const struct measures *m, struct readout *to,
		   const struct counts *c, uint64_t have, uint64_t cpu_ns,
		   uint64_t lost_ns)
{
	uint64_t slots = m->slots < 0 ? 0 : c->value[m->slots];
	uint64_t gap = m->gap < 0 || !sample_has(c->have, (unsigned int)m->gap) ?
		       0 : c->value[m->gap];
	bool known = m->slots >= 0 &&
		     sample_has(c->have, (unsigned int)m->slots);

	memset(to->known, 0, sizeof(to->known));
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		put(to, m->of[i], sample_has(c->have, i), c->value[i]);
	put(to, m->unsorted, known, slots - c->value[COUNT_UNCLASSIFIED]);
	put(to, m->set_slots, known, slots - gap);
	for (unsigned int i = 0; i < m->nr; i++) {
		if (m->at[i].kind == MEASURE_CPU)
			put(to, (int)i, sample_has(have, TDACCT_A_CPU_NS),
			    cpu_ns);
		if (m->at[i].kind == MEASURE_LOST)
			put(to, (int)i, sample_has(have, TDACCT_A_LOST_NS),
			    lost_ns);
	}
}

/* ---- tallies ------------------------------------------------------------ */

int tally_grow(struct tally *t, const struct measures *m)
{
	struct cell *more;

	if (t->nr >= m->nr)
		return 0;
	more = reallocarray(t->cell, m->nr, sizeof(*more));
	if (!more)
		return -ENOMEM;
	memset(more + t->nr, 0, (m->nr - t->nr) * sizeof(*more));
	t->cell = more;
	t->nr = m->nr;
	return 0;
}

void tally_free(struct tally *t)
{
	free(t->cell);
	memset(t, 0, sizeof(*t));
}

void tally_renew(struct tally *t)
{
	for (unsigned int i = 0; i < t->nr; i++)
		t->cell[i].base = 0;
}

static void add(struct cell *c, uint64_t since)
{
	c->known = true;
	c->sum += (int64_t)since;
	if (c->sum > 0 && (uint64_t)c->sum > c->shown)
		c->shown = (uint64_t)c->sum;
}

/*
 * What a set counted before it was looked at is left out, as nobody can tell in which
 * slots that was. What is less than before, and not for rounding, adds nothing.
 */
int tally_take(struct tally *t, const struct measures *m,
	       const struct readout *now, bool fresh)
{
	bool other = t->session != m->session;
	int err = tally_grow(t, m);

	if (err)
		return err;
	if (t->module != m->module)
		tally_renew(t);
	for (unsigned int i = 0; i < m->nr; i++) {
		const struct measure *is = &m->at[i];
		struct cell *c = &t->cell[i];
		uint64_t since = now->value[i] - c->base;

		if (!now->known[i])
			continue;
		if (*is->set && other && !fresh)
			since = 0;
		if (!is->is_signed && since >> 63)
			since = 0;
		c->base = now->value[i];
		add(c, since);
	}
	t->session = m->session;
	t->module = m->module;
	return 0;
}

int tally_add(struct tally *t, const struct measures *m,
	      const struct readout *since)
{
	int err = tally_grow(t, m);

	for (unsigned int i = 0; !err && i < m->nr; i++)
		if (since->known[i])
			add(&t->cell[i], since->value[i]);
	return err;
}
