/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Is all well with the module? Each of these ends the case as failed when it
 * is not, whatever was done to it before.
 */
#ifndef _VERDICT_H
#define _VERDICT_H

#include <stdint.h>

struct client;

/* A client of its own. */
void verdict_connect(struct client *c);

/* Every CPU that is online counts, or will be tried again. */
void verdict_hopeful(void);

/* Every CPU that is online counts; this may take a while to come true. */
void verdict_counting(void);

/*
 * What all tasks, the ended ones, idle and the untracked were charged is what
 * the CPUs counted, to the unit: counting is paused for it. Not while somebody
 * else pauses and resumes.
 */
void verdict_laws(void);

/* A number of GET_STATS, TDACCT_STAT_A_*. */
uint64_t verdict_stat(unsigned int stat);

#endif /* _VERDICT_H */
