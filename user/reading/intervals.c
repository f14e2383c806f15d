// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/ask.h"
#include "kernel/ears.h"
#include "clock.h"
#include "intervals.h"
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

	if (n->ended != end_of(i->target) ||
	    n->sample.id != i->from.sample.id)
		return 0;
	i->last = n->sample;
	i->ended = true;
	return 0;
}

/* All that was sent up to now. */
static void hear(struct intervals *i)
{
	int err;

	do
		err = ears_hear(i->ears);
	while (!i->ended && (!err || err == -ENOBUFS || err == -EINTR));
}

/* Where the kernel does not tell, an end is noticed, and its counts are lost. */
static void listen(struct intervals *i)
{
	uint32_t kinds = UINT32_C(1) << end_of(i->target);

	if (ears_open(&i->ears, &i->session->client, take, i, BUFFER))
		return;
	if (!ask_subscribe(ears_client(i->ears), kinds))
		return;
	snprintf(i->deaf, sizeof(i->deaf), "%s",
		 ears_client(i->ears)->last.text);
	ears_close(i->ears);
	i->ears = NULL;
}

int intervals_open(struct intervals *i, struct session *s,
		   const struct target *t)
{
	int err;

	memset(i, 0, sizeof(*i));
	i->session = s;
	i->target = t;
	if (target_has_end(t))
		listen(i);
	err = target_read(s, t, &i->from);
	i->asked = s->client.last.asked;
	return err;
}

static int ears_fd(const struct intervals *i)
{
	return i->ears ? client_fd(ears_client(i->ears)) : -1;
}

/* A reading's sample points into it. */
static void copy(struct reading *to, const struct reading *from)
{
	*to = *from;
	if (from->sample.path)
		to->sample.path = to->path;
}

/*
 * Whoever took over the number is another. Who may read only what is his own
 * may not ask for a number that nobody has.
 */
static bool is_gone(const struct intervals *i, int err,
		    const struct reading *now)
{
	return target_has_end(i->target) &&
	       (err == -ESRCH || err == -EPERM ||
		(!err && now->sample.id != i->from.sample.id));
}

/* Is it still there? What it has done up to now is kept. */
static bool look(struct intervals *i)
{
	struct reading now = { .nr_cpus = 0 };
	int err = target_read_again(i->session, i->target, &now);

	i->failed = !err && is_gone(i, err, &now) ? -ESRCH : err;
	if (i->failed)
		return false;
	copy(&i->seen, &now);
	i->seen_at = i->session->client.last.asked;
	i->has_seen = true;
	return true;
}

/*
 * How often to look. At the end of an interval it is read anyway, and whoever
 * replays a recording takes each answer for such an end.
 */
static double look_each(const struct intervals *i, double seconds)
{
	if (!target_has_end(i->target) ||
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

	while (!i->ended && !stop->came && clock_until(end) > 0) {
		if (stop_wait(stop, ears_fd(i),
			      fmin(clock_until(end), clock_until(next))))
			hear(i);
		if (i->ended || stop->came || clock_until(next) > 0)
			continue;
		if (!look(i))
			break;
		next = clock_now() + each;
	}
}

/* A recording has all answers that looks got. */
static void replay_until(struct intervals *i, double seconds)
{
	client_sleep(&i->session->client, 0);
	if (i->ears)
		hear(i);
	while (!i->ended && !isfinite(seconds) && look(i))
		if (i->ears)
			hear(i);
}

static void wait_for(struct intervals *i, double seconds, struct stop *stop)
{
	i->has_seen = false;
	i->failed = 0;
	if (client_is_live(&i->session->client))
		listen_until(i, seconds, stop);
	else
		replay_until(i, seconds);
}

/* It is gone: the notice of its end may be a moment late. */
static void wait_for_end(struct intervals *i, struct stop *stop)
{
	double end = clock_now() + LATE_S, left;

	if (i->ears)
		hear(i);
	if (!i->ears || !client_is_live(&i->session->client))
		return;
	while (!i->ended && (left = clock_until(end)) > 0)
		if (stop_wait(stop, ears_fd(i), left))
			hear(i);
}

/*
 * What a notice lacks it lacks at the beginning, too. A question that anybody
 * may ask tells what time it is, a recording as well.
 */
static void take_end(struct intervals *i, struct reading *to)
{
	session_read_state(i->session);
	i->read_at = i->session->client.last.asked;
	copy(to, &i->from);
	to->sample = i->last;
	to->sample.path = i->from.sample.path ? to->path : NULL;
	to->sample.flags |= TDACCT_TASK_DEAD;
	to->ended = true;
	if (!sample_has(i->last.have, TDACCT_A_CHILDREN))
		to->sample.children_nr = i->from.sample.children_nr;
}

/* Nobody told its final counts. */
static void take_seen(struct intervals *i, struct reading *to, bool ended)
{
	copy(to, &i->seen);
	i->read_at = i->seen_at;
	to->ended = ended;
	to->unsure = ended;
}

static int complain(const struct intervals *i, int err)
{
	char who[CGROUP_PATH_SIZE];

	if (target_has_end(i->target))
		client_complain(&i->session->client, err,
				"the second reading of %s",
				target_name(who, sizeof(who), i->target));
	return err;
}

static int gone(const struct intervals *i, int err)
{
	char who[CGROUP_PATH_SIZE];

	fprintf(stderr, "tdacct: %s ended between the two readings%s; what it did in the interval is not known%s%s\n",
		target_name(who, sizeof(who), i->target),
		err == -EPERM ? ", or may not be read any more" : "",
		*i->deaf ? ", for final counts are not told: " : "", i->deaf);
	return -ESRCH;
}

/* A recording ended: what was read last is all that there is. */
static bool is_over(const struct intervals *i, int err)
{
	return err == -ENOENT && i->has_seen &&
	       !client_is_live(&i->session->client);
}

static int read_end(struct intervals *i, int err, struct stop *stop,
		    struct reading *to)
{
	if (!i->ended)
		wait_for_end(i, stop);
	if (i->ended)
		take_end(i, to);
	else if (i->has_seen)
		take_seen(i, to, true);
	else
		return gone(i, err);
	return 0;
}

static int read_again(struct intervals *i, struct stop *stop,
		      struct reading *to)
{
	int err = i->ended ? -ESRCH : i->failed;

	if (!err && session_read_state(i->session) == -ESTALE)
		return -ESTALE;
	if (!err)
		err = target_read_again(i->session, i->target, to);
	i->read_at = i->session->client.last.asked;
	if (is_gone(i, err, to))
		return read_end(i, err, stop, to);
	if (!is_over(i, err))
		return err ? complain(i, err) : 0;
	take_seen(i, to, false);
	return 0;
}

/* A CPU's own clock tells how long it was counted on; ours does of the rest. */
static double measure(const struct intervals *i, const struct reading *to,
		      double seconds)
{
	if (i->target->kind == TARGET_CPU && to->sample.cpu_ns)
		return (double)to->sample.cpu_ns / 1e9;
	return client_between(i->asked, i->read_at, seconds);
}

static void subtract(struct reading *to, const struct reading *from)
{
	sample_since(&to->sample, &from->sample);
	counts_sub(&to->idle, &from->idle);
	counts_sub(&to->untracked, &from->untracked);
}

int intervals_next(struct intervals *i, double seconds, struct stop *stop,
		   struct reading *to)
{
	struct reading now;
	int err;

	wait_for(i, seconds, stop);
	err = read_again(i, stop, to);
	if (err)
		return err;
	copy(&now, to);
	subtract(to, &i->from);
	to->interval = measure(i, to, isfinite(seconds) ? seconds : 0);
	i->asked = i->read_at;
	copy(&i->from, &now);
	target_narrow(&to->sample, i->target);
	return 0;
}

void intervals_close(struct intervals *i)
{
	ears_close(i->ears);
	i->ears = NULL;
}
