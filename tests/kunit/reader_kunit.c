// SPDX-License-Identifier: GPL-2.0
/*
 * Who may look, change and be told, by which capability; and whose processes are his
 * own, by the rules of ptrace(2).
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/user_namespace.h>

#include "base/access.h"
#include "record/process_table.h"
#include "record/task.h"
#include "script.h"
#include "serve/reader.h"
#include "snapshot.h"

#define T	250000

static int begin(struct kunit *test)
{
	fake_begin(test);
	fake_boot(test, T, 0);
	return 0;
}

/* ---- rights -------------------------------------------------------------- */

#define LACK(cap)	BIT_ULL(CAP_##cap)

struct right_row {
	const char	*name;
	u64		lacks;
	bool		perfmon_changes;
	bool		look, change;
};

static const struct right_row right_rows[] = {
	{ "all capabilities", 0, false, true, true },
	{ "none", ~0ULL, false, false, false },
	{ "none, and perfmon_changes", ~0ULL, true, false, false },
	{ "all but CAP_SYS_ADMIN", LACK(SYS_ADMIN), false, true, false },
	{ "all but CAP_SYS_ADMIN, and perfmon_changes", LACK(SYS_ADMIN), true,
	  true, true },
	{ "all but CAP_PERFMON", LACK(PERFMON), false, true, true },
	{ "all but CAP_PERFMON, and perfmon_changes", LACK(PERFMON), true,
	  true, true },
	{ "neither of the two", LACK(PERFMON) | LACK(SYS_ADMIN), true, false,
	  false },
	{ "CAP_PERFMON alone", ~LACK(PERFMON), false, true, false },
	{ "CAP_SYS_ADMIN alone", ~LACK(SYS_ADMIN), false, true, true },
};

static void right_name(const struct right_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(right, right_rows, right_name);

static void rights(struct kunit *test)
{
	const struct right_row *row = test->param_value;
	const struct tda_rights given = {
		.perfmon_changes = row->perfmon_changes,
	};

	tda_reader_init(&given);
	fake.lacks = row->lacks;
	KUNIT_EXPECT_EQ(test, tda_may_read(NULL), row->look);
	KUNIT_EXPECT_EQ(test, tda_may_change(NULL), row->change);
	KUNIT_EXPECT_FALSE(test, tda_may_own());
}

static void lockdown(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, tda_may_tell());
	fake.locked_down = true;
	KUNIT_EXPECT_FALSE(test, tda_may_tell());
}

/* ---- one's own ------------------------------------------------------------- */

/* What makes the reader, or the one who is read, another than the user himself. */
struct own_row {
	const char	*name;
	void		(*make)(struct cred *reader, struct cred *task);
	bool		with_ptrace;	/* is it so for who has CAP_SYS_PTRACE? */
};

static void nothing(struct cred *reader, struct cred *task)
{
}

static void other_fsuid(struct cred *reader, struct cred *task)
{
	reader->fsuid = KUIDT_INIT(1);
}

static void other_fsgid(struct cred *reader, struct cred *task)
{
	reader->fsgid = KGIDT_INIT(1);
}

static void other_uid_of_reader(struct cred *reader, struct cred *task)
{
	reader->uid = reader->euid = reader->suid = KUIDT_INIT(1);
}

static void set_euid(struct cred *reader, struct cred *task)
{
	task->euid = KUIDT_INIT(0);
}

static void set_suid(struct cred *reader, struct cred *task)
{
	task->suid = KUIDT_INIT(0);
}

static void set_egid(struct cred *reader, struct cred *task)
{
	task->egid = KGIDT_INIT(7);
}

static void set_sgid(struct cred *reader, struct cred *task)
{
	task->sgid = KGIDT_INIT(7);
}

static void more_rights(struct cred *reader, struct cred *task)
{
	cap_raise(task->cap_permitted, CAP_NET_RAW);
}

static void as_many_rights(struct cred *reader, struct cred *task)
{
	cap_raise(task->cap_permitted, CAP_NET_RAW);
	cap_raise(reader->cap_effective, CAP_NET_RAW);
}

static void not_effective(struct cred *reader, struct cred *task)
{
	cap_raise(task->cap_permitted, CAP_NET_RAW);
	cap_raise(reader->cap_permitted, CAP_NET_RAW);
}

static void other_namespace(struct cred *reader, struct cred *task)
{
	reader->user_ns = &init_user_ns;
}

static const struct own_row own_rows[] = {
	{ "himself", nothing },
	{ "a reader of other ids, whose files are opened as his",
	  other_uid_of_reader },
	{ "as many capabilities", as_many_rights },
	{ "another user", other_fsuid, true },
	{ "another group", other_fsgid, true },
	{ "a process with another effective user", set_euid, true },
	{ "a process with another saved user", set_suid, true },
	{ "a process with another effective group", set_egid, true },
	{ "a process with another saved group", set_sgid, true },
	{ "a process with more capabilities", more_rights, true },
	{ "capabilities of the reader that are not effective",
	  not_effective, true },
	{ "another user namespace", other_namespace, true },
};

static void own_name(const struct own_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(own, own_rows, own_name);

/* Of who hears, who asks, or both: each must be enough. */
static bool allowed(const struct cred *opener, const struct cred *asker,
		    struct fake_task *t)
{
	const struct tda_reader reader = { .opener = opener, .asker = asker };

	return tda_access_allowed(&reader, &t->task);
}

static void access(struct kunit *test)
{
	const struct own_row *row = test->param_value;
	bool same = !row->with_ptrace;
	struct fake_task *t = fake_fork();
	const struct cred *user = rcu_dereference_raw(t->task.real_cred);
	struct cred reader = *user, task = *user;

	row->make(&reader, &task);
	rcu_assign_pointer(t->task.real_cred, &task);
	KUNIT_EXPECT_EQ(test, allowed(&reader, &reader, t), same);
	cap_raise(reader.cap_effective, CAP_SYS_PTRACE);
	KUNIT_EXPECT_TRUE(test, allowed(&reader, &reader, t));
	fake_dumpable(t, false);
	KUNIT_EXPECT_FALSE(test, allowed(&reader, &reader, t));
	rcu_assign_pointer(t->task.real_cred, user);
}

static void both_must_be_enough(struct kunit *test)
{
	struct fake_task *t = fake_fork();
	const struct cred *user = rcu_dereference_raw(t->task.real_cred);
	struct cred other = *user;

	other.fsuid = KUIDT_INIT(1);
	KUNIT_EXPECT_TRUE(test, allowed(user, user, t));
	KUNIT_EXPECT_FALSE(test, allowed(user, &other, t));
	KUNIT_EXPECT_FALSE(test, allowed(&other, user, t));
}

/* ---- by the module's parameter ------------------------------------------- */

static bool is_own(struct fake_task *t)
{
	struct tda_reader reader = tda_reader_of(NULL);
	bool thread, process;

	rcu_read_lock();
	thread = tda_is_own_thread(&reader, tda_task_find(&t->task));
	process = tda_is_own_process(&reader,
				     tda_process_find(t->task.signal));
	rcu_read_unlock();
	WARN_ON(thread != process);
	return thread;
}

static void only_with_own_tasks(struct kunit *test)
{
	const struct tda_rights given = { .own_tasks = true };
	struct fake_task *t = fake_fork();

	give(t, 100);
	KUNIT_EXPECT_FALSE(test, is_own(t));
	tda_reader_init(&given);
	KUNIT_EXPECT_TRUE(test, tda_may_own());
	KUNIT_EXPECT_TRUE(test, is_own(t));
}

/* That he might read it by now does not make what it was charged before his. */
static void not_what_was_anothers(struct kunit *test)
{
	const struct tda_rights given = { .own_tasks = true };
	struct fake_task *t = fake_fork();
	struct cred other = *fake.asker;

	tda_reader_init(&given);
	give(t, 100);
	KUNIT_EXPECT_TRUE(test, is_own(t));
	other.fsuid = KUIDT_INIT(1);
	cap_raise(other.cap_effective, CAP_SYS_PTRACE);
	fake.asker = &other;
	KUNIT_EXPECT_FALSE(test, is_own(t));
	fake.asker = fake.opener;
	fake.opener = &other;
	KUNIT_EXPECT_FALSE(test, is_own(t));
	fake.opener = fake.asker;
	KUNIT_EXPECT_TRUE(test, is_own(t));
	tda_process_exec(&t->task, true, true);
	KUNIT_EXPECT_FALSE(test, is_own(t));
}

struct hold_row {
	const char	*name;
	bool		dumpable;	/* then he may read of it */
};

static const struct hold_row hold_rows[] = {
	{ "an answer", true },
	{ "a refusal", false },
};

static void hold_name(const struct hold_row *row, char *desc)
{
	strscpy(desc, row->name, KUNIT_PARAM_DESC_SIZE);
}
KUNIT_ARRAY_PARAM(hold, hold_rows, hold_name);

/* The task is held while its rights are looked at, and no longer. */
static void nothing_is_held_after(struct kunit *test)
{
	const struct tda_rights given = { .own_tasks = true };
	const struct hold_row *row = test->param_value;
	struct fake_task *t = fake_fork();
	unsigned int held;

	tda_reader_init(&given);
	give(t, 100);
	fake_dumpable(t, row->dumpable);
	held = refcount_read(&t->task.usage);
	KUNIT_EXPECT_EQ(test, is_own(t), row->dumpable);
	KUNIT_EXPECT_EQ(test, refcount_read(&t->task.usage), held);
}

static struct kunit_case reader_cases[] = {
	KUNIT_CASE_PARAM(rights, right_gen_params),
	KUNIT_CASE(lockdown),
	KUNIT_CASE(only_with_own_tasks),
	KUNIT_CASE(not_what_was_anothers),
	KUNIT_CASE_PARAM(nothing_is_held_after, hold_gen_params),
	{ }
};

static struct kunit_suite reader_suite = {
	.name = "reader",
	.init = begin,
	.exit = fake_end,
	.test_cases = reader_cases,
};
kunit_test_suite(reader_suite);

static struct kunit_case access_cases[] = {
	KUNIT_CASE_PARAM(access, own_gen_params),
	KUNIT_CASE(both_must_be_enough),
	{ }
};

static struct kunit_suite access_suite = {
	.name = "access",
	.init = begin,
	.exit = fake_end,
	.test_cases = access_cases,
};
kunit_test_suite(access_suite);
