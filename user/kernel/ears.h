/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel tells by itself: the final counts of what ends. */
#ifndef _EARS_H
#define _EARS_H

#include "counts/sample.h"

#include "client.h"

struct ears;

typedef int (*notice_fn)(const struct notice *n, void *arg);

/*
 * Beside @of; ask_subscribe() by ears_client() says what is to be heard. Room
 * for @buffer bytes of notices that wait.
 */
int ears_open(struct ears **out, const struct client *of, notice_fn take,
	      void *arg, int buffer);
struct client *ears_client(struct ears *e);

/*
 * Hand one notice to take(), if one is there, else -EAGAIN. -ENOBUFS: some
 * were lost, -ENODATA: a recording ended. -EBADMSG: it makes no sense, and the
 * client's last text says why.
 */
int ears_hear(struct ears *e);

/* NULL is fine. */
void ears_close(struct ears *e);

#endif /* _EARS_H */
