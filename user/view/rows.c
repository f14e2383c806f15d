// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/eval.h"
#include "counts/radix.h"
#include "counts/unit.h"
#include "tasks/cgroup_tree.h"
#include "tasks/proc.h"
#include "rows.h"

enum { NONE = -1 };

/* Sorting moves keys about, so they are small. */
struct key {
	struct cell cell;
	const struct sample *sample;
};

/* The neighbours of a sample, in the order of the keys. */
struct item {
	int parent;
	int first;		/* of those below */
	int next;		/* below the same parent */
	int place;		/* among the rows */
	bool done;
};

/* A parent is found by this. */
struct handle {
	enum sample_kind kind;
	uint64_t number;
	int item;
};

struct work {
	const struct rows_from *from;
	struct key *key;
	struct item *item;
	size_t nr;
	struct handle *handle;
	int roots;		/* the first of those below nothing */
	struct plan_part part;	/* that a key takes */
	struct result result;
};

static int by_key(const void *left, const void *right, void *arg)
{
	const struct rows_from *from = arg;
	const struct key *a = left, *b = right;
	int order = cell_compare(&a->cell, &b->cell,
				 from->by->rises != from->reverse);

	if (order)
		return order;
	return (a->sample->id > b->sample->id) -
	       (a->sample->id < b->sample->id);
}

static struct row row_of(const struct rows_from *from,
			 const struct sample *s)
{
	struct row row = {
		.sample = s, .cgroup = s->path, .interval = from->interval,
	};

	if (!s->path && s->kind != SAMPLE_CGROUP && from->cgroups &&
	    sample_has(s->have, TDACCT_A_CGROUP))
		row.cgroup = cgroup_path(from->cgroups, s->cgroup);
	if (from->procs)
		row.proc = procs_find(from->procs, s->pid);
	else if (from->proc_of)
		row.proc = from->proc_of(s, from->arg);
	return row;
}

static void add_key(struct work *w, const struct sample *s)
{
	const struct column *by = w->from->by;
	struct row row = row_of(w->from, s);

	if (w->from->wants && !w->from->wants(&row, w->from->arg))
		return;
	row.result = &w->result;
	if (w->part.nr)
		eval_part(&w->result, &s->counts, &w->part);
	w->key[w->nr++] = (struct key){ by->get(&row, by), s };
}

/* As cell_compare() has them: what is not known is last either way. */
static uint64_t rank(const struct cell *c, bool rises)
{
	double number = c->number == 0 ? 0 : c->number;
	uint64_t bits;

	if (c->type == CELL_UNKNOWN)
		return UINT64_MAX;
	memcpy(&bits, &number, sizeof(bits));
	bits ^= bits >> 63 ? UINT64_MAX : UINT64_C(1) << 63;
	return rises ? bits : ~bits;
}

/* Among equal numbers the smaller id is first. */
static int sort_numbers(struct work *w)
{
	struct radix *order = calloc(2 * w->nr + 1, sizeof(*order));
	struct key *sorted = calloc(w->nr + 1, sizeof(*sorted));
	bool rises = w->from->by->rises != w->from->reverse;

	if (!order || !sorted) {
		free(order);
		free(sorted);
		return -ENOMEM;
	}
	for (size_t i = 0; i < w->nr; i++)
		order[i] = (struct radix){ w->key[i].sample->id, (uint32_t)i };
	radix_sort(order, order + w->nr, w->nr);
	for (size_t i = 0; i < w->nr; i++)
		order[i].key = rank(&w->key[order[i].index].cell, rises);
	radix_sort(order, order + w->nr, w->nr);
	for (size_t i = 0; i < w->nr; i++)
		sorted[i] = w->key[order[i].index];
	free(order);
	free(w->key);
	w->key = sorted;
	return 0;
}

static int sort_keys(struct work *w)
{
	bool text = false;

	for (size_t i = 0; i < w->nr; i++)
		text |= w->key[i].cell.type == CELL_TEXT;
	if (!text)
		return sort_numbers(w);
	qsort_r(w->key, w->nr, sizeof(*w->key), by_key, (void *)w->from);
	return 0;
}

static int by_handle(const void *left, const void *right)
{
	const struct handle *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

static void make_handles(struct work *w)
{
	for (size_t i = 0; w->from->tree && i < w->nr; i++) {
		const struct sample *s = w->key[i].sample;

		w->handle[i] = (struct handle){
			.kind = s->kind, .item = (int)i,
			.number = s->kind == SAMPLE_PROCESS ? s->pid : s->id,
		};
	}
	if (w->from->tree)
		qsort(w->handle, w->nr, sizeof(*w->handle), by_handle);
}

/* NONE: it belongs to nothing, or to what is not here. */
static int find_parent(const struct work *w, const struct sample *s)
{
	struct handle key = { .kind = SAMPLE_PROCESS, .number = s->pid };
	const struct handle *found;

	if (!w->from->tree ||
	    (s->kind != SAMPLE_THREAD && s->kind != SAMPLE_CGROUP))
		return NONE;
	if (s->kind == SAMPLE_CGROUP) {
		if (!sample_has(s->have, TDACCT_A_CGROUP_PARENT))
			return NONE;
		key.kind = SAMPLE_CGROUP;
		key.number = s->cgroup_parent;
	}
	found = bsearch(&key, w->handle, w->nr, sizeof(key), by_handle);
	return found ? found->item : NONE;
}

/* From the last to the first, so that each list is in order. */
static void link_items(struct work *w)
{
	w->roots = NONE;
	for (size_t i = 0; i < w->nr; i++)
		w->item[i].first = NONE;
	for (size_t i = w->nr; i-- > 0;) {
		int parent = find_parent(w, w->key[i].sample);
		int *list = parent == NONE ? &w->roots : &w->item[parent].first;

		w->item[i].parent = parent;
		w->item[i].next = *list;
		*list = (int)i;
	}
}

static void put(struct rows *r, struct work *w, int at)
{
	struct item *i = &w->item[at];

	i->done = true;
	i->place = (int)r->nr;
	r->row[r->nr] = row_of(w->from, w->key[at].sample);
	r->above[r->nr++] = i->parent == NONE ? NONE :
						w->item[i->parent].place;
}

/*
 * Down, else to the next one, else to the next one of a parent. A task that is its own
 * ancestor, which no kernel should tell, stands at the end.
 */
static void put_all(struct rows *r, struct work *w)
{
	for (int at = w->roots; at != NONE;) {
		put(r, w, at);
		if (w->item[at].first != NONE) {
			at = w->item[at].first;
			continue;
		}
		while (w->item[at].next == NONE && w->item[at].parent != NONE)
			at = w->item[at].parent;
		at = w->item[at].next;
	}
	for (size_t i = 0; i < w->nr; i++)
		if (!w->item[i].done) {
			w->item[i].parent = NONE;
			put(r, w, (int)i);
		}
}

static int allocate(struct rows *r, struct work *w)
{
	size_t nr = 0;
	int err = columns_part(&w->part, w->from->plan, w->from->by, 1);

	if (!err)
		err = result_make(&w->result, w->from->plan);
	if (err)
		return err;
	for (size_t k = 0; k < ROWS_LISTS; k++)
		nr += w->from->list[k] ? w->from->list[k]->nr : 0;
	w->key = calloc(nr + 1, sizeof(*w->key));
	w->item = calloc(nr + 1, sizeof(*w->item));
	w->handle = calloc(w->from->tree ? nr + 1 : 1, sizeof(*w->handle));
	r->row = calloc(nr + 1, sizeof(*r->row));
	r->above = calloc(nr + 1, sizeof(*r->above));
	return w->key && w->item && w->handle && r->row && r->above ?
	       0 : -ENOMEM;
}

int rows_make(struct rows *r, const struct rows_from *from)
{
	struct work w = { .from = from };
	int err;

	unit_forget();
	memset(r, 0, sizeof(*r));
	err = allocate(r, &w);
	for (size_t k = 0; !err && k < ROWS_LISTS; k++)
		for (size_t i = 0; from->list[k] && i < from->list[k]->nr; i++)
			add_key(&w, snapshot_at(from->list[k], i));
	if (!err)
		err = sort_keys(&w);
	if (!err) {
		make_handles(&w);
		link_items(&w);
		put_all(r, &w);
	}
	plan_part_free(&w.part);
	result_free(&w.result);
	free(w.key);
	free(w.item);
	free(w.handle);
	return err;
}

void rows_free(struct rows *r)
{
	free(r->row);
	free(r->above);
}
