// SPDX-License-Identifier: GPL-2.0
/*
 * Notices of what has ended: who is told what, in which order, and what those
 * see who could not be told.
 */
#include <kunit/test.h>
#include <linux/bits.h>

#include "base/pool.h"
#include "fake_cgroup.h"
#include "fake_net.h"
#include "record/notice.h"
#include "record/task.h"
#include "script.h"
#include "serve/subscribe.h"
#include "snapshot.h"

#define T		250000

static int begin(struct kunit *test)
{
	fake_begin(test);
	fake.ref_cycles = FAKE_REF_CYCLES;
	fake_boot(test, T, TDA_MAX_EVENTS);	/* messages are the largest */
	fake_switch(fake.idle);
	return 0;
}

/* A process of one thread that is charged something. */
static struct fake_task *somebody(void)
{
	struct fake_task *t = fake_fork();

	give(t, 100);
	return t;
}

/* What waits to be filled in is a part of the module's memory. */
static void memory_is_told(struct kunit *test)
{
	u64 before = fake_memory();

	subscriber(test, ALL);
	KUNIT_EXPECT_EQ(test, fake_memory() - before, tda_notices_memory());
	KUNIT_EXPECT_GT(test, tda_notices_memory(), 0UL);
}

/* ---- nobody listens ------------------------------------------------------ */

static void nobody_costs_nothing(struct kunit *test)
{
	fake_exit(somebody());
	KUNIT_EXPECT_TRUE(test, !fake.soon);
	KUNIT_EXPECT_EQ(test, tda_notice_kinds, 0U);
	KUNIT_EXPECT_EQ(test, tda_notices_memory(), 0UL);
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 0ULL);
	KUNIT_EXPECT_EQ(test, tda_subscribers_nr(), 0U);
}

static void nobody_any_more(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);

	KUNIT_EXPECT_EQ(test, fake_unsubscribe(s), 0);
	KUNIT_EXPECT_EQ(test, tda_notice_kinds, 0U);
	KUNIT_EXPECT_EQ(test, s->held, 0U);
	fake_deliver();
	fake_exit(somebody());
	KUNIT_EXPECT_TRUE(test, !fake.soon);
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 0ULL);
}

/* What is kept ready for notices goes with the last one who wants them. */
static void the_last_one_frees(struct kunit *test)
{
	struct fake_socket *a = subscriber(test, ALL), *b = subscriber(test, ALL);
	struct fake_ended e;

	KUNIT_EXPECT_EQ(test, fake_unsubscribe(a), 0);
	fake_deliver();
	KUNIT_EXPECT_GT(test, tda_notices_memory(), 0UL);
	fake_exit(somebody());		/* on its way when he goes */
	fake_close(b);
	KUNIT_EXPECT_GT(test, tda_notices_memory(), 0UL);
	fake_deliver();
	KUNIT_EXPECT_EQ(test, tda_notices_memory(), 0UL);

	KUNIT_EXPECT_EQ(test, fake_subscribe(a, THREADS), 0);
	KUNIT_EXPECT_GT(test, tda_notices_memory(), 0UL);
	fake_exit(somebody());
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(a, &e), 1U);
}

/* For all CPUs together, at first and at most. */
static void many_cpus_share(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, fake_notice_share(1), 16384U);
	KUNIT_EXPECT_EQ(test, fake_notice_share(32), 512U);
	KUNIT_EXPECT_EQ(test, fake_notice_share(512), 32U);
	KUNIT_EXPECT_EQ(test, fake_notice_share(8192), 8U);
	subscriber(test, ALL);
	KUNIT_EXPECT_EQ(test, fake_notice_pool()->most,
			fake_notice_share(num_possible_cpus()));
	KUNIT_EXPECT_LE(test, fake_notice_pool()->least,
			fake_notice_pool()->most);
}

/* ---- what is told -------------------------------------------------------- */

static void a_thread_ends(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, THREADS);
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_task *leader = fake_fork_in(a), *t = fake_thread(leader);
	struct tda_task *record;
	struct fake_ended e;
	u64 id;

	give(leader, 5);
	give(t, 1000);
	give(t, 234);
	strcpy(t->task.comm, "the last name");
	t->task.flags |= PF_KTHREAD;
	rcu_read_lock();
	record = tda_task_find(&t->task);
	id = record->id;
	record->counts.lost_ns += 17;
	rcu_read_unlock();
	fake_exit(t);
	KUNIT_EXPECT_FALSE(test, fake_receive(s, &e));
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.kind, (u32)TDACCT_ENDED_THREAD);
	KUNIT_EXPECT_EQ(test, e.seq, 1ULL);
	KUNIT_EXPECT_EQ(test, e.missed, 0ULL);
	KUNIT_EXPECT_EQ(test, e.id, id);
	KUNIT_EXPECT_EQ(test, e.tid, (u32)t->task.pid);
	KUNIT_EXPECT_EQ(test, e.pid, (u32)leader->task.pid);
	KUNIT_EXPECT_STREQ(test, e.comm, "the last name");
	KUNIT_EXPECT_EQ(test, e.flags, TDACCT_TASK_KTHREAD);
	KUNIT_EXPECT_EQ(test, e.born_ns, t->task.start_boottime);
	KUNIT_EXPECT_EQ(test, e.cpu_ns, 1234ULL);
	KUNIT_EXPECT_EQ(test, e.lost_ns, 17ULL);
	KUNIT_EXPECT_EQ(test, e.slots, 1234ULL);
	KUNIT_EXPECT_EQ(test, e.switches, 2ULL);
	KUNIT_EXPECT_EQ(test, e.cgroup, fake_id(a));
	KUNIT_EXPECT_FALSE(test, fake_receive(s, &e));
}

/* One after the other: threads, then their process, then its cgroup. */
static void all_in_order(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	struct fake_cgroup *a = fake_mkdir(fake.root, "slice");
	struct fake_cgroup *b = fake_mkdir(a, "scope");
	struct fake_task *leader = fake_fork_in(b), *t = fake_thread(leader);
	u64 id_of_a = fake_id(a), id_of_b = fake_id(b);
	struct fake_ended e;

	give(leader, 1000);
	give(t, 200);
	fake_exit(leader);
	fake_exit(t);
	fake_rmdir(b);
	fake_rmdir(a);
	fake_deliver();

	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.kind, (u32)TDACCT_ENDED_THREAD);
	KUNIT_EXPECT_EQ(test, e.tid, (u32)leader->task.pid);
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.kind, (u32)TDACCT_ENDED_THREAD);
	KUNIT_EXPECT_EQ(test, e.tid, (u32)t->task.pid);

	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.kind, (u32)TDACCT_ENDED_PROCESS);
	KUNIT_EXPECT_EQ(test, e.seq, 3ULL);
	KUNIT_EXPECT_EQ(test, e.pid, (u32)leader->task.pid);
	KUNIT_EXPECT_STREQ(test, e.comm, leader->task.comm);
	KUNIT_EXPECT_EQ(test, e.exited, 2ULL);
	KUNIT_EXPECT_EQ(test, e.slots, 1200ULL);
	KUNIT_EXPECT_EQ(test, e.cpu_ns, 1200ULL);
	KUNIT_EXPECT_EQ(test, e.born_ns, leader->task.start_boottime);
	KUNIT_EXPECT_EQ(test, e.cgroup, id_of_b);

	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.kind, (u32)TDACCT_ENDED_CGROUP);
	KUNIT_EXPECT_EQ(test, e.cgroup, id_of_b);
	KUNIT_EXPECT_EQ(test, e.parent, id_of_a);
	KUNIT_EXPECT_STREQ(test, e.path, "/slice/scope");
	KUNIT_EXPECT_EQ(test, e.slots, 1200ULL);
	KUNIT_EXPECT_EQ(test, e.cpu_ns, 1200ULL);
	KUNIT_EXPECT_EQ(test, e.exited, 2ULL);

	/* The one above has inherited by now. */
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.cgroup, id_of_a);
	KUNIT_EXPECT_EQ(test, e.parent, fake_id(fake.root));
	KUNIT_EXPECT_EQ(test, e.slots, 1200ULL);
	KUNIT_EXPECT_EQ(test, e.seq, 5ULL);
	KUNIT_EXPECT_FALSE(test, fake_receive(s, &e));
}

/* A name that the leader gave itself at last; others' names are their own. */
static void the_last_name_of_the_leader(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, PROCESSES);
	struct fake_task *leader = fake_fork(), *t = fake_thread(leader);
	struct fake_ended e;

	give(leader, 10);
	give(t, 10);
	strcpy(leader->task.comm, "by prctl");
	strcpy(t->task.comm, "a thread");
	fake_exit(leader);
	fake_exit(t);
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_STREQ(test, e.comm, "by prctl");
}

static void what_never_ran_is_not_told(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	struct fake_cgroup *a = fake_mkdir(fake.root, NULL);
	struct fake_ended e;

	fake_exit(fake_fork_in(a));
	fake_rmdir(a);
	fake_deliver();
	KUNIT_EXPECT_FALSE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 0ULL);
}

static void a_long_path(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, CGROUPS);
	struct fake_cgroup *at = fake.root;
	struct fake_ended e;
	struct fake_task *t;
	unsigned int i;
	char name[12];

	for (i = 0; i < 40; i++) {
		snprintf(name, sizeof(name), "level-%02u", i);
		at = fake_mkdir(at, name);
	}
	t = fake_fork_in(at);
	give(t, 1);
	fake_exit(t);
	fake_rmdir(at);
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, strlen(e.path), (size_t)127);
	KUNIT_EXPECT_STREQ(test, e.path + 127 - 18, "/level-38/level-39");
}

static struct fake_cgroup *going;
static struct fake_task *last_in_it;

static void it_goes(void *unused)
{
	fake_exit(last_in_it);
	fake_rmdir(going);
}

/* One that goes during a walk is told of with what it had in the end. */
static void a_cgroup_goes_during_a_walk(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, CGROUPS);
	struct fake_ended e;
	u64 id;

	going = fake_mkdir(fake.root, "going");
	id = fake_id(going);
	last_in_it = fake_fork_in(going);
	give(last_in_it, 1234);
	fake.hook = (struct fake_hook){ FAKE_VISITED, 0, 1, it_goes };
	snapshot_take(test);
	KUNIT_EXPECT_TRUE(test, row_of_id(id));
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.cgroup, id);
	KUNIT_EXPECT_EQ(test, e.slots, 1234ULL);
	KUNIT_EXPECT_STREQ(test, e.path, "/going");
	snapshot_forget();
}

/* ---- who is told what ---------------------------------------------------- */

struct kinds_row {
	const char	*name;
	u32		kinds;
	unsigned int	nr;	/* of two threads, a process, a cgroup */
};

static const struct kinds_row kinds_rows[] = {
	{ "threads",			THREADS,		2 },
	{ "processes",			PROCESSES,		1 },
	{ "cgroups",			CGROUPS,		1 },
	{ "threads and processes",	THREADS | PROCESSES,	3 },
	{ "threads and cgroups",	THREADS | CGROUPS,	3 },
	{ "processes and cgroups",	PROCESSES | CGROUPS,	2 },
	{ "all",			ALL,			4 },
};

static void kinds_name(const struct kinds_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(kinds, kinds_rows, kinds_name);

/* Also beside one who wants everything. */
static void kinds_that_are_wanted(struct kunit *test)
{
	const struct kinds_row *row = test->param_value;
	struct fake_socket *s = subscriber(test, row->kinds), *other;
	struct fake_ended e = { };

	KUNIT_EXPECT_EQ(test, tda_notice_kinds, row->kinds);
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), row->nr);
	KUNIT_EXPECT_EQ(test, e.seq, (u64)row->nr);

	other = subscriber(test, ALL);
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), row->nr);
	KUNIT_EXPECT_EQ(test, e.seq, 2ULL * row->nr);
	KUNIT_EXPECT_EQ(test, receive_all(other, &e), 4U);
	KUNIT_EXPECT_EQ(test, e.seq, 4ULL);
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 2ULL * row->nr + 4);
	KUNIT_EXPECT_EQ(test, tda_subscribers_missed(), 0ULL);
}

/* Twice is no error: the kinds change, and the sequence goes on. */
static void subscribes_twice(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, THREADS);
	struct fake_ended e;

	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 2U);
	KUNIT_EXPECT_EQ(test, fake_subscribe(s, PROCESSES), 0);
	KUNIT_EXPECT_EQ(test, tda_subscribers_nr(), 1U);
	KUNIT_EXPECT_EQ(test, s->held, 1U);
	KUNIT_EXPECT_EQ(test, tda_notice_kinds, (u32)PROCESSES);
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 1U);
	KUNIT_EXPECT_EQ(test, e.seq, 3ULL);
}

static void unsubscribes(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	struct fake_ended e;

	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, fake_unsubscribe(s), 0);
	KUNIT_EXPECT_EQ(test, fake_unsubscribe(s), -ENOENT);
	KUNIT_EXPECT_TRUE(test, s->said && *s->said);
	end_four();
	fake_deliver();
	/* What was sent before can still be received. */
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 4U);

	/* A new subscription begins anew. */
	KUNIT_EXPECT_EQ(test, fake_subscribe(s, ALL), 0);
	end_four();
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.seq, 1ULL);
}

static void another_goes_on(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	struct fake_socket *other = subscriber(test, PROCESSES);
	struct fake_ended e;

	KUNIT_EXPECT_EQ(test, fake_unsubscribe(s), 0);
	KUNIT_EXPECT_EQ(test, tda_notice_kinds, (u32)PROCESSES);
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 0U);
	KUNIT_EXPECT_EQ(test, receive_all(other, &e), 1U);
}

/* ---- sockets that close -------------------------------------------------- */

static void closes(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);

	fake_close(s);
	KUNIT_EXPECT_EQ(test, s->held, 0U);
	KUNIT_EXPECT_EQ(test, tda_subscribers_nr(), 0U);
	KUNIT_EXPECT_EQ(test, tda_notice_kinds, 0U);
}

static void closes_before_delivery(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);

	end_four();
	fake_close(s);
	fake_deliver();
	KUNIT_EXPECT_EQ(test, fake_queued(s), 0U);
	KUNIT_EXPECT_EQ(test, s->held, 0U);
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 0ULL);
}

/*
 * The number of a socket is free before anybody is told that it was closed:
 * whoever takes it is not told what the other would have been, and what he
 * subscribes to himself is not taken from him.
 */
static void a_number_is_used_again(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL), *heir;
	struct fake_ended e;

	end_four();
	fake_orphan(s);
	heir = fake_open(s->portid, PLENTY);
	fake_deliver();
	KUNIT_EXPECT_FALSE(test, fake_receive(heir, &e));

	KUNIT_EXPECT_EQ(test, fake_subscribe(heir, PROCESSES), 0);
	fake_tell_closed(s);
	KUNIT_EXPECT_EQ(test, s->held, 0U);
	KUNIT_EXPECT_EQ(test, tda_subscribers_nr(), 1U);
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(heir, &e), 1U);
	KUNIT_EXPECT_EQ(test, e.seq, 1ULL);
}

/* Others close theirs all the time. */
static void a_stranger_closes(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);

	fake_close(fake_open(s->portid + 1000, PLENTY));
	fake_close(fake_open(s->portid, PLENTY));
	KUNIT_EXPECT_EQ(test, s->held, 1U);
	KUNIT_EXPECT_EQ(test, tda_subscribers_nr(), 1U);
}

static void no_more_than_64(struct kunit *test)
{
	struct fake_socket *s[TDACCT_SUBSCRIBERS_MAX], *one_more;
	struct fake_ended e;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(s); i++)
		s[i] = subscriber(test, ALL);
	one_more = fake_open(9999, PLENTY);
	KUNIT_EXPECT_EQ(test, fake_subscribe(one_more, ALL), -EUSERS);
	KUNIT_EXPECT_TRUE(test, one_more->said && *one_more->said);
	KUNIT_EXPECT_EQ(test, one_more->held, 0U);
	KUNIT_EXPECT_EQ(test, fake_subscribe(s[5], THREADS), 0);
	end_four();
	fake_deliver();
	for (i = 0; i < ARRAY_SIZE(s); i++)
		KUNIT_EXPECT_EQ(test, receive_all(s[i], &e), i == 5 ? 2U : 4U);
	fake_close(s[7]);
	KUNIT_EXPECT_EQ(test, fake_subscribe(one_more, ALL), 0);
}

/* He has the same right to what is on its way as those who came before. */
static void comes_before_delivery(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL), *other;
	struct fake_ended e;

	end_four();
	other = subscriber(test, ALL);
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 4U);
	KUNIT_EXPECT_LE(test, receive_all(other, &e), 4U);
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(other, &e), 4U);
	KUNIT_EXPECT_EQ(test, e.missed, 0ULL);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(memory_is_told),
	KUNIT_CASE(nobody_costs_nothing),
	KUNIT_CASE(nobody_any_more),
	KUNIT_CASE(the_last_one_frees),
	KUNIT_CASE(many_cpus_share),
	KUNIT_CASE(a_thread_ends),
	KUNIT_CASE(all_in_order),
	KUNIT_CASE(the_last_name_of_the_leader),
	KUNIT_CASE(what_never_ran_is_not_told),
	KUNIT_CASE(a_long_path),
	KUNIT_CASE(a_cgroup_goes_during_a_walk),
	KUNIT_CASE_PARAM(kinds_that_are_wanted, kinds_gen_params),
	KUNIT_CASE(subscribes_twice),
	KUNIT_CASE(unsubscribes),
	KUNIT_CASE(another_goes_on),
	KUNIT_CASE(closes),
	KUNIT_CASE(closes_before_delivery),
	KUNIT_CASE(a_number_is_used_again),
	KUNIT_CASE(a_stranger_closes),
	KUNIT_CASE(no_more_than_64),
	KUNIT_CASE(comes_before_delivery),
	{ }
};

static struct kunit_suite notice_suite = {
	.name = "notice",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(notice_suite);
