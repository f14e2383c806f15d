// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>

#include "keys.h"

enum { CTRL_L = 'L' & 31, ESCAPE = 27, TAB = '\t', ENTER = '\n' };

/* clang-format off */
static const struct {
	enum action action;
	int key[3];
	const char *names;	/* of the keys, as people call them */
	const char *help;
} keys[] = {
	{ DO_UP,	 { KEY_LINE_UP, 'k' },	   "Up, k",	  "choose the row above" },
	{ DO_DOWN,	 { KEY_LINE_DOWN, 'j' },   "Down, j",	  "choose the row below" },
	{ DO_PAGE_UP,	 { KEY_PAGE_UP },	   "PgUp",	  "go up by a screen" },
	{ DO_PAGE_DOWN,	 { KEY_PAGE_DOWN },	   "PgDn",	  "go down by a screen" },
	{ DO_FIRST,	 { KEY_FIRST },		   "Home",	  "choose the first row" },
	{ DO_LAST,	 { KEY_LAST },		   "End",	  "choose the last row" },
	{ DO_TO_LEFT,	 { KEY_TO_LEFT },	   "Left",	  "columns further left, or what is left of the text" },
	{ DO_TO_RIGHT,	 { KEY_TO_RIGHT },	   "Right",	  "columns further right, or what is right of the text" },
	{ DO_OPEN,	 { ENTER, '\r' },	   "Enter",	  "show the tree of the row, with error bounds; in it: every node" },
	{ DO_CLOSE,	 { ESCAPE },		   "Esc",	  "close the tree or the help" },
	{ DO_NEXT_VIEW,	 { TAB },		   "Tab",	  "next view: processes, threads, cgroups, CPUs" },
	{ DO_THREADS,	 { 'H' },		   "H",		  "switch between threads and processes" },
	{ DO_CGROUPS,	 { 't', KEY_FUNCTION + 5 }, "t, F5",	  "switch between the tree of cgroups and processes" },
	{ DO_CPUS,	 { 'C' },		   "C",		  "switch between CPUs and processes" },
	{ DO_EVER,	 { 'b' },		   "b",		  "switch between all since counting began and the interval" },
	{ DO_IDLE,	 { 'z' },		   "z",		  "show or hide rows without a single slot" },
	{ DO_SORT,	 { KEY_FUNCTION + 6 },	   "F6",	  "sort by a column, which is shown then" },
	{ DO_SORT_LEFT,	 { '<' },		   "<",		  "sort by the column to the left" },
	{ DO_SORT_RIGHT, { '>' },		   ">",		  "sort by the column to the right" },
	{ DO_BY_TIME,	 { 'P', 'T' },		   "P, T",	  "sort by CPU time" },
	{ DO_BY_PID,	 { 'N' },		   "N",		  "sort by process id" },
	{ DO_REVERSE,	 { 'I' },		   "I",		  "reverse the order" },
	{ DO_COLUMNS,	 { 'o', 'f', KEY_FUNCTION + 2 }, "o, f, F2", "choose the columns" },
	{ DO_SEARCH,	 { '/', KEY_FUNCTION + 3 }, "/, F3",	  "search for a name" },
	{ DO_NEXT_HIT,	 { 'n' },		   "n",		  "search for the next one" },
	{ DO_FILTER,	 { '\\', KEY_FUNCTION + 4 }, "\\, F4",	  "show only rows whose name contains a text" },
	{ DO_USER,	 { 'u' },		   "u",		  "show only what a user owns" },
	{ DO_CGROUP,	 { 'w' },		   "w",		  "show only what is in a cgroup, or in one below it" },
	{ DO_SLOTS,	 { 'm' },		   "m",		  "show only what has at least so many slots" },
	{ DO_EVENTS,	 { 'e' },		   "e",		  "count another set of events" },
	{ DO_PAUSE,	 { 'Z' },		   "Z",		  "stop reading, or go on reading" },
	{ DO_READ,	 { ' ' },		   "Space",	  "read now" },
	{ DO_NEXT,	 { ']' },		   "]",		  "of a recording: stop, and show the next interval" },
	{ DO_BEFORE,	 { '[' },		   "[",		  "of a recording: stop, and show the interval before" },
	{ DO_TIME,	 { 'g' },		   "g",		  "of a recording: stop, and go to a time" },
	{ DO_INTERVAL,	 { 'd' },		   "d",		  "change the interval" },
	{ DO_REDRAW,	 { CTRL_L },		   "Ctrl-L",	  "draw the screen anew" },
	{ DO_HELP,	 { '?', 'h', KEY_FUNCTION + 1 }, "?, h, F1", "show these keys" },
	{ DO_QUIT,	 { 'q', KEY_FUNCTION + 10 }, "q, F10",	  "close what is open, or end" },
};
/* clang-format on */

enum { NR_KEYS = sizeof(keys) / sizeof(*keys) };

enum action key_action(int key)
{
	for (size_t i = 0; i < NR_KEYS; i++)
		for (size_t k = 0; k < 3; k++)
			if (keys[i].key[k] && keys[i].key[k] == key)
				return keys[i].action;
	return DO_NOTHING;
}

char *keys_help(void)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	fprintf(f, "Keys of top:\n");
	for (size_t i = 0; i < NR_KEYS; i++)
		fprintf(f, "  %-9s %s\n", keys[i].names, keys[i].help);
	fprintf(f, "A share or a name in () is known for a part of the slots only:\nEnter says how large that part is.\n");
	fclose(f);
	return text;
}
