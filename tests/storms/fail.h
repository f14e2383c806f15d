/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocations that fail on request, by the kernel's fault injection. Needs a
 * kernel that has it, and root.
 *
 * In turn: a thread is told that its Nth allocation from now on fails, for
 * N = 1, 2, 3, ..., until what it does comes to its end before that.
 */
#ifndef _FAIL_H
#define _FAIL_H

#include <stdbool.h>
#include <sys/types.h>

/* Ends the case as skipped where the kernel cannot do it. */
void fail_needed(void);

/* Thread @tid, 0: the caller, is to fail at its @nth allocation. */
void fail_arm(pid_t tid, unsigned int nth);

/* It fails no more. How far from it was it? 0: it did fail. */
unsigned int fail_disarm(pid_t tid);

/* Pages are allocated at any moment, for whomever: leave them alone. */
void fail_pages(bool too);

/* So many percent of the allocations of tasks with make-it-fail do. */
void fail_often(unsigned int percent);

/* The tid of the kernel thread whose name begins with @comm, or 0. */
pid_t fail_kthread(const char *comm);

/* Set make-it-fail of all kernel threads whose names begin with @comm. */
void fail_kthreads(const char *comm, bool on);

#endif /* _FAIL_H */
