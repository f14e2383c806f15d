/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SIGINT and SIGTERM, which end a wait and not the program, so that it shows
 * what there is. When one came, the next one ends the program as ever.
 */
#ifndef _STOP_H
#define _STOP_H

#include <stdbool.h>

struct client;

struct stop {
	int fd;			/* to be polled */
	int came;		/* the number of the first one, or 0 */

	/* Set by those who have another @fd: reads that, and sets @came. Else NULL. */
	void (*take)(struct stop *s);
	void *arg;
};

/* -errno. stop_close() in any case, which takes what came in the end. */
int stop_open(struct stop *s);
void stop_close(struct stop *s);

/*
 * When all is written: end as if the signal had ended the program at once, so that
 * a script that runs it is interrupted, too.
 */
void stop_obey(int number);

/* To be called when the descriptor can be read. */
void stop_take(struct stop *s);

/*
 * Around what is written, which takes as long as its reader likes: a signal, before it or
 * within, lets it be written to its end. But two seconds later, if that is not over, or
 * at the next signal, it ends the program as ever.
 */
void stop_begin_write(const struct stop *s);
void stop_end_write(struct stop *s);

/*
 * Until the @seconds are over, which may be INFINITY, a signal comes, or @fd,
 * which may be -1, can be read: true.
 */
bool stop_wait(struct stop *s, int fd, double seconds);

/* Until @seconds are over, or a signal comes. A recording goes on at once. */
void stop_sleep(struct stop *s, const struct client *c, double seconds);

#endif /* _STOP_H */
