/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the first process of a guest speaks, beside the console: what it says is
 * with the host at once and whole. A serial line has a driver, interrupts and a
 * queue, and once lost half of the characters. A file for each architecture.
 */
#ifndef _VM_SAY_H
#define _VM_SAY_H

#include <stddef.h>

enum voice {
	VOICE_OUT,
	VOICE_ERR,
	VOICE_REPORT,
	N_VOICES
};

/* Before anything is said. */
void say_init(void);
/* This process has nothing to say: less is to be switched for it. */
void say_nothing(void);
void say(enum voice voice, const char *text, size_t len);

#endif /* _VM_SAY_H */
