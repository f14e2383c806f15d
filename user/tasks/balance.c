// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "balance.h"

static bool is_signed(const struct info *info, unsigned int i)
{
	return i < info->nr_values &&
	       info->value[i].kind == TDACCT_KIND_METRIC;
}

/* @x where it lies between 0 and @end, whichever of them is less. */
static int64_t between(int64_t x, int64_t end)
{
	int64_t low = end < 0 ? end : 0, high = end < 0 ? 0 : end;

	return x < low ? low : x > high ? high : x;
}

/*
 * What has ended is what all tasks were charged less what is listed. But the
 * list was read a moment earlier than that total, and what was charged in
 * this moment to those that go on is nobody's who has ended: no more is taken
 * than what ended before the list, and what ended while it was read. Ended
 * threads of processes that go on have no total of their own.
 */
static struct counts ended_by(const struct balance *b, const struct info *info,
			      bool threads)
{
	struct counts rest = b->after.live, ended = b->before.exited;

	counts_add(&rest, &b->after.exited);
	counts_sub(&rest, &b->listed);
	ended.have &= rest.have;
	for (unsigned int i = 0; i < COUNTS_NR; i++) {
		uint64_t before = b->before.exited.value[i];
		int64_t more = (int64_t)(rest.value[i] - before);
		int64_t end = (int64_t)(b->after.exited.value[i] - before);

		if (!threads)
			more = between(more, end);
		else if (more < 0 && !is_signed(info, i))
			more = 0;
		ended.value[i] += (uint64_t)more;
	}
	return ended;
}

static void subtract(const struct info *info, struct counts *from,
		     const struct counts *what)
{
	counts_sub(from, what);
	for (unsigned int i = 0; i < COUNTS_NR; i++)
		if (!is_signed(info, i) && (int64_t)from->value[i] < 0)
			from->value[i] = 0;
}

static int add_row(struct snapshot *to, enum sample_kind kind,
		   const char *name, const struct counts *counts)
{
	struct sample s = {
		.kind = kind, .id = UINT64_MAX - 8 + to->nr,
		.counts = *counts,
	};

	snprintf(s.comm, sizeof(s.comm), "[%s]", name);
	return snapshot_add(to, &s);
}

/* In an interval, tasks that were listed and are not any more had counts before. */
int balance_rows(struct snapshot *to, const struct info *info, bool threads,
		 const struct balance *now, const struct balance *was,
		 const struct snapshot *named)
{
	struct counts idle = now->after.idle;
	struct counts untracked = now->after.untracked;
	struct counts ended = ended_by(now, info, threads);
	int err;

	if (was) {
		struct counts before = ended_by(was, info, threads);

		counts_add(&before, &now->left);
		subtract(info, &ended, &before);
		counts_sub(&idle, &was->after.idle);
		counts_sub(&untracked, &was->after.untracked);
	}
	for (size_t i = 0; i < named->nr; i++)
		subtract(info, &ended, &snapshot_at(named, i)->counts);
	err = add_row(to, SAMPLE_EXITED, "exited", &ended);
	if (!err)
		err = add_row(to, SAMPLE_IDLE, "idle", &idle);
	if (!err)
		err = add_row(to, SAMPLE_UNTRACKED, "untracked", &untracked);
	return err;
}
