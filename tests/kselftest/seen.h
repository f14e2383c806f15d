/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a case sees of the module. Each of these ends the case as failed when
 * the answer is not what the name promises.
 */
#ifndef _SEEN_H
#define _SEEN_H

#include "client.h"
#include "marker.h"

/* Connected, and counting. */
struct client *the_module(void);
const struct message *the_info(void);
void learn_info(void);		/* other values are counted now */

void see_thread(uint32_t tid, struct message *m);
void see_process(uint32_t pid, struct message *m);
void see_totals(struct message *m);
void see_cpu(uint32_t cpu, struct message *m);
void see_cgroup(uint64_t id, struct message *m);
uint64_t see_stat(unsigned int stat);
void no_thread(uint32_t tid);
void no_process(uint32_t pid);
void no_cgroup(uint64_t id);
void pause_counting(void);
void resume_counting(void);

/* Was this refused with @want, and said why? @what: what was asked. */
void refused(const char *what, int err, int want);

uint64_t count_of(const struct counts *c, const char *name);

/* Are there plain counters, and no PERF_METRICS? Remembered: ask it first. */
bool is_plain(void);

/* That share of it, in slots, whatever counts them. */
int64_t share_of(const struct counts *c, enum share share);

/* Counts as a whole: all values, switches, unclassified and blur. */
void counts_add(struct counts *to, const struct counts *c);
struct counts counts_between(const struct counts *was,
			     const struct counts *now);
bool counts_same(const struct counts *a, const struct counts *b);
void must_be_same(const char *what, const struct counts *a,
		  const struct counts *b);

/*
 * Are these the counts of one who ran @markers of @class and otherwise only
 * instructions? Slots to the unit, but for what runs between the readings of
 * two counters; the shares within the bound that BLUR gives, and as exactly as
 * the slots where there is none.
 */
void worth(const char *who, const struct counts *c, unsigned int class,
	   uint64_t markers);

/* Insert and remove the module; @args like "clear_slots=0". */
int insert_module(const char *args);
int remove_module(void);

#endif /* _SEEN_H */
