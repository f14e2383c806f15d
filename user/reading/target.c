// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "busy.h"
#include "session.h"
#include "target.h"

static int read_task(struct session *s, const struct target *t,
		     struct reading *to)
{
	int err = ask_thread(&s->client, t->number, &to->sample);

	if (err)
		client_complain(&s->client, err, "thread %u", t->number);
	return err;
}

/* Where --pid was given a thread that leads no process, say whose it is. */
static int read_process(struct session *s, const struct target *t,
			struct reading *to)
{
	int err = ask_process(&s->client, t->number, &to->sample);
	struct sample thread;

	if (!err)
		return 0;
	if (err == -ESRCH &&
	    !ask_thread(&s->client, t->number, &thread)) {
		fprintf(stderr, "tdacct: %u is a thread of process %u; use --pid %u or --task %u\n",
			t->number, thread.pid, thread.pid, t->number);
		return err;
	}
	client_complain(&s->client, err, "process %u", t->number);
	return err;
}

/* The module tells of all CPUs that are possible. */
static bool was_never_online(const struct cpu_sample *cpu)
{
	return cpu->state == TDACCT_STATE_OFFLINE && !cpu->cpu_ns;
}

static void add_cpu(struct reading *to, const struct cpu_sample *cpu)
{
	if (!sample_has(cpu->have, TDACCT_A_COUNTS) || was_never_online(cpu))
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

static bool is_wanted(const struct target *t, uint32_t cpu)
{
	switch (t->kind) {
	case TARGET_CPU:
		return cpu == t->number;
	case TARGET_CPUS:
		return ranges_have(t->cpus, cpu);
	default:
		return true;
	}
}

static enum sample_kind kind_of(const struct target *t)
{
	return t->kind == TARGET_CPU ? SAMPLE_CPU :
	       t->kind == TARGET_CPUS ? SAMPLE_CPUS : SAMPLE_SYSTEM;
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
		     struct reading *to)
{
	memset(to, 0, sizeof(*to));
	for (size_t i = 0; i < cpus->nr; i++)
		if (is_wanted(t, cpus->cpu[i].cpu))
			add_cpu(to, &cpus->cpu[i]);
	to->sample.kind = kind_of(t);
	if (to->nr_cpus)
		return 0;
	complain_nothing(t, cpus);
	return -ENODATA;
}

static int read_cpus(struct session *s, const struct target *t,
		     struct reading *to)
{
	bool one = t->kind == TARGET_CPU;
	struct cpus cpus = { 0 };
	int err = ask_cpus(&s->client, one ? (int)t->number : -1, &cpus);

	busy_read(session_root(s), &cpus);
	if (err == -ERANGE)
		fprintf(stderr, "tdacct: there is no CPU %u; see tdacct status\n",
			t->number);
	else if (err)
		client_complain(&s->client, err, one ? "CPU %u" : "all CPUs",
				t->number);
	else
		err = take_cpus(t, &cpus, to);
	cpus_free(&cpus);
	return err;
}

static int ask_cgroup_of(struct session *s, const struct target *t,
			 struct reading *to)
{
	struct notice n;
	int err = ask_cgroup(&s->client, t->cgroup, &n);

	if (err)
		return err;
	to->sample = n.sample;
	memcpy(to->path, n.path, sizeof(to->path));
	to->sample.path = to->path;
	return 0;
}

static int read_cgroup(struct session *s, const struct target *t,
		       struct reading *to)
{
	int err = ask_cgroup_of(s, t, to);

	if (err == -EOPNOTSUPP)
		fprintf(stderr, "tdacct: this kernel has no cgroups, or the loaded module is older than this tool; tdacct doctor tells more\n");
	else if (err == -ESRCH || err == -EAGAIN)
		fprintf(stderr, "tdacct: cgroup %s: nothing ran in it since counting began, or it is gone; see tdacct list --cgroups\n",
			t->name);
	else if (err)
		client_complain(&s->client, err, "cgroup %s", t->name);
	return err;
}

int target_read(struct session *s, const struct target *t, struct reading *to)
{
	switch (t->kind) {
	case TARGET_THREAD:
		return read_task(s, t, to);
	case TARGET_PROCESS:
		return read_process(s, t, to);
	case TARGET_CGROUP:
		return read_cgroup(s, t, to);
	default:
		return read_cpus(s, t, to);
	}
}

int target_read_again(struct session *s, const struct target *t,
		      struct reading *to)
{
	switch (t->kind) {
	case TARGET_THREAD:
		return ask_thread(&s->client, t->number, &to->sample);
	case TARGET_PROCESS:
		return ask_process(&s->client, t->number, &to->sample);
	case TARGET_CGROUP:
		return ask_cgroup_of(s, t, to);
	default:
		return read_cpus(s, t, to);
	}
}

bool target_has_end(const struct target *t)
{
	return t->kind == TARGET_THREAD || t->kind == TARGET_PROCESS ||
	       t->kind == TARGET_CGROUP;
}

const char *target_name(char *to, size_t size, const struct target *t)
{
	if (t->kind == TARGET_CGROUP)
		snprintf(to, size, "cgroup %s", t->name);
	else
		snprintf(to, size, "%s %u", t->kind == TARGET_THREAD ?
			 "thread" : "process", t->number);
	return to;
}

/* Of its own tasks the module tells counts, no times and no numbers. */
void target_narrow(struct sample *s, const struct target *t)
{
	if (!t->own)
		return;
	s->have &= ~(UINT64_C(1) << TDACCT_A_CPU_NS |
		     UINT64_C(1) << TDACCT_A_LOST_NS |
		     UINT64_C(1) << TDACCT_A_THREADS |
		     UINT64_C(1) << TDACCT_A_EXITED_THREADS);
	s->counts = s->own;
}

/* A reading's sample points into it. */
void reading_copy(struct reading *to, const struct reading *from)
{
	*to = *from;
	if (from->sample.path)
		to->sample.path = to->path;
}

/* What names one of them names none of the others. */
static void name_sum(struct sample *s, const struct target *t)
{
	s->kind = t->kind == TARGET_THREAD ? SAMPLE_THREADS :
		  t->kind == TARGET_PROCESS ? SAMPLE_PROCESSES : SAMPLE_CGROUPS;
	s->id = s->cgroup = 0;
	s->tid = s->pid = 0;
	s->path = NULL;
	memset(s->comm, 0, sizeof(s->comm));
}

void reading_add(struct reading *to, const struct reading *more,
		 const struct target *t)
{
	struct sample *s = &to->sample;

	if (to->nr++) {
		sample_add(s, &more->sample);
		s->threads += more->sample.threads;
	} else {
		*s = more->sample;
		name_sum(s, t);
	}
	to->unsure |= more->unsure;
}

int targets_read(struct session *s, const struct targets *t,
		 struct reading *to)
{
	for (size_t i = 0; i < t->nr; i++) {
		struct reading one = { .nr_cpus = 0 };
		int err = target_read(s, &t->one[i], &one);

		if (err)
			return err;
		session_drop_partial(s, &one.sample);
		target_narrow(&one.sample, &t->one[i]);
		if (t->nr == 1)
			reading_copy(to, &one);
		else
			reading_add(to, &one, &t->one[i]);
	}
	return 0;
}
