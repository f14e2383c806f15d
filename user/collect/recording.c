// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "kernel/ask.h"
#include "tasks/list.h"
#include "tasks/stop.h"
#include "machine.h"
#include "recording.h"

#define LATE_S 0.1		/* so late may the notice of an end be */

static const struct list_query all_cpus = { .cpus = LIST_CPUS };

static int read_all(struct recording *r, struct stop *stop)
{
	struct tracker *t = &r->tracker;
	int err = tracker_read(t, stop);

	/* a recording that is replayed ends so */
	if (err && (client_is_live(t->client) || !t->readings))
		client_complain(t->client, err, "threads and cgroups");
	if (!err)
		err = list_take_cpus(t, &all_cpus);
	if (!err)
		tracker_add_up(t, SAMPLE_THREAD);
	return err;
}

static uint64_t boot_ns(const struct recording *r)
{
	double asked = r->tracker.asked;

	return isnan(asked) ? 0 : (uint64_t)(asked * 1e9);
}

/* A recording that is replayed has no time of day: it begins in 1970. */
static uint64_t time_ns(const struct recording *r)
{
	struct timespec now;

	if (!r->live)
		return boot_ns(r);
	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * UINT64_C(1000000000) +
	       (uint64_t)now.tv_nsec;
}

int recording_open(struct recording *r, struct client *c, struct info *info)
{
	const struct scope all = {
		.kinds = SAMPLE_MASK(SAMPLE_THREAD) | SAMPLE_MASK(SAMPLE_CGROUP),
		.ends = SAMPLE_MASK(SAMPLE_THREAD) | SAMPLE_MASK(SAMPLE_CGROUP),
		.changed = true, .totals = true, .later = true,
		.lacks_cgroups = true, .late_s = LATE_S,
	};
	int err;

	r->root = client_root(c);
	r->live = client_is_live(c);
	err = tracker_open(&r->tracker, c, info, &all);
	if (!err)
		err = read_all(r, NULL);
	if (!err && !r->read_ns)
		r->read_ns = time_ns(r);
	return err;
}

void recording_close(struct recording *r)
{
	tracker_close(&r->tracker);
}

/* @dead: they have ended. A row in which nothing was done is none that anybody misses. */
static int add_rows(struct snapshot *to, const struct snapshot *from, bool dead)
{
	int err = 0;

	for (size_t i = 0; !err && i < from->nr; i++) {
		struct sample s;

		sample_copy(&s, snapshot_at(from, i));
		if (sample_did_nothing(&s) && !s.exited_threads)
			continue;
		if (dead && s.kind == SAMPLE_CGROUP) {
			s.cgroup_flags |= TDACCT_CGROUP_REMOVED;
		} else if (dead) {
			s.flags |= TDACCT_TASK_DEAD;
			s.have |= UINT64_C(1) << TDACCT_A_TASK_FLAGS;
		}
		err = snapshot_add(to, &s);
	}
	return err;
}

static int add_table(struct snapshot *to, const struct task_table *from)
{
	int err = add_rows(to, &from->delta, false);

	return err ? err : add_rows(to, &from->gone, true);
}

/* Each of the three rows has a table of its own. */
static int add_others(struct reading *to, const struct tracker *t)
{
	struct snapshot rows = { .nr = 0 };
	int err;

	if (!t->now.known || !t->was.known) {
		to->flags |= READING_NO_TOTALS;
		return 0;
	}
	err = balance_rows(&rows, t->info, true, &t->now, &t->was,
			   &t->table[SAMPLE_THREAD].gone);
	for (size_t i = 0; !err && i < rows.nr; i++)
		err = snapshot_add(&to->table[READING_EXITED + i],
				   snapshot_at(&rows, i));
	snapshot_free(&rows);
	return err;
}

static void put_time(struct reading *to, struct recording *r)
{
	struct machine_name name;

	to->boot_ns = boot_ns(r);
	to->time_ns = r->read_ns = time_ns(r);
	machine_name(&name, r->root);
	memcpy(to->host, name.host, sizeof(to->host));
	memcpy(to->boot_id, name.boot_id, sizeof(to->boot_id));
}

void recording_gap(struct recording *r, const char *why, struct reading *to)
{
	uint64_t from = r->read_ns;

	memset(to, 0, sizeof(*to));
	put_time(to, r);
	/* the clock may have been set back */
	to->interval_ns = to->time_ns > from ? to->time_ns - from : 0;
	snprintf(to->gap, sizeof(to->gap), "%s", why);
}

int recording_next(struct recording *r, double seconds, struct stop *stop,
		   struct reading *to)
{
	struct tracker *t = &r->tracker;
	bool missed;
	int err;

	memset(to, 0, sizeof(*to));
	err = tracker_wait(t, seconds, stop);
	if (err < 0)
		return err;
	if (err)
		client_say_state(t->info);
	r->over = stop->came;
	tracker_receive(t);
	missed = t->missed || !t->subscription;
	err = read_all(r, stop);
	if (err)
		return err;
	if (missed || t->interrupted)
		to->flags |= READING_MISSED;
	put_time(to, r);
	to->interval_ns = (uint64_t)llround(t->interval * 1e9);
	err = add_table(&to->table[READING_THREADS], &t->table[SAMPLE_THREAD]);
	if (!err)
		err = add_table(&to->table[READING_CGROUPS],
				&t->table[SAMPLE_CGROUP]);
	if (!err)
		err = add_table(&to->table[READING_CPUS], &t->table[SAMPLE_CPU]);
	return err ? err : add_others(to, t);
}
