// SPDX-License-Identifier: GPL-2.0
/*
 * Dumps: places in a table that changes, and "changed since" for several
 * readers at once.
 */
#include <kunit/test.h>
#include <linux/pid_namespace.h>

#include "record/lifecycle.h"
#include "record/process_read.h"
#include "record/process_table.h"
#include "record/task.h"
#include "script.h"

#define T	250000
#define TASKS	20
#define MORE	10		/* that come in the middle of a dump */

static struct fake_task *tasks[TASKS + MORE];
static unsigned int nr_tasks;
static u64 state;

static unsigned int any(unsigned int below)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (state >> 33) % below;
}

static void add(void)
{
	unsigned long flags;

	tasks[nr_tasks] = fake_fork();
	local_irq_save(flags);
	tda_lifecycle_begin(&tasks[nr_tasks++]->task);
	local_irq_restore(flags);
}

/* Two chains only, so that they are long. */
static int begin(struct kunit *test)
{
	fake_begin(test);
	fake.narrow = true;
	fake_boot(test, T, 0);
	nr_tasks = 0;
	while (nr_tasks < TASKS)
		add();
	return 0;
}

/* ---- places ------------------------------------------------------------- */

/* Which of the tasks is the next of the dump? */
typedef int (*next_fn)(void *cursor);

static int index_of(const struct task_struct *task,
		    const struct signal_struct *signal)
{
	unsigned int i;

	for (i = 0; i < nr_tasks; i++)
		if (&tasks[i]->task == task ||
		    tasks[i]->task.signal == signal)
			return i;
	return TASKS + MORE;		/* the one that ran at the start */
}

static int thread_after(void *cursor)
{
	struct tda_task *t = tda_task_next(cursor);

	return t ? index_of(t->task, NULL) : -1;
}

static int process_after(void *cursor)
{
	struct tda_process *p = tda_process_next(cursor);

	return p ? index_of(NULL, p->signal) : -1;
}

static void end(unsigned int i)
{
	if (!tasks[i]->gone)
		fake_exit(tasks[i]);
}

static void nothing(unsigned int at)
{
}

static void end_that_one(unsigned int at)
{
	if (at < TASKS)
		end(at);
}

static void end_another(unsigned int at)
{
	end(any(nr_tasks));
}

static void end_everything(unsigned int at)
{
	unsigned int i;

	for (i = 0; i < nr_tasks; i++)
		end(i);
}

static void add_one(unsigned int at)
{
	if (nr_tasks < TASKS + MORE)
		add();
}

static void end_that_one_and_add(unsigned int at)
{
	end_that_one(at);
	add_one(at);
}

struct place_row {
	const char	*name;
	void		(*meanwhile)(unsigned int at);
};

static const struct place_row place_rows[] = {
	{ "nothing happens",			nothing },
	{ "where it stands ends each time",	end_that_one },
	{ "any others end",			end_another },
	{ "all end at once",			end_everything },
	{ "others come",			add_one },
	{ "some end and others come",		end_that_one_and_add },
};

static void place_name(const struct place_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(place, place_rows, place_name);

/* Nobody twice; everybody who was there all the time; the others or not. */
static void dump(struct kunit *test, next_fn next, void *cursor)
{
	const struct place_row *row = test->param_value;
	unsigned int seen[TASKS + MORE + 1] = { };
	unsigned int i;
	int at;

	state = 7;
	do {
		rcu_read_lock();
		at = next(cursor);
		rcu_read_unlock();
		if (at >= 0) {
			/* Else it might go on for ever. */
			KUNIT_ASSERT_EQ_MSG(test, seen[at]++, 0U, "number %d",
					    at);
			row->meanwhile(at);
		}
	} while (at >= 0);

	for (i = 0; i < TASKS; i++)
		if (!tasks[i]->gone)
			KUNIT_EXPECT_EQ_MSG(test, seen[i], 1U, "number %u", i);
	KUNIT_EXPECT_EQ(test, seen[TASKS + MORE], 1U);
}

static void threads(struct kunit *test)
{
	struct tda_task_cursor at = { };

	dump(test, thread_after, &at);
}

static void processes(struct kunit *test)
{
	struct tda_process_cursor at = { };

	dump(test, process_after, &at);
}

/* The records of idle tasks and of nobody are no threads. */
static void no_thread_is_left_out_of_processes(struct kunit *test)
{
	struct tda_task_cursor at = { };
	struct tda_task *t;
	unsigned int nr = 0;

	fake_switch(fake.idle);		/* has a record in the table now */
	rcu_read_lock();
	while ((t = tda_task_next(&at))) {
		KUNIT_EXPECT_TRUE(test, t->process);
		nr++;
	}
	rcu_read_unlock();
	KUNIT_EXPECT_EQ(test, nr, TASKS + 1U);
}

/* ---- changed since ------------------------------------------------------ */

/*
 * Each reader remembers what it was last told of each task. The promise: a
 * task that it is not told of has not changed since.
 */
#define READERS	3

struct reader {
	u64		since;		/* of its last whole dump */
	u64		now;		/* of the one under way */
	unsigned int	at;		/* the next task that it looks at */
	u64		known[TASKS];
	unsigned int	told;
};

static struct reader readers[READERS];

static struct tda_task *record_of(unsigned int i)
{
	struct tda_task *t;

	rcu_read_lock();
	t = tda_task_find(&tasks[i]->task);
	rcu_read_unlock();
	return t;
}

static void charge(unsigned int i, u64 slots)
{
	record_of(i)->counts.val[TDA_VALUE_SLOTS] += slots;
}

typedef bool (*changed_fn)(unsigned int i, u64 since, u64 now);

static bool thread_changed(unsigned int i, u64 since, u64 now)
{
	return tda_task_changed(record_of(i), since, now);
}

static bool process_changed(unsigned int i, u64 since, u64 now)
{
	static struct tda_process_view view;
	struct tda_process *p;
	bool changed;

	rcu_read_lock();
	p = tda_process_find(tasks[i]->task.signal);
	tda_process_read(p, &init_pid_ns, &view);
	changed = tda_process_changed(p, &view.sum, since, now);
	rcu_read_unlock();
	return changed;
}

static void look_at(struct kunit *test, struct reader *r, unsigned int i,
		    changed_fn changed)
{
	u64 slots = record_of(i)->counts.val[TDA_VALUE_SLOTS];

	if (changed(i, r->since, r->now)) {
		r->known[i] = slots;
		r->told++;
	}
	KUNIT_EXPECT_EQ_MSG(test, r->known[i], slots,
			    "of task %u, by the dump %llu since %llu", i,
			    r->now, r->since);
}

/* One step of one reader: begin a dump, look at one task, or end it. */
static void read_on(struct kunit *test, struct reader *r, changed_fn changed)
{
	if (!r->now) {
		r->now = tda_generation_next();
		r->at = 0;
		r->told = 0;
	} else if (r->at < TASKS) {
		look_at(test, r, r->at++, changed);
	} else {
		r->since = r->now;
		r->now = 0;
	}
}

static void read_all(struct kunit *test, struct reader *r, changed_fn changed)
{
	do {
		read_on(test, r, changed);
	} while (r->now);
}

struct since_row {
	const char	*name;
	changed_fn	changed;
	u64		seed;
	unsigned int	readers;
	unsigned int	quiet;		/* steps of readers for each charge */
};

static const struct since_row since_rows[] = {
	{ "threads, one reader",		thread_changed, 1, 1, 3 },
	{ "threads, two readers",		thread_changed, 2, 2, 3 },
	{ "threads, three readers",		thread_changed, 3, 3, 5 },
	{ "threads, hardly any change",		thread_changed, 4, 3, 50 },
	{ "threads, change upon change",	thread_changed, 5, 3, 1 },
	{ "processes, one reader",		process_changed, 1, 1, 3 },
	{ "processes, three readers",		process_changed, 6, 3, 5 },
};

static void since_name(const struct since_row *row, char *desc)
{
	strcpy(desc, row->name);
}
KUNIT_ARRAY_PARAM(since, since_rows, since_name);

static void no_change_is_missed(struct kunit *test)
{
	const struct since_row *row = test->param_value;
	unsigned int i;

	memset(readers, 0, sizeof(readers));
	state = row->seed;
	for (i = 0; i < 5000 && test->status == KUNIT_SUCCESS; i++) {
		if (!any(row->quiet))
			charge(any(TASKS), 1 + any(100));
		read_on(test, &readers[any(row->readers)], row->changed);
	}
}

/* And hardly anything is told twice: nothing to a reader who is alone. */
static void only_changes_are_told(struct kunit *test)
{
	struct reader *r = &readers[0];

	memset(readers, 0, sizeof(readers));
	read_all(test, r, thread_changed);
	KUNIT_EXPECT_EQ(test, r->told, (unsigned int)TASKS);
	read_all(test, r, thread_changed);
	KUNIT_EXPECT_EQ(test, r->told, 0U);
	charge(3, 1);
	charge(17, 1);
	read_all(test, r, thread_changed);
	KUNIT_EXPECT_EQ(test, r->told, 2U);
	read_all(test, r, thread_changed);
	KUNIT_EXPECT_EQ(test, r->told, 0U);
	charge(5, 0);
	read_all(test, r, thread_changed);
	KUNIT_EXPECT_EQ(test, r->told, 0U);
}

/* Two that are interleaved: what changed in between both hear of, in time. */
static void two_interleaved(struct kunit *test)
{
	struct reader *a = &readers[0], *b = &readers[1];

	memset(readers, 0, sizeof(readers));
	read_all(test, a, thread_changed);
	read_all(test, b, thread_changed);

	a->now = tda_generation_next();
	b->now = tda_generation_next();
	a->at = b->at = 0;
	while (b->at < 10)
		read_on(test, b, thread_changed);
	charge(5, 1);				/* b has passed, a has not */
	read_all(test, a, thread_changed);
	read_all(test, b, thread_changed);
	KUNIT_EXPECT_EQ(test, a->known[5], 1ULL);
	KUNIT_EXPECT_EQ(test, b->known[5], 0ULL);
	read_all(test, b, thread_changed);
	KUNIT_EXPECT_EQ(test, b->known[5], 1ULL);
	KUNIT_EXPECT_EQ(test, b->told, 1U);
	read_all(test, b, thread_changed);
	KUNIT_EXPECT_EQ(test, b->told, 0U);
}

static struct kunit_case cases[] = {
	KUNIT_CASE_PARAM(threads, place_gen_params),
	KUNIT_CASE_PARAM(processes, place_gen_params),
	KUNIT_CASE(no_thread_is_left_out_of_processes),
	KUNIT_CASE_PARAM(no_change_is_missed, since_gen_params),
	KUNIT_CASE(only_changes_are_told),
	KUNIT_CASE(two_interleaved),
	{ }
};

static struct kunit_suite dump_suite = {
	.name = "dump",
	.init = begin,
	.exit = fake_end,
	.test_cases = cases,
};
kunit_test_suite(dump_suite);
