// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "clock.h"
#include "stop.h"
#include "tracker.h"

/*
 * The tracker looks so often whether a task is still there: a notice can be lost, and nobody
 * tells that the module is gone. Who is told nothing has to look more often.
 */
#define LOOK_S 5.0
#define LOOK_UNTOLD_S 1.0

/* ---- notices ------------------------------------------------------------ */

/* A recording may have notices of kinds that were not asked for. */
static int take(const struct notice *n, void *arg)
{
	struct tracker *t = arg;
	enum sample_kind kind = n->sample.kind;
	int err = 0;

	t->missed |= n->missed > 0;
	if (t->scope.ends & SAMPLE_MASK(kind))
		err = t->scope.later ?
		      task_table_end_later(&t->table[kind], &n->sample, t->since_ns) :
		      task_table_end(&t->table[kind], &n->sample, t->since_ns);
	return err || !t->scope.told ? err : t->scope.told(n, t->scope.arg);
}

static void subscribe(struct tracker *t)
{
	int buffer = t->scope.buffer ? t->scope.buffer : SUBSCRIPTION_BUFFER;
	int err;

	if (!t->scope.ends)
		return;
	err = subscription_open(&t->subscription, t->client, t->scope.ends,
				buffer, take, t);
	if (!err)
		return;
	if (t->subscription) {
		t->refused = err;
		snprintf(t->not_told, sizeof(t->not_told), "%s",
			 subscription_client(t->subscription)->last.text);
	}
	subscription_close(t->subscription);
	t->subscription = NULL;
}

void tracker_receive(struct tracker *t)
{
	int err = t->subscription ? 0 : -EAGAIN;

	while (!err || err == -ENOBUFS || err == -EINTR) {
		t->missed |= err == -ENOBUFS;
		err = subscription_receive(t->subscription);
	}
	t->missed |= err != -EAGAIN && err != -ENODATA;
}

/* No notice tells for sure what ended: what is missing in a whole list has. */
static bool is_untold(const struct tracker *t)
{
	return t->missed || !t->subscription || !client_is_local(t->client);
}

/* ---- open, close -------------------------------------------------------- */

int tracker_open(struct tracker *t, struct client *client, struct info *info,
		 const struct scope *scope)
{
	size_t nr = scope->only ? scope->only->nr : 0;

	memset(t, 0, sizeof(*t));
	t->client = client;
	t->info = info;
	t->scope = *scope;
	t->missed = true;
	t->asked = t->before = NAN;
	t->since_ns = TABLE_NO_STRANGERS;
	t->only = calloc(nr + 1, sizeof(*t->only));
	if (!t->only)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++)
		t->only[t->nr_only++].number = scope->only->id[i];
	subscribe(t);
	for (size_t i = 0; i <= SAMPLE_CGROUP; i++)
		task_table_next(&t->table[i]);
	return 0;
}

void tracker_close(struct tracker *t)
{
	subscription_close(t->subscription);
	for (size_t i = 0; i <= SAMPLE_CGROUP; i++)
		task_table_free(&t->table[i]);
	free(t->only);
	memset(t, 0, sizeof(*t));
}

/* ---- a choice of tasks or cgroups, one by one --------------------------- */

const struct task_entry *tracker_only(const struct tracker *t, size_t only)
{
	return t->only[only].id ?
	       task_table_find(&t->table[t->scope.by], t->only[only].id) : NULL;
}

bool tracker_goes_on(const struct tracker *t)
{
	for (size_t i = 0; i < t->nr_only; i++)
		if (!t->only[i].over)
			return true;
	return !t->nr_only;
}

/* Its end is known, or else that it cannot be read any more. */
static bool has_end(const struct tracker *t, size_t only)
{
	const struct tracked *c = &t->only[only];
	const struct task_entry *e = tracker_only(t, only);

	return c->over || c->done || c->err || (e && e->told);
}

static bool all_have_ends(const struct tracker *t)
{
	for (size_t i = 0; i < t->nr_only; i++)
		if (!has_end(t, i))
			return false;
	return t->nr_only;
}

static int ask_one(struct tracker *t, enum sample_kind kind, uint64_t number,
		   struct snapshot *to)
{
	enum sample_kind by = t->scope.by;
	uint32_t nr = (uint32_t)number;
	struct notice n;
	int err;

	t->reads = kind;
	t->reads_number = number;
	if (by == SAMPLE_PROCESS && kind == SAMPLE_THREAD)
		return ask_threads(t->client, nr, t->scope.since, to);
	err = by == SAMPLE_THREAD ? ask_thread(t->client, nr, &n.sample) :
	      by == SAMPLE_PROCESS ? ask_process(t->client, nr, &n.sample) :
				     ask_cgroup(t->client, number, &n);
	if (err || (t->scope.of && t->scope.of->nr &&
		    !ids_have(t->scope.of, n.sample.pid)))
		return err;
	return snapshot_add(to, &n.sample);
}

/* Has another task taken over its number? */
static bool is_another(const struct tracker *t, const struct tracked *c,
		       const struct snapshot *now)
{
	bool had = c->known, has = false;

	for (size_t k = 0; k <= SAMPLE_CGROUP; k++)
		for (size_t i = 0; i < now[k].nr; i++)
			has |= task_table_find(&t->table[k],
					  snapshot_at(&now[k], i)->id) != NULL;
	return had && !has;
}

static int read_one(struct tracker *t, struct tracked *c)
{
	struct snapshot now[SAMPLE_CGROUP + 1] = { { .nr = 0 } };
	int err = 0;

	for (enum sample_kind k = 0; !err && k <= SAMPLE_CGROUP; k++)
		if (t->scope.kinds & SAMPLE_MASK(k))
			err = ask_one(t, k, c->number, &now[k]);
	if (!err && is_another(t, c, now))
		err = -ESRCH;
	for (size_t k = 0; k <= SAMPLE_CGROUP; k++) {
		if (!err && now[k].nr) {
			c->known = true;
			if (k == t->scope.by)
				c->id = snapshot_at(&now[k], 0)->id;
			err = task_table_take(&t->table[k], &now[k]);
		}
		snapshot_free(&now[k]);
	}
	return err;
}

/* A user without rights may still ask for the first thread, which ends last. */
int tracker_process_over(struct client *client, uint32_t pid, bool *over)
{
	struct snapshot threads = { 0 };
	struct sample first;
	int err = ask_threads(client, pid, 0, &threads);

	*over = !err;
	for (size_t i = 0; i < threads.nr; i++)
		*over &= !!(snapshot_at(&threads, i)->flags & TDACCT_TASK_DEAD);
	snapshot_free(&threads);
	if (err != -EPERM)
		return err;
	err = ask_thread(client, pid, &first);
	*over = !err && first.flags & TDACCT_TASK_DEAD;
	return err;
}

/*
 * What has ended and was not waited for is still there, and nobody tells of it. A
 * recording that was made before this was asked has no answer.
 */
static bool is_done(struct tracker *t, size_t only)
{
	const struct task_entry *e = tracker_only(t, only);
	const struct sample *s = e ? task_table_total(&t->table[t->scope.by], e) :
				     NULL;
	bool over = false;

	if (!t->scope.until_end || !s)
		return false;
	if (s->kind == SAMPLE_THREAD)
		return s->flags & TDACCT_TASK_DEAD;
	if (s->kind == SAMPLE_CGROUP)
		return s->cgroup_flags & TDACCT_CGROUP_REMOVED;
	return !tracker_process_over(t->client, s->pid, &over) && over;
}

/* Once more: what it was charged before it was found done is in no reading yet. */
static int read_to_end(struct tracker *t, size_t only)
{
	struct tracked *c = &t->only[only];
	int err = read_one(t, c);

	c->done = !err && is_done(t, only) && !read_one(t, c);
	return err;
}

int tracker_put(struct tracker *t, size_t only, const struct sample *s)
{
	struct tracked *c = &t->only[only];
	struct snapshot now = { .nr = 0 };
	int err = snapshot_add(&now, s);

	if (!err)
		err = task_table_take(&t->table[s->kind], &now);
	snapshot_free(&now);
	c->known = true;
	c->id = s->id;
	t->before = t->asked;
	t->asked = t->client->last.asked;
	if (t->readings++)
		t->interval = client_between(t->before, t->asked, t->nominal);
	c->done = is_done(t, only);
	return err;
}

/* Are they still there? What they have done up to now is kept. */
static void look(struct tracker *t)
{
	for (size_t i = 0; i < t->nr_only; i++) {
		struct tracked *c = &t->only[i];

		if (has_end(t, i))
			continue;
		c->err = read_to_end(t, i);
		c->seen |= !c->err;
		if (!c->err)
			c->seen_at = t->client->last.asked;
	}
}

/*
 * Users who can read only their own tasks are refused a number that no task has. A
 * recording that ended: what was read last is all that there is.
 */
static int read_only(struct tracker *t)
{
	int err = 0;

	for (size_t i = 0; !err && i < t->nr_only; i++) {
		struct tracked *c = &t->only[i];
		const struct task_entry *e = tracker_only(t, i);

		if (c->over || c->done ||
		    (t->scope.until_end && e && e->told))
			continue;
		err = c->err;
		if (!err) {
			err = read_to_end(t, i);
			/* what is not there yet is part of the next interval */
			if (err != -EAGAIN)
				t->asked = t->client->last.asked;
		}
		if (err == -ENOENT && c->seen && !client_is_live(t->client)) {
			t->asked = c->seen_at;
			err = c->err = 0;
		}
		if ((err == -ESRCH || err == -EPERM) && t->readings) {
			c->err = err;
			err = 0;
		}
	}
	for (size_t k = 0; !err && k <= SAMPLE_CGROUP; k++)
		if (t->scope.kinds & SAMPLE_MASK(k))
			err = task_table_end_others(&t->table[k]);
	return err;
}

/* Ends those whose notice came, or will never come. */
static void end_only(struct tracker *t)
{
	struct info now;

	for (size_t i = 0; i < t->nr_only; i++) {
		struct tracked *c = &t->only[i];
		const struct task_entry *e = tracker_only(t, i);
		bool told = c->done || (e && e->told);

		if (c->over || !(told || c->err))
			continue;
		c->over = true;
		c->unsure = !told && c->id;
		c->lost = c->unsure && !c->seen;
		if (c->unsure && c->seen)
			t->asked = c->seen_at;
	}
	if (tracker_goes_on(t))
		return;
	for (size_t i = 0; i < t->nr_only; i++)
		if (t->only[i].unsure)
			return;
	ask_info(t->client, &now);	/* what time it is, for anybody */
	t->asked = t->client->last.asked;
}

/* ---- all of them -------------------------------------------------------- */

static int read_kind(struct tracker *t, enum sample_kind kind, bool untold)
{
	struct task_table *table = &t->table[kind];
	bool is_cgroup = kind == SAMPLE_CGROUP;
	uint64_t since = t->scope.changed && !untold && !is_cgroup ?
			 table->generation : 0;
	struct snapshot now = { .nr = 0 };
	int err = kind == SAMPLE_THREAD ?
		  ask_threads(t->client, 0, since, &now) :
		  kind == SAMPLE_PROCESS ?
		  ask_processes(t->client, since, &now) :
		  ask_cgroups(t->client, &now);

	t->reads = kind;
	if (!err && (!is_cgroup || t->scope.kinds == SAMPLE_MASK(kind)))
		t->asked = t->client->last.asked;
	if (!err)
		err = task_table_take(table, &now);
	/* a cgroup that was removed stays until its notice, with its last counts */
	if (!err && (!t->scope.changed || (is_cgroup ? untold : !since)))
		err = task_table_end_others(table);
	snapshot_free(&now);
	return err == -EOPNOTSUPP && is_cgroup && t->scope.lacks_cgroups ?
	       0 : err;
}

/*
 * Threads come before processes: what a process is told to have done later is no less
 * than what its threads had done. The last list is the one that can tell whether it was
 * interrupted.
 */
static int read_all(struct tracker *t)
{
	static const enum sample_kind kinds[] = {
		SAMPLE_THREAD, SAMPLE_PROCESS, SAMPLE_CGROUP,
	};
	bool untold = is_untold(t);
	int err = 0;

	for (size_t i = 0; !err && i < sizeof(kinds) / sizeof(*kinds); i++)
		if (t->scope.kinds & SAMPLE_MASK(kinds[i]))
			err = read_kind(t, kinds[i], untold);
	if (!err)
		t->missed = false;
	return err;
}

/* ---- time goes by ------------------------------------------------------- */

/* When was it read? Of an old recording that is not known. */
static uint64_t asked_ns(const struct tracker *t)
{
	return isnan(t->asked) ? 0 : (uint64_t)(t->asked * 1e9);
}

void tracker_begin(struct tracker *t)
{
	t->since_ns = TABLE_NO_STRANGERS;
	for (size_t i = 0; i <= SAMPLE_CGROUP; i++) {
		struct task_table *table = &t->table[i];

		task_table_next(table);
		table->missing_ns = t->interrupted && i != SAMPLE_CPU ?
				    asked_ns(t) : 0;
		if (t->scope.known_only || !(t->scope.ends & SAMPLE_MASK(i)))
			continue;
		t->since_ns = isnan(t->asked) && t->readings ?
			      task_table_youngest_ns(table) : asked_ns(t);
	}
	for (size_t i = 0; i < t->nr_only; i++) {
		t->only[i].seen = t->only[i].lost = false;
		t->only[i].err = 0;
	}
}

/*
 * How often to look. At the end of an interval it is read anyway, and whoever
 * replays a recording takes each answer for such an end.
 */
static double look_each(const struct tracker *t, double seconds)
{
	if (!t->scope.until_end ||
	    (isfinite(seconds) && !client_is_local(t->client)))
		return INFINITY;
	if (!t->subscription)
		return LOOK_UNTOLD_S;
	return isfinite(seconds) ? INFINITY : LOOK_S;
}

static bool is_over(const struct tracker *t)
{
	return t->scope.until_end && all_have_ends(t);
}

static void wait_live(struct tracker *t, double seconds, struct stop *stop)
{
	int fd = subscription_fd(t->subscription);
	double each = look_each(t, seconds);
	double end = clock_now() + seconds, next = clock_now() + each;

	while (!is_over(t) && !stop->came && clock_until(end) > 0) {
		if (stop_wait(stop, fd, fmin(clock_until(end),
					     clock_until(next))))
			tracker_receive(t);
		if (is_over(t) || stop->came || clock_until(next) > 0)
			continue;
		look(t);
		next = clock_now() + each;
	}
}

int tracker_wait(struct tracker *t, double seconds, struct stop *stop)
{
	tracker_begin(t);
	t->nominal = isfinite(seconds) ? seconds : 0;
	if (client_is_live(t->client)) {
		wait_live(t, seconds, stop);
	} else {
		client_sleep(t->client, 0);
		if (t->scope.until_end)
			tracker_receive(t);
		while (!is_over(t) && !isfinite(seconds)) {
			look(t);	/* a recording has all answers that looks got */
			tracker_receive(t);
		}
	}
	return all_have_ends(t) ? 0 : ask_state(t->client, t->info);
}

/* Is a notice due? */
static bool is_unsettled(const struct tracker *t)
{
	bool some = false;

	for (size_t i = 0; i < t->nr_only; i++) {
		const struct task_entry *e = tracker_only(t, i);

		some |= t->only[i].err && !t->only[i].over && e && !e->told;
	}
	for (size_t i = 0; i <= SAMPLE_CGROUP; i++)
		if (t->scope.ends & SAMPLE_MASK(i))
			some |= task_table_missing(&t->table[i]);
	return some;
}

/* Waits for the notices of those that are missing, which may come a little later. */
static void settle(struct tracker *t, struct stop *stop)
{
	int fd = subscription_fd(t->subscription);
	double end = clock_now() + (all_have_ends(t) ? t->scope.late_end_s :
						       t->scope.late_s);
	double left;

	tracker_receive(t);
	while (fd >= 0 && is_unsettled(t) && (left = clock_until(end)) > 0)
		if (stop_wait(stop, fd, left))
			tracker_receive(t);
}

/* Without totals only the list is read. */
int tracker_read(struct tracker *t, struct stop *stop)
{
	double before = t->asked;
	int err;

	t->was = t->now;
	t->now.known = t->scope.totals &&
		       !ask_totals(t->client, &t->now.before);
	err = t->nr_only ? read_only(t) : read_all(t);
	t->interrupted = t->client->last.interrupted;
	if (err)
		return err;
	if (t->readings && t->scope.late_s > 0 &&
	    (!t->scope.until_end || is_unsettled(t)))
		settle(t, stop);
	if (t->readings)
		end_only(t);
	t->now.known = t->now.known && !ask_totals(t->client, &t->now.after);
	t->before = before;
	if (t->readings++)
		t->interval = client_between(t->before, t->asked, t->nominal);
	return 0;
}

void tracker_add_up(struct tracker *t, enum sample_kind kind)
{
	const struct task_table *table = &t->table[kind];
	struct counts *listed = &t->now.listed, did;

	*listed = (struct counts){ .have = ~UINT64_C(0) };
	did = *listed;
	for (size_t i = 0; i < table->nr; i++) {
		const struct task_entry *e = &table->entry[i];

		bool fresh = task_table_is_fresh(table, e);

		/* whoever did not change still has what it had */
		if (e->ended || !(fresh || t->scope.changed))
			continue;
		counts_add(listed, &task_table_total(table, e)->counts);
		if (fresh && table->reading > 1)
			counts_add(&did, e->born ?
				   &task_table_total(table, e)->counts :
				   &snapshot_at(&table->delta, e->delta)->counts);
	}
	t->now.left = t->was.listed;
	counts_sub(&t->now.left, listed);
	counts_add(&t->now.left, &did);
}
