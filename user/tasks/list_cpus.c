// SPDX-License-Identifier: GPL-2.0
/* A list of CPUs, and of the cores or sockets that they are part of. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "busy.h"
#include "list.h"
#include "list_private.h"
#include "topology.h"

static void name_cpu(struct sample *s)
{
	s->id = s->cpu;
	snprintf(s->comm, sizeof(s->comm), "CPU %u", s->cpu);
}

static int add_cpu(const struct list_query *q, const struct cpu_sample *cpu,
		   struct snapshot *to)
{
	struct sample s;

	if (!sample_has(cpu->have, TDACCT_A_COUNTS) ||
	    (q->only.nr && !ranges_have(&q->only, cpu->cpu)))
		return 0;
	sample_cpu(&s, cpu);
	s.idle = cpu->idle;
	name_cpu(&s);
	return snapshot_add(to, &s);
}

int list_read_cpus(struct client *c, const struct list_query *q,
		   struct snapshot *to)
{
	struct cpus cpus = { .nr = 0 };
	int err = ask_cpus(c, -1, &cpus);

	busy_read(client_root(c), &cpus);
	if (err)
		client_complain(c, err, "all CPUs");
	for (size_t i = 0; !err && i < cpus.nr; i++)
		err = add_cpu(q, &cpus.cpu[i], to);
	if (!err)
		err = snapshot_sort(to);
	cpus_free(&cpus);
	if (err || !q->only.nr || to->nr)
		return err;
	fprintf(stderr, "tdacct: none of these CPUs exists; see tdacct status\n");
	return -ERANGE;
}

/* The sum of its CPUs; what one of them lacks it lacks. */
static int add_to_group(struct snapshot *to, const struct sample *cpu)
{
	for (size_t i = 0; i < to->nr; i++) {
		struct sample *s = snapshot_at(to, i);

		if (s->id != cpu->id)
			continue;
		sample_add(s, cpu);
		return 0;
	}
	return snapshot_add(to, cpu);
}

static void name_core(struct sample *s, const struct topology *t)
{
	s->kind = SAMPLE_CORE;
	s->id = (uint64_t)t->socket << 48 | (uint64_t)t->die << 32 | t->core;
	snprintf(s->comm, sizeof(s->comm), "S%u-D%u-C%u", t->socket, t->die,
		 t->core);
}

static void name_socket(struct sample *s, const struct topology *t)
{
	s->kind = SAMPLE_SOCKET;
	s->id = t->socket;
	snprintf(s->comm, sizeof(s->comm), "S%u", t->socket);
}

/* The kernel tells no topology of a CPU that is not online. */
static bool is_offline(const struct sample *cpu, const char *root, int err)
{
	return err == -ENOENT &&
	       (cpu->state == TDACCT_STATE_OFFLINE || !*root);
}

static void name_offline(struct sample *s)
{
	s->kind = SAMPLE_CPUS;
	s->id = UINT64_MAX;
	snprintf(s->comm, sizeof(s->comm), "offline");
}

/* Which core or socket it is part of. */
static int place_cpu(struct sample *s, const struct client *c,
		     const struct list_query *q)
{
	const char *root = client_root(c);
	struct topology t;
	int err = root ? topology_read(&t, root, s->cpu) : -ENODATA;

	if (!err && q->cpus == LIST_CORES) {
		name_core(s, &t);
	} else if (!err) {
		name_socket(s, &t);
	} else if (root && is_offline(s, root, err)) {
		name_offline(s);
		err = 0;
	} else {
		fprintf(stderr, "tdacct: it is not known which core and socket CPU %u is in: %s\n",
			s->cpu, root ? strerror(-err) :
			"a recording does not tell; TDACCT_ROOT may name a copy of that machine's /sys");
	}
	return err;
}

/* Such as were never online, and those that were not in an interval. */
static bool is_absent(const struct sample *cpu)
{
	return cpu->state == TDACCT_STATE_OFFLINE && !cpu->cpu_ns;
}

/*
 * CPUs become cores or sockets after all differences were taken: one that comes
 * or goes within an interval changes its place.
 */
int list_group_cpus(const struct client *c, const struct list_query *q,
		    struct list *l)
{
	struct snapshot groups = { .nr = 0 };
	int err = 0;

	if (q->cpus != LIST_CORES && q->cpus != LIST_SOCKETS)
		return 0;
	for (size_t i = 0; !err && i < l->cpus.nr; i++) {
		struct sample cpu = *snapshot_at(&l->cpus, i);

		if (is_absent(&cpu))
			continue;
		err = place_cpu(&cpu, c, q);
		if (!err)
			err = add_to_group(&groups, &cpu);
	}
	if (!err)
		err = snapshot_sort(&groups);
	snapshot_free(&l->cpus);
	l->cpus = groups;
	return err;
}
