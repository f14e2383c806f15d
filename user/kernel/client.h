/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Asks the module, or a recording of it. The client tells on stderr what goes
 * wrong; callers only return the negative errno that they get.
 */
#ifndef _CLIENT_H
#define _CLIENT_H

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
 * Messages are read by this list from here on. Messages of another epoch lose what
 * their set counted, and it is said once.
 */
void client_expect(struct client *c, const struct info *info);

/*
 * Reads one message by that list, into @to. @what it is, "answer" or "notice", the last
 * text has where it makes no sense.
 */
int client_parse(struct client *c, parse_fn *parse, void *to,
		 const struct nlattr *attrs, int len, const char *what);

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
 * The files of this machine may be believed. Not so for a recording, read or
 * written: it may be replayed where there are other files.
 */
bool client_is_local(const struct client *c);

/*
 * Returns the prefix of /proc and /sys of the machine that is asked: "", or for a
 * recording TDACCT_ROOT, or NULL.
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
int client_recv(struct client *c);

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

/* Tells how to get a missing capability. */
const char *client_advice(void);

/*
 * Nothing waits while a recording answers; but from then on it may not give
 * an answer twice, which would look as if nothing had happened meanwhile.
 */
void client_sleep(const struct client *c, double seconds);

/* Seconds between two questions; @nominal where that is not known. */
double client_between(double from, double to, double nominal);

#endif /* _CLIENT_H */
