// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "kernel/ask.h"
#include "kernel/ears.h"
#include "live.h"

enum { BUFFER = 16 << 20 };

/* The rows themselves are tasks, or tasks are read beside them. */
static struct living *tasks_of(struct live *l)
{
	return l->what == LIVE_PROCESSES || l->what == LIVE_THREADS ?
	       &l->rows : &l->tasks;
}

/* ---- who ends ----------------------------------------------------------- */

/* A recording tells of all that was asked for when it was made. */
static int take(const struct notice *n, void *arg)
{
	struct live *l = arg;

	if (n->sample.kind != (l->what == LIVE_THREADS ? SAMPLE_THREAD :
							 SAMPLE_PROCESS))
		return 0;
	l->had_end = true;
	l->missed |= n->missed > 0;
	return living_end(tasks_of(l), &n->sample,
			  isnan(l->before) ? 0 : (uint64_t)(l->before * 1e9));
}

static void listen(struct live *l)
{
	uint32_t kind = l->what == LIVE_THREADS ? TDACCT_ENDED_THREAD :
						  TDACCT_ENDED_PROCESS;

	if (ears_open(&l->ears, &l->session->client, take, l, BUFFER))
		return;
	if (!ask_subscribe(ears_client(l->ears), UINT32_C(1) << kind))
		return;
	ears_close(l->ears);
	l->ears = NULL;
}

/* All that was sent up to now. */
static void hear(struct live *l)
{
	int err = l->ears ? 0 : -EAGAIN;

	while (!err || err == -ENOBUFS || err == -EINTR) {
		l->missed |= err == -ENOBUFS;
		err = ears_hear(l->ears);
	}
	l->missed |= err != -EAGAIN && err != -ENODATA;
}

/* ---- open, choose, close ------------------------------------------------ */

static void forget(struct live *l)
{
	ears_close(l->ears);
	l->ears = NULL;
	living_free(&l->rows);
	living_free(&l->tasks);
	snapshot_free(&l->places);
	memset(&l->now, 0, sizeof(l->now));
	l->interval = 0;
	l->asked = NAN;
}

static void begin(struct live *l)
{
	forget(l);
	listen(l);
	l->missed = true;
}

void live_open(struct live *l, struct session *s, const struct source *from,
	       enum live_what what)
{
	memset(l, 0, sizeof(*l));
	l->session = s;
	l->from = from;
	l->what = what;
	begin(l);
}

void live_choose(struct live *l, enum live_what what)
{
	l->what = what;
	l->done = false;
	begin(l);
}

void live_close(struct live *l)
{
	forget(l);
}

/* ---- read --------------------------------------------------------------- */

static void say(struct live *l, int err)
{
	const char *why = l->session->client.last.text;

	snprintf(l->note, sizeof(l->note), "%.190s", *why ? why :
		 strerror(-err));
}

/* A recording is to be of use in whole, whatever is asked when it is read. */
static uint64_t since(const struct live *l, const struct living *tasks)
{
	bool whole = l->missed || !l->ears ||
		     !client_is_local(&l->session->client);

	return whole ? 0 : tasks->generation;
}

static int read_tasks(struct live *l)
{
	struct living *tasks = tasks_of(l);
	struct client *c = &l->session->client;
	uint64_t from = since(l, tasks);
	struct snapshot read = { .nr = 0 };
	int err;

	err = l->what == LIVE_THREADS ? ask_threads(c, 0, from, &read) :
					ask_processes(c, from, &read);
	if (!err) {
		l->before = l->asked;
		l->asked = c->last.asked;
		l->missed = false;
		living_begin(tasks);
		err = living_take(tasks, &read, !from);
	}
	snapshot_free(&read);
	return err;
}

static int read_cgroups(struct live *l)
{
	struct snapshot read = { .nr = 0 };
	int err = ask_cgroups(&l->session->client, &read);

	if (!err) {
		living_begin(&l->rows);
		err = living_take(&l->rows, &read, true);
	}
	snapshot_free(&read);
	return err;
}

/* A CPU has no id that a list could be sorted by. */
static int add_cpu(struct snapshot *to, const struct cpu_sample *cpu)
{
	struct sample s;

	sample_cpu(&s, cpu);
	s.id = (uint64_t)cpu->cpu + 1;
	snprintf(s.comm, sizeof(s.comm), "CPU %u", cpu->cpu);
	if (cpu->state != TDACCT_STATE_COUNTING)
		snprintf(s.comm, sizeof(s.comm), "CPU %u %s", cpu->cpu,
			 state_name(cpu->state));
	return snapshot_add(to, &s);
}

static int take_cpus(struct live *l, const struct cpus *cpus)
{
	struct snapshot read = { .nr = 0 };
	int err = 0;

	for (size_t i = 0; !err && i < cpus->nr; i++)
		err = add_cpu(&read, &cpus->cpu[i]);
	if (!err) {
		snapshot_sort(&read);
		living_begin(&l->rows);
		err = living_take(&l->rows, &read, true);
	}
	snapshot_free(&read);
	return err;
}

/* Which CPUs do not count, and why the first one of them does not. */
static void say_cpus(struct live *l, const struct cpus *cpus)
{
	const struct cpu_sample *first = NULL;
	size_t nr = 0;

	for (size_t i = 0; i < cpus->nr; i++) {
		const struct cpu_sample *c = &cpus->cpu[i];

		if (c->state != TDACCT_STATE_PAUSED &&
		    c->state != TDACCT_STATE_WAITING &&
		    c->state != TDACCT_STATE_CANNOT)
			continue;
		first = first ? first : c;
		nr++;
	}
	if (first)
		snprintf(l->note, sizeof(l->note), "%zu of %zu CPUs do not count: CPU %u is %s%s%.150s",
			 nr, cpus->nr, first->cpu, state_name(first->state),
			 *first->reason ? ": " : "", first->reason);
}

static int read_cpus(struct live *l)
{
	struct cpus cpus = { .nr = 0 };
	int err = ask_cpus(&l->session->client, -1, &cpus);

	if (!err) {
		say_cpus(l, &cpus);
		if (l->what == LIVE_CPUS)
			err = take_cpus(l, &cpus);
	}
	cpus_free(&cpus);
	return err;
}

/* A recording may not have been asked: what it said first is kept. */
static int read_state(struct live *l)
{
	struct info info;
	int err = ask_info(&l->session->client, &info);

	if (err)
		return client_is_live(&l->session->client) ? err : 0;
	l->session->info.state = info.state;
	l->session->info.have = info.have;
	l->session->info.resume_ms = info.resume_ms;
	if (info.state != TDACCT_STATE_COUNTING)
		snprintf(l->note, sizeof(l->note), "nothing is counted now: %s",
			 state_name(info.state));
	return 0;
}

/* Whoever may not look at CPUs sees the rest. */
static int read_machine(struct live *l)
{
	int err = read_state(l);

	if (err)
		return err;
	if (l->what == LIVE_CPUS)
		return read_cpus(l);
	if (client_is_live(&l->session->client) ||
	    l->session->info.state != TDACCT_STATE_COUNTING)
		read_cpus(l);
	return l->what == LIVE_CGROUPS ? read_cgroups(l) : 0;
}

static int read_all(struct live *l)
{
	int err = read_machine(l);

	if (!err)
		err = read_tasks(l);
	if (err)
		return err;
	if (l->wants_places)
		ask_cgroups(&l->session->client, &l->places);
	l->was = l->now;
	if (ask_totals(&l->session->client, &l->now))
		memset(&l->now, 0, sizeof(l->now));
	l->had_end = false;
	hear(l);
	return 0;
}

/* The module may have come back, or been exchanged for another one. */
static bool find_again(struct live *l)
{
	struct session probe;

	if (session_open_plain(&probe, l->from))
		return false;
	session_close(&probe);
	forget(l);
	session_close(l->session);
	if (session_open(l->session, l->from))
		return false;
	l->away = false;
	begin(l);
	return true;
}

static void look_for_owners(struct live *l)
{
	for (size_t i = 0; i < l->rows.nr; i++) {
		struct being *b = l->rows.being[i];
		struct stat st;
		char path[32];

		if (b->uid >= 0 || !being_is_fresh(&l->rows, b) ||
		    !sample_has(b->now.have, TDACCT_A_PID))
			continue;
		snprintf(path, sizeof(path), "/proc/%u", b->now.pid);
		if (!stat(path, &st))
			b->uid = st.st_uid;
	}
}

bool live_read(struct live *l)
{
	bool again = false, live = !l->from->replay;
	int err;

	if (l->done)	/* to open a recording again would empty it */
		return false;
	if (l->away && !(again = find_again(l)))
		return false;
	l->note[0] = 0;
	err = read_all(l);
	if (err) {
		say(l, err);
		l->away = live && !l->from->record;
		l->done = !l->away;
		return again;
	}
	if (!isnan(l->before))
		l->interval = client_between(l->before, l->asked, l->nominal);
	else if (tasks_of(l)->reading > 1)
		l->interval = l->nominal;
	client_sleep(&l->session->client, 0);
	if (l->owners && client_is_local(&l->session->client))
		look_for_owners(l);
	return again;
}

/* ---- what it all adds up to --------------------------------------------- */

/* @was: to be subtracted, in an @interval. */
static double slots(const struct live *l, bool interval,
		    const struct counts *now, const struct counts *was)
{
	int index = count_index(&l->session->info, "slots");
	struct counts c = *now;

	if (interval)
		counts_sub(&c, was);
	if (index < 0 || !sample_has(c.have, (unsigned int)index))
		return NAN;
	return (double)(int64_t)c.value[index];
}

/*
 * What all tasks did, less what those did that are there still. The list was
 * read a moment before the total: where nobody ended, nothing is left over.
 */
static double ended(const struct live *l, double all, bool interval)
{
	const struct living *tasks = l->tasks.reading ? &l->tasks : &l->rows;
	int index = count_index(&l->session->info, "slots");
	double there = 0;

	for (size_t i = 0; i < tasks->nr; i++) {
		const struct being *b = tasks->being[i];

		if (b->ended || (interval && !being_is_fresh(tasks, b)))
			continue;
		there += (double)b->now.counts.value[index];
		if (interval && !b->born)
			there -= (double)b->was.value[index];
	}
	return there < all ? all - there : 0;
}

void live_balance(const struct live *l, bool interval, struct balance *to)
{
	const struct totals *now = &l->now;
	const struct totals *was = &l->was;
	double exited;

	to->live = slots(l, interval, &now->live, &was->live);
	exited = slots(l, interval, &now->exited, &was->exited);
	to->idle = slots(l, interval, &now->idle, &was->idle);
	to->untracked = slots(l, interval, &now->untracked, &was->untracked);
	to->cpus = (slots(l, interval, &now->before, &was->before) +
		    slots(l, interval, &now->after, &was->after)) / 2;
	to->ended = exited;
	if (!isnan(to->live + exited) &&
	    (exited != 0 || l->had_end || !l->ears))
		to->ended = ended(l, to->live + exited, interval);
	to->live += exited - to->ended;
}
