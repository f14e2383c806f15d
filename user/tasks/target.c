// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "busy.h"
#include "stop.h"
#include "target.h"

#define LATE_S 1.0		/* so late may the notice of an end be */

/* ---- one reading -------------------------------------------------------- */

/* Its path is kept with it. */
static void take_sample(struct measurement *to, const struct sample *s)
{
	sample_copy(&to->sample, s);
	if (!s->path)
		return;
	snprintf(to->path, sizeof(to->path), "%s", s->path);
	to->sample.path = to->path;
}

/* If --pid was given a thread that leads no process, it says whose that is. */
static void complain(struct client *c, int err, const struct target *t)
{
	struct sample thread;

	if (t->kind == TARGET_THREAD)
		client_complain(c, err, "thread %u", t->number);
	else if (t->kind == TARGET_PROCESS && err == -ESRCH &&
		 !ask_thread(c, t->number, &thread))
		fprintf(stderr, "tdacct: %u is a thread of process %u; use --pid %u or --task %u\n",
			t->number, thread.pid, thread.pid, t->number);
	else if (t->kind == TARGET_PROCESS)
		client_complain(c, err, "process %u", t->number);
	else if (err == -EOPNOTSUPP)
		fprintf(stderr, "tdacct: this kernel has no cgroups, or the loaded module is older than this tool; tdacct doctor tells more\n");
	else if (err == -ESRCH || err == -EAGAIN)
		fprintf(stderr, "tdacct: cgroup %s: nothing ran in it since counting began, or it is gone; see tdacct list --cgroups\n",
			t->name);
	else
		client_complain(c, err, "cgroup %s", t->name);
}

static int read_task(struct client *c, const struct target *t,
		     struct measurement *to)
{
	struct notice n;
	int err = t->kind == TARGET_THREAD ?
		  ask_thread(c, t->number, &n.sample) :
		  t->kind == TARGET_PROCESS ?
		  ask_process(c, t->number, &n.sample) :
		  ask_cgroup(c, t->cgroup, &n);

	if (err)
		complain(c, err, t);
	else
		take_sample(to, &n.sample);
	return err;
}

static void add_cpu(struct measurement *to, const struct cpu_sample *cpu)
{
	/* the module tells of all CPUs that are possible */
	if (!sample_has(cpu->have, TDACCT_A_COUNTS) ||
	    (cpu->state == TDACCT_STATE_OFFLINE && !cpu->cpu_ns))
		return;
	if (!to->nr_cpus++) {
		sample_cpu(&to->sample, cpu);
		to->idle = cpu->idle;
		to->untracked = cpu->untracked;
		return;
	}
	sample_add_cpu(&to->sample, cpu);
	counts_add(&to->idle, &cpu->idle);
	counts_add(&to->untracked, &cpu->untracked);
}

static void complain_nothing(const struct target *t, const struct cpus *cpus)
{
	if (t->kind == TARGET_CPUS)
		fprintf(stderr, "tdacct: nothing was counted on any of the CPUs %s; tdacct doctor tells why\n",
			t->name);
	else if (t->kind == TARGET_SYSTEM || !cpus->nr)
		fprintf(stderr, "tdacct: nothing was counted on any CPU; tdacct doctor tells why\n");
	else
		fprintf(stderr, "tdacct: nothing was counted on CPU %u: it is %s; tdacct doctor tells why\n",
			t->number, state_name(cpus->cpu[0].state));
}

static int take_cpus(const struct target *t, const struct cpus *cpus,
		     struct measurement *to)
{
	for (size_t i = 0; i < cpus->nr; i++)
		if (t->kind == TARGET_SYSTEM ||
		    (t->kind == TARGET_CPU ? cpus->cpu[i].cpu == t->number :
		     ranges_have(t->cpus, cpus->cpu[i].cpu)))
			add_cpu(to, &cpus->cpu[i]);
	to->sample.kind = t->kind == TARGET_CPU ? SAMPLE_CPU :
			  t->kind == TARGET_CPUS ? SAMPLE_CPUS : SAMPLE_SYSTEM;
	if (to->nr_cpus)
		return 0;
	complain_nothing(t, cpus);
	return -ENODATA;
}

static int read_cpus(struct client *c, const struct target *t,
		     struct measurement *to)
{
	bool one = t->kind == TARGET_CPU;
	struct cpus cpus = { 0 };
	int err = ask_cpus(c, one ? (int)t->number : -1, &cpus);

	busy_read(client_root(c), &cpus);
	if (err == -ERANGE)
		fprintf(stderr, "tdacct: there is no CPU %u; see tdacct status\n",
			t->number);
	else if (err)
		client_complain(c, err, one ? "CPU %u" : "all CPUs",
				t->number);
	else
		err = take_cpus(t, &cpus, to);
	cpus_free(&cpus);
	return err;
}

bool target_has_end(const struct target *t)
{
	return t->kind == TARGET_THREAD || t->kind == TARGET_PROCESS ||
	       t->kind == TARGET_CGROUP;
}

/* ---- several together --------------------------------------------------- */

/*
 * Where only the cgroup's own tasks are wanted, leave out the others. Of its own tasks the
 * module tells counts, no times and no numbers.
 */
static void narrow(struct sample *s, const struct target *t)
{
	if (!t->own)
		return;
	s->have &= ~(UINT64_C(1) << TDACCT_A_CPU_NS |
		     UINT64_C(1) << TDACCT_A_LOST_NS |
		     UINT64_C(1) << TDACCT_A_THREADS |
		     UINT64_C(1) << TDACCT_A_EXITED_THREADS);
	s->counts = s->own;
}

static void add(struct measurement *to, const struct sample *more)
{
	struct sample *s = &to->sample;

	if (to->nr++) {
		sample_add(s, more);
		s->threads += more->threads;
		return;
	}
	sample_copy(s, more);
	sample_make_sum(s);
}

/* One of several, or the only one. */
static void take(struct measurement *to, struct sample *s,
		 const struct targets *all, const struct target *t)
{
	narrow(s, t);
	if (all->nr > 1)
		add(to, s);
	else
		take_sample(to, s);
}

int targets_read(const struct targets *t, struct client *c,
		 const struct info *info, struct measurement *to)
{
	int err = 0;

	for (size_t i = 0; !err && i < t->nr; i++) {
		struct measurement one = { .nr_cpus = 0 };

		if (!target_has_end(&t->one[i])) {
			err = read_cpus(c, &t->one[i], to);
			if (!err)
				sample_drop_partial(&to->sample, info);
			continue;
		}
		err = read_task(c, &t->one[i], &one);
		if (err)
			break;
		sample_drop_partial(&one.sample, info);
		take(to, &one.sample, t, &t->one[i]);
	}
	return err;
}

/* ---- interval after interval -------------------------------------------- */

static enum sample_kind kind_of(const struct target *t)
{
	return t->kind == TARGET_THREAD ? SAMPLE_THREAD :
	       t->kind == TARGET_PROCESS ? SAMPLE_PROCESS : SAMPLE_CGROUP;
}

static int open_cpus(struct target_series *s, struct client *c,
		     struct info *info)
{
	static const struct scope nothing;
	int err = tracker_open(&s->tracker, c, info, &nothing);

	if (!err)
		err = read_cpus(c, s->targets->one, &s->cpus);
	s->tracker.asked = c->last.asked;
	return err;
}

int target_series_open(struct target_series *s, const struct targets *t,
		       struct client *c, struct info *info)
{
	uint32_t kind = SAMPLE_MASK(kind_of(t->one));
	const struct scope scope = {
		.kinds = kind, .ends = kind, .by = kind_of(t->one),
		.only = &s->ids, .until_end = true, .known_only = true,
		.late_s = LATE_S, .late_end_s = LATE_S,
	};
	int err = 0;

	memset(s, 0, sizeof(*s));
	s->targets = t;
	if (!target_has_end(t->one))
		return open_cpus(s, c, info);
	for (size_t i = 0; !err && i < t->nr; i++)
		err = ids_add(&s->ids, t->one[i].kind == TARGET_CGROUP ?
			      t->one[i].cgroup : t->one[i].number);
	if (!err)
		err = tracker_open(&s->tracker, c, info, &scope);
	if (err)
		fprintf(stderr, err == -ENOSPC ?
			"tdacct: there are too many cgroups in this list\n" :
			"tdacct: no memory for the readings\n");
	for (size_t i = 0; !err && i < t->nr; i++) {
		struct measurement first = { .nr_cpus = 0 };

		err = read_task(c, &t->one[i], &first);
		if (!err)
			err = tracker_put(&s->tracker, i, &first.sample);
	}
	return err;
}

/* A CPU's own clock tells how long it was counted on; ours does of the rest. */
static int next_cpus(struct target_series *s, double seconds,
		     struct measurement *to)
{
	struct tracker *t = &s->tracker;
	struct measurement now = { .nr_cpus = 0 };
	int err = read_cpus(t->client, s->targets->one, &now);

	if (err)
		return err;
	*to = now;
	sample_since(&to->sample, &s->cpus.sample);
	counts_sub(&to->idle, &s->cpus.idle);
	counts_sub(&to->untracked, &s->cpus.untracked);
	s->cpus = now;
	to->interval = client_between(t->asked, t->client->last.asked, seconds);
	t->asked = t->client->last.asked;
	if (to->sample.kind == SAMPLE_CPU && to->sample.cpu_ns)
		to->interval = (double)to->sample.cpu_ns / 1e9;
	return 0;
}

/* "thread 12" */
static const char *name_of(char *to, size_t size, const struct target *t)
{
	if (t->kind == TARGET_CGROUP)
		snprintf(to, size, "cgroup %s", t->name);
	else
		snprintf(to, size, "%s %u", t->kind == TARGET_THREAD ?
			 "thread" : "process", t->number);
	return to;
}

static void say_lost(const struct tracker *t, size_t i,
		     const struct target *target)
{
	char who[CGROUP_PATH_SIZE];

	fprintf(stderr, "tdacct: %s ended between the two readings%s; what it did in the interval is not known%s%s\n",
		name_of(who, sizeof(who), target),
		t->only[i].err == -EPERM ? ", or may not be read any more" : "",
		*t->not_told ? ", for final counts are not told: " : "",
		t->not_told);
}

/* Adds what one of them did, if that is known. */
static void take_one(struct target_series *s, size_t i, bool was_over,
		     struct measurement *to)
{
	struct tracker *t = &s->tracker;
	const struct tracked *c = &t->only[i];
	const struct task_entry *e = tracker_only(t, i);
	struct sample did;

	if (was_over)
		return;
	if (c->lost)
		say_lost(t, i, &s->targets->one[i]);
	to->unsure |= c->unsure && (!c->lost || t->nr_only > 1);
	if (c->lost || !e)
		return;
	task_table_shown(&t->table[t->scope.by], e, true, &did);
	if (c->over && !c->unsure)
		did.flags |= TDACCT_TASK_DEAD;
	take(to, &did, s->targets, &s->targets->one[i]);
}

static int take_all(struct target_series *s, const bool *was_over,
		    struct measurement *to)
{
	const struct tracker *t = &s->tracker;
	bool any = false;

	for (size_t i = 0; i < t->nr_only; i++) {
		take_one(s, i, was_over[i], to);
		to->nr_ended += t->only[i].over;
		any |= !was_over[i] && !t->only[i].lost;
	}
	if (!any)
		return -ESRCH;
	to->ended = !tracker_goes_on(t);
	to->interval = t->interval;
	return 0;
}

int target_series_next(struct target_series *s, double seconds,
		       struct stop *stop, struct measurement *to)
{
	struct tracker *t = &s->tracker;
	char who[CGROUP_PATH_SIZE];
	bool was_over[IDS_MAX];
	int err;

	for (size_t i = 0; i < t->nr_only; i++)
		was_over[i] = t->only[i].over;
	err = tracker_wait(t, seconds, stop);
	if (err < 0)
		return err;
	if (!t->nr_only)
		return next_cpus(s, t->nominal, to);
	err = tracker_read(t, stop);
	for (size_t i = 0; err && i < t->nr_only; i++)
		if (t->only[i].number == t->reads_number)
			client_complain(t->client, err,
					"the second reading of %s",
					name_of(who, sizeof(who),
						&s->targets->one[i]));
	return err ? err : take_all(s, was_over, to);
}

void target_series_close(struct target_series *s)
{
	tracker_close(&s->tracker);
}
