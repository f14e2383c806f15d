// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "commands.h"

/* All processes of one name, and what they did since the reading before. */
struct doer {
	char name[32];
	struct sample did;
};

struct doers {
	void *by_name;		/* a tree of tsearch() */
	struct doer **doer;
	size_t nr;
	size_t room;
};

static int by_name(const void *left, const void *right)
{
	const struct doer *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static int add_doer(struct doers *d, const struct sample *did)
{
	struct doer *new, **found;

	new = malloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	snprintf(new->name, sizeof(new->name), "%s", did->comm);
	sample_copy(&new->did, did);
	if (array_grow(&d->doer, d->nr, &d->room, sizeof(*d->doer)) ||
	    !(found = tsearch(new, &d->by_name, by_name))) {
		free(new);
		return -ENOMEM;
	}
	if (*found != new) {
		sample_add(&(*found)->did, did);
		free(new);
		return 0;
	}
	d->doer[d->nr++] = new;
	return 0;
}

static int collect(struct doers *d, const struct task_table *t)
{
	int err = 0;

	for (size_t i = 0; !err && i < t->nr; i++) {
		const struct task_entry *e = &t->entry[i];
		struct sample did;

		if (!task_table_is_there(t, e) || !task_table_is_fresh(t, e))
			continue;
		task_table_shown(t, e, true, &did);
		if (did.counts.have && !sample_did_nothing(&did))
			err = add_doer(d, &did);
	}
	return err;
}

static void doers_free(struct doers *d)
{
	for (size_t i = 0; i < d->nr; i++) {
		tdelete(d->doer[i], &d->by_name, by_name);
		free(d->doer[i]);
	}
	free(d->doer);
}

static int busiest_first(const void *left, const void *right)
{
	const struct doer *a = *(struct doer *const *)left;
	const struct doer *b = *(struct doer *const *)right;

	if (a->did.cpu_ns != b->did.cpu_ns)
		return a->did.cpu_ns < b->did.cpu_ns ? 1 : -1;
	return strcmp(a->name, b->name);
}

static struct named_command *find(struct commands *c, const char *name)
{
	for (size_t i = 0; i < c->nr; i++)
		if (!strcmp(c->command[i].name, name))
			return &c->command[i];
	return NULL;
}

/* "[other]" and the like are no task's; anybody may name a task so. */
static bool is_reserved(const char *name)
{
	return *name == '[' && name[strlen(name) - 1] == ']';
}

static struct named_command *admit(struct commands *c, const struct doer *d,
				   double interval)
{
	double cpus = interval > 0 ?
		      (double)d->did.cpu_ns / 1e9 / interval : 0;
	struct named_command *new;

	if (c->nr >= c->most || cpus < c->least || is_reserved(d->name))
		return NULL;
	if (!c->command)
		c->command = calloc(c->most, sizeof(*c->command));
	if (!c->command)
		return NULL;
	new = &c->command[c->nr++];
	memset(new, 0, sizeof(*new));
	snprintf(new->name, sizeof(new->name), "%s", d->name);
	return new;
}

/* Adds what it did; share_out() decides how much of that is shown yet. */
static int credit(struct named_command *c, const struct measures *m,
		  const struct readout *did, bool first)
{
	int err = tally_grow(&c->tally, m);

	for (unsigned int i = 0; !err && i < m->nr; i++) {
		/* what a set counted before is in no tally */
		if (!did->known[i] || (first && *m->at[i].set))
			continue;
		c->tally.cell[i].sum += (int64_t)did->value[i];
	}
	return err;
}

/* Gives the commands what all tasks did, up to what each one did, and [other] the rest. */
static void share_out(struct commands *c, unsigned int measure,
		      const struct tally *all)
{
	struct cell *others = &c->others.cell[measure];
	uint64_t left = tally_shown(all, measure), due;

	others->known = tally_knows(all, measure);
	left -= others->shown;
	for (size_t i = 0; i < c->nr; i++)
		left -= tally_shown(&c->command[i].tally, measure);
	for (size_t i = 0; i < c->nr; i++) {
		struct tally *t = &c->command[i].tally;
		struct cell *cell = &t->cell[measure];

		if (measure >= t->nr)
			continue;
		cell->known = others->known;
		if (cell->sum <= (int64_t)cell->shown)
			continue;
		due = (uint64_t)cell->sum - cell->shown;
		if (due > left)
			due = left;
		cell->shown += due;
		left -= due;
	}
	others->shown += left;
}

static void evict(struct commands *c, double now)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->nr; i++) {
		struct named_command *one = &c->command[i];

		if (now - one->seen <= c->keep_s) {
			c->command[kept++] = *one;
			continue;
		}
		for (unsigned int k = 0; k < one->tally.nr; k++)
			c->others.cell[k].shown += one->tally.cell[k].shown;
		tally_free(&one->tally);
	}
	c->nr = kept;
}

static int take(struct commands *c, const struct doers *d,
		const struct measures *m, bool first, double now,
		double interval)
{
	struct readout did;
	int err = 0;

	for (size_t i = 0; !err && i < d->nr; i++) {
		const struct doer *one = d->doer[i];
		struct named_command *to = find(c, one->name);

		if (!to)
			to = admit(c, one, interval);
		if (!to)
			continue;
		measures_read(m, &did, &one->did.counts, one->did.have,
			      one->did.cpu_ns, one->did.lost_ns);
		to->seen = now;
		err = credit(to, m, &did, first);
	}
	return err;
}

int commands_take(struct commands *c, const struct task_table *table,
		  const struct measures *m, const struct tally *all,
		  bool since, bool first, double now, double interval)
{
	struct doers d = { .nr = 0 };
	int err = since ? collect(&d, table) : 0;

	if (!err)
		err = tally_grow(&c->others, m);
	if (!err && d.nr)
		qsort(d.doer, d.nr, sizeof(*d.doer), busiest_first);
	if (!err)
		err = take(c, &d, m, first, now, interval);
	for (unsigned int i = 0; !err && i < m->nr; i++)
		share_out(c, i, all);
	if (!err)
		evict(c, now);
	doers_free(&d);
	return err;
}

void commands_free(struct commands *c)
{
	for (size_t i = 0; i < c->nr; i++)
		tally_free(&c->command[i].tally);
	tally_free(&c->others);
	free(c->command);
	memset(c, 0, sizeof(*c));
}
