// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "tasks/clock.h"
#include "tasks/proc.h"
#include "text/units.h"
#include "choose.h"
#include "moment.h"
#include "prompt.h"

enum { BACKSPACE = 127, CTRL_U = 'U' & 31, ESCAPE = 27 };

/* ---- answers: an empty one takes a filter away --------------------------- */

static void take_sort(struct top *t)
{
	if (*t->answer)
		top_sort(t, t->answer);
}

static void take_columns(struct top *t)
{
	const char *before = t->columns;

	t->columns = *t->answer ? t->answer : NULL;
	if (top_choose_columns(t)) {
		t->columns = before;
	} else if (t->columns) {
		memcpy(t->typed_columns, t->answer, ANSWER_SIZE);
		t->columns = t->typed_columns;
	}
}

static void take_search(struct top *t)
{
	memcpy(t->searched, t->answer, ANSWER_SIZE);
	prompt_search(t);
}

static void take_command(struct top *t)
{
	memcpy(t->screen.filter.comm, t->answer, ANSWER_SIZE);
}

static void take_user(struct top *t)
{
	int64_t uid = -1;
	uint32_t found;

	if (*t->answer && !session_root(t->session)) {
		top_say(t, "a recording does not tell who owned a process");
	} else if (*t->answer) {
		if (procs_user(t->answer, &found))
			top_say(t, "there is no user '%.60s'", t->answer);
		else
			uid = found;
	}
	t->screen.filter.uid = uid;
}

static void take_cgroup(struct top *t)
{
	char *cgroup = t->screen.filter.cgroup;

	if (*t->answer && t->live.what == LIVE_PROCESSES &&
	    !session_root(t->session)) {
		top_say(t, "a recording does not tell in which cgroup a process was; H shows threads");
		t->answer[0] = 0;
	}
	memcpy(cgroup, t->answer, ANSWER_SIZE);
}

static void take_slots(struct top *t)
{
	uint64_t slots = 0;

	if (*t->answer && units_parse_count(t->answer, INT64_MAX, &slots))
		top_say(t, "expected a number of slots, such as 10M, not '%.60s'",
			t->answer);
	else
		t->screen.filter.min_slots = slots;
}

static void take_interval(struct top *t)
{
	double seconds;

	if (units_parse_time(t->answer, &seconds))
		top_say(t, "expected a time from 1ms to 365d, such as 0.5, 500ms or 5m, not '%.60s'",
			t->answer);
	else
		t->interval = t->live.nominal = seconds;
	t->due = clock_now() + t->interval;
}

static void take_moment(struct top *t)
{
	uint64_t from, to, ns;

	if (!*t->answer)
		return;
	if (!t->live.played || live_span(&t->live, &from, &to)) {
		top_say(t, "only a recording of tdacct record has times that one can go to");
	} else if (moment_parse(t->answer, from, to, &ns)) {
		top_say(t, "expected " MOMENT_EXPECTED ", not '%.60s'", t->answer);
	} else {
		t->paused = true;
		live_go(&t->live, ns ? ns : 1);
		top_read(t);
	}
}

/* ---- prompts ------------------------------------------------------------ */

static const struct {
	enum action action;
	const char *text;
	void (*take)(struct top *t);
} prompts[] = {
	{ DO_SORT,	"sort by column: ",	 take_sort },
	{ DO_COLUMNS,	"columns: ",		 take_columns },
	{ DO_SEARCH,	"search: ",		 take_search },
	{ DO_FILTER,	"only names with this text (no pattern): ",	 take_command },
	{ DO_USER,	"only of user: ",	 take_user },
	{ DO_CGROUP,	"only in cgroup: ",	 take_cgroup },
	{ DO_SLOTS,	"at least slots (such as 10M): ",	 take_slots },
	{ DO_TIME,	"time (such as 03:10 or -10m): ",	take_moment },
	{ DO_INTERVAL,	"interval: ",		 take_interval },
	{ DO_EVENTS,	"count the set: ",	 choose_take },
};

enum { NR_PROMPTS = sizeof(prompts) / sizeof(*prompts) };

const char *prompt_text(enum action a)
{
	for (size_t i = 0; i < NR_PROMPTS; i++)
		if (prompts[i].action == a)
			return prompts[i].text;
	return "";
}

void prompt_open(struct top *t, enum action a)
{
	t->asking = a;
	memset(t->answer, 0, sizeof(t->answer));
}

void prompt_search(struct top *t)
{
	if (*t->searched && !screen_search(&t->screen, t->searched))
		top_say(t, "no row has '%.60s' in its name", t->searched);
}

static void answer(struct top *t)
{
	enum action asked = t->asking;

	t->asking = DO_NOTHING;
	for (size_t i = 0; i < NR_PROMPTS; i++) {
		if (prompts[i].action != asked)
			continue;
		prompts[i].take(t);
		if (screen_asks(&t->screen) & ASKS_PLACE && !t->live.played)
			top_read(t);
		else
			top_refresh(t);
	}
}

void prompt_key(struct top *t, int key)
{
	size_t len = strlen(t->answer);

	if (key == ESCAPE)
		t->asking = DO_NOTHING;
	else if (key == '\n' || key == '\r')
		answer(t);
	else if (key == BACKSPACE || key == '\b') {
		/* a character of several bytes came byte by byte, and goes as a whole */
		while (len && (t->answer[len - 1] & 0xc0) == 0x80)
			len--;
		t->answer[len ? len - 1 : 0] = 0;
	} else if (key == CTRL_U) {
		t->answer[0] = 0;
	} else if (key >= ' ' && key <= 0xff && len + 1 < ANSWER_SIZE) {
		t->answer[len] = (char)key;
		t->answer[len + 1] = 0;
	}
	if (!t->asking)
		choose_close(t);
}
