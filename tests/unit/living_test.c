// SPDX-License-Identifier: GPL-2.0
/* Records that are read again and again: who is there, and what each did. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/living.h"
#include "unit.h"

/*
 * Steps, with a blank between two: "=1:10,2:5" is a reading of all, "+1:10" one
 * of those that changed, "-2:7" the notice of an end, "-2:7@3" of one born at 3;
 * the reading before was at 5; "-c2:7" is that of a cgroup, which tells no birth.
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
	{ "a count that went back", "=1:10 +1:8", "1:-2/8" },
};

/* Each of its other numbers is a multiple of its slots, in an interval too. */
static void set_numbers(struct sample *s, uint64_t slots)
{
	s->counts.value[0] = slots;
	s->cpu_ns = slots;
	s->lost_ns = 2 * slots;
	s->exited_threads = 3 * slots;
}

static void take(struct living *l, char *text, bool whole)
{
	struct sample s = { .kind = SAMPLE_THREAD };
	struct snapshot read = { .nr = 0 };
	char *one;

	while ((one = strsep(&text, ",")) && *one) {
		s.id = strtoul(one, &one, 10);
		s.counts.have = 1;
		set_numbers(&s, strtoul(one + 1, NULL, 10));
		EXPECT_INT(0, snapshot_add(&read, &s));
	}
	living_begin(l);
	EXPECT_INT(0, living_take(l, &read, whole));
	snapshot_free(&read);
}

static void end(struct living *l, const char *text)
{
	bool cgroup = *text == 'c';
	struct sample s = {
		.kind = cgroup ? SAMPLE_CGROUP : SAMPLE_THREAD,
		.path = cgroup ? "/a" : NULL, .counts.have = 1,
	};
	unsigned long id = 0, slots = 0, born = 0;

	if (sscanf(text + cgroup, "%lu:%lu@%lu", &id, &slots, &born) < 2)
		abort();
	s.id = id;
	set_numbers(&s, slots);
	s.born_ns = born;
	EXPECT_INT(0, living_end(l, &s, 5));
}

static void print(char *to, const struct living *l)
{
	const char *got = to;

	for (size_t i = 0; i < l->nr; i++) {
		const struct being *b = l->being[i];
		struct sample s;

		if (!being_is_there(l, b))
			continue;
		being_shown(l, b, true, &s);
		EXPECT_INT(s.counts.value[0], s.cpu_ns);
		EXPECT_INT(2 * s.counts.value[0], s.lost_ns);
		EXPECT_INT(3 * s.counts.value[0], s.exited_threads);
		EXPECT_INT(1, s.counts.have);
		to += sprintf(to, "%s%lu:%ld/%lu%s", *got ? " " : "",
			      (unsigned long)s.id, (long)s.counts.value[0],
			      (unsigned long)b->now.counts.value[0],
			      b->ended ? "x" : "");
	}
}

static void attempt(const void *arg)
{
	const struct row *row = arg;
	struct living l = { .nr = 0 };
	char *copy = strdup(row->steps), *rest = copy, *step;
	char got[512] = "";

	while ((step = strsep(&rest, " "))) {
		if (*step == '-')
			end(&l, step + 1);
		else
			take(&l, step + 1, *step == '=');
	}
	print(got, &l);
	EXPECT_TEXT(row->want, got);
	for (size_t i = 0; i < l.nr; i++)
		EXPECT(living_find(&l, l.being[i]->now.id) == l.being[i]);
	living_free(&l);
	free(copy);
}

int main(void)
{
	UNIT_RUN("living", rows, attempt);
	return unit_end();
}
