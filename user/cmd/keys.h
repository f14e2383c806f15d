/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The keys of `tdacct top`: those of htop, where htop has one for the same. The
 * help on the screen and in --help is made of one table, and the manual page is
 * compared with it.
 */
#ifndef _KEYS_H
#define _KEYS_H

/* What a keyboard may send besides characters. */
enum key {
	KEY_NOTHING = -1, KEY_OF_CURSOR = 0x1000,
	KEY_LINE_UP = KEY_OF_CURSOR, KEY_LINE_DOWN, KEY_PAGE_UP,
	KEY_PAGE_DOWN, KEY_FIRST, KEY_LAST, KEY_TO_LEFT, KEY_TO_RIGHT,
	KEY_NEW_SIZE,
	KEY_FUNCTION,		/* F1 is this and 1 */
};

enum action {
	DO_NOTHING, DO_UP, DO_DOWN, DO_PAGE_UP, DO_PAGE_DOWN, DO_FIRST,
	DO_LAST, DO_TO_LEFT, DO_TO_RIGHT, DO_OPEN, DO_CLOSE, DO_NEXT_VIEW,
	DO_THREADS, DO_CGROUPS, DO_CPUS, DO_EVER, DO_IDLE, DO_SORT_LEFT,
	DO_SORT_RIGHT, DO_SORT,
	DO_REVERSE, DO_BY_TIME, DO_BY_PID, DO_COLUMNS,
	DO_SEARCH, DO_NEXT_HIT, DO_FILTER, DO_USER, DO_CGROUP, DO_SLOTS,
	DO_PAUSE, DO_READ, DO_NEXT, DO_BEFORE, DO_TIME, DO_INTERVAL, DO_EVENTS, DO_REDRAW, DO_HELP, DO_QUIT,
};

enum action key_action(int key);

/* A line for each action. The caller frees it. NULL: no memory. */
char *keys_help(void);

#endif /* _KEYS_H */
