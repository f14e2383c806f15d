/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The perf events that a CPU owns. Whoever calls holds tda_cpus_mutex, or
 * is alone.
 */
#ifndef _TDA_EVENTS_H
#define _TDA_EVENTS_H

#include "record/cpu.h"

void tda_events_init(bool count_guests);
bool tda_events_count_guests(void);
void tda_events_many_pmus(bool many);
unsigned int tda_events_fit(unsigned int cpu, struct tda_event *events,
			    unsigned int nr, unsigned int nr_own);

struct perf_event *tda_events_make_idle(unsigned int cpu);
int tda_events_create(struct tda_cpu *c, unsigned int cpu);
bool tda_events_disable(struct tda_cpu *c);
void tda_events_release(struct tda_cpu *c);

bool tda_events_lost(const struct tda_cpu *c);
void tda_events_drop_missing(struct tda_cpu *c, const char *why);
void tda_events_release_set(struct tda_cpu *c);
int tda_events_try_set(struct tda_cpu *c, unsigned int cpu,
		       const struct tda_set *set, char *why, size_t size);
const char *tda_events_ask_again(struct tda_cpu *c, unsigned int cpu);

#endif /* _TDA_EVENTS_H */
