// SPDX-License-Identifier: GPL-2.0
/* What a watch keeps account of: gaps, who ended unseen, what is shown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tasks/gaps.h"
#include "tasks/select.h"
#include "tasks/task_table.h"
#include "message.h"
#include "unit.h"

/*
 * A story, word by word:
 *   +3      a notice with sequence number 3, of process 103
 *   +3:7    the same of process 7
 *   lost    the kernel dropped some
 *   look:1,2  those are there
 *   settle  who ended unseen is told
 * What comes of it: "missed 2" at a gap, "unseen 7" when told.
 */
struct story_row {
	const char *name;
	const char *story;
	const char *want;
	uint64_t missed;
	bool gap;
	bool overrun;
};

static const struct story_row story_rows[] = {
	{ "nothing", "", "", 0, false, false },
	{ "in order", "+1 +2 +3", "", 0, false, false },
	{ "a gap", "+1 +4", "missed 2 ", 2, true, false },
	{ "the first is not the first", "+3", "missed 2 ", 2, true, false },
	{ "two gaps", "+2 +3 +5", "missed 1 missed 1 ", 2, true, false },
	{ "a number again", "+1 +2 +2 +1 +3", "", 0, false, false },
	{ "a look closes a gap", "+1 +4 look:", "missed 2 ", 2, false, false },
	{ "dropped, not known how many", "+1 lost", "", 0, true, true },
	{ "dropped, and then it is", "+1 lost +9", "missed 7 ", 7, true, false },
	{ "who is gone with a notice", "look:1,2 +1:1 look:2 settle", "", 0, false, false },
	{ "who is gone without", "look:1,2 lost look:2 settle", "unseen 1 ", 0, false, true },
	{ "it is told once", "look:1,2 lost look:2 settle settle look:2 settle", "unseen 1 ", 0, false, true },
	{ "whose notice comes late", "look:1,2 lost look:2 +1:1 settle", "", 0, false, true },
	{ "whose notice comes after two looks", "look:1,2 lost look:2 look:2 +1:1 settle", "", 0, false, true },
	{ "who had a notice and is there yet", "look:1 +1:1 look:1 look: settle", "", 0, false, false },
	{ "however long it is there", "look:1 +1:1 look:1 look:1 look:1 look:1 look: settle", "", 0, false, false },
	{ "who is missing from many looks", "look:1,2 lost look:2 look:2 look:2 look:2 settle", "unseen 1 ", 0, false, true },
	{ "who came between two looks", "look:1 look:1,5 look:1 settle", "unseen 5 ", 0, false, false },
	{ "who came and went between them", "look:1 lost look:1 settle", "", 0, false, true },
	{ "several", "look:1,2,3,4 lost look:3 +8:2 settle", "missed 7 unseen 1 unseen 4 ", 7, true, false },
	{ "all of them", "look:1,2 look: settle", "unseen 1 unseen 2 ", 0, false, false },
};

struct telling {
	struct gaps gaps;
	struct task_table table;
	char got[256];
};

static void say(struct telling *t, const char *what, uint64_t number)
{
	size_t len = strlen(t->got);

	snprintf(t->got + len, sizeof(t->got) - len, "%s %llu ", what,
		 (unsigned long long)number);
}

static struct sample process(uint64_t id)
{
	return (struct sample){ .kind = SAMPLE_PROCESS, .id = id };
}

static void hear(struct telling *t, const char *word)
{
	unsigned long long seq, id;
	struct sample s;
	uint64_t missed;

	if (sscanf(word, "%llu:%llu", &seq, &id) == 1)
		id = 100 + seq;
	s = process(id);
	missed = gaps_notice(&t->gaps, seq);
	if (missed)
		say(t, "missed", missed);
	EXPECT_INT(0, task_table_end(&t->table, &s, TABLE_NO_STRANGERS));
}

static void look(struct telling *t, char *ids)
{
	struct snapshot read = { .nr = 0 };
	char *id;

	task_table_next(&t->table);
	while ((id = strsep(&ids, ","))) {
		struct sample s = process(strtoull(id, NULL, 10));

		if (*id)
			EXPECT_INT(0, snapshot_add(&read, &s));
	}
	EXPECT_INT(0, task_table_take(&t->table, &read));
	EXPECT_INT(0, task_table_end_others(&t->table));
	snapshot_free(&read);
	t->gaps.gap = false;
}

static void settle(struct telling *t)
{
	for (size_t i = 0; i < t->table.nr; i++) {
		struct task_entry *e = &t->table.entry[i];

		if (!task_table_is_missing(&t->table, e))
			continue;
		say(t, "unseen", task_table_total(&t->table, e)->id);
		e->told = true;
	}
	EXPECT_INT(0, task_table_missing(&t->table));
}

static void tell_word(struct telling *t, char *word)
{
	if (*word == '+')
		hear(t, word + 1);
	else if (!strcmp(word, "lost"))
		gaps_dropped(&t->gaps);
	else if (!strcmp(word, "settle"))
		settle(t);
	else if (!strncmp(word, "look:", 5))
		look(t, word + 5);
	else if (*word)
		abort();
}

static void try_story(const void *arg)
{
	const struct story_row *row = arg;
	struct telling t = { .table.waits = true };
	char *story = strdup(row->story), *rest = story, *word;

	while ((word = strsep(&rest, " ")))
		tell_word(&t, word);
	EXPECT_TEXT(row->want, t.got);
	EXPECT_INT(row->missed, t.gaps.missed);
	EXPECT_INT(row->gap, t.gaps.gap);
	EXPECT_INT(row->overrun, t.gaps.overrun);
	task_table_free(&t.table);
	free(story);
}

/* "id:parent ..." in the order in which they are learnt; 0 is no parent. */
struct tree_row {
	const char *name;
	const char *cgroups;
	uint64_t id;
	enum cgroup_below want;	/* below 10? */
};

static const struct tree_row tree_rows[] = {
	{ "itself", "", 10, CGROUP_BELOW },
	{ "its child", "1:0 10:1 20:10", 20, CGROUP_BELOW },
	{ "a child of its child", "1:0 10:1 20:10 30:20", 30, CGROUP_BELOW },
	{ "its parent", "1:0 10:1", 1, CGROUP_NOT_BELOW },
	{ "a sibling", "1:0 10:1 11:1", 11, CGROUP_NOT_BELOW },
	{ "learnt in any order", "30:20 10:1 20:10 1:0", 30, CGROUP_BELOW },
	{ "never seen", "1:0 10:1", 40, CGROUP_UNKNOWN },
	{ "a parent that was never seen", "40:35 1:0", 40, CGROUP_UNKNOWN },
	{ "a circle", "40:41 41:40", 40, CGROUP_NOT_BELOW },
	{ "its own parent", "40:40", 40, CGROUP_NOT_BELOW },
	{ "what was learnt stays", "1:0 20:10 20:1", 20, CGROUP_BELOW },
};

static void learn(struct cgroup_tree *l, const char *text)
{
	unsigned long id, parent;
	int len;

	while (sscanf(text, " %lu:%lu%n", &id, &parent, &len) == 2) {
		char path[32];
		struct sample s = {
			.kind = SAMPLE_CGROUP, .id = id,
			.cgroup_parent = parent, .path = path,
			.have = (uint64_t)!!parent << TDACCT_A_CGROUP_PARENT,
		};

		snprintf(path, sizeof(path), "/%lu", id);
		EXPECT_INT(0, cgroup_tree_learn(l, &s));
		text += len;
	}
}

static void try_tree(const void *arg)
{
	const struct tree_row *row = arg;
	struct cgroup_tree l = { .nr = 0 };

	learn(&l, row->cgroups);
	EXPECT_INT(row->want, cgroup_tree_below(&l, row->id, 10));
	if (strstr(row->cgroups, "20:"))
		EXPECT_TEXT("/20", cgroup_tree_path(&l, 20));
	EXPECT(!cgroup_tree_path(&l, 99));
	cgroup_tree_free(&l);
}

struct select_row {
	const char *name;
	struct select select;
	struct sample sample;
	enum selected want;
};

#define KIND(_kind) (1U << SAMPLE_##_kind)
#define ALL (KIND(THREAD) | KIND(PROCESS) | KIND(CGROUP))
#define IN_CGROUP .have = UINT64_C(1) << TDACCT_A_CGROUP
#define SLOTS(_nr) .counts = { .have = 1, .value = { _nr } }

static const struct ids ten = { .id = { 10 }, .nr = 1 };
static const struct ids some = { .id = { 11, 20 }, .nr = 2 };

static const struct select_row select_rows[] = {
	{ "a process of several", { .kinds = ALL, .pids = &some }, { .kind = SAMPLE_PROCESS, .pid = 20 }, SELECT_YES },
	{ "a process that is none of them", { .kinds = ALL, .pids = &some }, { .kind = SAMPLE_PROCESS, .pid = 21 }, SELECT_NO },
	{ "a thread of one of them", { .kinds = ALL, .pids = &some }, { .kind = SAMPLE_THREAD, .pid = 11, .tid = 12 }, SELECT_YES },
	{ "a cgroup is no process", { .kinds = ALL, .pids = &some }, { .kind = SAMPLE_CGROUP, .id = 11 }, SELECT_NO },
	{ "a thread of several", { .kinds = ALL, .tids = &some }, { .kind = SAMPLE_THREAD, .pid = 1, .tid = 20 }, SELECT_YES },
	{ "another thread", { .kinds = ALL, .tids = &some }, { .kind = SAMPLE_THREAD, .pid = 11, .tid = 12 }, SELECT_NO },
	{ "a process is no thread", { .kinds = ALL, .tids = &some }, { .kind = SAMPLE_PROCESS, .pid = 11 }, SELECT_NO },
	{ "in the second of two cgroups", { .kinds = ALL, .cgroups = &some }, { .kind = SAMPLE_THREAD, .cgroup = 20, IN_CGROUP }, SELECT_YES },
	{ "in none of two", { .kinds = ALL, .cgroups = &some }, { .kind = SAMPLE_THREAD, .cgroup = 10, IN_CGROUP }, SELECT_NO },
	{ "in one of none that is chosen", { .kinds = ALL, .cgroups = &(struct ids){ .nr = 0 } }, { .kind = SAMPLE_THREAD }, SELECT_YES },
	{ "all", { .kinds = ALL }, { .kind = SAMPLE_PROCESS }, SELECT_YES },
	{ "another kind", { .kinds = KIND(THREAD) }, { .kind = SAMPLE_PROCESS }, SELECT_NO },
	{ "a command", { .kinds = ALL, .comm = "cc*" }, { .kind = SAMPLE_THREAD, .comm = "cc1plus" }, SELECT_YES },
	{ "another command", { .kinds = ALL, .comm = "cc*" }, { .kind = SAMPLE_THREAD, .comm = "as" }, SELECT_NO },
	{ "no pattern is the whole name", { .kinds = ALL, .comm = "cc" }, { .kind = SAMPLE_THREAD, .comm = "cc1" }, SELECT_NO },
	{ "a command with a slash", { .kinds = ALL, .comm = "kworker*" }, { .kind = SAMPLE_THREAD, .comm = "kworker/0:1" }, SELECT_YES },
	{ "a cgroup has no command", { .kinds = ALL, .comm = "*" }, { .kind = SAMPLE_CGROUP }, SELECT_NO },
	{ "enough slots", { .kinds = ALL, .min_slots = 100 }, { .kind = SAMPLE_THREAD, SLOTS(100) }, SELECT_YES },
	{ "too few slots", { .kinds = ALL, .min_slots = 101 }, { .kind = SAMPLE_THREAD, SLOTS(100) }, SELECT_NO },
	{ "slots not known", { .kinds = ALL, .min_slots = 1 }, { .kind = SAMPLE_THREAD }, SELECT_NO },
	{ "in the cgroup", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD, .cgroup = 10, IN_CGROUP }, SELECT_YES },
	{ "below it", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD, .cgroup = 20, IN_CGROUP }, SELECT_YES },
	{ "in another", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD, .cgroup = 11, IN_CGROUP }, SELECT_NO },
	{ "in one that nobody knows", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD, .cgroup = 99, IN_CGROUP }, SELECT_UNKNOWN },
	{ "a process in the cgroup", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_PROCESS, .cgroup = 10, IN_CGROUP }, SELECT_YES },
	{ "a process below it", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_PROCESS, .cgroup = 20, IN_CGROUP }, SELECT_YES },
	{ "a process in another", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_PROCESS, .cgroup = 11, IN_CGROUP }, SELECT_NO },
	{ "a process in one that nobody knows", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_PROCESS, .cgroup = 99, IN_CGROUP }, SELECT_UNKNOWN },
	{ "a thread in none", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD }, SELECT_NO },
	{ "a process in none", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_PROCESS }, SELECT_NO },
	{ "the other filters come first", { .kinds = ALL, .cgroups = &ten, .comm = "x" }, { .kind = SAMPLE_THREAD, .cgroup = 99, IN_CGROUP }, SELECT_NO },
};

static void try_select(const void *arg)
{
	const struct select_row *row = arg;
	struct select s = row->select;
	struct info info;

	default_info(&info);
	learn(&s.tree, "1:0 10:1 11:1 20:10");
	EXPECT_INT(row->want, select_sample(&s, &info, &row->sample));
	cgroup_tree_free(&s.tree);
}

struct unseen_row {
	const char *name;
	struct select select;
	struct sample sample;
	enum selected want;
};

static const struct unseen_row unseen_rows[] = {
	{ "all", { .kinds = ALL }, { .kind = SAMPLE_THREAD }, SELECT_YES },
	{ "another kind", { .kinds = KIND(THREAD) }, { .kind = SAMPLE_PROCESS }, SELECT_NO },
	{ "another command", { .kinds = ALL, .comm = "cc*" }, { .kind = SAMPLE_THREAD, .comm = "as" }, SELECT_NO },
	{ "nobody knows its slots", { .kinds = ALL, .min_slots = 5 }, { .kind = SAMPLE_THREAD }, SELECT_YES },
	{ "below the cgroup", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD, .cgroup = 20 }, SELECT_YES },
	{ "in another", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD, .cgroup = 11 }, SELECT_NO },
	{ "a cgroup below it", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_CGROUP, .id = 20 }, SELECT_YES },
	{ "another cgroup", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_CGROUP, .id = 11 }, SELECT_NO },
	{ "in one that nobody knows", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD, .cgroup = 99 }, SELECT_UNKNOWN },
	{ "in none", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_THREAD }, SELECT_NO },
	{ "a process, which may be anywhere", { .kinds = ALL, .cgroups = &ten }, { .kind = SAMPLE_PROCESS, .id = 11 }, SELECT_UNKNOWN },
	{ "a process of another command", { .kinds = ALL, .cgroups = &ten, .comm = "cc*" }, { .kind = SAMPLE_PROCESS, .comm = "as" }, SELECT_NO },
	{ "one of those that are chosen", { .kinds = ALL, .pids = &some }, { .kind = SAMPLE_PROCESS, .pid = 20 }, SELECT_YES },
	{ "another than those", { .kinds = ALL, .pids = &some }, { .kind = SAMPLE_PROCESS, .pid = 21 }, SELECT_NO },
	{ "a process where all are asked for", { .kinds = ALL }, { .kind = SAMPLE_PROCESS }, SELECT_YES },
};

static void try_unseen(const void *arg)
{
	const struct unseen_row *row = arg;
	struct select s = row->select;

	learn(&s.tree, "1:0 10:1 11:1 20:10");
	EXPECT_INT(row->want, select_unseen(&s, &row->sample));
	cgroup_tree_free(&s.tree);
}

int main(void)
{
	UNIT_RUN("watch gaps", story_rows, try_story);
	UNIT_RUN("watch cgroups", tree_rows, try_tree);
	UNIT_RUN("watch select", select_rows, try_select);
	UNIT_RUN("watch unseen", unseen_rows, try_unseen);
	return unit_end();
}
