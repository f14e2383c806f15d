// SPDX-License-Identifier: GPL-2.0
/* Records that are read again and again: who is there, and what each did. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/task_table.h"
#include "unit.h"

/*
 * Steps, with a blank between two: "=1:10,2:5" is a reading of all, "+1:10" one
 * of those that changed, "-2:7" the notice of an end, "-2:7@3" of one born at 3;
 * the reading before was at 5; "-c2:7" is that of a cgroup, which tells no birth. ">2:7" is
 * an end that is part of the next reading if the present one has it, "&1:10" more of the
 * present reading, "?1:10" a reading after one that lacked some, "~" one as "+" in which
 * the CPU time goes on, whatever the slots do.
 * Each has an id and slots. What is shown in the end is "id:slots in the
 * interval/slots in all", with an x if it has ended.
 */
struct row {
	const char *name;
	const char *steps;
	const char *want;
};

static const struct row rows[] = {
	{ "nobody", "=", "" },
	{ "at first all that it has", "=1:10", "1:10/10" },
	{ "one that went on", "=1:10 =1:15", "1:5/15" },
	{ "one that is not told of stood still", "=1:10,2:7 +1:15", "1:5/15 2:0/7" },
	{ "it stood still in the last interval only", "=1:10 +1:15 +", "1:0/15" },
	{ "and went on from there", "=1:10 +1:15 + +1:17", "1:2/17" },
	{ "one that was born", "=1:10 +2:3", "1:0/10 2:3/3" },
	{ "born among others", "=1:10,9:9 +3:3,5:5 +4:4", "1:0/10 3:0/3 4:4/4 5:0/5 9:0/9" },
	{ "missing from a whole reading", "=1:10,2:7 =1:15", "1:5/15 2:0/7x" },
	{ "it is there for one interval", "=1:10,2:7 =1:15 =1:15", "1:0/15" },
	{ "back in a later reading", "=1:10,2:7 =1:15 =1:15,2:9", "1:0/15 2:2/9" },
	{ "final counts of one that stood still", "=1:10,2:7 +1:15 -2:9", "1:5/15 2:2/9x" },
	{ "final counts of one that was just read", "=1:10 +1:15 -1:18", "1:8/18x" },
	{ "final counts twice", "=1:10 + -1:18 -1:18", "1:8/18x" },
	{ "final counts are there for one interval", "=1:10,2:7 + -2:9 +", "1:0/10" },
	{ "few of many that are far apart", "=1:1,2:2,3:3,4:4,5:5,6:6,7:7,8:8,9:9 +2:3,9:10,12:1", "1:0/1 2:1/3 3:0/3 4:0/4 5:0/5 6:0/6 7:0/7 8:0/8 9:1/10 12:1/1" },
	{ "born and ended since the last reading", "=1:10 + -7:3@6", "1:0/10 7:3/3x" },
	{ "ended long ago, and told of late", "=1:10 + -7:3@4", "1:0/10" },
	{ "a cgroup is there until its notice", "=1:10,2:7 +1:15", "1:5/15 2:0/7" },
	{ "and then for one interval", "=1:10,2:7 +1:15 +1:16 -c2:9", "1:1/16 2:2/9x" },
	{ "a cgroup that came and went", "=1:10 +1:15 -c2:9", "1:5/15 2:9/9x" },
	{ "it is gone one interval later", "=1:10 +1:15 -c2:9 +1:16", "1:1/16" },
	{ "a count that went back", "=1:10 ~1:8", "1:-2/8" },
	{ "a count that wrapped", "=1:-2 ~1:3", "1:5/3" },
	{ "not in order", "=3:1,1:1,2:1 =2:5,3:3,1:9", "1:8/9 2:4/5 3:2/3" },
	{ "new ones that are not in order", "=2:1 =9:9,2:5,5:5,1:1,7:7", "1:1/1 2:4/5 5:5/5 7:7/7 9:9/9" },
	{ "met twice in an interrupted reading", "=1:1 =1:4,2:1,1:6,2:1", "1:5/6 2:1/1" },
	{ "met twice, the later one first", "=1:1 =1:6,2:9,1:4,2:1,3:3", "1:5/6 2:9/9 3:3/3" },
	{ "several of them twice", "=1:1 =5:1,4:1,3:1,5:2,4:2,3:2", "1:0/1x 3:2/2 4:2/2 5:2/2" },
	{ "read twice since the last one", "=1:10 =1:15 &1:18", "1:8/18" },
	{ "born and read twice", "=1:10 +2:3 &2:7", "1:0/10 2:7/7" },
	{ "told of before the list came to it", "=1:10,2:7 + -2:9 &1:15,2:8", "1:5/15 2:2/9x" },
	{ "and missing from the next one", "=1:10,2:7 + -2:9 &1:15,2:8 =1:16 =1:17", "1:1/17" },
	{ "told of too late", "=1:10,2:7 =1:15 =1:16 -2:9", "1:1/16" },
	{ "an end of the next reading", "=1:10,2:7 =1:15,2:9 >2:11", "1:5/15 2:2/9" },
	{ "then it is part of that", "=1:10,2:7 =1:15,2:9 >2:11 =1:16", "1:1/16 2:2/11x" },
	{ "an end of the next reading, told twice", "=1:10,2:7 =1:15,2:9 >2:11 >2:11 =1:16", "1:1/16 2:2/11x" },
	{ "an end of this reading, as it is missing", "=1:10,2:7 =1:15 >2:11", "1:5/15 2:4/11x" },
	{ "what the list before lacked", "=1:10 ?1:15,2:700@3,3:7@6", "1:5/15 2:0/700 3:7/7" },
};

/* Each of its other numbers is a multiple of its slots, in an interval too. */
static void set_numbers(struct sample *s, uint64_t slots)
{
	s->counts.value[0] = slots;
	s->cpu_ns = slots;
	s->lost_ns = 2 * slots;
	s->exited_threads = 3 * slots;
}

/* "1:10,2:5@3" */
static enum sample_kind kind;	/* of all of a row */

static void take(struct task_table *t, char *text, char how)
{
	struct sample s = { .kind = kind, .counts.have = 1 };
	struct snapshot read = { .nr = 0 };
	char *one;

	if (how != '&')
		task_table_next(t);
	t->missing_ns = how == '?' ? 5 : 0;
	while ((one = strsep(&text, ",")) && *one) {
		s.id = strtoul(one, &one, 10);
		set_numbers(&s, (uint64_t)strtol(one + 1, &one, 10));
		s.born_ns = *one ? strtoul(one + 1, NULL, 10) : 0;
		if (how == '~')
			s.cpu_ns = 1000 * t->reading;
		EXPECT_INT(0, snapshot_add(&read, &s));
	}
	EXPECT_INT(0, snapshot_sort(&read));
	EXPECT_INT(0, task_table_take(t, &read));
	if (how == '=' || how == '?')
		EXPECT_INT(0, task_table_end_others(t));
	snapshot_free(&read);
}

static void end(struct task_table *t, const char *text, bool later)
{
	bool cgroup = *text == 'c';
	struct sample s = {
		.kind = kind,
		.path = cgroup ? "/a" : NULL, .counts.have = 1,
	};
	unsigned long id = 0, slots = 0, born = 0;

	if (sscanf(text + cgroup, "%lu:%lu@%lu", &id, &slots, &born) < 2)
		abort();
	s.id = id;
	set_numbers(&s, slots);
	s.born_ns = born;
	EXPECT_INT(0, later ? task_table_end_later(t, &s, 5) : task_table_end(t, &s, 5));
}

static void print(char *to, const struct task_table *t, bool times)
{
	const char *got = to;

	for (size_t i = 0; i < t->nr; i++) {
		const struct task_entry *e = &t->entry[i];
		struct sample s;

		if (!task_table_is_there(t, e))
			continue;
		task_table_shown(t, e, true, &s);
		if (!s.counts.have)
			set_numbers(&s, 0);
		EXPECT(!times || s.counts.value[0] == s.cpu_ns);
		EXPECT_INT(2 * s.counts.value[0], s.lost_ns);
		EXPECT_INT(3 * s.counts.value[0], s.exited_threads);
		to += sprintf(to, "%s%lu:%ld/%ld%s", *got ? " " : "",
			      (unsigned long)s.id, (long)s.counts.value[0],
			      (long)task_table_total(t, e)->counts.value[0],
			      e->ended ? "x" : "");
	}
}

/* What a list shows are the deltas of those that live, and of those that ended. */
static void check_deltas(const struct task_table *t)
{
	size_t live = 0, gone = 0;

	for (size_t i = 0; i < t->nr && t->reading > 1; i++) {
		const struct task_entry *e = &t->entry[i];

		if (!task_table_is_fresh(t, e))
			continue;
		EXPECT_INT(task_table_total(t, e)->id, task_table_delta(t, e)->id);
		live += !e->gone;
		gone += e->gone;
	}
	EXPECT_INT(live, t->delta.nr);
	EXPECT_INT(gone, t->gone.nr);
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct task_table t = { .nr = 0 };
	char *copy = strdup(row->steps), *rest = copy, *step;
	char got[512] = "";

	kind = strchr(row->steps, 'c') ? SAMPLE_CGROUP : SAMPLE_THREAD;
	while ((step = strsep(&rest, " "))) {
		if (*step == '-' || *step == '>')
			end(&t, step + 1, *step == '>');
		else
			take(&t, step + 1, *step);
	}
	print(got, &t, !strchr(row->steps, '~'));
	EXPECT_TEXT(row->want, got);
	check_deltas(&t);
	for (size_t i = 0; i < t.nr; i++)
		EXPECT(task_table_find(&t, task_table_total(&t, &t.entry[i])->id) ==
		       &t.entry[i]);
	task_table_free(&t);
	free(copy);
}

int main(void)
{
	UNIT_RUN("task table", rows, attempt);
	return unit_end();
}
