/* SPDX-License-Identifier: GPL-2.0 */
/* What the tests do with tasks, and what they ask of themselves. */
#ifndef _TASK_H
#define _TASK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * What needs a moment is given up after that, which is no measure of how long
 * it may take: machines are slow, or at work for others.
 */
#define MOMENT_NS	100000000000ULL

/* Two pipes between a task and who started it: turn by turn. */
struct gate {
	int there[2], back[2];
};

void gate_open(struct gate *g);
void gate_call(struct gate *g);		/* parent: let the child go on */
void gate_await(struct gate *g);	/* parent: until the child is there */
void gate_answer(struct gate *g);	/* child: "I am there" ... */
void gate_sleep(struct gate *g);	/* child: ... and wait to be called */
void gate_pass(struct gate *g);		/* child: both */
void gate_shut(struct gate *g);

void pin_to(unsigned int cpu);
pid_t my_tid(void);

/* A child in our memory that ends at once: its number, or a negative errno. */
pid_t least_life(void);
pid_t sleeping_thread(void);		/* one more, which does nothing */
uint64_t now_ns(void);			/* CLOCK_MONOTONIC */
uint32_t next_random(uint32_t *state);	/* the same on every run */

/*
 * Until thread @tid of process @pid sleeps ('S') or is a zombie ('Z'), and has
 * left its CPU.
 */
void await_state(pid_t pid, pid_t tid, char state);

/* Write @text to a file of /proc or /sys; false when that is not possible. */
bool set_file(const char *path, const char *text);
bool get_file(const char *path, char *buf, unsigned int size);

#endif /* _TASK_H */
