// SPDX-License-Identifier: GPL-2.0
/*
 * The events are changed while everything runs: what they counted begins anew,
 * for all at the same time, and nothing else is disturbed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <netlink/netlink.h>
#include <netlink/genl/genl.h>
#include <linux/netlink.h>

#include "core.h"
#include "harness.h"
#include "marker.h"
#include "seen.h"
#include "storm.h"
#include "task.h"

/* Events that any counter can count. */
static const uint64_t *any_counter;

static struct message info_now(void)
{
	struct client *c = the_module();
	struct message m;
	int err = client_info(c, &m);

	check(!err, "GET_INFO: %s (%s)", strerror(-err), c->why);
	return m;
}

/* Values that have an event, and are counted in any case. */
static unsigned int nr_own(const struct message *info)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < info->n_values; i++)
		nr += info->value[i].kind == TDACCT_KIND_EVENT &&
		      !info->value[i].of_set;
	return nr;
}

#define MOST_EVENTS	8

/*
 * How many events that any counter can count there is room for. With plain counters
 * slots and the events of the first level have one each. Where the watchdog counts
 * cycles by the fixed counter, ours have one, too.
 */
static unsigned int room(void)
{
	struct message info = info_now();

	return the_core()->general - !the_core()->cycles_apart -
	       (is_plain() && !the_core()->holds_all ? 1 + nr_own(&info) : 0);
}

/* Where a set is in place of the first level, that is one by itself. */
static unsigned int nr_by_default(void)
{
	return the_core()->n_by_default;
}

static int use(const uint64_t *configs, unsigned int nr)
{
	return client_set_events(the_module(), configs, nr, 0);
}

static void must_use(const uint64_t *configs, unsigned int nr)
{
	int err = use(configs, nr);

	check(!err, "%u events: %s (%s)", nr, strerror(-err),
	      the_module()->why);
}

/* The first value of the set; n_values if there is none. */
static unsigned int first_of_set(const struct message *info)
{
	unsigned int i = 0;

	while (i < info->n_values && !info->value[i].of_set)
		i++;
	return i;
}

static unsigned int nr_of_set(const struct message *info)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < info->n_values; i++)
		nr += info->value[i].of_set;
	return nr;
}

static void is_set(const struct message *info, const uint64_t *configs,
		   unsigned int nr)
{
	unsigned int first = first_of_set(info);

	check(nr_of_set(info) == nr, "%u events, not %u", nr_of_set(info), nr);
	for (unsigned int i = 0; i < nr; i++)
		check(info->value[first + i].config == configs[i],
		      "event %u is %#" PRIx64, i, info->value[first + i].config);
}

/* ---- one change ---------------------------------------------------------------- */

static void set_is_told(void)
{
	struct message was = info_now(), now;

	must_use(any_counter, 3);
	now = info_now();
	check(now.epoch > was.epoch, "epoch %" PRIu64 " after %" PRIu64,
	      now.epoch, was.epoch);
	check(now.epoch_ns > was.epoch_ns, "it began before the last");
	check(now.events_max == MOST_EVENTS - nr_own(&now),
	      "%u events at most", now.events_max);
	is_set(&now, any_counter, 3);
	check(!strcmp(now.value[now.n_values - 1].name, "slots_without_events"),
	      "the last value is %s", now.value[now.n_values - 1].name);
	must_use(any_counter, 3);
	check(info_now().epoch == now.epoch, "the same set began an epoch");
	must_use(NULL, 0);
	now = info_now();
	check(nr_of_set(&now) == nr_by_default(), "%u events are left",
	      nr_of_set(&now));
}

static void each_answer_has_it(void)
{
	struct client *c = the_module();
	struct message info, m;

	must_use(any_counter, 2);
	info = info_now();
	see_thread(my_tid(), &m);
	check(m.epoch == info.epoch, "thread: epoch %" PRIu64, m.epoch);
	check(m.counts.n == info.n_values, "%u values", m.counts.n);
	see_process(getpid(), &m);
	check(m.epoch == info.epoch, "process: epoch %" PRIu64, m.epoch);
	see_cpu(0, &m);
	check(m.epoch == info.epoch, "CPU: epoch %" PRIu64, m.epoch);
	see_totals(&m);
	check(m.epoch == info.epoch, "totals: epoch %" PRIu64, m.epoch);
	check(!client_cgroup(c, 1, &m), "cgroup: %s", c->why);
	check(m.epoch == info.epoch, "cgroup: epoch %" PRIu64, m.epoch);
}

/*
 * What is always counted is counted by a set, too: compare. Both are read
 * in one go, and without a pause, at the end of which they would begin apart.
 */
static void events_count_from_zero(void)
{
	const uint64_t again[] = { 0x00c4, the_core()->again };
	const char *name = the_core()->again_name;
	struct message info, m, then;
	unsigned int i;
	uint64_t all, more;

	must_use(any_counter, room());
	mark(0x03, 20000);
	must_use(again, 2);
	info = info_now();
	i = first_of_set(&info) + 1;
	see_thread(my_tid(), &m);
	all = count_of(&m.counts, name);
	check(m.counts.value[i] < all, "%" PRIu64 " of %" PRIu64
	      " %s, all of this epoch", m.counts.value[i], all, name);
	mark(0x03, 20000);
	see_thread(my_tid(), &then);
	more = count_of(&then.counts, name) - all;
	check(more >= 20000, "only %" PRIu64 " %s", more, name);
	check(then.counts.value[i] - m.counts.value[i] + 2000 > more &&
	      then.counts.value[i] - m.counts.value[i] <= more + 2000,
	      "%" PRIu64 " by the event, %" PRIu64 " by the counter",
	      then.counts.value[i] - m.counts.value[i], more);
}

/* It has counted before, and not run since. */
static void who_sleeps_has_none(void)
{
	struct message info, m;
	struct gate gate;
	uint64_t slots;
	pid_t pid;

	must_use(any_counter, room() < 4 ? room() : 4);
	gate_open(&gate);
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		mark(0x03, 20000);
		for (;;)
			gate_pass(&gate);
	}
	gate_await(&gate);
	await_state(pid, pid, 'S');
	info = info_now();
	see_thread(pid, &m);
	slots = m.counts.value[0];
	check(m.counts.value[first_of_set(&info)], "nothing was counted");
	must_use(any_counter + 4, 3);
	info = info_now();
	see_thread(pid, &m);
	check(m.counts.value[0] == slots, "slots are others");
	for (unsigned int i = 0; i < 3; i++)
		check(!m.counts.value[first_of_set(&info) + i],
		      "event %u: %" PRIu64, i,
		      m.counts.value[first_of_set(&info) + i]);
	kill(pid, SIGKILL);
}

/* Of the first event of the set. */
static uint64_t first_event_of(pid_t pid)
{
	struct message info = info_now(), m;

	see_thread(pid, &m);
	return m.counts.value[first_of_set(&info)];
}

/* What he counted is there when the event is counted again, and not before. */
static void who_sleeps_keeps_it(void)
{
	struct gate gate;
	uint64_t counted;
	pid_t pid;

	must_use(any_counter, 2);
	gate_open(&gate);
	pid = fork();
	check(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		mark(0x03, 20000);
		for (;;)
			gate_pass(&gate);
	}
	gate_await(&gate);
	await_state(pid, pid, 'S');
	counted = first_event_of(pid);
	check(counted, "nothing was counted");
	must_use(any_counter + 4, 3);
	check(!first_event_of(pid), "another event has it");
	must_use(any_counter, 2);
	check(first_event_of(pid) == counted, "%" PRIu64 " became %" PRIu64,
	      counted, first_event_of(pid));
	must_use(NULL, 0);
	must_use(any_counter, 1);
	check(first_event_of(pid) == counted, "%" PRIu64 " became %" PRIu64
	      " after no set", counted, first_event_of(pid));
	kill(pid, SIGKILL);
}

/* Counting never stops meanwhile, and nothing goes backwards. */
static void others_go_on(void)
{
	struct message was, now, cpu_was, cpu_now;
	unsigned int i, n = often(20), most = room() < 4 ? room() : 4;

	must_use(any_counter, 1);
	pin_to(1);
	see_thread(my_tid(), &was);
	see_cpu(1, &cpu_was);
	for (i = 0; i < n; i++) {
		must_use(any_counter + i % 3, 1 + i % most);
		mark(0x03, 100);
	}
	see_thread(my_tid(), &now);
	see_cpu(1, &cpu_now);
	check(now.lost_ns == was.lost_ns && cpu_now.lost_ns == cpu_was.lost_ns,
	      "nothing was counted for %" PRIu64 " ns",
	      cpu_now.lost_ns - cpu_was.lost_ns);
	check(count_of(&now.counts, the_core()->again_name) -
	      count_of(&was.counts, the_core()->again_name) >= n * 100,
	      "%s were lost", the_core()->again_name);
	note("of %" PRIu64 " slots on CPU 1 in %u changes, %" PRIu64
	     " are unclassified",
	     cpu_now.counts.value[0] - cpu_was.counts.value[0], n,
	     cpu_now.counts.unclassified - cpu_was.counts.unclassified);
}

/* ---- refused --------------------------------------------------------------------- */

static bool is_same_value(const struct value *a, const struct value *b)
{
	return !strcmp(a->name, b->name) && a->unit == b->unit &&
	       a->kind == b->kind && a->config == b->config &&
	       a->config1 == b->config1 && a->of_set == b->of_set;
}

static bool has_same_values(const struct message *a, const struct message *b)
{
	for (unsigned int i = 0; i < a->n_values; i++)
		if (!is_same_value(&a->value[i], &b->value[i]))
			return false;
	return a->n_values == b->n_values;
}

static void nothing_changed(const struct message *was)
{
	struct message now = info_now(), cpu;

	check(now.epoch == was->epoch, "epoch %" PRIu64, now.epoch);
	check(has_same_values(&now, was), "other values are counted");
	for (uint32_t i = 0; i < 2; i++) {
		see_cpu(i, &cpu);
		check(cpu.state == TDACCT_STATE_COUNTING && !*cpu.reason,
		      "CPU %u: state %u, %s", i, cpu.state, cpu.reason);
	}
}

static void wrong_sets(void)
{
	const struct {
		uint64_t configs[9];
		unsigned int nr;
		int want;
	} rows[] = {
		{ { 0x00c0, the_core()->stray }, 2, -EINVAL },
		{ { 0x00c0, 0x100c4 }, 2, -EINVAL },
		{ { 0x00c0, 0x00c4, 0x00c0 }, 3, -EINVAL },
		{ { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, 9, -E2BIG },
	};
	struct message was;

	must_use(any_counter, 3);
	was = info_now();
	for (unsigned int i = 0; i < N_ROWS(rows); i++) {
		refused("a set", use(rows[i].configs, rows[i].nr),
			rows[i].want);
		nothing_changed(&was);
	}
}

/* The sentence says which CPU, which event, and who has the counters. */
static void what_does_not_fit(void)
{
	const struct core *core = the_core();
	struct client *c = the_module();
	struct message was, m, then;
	unsigned int i;
	char first[32];

	must_use(any_counter, 3);
	was = info_now();
	i = first_of_set(&was);
	see_thread(my_tid(), &m);
	refused("more events than counters",
		use(core->too_many, core->n_too_many), -EBUSY);
	note("%s", c->why);
	check(strstr(c->why, "CPU 0 cannot count 0x"), "%s", c->why);
	check(strstr(c->why, "competes for counters with"), "%s", c->why);
	snprintf(first, sizeof(first), "%#" PRIx64 " on counter",
		 core->too_many[0]);
	check(strstr(c->why, first), "%s", c->why);
	nothing_changed(&was);
	mark(0x03, 1000);
	see_thread(my_tid(), &then);
	check(then.counts.value[i] > m.counts.value[i],
	      "the old events do not count");
}

static void another_epoch(void)
{
	struct client *c = the_module();
	struct message was;

	must_use(any_counter, 1);
	was = info_now();
	must_use(any_counter, 2);
	refused("an epoch that is over",
		client_set_events(c, any_counter, 3, was.epoch), -ESTALE);
	was = info_now();
	is_set(&was, any_counter, 2);
	check(!client_set_events(c, any_counter, 3, was.epoch), "%s", c->why);
}

static void in_a_pause(void)
{
	struct message was;

	must_use(any_counter, 2);
	was = info_now();
	pause_counting();
	refused("in a pause", use(any_counter, 3), -EBUSY);
	resume_counting();
	nothing_changed(&was);
}

/* ---- while others look and run ---------------------------------------------------- */

struct look {
	uint64_t first;
	unsigned int nr;
	bool changed;
};

static void change_in_the_midst(const struct message *m, void *arg)
{
	static struct client other;
	struct look *l = arg;

	if (!l->first)
		l->first = m->epoch;
	l->changed |= m->epoch != l->first;
	if (l->nr++)
		return;
	check(!client_open(&other), "a second socket");
	check(!client_set_events(&other, any_counter + 1, 3, 0), "%s",
	      other.why);
	client_close(&other);
}

/* Who reads a list across a change is told so. */
static void a_dump_is_flagged(void)
{
	struct client *c = the_module();
	struct look look = { 0 };

	must_use(any_counter, 2);
	for (unsigned int i = 0; i < 300; i++)
		sleeping_thread();
	c->interrupted = 0;
	check(!client_dump(c, TDACCT_CMD_GET_THREAD, change_in_the_midst,
			   &look), "%s", c->why);
	check(look.changed, "all %u answers are of one epoch", look.nr);
	check(c->interrupted, "it is not said to be interrupted");
}

static struct counts all_of(const struct message *t)
{
	struct counts sum = t->live;

	counts_add(&sum, &t->exited);
	counts_add(&sum, &t->idle);
	counts_add(&sum, &t->untracked);
	return sum;
}

static void laws_hold(const char *when)
{
	struct message t, info = info_now();
	struct counts sum;

	pause_counting();
	see_totals(&t);
	resume_counting();
	sum = all_of(&t);
	for (unsigned int i = 0; i < info.n_values; i++)
		check(sum.value[i] == t.after.value[i], "%s: %s: records %"
		      PRIu64 ", CPUs %" PRIu64, when, info.value[i].name,
		      sum.value[i], t.after.value[i]);
}

static void laws_in_an_epoch(void)
{
	for (unsigned int i = 0; i < 4; i++) {
		must_use(any_counter + i, 1 + i % 3);
		laws_hold("at once");
		mark(0x03, 1000);
		laws_hold("then");
	}
}

/* All that begins and ends meanwhile, and every second set does not fit. */
static void changes_in_a_storm(void)
{
	unsigned int n = often(15);

	for (unsigned int s = 0; s < n_storms; s++) {
		pid_t group = storm_start(&storms[s], 3);

		for (unsigned int i = 0; i < n; i++) {
			must_use(any_counter + i % 4, i % 4);
			if (i % 8 == 1)
				refused("too many",
					use(the_core()->too_many,
					    the_core()->n_too_many), -EBUSY);
		}
		laws_hold(storms[s].name);
		storm_stop(group);
		laws_hold(storms[s].name);
	}
}

static uint64_t ended_epoch, ended_first;

static void take_ended(const struct message *m, void *arg)
{
	if (m->pid != *(uint32_t *)arg)
		return;
	ended_epoch = m->epoch;
	ended_first = m->counts.n;
}

/* Final counts bear the epoch in which somebody ended. */
static void notices_bear_it(void)
{
	struct client *c = the_module();
	struct message info;
	pid_t pid;

	must_use(any_counter, 2);
	info = info_now();
	c->ended = take_ended;
	c->ended_arg = &pid;
	check(!client_subscribe(c, 1 << TDACCT_ENDED_PROCESS), "%s", c->why);
	pid = least_life();
	check(pid > 0, "no child");
	while (!ended_epoch)
		check(client_ended(c, 10000) > 0, "no notice");
	check(ended_epoch == info.epoch, "epoch %" PRIu64, ended_epoch);
	check(ended_first == info.n_values, "%" PRIu64 " values", ended_first);
	client_unsubscribe(c);
}

static const struct row rows[] = {
	{ "sets: the values and their epoch are told", set_is_told },
	{ "sets: each answer bears the epoch", each_answer_has_it },
	{ "sets: notices bear the epoch", notices_bear_it },
	{ "sets: events count from zero, and right", events_count_from_zero },
	{ "sets: who sleeps has none of them", who_sleeps_has_none },
	{ "sets: who sleeps keeps what was counted", who_sleeps_keeps_it },
	{ "sets: all else goes on", others_go_on },
	{ "sets: what makes no sense is refused, and changes nothing",
	  wrong_sets },
	{ "sets: what does not fit is refused, and all else is as before",
	  what_does_not_fit },
	{ "sets: of an epoch that is over", another_epoch },
	{ "sets: not in a pause", in_a_pause },
	{ "sets: a dump across a change is flagged", a_dump_is_flagged },
	{ "sets: the laws hold in each epoch", laws_in_an_epoch },
	{ "sets: the laws hold while storms rage", changes_in_a_storm, 900 },
};

int main(int argc, char **argv)
{
	struct client c;
	int status;

	any_counter = the_core()->any_counter;
	status = harness(rows, N_ROWS(rows), argc, argv);
	/* As whoever comes next expects it. */
	if (!client_open(&c)) {
		client_set_events(&c, NULL, 0, 0);
		client_close(&c);
	}
	return status;
}
