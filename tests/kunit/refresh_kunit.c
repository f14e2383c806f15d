// SPDX-License-Identifier: GPL-2.0
/* Questions that get no answer: why, and what was done for them by then. */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/netlink.h>

#include "charge/cgroup_move.h"
#include "record/cpu.h"
#include "record/task.h"
#include "script.h"
#include "serve/reader.h"
#include "serve/commands.h"
#include "serve/reader.h"

#define T	250000

static struct fake_task *asked;

/* It has run, and sleeps. */
static void boot(struct kunit *test)
{
	fake_boot(test, T, 0);
	asked = fake_fork();
	fake_switch(asked);
	fake_switch(fake.idle);
}

static int ask_thread(struct netlink_ext_ack *extack)
{
	return fake_ask_thread(asked->task.pid, extack);
}

static int ask_process(struct netlink_ext_ack *extack)
{
	return fake_ask_process(asked->task.pid, extack);
}

/* What refuses it is only told with the first part of the answer. */
static int dump_threads(struct netlink_ext_ack *extack)
{
	struct netlink_callback cb = { .extack = extack };
	int err;

	err = tda_dump_threads_start(&cb);
	if (err)
		return err;
	err = tda_dump(NULL, &cb);
	tda_dump_done(&cb);
	return err;
}

static void it_ends(void *unused)
{
	fake_exit(asked);
}

struct question_row {
	const char	*name;
	int		(*ask)(struct netlink_ext_ack *extack);
	bool		ends;		/* once it was found */
	bool		stranger;	/* asks */
	int		err;
	const char	*why;
	bool		waited;		/* until moves were done */
};

static const struct question_row question_rows[] = {
	{ "a thread that ends", ask_thread, true, false, -ESRCH,
	  "no thread has this id", true },
	{ "a process that ends", ask_process, true, false, -ESRCH,
	  "no process has this id" },
	{ "a thread, by a stranger", ask_thread, false, true, -EPERM,
	  TDA_MAY_NOT_READ },
	{ "a process, by a stranger", ask_process, false, true, -EPERM,
	  TDA_MAY_NOT_READ },
	{ "all threads, by a stranger", dump_threads, false, true, -EPERM,
	  TDA_MAY_NOT_READ },
};

static void question_name(const struct question_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(question, question_rows, question_name);

static void is_refused(struct kunit *test)
{
	const struct question_row *row = test->param_value;
	struct netlink_ext_ack extack = { };

	boot(test);
	fake.stranger = row->stranger;
	if (row->ends)
		fake.hook = (struct fake_hook){ FAKE_FOUND, 0, 1, it_ends };
	tda_cgroup_move_hurry();
	KUNIT_EXPECT_EQ(test, row->ask(&extack), row->err);
	KUNIT_EXPECT_STREQ(test, extack._msg ?: "nothing", row->why);
	KUNIT_EXPECT_EQ(test, !fake.moves, row->waited);
}

struct isolated_row {
	const char	*name;
	int		(*ask)(struct netlink_ext_ack *extack);
	bool		even_so;	/* isolated CPUs are to be asked */
	bool		stranger;	/* asks, about what is his own */
	bool		interrupted;
};

static const struct isolated_row isolated_rows[] = {
	{ "a thread", ask_thread },
	{ "a thread, even so", ask_thread, true, false, true },
	{ "one's own thread, even so", ask_thread, true, true },
	{ "a process", ask_process },
	{ "a process, even so", ask_process, true, false, true },
	{ "one's own process, even so", ask_process, true, true },
};

static void isolated_name(const struct isolated_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(isolated, isolated_rows, isolated_name);

static void it_ends_elsewhere(void *cpu)
{
	struct tda_cpu *c = cpu;

	c->cur = c->untracked;
	fake_exit(asked);
}

/* Who may see only what is his own has no right to disturb an isolated CPU. */
static void disturbs_an_isolated_cpu(struct kunit *test)
{
	const struct isolated_row *row = test->param_value;
	struct tda_cpu *second = fake_second(test);
	unsigned int cpu = cpumask_any_but(&fake.online, fake.cpu);
	const struct tda_rights own = { .own_tasks = true };
	struct netlink_ext_ack extack = { };

	boot(test);
	second->cur = tda_task_find(&asked->task);
	task_thread_info(&asked->task)->cpu = cpu;
	cpumask_set_cpu(cpu, &fake.isolated);
	cpumask_clear(&fake.interrupted);
	fake.now_ns += NSEC_PER_SEC;
	fake.even_so = row->even_so;
	fake.stranger = row->stranger;
	tda_reader_init(&own);
	fake.hook = (struct fake_hook){
		FAKE_FOUND, 0, 1, it_ends_elsewhere, second,
	};
	KUNIT_EXPECT_EQ(test, row->ask(&extack), -ESRCH);
	KUNIT_EXPECT_EQ(test, cpumask_test_cpu(cpu, &fake.interrupted),
			row->interrupted);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(is_refused, question_gen_params),
	KUNIT_CASE_PARAM(disturbs_an_isolated_cpu, isolated_gen_params),
	{ }
};

static struct kunit_suite question_suite = {
	.name = "question",
	.init = fake_begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(question_suite);
