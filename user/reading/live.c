// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "kernel/ears.h"
#include "busy.h"
#include "live.h"
#include "procs.h"

enum { BUFFER = 16 << 20 };

/* Where tasks are: they are the rows, or are read besides them. */
static struct living *tasks_of(struct live *l)
{
	return l->what == LIVE_PROCESSES || l->what == LIVE_THREADS ?
	       &l->rows : &l->tasks;
}

/* ---- notices ------------------------------------------------------------ */

static int take_task(struct live *l, const struct sample *final)
{
	l->had_end = true;
	return living_end(tasks_of(l), final,
			  isnan(l->before) ? 0 : (uint64_t)(l->before * 1e9));
}

/* A recording may have notices of kinds that were not asked for. */
static int take(const struct notice *n, void *arg)
{
	struct live *l = arg;
	enum sample_kind kind = n->sample.kind;

	l->missed |= n->missed > 0;
	if (kind == SAMPLE_CGROUP && l->what == LIVE_CGROUPS)
		return living_end(&l->rows, &n->sample, 0);
	if (kind == (l->what == LIVE_THREADS ? SAMPLE_THREAD : SAMPLE_PROCESS))
		return take_task(l, &n->sample);
	return 0;
}

static void listen(struct live *l)
{
	uint32_t kinds = UINT32_C(1) << (l->what == LIVE_THREADS ?
					 TDACCT_ENDED_THREAD :
					 TDACCT_ENDED_PROCESS);

	if (l->what == LIVE_CGROUPS)
		kinds |= UINT32_C(1) << TDACCT_ENDED_CGROUP;
	if (ears_open(&l->ears, &l->session->client, take, l, BUFFER))
		return;
	if (!ask_subscribe(ears_client(l->ears), kinds))
		return;
	ears_close(l->ears);
	l->ears = NULL;
}

/* Take the notices that have come until now. */
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
	l->wanted = 0;
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

static const char *reason(const struct live *l, int err)
{
	const char *text = l->session->client.last.text;

	if (err == -ENOENT && !*text)
		return "the module is not loaded";
	if (err == -ESTALE)
		return "the events were changed";
	return *text ? text : strerror(-err);
}

/* What is done about it, and who knows more. */
static const char *hope(int err)
{
	switch (err) {
	case -ENOENT:
		return "; waiting for it; tdacct doctor tells more";
	case -EPERM:
		return "; tdacct doctor tells more";
	default:
		return "; trying again";
	}
}

/* A recording cannot go on with another module, which may count otherwise. */
static void fail(struct live *l, int err)
{
	bool replayed = l->from->replay, recorded = l->from->record;

	if (replayed && err == -ENOENT && l->rows.reading)
		snprintf(l->note, sizeof(l->note),
			 "the recording has no more");
	else
		snprintf(l->note, sizeof(l->note), "%.190s%s", reason(l, err),
			 replayed ? "" : recorded ?
			 "; the recording ends here" : hope(err));
	l->done = replayed || recorded;
	l->away = !l->done;
}

/* No notice tells for sure what has ended: what is missing in a list has. */
static bool is_deaf(const struct live *l)
{
	return l->missed || !l->ears || !client_is_local(&l->session->client);
}

/* The generation of the last list; 0: all tasks are read. */
static uint64_t since(const struct live *l, const struct living *tasks)
{
	return is_deaf(l) ? 0 : tasks->generation;
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

/* One that was removed since stays until its notice, which has its last counts. */
static int read_cgroups(struct live *l)
{
	struct snapshot read = { .nr = 0 };
	int err = ask_cgroups(&l->session->client, &read);

	if (!err) {
		living_begin(&l->rows);
		err = living_take(&l->rows, &read, is_deaf(l));
	}
	snapshot_free(&read);
	return err;
}

/* The id is made up, and so is the name. */
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
	if (!err)
		err = snapshot_sort(&read);
	if (!err) {
		living_begin(&l->rows);
		err = living_take(&l->rows, &read, true);
	}
	snapshot_free(&read);
	return err;
}

static bool is_out(const struct cpu_sample *c)
{
	return c->state == TDACCT_STATE_PAUSED ||
	       c->state == TDACCT_STATE_WAITING ||
	       c->state == TDACCT_STATE_CANNOT;
}

/* How many CPUs do not count, and why the first of them does not. */
static void say_cpus(struct live *l, const struct cpus *cpus)
{
	const struct cpu_sample *first = NULL;
	size_t nr = 0;

	for (size_t i = 0; i < cpus->nr; i++) {
		const struct cpu_sample *c = &cpus->cpu[i];

		if (!is_out(c))
			continue;
		first = first ? first : c;
		nr++;
	}
	if (first)
		snprintf(l->note, sizeof(l->note), "%zu of %zu CPUs do not count, see tdacct doctor: CPU %u is %s%s%.150s",
			 nr, cpus->nr, first->cpu, state_name(first->state),
			 *first->reason ? ": " : "", first->reason);
}

/* What all did since the last reading; that is not known where one came or went. */
static void take_busy(struct live *l, const struct cpus *cpus)
{
	struct sample all = { .kind = SAMPLE_SYSTEM, .busy.known = true };

	l->busy_nr_was = l->busy_nr;
	l->busy_nr = 0;
	for (size_t i = 0; i < cpus->nr; i++)
		if (cpus->cpu[i].busy.known) {
			sample_add_cpu(&all, &cpus->cpu[i]);
			l->busy_nr++;
		}
	l->busy_was = l->busy_now;
	l->busy_now = all;
}

double live_busy(const struct live *l, bool interval)
{
	struct sample all = l->busy_now;

	if (interval && l->busy_nr != l->busy_nr_was)
		return NAN;
	if (interval)
		sample_since(&all, &l->busy_was);
	return busy_share(&all.busy);
}

static int read_cpus(struct live *l)
{
	struct cpus cpus = { .nr = 0 };
	int err = ask_cpus(&l->session->client, -1, &cpus);

	if (!err) {
		busy_read(session_root(l->session), &cpus);
		take_busy(l, &cpus);
		say_cpus(l, &cpus);
		if (l->what == LIVE_CPUS)
			err = take_cpus(l, &cpus);
	}
	cpus_free(&cpus);
	return err;
}

/*
 * A recording may not have it: then the first answer is kept. -ESTALE: the events
 * were changed, and what is known of them and of tasks is over.
 */
static int read_state(struct live *l)
{
	struct info info;
	int err = ask_info(&l->session->client, &info);

	if (err)
		return client_is_live(&l->session->client) ? err : 0;
	if (client_is_live(&l->session->client) &&
	    info.epoch != l->session->info.epoch)
		return -ESTALE;
	l->session->info.state = info.state;
	l->session->info.have = info.have;
	l->session->info.resume_ms = info.resume_ms;
	if (info.state != TDACCT_STATE_COUNTING)
		snprintf(l->note, sizeof(l->note), "nothing is counted now: %s; tdacct doctor tells why",
			 state_name(info.state));
	return 0;
}

/* Without permission to read CPUs, the rest is shown. */
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

/* With all that is to be known of what is counted now. */
static bool open_anew(struct live *l)
{
	forget(l);
	session_close(l->session);
	if (session_open(l->session, l->from))
		return false;
	l->away = false;
	begin(l);
	return true;
}

/* Is it back? Until then, the session and its model stay as they were. */
static bool find_again(struct live *l)
{
	struct session probe;

	if (session_open_plain(&probe, l->from))
		return false;
	session_close(&probe);
	return open_anew(l);
}

/* ---- what only /proc tells ---------------------------------------------- */

/* Its path in the hierarchy of version 2. The caller frees it. */
static char *cgroup_of(const char *root, uint32_t pid)
{
	char path[512], line[CGROUP_PATH_SIZE + 8];
	char *found = NULL;
	FILE *f;

	snprintf(path, sizeof(path), "%s/proc/%u/cgroup", root, pid);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = 0;
		if (!strncmp(line, "0::", 3))
			found = strdup(line + 3);
	}
	if (f)
		fclose(f);
	return found;
}

static void look_for_place(const char *root, struct being *b)
{
	char *path = cgroup_of(root, b->now.pid);

	if (!path)
		return;
	free((char *)b->now.path);
	b->now.path = path;
}

static void look_at(const struct procs_wanted *w, struct being *b)
{
	struct proc p = { .pid = b->now.pid };

	if (!proc_read(&p, w) && !b->proc)
		b->proc = calloc(1, sizeof(*b->proc));
	if (!p.user || !b->proc) {
		proc_clear(&p);
		return;
	}
	proc_clear(b->proc);
	*b->proc = p;
}

/* Once, and again when it ran: it may have changed its user or cgroup. */
static bool needs_look(const struct live *l, const struct being *b)
{
	if (b->ended || !sample_has(b->now.have, TDACCT_A_PID))
		return false;
	return b->looked < b->changed || b->looked <= l->wanted;
}

void live_look(struct live *l, struct being *b)
{
	const struct procs_wanted w = {
		.root = session_root(l->session),
		.commands = l->wants_commands,
	};

	if (!w.root || !needs_look(l, b))
		return;
	b->looked = l->rows.reading;
	if (l->wants_places && b->now.kind == SAMPLE_PROCESS)
		look_for_place(w.root, b);
	look_at(&w, b);
}

void live_want(struct live *l, bool places, bool commands)
{
	if (l->wants_places == places && l->wants_commands == commands)
		return;
	l->wants_places = places;
	l->wants_commands = commands;
	l->wanted = l->rows.reading;
}

/* ---- one reading -------------------------------------------------------- */

static void measure_interval(struct live *l)
{
	if (!isnan(l->before))
		l->interval = client_between(l->before, l->asked, l->nominal);
	else if (tasks_of(l)->reading > 1)
		l->interval = l->nominal;
}

bool live_read(struct live *l)
{
	bool again = false;
	int err;

	if (l->done)	/* to open a recording again would empty it */
		return false;
	if (l->away && !(again = find_again(l)))
		return false;
	l->note[0] = 0;
	err = read_all(l);
	if (err == -ESTALE && !l->from->record && open_anew(l)) {
		again = true;
		err = read_all(l);
	}
	if (err) {
		fail(l, err);
		return again;
	}
	measure_interval(l);
	client_sleep(&l->session->client, 0);
	return again;
}

/* ---- totals ------------------------------------------------------------- */

/* In an @interval, less @was. */
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
 * @all, which is what all tasks did, less what the tasks did that still live. The
 * list of these was read a moment earlier, so that a little more than what the
 * ended ones did may be left.
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
