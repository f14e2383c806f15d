/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ask the module, or a recording of it: open, ask, be answered. What goes
 * wrong is told on stderr here, where it is known; callers only return the
 * negative errno that they get.
 */
#ifndef _CLIENT_H
#define _CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "outcome.h"

struct info;
struct receiver;
struct request;
struct transport;

struct client {
	struct transport *transport;
	struct parse_epoch epoch;	/* what the list of values is good for */
	struct outcome last;	/* of the last question */
	bool isolated;		/* isolated CPUs are asked, too */
	bool follows;		/* ask_state() tells when other events are counted */
};

/*
 * Messages are read by this list from here on. Of those of another epoch, what
 * their set counted is left out, and it is said once.
 */
void client_expect(struct client *c, const struct info *info);
void client_tell_other_epoch(void);

/* Either file may be NULL. Says what is wrong. */
int client_open(struct client *c, const char *replay, const char *record);

/*
 * Another socket, for @unasked: what the kernel sends by itself. A recording
 * is one for both. The receive buffer shall have @buffer bytes.
 */
int client_open_beside(struct client *c, const struct client *of,
		       const struct receiver *unasked, int buffer);

/* Time goes by between two questions; of a recording it does not. */
bool client_is_live(const struct client *c);

/*
 * What this machine's files say may be believed of what is asked. Not so of
 * a recording, read or written: whoever replays it has other files.
 */
bool client_is_local(const struct client *c);

/*
 * What stands before /proc and /sys of the machine that is asked: "", or for a
 * recording what TDACCT_ROOT says, or NULL.
 */
const char *client_root(const struct client *c);

/* On stderr, where nothing is counted at present. */
void client_say_state(const struct info *info);

/* How many bytes of messages may wait; 0 of a recording. */
int client_buffer(const struct client *c);

/* To be polled; -1 of a recording, which is never waited for. */
int client_fd(const struct client *c);

/*
 * Receive one message that was not asked for, if one is there, else -EAGAIN.
 * -ENOBUFS: some were lost, -ENODATA: a recording ended.
 */
int client_hear(struct client *c);

/* An error if the recording could not be written. */
int client_close(struct client *c);

/*
 * Ask, and hand each message of the answer to @to. A dump that the world
 * moved under is asked again; then it is kept as it is and
 * c->last.interrupted says so. Silent about errors, see client_complain().
 */
int client_ask(struct client *c, const struct request *rq,
	       const struct receiver *to);

/* "tdacct: <what>: <why>; <what to do>" */
void client_complain(const struct client *c, int err, const char *what, ...)
	__attribute__((format(printf, 3, 4)));

/* What to do about a missing capability. */
const char *client_advice(void);

/*
 * Nothing waits while a recording answers; but from then on it may not give
 * an answer twice, which would look as if nothing had happened meanwhile.
 */
void client_sleep(const struct client *c, double seconds);

/* Seconds between two questions; @nominal where that is not known. */
double client_between(double from, double to, double nominal);

#endif /* _CLIENT_H */
