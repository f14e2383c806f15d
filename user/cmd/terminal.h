/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The terminal while `tdacct top` has it. All that knows curses. Meanwhile
 * nothing else may appear on it, so what is said on stderr is kept.
 */
#ifndef _TERMINAL_H
#define _TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

struct canvas;

/* Tells what is wrong. Colours as NO_COLOR has it. */
int terminal_open(void);
void terminal_close(void);

/* Of what it has now. */
void terminal_size(size_t *rows, size_t *columns);

/* @anew: nothing that is on it can be relied on. */
void terminal_draw(const struct canvas *c, bool anew);

/* Wait for a key. False: a signal ends the program, or the terminal is gone. */
bool terminal_wait(double seconds);

/* A character, or one of enum key; KEY_NOTHING: there is none. */
int terminal_key(void);

/* The last line that was said on stderr since the last call; false: none. */
bool terminal_said(char *to, size_t size);

#endif /* _TERMINAL_H */
