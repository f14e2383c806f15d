// SPDX-License-Identifier: GPL-2.0
/*
 * The laws of conservation: what all tasks, the ended ones, idle and the
 * untracked were charged is what the CPUs counted. Bracketed while counting,
 * equal while paused, whatever the tasks do meanwhile.
 *
 * "laws --hw" pauses the module and prints what each CPU counted, a line
 * "hw CPU NAME COUNT" each, to be compared with what the emulated hardware
 * says that it counted.
 *
 * With OVERFLOWS in the environment PERF_METRICS overflow all the time: what was
 * classified since a clear may become unclassified again.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "harness.h"
#include "marker.h"
#include "storm.h"

static struct client client;
static struct message info;
static uint64_t n_cpus;

static void setup(void)
{
	int err = client_open(&client);

	check(!err, "cannot talk to the module: %s", strerror(-err));
	err = client_info(&client, &info);
	check(!err, "GET_INFO: %s (%s)", strerror(-err), client.why);
	check(info.n_values >= 3, "only %u values", info.n_values);
	n_cpus = sysconf(_SC_NPROCESSORS_CONF);
	client_resume(&client);	/* in case that a row failed while paused */
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ULL + t.tv_nsec / 1000000;
}

static void must(int err, const char *what)
{
	check(!err, "%s: %s (%s)", what, strerror(-err), client.why);
}

/* ---- sums ---------------------------------------------------------------------- */

static void add(struct counts *to, const struct counts *c)
{
	for (unsigned int i = 0; i < MAX_VALUES; i++)
		to->value[i] += c->value[i];
	to->switches += c->switches;
	to->unclassified += c->unclassified;
	to->blur += c->blur;
}

static struct counts sum_of(const struct message *t)
{
	struct counts sum = t->live;

	check(t->before.there && t->live.there && t->exited.there &&
	      t->idle.there && t->untracked.there && t->after.there,
	      "a nest is missing from the totals");
	add(&sum, &t->exited);
	add(&sum, &t->idle);
	add(&sum, &t->untracked);
	return sum;
}

static bool is_metric(unsigned int value)
{
	return info.value[value].kind == TDACCT_KIND_METRIC;
}

/* a <= b, but for metrics, which may undercut by @bound. */
static void ordered(const char *what, unsigned int i, uint64_t a, uint64_t b,
		    uint64_t bound)
{
	int64_t room = b - a + (is_metric(i) ? bound : 0);

	check(room >= 0, "%s: %s %" PRIu64 " > %" PRIu64 " by %" PRId64, what,
	      info.value[i].name, a, b, -room);
}

/* Slots that may be in a metric or not, until the next clear. */
static uint64_t taken_back(void)
{
	return getenv("OVERFLOWS") ? 2 * info.clear_slots : 0;
}

/* Slots that may have been counted since the last clears: thresholds vary. */
static uint64_t not_cleared(void)
{
	return n_cpus * (info.clear_slots * 6 / 5);
}

/*
 * By how much a metric may be less at @to than at @from, though nothing was taken
 * away: a reading is off by at most a step, and a step is the 255th part of the
 * slots since the last clear. These are the slots between the two moments, and on
 * each CPU those since the clear before. What the module says of its bounds has
 * no part in this.
 */
static uint64_t backward(const struct counts *from, const struct counts *to)
{
	uint64_t slots = to->value[0] - from->value[0];

	return (slots + not_cleared()) / 255 + n_cpus + taken_back();
}

static void bracketed(const struct message *t)
{
	struct counts sum = sum_of(t);
	uint64_t bound = backward(&t->before, &t->after);

	for (unsigned int i = 0; i < info.n_values; i++) {
		ordered("BEFORE <= SUM", i, t->before.value[i], sum.value[i],
			bound);
		ordered("SUM <= AFTER", i, sum.value[i], t->after.value[i],
			bound);
	}
}

static void same(const char *what, const struct counts *a,
		 const struct counts *b)
{
	for (unsigned int i = 0; i < info.n_values; i++)
		check(a->value[i] == b->value[i],
		      "%s: %s %" PRIu64 " != %" PRIu64 ", by %" PRId64, what,
		      info.value[i].name, a->value[i], b->value[i],
		      (int64_t)(a->value[i] - b->value[i]));
	check(a->unclassified == b->unclassified,
	      "%s: unclassified %" PRIu64 " != %" PRIu64, what,
	      a->unclassified, b->unclassified);
}

static void totals_equal(void)
{
	struct message t;
	struct counts sum;

	must(client_totals(&client, &t), "GET_TOTALS");
	sum = sum_of(&t);
	same("BEFORE and AFTER while paused", &t.before, &t.after);
	same("SUM and AFTER while paused", &sum, &t.after);
}

/* ---- while tasks come and go ---------------------------------------------------- */

#define RUN_MS	1000

/* However little time there is, so often is compared. */
#define LEAST	5

static unsigned int watch_running(uint64_t ms)
{
	uint64_t end = now_ms() + ms;
	struct message t, last = { };
	unsigned int n = 0;

	for (; n < LEAST || now_ms() < end; n++) {
		must(client_totals(&client, &t), "GET_TOTALS");
		bracketed(&t);
		for (unsigned int i = 0; n && i < info.n_values; i++)
			ordered("an earlier AFTER <= BEFORE", i,
				last.after.value[i], t.before.value[i],
				backward(&last.after, &t.after));
		last = t;
	}
	return n;
}

static unsigned int watch_paused(uint64_t ms)
{
	uint64_t end;
	unsigned int n;

	must(client_pause(&client), "PAUSE");
	end = now_ms() + ms;
	for (n = 0; n < LEAST || now_ms() < end; n++)
		totals_equal();
	must(client_resume(&client), "RESUME");
	return n;
}

static void under_storm(const struct storm *s)
{
	unsigned int running = 0, paused = 0;
	pid_t group;

	setup();
	group = storm_start(s, 2);
	for (unsigned int round = 0; round < 3; round++) {
		running += watch_running(RUN_MS / 3);
		paused += watch_paused(RUN_MS / 10);
	}
	storm_stop(group);
	note("%s: totals compared %u times running, %u times paused", s->name,
	     running, paused);
}

static const struct storm *storm_named(const char *name)
{
	for (unsigned int i = 0; i < n_storms; i++)
		if (!strcmp(storms[i].name, name))
			return &storms[i];
	check(0, "no storm is called %s", name);
	return NULL;
}

#define STORM_ROW(name) \
	static void storm_##name(void) { under_storm(storm_named(#name)); }

STORM_ROW(fork)
STORM_ROW(exec)
STORM_ROW(thread)
STORM_ROW(exit)
STORM_ROW(takeover)
STORM_ROW(vfork)
STORM_ROW(autoreap)
STORM_ROW(pingpong)

static void all_storms(void)
{
	pid_t group[n_storms];
	unsigned int i, running, paused = 0;

	setup();
	for (i = 0; i < n_storms; i++)
		group[i] = storm_start(&storms[i], 1);
	running = watch_running(RUN_MS);
	paused += watch_paused(RUN_MS / 4);
	for (i = 0; i < n_storms; i++)
		storm_stop(group[i]);
	note("all at once: totals compared %u times running, %u times paused",
	     running, paused);
}

/* Pausing and resuming as fast as possible loses nothing either. */
static void pause_storm(void)
{
	unsigned int n = 0;
	uint64_t end;
	pid_t group;

	setup();
	group = storm_start(storm_named("fork"), 2);
	for (end = now_ms() + RUN_MS; n < LEAST || now_ms() < end; n++) {
		must(client_pause(&client), "PAUSE");
		totals_equal();
		must(client_resume(&client), "RESUME");
	}
	storm_stop(group);
	note("paused and resumed %u times", n);
}

/* ---- at rest ---------------------------------------------------------------------- */

static void at_rest(void)
{
	setup();
	note("at rest: totals compared %u times running, %u times paused",
	     watch_running(300), watch_paused(100));
}

struct sums {
	struct counts counts, idle, untracked;
	unsigned int messages;
};

static void take_sums(const struct message *m, void *arg)
{
	struct sums *s = arg;

	add(&s->counts, &m->counts);
	add(&s->idle, &m->idle);
	add(&s->untracked, &m->untracked);
	s->messages++;
}

static struct sums dump_sums(int cmd)
{
	struct sums s = { };

	must(client_dump(&client, cmd, take_sums, &s), "dump");
	return s;
}

static void cpus_are_totals(void)
{
	struct message t;
	struct sums s;

	setup();
	must(client_pause(&client), "PAUSE");
	must(client_totals(&client, &t), "GET_TOTALS");
	s = dump_sums(TDACCT_CMD_GET_CPU);
	must(client_resume(&client), "RESUME");
	same("COUNTS of all CPUs and AFTER", &s.counts, &t.after);
	same("IDLE of all CPUs and IDLE", &s.idle, &t.idle);
	same("UNTRACKED of all CPUs and UNTRACKED", &s.untracked,
	     &t.untracked);
}

/* So long is waited, at most, until nobody ends any more. */
#define REST_MS	100000

/*
 * Tasks that ended a moment ago are folded after a grace period: what is live
 * may have changed between two answers.
 */
static void dumps_are_live(void)
{
	struct message was, now;
	struct sums s;
	uint64_t end;

	setup();
	end = now_ms() + REST_MS;
	must(client_pause(&client), "PAUSE");
	for (;; usleep(50000)) {
		must(client_totals(&client, &was), "GET_TOTALS");
		s = dump_sums(TDACCT_CMD_GET_THREAD);
		must(client_totals(&client, &now), "GET_TOTALS");
		if (!memcmp(&was.live, &now.live, sizeof(now.live)) ||
		    now_ms() > end)
			break;
	}
	must(client_resume(&client), "RESUME");
	same("all threads and LIVE", &s.counts, &now.live);
}

/*
 * Between the two a process may be folded into what has ended: so the totals
 * are taken before and after, and it is in one of them.
 */
static void processes_are_live_and_exited(void)
{
	struct message was, now;
	struct sums s;

	setup();
	must(client_pause(&client), "PAUSE");
	must(client_totals(&client, &was), "GET_TOTALS");
	s = dump_sums(TDACCT_CMD_GET_PROCESS);
	must(client_totals(&client, &now), "GET_TOTALS");
	must(client_resume(&client), "RESUME");
	for (unsigned int i = 0; i < info.n_values; i++) {
		uint64_t bound = backward(&was.before, &now.after);

		ordered("what is still LIVE <= all processes", i,
			now.live.value[i], s.counts.value[i], bound);
		ordered("all processes <= what was LIVE + EXITED", i,
			s.counts.value[i],
			was.live.value[i] + was.exited.value[i], bound);
	}
}

/* Plain counters are exact: there is nothing to be unclassified or blurred. */
static void exact(const char *of, const struct counts *c)
{
	check(!c->unclassified && !c->blur,
	      "%s: %" PRIu64 " unclassified, blur %" PRIu64
	      " by plain counters", of, c->unclassified, c->blur);
}

/* The four fields of the first level are all slots but the unclassified. */
static void fields_are_slots(const char *of, const struct counts *c)
{
	int64_t missing = c->value[0] - c->unclassified;

	if (info.value[1].kind != TDACCT_KIND_METRIC) {
		exact(of, c);
		return;
	}
	for (unsigned int i = 1; i <= 4; i++)
		missing -= c->value[i];
	check(llabs(missing) <= (int64_t)(4 * c->blur / 255 + 4 + taken_back()),
	      "%s: slots - unclassified - fields = %" PRId64
	      ", more than 4 x %" PRIu64 " / 255", of, missing, c->blur);
}

/*
 * The bound that readers are told is not larger than it may be: of each reading
 * before a clear it is a step, and these readings together are all slots.
 */
static void at_most_a_step(const char *of, const struct counts *c)
{
	uint64_t most = c->value[0] + not_cleared();

	check(c->blur <= most, "%s: blur %" PRIu64 " of %" PRIu64 " slots", of,
	      c->blur, c->value[0]);
}

/* Nobody else has counters here: little is unclassified. */
static void classified(const char *of, const struct counts *c)
{
	check(taken_back() || c->unclassified < c->value[0] / 5,
	      "%s: %" PRIu64 " of %" PRIu64 " slots are unclassified", of,
	      c->unclassified, c->value[0]);
}

static void check_fields(const struct message *m, void *arg)
{
	unsigned int *n = arg;
	char of[80];

	(*n)++;
	snprintf(of, sizeof(of), "thread %u (%s)", m->tid, m->comm);
	fields_are_slots(of, &m->counts);
	check(m->counts.unclassified <= m->counts.value[0],
	      "%s: more unclassified than slots", of);
}

static void fields_sum_up(void)
{
	unsigned int n = 0;
	struct message t;

	setup();
	must(client_totals(&client, &t), "GET_TOTALS");
	fields_are_slots("all", &t.after);
	at_most_a_step("all", &t.after);
	classified("all", &t.after);
	must(client_dump(&client, TDACCT_CMD_GET_THREAD, check_fields, &n),
	     "dump of threads");
	check(n > 20, "only %u threads were there", n);
	note("%" PRIu64 " slots, %" PRIu64 " of them unclassified, blur %" PRIu64,
	     t.after.value[0], t.after.unclassified, t.after.blur);
}

/* While paused nothing moves, whatever runs. */
static void paused_is_still(void)
{
	struct message was, now;
	pid_t group;

	setup();
	group = storm_start(storm_named("pingpong"), 2);
	must(client_pause(&client), "PAUSE");
	must(client_totals(&client, &was), "GET_TOTALS");
	usleep(200000);
	must(client_totals(&client, &now), "GET_TOTALS");
	must(client_resume(&client), "RESUME");
	storm_stop(group);
	same("AFTER and AFTER a while later", &was.after, &now.after);
}

/* ---- what the hardware is to be compared with ------------------------------------- */

static void print_cpu(const struct message *m, void *arg)
{
	(void)arg;
	for (unsigned int i = 0; i < info.n_values; i++)
		printf("hw %u %s %" PRId64 "\n", m->cpu, info.value[i].name,
		       (int64_t)m->counts.value[i]);
	printf("hw %u unclassified %" PRIu64 "\n", m->cpu,
	       m->counts.unclassified);
	printf("hw %u blur %" PRIu64 "\n", m->cpu, m->counts.blur);
	printf("hw %u live_clears %" PRIu64 "\n", m->cpu,
	       m->stat[TDACCT_STAT_A_LIVE_CLEARS]);
	printf("hw %u resyncs %" PRIu64 "\n", m->cpu,
	       m->stat[TDACCT_STAT_A_RESYNCS]);
}

static int print_hardware(void)
{
	if (client_open(&client) || client_info(&client, &info) ||
	    client_pause(&client) ||
	    client_dump(&client, TDACCT_CMD_GET_CPU, print_cpu, NULL)) {
		fprintf(stderr, "laws: cannot pause and read: %s\n",
			client.why);
		return 1;
	}
	return 0;
}

static const struct row rows[] = {
	{ "laws: at rest", at_rest },
	{ "laws: the CPUs make the totals", cpus_are_totals },
	{ "laws: the threads make what is live", dumps_are_live },
	{ "laws: processes hold what is live, and more",
	  processes_are_live_and_exited },
	{ "laws: fields sum up to slots", fields_sum_up },
	{ "laws: nothing moves while paused", paused_is_still },
	{ "laws: under a fork storm", storm_fork },
	{ "laws: under an exec storm", storm_exec },
	{ "laws: under a thread storm", storm_thread },
	{ "laws: under an exit storm", storm_exit },
	{ "laws: under execs by other threads", storm_takeover },
	{ "laws: under a vfork storm", storm_vfork },
	{ "laws: under a storm of children nobody waits for", storm_autoreap },
	{ "laws: under a ping-pong", storm_pingpong },
	{ "laws: under all storms at once", all_storms },
	{ "laws: under pauses in a row", pause_storm },
	{ "laws: fields sum up to slots after all that", fields_sum_up },
	{ "laws: the threads make what is live after all that",
	  dumps_are_live },
};

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--hw"))
		return print_hardware();
	return harness(rows, N_ROWS(rows), argc, argv);
}
