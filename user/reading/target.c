// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
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

static void add_cpu(struct reading *to, const struct cpu_sample *cpu)
{
	if (!sample_has(cpu->have, TDACCT_A_COUNTS))
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

static int take_cpus(const struct target *t, const struct cpus *cpus,
		     struct reading *to)
{
	memset(to, 0, sizeof(*to));
	for (size_t i = 0; i < cpus->nr; i++)
		if (t->kind == TARGET_SYSTEM || cpus->cpu[i].cpu == t->number)
			add_cpu(to, &cpus->cpu[i]);
	to->sample.kind = t->kind == TARGET_CPU ? SAMPLE_CPU : SAMPLE_SYSTEM;
	if (to->nr_cpus)
		return 0;
	if (t->kind == TARGET_SYSTEM || !cpus->nr)
		fprintf(stderr, "tdacct: nothing was counted on any CPU; tdacct doctor tells why\n");
	else
		fprintf(stderr, "tdacct: nothing was counted on CPU %u: it is %s; tdacct doctor tells why\n",
			t->number, state_name(cpus->cpu[0].state));
	return -ENODATA;
}

static int read_cpus(struct session *s, const struct target *t,
		     struct reading *to)
{
	bool one = t->kind == TARGET_CPU;
	struct cpus cpus = { 0 };
	int err = ask_cpus(&s->client, one ? (int)t->number : -1, &cpus);

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

static int read_target(struct session *s, const struct target *t,
		       struct reading *to)
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

/* Again, without a word when it is gone. */
static int read_again(struct session *s, const struct target *t,
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

/* "thread 12" */
static const char *name(char *to, size_t size, const struct target *t)
{
	if (t->kind == TARGET_CGROUP)
		snprintf(to, size, "cgroup %s", t->name);
	else
		snprintf(to, size, "%s %u", t->kind == TARGET_THREAD ?
			 "thread" : "process", t->number);
	return to;
}

static int gone(const struct target *t)
{
	char who[CGROUP_PATH_SIZE];

	fprintf(stderr, "tdacct: %s ended between the two readings; what it did in the interval is not known\n",
		name(who, sizeof(who), t));
	return -ESRCH;
}

/* A CPU's own clock tells how long it was counted on; ours does of the rest. */
static double measure(const struct session *s, const struct target *t,
		      const struct reading *to, double asked, double interval)
{
	if (t->kind == TARGET_CPU && to->sample.cpu_ns)
		return (double)to->sample.cpu_ns / 1e9;
	return client_between(asked, s->client.last.asked, interval);
}

/* The difference of two readings; whoever took over the number is another. */
static int read_interval(struct session *s, const struct target *t,
			 double interval, struct reading *to)
{
	struct reading from = { .nr_cpus = 0 };
	bool ends = t->kind != TARGET_CPU && t->kind != TARGET_SYSTEM;
	char who[CGROUP_PATH_SIZE];
	int err = read_target(s, t, &from);
	double asked = s->client.last.asked;

	if (err)
		return err;
	client_sleep(&s->client, interval);
	err = read_again(s, t, to);
	if (ends && (err == -ESRCH || (!err &&
				       to->sample.id != from.sample.id)))
		return gone(t);
	if (err && ends)
		client_complain(&s->client, err, "the second reading of %s",
				name(who, sizeof(who), t));
	if (err)
		return err;
	sample_since(&to->sample, &from.sample);
	counts_sub(&to->idle, &from.idle);
	counts_sub(&to->untracked, &from.untracked);
	to->interval = measure(s, t, to, asked, interval);
	return 0;
}

/* Of its own tasks the module tells counts, no times and no numbers. */
static void narrow(struct sample *s)
{
	s->have &= ~(UINT64_C(1) << TDACCT_A_CPU_NS |
		     UINT64_C(1) << TDACCT_A_LOST_NS |
		     UINT64_C(1) << TDACCT_A_THREADS |
		     UINT64_C(1) << TDACCT_A_EXITED_THREADS);
	s->counts = s->own;
}

int target_read(struct session *s, const struct target *t, double interval,
		struct reading *to)
{
	int err = interval ? read_interval(s, t, interval, to) :
			     read_target(s, t, to);

	if (!err && t->own)
		narrow(&to->sample);
	return err;
}
