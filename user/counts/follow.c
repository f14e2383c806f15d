// SPDX-License-Identifier: GPL-2.0
#include "follow.h"

static void mark(const struct roll *r, const struct sample *s)
{
	struct known *k = roll_find(r, s->kind, s->id);

	if (k)
		k->ended = true;
}

/* A number that is no later than one before can only be of another queue. */
static uint64_t count_missing(struct follow *f, uint64_t seq)
{
	uint64_t due = f->due ? f->due : 1;
	uint64_t missing = seq > due ? seq - due : 0;

	if (seq >= due)
		f->due = seq + 1;
	return missing;
}

uint64_t follow_notice(struct follow *f, const struct notice *n)
{
	uint64_t missing = count_missing(f, n->seq);

	mark(&f->there, &n->sample);
	mark(&f->missing, &n->sample);
	f->missed += missing;
	f->gap |= missing > 0;
	if (missing)
		f->overrun = false;
	return missing;
}

void follow_lost(struct follow *f)
{
	f->overrun = true;
	f->gap = true;
}

/* Who was told to have ended may be in the look yet: not to be told again. */
static void carry(struct roll *now, const struct known *was)
{
	struct known *is = roll_find(now, was->kind, was->id);

	if (is)
		is->ended = was->ended;
}

int follow_look(struct follow *f, struct roll *now)
{
	int err = 0;

	roll_sort(now);
	for (size_t i = 0; !err && i < f->there.nr; i++) {
		struct known *was = &f->there.known[i];

		carry(now, was);
		if (!was->ended && !roll_find(now, was->kind, was->id))
			err = roll_move(&f->missing, was);
	}
	roll_sort(&f->missing);
	roll_free(&f->there);
	f->there = *now;
	*now = (struct roll){ .nr = 0 };
	f->gap = false;
	return err;
}

int follow_settle(struct follow *f, unseen_fn tell, void *arg)
{
	int err = 0;

	for (size_t i = 0; !err && i < f->missing.nr; i++) {
		if (f->missing.known[i].ended)
			continue;
		err = tell(&f->missing.known[i], arg);
	}
	roll_clear(&f->missing);
	return err;
}

void follow_free(struct follow *f)
{
	roll_free(&f->there);
	roll_free(&f->missing);
}
