/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel tells by itself the final counts of tasks and cgroups that end. */
#ifndef _SUBSCRIPTION_H
#define _SUBSCRIPTION_H

#include "counts/sample.h"

#include "client.h"

struct subscription;

enum { SUBSCRIPTION_BUFFER = 16 << 20 };	/* bytes of notices that wait, mostly */

typedef int (*notice_fn)(const struct notice *n, void *arg);

/*
 * Beside @of, to the ends of threads, processes and cgroups, as @kinds has them, a
 * SAMPLE_MASK() of each; a recording may have notices of others, too. Each notice goes
 * to @take. Silent. -errno: there will be none; the last text of
 * subscription_client() may say why, unless *@out is NULL.
 */
int subscription_open(struct subscription **out, const struct client *of,
		      uint32_t kinds, int buffer, notice_fn take, void *arg);
struct client *subscription_client(struct subscription *s);

/*
 * Hands one notice to take(), if one is there, else -EAGAIN. -ENOBUFS: some
 * were lost, -ENODATA: a recording ended. -EBADMSG: it makes no sense, and the
 * client's last text says why.
 */
int subscription_receive(struct subscription *s);

/* To be polled; -1 without a subscription, and of a recording. */
int subscription_fd(struct subscription *s);

/* NULL is fine. */
void subscription_close(struct subscription *s);

#endif /* _SUBSCRIPTION_H */
