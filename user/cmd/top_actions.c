// SPDX-License-Identifier: GPL-2.0
#include "choose.h"
#include "prompt.h"
#include "top_actions.h"

#define FAR 1000000000L		/* more rows than any list has */

static void move(struct top *t, enum action a)
{
	long page = t->screen.room > 1 ? (long)t->screen.room - 1 : 1;
	const long by[] = {
		[DO_UP] = -1, [DO_DOWN] = 1,
		[DO_PAGE_UP] = -page, [DO_PAGE_DOWN] = page,
		[DO_FIRST] = -FAR, [DO_LAST] = FAR,
	};

	screen_move(&t->screen, by[a]);
}

static void move_aside(struct top *t, enum action a)
{
	screen_move_aside(&t->screen, a == DO_TO_LEFT ? -1 : 1);
}

static void open_row(struct top *t, enum action a)
{
	struct screen *s = &t->screen;

	(void)a;
	if (s->help)
		return;
	s->whole = s->open && !s->whole;
	if (!s->open)
		screen_move(s, 0);
	s->open = s->open || s->rows.nr;
	s->scrolled = s->text_aside = 0;
	s->stale = true;
}

static void close_or_quit(struct top *t, enum action a)
{
	struct screen *s = &t->screen;

	if (s->help)
		s->help = false;
	else if (s->open)
		s->open = false;
	else
		t->quit = a == DO_QUIT;
	s->scrolled = s->text_aside = 0;
}

static void help(struct top *t, enum action a)
{
	(void)a;
	t->screen.help = !t->screen.help;
	t->screen.scrolled = t->screen.text_aside = 0;
}

static void next_view(struct top *t, enum action a)
{
	static const enum live_what next[] = {
		[LIVE_PROCESSES] = LIVE_THREADS, [LIVE_THREADS] = LIVE_CGROUPS,
		[LIVE_CGROUPS] = LIVE_CPUS, [LIVE_CPUS] = LIVE_PROCESSES,
	};

	(void)a;
	top_view(t, next[t->live.what]);
}

static void view(struct top *t, enum action a)
{
	top_view(t, a == DO_THREADS ? LIVE_THREADS :
		    a == DO_CGROUPS ? LIVE_CGROUPS : LIVE_CPUS);
}

static void toggle(struct top *t, enum action a)
{
	struct screen *s = &t->screen;
	bool *what;

	if (a == DO_EVER && t->live.played) {
		top_say(t, "a recording has no more of each interval than what happened in it");
		return;
	}
	what = a == DO_EVER ? &s->ever :
		     a == DO_IDLE ? &s->filter.idle :
		     a == DO_REVERSE ? &s->reverse : &t->paused;

	*what = !*what;
	top_refresh(t);
}

static void sort_beside(struct top *t, enum action a)
{
	screen_sort_beside(&t->screen, a == DO_SORT_LEFT ? -1 : 1);
}

static void sort_by(struct top *t, enum action a)
{
	top_sort(t, a == DO_BY_TIME ? "cpu_time" : "pid");
}

static void choose(struct top *t, enum action a)
{
	if (choose_open(t))
		prompt_open(t, a);
}

static void search_on(struct top *t, enum action a)
{
	(void)a;
	prompt_search(t);
}

static void read_now(struct top *t, enum action a)
{
	(void)a;
	top_read(t);
}

static void step(struct top *t, enum action a)
{
	if (!live_step(&t->live, a == DO_BEFORE ? -1 : 1)) {
		top_say(t, "only a recording of tdacct record has intervals that one can go to");
		return;
	}
	t->paused = true;
	top_read(t);
}

static void redraw(struct top *t, enum action a)
{
	(void)a;
	t->redraw = true;
}

static void (*const does[])(struct top *t, enum action a) = {
	[DO_UP] = move, [DO_DOWN] = move,
	[DO_PAGE_UP] = move, [DO_PAGE_DOWN] = move,
	[DO_FIRST] = move, [DO_LAST] = move,
	[DO_TO_LEFT] = move_aside, [DO_TO_RIGHT] = move_aside,
	[DO_OPEN] = open_row,
	[DO_CLOSE] = close_or_quit, [DO_QUIT] = close_or_quit,
	[DO_HELP] = help,
	[DO_NEXT_VIEW] = next_view, [DO_THREADS] = view,
	[DO_CGROUPS] = view, [DO_CPUS] = view,
	[DO_EVER] = toggle, [DO_IDLE] = toggle,
	[DO_REVERSE] = toggle, [DO_PAUSE] = toggle,
	[DO_SORT_LEFT] = sort_beside, [DO_SORT_RIGHT] = sort_beside,
	[DO_BY_TIME] = sort_by,
	[DO_BY_PID] = sort_by,
	[DO_SORT] = prompt_open, [DO_COLUMNS] = prompt_open,
	[DO_SEARCH] = prompt_open, [DO_FILTER] = prompt_open,
	[DO_USER] = prompt_open, [DO_CGROUP] = prompt_open,
	[DO_SLOTS] = prompt_open, [DO_INTERVAL] = prompt_open,
	[DO_TIME] = prompt_open, [DO_NEXT] = step, [DO_BEFORE] = step,
	[DO_EVENTS] = choose,
	[DO_NEXT_HIT] = search_on, [DO_READ] = read_now,
	[DO_REDRAW] = redraw,
};

void top_act(struct top *t, enum action a)
{
	if (does[a])
		does[a](t, a);
}
