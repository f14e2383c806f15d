/* SPDX-License-Identifier: GPL-2.0 */
/* Answer from a recording; recorder.h tells what is in one. */
#ifndef _REPLAY_H
#define _REPLAY_H

struct outcome;
struct receiver;
struct replay;
struct request;
struct transport;

/* The recording at @path, as a transport. Says what is wrong with it. */
int replay_transport(struct transport **out, const char *path);

int replay_open(struct replay **out, const char *path);
void replay_close(struct replay *r);

/*
 * Gives the next answer to @rq that was not given yet, or else the last one that
 * was. -ENOENT when there is none, and when time went by and there is no later one.
 */
int replay_ask(struct replay *r, const struct request *rq,
	       const struct receiver *to, struct outcome *o);

/*
 * The next message that nobody asked for. -EAGAIN where something was asked
 * before it came, -ENOBUFS where some were lost, -ENODATA at the end.
 */
int replay_recv(struct replay *r, const struct receiver *to);

#endif /* _REPLAY_H */
