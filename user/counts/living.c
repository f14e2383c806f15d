// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "living.h"

static void being_free(struct being *b)
{
	if (b->proc)
		proc_clear(b->proc);
	free(b->proc);
	free((char *)b->now.path);
	free(b);
}

void living_free(struct living *l)
{
	for (size_t i = 0; i < l->nr; i++)
		being_free(l->being[i]);
	free(l->being);
	memset(l, 0, sizeof(*l));
}

void living_begin(struct living *l)
{
	size_t kept = 0;

	l->reading++;
	for (size_t i = 0; i < l->nr; i++) {
		struct being *b = l->being[i];

		if (b->ended && b->ended + 1 < l->reading)
			being_free(b);
		else
			l->being[kept++] = b;
	}
	l->nr = kept;
}

static bool is_before(const struct living *l, size_t at, uint64_t id)
{
	return at < l->nr && l->being[at]->now.id < id;
}

/*
 * The index of @id, or of the first one behind it. It is not before @from. Steps
 * grow at first: it is found soon if it is near, and in a short time if it is not.
 */
static size_t place_of(const struct living *l, uint64_t id, size_t from)
{
	size_t low = from, high = from;

	while (is_before(l, high, id)) {
		low = high + 1;
		high += high - from + 1;
	}
	if (high > l->nr)
		high = l->nr;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (is_before(l, middle, id))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct being *living_find(const struct living *l, uint64_t id)
{
	size_t i = place_of(l, id, 0);

	return i < l->nr && l->being[i]->now.id == id ? l->being[i] : NULL;
}

static int make_room(struct living *l, size_t more)
{
	size_t room = l->room + l->room / 2;
	struct being **being;

	if (l->nr + more <= l->room)
		return 0;
	if (room < l->nr + more)
		room = l->nr + more + 64;
	being = reallocarray(l->being, room, sizeof(struct being *));
	if (!being)
		return -ENOMEM;
	l->being = being;
	l->room = room;
	return 0;
}

/* Takes over the path of @s. */
static struct being *bear(const struct sample *s)
{
	struct being *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	sample_copy(&b->now, s);
	b->born = true;
	return b;
}

static void change(struct living *l, struct being *b, const struct sample *s)
{
	b->was = b->now.counts;
	b->was_cpu_ns = b->now.cpu_ns;
	b->was_lost_ns = b->now.lost_ns;
	b->was_exited = b->now.exited_threads;
	b->born = false;
	b->changed = l->reading;
	sample_copy(&b->now, s);
}

/* For ids in rising order: *@at is where the last one was looked for. */
static bool is_known(const struct living *l, size_t *at, uint64_t id)
{
	*at = place_of(l, id, *at);
	return *at < l->nr && l->being[*at]->now.id == id;
}

static void take_known(struct living *l, struct snapshot *read)
{
	size_t at = 0;

	for (size_t i = 0; i < read->nr; i++) {
		struct sample *s = snapshot_at(read, i);

		if (is_known(l, &at, s->id)) {
			free((char *)l->being[at]->now.path);
			change(l, l->being[at], s);
			l->being[at]->ended = 0;
		}
		s->path = NULL;
	}
}

/* Merge two sorted lists from the end, so that each moves once. There is room. */
static void insert(struct living *l, struct being **fresh, size_t nr)
{
	size_t from = l->nr, to = l->nr + nr;

	l->nr = to;
	while (nr)
		l->being[--to] =
			from && l->being[from - 1]->now.id > fresh[nr - 1]->now.id ?
			l->being[--from] : fresh[--nr];
}

static void free_fresh(struct being **fresh, size_t nr)
{
	while (nr)
		free(fresh[--nr]);
	free(fresh);
}

/* Those of @read that are not known yet. NULL: no memory. */
static struct being **make_fresh(const struct living *l,
				 const struct snapshot *read, size_t *nr)
{
	struct being **fresh = calloc(read->nr + 1, sizeof(struct being *));
	size_t at = 0;

	*nr = 0;
	for (size_t i = 0; fresh && i < read->nr; i++) {
		struct being *b;

		if (is_known(l, &at, snapshot_at(read, i)->id))
			continue;
		b = bear(snapshot_at(read, i));
		if (!b) {
			free_fresh(fresh, *nr);
			return NULL;
		}
		b->changed = l->reading;
		fresh[(*nr)++] = b;
	}
	return fresh;
}

static void end_others(struct living *l)
{
	for (size_t i = 0; i < l->nr; i++)
		if (!being_is_fresh(l, l->being[i]) && !l->being[i]->ended)
			l->being[i]->ended = l->reading;
}

int living_take(struct living *l, struct snapshot *read, bool whole)
{
	size_t nr;
	struct being **fresh = make_fresh(l, read, &nr);

	if (!fresh || make_room(l, nr)) {
		if (fresh)
			free_fresh(fresh, nr);
		return -ENOMEM;
	}
	take_known(l, read);
	insert(l, fresh, nr);
	free(fresh);
	if (whole)
		end_others(l);
	if (read->generation > l->generation)
		l->generation = read->generation;
	return 0;
}

/* Its counts may have been in this reading already, but not its last ones. */
static void end_known(struct living *l, struct being *b,
		      const struct sample *final)
{
	const char *path = b->now.path;
	struct sample s = *final;

	b->ended = l->reading;
	s.path = path;
	if (!being_is_fresh(l, b))
		change(l, b, &s);
	else
		b->now = s;
}

static int end_unknown(struct living *l, const struct sample *final)
{
	struct sample s = *final;
	struct being *b;

	if (s.path && !(s.path = strdup(s.path)))
		return -ENOMEM;
	b = make_room(l, 1) ? NULL : bear(&s);
	if (!b) {
		free((char *)s.path);
		return -ENOMEM;
	}
	b->changed = b->ended = l->reading;
	insert(l, &b, 1);
	return 0;
}

int living_end(struct living *l, const struct sample *final, uint64_t since_ns)
{
	struct being *b = living_find(l, final->id);

	if (b) {
		if (!b->ended || b->ended == l->reading)
			end_known(l, b, final);
		return 0;
	}
	if (final->kind != SAMPLE_CGROUP && final->born_ns <= since_ns)
		return 0;
	return end_unknown(l, final);
}

void being_shown(const struct living *l, const struct being *b, bool interval,
		 struct sample *to)
{
	struct sample was = { .have = 0 };

	*to = b->now;
	if (!interval || (being_is_fresh(l, b) && b->born))
		return;
	was = b->now;
	if (being_is_fresh(l, b)) {
		was.counts = b->was;
		was.cpu_ns = b->was_cpu_ns;
		was.lost_ns = b->was_lost_ns;
		was.exited_threads = b->was_exited;
	}
	sample_since(to, &was);
}
