/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Answers come from the kernel of this machine, or from a recording. A client
 * asks one of these and does not know which. Each is the first member of a
 * structure of its own, which its close() frees.
 */
#ifndef _TRANSPORT_H
#define _TRANSPORT_H

#include "outcome.h"

struct receiver;
struct request;
struct transport;

struct transport_ops {
	/*
	 * Ask once, hand each message of the answer to @to. o->asked is what
	 * the clock says; a transport that knows better corrects it.
	 */
	int (*ask)(struct transport *t, const struct request *rq,
		   const struct receiver *to, struct outcome *o);

	/*
	 * Hand one message that was not asked for to t->unasked. -EAGAIN where
	 * there is none, -ENOBUFS: some were lost, -ENODATA: there is no more.
	 */
	int (*recv)(struct transport *t, struct outcome *o);

	/* Of one that is not live: behave as if time had gone by. */
	void (*go_on)(struct transport *t);

	/* Another one of the same source, for @unasked; to be closed first. */
	int (*beside)(struct transport *t, struct transport **out,
		      const struct receiver *unasked, int buffer);

	/* An error where something could not be written. */
	int (*close)(struct transport *t);
};

struct transport {
	const struct transport_ops *ops;
	const struct receiver *unasked;	/* NULL: nothing comes by itself */
	int fd;			/* to be polled; -1: it is never waited for */
	int buffer;		/* so many bytes of messages may wait, or 0 */
	bool live;		/* time goes by between two questions */
	bool local;		/* of this machine, and nobody replays it */
};

#endif /* _TRANSPORT_H */
