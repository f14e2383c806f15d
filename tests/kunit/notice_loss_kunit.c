// SPDX-License-Identifier: GPL-2.0
/* Notices that are lost: to whom, what he sees of it, and what is left. */
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
	fake_boot(test, T, 0);
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

static unsigned int pools_objects(void)
{
	return atomic_long_read(&fake_notice_pool()->made);
}

/* All the pool's stacks together; what is missing is on its way or lost. */
static int waiting(void)
{
	unsigned int cpu;
	int nr = 0;

	for_each_possible_cpu(cpu)
		nr += atomic_read(&per_cpu_ptr(fake_notice_pool()->cpu,
					       cpu)->nr);
	return nr;
}

/* ---- what is missed ------------------------------------------------------ */

/* Every number that is not there was missed, and is said to have been. */
static void check_sequence(struct kunit *test, struct fake_socket *s, u64 due)
{
	struct fake_ended e = { };
	u64 received = 0;

	while (fake_receive(s, &e)) {
		received++;
		KUNIT_EXPECT_EQ(test, e.seq, received + e.missed);
	}
	KUNIT_EXPECT_LE(test, e.seq, due);
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), due);
	KUNIT_EXPECT_EQ(test, tda_subscribers_missed(), due - received);
}

static void the_queue_is_full(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	struct fake_ended e;
	unsigned int i;

	s->room = 10;
	for (i = 0; i < 10; i++)
		end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, fake_queued(s), 10U);
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 40ULL);
	KUNIT_EXPECT_EQ(test, tda_subscribers_missed(), 30ULL);
	KUNIT_EXPECT_EQ(test, s->sk.sk_err, ENOBUFS);
	KUNIT_EXPECT_EQ(test, s->errors, 1U);

	for (i = 1; i <= 10; i++) {
		KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
		KUNIT_EXPECT_EQ(test, e.seq, (u64)i);
		KUNIT_EXPECT_EQ(test, e.missed, 0ULL);
	}
	end_four();
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.seq, 41ULL);
	KUNIT_EXPECT_EQ(test, e.missed, 30ULL);
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 3U);
}

/* One who is too slow takes nothing from the others. */
static void only_his_queue_is_full(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	struct fake_socket *other = subscriber(test, ALL);
	struct fake_ended e;

	s->room = 0;
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 0U);
	KUNIT_EXPECT_EQ(test, receive_all(other, &e), 4U);
	KUNIT_EXPECT_EQ(test, e.missed, 0ULL);
	KUNIT_EXPECT_EQ(test, other->errors, 0U);
	KUNIT_EXPECT_EQ(test, tda_subscribers_missed(), 4ULL);
}

static void the_pool_is_dry(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, THREADS | PROCESSES);
	struct fake_task *t[5];
	struct fake_ended e;
	unsigned int i;

	for (i = 0; i < 5; i++)
		t[i] = somebody();
	fake_drain_to(fake_notice_pool(), 3);
	for (i = 0; i < 5; i++)
		fake_exit(t[i]);
	fake_deliver();
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 10ULL);
	KUNIT_EXPECT_EQ(test, tda_subscribers_missed(), 7ULL);
	KUNIT_EXPECT_GE(test, s->errors, 1U);
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 3U);

	fake.fail_all[FAKE_OBJECTS] = false;
	tda_pool_fill(fake_notice_pool());
	fake_exit(somebody());
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.seq, 11ULL);
	KUNIT_EXPECT_EQ(test, e.missed, 7ULL);
}

/* Things end faster than they can be told: that may not eat up the memory. */
static void too_many_wait(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, THREADS | PROCESSES);
	struct fake_ended e;

	fake_notices_wait(INT_MAX);
	fake_exit(somebody());
	fake_deliver();
	KUNIT_EXPECT_EQ(test, tda_subscribers_due(), 2ULL);
	KUNIT_EXPECT_EQ(test, tda_subscribers_missed(), 2ULL);
	KUNIT_EXPECT_GE(test, s->errors, 1U);
	KUNIT_EXPECT_EQ(test, receive_all(s, &e), 0U);

	fake_notices_wait(0);
	fake_exit(somebody());
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.seq, 3ULL);
	KUNIT_EXPECT_EQ(test, e.missed, 2ULL);
	KUNIT_EXPECT_EQ(test, fake_notices_waiting(), 0);
}

/* Only to those who wanted that kind. */
static void the_pool_is_dry_for_some(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, THREADS);
	struct fake_socket *other = subscriber(test, CGROUPS);
	struct fake_ended e;
	struct fake_task *t = somebody();

	fake_drain(fake_notice_pool());
	fake_exit(t);
	fake_deliver();
	fake.fail_all[FAKE_OBJECTS] = false;
	tda_pool_fill(fake_notice_pool());
	end_four();
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.seq, 2ULL);
	KUNIT_EXPECT_EQ(test, e.missed, 1ULL);
	KUNIT_ASSERT_TRUE(test, fake_receive(other, &e));
	KUNIT_EXPECT_EQ(test, e.seq, 1ULL);
	KUNIT_EXPECT_EQ(test, e.missed, 0ULL);
	KUNIT_EXPECT_EQ(test, other->errors, 0U);
}

/* What was dropped before he came is not his loss. */
static void missed_before_he_came(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	struct fake_task *t = somebody();
	struct fake_ended e;

	fake_drain(fake_notice_pool());
	fake_exit(t);
	fake_close(s);
	fake.fail_all[FAKE_OBJECTS] = false;
	tda_pool_fill(fake_notice_pool());
	s = subscriber(test, ALL);
	fake_deliver();
	end_four();
	fake_deliver();
	KUNIT_ASSERT_TRUE(test, fake_receive(s, &e));
	KUNIT_EXPECT_EQ(test, e.seq, 1ULL);
	KUNIT_EXPECT_EQ(test, e.missed, 0ULL);
}

struct message_row {
	const char	*name;
	unsigned int	nth;		/* message that no memory is there for */
	unsigned int	received;	/* of four */
};

/* Once something was lost, all is until the queue is empty. */
static const struct message_row message_rows[] = {
	{ "the first",	1, 3 },
	{ "the second",	2, 1 },
	{ "the third",	3, 2 },
	{ "the last",	4, 3 },
	{ "none",	5, 4 },
};

static void message_name(const struct message_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(message, message_rows, message_name);

static void no_memory_for_a_message(struct kunit *test)
{
	const struct message_row *row = test->param_value;
	struct fake_socket *s = subscriber(test, ALL);

	fake.fail_at[FAKE_MESSAGES] = row->nth;
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, fake_queued(s), row->received);
	KUNIT_EXPECT_EQ(test, s->errors, row->received < 4 ? 1U : 0U);
	check_sequence(test, s, 4);

	/* Nothing else goes wrong afterwards. */
	fake.fail_at[FAKE_MESSAGES] = 0;
	end_four();
	fake_deliver();
	KUNIT_EXPECT_EQ(test, fake_queued(s), 4U);
}

static void no_memory_to_subscribe(struct kunit *test)
{
	struct fake_socket *s = fake_open(5, PLENTY);
	unsigned int n;
	int err = -ENOMEM;

	for (n = 1; err && n < 10; n++) {
		fake.allocated[FAKE_TABLES] = 0;
		fake.fail_at[FAKE_TABLES] = n;
		err = fake_subscribe(s, ALL);
		if (!err)
			break;
		KUNIT_EXPECT_EQ(test, err, -ENOMEM);
		KUNIT_EXPECT_EQ(test, s->held, 0U);
		KUNIT_EXPECT_EQ(test, tda_notice_kinds, 0U);
		KUNIT_EXPECT_EQ(test, tda_subscribers_nr(), 0U);
	}
	/* A cache, the stacks of the CPUs, the subscriber. */
	KUNIT_EXPECT_EQ(test, n, 4U);
	fake.fail_at[FAKE_TABLES] = 0;
	fake_exit(somebody());
	fake_deliver();
	KUNIT_EXPECT_EQ(test, fake_queued(s), 2U);
}

/* ---- nothing is left ----------------------------------------------------- */

static void nothing_is_kept(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);
	unsigned int i;

	for (i = 0; i < 20; i++)
		end_four();
	fake_deliver();
	irq_work_sync(&fake_notice_pool()->wake);
	flush_work(&fake_notice_pool()->fill);
	KUNIT_EXPECT_EQ(test, pools_objects(), (unsigned int)waiting());
	KUNIT_EXPECT_EQ(test, fake_queued(s), 80U);
}

/* Notices that nobody has fetched when the module goes are freed with it. */
static void on_their_way_at_the_end(struct kunit *test)
{
	struct fake_socket *s = subscriber(test, ALL);

	end_four();
	KUNIT_EXPECT_TRUE(test, fake.soon);
	tda_subscribers_exit();
	KUNIT_EXPECT_EQ(test, pools_objects(), 0U);
	KUNIT_EXPECT_EQ(test, s->held, 0U);
	KUNIT_EXPECT_EQ(test, tda_subscribers_nr(), 0U);
	KUNIT_EXPECT_TRUE(test, !fake.notifier);
	KUNIT_EXPECT_TRUE(test, !fake.soon);
	fake_close(s);
	fake_notices_forget();
	fake_subscribers_forget();
	KUNIT_EXPECT_EQ(test, tda_subscribers_init(), 0);
}

static struct kunit_case cases[] = {
	KUNIT_CASE(the_queue_is_full),
	KUNIT_CASE(only_his_queue_is_full),
	KUNIT_CASE(the_pool_is_dry),
	KUNIT_CASE(too_many_wait),
	KUNIT_CASE(the_pool_is_dry_for_some),
	KUNIT_CASE(missed_before_he_came),
	KUNIT_CASE_PARAM(no_memory_for_a_message, message_gen_params),
	KUNIT_CASE(no_memory_to_subscribe),
	KUNIT_CASE(nothing_is_kept),
	KUNIT_CASE(on_their_way_at_the_end),
	{ }
};

static struct kunit_suite notice_loss_suite = {
	.name = "notice-loss",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(notice_loss_suite);
