// SPDX-License-Identifier: GPL-2.0
/* Other events, chosen in top: what is offered, and what is asked of the module. */
#include <errno.h>
#include <string.h>

#include "cmd/choose.h"
#include "cmd/events.h"
#include "cmd/prompt.h"
#include "collect/session.h"
#include "unit.h"

struct choice {
	const char *name;
	struct source from;
	const char *typed;	/* \n is Enter, \e is Esc */
	int refusal;		/* of the module */
	bool offered;
	bool asked;		/* the module was */
	unsigned int nr;	/* events that it was asked for */
	bool read;		/* and what it counts then was */
	const char *message;
};

typeof(events_switch) __wrap_events_switch;
typeof(top_read) __wrap_top_read;

static const struct choice *now;
static bool asked, was_read;
static unsigned int nr;

int __wrap_events_switch(struct session *s, const struct set_schedule *a)
{
	(void)s;
	asked = true;
	nr = a ? a->nr - a->first : 0;
	return now->refusal;
}

void __wrap_top_read(struct top *t)
{
	(void)t;
	was_read = true;
}

static const struct choice rows[] = {
	{ "a set", { 0 }, "memory\n", 0, true, true, 7, true, "counting memory from now on" },
	{ "an event", { 0 }, "r1a1\n", 0, true, true, 1, true, "counting r1a1 from now on" },
	{ "none", { 0 }, "none\n", 0, true, true, 0, true, "counting none from now on" },
	{ "a set that the module refuses", { 0 }, "memory\n", -EBUSY, true, true, 7, false, "" },
	{ "nothing that anybody knows", { 0 }, "nonsense\n", 0, true, false, 0, false, "" },
	{ "no answer", { 0 }, "\n", 0, true, false, 0, false, "" },
	{ "another thought", { 0 }, "memory\033", 0, true, false, 0, false, "" },
	{ "a recording", { .replay = "x" }, "", 0, false, false, 0, false, "a recording has the events that were counted then" },
	{ "while it is recorded", { .record = "x" }, "", 0, false, false, 0, false, "a recording cannot go on with other events" },
};

static void expect_list(const char *text)
{
	EXPECT(strstr(text, "\n  memory "));
	EXPECT(strstr(text, "\n  none "));
	EXPECT(!strchr(text, '*') || strchr(text, '*') == strstr(text, "* is"));
}

static void attempt(const void *arg)
{
	static struct session s = {
		.info = { .vendor = "GenuineIntel", .family = 6, .model = 0x8f },
	};
	static struct top t;

	now = arg;
	asked = was_read = false;
	nr = 0;
	t = (struct top){ .session = &s, .live.from = &now->from };
	if (choose_open(&t))
		prompt_open(&t, DO_EVENTS);
	EXPECT_INT(now->offered, t.screen.list_text != NULL);
	EXPECT_INT(now->offered ? DO_EVENTS : DO_NOTHING, t.asking);
	if (t.screen.list_text)
		expect_list(t.screen.list_text);
	t.screen.filter.uid = -1;
	for (const char *key = now->typed; *key; key++)
		prompt_key(&t, *key);
	EXPECT(!t.screen.list_text);
	EXPECT_INT(now->asked, asked);
	EXPECT_INT(now->nr, nr);
	EXPECT_INT(now->read, was_read);
	EXPECT_TEXT(now->message, t.message);
}

int main(void)
{
	UNIT_RUN("choose", rows, attempt);
	return unit_end();
}
