// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/ask.h"
#include "kernel/ears.h"
#include "clock.h"
#include "intervals.h"
#include "over.h"
#include "session.h"
#include "stop.h"

enum { BUFFER = 16 << 20 };

#define LATE_S 1.0		/* so late may the notice of an end be */

/*
 * So often is looked whether the target is still there: a notice can be lost,
 * and nobody tells that the module is gone. Who is told nothing has to look
 * more often.
 */
#define LOOK_S 5.0
#define LOOK_DEAF_S 1.0

static enum tdacct_ended end_of(const struct target *t)
{
	return t->kind == TARGET_THREAD ? TDACCT_ENDED_THREAD :
	       t->kind == TARGET_PROCESS ? TDACCT_ENDED_PROCESS :
					   TDACCT_ENDED_CGROUP;
}

static int take(const struct notice *n, void *arg)
{
	struct intervals *i = arg;

	for (size_t k = 0; k < i->nr; k++) {
		struct member *m = &i->member[k];

		if (n->ended != end_of(m->target) ||
		    n->sample.id != m->from.sample.id)
			continue;
		m->last = n->sample;
		m->ended = true;
	}
	return 0;
}

static bool all_told(const struct intervals *i)
{
	for (size_t k = 0; k < i->nr; k++)
		if (!i->member[k].over && !i->member[k].ended)
			return false;
	return true;
}

/* Is there any one left whose end is not known yet? */
static bool goes_on(const struct intervals *i)
{
	for (size_t k = 0; k < i->nr; k++) {
		const struct member *m = &i->member[k];

		if (!m->over && !m->ended && !m->failed)
			return true;
	}
	return false;
}

static const struct target *first(const struct intervals *i)
{
	return i->member[0].target;
}

/* All that was sent up to now. */
static void hear(struct intervals *i)
{
	int err;

	do
		err = ears_hear(i->ears);
	while (!all_told(i) && (!err || err == -ENOBUFS || err == -EINTR));
}

/* Where the kernel does not tell, an end is noticed, and its counts are lost. */
static void listen(struct intervals *i)
{
	uint32_t kinds = UINT32_C(1) << end_of(first(i));

	if (ears_open(&i->ears, &i->session->client, take, i, BUFFER))
		return;
	if (!ask_subscribe(ears_client(i->ears), kinds))
		return;
	snprintf(i->deaf, sizeof(i->deaf), "%s",
		 ears_client(i->ears)->last.text);
	ears_close(i->ears);
	i->ears = NULL;
}

/*
 * What has ended and was not waited for is still there, and nobody tells of it. A
 * recording that was made before this was asked has no answer.
 */
static bool is_done(struct intervals *i, const struct member *m,
		    const struct sample *now)
{
	bool over = false;

	switch (m->target->kind) {
	case TARGET_THREAD:
		return now->flags & TDACCT_TASK_DEAD;
	case TARGET_PROCESS:
		return !over_process(&i->session->client, m->target->number,
				     &over) && over;
	case TARGET_CGROUP:
		return now->cgroup_flags & TDACCT_CGROUP_REMOVED;
	default:
		return false;
	}
}

/* There is nothing to wait for. */
static void end_at_once(struct intervals *i, struct member *m)
{
	m->ended = is_done(i, m, &m->from.sample);
	m->last = m->from.sample;
}

int intervals_open(struct intervals *i, struct session *s,
		   const struct targets *t)
{
	int err = 0;

	memset(i, 0, sizeof(*i));
	i->session = s;
	i->member = calloc(t->nr, sizeof(*i->member));
	if (!i->member) {
		fprintf(stderr, "tdacct: no memory for the readings\n");
		return -ENOMEM;
	}
	for (i->nr = 0; i->nr < t->nr; i->nr++)
		i->member[i->nr].target = &t->one[i->nr];
	if (target_has_end(first(i)))
		listen(i);
	for (size_t k = 0; !err && k < t->nr; k++)
		err = target_read(s, &t->one[k], &i->member[k].from);
	i->asked = s->client.last.asked;
	for (size_t k = 0; !err && k < t->nr; k++)
		end_at_once(i, &i->member[k]);
	return err;
}

static int ears_fd(const struct intervals *i)
{
	return i->ears ? client_fd(ears_client(i->ears)) : -1;
}

/*
 * A task that took over the number is another one. Users who can read only their
 * own tasks are refused a number that no task has.
 */
static bool is_gone(const struct member *m, int err,
		    const struct reading *now)
{
	return target_has_end(m->target) &&
	       (err == -ESRCH || err == -EPERM ||
		(!err && now->sample.id != m->from.sample.id));
}

/* Once more: what it was charged before it was found done is in no reading yet. */
static bool read_done(struct intervals *i, const struct member *m,
		      struct reading *to)
{
	struct reading now = { .nr_cpus = 0 };

	if (!is_done(i, m, &to->sample) ||
	    target_read_again(i->session, m->target, &now))
		return false;
	reading_copy(to, &now);
	return true;
}

/* Is it still there? What it has done up to now is kept. */
static void look(struct intervals *i, struct member *m)
{
	struct reading now = { .nr_cpus = 0 };
	int err;

	if (m->over || m->ended || m->failed)
		return;
	err = target_read_again(i->session, m->target, &now);
	m->failed = !err && is_gone(m, err, &now) ? -ESRCH : err;
	if (m->failed)
		return;
	reading_copy(&m->seen, &now);
	m->seen_at = i->session->client.last.asked;
	m->has_seen = true;
	m->ended = read_done(i, m, &m->seen);
	m->last = m->seen.sample;
}

static void look_at_all(struct intervals *i)
{
	for (size_t k = 0; k < i->nr; k++)
		look(i, &i->member[k]);
}

/*
 * How often to look. At the end of an interval it is read anyway, and whoever
 * replays a recording takes each answer for such an end.
 */
static double look_each(const struct intervals *i, double seconds)
{
	if (!target_has_end(first(i)) ||
	    (isfinite(seconds) && !client_is_local(&i->session->client)))
		return INFINITY;
	if (!i->ears)
		return LOOK_DEAF_S;
	return isfinite(seconds) ? INFINITY : LOOK_S;
}

static void listen_until(struct intervals *i, double seconds,
			 struct stop *stop)
{
	double each = look_each(i, seconds);
	double end = clock_now() + seconds, next = clock_now() + each;

	while (goes_on(i) && !stop->came && clock_until(end) > 0) {
		if (stop_wait(stop, ears_fd(i),
			      fmin(clock_until(end), clock_until(next))))
			hear(i);
		if (!goes_on(i) || stop->came || clock_until(next) > 0)
			continue;
		look_at_all(i);
		next = clock_now() + each;
	}
}

/* A recording has all answers that looks got. */
static void replay_until(struct intervals *i, double seconds)
{
	client_sleep(&i->session->client, 0);
	if (i->ears)
		hear(i);
	while (goes_on(i) && !isfinite(seconds)) {
		look_at_all(i);
		if (i->ears)
			hear(i);
	}
}

static void wait_for(struct intervals *i, double seconds, struct stop *stop)
{
	for (size_t k = 0; k < i->nr; k++) {
		i->member[k].has_seen = false;
		i->member[k].failed = 0;
	}
	if (client_is_live(&i->session->client))
		listen_until(i, seconds, stop);
	else
		replay_until(i, seconds);
}

/* It is gone: the notice of its end may be a moment late. */
static void wait_for_end(struct intervals *i, const struct member *m,
			 struct stop *stop)
{
	double end = clock_now() + LATE_S, left;

	if (i->ears)
		hear(i);
	if (!i->ears || !client_is_live(&i->session->client))
		return;
	while (!m->ended && (left = clock_until(end)) > 0)
		if (stop_wait(stop, ears_fd(i), left))
			hear(i);
}

/*
 * What a notice lacks it lacks at the beginning, too. A question that anybody
 * may ask tells what time it is, a recording as well.
 */
static void take_end(struct intervals *i, const struct member *m,
		     struct reading *to)
{
	session_read_state(i->session);
	i->read_at = i->session->client.last.asked;
	reading_copy(to, &m->from);
	to->sample = m->last;
	to->sample.path = m->from.sample.path ? to->path : NULL;
	to->sample.flags |= TDACCT_TASK_DEAD;
	to->ended = true;
	if (!sample_has(m->last.have, TDACCT_A_CHILDREN))
		to->sample.children_nr = m->from.sample.children_nr;
}

/* Nobody told its final counts. */
static void take_seen(struct intervals *i, const struct member *m,
		      struct reading *to, bool ended)
{
	reading_copy(to, &m->seen);
	i->read_at = m->seen_at;
	to->ended = ended;
	to->unsure = ended;
}

static int complain(const struct intervals *i, const struct member *m, int err)
{
	char who[CGROUP_PATH_SIZE];

	if (target_has_end(m->target))
		client_complain(&i->session->client, err,
				"the second reading of %s",
				target_name(who, sizeof(who), m->target));
	return err;
}

static int gone(const struct intervals *i, const struct member *m, int err)
{
	char who[CGROUP_PATH_SIZE];

	fprintf(stderr, "tdacct: %s ended between the two readings%s; what it did in the interval is not known%s%s\n",
		target_name(who, sizeof(who), m->target),
		err == -EPERM ? ", or may not be read any more" : "",
		*i->deaf ? ", for final counts are not told: " : "", i->deaf);
	return -ESRCH;
}

/* A recording ended: what was read last is all that there is. */
static bool is_over(const struct intervals *i, const struct member *m, int err)
{
	return err == -ENOENT && m->has_seen &&
	       !client_is_live(&i->session->client);
}

static int read_end(struct intervals *i, struct member *m, int err,
		    struct stop *stop, struct reading *to)
{
	if (!m->ended)
		wait_for_end(i, m, stop);
	if (m->ended)
		take_end(i, m, to);
	else if (m->has_seen)
		take_seen(i, m, to, true);
	else
		return gone(i, m, err);
	return 0;
}

static int read_again(struct intervals *i, struct member *m, struct stop *stop,
		      struct reading *to)
{
	int err = m->ended ? -ESRCH : m->failed;

	if (!err)
		err = target_read_again(i->session, m->target, to);
	i->read_at = i->session->client.last.asked;
	if (is_gone(m, err, to))
		return read_end(i, m, err, stop, to);
	if (!err)
		to->ended = read_done(i, m, to);
	if (!is_over(i, m, err))
		return err ? complain(i, m, err) : 0;
	take_seen(i, m, to, false);
	return 0;
}

/* A CPU's own clock tells how long it was counted on; ours does of the rest. */
static double measure(const struct intervals *i, const struct reading *to,
		      double seconds)
{
	if (first(i)->kind == TARGET_CPU && to->sample.cpu_ns)
		return (double)to->sample.cpu_ns / 1e9;
	return client_between(i->asked, i->read_at, seconds);
}

static void subtract(struct reading *to, const struct reading *from)
{
	sample_since(&to->sample, &from->sample);
	counts_sub(&to->idle, &from->idle);
	counts_sub(&to->untracked, &from->untracked);
}

/* What one of them did; the next interval begins where this one ends. */
static int read_member(struct intervals *i, struct member *m,
		       struct stop *stop, struct reading *to)
{
	struct reading now;
	int err = read_again(i, m, stop, to);

	if (err)
		return err;
	reading_copy(&now, to);
	subtract(to, &m->from);
	reading_copy(&m->from, &now);
	target_narrow(&to->sample, m->target);
	m->over = to->ended;
	return 0;
}

/* One whose end nobody told is no reason to lose the others. */
static int add_member(struct intervals *i, struct member *m, struct stop *stop,
		      struct reading *to)
{
	struct reading one = { .nr_cpus = 0 };
	int err = read_member(i, m, stop, &one);

	if (!err) {
		reading_add(to, &one, m->target);
	} else if (err == -ESRCH) {
		m->over = to->unsure = true;
		err = 0;
	}
	return err;
}

static int read_members(struct intervals *i, struct stop *stop,
			struct reading *to)
{
	int err = 0;

	for (size_t k = 0; !err && k < i->nr; k++) {
		if (!i->member[k].over)
			err = add_member(i, &i->member[k], stop, to);
		to->nr_ended += i->member[k].over;
	}
	to->ended = to->nr_ended == i->nr;
	return err || to->nr ? err : -ESRCH;
}

int intervals_next(struct intervals *i, double seconds, struct stop *stop,
		   struct reading *to)
{
	int err;

	wait_for(i, seconds, stop);
	if (goes_on(i) && session_read_state(i->session) == -ESTALE)
		return -ESTALE;
	err = i->nr == 1 ? read_member(i, i->member, stop, to) :
			   read_members(i, stop, to);
	to->interval = measure(i, to, isfinite(seconds) ? seconds : 0);
	i->asked = i->read_at;
	return err;
}

void intervals_close(struct intervals *i)
{
	ears_close(i->ears);
	free(i->member);
	memset(i, 0, sizeof(*i));
}
