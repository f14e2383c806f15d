/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal while `tdacct top` uses it; nothing else knows curses. What is
 * written to stderr meanwhile would spoil the screen, so it is kept.
 */
#ifndef _TERMINAL_H
#define _TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct canvas;

/* Tells what is wrong. Without colours where NO_COLOR is set. */
int terminal_open(void);
void terminal_close(void);

/* It may change while terminal_wait() waits. */
void terminal_size(size_t *rows, size_t *columns);

/* @redraw: all of it, as what is on it may not be ours. */
void terminal_draw(const struct canvas *c, bool redraw);

/* Wait for a key. False: a signal ends the program, or the terminal is gone. */
bool terminal_wait(double seconds);

/* A character or an enum key, at once; KEY_NOTHING: no key was pressed. */
int terminal_key(void);

/* The last line written to stderr since the last call; false: none. */
bool terminal_said(char *to, size_t size);

#endif /* _TERMINAL_H */
