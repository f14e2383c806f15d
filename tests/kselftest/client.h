/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A small client of the module, for tests: every answer as a plain struct,
 * every refusal as its errno and the sentence that came with it.
 */
#ifndef _CLIENT_H
#define _CLIENT_H

#include <stdbool.h>
#include <stdint.h>
#include <linux/tdacct.h>

struct nl_msg;
struct nl_sock;

#define MAX_VALUES	64

struct message;
typedef void (*take_fn)(const struct message *m, void *arg);

struct client {
	struct nl_sock *sock;
	int family;
	char why[300];		/* of the last refusal */
	unsigned int interrupted; /* dumps that say they are inconsistent */
	take_fn ended;		/* takes what was not asked for, if not NULL */
	void *ended_arg;
};

struct counts {
	bool there;
	bool array;		/* the values came as one attribute */
	unsigned int n;
	uint64_t value[MAX_VALUES];
	uint64_t switches, unclassified, blur;
};

struct value {
	char name[32];
	uint32_t unit, kind;
	uint64_t config, config1;
	bool of_set;
};

/* Who changed something last; command 0: nobody. */
struct change {
	uint32_t command, pid, uid;
	char comm[32];
	uint64_t at_ns;
};

/* All that an answer may bear. has(m, A) tells whether attribute A was there. */
struct message {
	uint64_t present;
	char version[64], pmu[64], vendor[32], reason[200], comm[32];
	char path[1024];
	uint32_t cpu_family, cpu_model, state, tid, pid, flags, cpu, kind;
	uint32_t cgroup_flags, guests;
	uint64_t clear_slots, resume_ms, id, born_ns, age_ns, cpu_ns, lost_ns;
	uint64_t generation, threads, exited_threads, cgroup, parent;
	uint64_t seq, missed, epoch, epoch_ns;
	uint32_t events_max;
	uint64_t children_nr, children_cpu_ns, children_lost_ns;
	struct change change;
	uint64_t stat[TDACCT_STAT_A_MAX + 1];
	struct counts counts, before, live, exited, idle, untracked, after;
	struct counts own, children;
	struct value value[MAX_VALUES];
	unsigned int n_values;
};

static inline bool has(const struct message *m, unsigned int attr)
{
	return m->present >> attr & 1;
}

/* 0 or a negative errno. The family of a module that is not there: -ENOENT. */
int client_open(struct client *c);
int client_open_at(struct client *c, uint32_t port); /* by this address */
void client_close(struct client *c);

/* A request of ours, to add attributes to; freed by client_ask(). */
struct nl_msg *client_request(struct client *c, int cmd, int flags);

/*
 * Send @request, hand each answer to @take (which may be NULL) and return 0,
 * or the negative errno with which it was refused; c->why says the rest.
 */
int client_ask(struct client *c, struct nl_msg *request, take_fn take,
	       void *arg);

/* Bytes as they are; the answer is read by client_answer(). */
int client_send_raw(struct client *c, const void *buf, unsigned int len);
int client_answer(struct client *c, uint32_t seq, take_fn take, void *arg);

/* The usual questions, one answer each. */
int client_info(struct client *c, struct message *m);
int client_thread(struct client *c, uint32_t tid, struct message *m);
int client_process(struct client *c, uint32_t pid, struct message *m);
int client_totals(struct client *c, struct message *m);
int client_stats(struct client *c, struct message *m);
int client_cpu(struct client *c, uint32_t cpu, struct message *m);
int client_cgroup(struct client *c, uint64_t id, struct message *m);
/* Count these events, of config1 0; @epoch 0: whichever it is. */
int client_set_events(struct client *c, const uint64_t *configs,
		      unsigned int nr, uint64_t epoch);
int client_pause(struct client *c);
int client_resume(struct client *c);

/* All threads, processes, cgroups or CPUs. */
int client_dump(struct client *c, int cmd, take_fn take, void *arg);

/*
 * Notices. They go to c->ended, whether they are met between the parts of an
 * answer or waited for: client_ended() takes one datagram and returns 1, or 0
 * when none came in time, or a negative errno, -ENOBUFS when some were lost.
 */
int client_subscribe(struct client *c, uint32_t kinds);	/* 0: unsaid, all */
int client_unsubscribe(struct client *c);
int client_ended(struct client *c, int timeout_ms);
void client_buffer(struct client *c, int bytes);	/* for what waits */

#endif /* _CLIENT_H */
