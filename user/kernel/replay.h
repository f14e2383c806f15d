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
#ifndef _REPLAY_H
#define _REPLAY_H

#include <stdbool.h>
#include <stddef.h>

struct nlattr;
struct receiver;
struct recorder;
struct replay;
struct request;

int replay_open(struct replay **out, const char *path);
void replay_close(struct replay *r);

/*
 * The next answer to @rq that was not given yet, or else the last one that
 * was. -ENOENT when there is none.
 */
int replay_ask(struct replay *r, const struct request *rq,
	       const struct receiver *to, bool *interrupted, char *text,
	       size_t size);

/* When the last question was asked; NAN: the recording does not tell. */
double replay_time(const struct replay *r);

/* From now on, an answer that was given already is none: -ENOENT. */
void replay_go_on(struct replay *r);

/*
 * The next message that nobody asked for. -EAGAIN where something was asked
 * before it came, -ENOBUFS where some were lost, -ENODATA at the end.
 */
int replay_hear(struct replay *r, const struct receiver *to);

/* All of these do nothing without a recorder. */
int recorder_open(struct recorder **out, const char *path);
void recorder_time(struct recorder *r, double seconds);
void recorder_ask(struct recorder *r, const struct request *rq);
void recorder_say(struct recorder *r, const void *attrs, int len);
void recorder_hear(struct recorder *r, const void *attrs, int len);
void recorder_lost(struct recorder *r);
void recorder_end(struct recorder *r, int err, bool interrupted,
		  const char *text);
int recorder_close(struct recorder *r);

#endif /* _REPLAY_H */
