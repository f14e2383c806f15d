/* SPDX-License-Identifier: GPL-2.0 */
/* The questions of the ABI, one function each. Silent about errors. */
#ifndef _ASK_H
#define _ASK_H

#include <stdio.h>

#include "counts/sample.h"
#include "counts/snapshot.h"
#include "client.h"

struct cpus {
	struct cpu_sample *cpu;
	size_t nr;
	size_t room;
};

void cpus_free(struct cpus *cpus);

int ask_info(struct client *c, struct info *to);

/* Writes that question and its answer to a file, as recorder.h has them. */
int ask_info_recorded(struct client *c, FILE *to);

/*
 * Is it counted now, and for how long is it not? @info is kept up to date. 1: that is
 * different from before. -ESTALE: @c->follows, and other events are counted, so that
 * whatever was made of @info is to be made anew. No other error is told: the next
 * reading has it, and a recording may lack the state.
 */
int ask_state(struct client *c, struct info *info);
int ask_thread(struct client *c, uint32_t tid, struct sample *to);
int ask_process(struct client *c, uint32_t pid, struct sample *to);
int ask_cgroup(struct client *c, uint64_t id, struct notice *to);

/* @pid 0: of all processes. @since 0: from the beginning. By id, each once. */
int ask_threads(struct client *c, uint32_t pid, uint64_t since,
		struct snapshot *to);
int ask_processes(struct client *c, uint64_t since, struct snapshot *to);
int ask_cgroups(struct client *c, struct snapshot *to);

/* @cpu -1: all of them. */
int ask_cpus(struct client *c, int cpu, struct cpus *to);
int ask_totals(struct client *c, struct totals *to);
int ask_stats(struct client *c, struct stats *to);

/* @ms 0: until ask_resume(). */
int ask_pause(struct client *c, uint64_t ms);
int ask_resume(struct client *c);

/* An event as perf takes it. */
struct chosen {
	uint64_t config;
	uint64_t config1;
};

enum { CHOSEN_MAX = 16 };

/*
 * @epoch: only if it is still this one; 0: in any case. At most CHOSEN_MAX. @lease: for
 * as long as @c is open.
 */
int ask_set_events(struct client *c, const struct chosen *chosen, unsigned int nr,
		   uint64_t epoch, bool lease);

/* @kinds: 1 << enum tdacct_ended of each that is wanted. */
int ask_subscribe(struct client *c, uint32_t kinds);

#endif /* _ASK_H */
