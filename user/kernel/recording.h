/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Conversations with the module, written to a file and read from one, so
 * that a machine without counters can show what another one measured.
 *
 * The file is text, a line each:
 *
 *	tdacct-recording 1
 *	at 12.5				seconds from boot to the next line
 *	ask GET_THREAD do TID=42	what was asked
 *	say 0c000d00...			a message: its attributes in hex
 *	end 0				an errno, "interrupted", a text
 *	hear 0c000d00...		a message that nobody asked for
 *	lost				some of these found no place
 */
#ifndef _RECORDING_H
#define _RECORDING_H

#include <stddef.h>

struct request;

#define RECORDING_MAGIC "tdacct-recording 1"

enum { RECORDING_ASK_SIZE = 160 };

/* "GET_THREAD do TID=42" */
void recording_ask(char *to, size_t size, const struct request *rq);

#endif /* _RECORDING_H */
