// SPDX-License-Identifier: GPL-2.0
/* Each key of top changes its state as it should; reading is replaced by stubs. */
#include <stdio.h>
#include <string.h>

#include "cmd/top_actions.h"
#include "collect/session.h"
#include "unit.h"

typeof(live_choose) __wrap_live_choose;
typeof(live_read) __wrap_live_read;
typeof(live_want) __wrap_live_want;

static unsigned int reads;

void __wrap_live_choose(struct live *l, enum live_what what)
{
	l->what = what;
}

bool __wrap_live_read(struct live *l)
{
	(void)l;
	reads++;
	return false;
}

void __wrap_live_want(struct live *l, bool places, bool commands)
{
	(void)l;
	(void)places;
	(void)commands;
}

/* Somewhere down a list, or a text that was scrolled to the right, too. */
#define LIST .at = 3, .top = 2, .chosen = 7, .chosen_task = 9
#define TEXT .scrolled = 4, .text_aside = 2

/* clang-format off */
static const struct key_row {
	const char *name;
	struct screen screen;
	enum action action[4];
	const char *want;	/* what is then, of all that keys change */
} rows[] = {
	{ "no key", { LIST, TEXT }, { DO_NOTHING }, "processes, row 3 of top 2, chosen 7 9, scrolled 4 2" },
	{ "help begins at its top", { LIST, TEXT }, { DO_HELP }, "processes, row 3 of top 2, chosen 7 9, help" },
	{ "and goes by the same key", { LIST, TEXT }, { DO_HELP, DO_HELP }, "processes, row 3 of top 2, chosen 7 9" },
	{ "help over a tree: the tree begins at its top", { LIST, TEXT, .open = true, .help = true }, { DO_CLOSE }, "processes, row 3 of top 2, chosen 7 9, open" },
	{ "then the tree goes", { LIST, TEXT, .open = true, .help = true }, { DO_CLOSE, DO_CLOSE }, "processes, row 3 of top 2, chosen 7 9" },
	{ "then nothing does", { LIST, .open = true, .help = true }, { DO_CLOSE, DO_CLOSE, DO_CLOSE }, "processes, row 3 of top 2, chosen 7 9" },
	{ "who leaves the help stays", { LIST, TEXT, .help = true }, { DO_QUIT }, "processes, row 3 of top 2, chosen 7 9" },
	{ "who leaves a tree stays", { LIST, TEXT, .open = true }, { DO_QUIT }, "processes, row 3 of top 2, chosen 7 9" },
	{ "who leaves the list goes", { LIST }, { DO_QUIT }, "processes, row 3 of top 2, chosen 7 9, quit" },
	{ "a tree has all nodes by the same key", { LIST, TEXT, .open = true }, { DO_OPEN }, "processes, row 3 of top 2, chosen 7 9, open, whole" },
	{ "and fewer again", { LIST, TEXT, .open = true }, { DO_OPEN, DO_OPEN }, "processes, row 3 of top 2, chosen 7 9, open" },
	{ "no tree of a list without rows", { TEXT }, { DO_OPEN }, "processes" },
	{ "no tree behind the help", { LIST, TEXT, .help = true }, { DO_OPEN }, "processes, row 3 of top 2, chosen 7 9, help, scrolled 4 2" },
	{ "threads, from the first", { LIST, .open = true }, { DO_THREADS }, "threads, read 1" },
	{ "cgroups", { LIST }, { DO_CGROUPS }, "cgroups, read 1" },
	{ "CPUs", { LIST }, { DO_CPUS }, "CPUs, read 1" },
	{ "threads once more are processes", { LIST }, { DO_THREADS, DO_THREADS }, "processes, read 2" },
	{ "from one view to another", { LIST }, { DO_CPUS, DO_CGROUPS }, "cgroups, read 2" },
	{ "the next view", { LIST }, { DO_NEXT_VIEW }, "threads, read 1" },
	{ "the one behind it", { LIST }, { DO_NEXT_VIEW, DO_NEXT_VIEW }, "cgroups, read 2" },
	{ "the third", { LIST }, { DO_NEXT_VIEW, DO_NEXT_VIEW, DO_NEXT_VIEW }, "CPUs, read 3" },
	{ "and around", { LIST }, { DO_NEXT_VIEW, DO_NEXT_VIEW, DO_NEXT_VIEW, DO_NEXT_VIEW }, "processes, read 4" },
	{ "since counting began", { LIST }, { DO_EVER }, "processes, row 3 of top 2, chosen 7 9, ever" },
	{ "and not", { LIST }, { DO_EVER, DO_EVER }, "processes, row 3 of top 2, chosen 7 9" },
	{ "those that are idle", { LIST }, { DO_IDLE }, "processes, row 3 of top 2, chosen 7 9, idle" },
	{ "in reverse", { LIST }, { DO_REVERSE }, "processes, row 3 of top 2, chosen 7 9, reverse" },
	{ "paused", { LIST }, { DO_PAUSE }, "processes, row 3 of top 2, chosen 7 9, paused" },
	{ "and not paused", { LIST }, { DO_PAUSE, DO_PAUSE }, "processes, row 3 of top 2, chosen 7 9" },
	{ "read now", { LIST }, { DO_READ }, "processes, row 3 of top 2, chosen 7 9, read 1" },
	{ "draw anew", { LIST }, { DO_REDRAW }, "processes, row 3 of top 2, chosen 7 9, redraw" },
};
/* clang-format on */

static void tell(char *to, size_t size, const struct top *t)
{
	static const char *const views[] = {
		[LIVE_PROCESSES] = "processes", [LIVE_THREADS] = "threads",
		[LIVE_CGROUPS] = "cgroups", [LIVE_CPUS] = "CPUs",
	};
	const struct screen *s = &t->screen;
	const struct {
		bool is;
		const char *name;
	} flags[] = {
		{ s->help, "help" }, { s->open, "open" },
		{ s->whole, "whole" }, { s->ever, "ever" },
		{ s->filter.idle, "idle" }, { s->reverse, "reverse" },
		{ t->paused, "paused" }, { t->redraw, "redraw" },
		{ t->quit, "quit" },
	};
	FILE *f = fmemopen(to, size, "w");

	fputs(views[t->live.what], f);
	if (s->at || s->top || s->chosen || s->chosen_task)
		fprintf(f, ", row %zu of top %zu, chosen %llu %u", s->at,
			s->top, (unsigned long long)s->chosen, s->chosen_task);
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (flags[i].is)
			fprintf(f, ", %s", flags[i].name);
	if (s->scrolled || s->text_aside)
		fprintf(f, ", scrolled %zu %zu", s->scrolled, s->text_aside);
	if (reads)
		fprintf(f, ", read %u", reads);
	fclose(f);
}

static void attempt(const void *arg)
{
	static struct session session;
	static struct top t;
	const struct key_row *row = arg;
	char got[256];

	reads = 0;
	t = (struct top){ .session = &session, .screen = row->screen };
	for (size_t i = 0; i < 4; i++)
		top_act(&t, row->action[i]);
	tell(got, sizeof(got), &t);
	EXPECT_TEXT(row->want, got);
	EXPECT_INT(reads, t.readings);
}

int main(void)
{
	UNIT_RUN("keys of top", rows, attempt);
	return unit_end();
}
