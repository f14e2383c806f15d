/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Write a recording: a conversation with the module, so that a machine without counters
 * can show what another one measured. The file is text, a line each:
 *
 *	tdacct-recording 1
 *	at 12.5				seconds from boot to the next line
 *	ask GET_THREAD do TID=42	what was asked
 *	say 0c000d00...			a message: its attributes in hex
 *	end 0				an errno, "interrupted", a text
 *	hear 0c000d00...		a message that nobody asked for
 *	lost				some of these found no place
 */
#ifndef _RECORDER_H
#define _RECORDER_H

#include <stdio.h>

#define RECORDING_MAGIC "tdacct-recording 1"

struct outcome;
struct recorder;
struct request;
struct transport;

/*
 * *@t is put behind another one, which writes all that goes through it to the
 * file at @path, and takes its place. Says what is wrong, and leaves it then.
 */
int recorder_transport(struct transport **t, const char *path);

int recorder_open(struct recorder **out, const char *path);
void recorder_time(struct recorder *r, double seconds);
void recorder_ask(struct recorder *r, const struct request *rq);

/* @word: "say" or "hear". */
void recorder_message(struct recorder *r, const char *word, const void *attrs,
		      int len);
void recorder_lost(struct recorder *r);
void recorder_end(struct recorder *r, int err, const struct outcome *o);
int recorder_close(struct recorder *r);

/* Writes the line of a message to any file. */
void recorder_put(FILE *to, const char *word, const void *attrs, int len);

#endif /* _RECORDER_H */
