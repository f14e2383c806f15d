// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history/frames.h"
#include "kernel/ask.h"
#include "tasks/busy.h"
#include "live.h"

/* ---- open, choose, close ------------------------------------------------ */

static void forget(struct live *l)
{
	tracker_close(&l->tracker);
	snapshot_free(&l->places);
	memset(&l->now, 0, sizeof(l->now));
	l->interval = 0;
	l->wanted = 0;
}

static const enum sample_kind kinds[] = {
	[LIVE_PROCESSES] = SAMPLE_PROCESS, [LIVE_THREADS] = SAMPLE_THREAD,
	[LIVE_CGROUPS] = SAMPLE_CGROUP, [LIVE_CPUS] = SAMPLE_CPU,
	[LIVE_ALL] = SAMPLE_PROCESS,
};

static void begin(struct live *l)
{
	uint32_t cgroups = l->what == LIVE_CGROUPS || l->what == LIVE_ALL ?
			   SAMPLE_MASK(SAMPLE_CGROUP) : 0;
	uint32_t tasks = SAMPLE_MASK(l->what == LIVE_THREADS ? SAMPLE_THREAD :
							      SAMPLE_PROCESS);
	const struct scope scope = {
		.kinds = tasks | cgroups, .ends = tasks | cgroups,
		.changed = true, .lacks_cgroups = l->what == LIVE_ALL,
	};

	forget(l);
	l->session->client.follows = true;
	l->rows = &l->tracker.table[kinds[l->what]];
	if (l->played)
		return;
	if (tracker_open(&l->tracker, &l->session->client, &l->session->info,
			 &scope))
		snprintf(l->note, sizeof(l->note), "no memory");
}

void live_open(struct live *l, struct session *s, const struct source *from,
	       enum live_what what)
{
	memset(l, 0, sizeof(*l));
	l->session = s;
	l->from = from;
	l->what = what;
	l->by = 1;
	l->played = what != LIVE_ALL && from->replay && frames_is(from->replay);
	begin(l);
	if (l->played && player_open(&l->player, from->replay, &s->info))
		snprintf(l->note, sizeof(l->note), "the recording cannot be read");
}

void live_choose(struct live *l, enum live_what what)
{
	l->what = what;
	l->done = false;
	begin(l);
}

void live_close(struct live *l)
{
	player_close(&l->player);
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

/* Says what is done about it, and which command knows more. */
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

	if (replayed && err == -ENOENT && l->rows->reading)
		snprintf(l->note, sizeof(l->note),
			 "the recording has no more");
	else
		snprintf(l->note, sizeof(l->note), "%.190s%s", reason(l, err),
			 replayed ? "" : recorded ?
			 "; the recording ends here" : hope(err));
	l->done = replayed || recorded;
	l->away = !l->done;
}

/* The id is made up, and so is the name. */
static int take_cpus(struct live *l, const struct cpus *cpus)
{
	struct snapshot read = { .nr = 0 };
	int err = 0;

	for (size_t i = 0; !err && i < cpus->nr; i++) {
		const struct cpu_sample *cpu = &cpus->cpu[i];
		bool counts = cpu->state == TDACCT_STATE_COUNTING;
		struct sample s;

		sample_cpu(&s, cpu);
		s.id = (uint64_t)cpu->cpu + 1;
		snprintf(s.comm, sizeof(s.comm), "CPU %u%s%s", cpu->cpu,
			 counts ? "" : " ", counts ? "" :
			 state_name(cpu->state));
		err = snapshot_add(&read, &s);
	}
	if (!err)
		err = snapshot_sort(&read);
	if (!err)
		err = task_table_take(l->rows, &read);
	if (!err)
		err = task_table_end_others(l->rows);
	snapshot_free(&read);
	return err;
}

/* How many CPUs do not count, and why the first of them does not. */
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
		snprintf(l->note, sizeof(l->note), "%zu of %zu CPUs do not count, see tdacct doctor: CPU %u is %s%s%.150s",
			 nr, cpus->nr, first->cpu, state_name(first->state),
			 *first->reason ? ": " : "", first->reason);
}

/* Keeps the sum of all CPUs; differences need the same number of them. */
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

static double played_busy(const struct live *l)
{
	const struct snapshot *cpus = &l->player.now.table[READING_CPUS];
	struct busy all = { .known = cpus->nr };

	for (size_t i = 0; i < cpus->nr; i++) {
		const struct busy *b = &snapshot_at(cpus, i)->busy;

		all.known &= b->known;
		all.ns += b->ns;
		all.all_ns += b->all_ns;
	}
	return busy_share(&all);
}

double live_busy(const struct live *l, bool interval)
{
	struct sample all = l->busy_now;

	if (l->played)
		return played_busy(l);
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

/* Without permission to read CPUs, the rest is shown. */
static int read_machine(struct live *l)
{
	struct session *s = l->session;
	int err = ask_state(&s->client, &s->info);

	if (err < 0)
		return err;
	if (s->info.state != TDACCT_STATE_COUNTING)
		snprintf(l->note, sizeof(l->note), "nothing is counted now: %s; tdacct doctor tells why",
			 state_name(s->info.state));
	if (l->what == LIVE_CPUS)
		return read_cpus(l);
	if (l->what != LIVE_ALL &&
	    (client_is_live(&s->client) ||
	     s->info.state != TDACCT_STATE_COUNTING))
		read_cpus(l);
	return 0;
}

static int read_all(struct live *l)
{
	int err;

	tracker_begin(&l->tracker);
	l->tracker.nominal = l->nominal;
	err = read_machine(l);
	if (!err)
		err = tracker_read(&l->tracker, NULL);
	if (err)
		return err;
	if (l->wants_places && l->what != LIVE_ALL)
		ask_cgroups(&l->session->client, &l->places);
	l->was = l->now;
	if (ask_totals(&l->session->client, &l->now))
		memset(&l->now, 0, sizeof(l->now));
	tracker_receive(&l->tracker);
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

static void look_at(const struct procs_wanted *w, uint32_t pid,
		    struct task_look *look)
{
	struct proc p = { .pid = pid };

	if (!proc_read(&p, w) && !look->proc)
		look->proc = calloc(1, sizeof(*look->proc));
	if (!p.user || !look->proc) {
		proc_clear(&p);
		return;
	}
	proc_clear(look->proc);
	*look->proc = p;
}

/* Once, and again when it ran: it may have changed its user or cgroup. */
void live_look(struct live *l, struct task_entry *e)
{
	const struct procs_wanted w = {
		.root = session_root(l->session),
		.commands = l->wants_commands,
	};
	struct sample *s = task_table_total(l->rows, e);
	struct task_look *look;
	char *path;

	if (!w.root || e->ended || !sample_has(s->have, TDACCT_A_PID))
		return;
	look = task_table_look(l->rows, e);
	if (!look || (look->looked >= e->read && look->looked > l->wanted))
		return;
	look->looked = l->rows->reading;
	path = l->wants_places && s->kind == SAMPLE_PROCESS ?
	       cgroup_of(w.root, s->pid) : NULL;
	if (path) {
		free((char *)s->path);
		s->path = path;
	}
	look_at(&w, s->pid, look);
}

void live_want(struct live *l, bool places, bool commands)
{
	if (l->wants_places == places && l->wants_commands == commands)
		return;
	l->wants_places = places;
	l->wants_commands = commands;
	l->wanted = l->rows->reading;
}

/* ---- a recording of readings --------------------------------------------- */

bool live_step(struct live *l, int by)
{
	l->by = by;
	return l->played;
}

bool live_go(struct live *l, uint64_t ns)
{
	l->go_ns = ns;
	return l->played;
}

int live_span(const struct live *l, uint64_t *from_ns, uint64_t *to_ns)
{
	*from_ns = UINT64_MAX;
	*to_ns = 0;
	return recorded_span(l->from->replay, from_ns, to_ns);
}

static int go(struct live *l)
{
	struct player *p = &l->player;
	int found = l->go_ns ? player_go(p, l->go_ns) :
		    l->by || !p->there ? player_step(p, l->by < 0 ? -1 : 1) : 1;

	if (!found)
		snprintf(l->note, sizeof(l->note), l->by < 0 ?
			 "the recording begins here" : "the recording has no more");
	l->go_ns = 0;
	l->by = 1;
	return found < 0 ? found : 0;
}

static void say_reading(struct live *l)
{
	const struct reading *r = &l->player.now;

	if (*r->gap)
		snprintf(l->note, sizeof(l->note), "nothing was counted: %s", r->gap);
	else if (r->flags & READING_MISSED && !*l->note)
		snprintf(l->note, sizeof(l->note), "threads that ended may be missing");
}

static void play(struct live *l)
{
	struct player *p = &l->player;
	int err;

	l->note[0] = 0;
	err = go(l);
	if (!err)
		err = player_rows(p, kinds[l->what], l->rows);
	snapshot_free(&l->places);
	for (size_t i = 0; !err && i < p->now.table[READING_CGROUPS].nr; i++)
		err = snapshot_add(&l->places,
				   snapshot_at(&p->now.table[READING_CGROUPS], i));
	if (!err)
		err = snapshot_sort(&l->places);
	l->interval = (double)p->now.interval_ns / 1e9;
	if (err)
		snprintf(l->note, sizeof(l->note), "%s", strerror(-err));
	else
		say_reading(l);
}

/* ---- one reading -------------------------------------------------------- */

bool live_read(struct live *l)
{
	bool again = false;
	struct session probe;
	int err;

	if (l->played) {
		play(l);
		return false;
	}
	if (l->done)	/* to open a recording again would empty it */
		return false;
	if (l->away) {	/* until it is back the session and its model stay */
		if (session_open_plain(&probe, l->from))
			return false;
		session_close(&probe);
		again = open_anew(l);
		if (!again)
			return false;
	}
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
	l->interval = l->tracker.interval;
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
 * What all tasks did, these being @all with records and @exited without, less what
 * the tasks did that still live. The list of these was read a moment earlier, so that a
 * little more than what the ended ones did may be left: where none ended, it is nothing.
 */
static double ended(const struct live *l, double all, double exited,
		    bool interval)
{
	/* tasks are the rows, or processes are read besides them */
	const struct task_table *t =
		&l->tracker.table[l->what == LIVE_THREADS ? SAMPLE_THREAD :
							    SAMPLE_PROCESS];
	int index = count_index(&l->session->info, "slots");
	bool had_end = exited != 0 || !l->tracker.subscription;
	double there = 0;

	if (isnan(all + exited))
		return exited;
	all += exited;

	for (size_t i = 0; i < t->nr; i++) {
		const struct task_entry *e = &t->entry[i];

		had_end |= e->told && e->ended == t->reading;
		if (e->ended || (interval && !task_table_is_fresh(t, e)))
			continue;
		there += (double)(int64_t)
			(interval && t->reading > 1 ? task_table_delta(t, e) :
			 task_table_total(t, e))->counts.value[index];
	}
	if (!had_end)
		return exited;
	return there < all ? all - there : 0;
}

/* @dead: of threads, those that ended or those that did not. */
static double sum(const struct live *l, enum reading_table table, bool dead)
{
	const struct snapshot *rows = &l->player.now.table[table];
	double all = 0;

	for (size_t i = 0; i < rows->nr; i++) {
		const struct sample *s = snapshot_at(rows, i);

		if (table != READING_THREADS ||
		    !!(s->flags & TDACCT_TASK_DEAD) == dead)
			all += slots(l, false, &s->counts, NULL);
	}
	return all;
}

static void played_balance(const struct live *l, struct live_slots *to)
{
	bool known = !(l->player.now.flags & READING_NO_TOTALS);

	to->live = sum(l, READING_THREADS, false);
	to->ended = known ? sum(l, READING_THREADS, true) +
			    sum(l, READING_EXITED, false) : NAN;
	to->idle = sum(l, READING_IDLE, false);
	to->untracked = sum(l, READING_UNTRACKED, false);
	to->cpus = sum(l, READING_CPUS, false);
}

void live_balance(const struct live *l, bool interval, struct live_slots *to)
{
	const struct totals *now = &l->now;
	const struct totals *was = &l->was;
	double exited;

	if (l->played) {
		played_balance(l, to);
		return;
	}
	to->live = slots(l, interval, &now->live, &was->live);
	exited = slots(l, interval, &now->exited, &was->exited);
	to->idle = slots(l, interval, &now->idle, &was->idle);
	to->untracked = slots(l, interval, &now->untracked, &was->untracked);
	to->cpus = (slots(l, interval, &now->before, &was->before) +
		    slots(l, interval, &now->after, &was->after)) / 2;
	to->ended = ended(l, to->live, exited, interval);
	to->live += exited - to->ended;
}
