/* SPDX-License-Identifier: GPL-2.0 */
/* Children that do something, wait at a gate, and are looked at meanwhile. */
#ifndef _CHILD_H
#define _CHILD_H

#include <stdint.h>
#include <sys/types.h>

#include "client.h"
#include "task.h"

#define CLASS_CORE	0x03
#define CLASS_HEAVY	0x04
#define CLASS_MEMORY	0x0b

/* Fork; the child does @run and ends. */
pid_t child_start(void (*run)(struct gate *g), struct gate *g);

void child_await(pid_t pid, struct gate *g);	/* until it waits at its gate */
void child_reap(pid_t pid);
void child_end(pid_t pid);			/* kill and reap */

/*
 * For a child: run markers for ever. How many of them it has executed by now is
 * told in @nr, in memory that is shared.
 */
void mark_and_tell(uint64_t *nr);

/* Until so many were executed, however long that takes. */
void await_marks(const uint64_t *nr, uint64_t least);
uint64_t marks_told(const uint64_t *nr);

/* A page that is shared with the children made after the first call. */
void *child_page(void);

/*
 * The final numbers of a thread that waits, until its next call; of one that
 * is a zombie, for good.
 */
void see_asleep(pid_t pid, pid_t tid, struct message *m);
void see_dead(pid_t pid, struct message *m);

/* What is gone is folded after a moment: until EXITED has so many slots. */
uint64_t exited_slots(void);
void await_exited(uint64_t least);

/* Until @process has one thread and @exited ended ones. */
void await_folded(pid_t process, uint64_t exited, struct message *m);

/* All laws of the totals, while paused. @when: for the message. */
void laws_hold(const char *when);

#endif /* _CHILD_H */
