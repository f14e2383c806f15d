// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "busy.h"
#include "list.h"

#define LATE_S 0.1		/* so late may the notice of an end be, */
#define LATE_END_S 1.0		/* and so late that of the last one */

void list_free(struct list *l)
{
	snapshot_free(&l->processes);
	snapshot_free(&l->threads);
	snapshot_free(&l->cgroups);
	snapshot_free(&l->cpus);
	snapshot_free(&l->ended);
	snapshot_free(&l->others);
	free(l->stray);
}

/* ---- what is asked for -------------------------------------------------- */

static enum sample_kind kind_of(const struct list_query *q)
{
	return q->cgroups ? SAMPLE_CGROUP :
	       q->threads ? SAMPLE_THREAD : SAMPLE_PROCESS;
}

static const char *name_of(const struct list_query *q)
{
	return q->cgroups ? "cgroups" : q->threads ? "threads" : "processes";
}

static struct snapshot *listed(const struct list_query *q, struct list *l)
{
	return q->cgroups ? &l->cgroups :
	       q->threads ? &l->threads : &l->processes;
}

static bool is_choice(const struct list_query *q)
{
	return q->pids.nr || q->tids.nr;
}

static bool is_of_all_tasks(const struct list_query *q)
{
	return !q->cgroups && !q->cpus && !is_choice(q) && !q->since &&
	       !q->part;
}

/* ---- what is wrong ------------------------------------------------------ */

/* @number: of a thread or process, where some are chosen. */
static int end_reading(const struct client *c, const struct list_query *q,
		       int err, bool interrupted, uint64_t number)
{
	if (err && is_choice(q))
		client_complain(c, err, q->tids.nr ? "thread %u" :
				"process %u", (unsigned int)number);
	else if (err)
		client_complain(c, err, "%s", name_of(q));
	else if (interrupted)
		fprintf(stderr, "tdacct: %s came and went while the list was read; some may be missing\n",
			name_of(q));
	return err;
}

static void say_no_totals(void)
{
	static bool said;

	if (!said)
		fprintf(stderr, "tdacct: the system's totals cannot be read: the list lacks the rows for ended tasks, idle and untracked\n");
	said = true;
}

/* ---- CPUs ---------------------------------------------------------------- */

static int add_cpu(const struct list_query *q, const struct cpu_sample *cpu,
		   struct snapshot *to)
{
	struct sample s;

	if (!sample_has(cpu->have, TDACCT_A_COUNTS) ||
	    (q->only.nr && !ranges_have(&q->only, cpu->cpu)))
		return 0;
	sample_cpu(&s, cpu);
	s.idle = cpu->idle;
	s.id = s.cpu;
	snprintf(s.comm, sizeof(s.comm), "CPU %u", s.cpu);
	return snapshot_add(to, &s);
}

static int read_cpus(struct client *c, const struct list_query *q,
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

struct topology {
	uint32_t socket;
	uint32_t die;
	uint32_t core;
};

/* -1 is what kernels write where a machine has none of these, or tells of none. */
static int read_number(uint32_t *to, const char *root, uint32_t cpu,
		       const char *name)
{
	char path[512];
	FILE *f;
	int number, err = 0;

	snprintf(path, sizeof(path),
		 "%s/sys/devices/system/cpu/cpu%u/topology/%s", root, cpu,
		 name);
	f = fopen(path, "re");
	if (!f)
		return -errno;
	if (fscanf(f, "%d", &number) != 1)
		err = -EINVAL;
	else
		*to = number < 0 ? 0 : (uint32_t)number;
	fclose(f);
	return err;
}

/* Old kernels know no dies. */
static int read_topology(struct topology *to, const char *root, uint32_t cpu)
{
	int err = read_number(&to->socket, root, cpu, "physical_package_id");

	if (!err)
		err = read_number(&to->core, root, cpu, "core_id");
	if (err || read_number(&to->die, root, cpu, "die_id"))
		to->die = 0;
	return err;
}

/*
 * Names the core or socket that a CPU is part of. The kernel tells no topology of a CPU
 * that is not online.
 */
static int place_cpu(struct sample *s, const struct client *c,
		     const struct list_query *q)
{
	const char *root = client_root(c);
	struct topology t;
	int err = root ? read_topology(&t, root, s->cpu) : -ENODATA;

	if (!err && q->cpus == LIST_CORES) {
		s->kind = SAMPLE_CORE;
		s->id = (uint64_t)t.socket << 48 | (uint64_t)t.die << 32 |
			t.core;
		snprintf(s->comm, sizeof(s->comm), "S%u-D%u-C%u", t.socket,
			 t.die, t.core);
	} else if (!err) {
		s->kind = SAMPLE_SOCKET;
		s->id = t.socket;
		snprintf(s->comm, sizeof(s->comm), "S%u", t.socket);
	} else if (root && err == -ENOENT &&
		   (s->state == TDACCT_STATE_OFFLINE || !*root)) {
		s->kind = SAMPLE_CPUS;
		s->id = UINT64_MAX;
		snprintf(s->comm, sizeof(s->comm), "offline");
		err = 0;
	} else {
		fprintf(stderr, "tdacct: it is not known which core and socket CPU %u is in: %s\n",
			s->cpu, root ? strerror(-err) :
			"a recording does not tell; TDACCT_ROOT may name a copy of that machine's /sys");
	}
	return err;
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

/*
 * CPUs become cores or sockets after all differences were taken: one that comes
 * or goes within an interval changes its place.
 */
static int group_cpus(const struct client *c, const struct list_query *q,
		    struct list *l)
{
	struct snapshot groups = { .nr = 0 };
	int err = 0;

	if (q->cpus != LIST_CORES && q->cpus != LIST_SOCKETS)
		return 0;
	for (size_t i = 0; !err && i < l->cpus.nr; i++) {
		struct sample cpu = *snapshot_at(&l->cpus, i);

		if (cpu.state == TDACCT_STATE_OFFLINE && !cpu.cpu_ns)
			continue;	/* it was not online in the interval */
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

/* ---- up to now ---------------------------------------------------------- */

static struct scope scope_of(const struct list_query *q)
{
	return (struct scope){
		.kinds = SAMPLE_MASK(kind_of(q)) |
			 (q->tree && !q->cgroups ?
			  SAMPLE_MASK(SAMPLE_THREAD) : 0),
		.by = q->tids.nr ? SAMPLE_THREAD : SAMPLE_PROCESS,
		.only = q->tids.nr ? &q->tids : &q->pids,
		.of = q->tids.nr ? &q->pids : NULL,
		.since = q->since, .totals = is_of_all_tasks(q),
		.later = true, .late_s = LATE_S, .late_end_s = LATE_END_S,
	};
}

/* One by one. */
static int read_choice(struct client *c, struct info *info,
		       const struct list_query *q, struct list *to)
{
	const struct scope scope = scope_of(q);
	struct tracker t;
	int err = tracker_open(&t, c, info, &scope);

	if (!err)
		err = tracker_read(&t, NULL);
	end_reading(c, q, err, t.interrupted, t.reads_number);
	to->threads = snapshot_take(&t.table[SAMPLE_THREAD].total);
	to->processes = snapshot_take(&t.table[SAMPLE_PROCESS].total);
	tracker_close(&t);
	return err;
}

static int read_all(struct client *c, const struct list_query *q,
		    struct list *to)
{
	int err = 0;

	if (q->cgroups)
		err = ask_cgroups(c, &to->cgroups);
	else if (q->threads || q->tree)
		err = ask_threads(c, 0, q->since, &to->threads);
	if (!err && !q->cgroups && !q->threads)
		err = ask_processes(c, q->since, &to->processes);
	return end_reading(c, q, err, c->last.interrupted, 0);
}

/* Without totals the list has no more rows. */
static int read_with_others(struct client *c, const struct info *info,
			    const struct list_query *q, struct list *to)
{
	struct balance b = { .listed = { .have = ~UINT64_C(0) } };
	struct snapshot *rows = listed(q, to);
	int err;

	b.known = !ask_totals(c, &b.before);
	err = read_all(c, q, to);
	if (err)
		return err;
	b.known = b.known && !ask_totals(c, &b.after);
	if (!b.known) {
		say_no_totals();
		return 0;
	}
	for (size_t i = 0; i < rows->nr; i++)
		counts_add(&b.listed, &snapshot_at(rows, i)->counts);
	return balance_rows(&to->others, info, q->threads, &b, NULL,
			    &to->ended);
}

static void take_generation(struct list *l)
{
	l->generation = l->processes.generation > l->threads.generation ?
			l->processes.generation : l->threads.generation;
}

static void drop_partial(const struct info *info, struct snapshot *list)
{
	for (size_t i = 0; i < list->nr; i++)
		sample_drop_partial(snapshot_at(list, i), info);
}

int list_read(struct client *c, struct info *info, const struct list_query *q,
	      struct list *to)
{
	int err = q->cpus ? read_cpus(c, q, &to->cpus) :
		  is_choice(q) ? read_choice(c, info, q, to) :
		  is_of_all_tasks(q) ? read_with_others(c, info, q, to) :
				       read_all(c, q, to);

	if (!err)
		err = group_cpus(c, q, to);
	drop_partial(info, &to->processes);
	drop_partial(info, &to->threads);
	drop_partial(info, &to->cgroups);
	drop_partial(info, &to->cpus);
	drop_partial(info, &to->others);
	take_generation(to);
	return err;
}

/* ---- in an interval ----------------------------------------------------- */

int list_take_cpus(struct tracker *t, const struct list_query *q)
{
	struct task_table *table = &t->table[SAMPLE_CPU];
	struct snapshot now = { .nr = 0 };
	int err = read_cpus(t->client, q, &now);

	if (!err)
		err = task_table_take(table, &now);
	if (!err)
		err = task_table_end_others(table);
	snapshot_free(&now);
	return err;
}

static int read_cpus_on(struct tracker *t, const struct list_query *q)
{
	int err = list_take_cpus(t, q);

	t->interval = client_between(t->asked, t->client->last.asked,
				     t->nominal);
	t->asked = t->client->last.asked;
	return err;
}

static int read_on(struct tracker *t, const struct list_query *q,
		   struct stop *stop)
{
	int err;

	if (q->cpus)
		return read_cpus_on(t, q);
	err = tracker_read(t, stop);
	if (!err && t->scope.totals)
		tracker_add_up(t, kind_of(q));
	return end_reading(t->client, q, err, t->interrupted, t->reads_number);
}

int list_open(struct tracker *t, struct client *c, struct info *info,
	      const struct list_query *q)
{
	struct scope scope = scope_of(q);
	int err;

	if (q->cpus)
		scope.kinds = 0;
	else if (!q->cgroups)
		scope.ends = SAMPLE_MASK(kind_of(q));
	err = tracker_open(t, c, info, &scope);
	return err ? err : read_on(t, q, NULL);
}

/* By command; @s is what one of them did. */
static int add_ended(struct snapshot *to, const struct sample *s)
{
	struct sample row = {
		.kind = SAMPLE_EXITED, .have = s->have,
		.id = UINT64_MAX / 2 + to->nr, .cpu_ns = s->cpu_ns,
		.lost_ns = s->lost_ns, .exited_threads = s->exited_threads,
		.counts = s->counts,
	};

	if (s->kind == SAMPLE_THREAD) {
		row.exited_threads = 1;
		row.have |= UINT64_C(1) << TDACCT_A_EXITED_THREADS;
	}
	row.have &= UINT64_C(1) << TDACCT_A_CPU_NS |
		    UINT64_C(1) << TDACCT_A_LOST_NS |
		    UINT64_C(1) << TDACCT_A_EXITED_THREADS;
	snprintf(row.comm, sizeof(row.comm), "[exited] %.15s", s->comm);
	for (size_t i = 0; i < to->nr; i++) {
		if (strcmp(snapshot_at(to, i)->comm, row.comm))
			continue;
		sample_add(snapshot_at(to, i), &row);
		return 0;
	}
	return snapshot_add(to, &row);
}

static int take_ended(const struct tracker *t, const struct list_query *q,
		      struct list *to)
{
	const struct snapshot *gone = &t->table[kind_of(q)].gone;
	int err = 0;

	for (size_t i = 0; !err && i < gone->nr; i++) {
		const struct sample *s = snapshot_at(gone, i);

		if (!q->wants_ended || q->wants_ended(s, q->arg))
			err = add_ended(&to->ended, s);
	}
	if (err || !to->over || to->ended.nr)
		return err;
	fprintf(stderr, "tdacct: %s %u ended between two readings; what it did in the interval is not known\n",
		q->tids.nr ? "thread" : "process",
		(unsigned int)t->reads_number);
	return -ESRCH;
}

static int add_others(const struct tracker *t, const struct list_query *q,
		      struct list *to)
{
	if (!is_of_all_tasks(q))
		return 0;
	if (t->now.known && t->was.known)
		return balance_rows(&to->others, t->info, q->threads, &t->now,
				    &t->was, &to->ended);
	say_no_totals();
	return 0;
}

int list_next(struct tracker *t, const struct list_query *q, double seconds,
	      struct stop *stop, bool more, struct list *to)
{
	int err;

	err = tracker_wait(t, seconds, stop);
	if (err < 0)
		return err;
	if (err)
		client_say_state(t->info);
	err = read_on(t, q, stop);
	if (err)
		return err;
	to->over = !tracker_goes_on(t);
	to->interval = t->interval;
	err = take_ended(t, q, to);
	if (!err)
		err = add_others(t, q, to);
	to->threads = snapshot_take(&t->table[SAMPLE_THREAD].delta);
	to->processes = snapshot_take(&t->table[SAMPLE_PROCESS].delta);
	to->cgroups = snapshot_take(&t->table[SAMPLE_CGROUP].delta);
	to->cpus = snapshot_take(&t->table[SAMPLE_CPU].delta);
	take_generation(to);
	for (size_t k = 0; !more && k <= SAMPLE_CGROUP; k++)
		snapshot_free(&t->table[k].total);	/* it may take much room */
	return err ? err : group_cpus(t->client, q, to);
}

/* ---- in which cgroups --------------------------------------------------- */

static int by_pid(const void *left, const void *right)
{
	const struct stray *a = left, *b = right;

	return (a->pid > b->pid) - (a->pid < b->pid);
}

/*
 * Of a process the module tells no cgroup: that of its first thread is it. Threads that
 * are not where their first one is are strays.
 */
static int place_processes(struct list *to, const struct snapshot *threads)
{
	size_t size = sizeof(*to->stray), nr = 0;
	struct stray *first = calloc(threads->nr + 1, size), *found;

	to->stray = calloc(threads->nr + 1, size);
	if (!first || !to->stray) {
		free(first);
		return -ENOMEM;
	}
	for (size_t i = 0; i < threads->nr; i++) {
		const struct sample *s = snapshot_at(threads, i);

		if (s->tid == s->pid && sample_has(s->have, TDACCT_A_CGROUP))
			first[nr++] = (struct stray){ s->pid, s->cgroup };
	}
	qsort(first, nr, size, by_pid);
	for (size_t i = 0; i < to->processes.nr; i++) {
		struct sample *s = snapshot_at(&to->processes, i);
		const struct stray key = { .pid = s->pid };

		found = bsearch(&key, first, nr, size, by_pid);
		if (!found)
			continue;
		s->cgroup = found->cgroup;
		s->have |= UINT64_C(1) << TDACCT_A_CGROUP;
	}
	for (size_t i = 0; i < threads->nr; i++) {
		const struct sample *s = snapshot_at(threads, i);
		const struct stray is = { s->pid, s->cgroup };

		found = bsearch(&is, first, nr, size, by_pid);
		if (sample_has(s->have, TDACCT_A_CGROUP) &&
		    (!found || found->cgroup != s->cgroup))
			to->stray[to->nr_strays++] = is;
	}
	free(first);
	return 0;
}

static int find_places(struct client *c, const struct list_query *q,
		       struct list *to)
{
	uint32_t only = q->pids.nr == 1 ? (uint32_t)q->pids.id[0] : 0;
	struct snapshot threads = { .nr = 0 };
	int err;

	if (q->threads || q->tree)
		return q->threads ? 0 : place_processes(to, &to->threads);
	err = ask_threads(c, only, 0, &threads);
	if (!err)
		err = place_processes(to, &threads);
	else if (client_is_live(c))
		client_complain(c, err, "threads");
	else
		err = 0;	/* an old recording, that lacks them */
	snapshot_free(&threads);
	return err;
}

/*
 * The cgroups come last: a task may have moved to one that was made a moment ago.
 * Where the kernel has no cgroups their column is empty.
 */
int list_look_up_cgroups(struct client *c, const struct list_query *q,
			 struct list *to)
{
	int err = find_places(c, q, to);

	if (err)
		return err;
	err = ask_cgroups(c, &to->cgroups);
	if (err && err != -EOPNOTSUPP)
		client_complain(c, err, "cgroups");
	return err == -EOPNOTSUPP ? 0 : err;
}
