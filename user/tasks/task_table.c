// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "counts/array.h"
#include "task_table.h"

/* Returns the place that @id has, or belongs to. */
static size_t place_of(const struct task_table *t, uint64_t id)
{
	size_t low = 0, high = t->nr;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (task_table_total(t, &t->entry[middle])->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct task_entry *task_table_find(const struct task_table *t, uint64_t id)
{
	size_t at = place_of(t, id);

	return at < t->nr && task_table_total(t, &t->entry[at])->id == id ?
	       &t->entry[at] : NULL;
}

size_t task_table_missing(const struct task_table *t)
{
	size_t nr = 0;

	for (size_t i = 0; i < t->nr; i++)
		nr += task_table_is_missing(t, &t->entry[i]);
	return nr;
}

uint64_t task_table_youngest_ns(const struct task_table *t)
{
	uint64_t born = 0;
	size_t nr = 0;

	for (size_t i = 0; i < t->nr; i++) {
		const struct sample *s = task_table_total(t, &t->entry[i]);

		nr += !t->entry[i].ended;
		if (!t->entry[i].ended && s->born_ns > born)
			born = s->born_ns;
	}
	return nr ? born : UINT64_MAX;
}

/* ---- the next reading --------------------------------------------------- */

static void forget_look(struct task_look *look)
{
	if (look->proc)
		proc_clear(look->proc);
	free(look->proc);
	memset(look, 0, sizeof(*look));
}

/*
 * Of what ended, what is not needed any more: a list may have missed one that lives.
 * Where there is no memory to note that its place is free it stays.
 */
static bool drop(struct task_table *t, const struct task_entry *e)
{
	struct sample *s = task_table_total(t, e);

	if (!e->ended || e->ended + 1 >= t->reading || (!e->told && t->waits) ||
	    array_grow(&t->hole, t->nr_holes, &t->room_holes, sizeof(*t->hole)))
		return false;
	free((char *)s->path);
	s->path = NULL;
	t->hole[t->nr_holes++] = e->total;
	if (e->total < t->nr_looks)
		forget_look(&t->look[e->total]);
	return true;
}

void task_table_next(struct task_table *t)
{
	t->due = true;
}

/* With those that ended while the reading before was there already. */
static int begin(struct task_table *t)
{
	size_t kept = 0;
	int err = 0;

	if (!t->due)
		return 0;
	t->due = false;
	t->reading++;
	snapshot_clear(&t->delta);
	snapshot_clear(&t->gone);
	for (size_t i = 0; i < t->nr; i++)
		if (!drop(t, &t->entry[i]))
			t->entry[kept++] = t->entry[i];
	t->nr = kept;
	for (size_t i = 0; !err && i < t->early.nr; i++)
		err = task_table_end(t, snapshot_at(&t->early, i),
				TABLE_NO_STRANGERS);
	snapshot_clear(&t->early);
	return err;
}

/* ---- what one did ------------------------------------------------------- */

/* Before the second reading there is nothing to compare with. @did has its place. */
static int change(struct task_table *t, struct task_entry *e,
		  const struct sample *s, struct sample *did)
{
	bool again = task_table_is_fresh(t, e);

	sample_copy(did, s);
	if (!again || !e->born) {
		sample_since(did, task_table_total(t, e));
		if (again && t->reading > 1)
			sample_add(did, task_table_delta(t, e));
		e->born = false;
	}
	e->read = t->reading;
	return snapshot_put(&t->total, e->total, s);
}

static int add_delta(struct task_table *t, struct task_entry *e,
		     const struct sample *did)
{
	struct snapshot *to = e->ended ? &t->gone : &t->delta;

	e->gone = e->ended;
	e->delta = (uint32_t)to->nr;
	return t->reading > 1 ? snapshot_add(to, did) : 0;
}

/* Behind the others, not yet in its place. Of one that may be older, nothing is known. */
static int add(struct task_table *t, size_t at, const struct sample *s,
	       struct sample *did)
{
	struct task_entry e = { .read = t->reading, .born = true };
	int err = array_grow(&t->entry, at, &t->room, sizeof(*t->entry));

	if (err)
		return err;
	sample_copy(did, s);
	if (s->born_ns < t->missing_ns)
		sample_forget(did);
	e.total = t->nr_holes ? t->hole[t->nr_holes - 1] :
				(uint32_t)t->total.nr;
	err = t->nr_holes ? snapshot_put(&t->total, e.total, s) :
			    snapshot_add(&t->total, s);
	if (err)
		return err;
	t->nr_holes -= !!t->nr_holes;
	t->entry[at] = e;
	return 0;
}

/* @nr new ones, which stand behind the others, take their places, from the end. */
static int insert(struct task_table *t, size_t nr)
{
	size_t from = t->nr, to = from + nr;
	struct task_entry *new;

	if (!nr)
		return 0;
	new = malloc(nr * sizeof(*new));
	if (!new)
		return -ENOMEM;
	memcpy(new, t->entry + from, nr * sizeof(*new));
	t->nr = to;
	while (nr)
		t->entry[--to] = from && task_table_total(t, &t->entry[from - 1])->id >
					 task_table_total(t, &new[nr - 1])->id ?
				 t->entry[--from] : new[--nr];
	free(new);
	return 0;
}

/* ---- one reading -------------------------------------------------------- */

/* The very first reading is taken over without a copy. */
static int take_first(struct task_table *t, struct snapshot *read)
{
	for (; t->nr < read->nr; t->nr++) {
		if (array_grow(&t->entry, t->nr, &t->room, sizeof(*t->entry)))
			return -ENOMEM;
		t->entry[t->nr] = (struct task_entry){
			.total = (uint32_t)t->nr, .read = t->reading,
			.born = true,
		};
	}
	t->generation = read->generation;
	t->total = snapshot_take(read);
	return 0;
}

/* Samples become differences, in the same place where that is possible. */
int task_table_take(struct task_table *t, struct snapshot *read)
{
	int err = begin(t);
	bool in_place = !t->delta.nr && t->reading > 1;
	size_t kept = 0, nr_new = 0;

	if (!err && t->reading == 1 && !t->total.nr)
		return take_first(t, read);
	for (size_t i = 0; !err && i < read->nr; i++) {
		struct sample *s = snapshot_at(read, i), did;
		struct task_entry *e = task_table_find(t, s->id);

		bool again = e && task_table_is_fresh(t, e) && t->reading > 1;

		if (e && e->told) {	/* it was heard of before the list came to it */
			e->ended = t->reading;
			continue;
		}
		if (e) {
			e->ended = 0;
			err = change(t, e, s, &did);
		} else {
			err = add(t, t->nr + nr_new, s, &did);
			e = &t->entry[t->nr + nr_new];
			nr_new += !err;
		}
		if (!err && again)
			err = snapshot_put(&t->delta, e->delta, &did);
		else if (!err && !in_place)
			err = add_delta(t, e, &did);
		if (err || again || !in_place)
			continue;
		e->gone = false;
		e->delta = (uint32_t)kept;
		s->path = NULL;	/* it goes on in its delta */
		free((char *)snapshot_at(read, kept)->path);
		memcpy(snapshot_at(read, kept++), &did, read->size);
	}
	if (read->generation > t->generation)
		t->generation = read->generation;
	while (read->nr > kept)
		free((char *)snapshot_at(read, --read->nr)->path);
	if (in_place) {
		snapshot_free(&t->delta);
		t->delta = snapshot_take(read);
	}
	snapshot_free(read);
	return err ? err : insert(t, nr_new);
}

int task_table_end_others(struct task_table *t)
{
	int err = begin(t);

	for (size_t i = 0; !err && i < t->nr; i++)
		if (!task_table_is_fresh(t, &t->entry[i]) && !t->entry[i].ended)
			t->entry[i].ended = t->reading;
	return err;
}

/* ---- those that end ----------------------------------------------------- */

/* Its path stays, and what a notice lacks it did not do. */
static int end_known(struct task_table *t, struct task_entry *e,
		     const struct sample *final)
{
	const struct sample *total = task_table_total(t, e);
	bool again = task_table_is_fresh(t, e);
	struct sample s, did;
	int err;

	sample_copy(&s, final);
	s.path = total->path;
	if (!sample_has(s.have, TDACCT_A_CHILDREN))
		s.children_nr = total->children_nr;
	e->ended = t->reading;
	e->told = true;
	err = change(t, e, &s, &did);
	did.path = task_table_total(t, e)->path;
	if (err || !again)
		return err ? err : add_delta(t, e, &did);
	return t->reading > 1 ? snapshot_put(e->gone ? &t->gone : &t->delta,
					     e->delta, &did) : 0;
}

static int end_stranger(struct task_table *t, const struct sample *final)
{
	struct sample did;
	int err = add(t, t->nr, final, &did);
	struct task_entry *e = &t->entry[t->nr];

	if (err)
		return err;
	e->ended = t->reading;
	e->told = true;
	err = add_delta(t, e, &did);
	return err ? err : insert(t, 1);
}

int task_table_end(struct task_table *t, const struct sample *final,
	      uint64_t since_ns)
{
	int err = begin(t);
	struct task_entry *e = task_table_find(t, final->id);

	if (err)
		return err;
	if (!e)
		return since_ns == TABLE_NO_STRANGERS ||
		       (final->kind != SAMPLE_CGROUP &&
			final->born_ns <= since_ns) ? 0 :
						      end_stranger(t, final);
	if (e->told)
		return 0;
	if (!e->ended || e->ended == t->reading)
		return end_known(t, e, final);
	e->told = true;
	return 0;
}

int task_table_end_later(struct task_table *t, const struct sample *final,
		    uint64_t since_ns)
{
	struct task_entry *e = task_table_find(t, final->id);

	if (t->due || !e || !task_table_is_fresh(t, e) || e->ended)
		return task_table_end(t, final, since_ns);
	if (e->kept)
		return 0;
	e->kept = true;
	return snapshot_add(&t->early, final);
}

/* ---- what is known of one ----------------------------------------------- */

void task_table_shown(const struct task_table *t, const struct task_entry *e,
		 bool interval, struct sample *to)
{
	const struct sample *total = task_table_total(t, e);

	if (interval && task_table_is_fresh(t, e) && t->reading > 1) {
		sample_copy(to, task_table_delta(t, e));
		to->path = total->path;
		return;
	}
	sample_copy(to, total);
	if (interval && !task_table_is_fresh(t, e))
		sample_since(to, total);
}

struct task_look *task_table_look(struct task_table *t, const struct task_entry *e)
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

const struct proc *task_table_proc(const struct task_table *t,
			      const struct task_entry *e)
{
	return e->total < t->nr_looks ? t->look[e->total].proc : NULL;
}

void task_table_free(struct task_table *t)
{
	for (size_t i = 0; i < t->nr_looks; i++)
		forget_look(&t->look[i]);
	snapshot_free(&t->total);
	snapshot_free(&t->delta);
	snapshot_free(&t->gone);
	snapshot_free(&t->early);
	free(t->look);
	free(t->entry);
	free(t->hole);
	memset(t, 0, sizeof(*t));
}
