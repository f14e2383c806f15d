// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "table.h"

static uint64_t id_of(const struct task_table *t, const struct task_entry *e)
{
	return table_total(t, e)->id;
}

/* ---- find --------------------------------------------------------------- */

struct task_entry *table_find(const struct task_table *t, uint64_t id)
{
	size_t low = 0, high = t->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t there = id_of(t, &t->entry[middle]);

		if (there == id)
			return &t->entry[middle];
		if (there < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

size_t table_missing(const struct task_table *t)
{
	size_t nr = 0;

	for (size_t i = 0; i < t->nr; i++)
		nr += table_is_missing(t, &t->entry[i]);
	return nr;
}

uint64_t table_youngest_ns(const struct task_table *t)
{
	uint64_t born = 0;
	size_t nr = 0;

	for (size_t i = 0; i < t->nr; i++) {
		const struct sample *s = table_total(t, &t->entry[i]);

		if (t->entry[i].ended)
			continue;
		nr++;
		if (s->born_ns > born)
			born = s->born_ns;
	}
	return nr ? born : UINT64_MAX;
}

/* ---- come and go -------------------------------------------------------- */

static void forget_look(struct task_look *look)
{
	if (look->proc)
		proc_clear(look->proc);
	free(look->proc);
	memset(look, 0, sizeof(*look));
}

static int forget(struct task_table *t, const struct task_entry *e)
{
	struct sample *s = table_total(t, e);

	if (array_grow(&t->hole, t->nr_holes, &t->room_holes,
		       sizeof(*t->hole)))
		return -ENOMEM;
	free((char *)s->path);
	s->path = NULL;
	t->hole[t->nr_holes++] = e->total;
	if (e->total < t->nr_looks)
		forget_look(&t->look[e->total]);
	return 0;
}

/* Of what ended, what is not needed any more: a list may have missed one that lives. */
static bool is_over(const struct task_table *t, const struct task_entry *e)
{
	return e->ended && e->ended + 1 < t->reading &&
	       (e->told || !t->waits);
}

/* Where there is no memory for that they stay. */
static void drop_ended(struct task_table *t)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->nr; i++)
		if (!is_over(t, &t->entry[i]) || forget(t, &t->entry[i]))
			t->entry[kept++] = t->entry[i];
	t->nr = kept;
}

void table_next(struct task_table *t)
{
	t->due = true;
}

/* With those that ended while the reading before was there already. */
static int begin(struct task_table *t)
{
	int err = 0;

	if (!t->due)
		return 0;
	t->due = false;
	t->reading++;
	snapshot_clear(&t->delta);
	snapshot_clear(&t->gone);
	drop_ended(t);
	for (size_t i = 0; !err && i < t->early.nr; i++)
		err = table_end(t, snapshot_at(&t->early, i),
				TABLE_NO_STRANGERS);
	snapshot_clear(&t->early);
	return err;
}

/* ---- what it did -------------------------------------------------------- */

/* Before the second reading there is nothing to compare with. */
static int put_delta(struct task_table *t, struct task_entry *e, bool again,
		     const struct sample *did)
{
	struct snapshot *to;

	if (t->reading < 2)
		return 0;
	if (!again)
		e->gone = e->ended;
	to = e->gone ? &t->gone : &t->delta;
	if (again)
		return snapshot_put(to, e->delta, did);
	e->delta = (uint32_t)to->nr;
	return snapshot_add(to, did);
}

static int change(struct task_table *t, struct task_entry *e,
		  const struct sample *s)
{
	bool again = table_is_fresh(t, e);
	struct sample did;
	int err;

	sample_copy(&did, s);
	if (!again || !e->born) {
		sample_since(&did, table_total(t, e));
		if (again && t->reading > 1)
			sample_add(&did, table_delta(t, e));
		e->born = false;
	}
	err = put_delta(t, e, again, &did);
	e->read = t->reading;
	return err ? err : snapshot_put(&t->total, e->total, s);
}

static int place_total(struct task_table *t, const struct sample *s,
		       uint32_t *at)
{
	if (t->nr_holes) {
		*at = t->hole[--t->nr_holes];
		return snapshot_put(&t->total, *at, s);
	}
	*at = (uint32_t)t->total.nr;
	return snapshot_add(&t->total, s);
}

/* Of one that may have been there before, what it did is not known. */
static int add(struct task_table *t, const struct sample *s, bool ended)
{
	struct task_entry *e;
	struct sample did;
	int err = array_grow(&t->entry, t->nr + t->nr_new, &t->room,
			     sizeof(*t->entry));

	if (err)
		return err;
	e = &t->entry[t->nr + t->nr_new];
	*e = (struct task_entry){
		.read = t->reading, .born = true, .told = ended,
		.ended = ended ? t->reading : 0,
	};
	sample_copy(&did, s);
	if (s->born_ns < t->missing_ns)
		sample_forget(&did);
	err = place_total(t, s, &e->total);
	if (!err)
		err = put_delta(t, e, false, &did);
	t->nr_new += !err;
	return err;
}

/* ---- one reading -------------------------------------------------------- */

int table_take(struct task_table *t, const struct sample *s)
{
	int err = begin(t);
	struct task_entry *e = table_find(t, s->id);

	if (err)
		return err;
	if (s->generation > t->newest)
		t->newest = s->generation;
	if (!e)
		return add(t, s, false);
	if (e->told) {		/* it was heard of before the list came to it */
		e->ended = t->reading;
		return 0;
	}
	if (table_is_fresh(t, e) && s->cpu_ns < table_total(t, e)->cpu_ns)
		return 0;	/* met twice: the later one counts */
	e->ended = 0;
	return change(t, e, s);
}

static int by_id(const void *left, const void *right, void *arg)
{
	uint64_t a = id_of(arg, left), b = id_of(arg, right);

	return (a > b) - (a < b);
}

/* The last one takes its place. */
static void drop_delta(struct task_table *t, const struct task_entry *e)
{
	size_t last = t->delta.nr - 1;

	if (t->reading < 2)
		return;
	free((char *)snapshot_at(&t->delta, e->delta)->path);
	snapshot_move(&t->delta, e->delta, last);
	for (size_t i = 0; i < t->nr + t->nr_new; i++)
		if (table_is_fresh(t, &t->entry[i]) && !t->entry[i].gone &&
		    t->entry[i].delta == last)
			t->entry[i].delta = e->delta;
	t->delta.nr = last;
}

/* Of new ones that were met twice, those with more CPU time are later. */
static int drop_doubles(struct task_table *t)
{
	struct task_entry *new = t->entry + t->nr;
	size_t kept = 0;

	for (size_t i = 1; i < t->nr_new; i++) {
		bool later = table_total(t, &new[i])->cpu_ns >
			     table_total(t, &new[kept])->cpu_ns;
		struct task_entry other = new[i];

		if (id_of(t, &new[i]) != id_of(t, &new[kept])) {
			new[++kept] = new[i];
			continue;
		}
		if (later) {
			other = new[kept];
			new[kept] = new[i];
		}
		drop_delta(t, &other);
		if (forget(t, &other))
			return -ENOMEM;
	}
	t->nr_new = kept + 1;
	return 0;
}

/* From the end, so that each moves once. */
static int insert(struct task_table *t)
{
	size_t from = t->nr, nr = t->nr_new, to = from + nr;
	struct task_entry *new = malloc(nr * sizeof(*new));

	if (!new)
		return -ENOMEM;
	memcpy(new, t->entry + from, nr * sizeof(*new));
	while (nr)
		t->entry[--to] = from && id_of(t, &t->entry[from - 1]) >
					 id_of(t, &new[nr - 1]) ?
				 t->entry[--from] : new[--nr];
	free(new);
	return 0;
}

/* Those that are new take their places among the others. */
static int merge(struct task_table *t)
{
	struct task_entry *new = t->entry + t->nr;
	bool sorted = true;
	int err;

	if (!t->nr_new)
		return 0;
	for (size_t i = 1; sorted && i < t->nr_new; i++)
		sorted = id_of(t, &new[i - 1]) < id_of(t, &new[i]);
	if (!sorted)
		qsort_r(new, t->nr_new, sizeof(*new), by_id, t);
	err = sorted ? 0 : drop_doubles(t);
	if (!err && t->nr && id_of(t, &new[-1]) > id_of(t, new))
		err = insert(t);
	t->nr += t->nr_new;
	t->nr_new = 0;
	return err;
}

void table_again(struct task_table *t)
{
	merge(t);
}

int table_finish(struct task_table *t, bool whole)
{
	int err = begin(t);

	if (!err)
		err = merge(t);
	for (size_t i = 0; whole && i < t->nr; i++)
		if (!table_is_fresh(t, &t->entry[i]) && !t->entry[i].ended)
			t->entry[i].ended = t->reading;
	if (!err)
		t->generation = t->newest;
	return err;
}

/* ---- those that end ----------------------------------------------------- */

/* Its path stays, and what a notice lacks it did not do. */
static int end_known(struct task_table *t, struct task_entry *e,
		     const struct sample *final)
{
	const struct sample *total = table_total(t, e);
	struct sample s;

	sample_copy(&s, final);
	s.path = total->path;
	if (!sample_has(s.have, TDACCT_A_CHILDREN))
		s.children_nr = total->children_nr;
	e->ended = t->reading;
	e->told = true;
	return change(t, e, &s);
}

static bool is_stranger(const struct sample *final, uint64_t since_ns)
{
	return since_ns == TABLE_NO_STRANGERS ||
	       (final->kind != SAMPLE_CGROUP && final->born_ns <= since_ns);
}

int table_end(struct task_table *t, const struct sample *final,
	      uint64_t since_ns)
{
	int err = begin(t);
	struct task_entry *e = table_find(t, final->id);
	bool late = e && e->ended && e->ended != t->reading;

	if (err)
		return err;
	if (!e) {
		err = is_stranger(final, since_ns) ? 0 : add(t, final, true);
		return err ? err : merge(t);
	}
	if (e->told)
		return 0;
	if (!late)
		return end_known(t, e, final);
	e->told = true;
	return 0;
}

int table_end_later(struct task_table *t, const struct sample *final,
		    uint64_t since_ns)
{
	struct task_entry *e = table_find(t, final->id);

	if (t->due || !e || !table_is_fresh(t, e) || e->ended)
		return table_end(t, final, since_ns);
	if (e->kept)
		return 0;
	e->kept = true;
	return snapshot_add(&t->early, final);
}

void table_forget(struct task_entry *e)
{
	e->told = true;
}

void table_shown(const struct task_table *t, const struct task_entry *e,
		 bool interval, struct sample *to)
{
	const struct sample *total = table_total(t, e);

	if (interval && table_is_fresh(t, e) && t->reading > 1) {
		sample_copy(to, table_delta(t, e));
		to->path = total->path;
		return;
	}
	sample_copy(to, total);
	if (interval && !table_is_fresh(t, e))
		sample_since(to, total);
}

struct task_look *table_look(struct task_table *t, const struct task_entry *e)
{
	size_t nr = t->total.room;
	struct task_look *more;

	if (e->total < t->nr_looks)
		return &t->look[e->total];
	more = reallocarray(t->look, nr, sizeof(*more));
	if (!more)
		return NULL;
	memset(more + t->nr_looks, 0, (nr - t->nr_looks) * sizeof(*more));
	t->look = more;
	t->nr_looks = nr;
	return &t->look[e->total];
}

const struct proc *table_proc(const struct task_table *t,
			      const struct task_entry *e)
{
	return e->total < t->nr_looks ? t->look[e->total].proc : NULL;
}

void table_free(struct task_table *t)
{
	for (size_t i = 0; i < t->nr_looks; i++)
		forget_look(&t->look[i]);
	free(t->look);
	for (size_t i = 0; t->total.nr && i < t->nr_holes; i++)
		snapshot_at(&t->total, t->hole[i])->path = NULL;
	snapshot_free(&t->total);
	snapshot_free(&t->delta);
	snapshot_free(&t->gone);
	snapshot_free(&t->early);
	free(t->entry);
	free(t->hole);
	memset(t, 0, sizeof(*t));
}
